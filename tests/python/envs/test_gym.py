"""The Gymnasium environments: the field's own suite, opponents, and many games at once."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import fanorona as fn
from fanorona.batch import BatchEnv
from fanorona.envs import gym
from fanorona.envs.game import StepGame
from fanorona.envs.opponents import opponent_of
from planes import observation

CHAIN = "3b5/9/2w1b4/9/9 w"
LAST_CAPTURE = "9/9/w1bbbbbbb/9/9 w"


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
@pytest.mark.parametrize("opponent", ["random", "level=1"])
def test_the_suite_of_gymnasium(variant: fn.Variant, opponent: str) -> None:
    env = gymnasium.make(gym.ID, variant=variant, opponent=opponent, illegal_reward=-1.0)
    check_env(env.unwrapped)


def test_pettingzoo_is_not_needed() -> None:
    script = "import sys; sys.modules['pettingzoo'] = None; import fanorona.envs.gym"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def play(env: gym.FanoronaEnv, seed: int) -> tuple[float, list[str]]:
    """The last reward of a random game, and its turns."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    over, reward = False, 0.0
    while not over:
        assert reward == 0.0
        board = env.game.board
        color = (fn.WHITE, fn.BLACK)[info["side"]]
        assert board.turn is color
        assert np.flatnonzero(info["action_mask"]).tolist() == board.position.actions()
        seen, reward, terminated, truncated, info = env.step(
            env.action_space.sample(info["action_mask"])
        )
        assert (seen == observation(env.game.board, color)).all()
        over = terminated or truncated
    return reward, [str(turn) for turn in env.game.board.move_stack]


@pytest.mark.parametrize("side", [0, 1])
def test_the_reward_is_the_agents(side: int) -> None:
    env = gym.FanoronaEnv(variant="telo", rules="standard;no_capture=2", side=side)
    rewards = set()
    for seed in range(40):
        reward, _ = play(env, seed)
        white = {"1-0": 1.0, "0-1": -1.0, "1/2-1/2": 0.0}[env.game.board.result()]
        assert reward == (white if side == 0 else -white)
        rewards.add(reward)
    assert rewards == {1.0, 0.0, -1.0}


@pytest.mark.parametrize("opponent", ["random", "level=2"])
def test_all_chance_follows_from_the_seed(opponent: str) -> None:
    env, other = (gym.FanoronaEnv(variant="dimy", opponent=opponent) for _ in range(2))
    games = [play(env, seed) for seed in range(4)]
    assert [play(other, seed) for seed in reversed(range(4))] == games[::-1]
    assert len({str(game) for game in games}) > 1


def test_a_callable_is_an_opponent() -> None:
    asked = []

    def first(board: fn.Board) -> fn.Move:
        asked.append(board.fen())
        return min(board.legal_moves, key=str)

    env = gym.FanoronaEnv(opponent=first, side=1)
    env.reset(seed=1)
    assert asked == [fn.Board().fen()]
    assert str(env.game.board.peek()) == "d2-e3A"


def test_an_opponent_that_plays_nonsense_is_reported() -> None:
    env = gym.FanoronaEnv(opponent=lambda _: fn.Move.parse("a1-a2"), side=1)
    with pytest.raises(fn.IllegalMoveError):
        env.reset(seed=1)


def test_the_agent_acts_again_inside_a_chain() -> None:
    env = gym.FanoronaEnv(side=0)
    env.reset(seed=1, options={"fen": CHAIN})
    env.step(env.game.actions[0])
    assert env.game.board.turn is fn.WHITE
    assert env.game.board.position.chain is not None


def test_a_game_is_won_and_then_over() -> None:
    env = gym.FanoronaEnv(side=0)
    env.reset(seed=1, options={"fen": LAST_CAPTURE})
    *_, reward, terminated, truncated, _ = env.step(env.game.actions[0])
    assert (reward, terminated, truncated) == (1.0, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_a_long_game_is_truncated() -> None:
    env = gym.FanoronaEnv(side=0, max_turns=1)
    env.reset(seed=1)
    *_, reward, terminated, truncated, info = env.step(310)
    assert (reward, terminated, truncated, info["action_mask"].any()) == (0.0, False, True, False)


@pytest.mark.parametrize(
    ("settings", "fen", "says"),
    [
        ({"variant": "telo", "max_turns": 1}, None, "max_turns 1: the opponent ends the game"),
        ({"variant": "dimy"}, "5/5/1w1b1/5/5 w", "fen '5/5/1w1b1/5/5 w - 0 1': the opponent ends"),
        (
            {"variant": "tsivy", "rules": "standard;no_capture=2"},
            "b8/9/9/9/8w w - 1 30",
            "fen 'b8/9/9/9/8w w - 1 30': the opponent ends",
        ),
    ],
)
def test_a_game_that_the_opponent_ends_at_once_is_refused(
    settings: dict[str, Any], fen: str | None, says: str
) -> None:
    env = gym.FanoronaEnv(side=1, illegal_reward=-7.0, **settings)
    with pytest.raises(ValueError, match=says):
        env.reset(seed=1, options={"fen": fen} if fen else None)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1, options={"side": 0})
    assert info["action_mask"].any()


