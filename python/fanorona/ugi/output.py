"""The output of an engine that is driven, within reason as to its amount."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from fanorona.errors import EngineProtocolError
from fanorona.ugi.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_UNKNOWN: Final = 1000
"""Lines without a meaning that an engine may send before an answer; the protocol allows some."""
LINES_AT_ONCE: Final = 20_000
"""Lines that an engine may send before an answer at once."""
LINES_A_SECOND: Final = 10_000
"""Lines that it may send beyond that, for each second."""
_KEYWORDS: Final = {"id", "option", "ugiok", "info", "readyok", "bestmove", "response"}


def meaningful(engine: str, next_line: Callable[[], str]) -> Iterator[list[str]]:
    """The words of each line that has a meaning, without end.

    Args:
        engine: what the engine is called in errors.
        next_line: gives the next line.

    Raises:
        EngineProtocolError: if the engine floods its output.
    """
    start = time.monotonic()
    count = unknown = 0
    while True:
        words = next_line().split()
        count += 1
        if words and words[0] in _KEYWORDS:
            yield words
        else:
            unknown += 1
        more = LINES_A_SECOND * (time.monotonic() - start)
        if unknown > MOST_UNKNOWN or count > LINES_AT_ONCE + more:
            shown = one_line(" ".join(words), longest=80)
            msg = f"{engine} floods its output with lines such as {shown!r}"
            raise EngineProtocolError(msg)
