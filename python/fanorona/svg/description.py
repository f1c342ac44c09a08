"""What a picture says to those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.board import Board
from fanorona.movetext import movetext

if TYPE_CHECKING:
    from fanorona._fanorona import Position


def title_of(shown: Position | Board) -> str:
    """One line about a position, or about a game and how it ended.

    Example:
        >>> from fanorona import WHITE
        >>> board = Board("telo")
        >>> title_of(board)
        'Fanorona on the telo board, White to move'
        >>> board.resign(WHITE)
        >>> title_of(board)
        'Fanorona on the telo board, 0-1 by resignation'
    """
    outcome = shown.outcome() if isinstance(shown, Board) else None
    if outcome is None:
        state = f"{shown.turn.name.capitalize()} to move"
    else:
        state = f"{outcome.result()} by {outcome.termination.value.replace('_', ' ')}"
    return f"Fanorona on the {shown.variant} board, {state}"


def description_of(shown: Position | Board) -> str:
    """A position as a board of letters, and of a game its turns."""
    if not isinstance(shown, Board) or not shown.move_stack:
        return str(shown)
    start = Board(fen=shown.start_fen, rules=shown.rules)
    return f"{shown}\n{movetext(shown.move_stack, start)}"
