"""Openings: random turns from the start that leave both sides about equal."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from fanorona.board import Board
from fanorona.engine import Engine, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona._fanorona import Position, Rules, Variant

MOST_DIFFERENCE: Final = 1
"""Stones that one side may have more than the other after an opening."""
MOST_SETTLED: Final = 2
"""Stones that one side may have more once each side has then taken the most it can in a turn."""
MOST_LEAD: Final = 25
"""Hundredths of a stone by which the engine may prefer one side after an opening."""
LEAD_NODES: Final = 2000
"""Positions that the engine visits to find that out."""
_ATTEMPTS: Final = 2000
_EVEN_ATTEMPTS: Final = 100


def random_openings(
    *, variant: Variant | str, rules: Rules | str, turns: int, seed: int = 0
) -> Iterator[tuple[str, ...]]:
    """Different openings that decide nothing, without end.

    An opening is a number of random turns, every legal turn as likely as any other. It is thrown
    away and tried again where the game is over, where one side has over one stone more than the
    other, or over two once both have made a turn more that takes the most it can, where the engine
    prefers one side by over a quarter of a stone, or where an earlier opening leads to the same
    position. Players decide such openings by their strength; others, which one side wins whoever
    plays it, tell little about them. On boards where the engine finds no even opening in a hundred
    attempts its opinion plays no part.

    Args:
        variant: the board.
        rules: the rule set.
        turns: turns of an opening, both sides' counted.
        seed: any whole number.

    Yields:
        The texts of an opening's turns.

    Raises:
        ValueError: if another opening does not seem to exist.

    Example:
        >>> found = random_openings(variant="dimy", rules="standard", turns=2, seed=7)
        >>> len(next(found))
        2
    """
    start = Board(variant, rules)
    engine = Engine(hash_mb=1, tables=None)
    seen: set[str] = set()
    while True:
        board = _opening(start, turns, random.Random(f"{seed}:{len(seen)}"), seen, engine)
        if board is None:
            msg = (
                f"only {len(seen)} different openings of {turns} turns found on {start.variant}; "
                "another number of opening turns gives more"
            )
            raise ValueError(msg)
        seen.add(board.position.fen())
        yield tuple(map(str, board.move_stack))


def _opening(
    start: Board, turns: int, rng: random.Random, seen: set[str], engine: Engine
) -> Board | None:
    """A new opening; one that the engine calls even if there seems to be one."""
    second_best = None
    for attempt in range(_ATTEMPTS):
        board = _played(start, rng, turns)
        if board is not None and board.position.fen() not in seen:
            if _is_even(engine, board):
                return board
            second_best = second_best or board
        if second_best is not None and attempt >= _EVEN_ATTEMPTS:
            return second_best
    return second_best


def _is_even(engine: Engine, board: Board) -> bool:
    engine.new_game()
    lead = engine.play(board, Limit(nodes=LEAD_NODES)).info.score.estimate
    return lead is not None and abs(lead) <= MOST_LEAD


@lru_cache(maxsize=4)
def first_openings(
    count: int, *, variant: Variant, rules: Rules, turns: int, seed: int
) -> tuple[tuple[str, ...], ...]:
    """The first of ``random_openings``, found once.

    Raises:
        ValueError: if there are not so many.
    """
    source = random_openings(variant=variant, rules=rules, turns=turns, seed=seed)
    return tuple(islice(source, count))


def _played(start: Board, rng: random.Random, turns: int) -> Board | None:
    board = start.copy()
    for _ in range(turns):
        moves = sorted(board.legal_moves)
        if not moves:
            return None
        board.push(rng.choice(moves))
    position = board.position
    if board.is_game_over() or _difference(position) > MOST_DIFFERENCE:
        return None
    for _ in range(2):
        position = _greedy(position)
    return board if _difference(position) <= MOST_SETTLED else None


def _difference(position: Position) -> int:
    return abs(position.white.bit_count() - position.black.bit_count())


def _greedy(position: Position) -> Position:
    """The position after a turn that takes the most; itself if there is no turn."""
    moves = sorted(position.legal_moves())
    if not moves:
        return position
    return position.play(max(moves, key=lambda move: position.captured(move).bit_count()))
