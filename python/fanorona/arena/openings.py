"""Openings: random turns from the start that leave both sides about equal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from fanorona.board import Board

if TYPE_CHECKING:
    from fanorona._fanorona import Rules, Variant

MOST_DIFFERENCE: Final = 1
"""Stones that one side may have more than the other after an opening."""
_ATTEMPTS: Final = 2000


def openings(
    count: int, *, variant: Variant | str, rules: Rules | str, turns: int, seed: int = 0
) -> list[tuple[str, ...]]:
    """Different openings that decide nothing.

    An opening is a number of random turns, every legal turn as likely as any other. It is thrown
    away and tried again where the game is over, where one side has over one stone more than the
    other, or where an earlier opening leads to the same position. The first openings are the
    same for every ``count``.

    Args:
        count: how many.
        variant: the board.
        rules: the rule set.
        turns: turns of an opening, both sides' counted.
        seed: any whole number.

    Returns:
        The openings, each as the texts of its turns.

    Raises:
        ValueError: if so many do not seem to exist.

    Example:
        >>> found = openings(2, variant="dimy", rules="standard", turns=2, seed=7)
        >>> [len(opening) for opening in found]
        [2, 2]
    """
    start = Board(variant, rules)
    seen: set[str] = set()
    found: list[tuple[str, ...]] = []
    for index in range(count):
        rng = random.Random(f"{seed}:{index}")
        for _ in range(_ATTEMPTS):
            board = _played(start, rng, turns)
            if board is not None and (text := board.position.fen()) not in seen:
                seen.add(text)
                found.append(tuple(map(str, board.move_stack)))
                break
        else:
            msg = (
                f"openings of {turns} turns: only {len(found)} of {count} found on "
                f"{start.variant}; other opening turns give more"
            )
            raise ValueError(msg)
    return found


def _played(start: Board, rng: random.Random, turns: int) -> Board | None:
    board = start.copy()
    for _ in range(turns):
        moves = sorted(board.legal_moves)
        if not moves:
            return None
        board.push(rng.choice(moves))
    position = board.position
    difference = position.white.bit_count() - position.black.bit_count()
    if board.is_game_over() or abs(difference) > MOST_DIFFERENCE:
        return None
    return board
