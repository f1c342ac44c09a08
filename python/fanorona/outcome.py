"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from fanorona.enums import Color, Termination


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won, if anyone, and why.

    Attributes:
        winner: the winning side, None in a draw.
        termination: why the game is over.

    Example:
        >>> Outcome(Color.WHITE, Termination.ELIMINATION).result()
        '1-0'
    """

    winner: Color | None
    termination: Termination

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Color.WHITE else "0-1"
