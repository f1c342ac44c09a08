"""The examples do what they say."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bots
import fanorona as fn
from fanorona.arena import FunctionSpec, Match, Standings, parse_player, play_match
from fanorona.cli import main
from strategies import ROOT, texts

LEARNER = ROOT / "examples" / "learner" / "learner.py"
ALL = [bots.Anything, bots.greedy, bots.minimax, bots.TreeSearch]


def met(*players: str, games: int, variant: fn.Variant = fn.DIMY) -> Standings:
    specs = tuple(map(parse_player, players))
    return play_match(Match(players=specs, games=games, variant=variant))


@pytest.mark.parametrize("variant", [fn.TELO, fn.TSIVY], ids=str)
def test_no_bot_is_ever_at_fault(variant: fn.Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.TreeSearch, "playouts", 5)
    specs = tuple(FunctionSpec(bot) for bot in ALL)  # type: ignore[arg-type]  # either kind
    standings = play_match(Match(players=specs, games=2, variant=variant))
    assert [account.faults for account in standings.accounts] == [0] * len(ALL)
    assert standings.games == 12


def test_bots_are_as_strong_as_they_should_be() -> None:
    tally = met("py:bots:greedy", "py:bots:Anything", games=40).tallies[0]
    assert tally.points > 20
    tally = met("py:bots:minimax", "py:bots:greedy", games=20).tallies[0]
    assert tally.points >= 16


@pytest.mark.deep
def test_tree_search_is_stronger_than_greedy() -> None:
    tally = met("py:bots:TreeSearch", "py:bots:greedy", games=20).tallies[0]
    assert tally.points >= 15


def test_minimax_is_thirty_lines() -> None:
    parts = (bots.material, bots.worth, bots.minimax)
    lines = [line for part in parts for line in inspect.getsource(part).splitlines() if line]
    assert len(lines) <= 30


def slow_worth(position: fn.Position, depth: int) -> float:
    """The same without cutting anything off."""
    moves = position.legal_moves()
    if not moves:
        return -bots.WON - depth
    if depth <= 0:
        return bots.material(position)
    return max(-slow_worth(position.play(move), depth - 1) for move in moves)


def test_cutting_off_changes_no_value() -> None:
    start = fn.Position("dimy")
    for first in start.legal_moves():
        for second in start.play(first).legal_moves():
            here = start.play(first).play(second)
            wide = float("inf")
            assert bots.worth(here, 2, -wide, wide) == slow_worth(here, 2)


def test_chance_follows_from_the_seed() -> None:
    board = fn.Board()
    for kind in (bots.Anything, bots.TreeSearch):
        chosen = []
        for seed in (7, 7, *range(30)):
            bot = kind()
            bot.new_game(seed)
            chosen.append(bot.choose(board.copy()))
        assert chosen[0] == chosen[1]
        assert len(set(chosen)) > 1
        assert set(texts(chosen)) <= set(texts(board.legal_moves))


@pytest.mark.deep
def test_the_command_finds_bots_of_the_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT / "examples")
    words = ["match", "py:bots:Anything", "py:bots:minimax", "level=1", "--variant", "dimy"]
    assert main([*words, "--games", "4", "--jobs", "2"]) == 0
    assert "py:bots:minimax" in capsys.readouterr().out


def interpreter() -> str | None:
    """One with PyTorch: this one, or that of Debian's package."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    for name in (sys.executable, "/usr/bin/python3"):
        words = [name, "-c", "import torch, fanorona"]
        if Path(name).exists():
            done = subprocess.run(words, env=environment, capture_output=True, check=False)
            if done.returncode == 0:
                return name
    return None


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_the_learner_learns(tmp_path: Path) -> None:
    python = interpreter()
    if python is None:
        pytest.skip("needs PyTorch: examples/learner/requirements.txt, or Debian's python3-torch")
    weights = tmp_path / "learned.pt"
    done = subprocess.run(
        [python, str(LEARNER), "--seed", "1", "--weights", str(weights)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        text=True,
        check=True,
    )
    first, *_, last = map(json.loads, done.stdout.splitlines())
    assert last["random"] >= 0.95
    assert last["greedy"] >= 0.6
    assert last["random"] > first["random"]
    assert last["greedy"] > first["greedy"]
    assert weights.stat().st_size > 10_000