@pytest.mark.parametrize("action", [0, -1, 1081])
def test_an_illegal_action_changes_nothing_or_is_paid(action: int) -> None:
    env = gym.FanoronaEnv(side=0)
    env.reset(seed=1)
    before = env.game.board.fen()
    with pytest.raises(fn.IllegalMoveError, match=f"action {action} is not legal"):
        env.step(action)
    with pytest.raises(ValueError, match="action nan"):
        env.step(float("nan"))
    assert env.game.board.fen() == before
    assert paid_for(action) == (-0.5, True, False)


@pytest.mark.parametrize("action", [0.5, float("nan"), "x", None, [310]])
def test_what_is_no_action_is_paid(action: object) -> None:
    assert paid_for(action) == (-0.5, True, False)


def paid_for(action: object) -> tuple[float, bool, bool]:
    """Reward and end after an action that may be illegal."""
    env = gym.FanoronaEnv(side=0, illegal_reward=-0.5)
    env.reset(seed=1)
    *_, reward, terminated, truncated, _ = env.step(action)
    return reward, terminated, truncated


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        ({"side": 2}, ValueError, "side 2"),
        ({"side": "white"}, ValueError, "side 'white'"),
        ({"opponent": "nobody"}, ValueError, "nobody"),
        ({"opponent": 5}, TypeError, "opponent: expected a text or a callable, not int"),
        ({"rules": "huffing"}, ValueError, "capture=huff"),
    ],
)
def test_wrong_settings_are_refused(
    settings: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        gym.FanoronaEnv(**settings)  # type: ignore[arg-type]  # wrong ones


def test_many_games_are_those_of_a_batch() -> None:
    env = gymnasium.make_vec(gym.ID, num_envs=30, variant="telo", threads=2)
    assert isinstance(env, gym.FanoronaVectorEnv)
    batch = BatchEnv(30, variant="telo", seed=5)
    seen, infos = env.reset(seed=5)
    assert env.observation_space.contains(seen)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    paid = set()
    for _ in range(100):
        assert np.array_equal(infos["action_mask"], batch.masks)  # type: ignore[arg-type]  # there
        actions, actors = env.sample(), infos["agents"]
        assert env.action_space.contains(actions)
        assert np.array_equal(actions, batch.sample())
        seen, rewards, terminated, truncated, infos = env.step(actions)
        batch.step(actions)
        assert np.array_equal(seen, batch.observations)  # type: ignore[arg-type]  # there
        assert np.array_equal(terminated, batch.terminated)
        assert not truncated.any()
        assert rewards.tolist() == [batch.rewards[i, actors[i]] for i in range(30)]
        assert np.array_equal(infos["rewards"], batch.rewards)
        assert infos["_agents"].all()
        paid |= set(rewards.tolist())
    assert {0.0, 1.0} <= paid


def test_last_observations_of_many_games() -> None:
    env = gym.FanoronaVectorEnv(20, variant="telo", autoreset="same_step")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    _, infos = env.reset(seed=1)
    assert "final_obs" not in infos
    ended = 0
    for _ in range(50):
        _, _, terminated, _, infos = env.step(env.sample())
        assert np.array_equal(infos["_final_obs"], terminated)
        for final, there in zip(infos["final_obs"], terminated, strict=True):
            assert (final is not None) == there
            assert final is None or final.shape == (20, 3, 3)
        ended += terminated.sum()
    assert ended > 20


def test_what_a_step_gave_stays() -> None:
    env = gym.FanoronaVectorEnv(4, variant="telo")
    kept = env.reset(seed=1)
    before = copy.deepcopy(kept)
    for _ in range(3):
        env.step(env.sample())
    assert np.array_equal(kept[0], before[0])
    for name, values in before[1].items():
        assert np.array_equal(kept[1][name], values)


def test_some_of_many_games_begin_anew() -> None:
    env = gym.FanoronaVectorEnv(2, autoreset="disabled")
    env.reset(seed=1)
    env.step(env.sample())
    env.reset(options={"reset_mask": np.array([True, False])})
    start = fn.Board().fen()
    assert [fen == start for fen in env.batch.fens()] == [True, False]
    with pytest.raises(ValueError, match="seed: expected one for all games"):
        env.reset(seed=[1, 2])


def test_the_random_opponent_follows_from_the_seed_of_the_game() -> None:
    def choices(seed: int) -> list[fn.Move]:
        game = StepGame("tsivy", "standard")
        opponent = opponent_of("random")
        opponent.new_game(0)
        opponent.act(game)
        game.reset()
        opponent.new_game(seed)
        for _ in range(20):
            opponent.act(game)
        return game.board.move_stack

    assert choices(1) == choices(1) != choices(2)
