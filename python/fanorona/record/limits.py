"""How large a record may be. Reading and writing keep the same limits: what is written can be read.

Each check raises a ``RecordError`` that says what there is too much of.
"""

from __future__ import annotations

from typing import Final

from fanorona.errors import RecordError
from fanorona.record.texts import shortened

MOST_CHARACTERS: Final = 4 * 2**20
"""The longest record of one game, in characters."""
MOST_TURNS: Final = 20_000
"""The most turns of one game, variations included."""
MOST_DEPTH: Final = 250
"""How deep variations may lie in each other."""
GLYPHS: Final = range(256)
"""The numbers that ``$n`` may have."""


def check_characters(count: int) -> None:
    """Refuses a record of so many characters."""
    if count > MOST_CHARACTERS:
        msg = f"the record has more than {MOST_CHARACTERS} characters"
        raise RecordError(msg)


def check_turns(count: int) -> None:
    """Refuses a record of so many turns, variations included."""
    if count > MOST_TURNS:
        msg = f"the record has more than {MOST_TURNS} turns"
        raise RecordError(msg)


def check_depth(depth: int) -> None:
    """Refuses a variation that lies so deep in others."""
    if depth > MOST_DEPTH:
        msg = f"variations lie more than {MOST_DEPTH} deep in each other"
        raise RecordError(msg)


def checked_glyph(number: int | str) -> int:
    """The number of a glyph, given as such or by its digits.

    Example:
        >>> checked_glyph("14")
        14
    """
    value = int(number) if len(str(number)) <= 3 else -1
    if value not in GLYPHS:
        msg = f"glyph ${shortened(str(number))} is not from 0 to 255"
        raise RecordError(msg)
    return value
