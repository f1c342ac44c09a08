"""Speed of endgame tables from Python, in memory, one thread."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import fanorona as fn
from fanorona.tablebase import open_tablebase

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

POSITIONS = 10_000


def random_positions(*, quiet: bool) -> list[fn.Position]:
    """Random positions of two stones against three, with a capture or without."""
    rng = random.Random(5)
    found: list[fn.Position] = []
    while len(found) < POSITIONS:
        points = rng.sample(range(45), 5)
        white, black = (sum(1 << point for point in part) for part in (points[:2], points[2:]))
        position = fn.Position.from_stones(white, black, turn=fn.WHITE)
        if any(move.is_capture for move in position.legal_moves()) != quiet:
            found.append(position)
    return found


def ask_all(
    benchmark: BenchmarkFixture, ask: Callable[[fn.Position], object], positions: list[fn.Position]
) -> None:
    def round_of_all() -> int:
        for position in positions:
            ask(position)
        return len(positions)

    assert benchmark(round_of_all) == POSITIONS
    assert benchmark.stats is not None
    nanoseconds = float(benchmark.stats.stats.median) / POSITIONS * 1e9
    benchmark.extra_info["nanoseconds_a_probe"] = round(nanoseconds)


def test_probe_wdl_of_quiet_positions(benchmark: BenchmarkFixture) -> None:
    """The aim is less than 1 µs a call."""
    ask_all(benchmark, open_tablebase().probe_wdl, random_positions(quiet=True))


def test_probe_wdl_of_positions_with_a_capture(benchmark: BenchmarkFixture) -> None:
    ask_all(benchmark, open_tablebase().probe_wdl, random_positions(quiet=False))


def test_probe_dtc_of_quiet_positions(benchmark: BenchmarkFixture) -> None:
    ask_all(benchmark, open_tablebase().probe_dtc, random_positions(quiet=True))
