"""The lines of a stream, counted."""

from __future__ import annotations

from typing import Protocol
from weakref import WeakKeyDictionary

from fanorona.record import limits


class TextStream(Protocol):
    """What records are read from: a text file, or anything that gives its lines one by one.

    Example:
        >>> from fanorona.record import read_game
        >>> class Once:
        ...     def __init__(self, line):
        ...         self.lines = [line]
        ...
        ...     def readline(self, size=-1, /):
        ...         return self.lines.pop() if self.lines else ""
        >>> read_game(Once("1. d3-e3A *"))
        <Game: tsivy, standard, 1 turns, *>
    """

    def readline(self, size: int = -1, /) -> str:
        """The next line with its line break, at most ``size`` characters; empty at the end."""
        ...


class _Place:
    """How far a stream has been read."""

    __slots__ = ("number", "returned")

    def __init__(self) -> None:
        self.number = 0
        self.returned: str | None = None


# A stream has no room for the count and for a line that was read too far, so they are kept here
# from one call of `read_game` to the next.
_PLACES: WeakKeyDictionary[TextStream, _Place] = WeakKeyDictionary()


class Lines:
    r"""The lines of a stream without their line breaks; one that is read too far can be returned.

    Example:
        >>> import io
        >>> lines = Lines(io.StringIO("one\r\ntwo"))
        >>> lines.take(), lines.take(), lines.number
        ('one', 'two', 2)
        >>> lines.give_back("two")
        >>> lines.take(), lines.take()
        ('two', None)
    """

    __slots__ = ("_place", "_stream")

    def __init__(self, stream: TextStream) -> None:
        self._stream = stream
        try:
            self._place = _PLACES.setdefault(stream, _Place())
        except TypeError:  # neither hashed nor weakly referenced
            self._place = _Place()

    @property
    def number(self) -> int:
        """The number of the last line taken, from 1."""
        return self._place.number

    def take(self) -> str | None:
        """The next line; None at the end of the stream.

        A line longer than any record may be is cut, but still longer than that.

        Raises:
            TypeError: if the stream was opened for bytes.
        """
        place = self._place
        line = place.returned
        if line is not None:
            place.returned = None
        else:
            line = self._stream.readline(limits.MOST_CHARACTERS + 2)
            if not line:
                return None
            if not isinstance(line, str):
                msg = "records are read from text, not from bytes"  # type: ignore[unreachable]  # as types have it
                raise TypeError(msg)
            rest = line
            while len(rest) > limits.MOST_CHARACTERS and rest[-1] != "\n":
                rest = self._stream.readline(limits.MOST_CHARACTERS + 2)
                if not rest:
                    break
        place.number += 1
        if place.number == 1:
            line = line.removeprefix("\ufeff")
        return line.rstrip("\r\n")

    def give_back(self, line: str) -> None:
        """Makes the last line taken the next one again."""
        self._place.returned = line
        self._place.number -= 1
