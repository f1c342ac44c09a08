"""Openings: random turns from the start that leave both sides about equal."""

from __future__ import annotations

import random
from functools import lru_cache, partial
from itertools import islice
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from fanorona.board import Board
from fanorona.engine import Engine, Limit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fanorona._fanorona import Position, Rules, Variant

MOST_DIFFERENCE: Final = 1
"""Stones that one side may have more than the other after an opening."""
MOST_SETTLED: Final = 2
"""Stones that one side may have more once each side has then taken the most it can in a turn."""
MOST_LEAD: Final = 25
"""Hundredths of a stone by which the engine may prefer one side after an opening."""
_LOOKS: Final = ((2_000, 2 * MOST_LEAD), (20_000, MOST_LEAD))
"""Positions that the engine visits to find that out, and the most that it may find; a short look
first, since most openings fail it."""
_ATTEMPTS: Final = 2000
_LOOKED_AT: Final = 60
"""Openings of which one should be even."""


def random_openings(
    *, variant: Variant | str, rules: Rules | str, turns: int, seed: int = 0
) -> Iterator[tuple[str, ...]]:
    """Different openings that decide nothing, without end.

    An opening is a number of random turns, every legal turn as likely as any other. It is thrown
    away and tried again where the game is over, where one side has over one stone more than the
    other, or over two once both have made a turn more that takes the most it can, where the engine
    prefers one side by over a quarter of a stone, or where an earlier opening leads to the same
    position. Players decide such openings by their strength; others, which one side wins whoever
    plays it, tell little about them. Where the engine calls none of sixty openings even the one
    that is most so is taken.

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
    engine = Engine(hash_mb=1, tables=None)
    return _openings(Board(variant, rules), turns, seed, partial(_lead, engine))


@lru_cache(maxsize=4)
def check_openings(count: int, *, variant: Variant | str, rules: Rules | str, turns: int) -> None:
    """Finds out whether there are so many openings; much sooner than to find which are even.

    It is found out once, since a command asks as well as the match that it plays.

    Raises:
        ValueError: if there do not seem to be.

    Example:
        >>> check_openings(5, variant="dimy", rules="standard", turns=2)
    """
    for _ in islice(_openings(Board(variant, rules), turns, 0, lambda _: 0), count):
        pass


def _openings(
    start: Board, turns: int, seed: int, lead: Callable[[Board], float]
) -> Iterator[tuple[str, ...]]:
    seen: set[str] = set()
    while True:
        board = _opening(start, turns, random.Random(f"{seed}:{len(seen)}"), seen, lead)
        if board is None:
            msg = (
                f"only {len(seen)} different openings of {turns} turns found on {start.variant}; "
                "another number of opening turns gives more"
            )
            raise ValueError(msg)
        seen.add(board.position.fen())
        yield tuple(map(str, board.move_stack))


def _opening(
    start: Board,
    turns: int,
    rng: random.Random,
    seen: set[str],
    lead: Callable[[Board], float],
) -> Board | None:
    """A new opening; an even one if there seems to be one, else the one that is most so."""
    found: list[tuple[float, Board]] = []
    for _ in range(_ATTEMPTS):
        board = _played(start, rng, turns)
        if board is None or board.position.fen() in seen:
            continue
        found.append((lead(board), board))
        if found[-1][0] <= MOST_LEAD:
            return board
        if len(found) == _LOOKED_AT:
            break
    return min(found, key=itemgetter(0))[1] if found else None


def _lead(engine: Engine, board: Board) -> float:
    """By how much the engine prefers one side, in hundredths of a stone."""
    engine.new_game()
    lead = inf
    for nodes, most in _LOOKS:
        estimate = engine.play(board, Limit(nodes=nodes)).info.score.estimate
        lead = inf if estimate is None else abs(estimate)
        if lead > most:
            break
    return lead


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
