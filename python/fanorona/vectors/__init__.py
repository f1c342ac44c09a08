"""Test vectors: questions about the rules with their answers, for other implementations.

A file of vectors is JSON Lines; ``docs/vectors.md`` defines it. Whoever implements the rules reads
the questions, answers them, and compares; or writes the lines again with own answers and has them
compared by ``check`` or ``fanorona vectors --check``.

Example:
    >>> import fanorona as fn
    >>> lines = list(generate(variants=[fn.TELO], rules=[fn.STANDARD]))
    >>> print(lines[1])
    {"kind":"board","board":"3x3","start":"bbb/b1w/www w - 0 1","mirrored":"bbb/w1b/www w...
    >>> list(check(lines))
    []
"""

from fanorona.vectors.answers import answered
from fanorona.vectors.check import Difference, check
from fanorona.vectors.generate import generate

__all__ = ["Difference", "answered", "check", "generate"]
