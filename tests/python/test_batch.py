"""Many games at once, beside single boards."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from typing import Any, cast

import numpy as np
import pytest

import fanorona as fn
from fanorona.batch import MOST_GAMES, Autoreset, BatchEnv
from planes import observation, push_action

CHAIN = "3b5/9/2w1b4/9/9 w"  # after c3-d3A the stone can go on to d4
LAST_CAPTURE = "9/9/w1bbbbbbb/9/9 w"
D2_NE_APPROACH = 310


def boards_beside(env: BatchEnv, boards: list[fn.Board], steps: int) -> int:
    """Steps at random, comparing each game with a board; how many games ended."""
    ended = 0
    for _ in range(steps):
        actions = env.sample()
        over = [board.is_game_over() for board in boards]
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert seen is not None
        assert not truncated.any()
        for game, board in enumerate(boards):
            if over[game]:
                boards[game] = board = fn.Board(env.variant, env.rules)  # noqa: PLW2901  # a new game
            else:
                push_action(board, int(actions[game]))
            outcome = board.outcome()
            assert board.fen() == env.fens()[game]
            assert (seen[game] == observation(board, board.turn)).all()
            legal = [] if outcome else board.position.actions()
            assert np.flatnonzero(info["action_mask"][game]).tolist() == legal
            assert info["agents"][game] == (board.turn is fn.BLACK)
            assert terminated[game] == (outcome is not None)
            paid = [0.0, 0.0]
            if outcome is not None and outcome.winner is not None:
                paid = [1.0, -1.0] if outcome.winner is fn.WHITE else [-1.0, 1.0]
            assert rewards[game].tolist() == (paid if not over[game] else [0.0, 0.0])
            ended += outcome is not None
    return ended


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
@pytest.mark.parametrize("rules", ["standard", "fifty", "alquerque", "theory;most=yes"])
def test_every_game_is_that_of_a_board(variant: fn.Variant, rules: str) -> None:
    env = BatchEnv(3, variant=variant, rules=rules, seed=3)
    boards = [fn.Board(variant, rules) for _ in range(3)]
    boards_beside(env, boards, 60)


def test_repeated_positions_and_quiet_turns_are_seen() -> None:
    fen, rules = "b8/9/9/9/8w w", "standard;repetition=4;no_capture=20"
    env = BatchEnv(1, rules=rules, seed=1)
    env.set_fens([fen])
    board = fn.Board(rules=rules, fen=fen)
    seen = []
    for turn in ["i1-i2", "a5-a4", "i2-i1", "a4-a5"] * 2:
        action = board.position.action_of(board.parse_move(turn).steps[0])
        board.push(turn)
        env.step([action])
        assert env.observations is not None
        assert (env.observations[0] == observation(board, board.turn)).all()
        seen.append(env.observations[0, 15:18, 0, 0].tolist())
    quiet = [12, 25, 38, 51, 63, 76, 89, 102]
    assert seen == [[i >= 3, i >= 7, quiet[i]] for i in range(8)]


@pytest.mark.deep
@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_many_games_are_those_of_boards(variant: fn.Variant) -> None:
    env = BatchEnv(100, variant=variant, rules="standard;no_capture=50", seed=4)
    boards = [fn.Board(variant, env.rules) for _ in range(100)]
    ended = 0
    while ended < 1250:
        ended += boards_beside(env, boards, 100)


def test_shapes_and_types() -> None:
    env = BatchEnv(7, variant="dimy", seed=1)
    seen, rewards, terminated, truncated, info = env.step(env.sample())
    assert seen is not None
    mask, agents = info["action_mask"], info["agents"]
    found = [
        f"{array.dtype} {array.shape}"
        for array in (seen, rewards, terminated, truncated, mask, agents, env.sample())
    ]
    assert found == [
        "uint8 (7, 20, 5, 5)",
        "float32 (7, 2)",
        "bool (7,)",
        "bool (7,)",
        "int8 (7, 601)",
        "int8 (7,)",
        "int64 (7,)",
    ]


def test_arrays_are_the_same_or_copies() -> None:
    env = BatchEnv(2, seed=1)
    first, second = env.step(env.sample()), env.step(env.sample())
    assert all(one is two for one, two in zip(first[:4], second[:4], strict=True))
    assert env.sample() is env.sample()
    env = BatchEnv(2, seed=1, copy=True)
    first = env.step(env.sample())
    kept = copy.deepcopy(first)
    second = env.step(env.sample())
    assert first[0] is not None
    assert kept[0] is not None
    assert (first[0] == kept[0]).all()
    assert not (first[0] == second[0]).all()


def test_what_is_not_wanted_is_not_there() -> None:
    env = BatchEnv(2, seed=1, observations=False)
    assert env.observations is None
    assert env.masks is None
    seen, info = env.reset()
    assert seen is None
    assert set(info) == {"agents"}
    env = BatchEnv(2, seed=1, observations=False, masks=True)
    assert env.observations is None
    assert env.masks is not None


def layout(n: int) -> dict[str, np.ndarray[Any, Any]]:
    return {
        "observations": np.full((n, 20, 5, 9), 7, np.uint8),
        "masks": np.full((n, 1081), 7, np.int8),
        "rewards": np.full((n, 2), 7, np.float32),
        "terminated": np.ones(n, np.bool_),
        "truncated": np.ones(n, np.bool_),
        "agents": np.full(n, 7, np.int8),
    }


@pytest.mark.parametrize("threads", [1, 3])
def test_the_callers_buffers_are_written(threads: int) -> None:
    buffers = layout(5)
    env = BatchEnv(5, seed=1, threads=threads, buffers=buffers)
    other = BatchEnv(5, seed=1)
    for _ in range(20):
        env.step(env.sample())
        other.step(other.sample())
        for name, buffer in buffers.items():
            assert getattr(env, name) is buffer
            assert (buffer == getattr(other, name)).all(), name


def test_views_of_larger_memory_are_written() -> None:
    memory = np.zeros(2 * 5 * 2, np.float32)
    env = BatchEnv(5, seed=1, buffers={"rewards": memory[10:].reshape(5, 2)})
    env.set_fens([LAST_CAPTURE] * 5)
    env.step(env.sample())
    assert memory.tolist() == [0.0] * 10 + [1.0, -1.0] * 5


@pytest.mark.parametrize(
    ("name", "wrong", "error", "says"),
    [
        ("masks", np.zeros((2, 1080), np.int8), ValueError, r"masks: expected int8 \(2, 1081\)"),
        ("masks", np.zeros((2, 1081), np.bool_), ValueError, "not bool"),
        ("rewards", np.zeros((2, 2)), ValueError, "expected float32"),
        ("rewards", np.zeros((4, 2), np.float32)[::2], ValueError, "C-contiguous"),
        ("agents", [0, 0], TypeError, "expected an array, not list"),
        ("planes", np.zeros(2), ValueError, "'planes' is none of observations, masks"),
    ],
)
def test_wrong_buffers_are_refused(
    name: str, wrong: object, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=f"buffers: .*{says}"):
        BatchEnv(2, buffers={name: cast("Any", wrong)})


def test_buffers_that_overlap_are_refused() -> None:
    memory = np.zeros(3, np.bool_)
    buffers = {"terminated": memory[:2], "truncated": memory[1:]}
    with pytest.raises(ValueError, match="buffers: terminated and truncated overlap"):
        BatchEnv(2, buffers=buffers)


def test_a_buffer_that_cannot_be_written_is_refused() -> None:
    wrong = np.zeros(2, np.int8)
    wrong.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        BatchEnv(2, buffers={"agents": wrong})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"n": 0}, f"n 0: expected 1 to {MOST_GAMES}"),
        ({"n": 10**30}, "n 1000000.*: expected"),
        ({"max_turns": 0}, "max_turns 0: expected 1 to"),
        ({"seed": -1}, "seed -1: expected 0 to"),
        ({"seed": 2**64}, "seed 1844.*: expected 0 to"),
        ({"threads": 0}, "threads 0: expected 1 to 256"),
        (
            {"autoreset": "never"},
            'autoreset "never": expected one of next_step, same_step, disabled',
        ),
        ({"rules": "huffing"}, "rules: .*capture=huff is not offered step by step"),
        ({"variant": "chess"}, 'variant "chess"'),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        BatchEnv(**{"n": 2, **arguments})


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ([310, 0], fn.IllegalMoveError, "actions: game 1: action 0 is not legal"),
        ([-1, 310], fn.IllegalMoveError, "actions: game 0: action -1 is not legal"),
        ([310, 1081], fn.IllegalMoveError, "actions: game 1: action 1081 is not legal"),
        ([310, 2**40 + 310], fn.IllegalMoveError, "action 1099511628086 is not legal"),
        ([310, float("nan")], ValueError, "actions: expected whole numbers .*, not float64"),
        (np.array([310, 310], np.uint64), ValueError, "not uint64"),
        ([310], ValueError, "actions: 1 for 2 games"),
        ([[310, 310]], ValueError, "actions: expected one dimension, not 2"),
        ([], ValueError, "actions: "),
    ],
)
def test_an_illegal_action_changes_nothing(
    wrong: object, error: type[Exception], says: str
) -> None:
    env = BatchEnv(2, seed=1)
    before, arrays = env.state_bytes(), copy.deepcopy(env._arrays)
    with pytest.raises(error, match=says):
        env.step(cast("Any", wrong))
    assert env.state_bytes() == before
    assert all((env._arrays[name] == array).all() for name, array in arrays.items())


@pytest.mark.parametrize("dtype", [np.int16, np.uint8, np.uint32, np.int64, int])
def test_actions_of_any_whole_type_are_played(dtype: type[Any]) -> None:
    env = BatchEnv(2, variant="telo", seed=1)
    env.step(env.sample().astype(dtype))
    env.step(np.repeat(env.sample(), 2)[::2])


def test_no_continuation_passes_the_turn() -> None:
    env = BatchEnv(1, seed=1)
    *_, info = env.step([D2_NE_APPROACH])
    assert info["agents"].tolist() == [1]


def test_the_same_player_acts_again_inside_a_chain() -> None:
    env = BatchEnv(1, seed=1)
    env.set_fens([CHAIN])
    first = fn.Position.from_fen(CHAIN).actions()
    *_, info = env.step(first)
    assert info["agents"].tolist() == [0]
    legal = np.flatnonzero(info["action_mask"][0]).tolist()
    assert legal[-1] == 1080, "the turn may end"
    assert len(legal) == 2
    *_, info = env.step([1080])
    assert info["agents"].tolist() == [1]


def test_a_turn_never_waits_for_its_end_alone() -> None:
    env = BatchEnv(200, seed=5)
    for _ in range(200):
        env.step(env.sample())
        assert env.masks is not None
        alone = (env.masks.sum(axis=1) == 1) & (env.masks[:, -1] == 1)
        assert not alone.any()


@pytest.mark.parametrize("variant", ["telo", "dimy", "tsivy"])
def test_step_sequences_are_turns_and_back(variant: str) -> None:
    env = BatchEnv(4, variant=variant, seed=2)
    for _ in range(40):
        for fen in env.fens():
            position = fn.Position.from_fen(fen)
            if position.chain is None and position.white and position.black:
                sequences = set(step_sequences(position))
                turns = [
                    tuple(position.action_of(step) for step in move.steps)
                    for move in position.legal_moves()
                ]
                assert len(turns) == len(set(turns))
                assert sequences == set(turns)
        env.step(env.sample())


def step_sequences(position: fn.Position) -> list[tuple[int, ...]]:
    """The steps of each way to play the turn, its end left out."""
    found: list[tuple[int, ...]] = []
    for action in position.actions():
        step = position.step_of(action)
        if step is None:
            found.append(())
            continue
        after = position.play_step(step)
        rest = step_sequences(after) if after.turn is position.turn else [()]
        found.extend((action, *more) for more in rest)
    return found


def test_a_draw_pays_nothing() -> None:
    env = BatchEnv(1, rules="standard;no_capture=2", seed=1)
    env.set_fens(["b8/9/9/9/8w w - 1 30"])
    env.step(env.sample())
    assert env.terminated.tolist() == [True]
    assert env.rewards.tolist() == [[0.0, 0.0]]


def test_who_has_no_turn_left_loses() -> None:
    env = BatchEnv(1, seed=1)
    env.set_fens(["9/9/1b7/bb7/w1b6 b"])
    position = fn.Position.from_fen("9/9/1b7/bb7/w1b6 b")
    action = position.action_of(position.parse_move("c1-b1").steps[0])
    env.step([action])
    assert env.terminated.tolist() == [True]
    assert env.rewards.tolist() == [[-1.0, 1.0]]


def test_the_end_under_each_autoreset() -> None:
    start = BatchEnv(1).fens()
    action = fn.Position.from_fen(LAST_CAPTURE).actions()
    env = BatchEnv(1, seed=1, autoreset="next_step")
    env.set_fens([LAST_CAPTURE])
    env.step(action)
    assert env.masks is not None
    assert (env.terminated[0], env.masks.sum(), env.sample()[0]) == (True, 0, 0)
    env.step([-5])
    assert (env.terminated[0], env.rewards.tolist()) == (False, [[0.0, 0.0]])
    assert env.fens() == start

    env = BatchEnv(1, seed=1, autoreset="same_step")
    env.set_fens([LAST_CAPTURE])
    *_, info = env.step(action)
    assert (env.terminated[0], env.rewards.tolist()) == (True, [[1.0, -1.0]])
    assert env.fens() == start
    board = fn.Board(fen=LAST_CAPTURE)
    push_action(board, action[0])
    assert (info["final_obs"] == observation(board, fn.BLACK)).all()
    *_, info = env.step(env.sample())
    assert info["final_obs"].shape == (0, 20, 5, 9)

    env = BatchEnv(2, seed=1, autoreset="disabled")
    env.set_fens([LAST_CAPTURE] * 2)
    env.step(action * 2)
    env.step([0, 0])
    assert (env.terminated.tolist(), env.rewards.any()) == ([True, True], np.False_)
    env.reset(mask=[True, False])
    assert env.terminated.tolist() == [False, True]
    assert env.fens()[0] == start[0]


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_games_that_are_not_reset_keep_their_rewards_and_ends(autoreset: Autoreset) -> None:
    env = BatchEnv(4, seed=1, threads=2, autoreset=autoreset)
    env.set_fens([LAST_CAPTURE] * 4)
    _, rewards, terminated, _, _ = env.step(fn.Position.from_fen(LAST_CAPTURE).actions() * 4)
    env.reset(mask=[False, True, False, False])
    assert rewards.tolist() == [[1.0, -1.0], [0.0, 0.0], [1.0, -1.0], [1.0, -1.0]]
    assert terminated.tolist() == [True, False, True, True]
    env.reset()
    assert not rewards.any()
    assert not terminated.any()


def test_a_long_game_is_truncated() -> None:
    env = BatchEnv(50, seed=1, max_turns=6)
    for _ in range(60):
        env.step(env.sample())
        ended = np.array([fen.split(" ")[4] == "4" and " w - " in fen for fen in env.fens()])
        assert (env.truncated == ended).all()
        assert not env.rewards.any()
    assert env.truncated.any()


@pytest.mark.parametrize("mask", [[True], [1, 0], [[True, False]]])
def test_a_wrong_mask_is_refused(mask: list[bool]) -> None:
    with pytest.raises(ValueError, match=r"mask: expected bool of shape \(2,\)"):
        BatchEnv(2).reset(mask=mask)


def same(one: np.ndarray[Any, Any] | None, two: np.ndarray[Any, Any] | None) -> bool:
    return one is not None and two is not None and np.array_equal(one, two)


def run(env: BatchEnv, steps: int) -> bytes:
    for _ in range(steps):
        env.step(env.sample())
    return env.state_bytes()


def test_all_chance_follows_from_the_seed() -> None:
    one = run(BatchEnv(9, seed=7), 100)
    assert run(BatchEnv(9, seed=7, threads=4), 100) == one
    assert run(BatchEnv(9, seed=7, threads=2, observations=False), 100) == one
    assert run(BatchEnv(9, seed=8), 100) != one
    env = BatchEnv(9)
    env.reset(seed=7)
    assert run(env, 100) == one
    assert run(BatchEnv(9), 100) != run(BatchEnv(9), 100)


def test_clones_and_states_go_on_alike() -> None:
    env = BatchEnv(9, seed=7, threads=2, max_turns=30)
    run(env, 50)
    twins = [env.clone(), copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    other = BatchEnv(9, seed=1, max_turns=30)
    other.set_state(env.state_bytes())
    twins.append(other)
    before = env.state_bytes()
    assert all(same(twin.masks, env.masks) for twin in twins)
    after = run(twins[0], 30)
    assert env.state_bytes() == before, "a clone leaves the original alone"
    assert all(run(twin, 30) == after for twin in [env, *twins[1:]])
    assert all(same(twin.observations, env.observations) for twin in twins)


@pytest.mark.parametrize("state", [b"", b"FANB\x01", b"x" * 100, BatchEnv(3).state_bytes()])
def test_a_wrong_state_is_refused(state: bytes) -> None:
    env = BatchEnv(2, seed=1)
    before = env.state_bytes()
    with pytest.raises(ValueError, match="state: "):
        env.set_state(state)
    assert env.state_bytes() == before


@pytest.mark.parametrize(
    ("fens", "says"),
    [
        ([CHAIN], "fens: 1 for 2 games"),
        ([CHAIN, "8/8"], "fens: game 1: invalid position: ROWS"),
        ([CHAIN, "bbb/b1w/www w"], "fens: game 1: .*a telo board, not tsivy"),
    ],
)
def test_wrong_positions_are_refused(fens: list[str], says: str) -> None:
    env = BatchEnv(2, seed=1)
    before = env.state_bytes()
    with pytest.raises(ValueError, match=says):
        env.set_fens(fens)
    assert env.state_bytes() == before


def test_positions_come_back() -> None:
    env = BatchEnv(20, seed=3)
    run(env, 90)
    other = BatchEnv(20)
    other.set_fens(env.fens())
    assert other.fens() == env.fens()
    assert same(other.masks, env.masks)


def test_lists_and_masks_say_the_same() -> None:
    env = BatchEnv(30, variant="dimy", seed=3, threads=2)
    for _ in range(60):
        env.step(env.sample())
        starts, actions = env.legal_actions()
        assert env.masks is not None
        rows = np.repeat(np.arange(30), np.diff(starts))
        assert np.array_equal(np.nonzero(env.masks), (rows, actions))


def test_random_actions_are_equally_likely() -> None:
    env = BatchEnv(5000, seed=3, observations=False)
    counts = np.unique(env.sample(), return_counts=True)[1]
    assert len(counts) == 5
    assert abs(counts - 1000).max() < 150


def test_threads_of_python_may_share_a_batch() -> None:
    env = BatchEnv(8, seed=1, threads=2, autoreset="disabled", max_turns=1)
    errors: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(300):
                env.reset()
                env.fens()
                env.sample()
        except Exception as error:  # noqa: BLE001  # whatever it is fails the test
            errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert not errors


FORK = """
import os
from fanorona.batch import BatchEnv
env = BatchEnv(4, seed=1, threads=2)
twin = env.clone()
child = os.fork()
env.step(env.sample())
twin.step(twin.sample())
if child == 0:
    os._exit(0 if env.state_bytes() == twin.state_bytes() else 1)
raise SystemExit(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork")
def test_a_fork_goes_on_without_the_threads() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], check=True, timeout=60)
