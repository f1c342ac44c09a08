"""The turns of a game as a record numbers them, for those who show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.enums import Color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fanorona._fanorona import Move
    from fanorona.board import Board


def movetext(moves: Iterable[Move], start: Board) -> str:
    """Turns with their numbers.

    Args:
        moves: the turns.
        start: the board before the first of them.

    Example:
        >>> from fanorona import Board
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
