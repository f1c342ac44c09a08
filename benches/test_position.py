"""Speed of ``Position`` from Python, one thread: moving, listing, whole random games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import fanorona as fn

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAMES = 200


def median(benchmark: BenchmarkFixture) -> float:
    """The median of the rounds measured, in seconds."""
    assert benchmark.stats is not None
    return float(benchmark.stats.stats.median)


def random_games(seed: int) -> int:
    """Plays whole random Tsivy games in a plain loop; returns the number of turns."""
    choice = random.Random(seed).choice
    turns = 0
    for _ in range(GAMES):
        position = fn.Position()
        while moves := position.legal_moves():
            position = position.play(choice(moves))
            turns += 1
    return turns


def test_random_games(benchmark: BenchmarkFixture) -> None:
    """Whole random games with ``legal_moves`` and ``play``; the aim is 5,000 a second."""
    turns = benchmark.pedantic(  # type: ignore[no-untyped-call]  # untyped there
        random_games, args=(1,), rounds=10, warmup_rounds=1
    )
    assert turns == random_games(1)
    assert 35 * GAMES < turns < 46 * GAMES
    benchmark.extra_info["games_per_second"] = round(GAMES / median(benchmark))


def test_play(benchmark: BenchmarkFixture) -> None:
    """``Position.play`` with a ``Move``, over the turns of one random game; the aim is 300 ns."""
    choice = random.Random(2).choice
    position = fn.Position()
    pairs = []
    while moves := position.legal_moves():
        move = choice(moves)
        pairs.append((position, move))
        position = position.play(move)

    def play_all() -> fn.Position | None:
        after = None
        for before, move in pairs:
            after = before.play(move)
        return after

    assert benchmark(play_all) == position
    nanoseconds = median(benchmark) / len(pairs) * 1e9
    benchmark.extra_info["nanoseconds_per_play"] = round(nanoseconds)


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    """``Position.legal_moves`` at the start: five moves."""
    position = fn.Position()
    assert len(benchmark(position.legal_moves)) == 5
