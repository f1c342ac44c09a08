"""What the endgame tables that come with the package say of a position."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from fanorona.errors import DamagedTableError
from fanorona.tablebase import Tablebase, open_tablebase
from fanorona.web.play import side_name

if TYPE_CHECKING:
    from fanorona import Board


@cache
def _tables() -> Tablebase | None:
    try:
        return open_tablebase()
    except (OSError, DamagedTableError):
        return None


def verdict_of(board: Board) -> dict[str, object] | None:
    """Who wins a position with perfect play, and in how many turns the next capture falls.

    Returns:
        None where the game is over, a chain is in progress, or no table tells it.

    Example:
        >>> from fanorona import Board
        >>> verdict_of(Board(fen="9/9/1w7/9/b1w6 w"))
        {'winner': 'white', 'turns': 1}
        >>> verdict_of(Board()) is None
        True
    """
    tables = _tables()
    if tables is None or board.is_game_over() or board.position.chain is not None:
        return None
    try:
        value = tables.get_wdl(board)
        distance = tables.get_dtc(board)
    except (OSError, DamagedTableError):
        return None
    if value is None:
        return None
    winner = {1: side_name(board.turn), 0: None, -1: side_name(board.turn.other)}[value]
    return {"winner": winner, "turns": None if distance is None else abs(distance)}
