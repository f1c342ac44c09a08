"""Exceptions, by meaning. Those about values are ``ValueError``, those about engines are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.enums import Color


class InvalidPositionError(ValueError):
    """A text or a value is no position; the message names the field and the reason."""


class InvalidMoveError(ValueError):
    """A text has none of the forms of move text."""


class IllegalMoveError(ValueError):
    """A move is well formed but not legal here, or the game is over."""


class AmbiguousMoveError(ValueError):
    """A text fits several legal turns; the message names some of them."""


class RecordError(ValueError):
    """A game record is broken, or a game is of no use as a record.

    Where a move is to blame, the error that the board gave is the ``__cause__``.

    Args:
        reason: what is wrong.
        line: the line of the stream, from 1.
        turn: the number of the turn pair.
        color: the side whose turn it is.
        move: the offending move's text, shortened where it is long.

    Example:
        >>> str(RecordError("variation not closed", line=7))
        'line 7: variation not closed'
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        turn: int | None = None,
        color: Color | None = None,
        move: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.turn = turn
        self.color = color
        self.move = move

    def __str__(self) -> str:
        place = [] if self.line is None else [f"line {self.line}"]
        if self.turn is not None:
            side = f" ({self.color.name.capitalize()})" if self.color else ""
            place.append(f"turn {self.turn}{side}")
        return ": ".join([*place, self.reason])


class MissingTableError(KeyError):
    """No endgame table tells about a position; the message says why.

    Example:
        >>> str(MissingTableError("no table: a chain is in progress"))
        'no table: a chain is in progress'
    """

    # KeyError shows its argument in quotes.
    __str__ = Exception.__str__


class DamagedTableError(ValueError):
    """A file is no endgame table, or not the one that its name says, or was changed."""


class BusyTablesError(RuntimeError):
    """Another process builds endgame tables in the same folder."""


class CertificateError(ValueError):
    """A file is no certificate, or no proof of what it claims; the message says why."""


class EngineError(RuntimeError):
    """An engine in a process of its own failed; it has been ended and can be used no more."""


class EngineTimeoutError(EngineError):
    """An engine did not answer in time."""


class EngineCrashedError(EngineError):
    """An engine's process ended, or closed its input or output."""


class EngineProtocolError(EngineError):
    """An engine answered, but not as the protocol says, or with a turn that is not legal."""
