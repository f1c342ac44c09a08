"""The tag pairs of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Final

from fanorona.record.texts import is_encodable, shortened

ROSTER: Final = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every game has, with the values that say unknown."""
START: Final = ("Variant", "Rules", "SetUp", "FEN")
"""The tags that say how a game starts; they are the game's own and cannot be changed."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
"""The values of the tag Result."""

_FIRST: Final = (*ROSTER, *START, "Termination")
_NAME: Final = re.compile(r"[A-Za-z0-9_]+")


class TagError(ValueError):
    """A tag pair cannot be part of a record.

    Args:
        name: the tag's name.
        reason: what is wrong with it.
    """

    def __init__(self, name: str, reason: object) -> None:
        super().__init__(f"tag {shortened(name)}: {reason}")
        self.name = name


class Headers(MutableMapping[str, str]):
    """The tag pairs of a game, the seven-tag roster first.

    They are kept in this order: the roster, ``Variant``, ``Rules``, ``SetUp``, ``FEN``,
    ``Termination``, then others as they were set. The roster's tags are always there, and those of
    the start follow from the game: setting them to another value is a ``ValueError``, and so is
    deleting either.

    Example:
        >>> from fanorona import record
        >>> game = record.Game(headers={"White": "Soa"})
        >>> game.headers["Annotator"] = "Rabe"
        >>> list(game.headers)[-3:]
        ['Variant', 'Rules', 'Annotator']
        >>> game.headers["White"], game.headers["Date"], game.headers["Rules"]
        ('Soa', '????.??.??', 'standard')
    """

    __slots__ = ("_tags",)

    def __init__(self, start: Mapping[str, str]) -> None:
        self._tags = {**ROSTER, **start}

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        if name in START and value != self._tags.get(name):
            raise TagError(name, "it follows from how the game starts, which does not change")
        check_tag(name, value)
        self._tags[name] = value

    def __delitem__(self, name: str) -> None:
        if name in ROSTER or name in START:
            raise TagError(name, "it cannot be left out")
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        yield from [name for name in _FIRST if name in self._tags]
        yield from [name for name in self._tags if name not in _FIRST]

    def __len__(self) -> int:
        return len(self._tags)

    def __repr__(self) -> str:
        return f"<Headers: {dict(self)}>"


def check_tag(name: str, value: str) -> None:
    """Refuses a tag pair that could not be written.

    Raises:
        TagError: if the name has other characters than ASCII letters, digits and underscores, the
            value has a line break, or the result is none.

    Example:
        >>> check_tag("Result", "2-0")
        Traceback (most recent call last):
        fanorona.record.headers.TagError: tag Result: '2-0' is none of 1-0 0-1 1/2-1/2 *
    """
    if not _NAME.fullmatch(name):
        raise TagError(name, "a name has letters, digits and underscores only")
    if "\n" in value or "\r" in value:
        raise TagError(name, f"{shortened(value)!r} has a line break")
    if not is_encodable(value):
        raise TagError(name, f"{shortened(value)!r} is not Unicode text")
    if name == "Result" and value not in RESULTS:
        raise TagError(name, f"{shortened(value)!r} is none of {' '.join(RESULTS)}")
