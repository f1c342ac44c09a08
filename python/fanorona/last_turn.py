"""What the last turn of a game did, for those who show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.enums import Color

if TYPE_CHECKING:
    from fanorona._fanorona import Move
    from fanorona.board import Board


def last_turn(board: Board) -> tuple[Move | None, int]:
    """The last turn of a game, or the chain in progress, and the stones that it took.

    Returns:
        The turn, None where none has been played, and a bitboard; what a chain took before the
        board was set up is not known.

    Example:
        >>> from fanorona import Board
        >>> board = Board("telo")
        >>> move = board.push("b1-b2A")
        >>> last_turn(board) == (move, 1 << board.variant.point("b3"))
        True
    """
    position = board.position
    move = position.chain or (board.peek() if board.move_stack else None)
    before = board.copy()
    try:
        if before.pop() is None:  # an end that was declared
            before.pop()
    except IndexError:
        return move, 0
    if before.turn is Color.WHITE:
        return move, before.position.black & ~position.black
    return move, before.position.white & ~position.white
