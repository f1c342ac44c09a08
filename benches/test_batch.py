"""Speed of stepping games by random actions: a batch, PettingZoo's environment, single boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

import fanorona as fn
from fanorona.batch import BatchEnv
from fanorona.envs import aec

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

GAMES = 1024
STEPS = 200
SINGLE_STEPS = 5_000
THREADS = 2


def measure(benchmark: BenchmarkFixture, run: Callable[[], int], least: int) -> None:
    """Measures a function that returns how many steps it has played."""
    steps = benchmark.pedantic(run, rounds=15, warmup_rounds=2)  # type: ignore[no-untyped-call]  # untyped there
    assert steps >= least
    assert benchmark.stats is not None
    stats = benchmark.stats.stats
    benchmark.extra_info["steps_per_second"] = round(steps / stats.median)
    benchmark.extra_info["steps_per_second_at_best"] = round(steps / stats.min)


def batch_steps(env: BatchEnv, *, lists: bool) -> int:
    """Steps all games; the steps played, new beginnings left out."""
    steps = 0
    for _ in range(STEPS):
        steps += GAMES - int(np.count_nonzero(env.terminated))
        if lists:
            starts, actions = env.legal_actions()
            assert starts[-1] == actions.size
        env.step(env.sample())
    return steps


def test_batch_with_observations_and_masks(benchmark: BenchmarkFixture) -> None:
    """The aim is 3 million a second on two cores."""
    env = BatchEnv(GAMES, seed=1, threads=THREADS)
    measure(benchmark, lambda: batch_steps(env, lists=False), GAMES * STEPS * 95 // 100)


def test_batch_with_neither(benchmark: BenchmarkFixture) -> None:
    """The aim is 10 million a second on two cores."""
    env = BatchEnv(GAMES, seed=1, threads=THREADS, observations=False)
    measure(benchmark, lambda: batch_steps(env, lists=False), GAMES * STEPS * 95 // 100)


def test_batch_with_lists(benchmark: BenchmarkFixture) -> None:
    """With neither, but with lists of all legal actions in each step."""
    env = BatchEnv(GAMES, seed=1, threads=THREADS, observations=False)
    measure(benchmark, lambda: batch_steps(env, lists=True), GAMES * STEPS * 95 // 100)


def test_pettingzoo(benchmark: BenchmarkFixture) -> None:
    """The aim is 20,000 a second."""
    env = aec.env()

    def run() -> int:
        choice = random.Random(1).choice
        steps = 0
        while steps < SINGLE_STEPS:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(choice(observation["action_mask"].nonzero()[0]))
                    steps += 1
        return steps

    measure(benchmark, run, SINGLE_STEPS)


def test_boards(benchmark: BenchmarkFixture) -> None:
    """Beside them all: a plain loop over single boards, without observations or masks."""

    def run() -> int:
        choice = random.Random(1).choice
        steps = 0
        while steps < SINGLE_STEPS:
            board = fn.Board()
            while not board.is_game_over():
                step = board.position.step_of(choice(board.position.actions()))
                if step is None:
                    board.end_turn()
                else:
                    board.push_step(step)
                steps += 1
        return steps

    measure(benchmark, run, SINGLE_STEPS)
