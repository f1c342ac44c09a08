"""The PettingZoo environment: the field's own suites, and what they do not look at."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import fanorona as fn
from fanorona.envs import aec
from planes import observation

CHAIN = "3b5/9/2w1b4/9/9 w"
LAST_CAPTURE = "9/9/w1bbbbbbb/9/9 w"


# The suite says these of every environment whose observations are dictionaries with masks.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
@pytest.mark.parametrize("make", [aec.env, aec.raw_env, partial(aec.env, illegal_reward=-1.0)])
def test_the_suite_of_pettingzoo(variant: fn.Variant, make: type[aec.raw_env]) -> None:
    api_test(make(variant=variant, rules="standard;no_capture=50"), num_cycles=300)


def test_the_seed_suite_of_pettingzoo() -> None:
    seed_test(lambda: aec.env(max_turns=50), num_cycles=200)


def begun(fen: str | None = None, **settings: object) -> aec.raw_env:
    env = aec.raw_env(**settings)  # type: ignore[arg-type]  # as each test says
    env.reset(seed=1, options={"fen": fen} if fen else None)
    return env


def random_action(env: aec.raw_env, rng: np.random.Generator) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("variant", ["telo", "5x7", "tsivy"])
def test_who_acts_and_what_is_seen(variant: str) -> None:
    rng = np.random.default_rng(1)
    env = begun(variant=variant, rules="standard;no_capture=30")
    repeated = 0
    for _ in range(300):
        if env.game.over:
            env.reset()
        board, agent = env.game.board, env.agent_selection
        assert agent == ("player_0" if board.turn is fn.WHITE else "player_1")
        for other, color in [("player_0", fn.WHITE), ("player_1", fn.BLACK)]:
            seen = env.observe(other)
            planes = observation(board, color).astype(int)
            planes[17] //= 2
            assert (seen["observation"] == planes.transpose(1, 2, 0)).all()
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            assert legal == (board.position.actions() if other == agent else [])
            assert env.observation_space(other).contains(seen)
        env.step(random_action(env, rng))
        repeated += env.agent_selection == agent and not env.game.over
    assert repeated > 10


def test_no_continuation_passes_the_turn() -> None:
    env = begun()
    env.step(310)
    assert env.agent_selection == "player_1"


def test_the_same_agent_acts_again_inside_a_chain() -> None:
    env = begun(CHAIN)
    env.step(env.game.actions[0])
    assert env.agent_selection == "player_0"
    assert env.game.actions[-1] == 1080
    env.step(1080)
    assert env.agent_selection == "player_1"


def test_the_winner_is_paid_and_the_loser_pays() -> None:
    env = begun(LAST_CAPTURE)
    env.step(env.game.actions[0])
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}


def totals(env: aec.raw_env, seed: int) -> dict[str, float]:
    """What each agent was told of its rewards over a random game."""
    rng = np.random.default_rng(seed)
    sums = {"player_0": 0.0, "player_1": 0.0}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        env.step(None if terminated or truncated else random_action(env, rng))
    return sums


def test_agents_are_told_of_the_result() -> None:
    results = set()
    for seed in range(40):
        env = begun(variant="telo", rules="standard;no_capture=2")
        sums = totals(env, seed)
        result = env.game.board.result()
        results.add(result)
        white = {"1-0": 1.0, "0-1": -1.0, "1/2-1/2": 0.0}[result]
        assert sums == {"player_0": white, "player_1": -white}
        assert not env.agents
    assert results == {"1-0", "0-1", "1/2-1/2"}


def test_a_long_game_is_truncated_without_reward() -> None:
    env = begun(max_turns=3)
    assert totals(env, 1) == {"player_0": 0.0, "player_1": 0.0}
    env = begun(max_turns=1)
    env.step(310)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert not env.observe(env.agent_selection)["action_mask"].any()


@pytest.mark.parametrize("action", [0, -1, 1080, 1081, 10**30, np.int64(-1)])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    env = begun()
    before = env.game.board.fen()
    with pytest.raises(fn.IllegalMoveError, match=f"action {action} is not legal"):
        env.step(action)
    assert (env.game.board.fen(), env.agent_selection) == (before, "player_0")
    env.step(310)


@pytest.mark.parametrize("action", [float("nan"), 310.0, "310", None, np.float32(310)])
def test_what_is_no_action_changes_nothing(action: int) -> None:
    env = begun()
    before = env.game.board.fen()
    with pytest.raises(ValueError, match="expected a whole number"):
        env.step(action)
    assert env.game.board.fen() == before


@pytest.mark.parametrize(
    "action", [0, 216, 217, -1, -217, 10**30, np.int64(-1), 0.5, float("nan"), "x", None, [27]]
)
@pytest.mark.parametrize("player", [0, 1])
def test_an_illegal_action_may_be_paid_instead(action: int, player: int) -> None:
    env = aec.env(variant="telo", illegal_reward=-0.5)
    env.reset(seed=1)
    if player == 1:
        env.step(random_action(env, np.random.default_rng(1)))
    before = env.unwrapped.game.board.fen()
    env.step(action)
    paid = {f"player_{player}": -0.5, f"player_{1 - player}": 0.0}
    assert env.rewards == paid
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}
    assert env.unwrapped.game.board.fen() == before
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert told == paid
    assert not env.agents


def test_a_number_from_the_end_of_the_mask_is_illegal_in_a_chain_that_may_stop() -> None:
    env = aec.env(illegal_reward=-1.0)
    env.reset(seed=1, options={"fen": CHAIN})
    env.step(env.unwrapped.game.actions[0])
    assert env.observe("player_0")["action_mask"][-1] == 1
    env.step(-1)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}


def test_a_game_that_an_illegal_action_ended_can_begin_anew() -> None:
    env = aec.env(illegal_reward=-1.0)
    env.reset(seed=1)
    env.step("x")
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(310)
    env.reset(seed=1)
    env.step(310)
    assert env.agent_selection == "player_1"
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_an_agent_that_has_ended_does_nothing() -> None:
    env = begun(LAST_CAPTURE)
    env.step(env.game.actions[0])
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(310)
    env.step(None)
    env.step(None)
    assert not env.agents


def test_spaces_are_the_same_objects() -> None:
    env = begun()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)


def test_pictures() -> None:
    assert begun(render_mode="ansi").render() == str(fn.Position())
    assert str(begun(render_mode="svg").render()).startswith("<svg")
    assert begun().render() is None


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"rules": "huffing"}, "rules .*capture=huff is not offered step by step"),
        ({"variant": "chess"}, "variant"),
        ({"max_turns": 0}, "max_turns 0"),
        ({"render_mode": "human"}, "render_mode 'human'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        begun(**settings)  # type: ignore[arg-type]  # any setting


def test_a_finished_position_is_no_start() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        begun("9/9/9/bb7/wb7 w")
    with pytest.raises(fn.InvalidPositionError):
        begun("8/8")
