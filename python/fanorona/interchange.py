"""Positions in the notations of other programs.

AbstractPlay's move text is read wherever move text is read (``Position.parse_move``) and written by
``Move.to_abstractplay``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona._fanorona import read_aec_state, write_aec_state
from fanorona.board import Board

if TYPE_CHECKING:
    from fanorona._fanorona import Rules


def board_from_aec(text: str, rules: Rules | str = "standard") -> Board:
    """A board set up from a state string of the package fanorona-aec.

    The string is ``ROWS SIDE POINT DIRECTION VISITED COUNT``, with rows from rank 1 up. It does
    not say how a chain in progress captured; an approach is assumed where both were possible,
    which changes nothing that follows.

    Raises:
        InvalidPositionError: naming the field, if the text is no such state.

    Example:
        >>> state = "WWWWWWWWW/WWW1WWWWW/BWBWWBWBW/BBBBB1BBB/BBBBBB1BB W E3 NE D2,E3 0"
        >>> board_from_aec(state).fen()
        'bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b - 0 1'
    """
    return Board.from_core(game := read_aec_state(text, rules), game.fen())


def board_to_aec(board: Board) -> str:
    """The current position of a board as a fanorona-aec state string.

    Example:
        >>> board_to_aec(Board())
        'WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0'
    """
    return write_aec_state(board.core)
