"""What the texts of a record may hold."""

from __future__ import annotations

import re
from typing import Final

_BLANKS: Final = re.compile(r"[ \t\n\v\f\r]+")
_LONGEST_QUOTE: Final = 80


def folded(text: str) -> str:
    r"""The text with each run of ASCII white space as one space, and none around it.

    Example:
        >>> folded(" a comment\n on two lines ")
        'a comment on two lines'
    """
    return _BLANKS.sub(" ", text).strip(" ")


def is_encodable(text: str) -> bool:
    """Whether the text has a UTF-8 form, which lone surrogates have not."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def checked_comment(text: str) -> str:
    """The text of a comment, folded.

    Raises:
        ValueError: if it has no UTF-8 form.
    """
    if not is_encodable(text):
        msg = f"comment {shortened(text)!r}: not Unicode text"
        raise ValueError(msg)
    return folded(text)


def shortened(text: str) -> str:
    """The text as an error may repeat it."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
