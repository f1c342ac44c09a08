"""The OpenSpiel game: the field's own suite, golden playthroughs, and what they do not look at."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

import fanorona as fn
from fanorona.envs import openspiel
from planes import observation
from strategies import DATA, ROOT

if TYPE_CHECKING:
    from pathlib import Path

PLAYTHROUGHS: Final = sorted((DATA / "playthroughs").iterdir())


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_the_suite_of_openspiel(variant: fn.Variant) -> None:
    game = pyspiel.load_game(openspiel.NAME, {"variant": variant.name, "max_turns": 60})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["fifty", "alquerque", "theory;most=yes", "theory;most:yes"])
def test_other_rules(rules: str) -> None:
    params = {"variant": "dimy", "rules": rules, "max_turns": 50}
    game = pyspiel.load_game(openspiel.NAME, params)
    assert str(game.new_initial_state().game.rules) == rules.replace(":", "=")
    assert str(pyspiel.load_game(str(game))) == str(game)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: str(path.stem))
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    # The generator asks for a flag of its command line.
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    golden, found = generate_playthrough.replay(str(path))
    # Line by line: the first that differs says more than two long texts.
    for wanted, line in zip(golden.splitlines(), found.splitlines(), strict=True):
        assert wanted == line


def test_playthroughs_show_every_board_with_a_name_and_every_end() -> None:
    games, ends = set(), set()
    for path in PLAYTHROUGHS:
        lines = path.read_text(encoding="utf-8").splitlines()
        game = pyspiel.load_game(lines[0].removeprefix("game: "))
        games.add(str(game.variant))
        ends.add(next(line for line in reversed(lines) if line.startswith("Returns")))
    assert games == {"telo", "dimy", "tsivy"}
    assert ends == {f"Returns() = {paid}" for paid in ("[1, -1]", "[-1, 1]", "[0, 0]")}


@pytest.mark.deep
def test_playthroughs_can_be_made_anew(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "tools" / "playthroughs.py"), "--output", str(tmp_path)]
    subprocess.run(words, check=True, timeout=300)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == [path.name for path in PLAYTHROUGHS]
    for path, golden in zip(made, PLAYTHROUGHS, strict=True):
        assert path.read_bytes() == golden.read_bytes()


def test_who_acts_what_is_seen_and_what_is_paid() -> None:
    rng = random.Random(1)
    game = pyspiel.load_game(openspiel.NAME, {"variant": "telo", "max_turns": 40})
    observer = make_observation(game)
    repeated, results = 0, set()
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            board, player = state.game.board, state.current_player()
            assert player == (board.turn is fn.BLACK)
            assert state.legal_actions() == board.position.actions()
            assert state.legal_actions(1 - player) == []
            for who, color in enumerate([fn.WHITE, fn.BLACK]):
                observer.set_from(state, who)
                assert (observer.dict["observation"] == observation(board, color)).all()
            clone, before = state.clone(), board.fen()
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            assert str(clone) == before
            assert clone.history() == state.history()[:-1]
            repeated += state.current_player() == player
        white = {"1-0": 1.0, "0-1": -1.0}.get(state.game.board.result(), 0.0)
        assert state.returns() == [white, -white]
        results.add(white)
    assert repeated > 10
    assert {1.0, -1.0} <= results


def test_a_clone_is_independent() -> None:
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    clone = state.clone()
    state.apply_action(310)
    assert str(clone) == fn.Board().fen()
    assert str(state) != str(clone)


def test_actions_have_names() -> None:
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(names) == sorted(map(str, fn.Position().legal_moves()))
    assert state.action_to_string(1080) == "end of turn"


def test_a_long_game_is_a_draw() -> None:
    game = pyspiel.load_game(openspiel.NAME, {"max_turns": 1})
    state = game.new_initial_state()
    state.apply_action(310)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_searches_and_environments_in_python_run() -> None:
    game = pyspiel.load_game(openspiel.NAME, {"variant": "telo", "max_turns": 20})
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    env = rl_environment.Environment(game)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(Exception, match="capture=huff"):
        openspiel.FanoronaGame({"rules": "huffing"})
    with pytest.raises(ValueError, match="max_turns 0"):
        openspiel.FanoronaGame({"max_turns": 0})
    with pytest.raises(ValueError, match="variant"):
        openspiel.FanoronaGame({"variant": "chess"})
