"""What a picture says to those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.board import Board
from fanorona.enums import Color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fanorona._fanorona import Move, Position


def title_of(shown: Position | Board) -> str:
    """One line about a position, or about a game and how it ended.

    Example:
        >>> board = Board("telo")
        >>> title_of(board)
        'Fanorona on the telo board, White to move'
        >>> board.resign(Color.WHITE)
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


def movetext(moves: Iterable[Move], start: Board) -> str:
    """Turns with their numbers, as a record has them.

    Example:
        >>> start = Board(fen="bbb/b1w/www b - 0 7")
        >>> movetext([start.push("b3-b2A")], Board(fen=start.start_fen))
        '7... b3-b2A'
    """
    number, color = start.turn_number, start.turn
    words: list[str] = []
    for move in moves:
        words.append(turn_label(number, color, move, first=not words))
        if color is Color.BLACK:
            number += 1
        color = color.other
    return " ".join(words)


def turn_label(number: int, color: Color, move: Move, *, first: bool) -> str:
    """A turn with its number where a record has one: before White's, and before the first."""
    if color is Color.WHITE:
        return f"{number}. {move}"
    return f"{number}... {move}" if first else str(move)
