"""What the built-in engine and an engine behind a command have in common."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

import fanorona as fn
from fanorona.annotation import annotate
from fanorona.engine import AnyEngine, Engine, Limit, UgiEngine
from fanorona.errors import EngineError
from fanorona.record import Game

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["built in", "ugi"])
def engine(request: pytest.FixtureRequest) -> Iterator[AnyEngine]:
    started: AnyEngine = (
        Engine()
        if request.param == "built in"
        else UgiEngine([sys.executable, "-m", "fanorona", "ugi"], timeout=60)
    )
    with started as engine:
        assert engine is started
        yield engine


def test_both_play_analyse_and_annotate(engine: AnyEngine) -> None:
    board = fn.Board("telo")
    assert engine.play(board, Limit(depth=4)).move in board.legal_moves
    assert engine.analyse(board, Limit(depth=4)).depth == 4
    assert len(engine.analyse(board, Limit(depth=4), multipv=2)) == 2
    engine.new_game()
    game = Game("telo")
    game.add_main_variation("b1-b2A")
    assert [turn.ply for turn in annotate(game, engine, Limit(depth=4))] == [0]


@pytest.mark.parametrize("limit", [Limit(), Limit(time=float("inf"))], ids=["empty", "infinite"])
def test_both_refuse_to_search_for_ever(engine: AnyEngine, limit: Limit) -> None:
    with pytest.raises(ValueError, match="never end"):
        engine.play(fn.Board(), limit)
    with pytest.raises(ValueError, match="never end"):
        engine.analyse(fn.Board(), limit)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((None, Limit(depth=1)), "board: expected a Board, not NoneType"),
        ((fn.Position(), Limit(depth=1)), "board: expected a Board, not Position"),
        ((fn.Board(), None), "limit"),
        ((fn.Board(), 1.0), "limit: expected a Limit, not float"),
    ],
    ids=["no board", "position", "no limit", "seconds"],
)
def test_both_refuse_other_things(engine: AnyEngine, arguments: tuple[Any, Any], told: str) -> None:
    for search in (engine.play, engine.analyse):
        with pytest.raises((TypeError, ValueError), match=told):
            search(*arguments)


def test_both_are_closed_for_good(engine: AnyEngine) -> None:
    for _ in range(2):
        engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.play(fn.Board(), Limit(depth=1))
    with pytest.raises(EngineError, match="closed"):
        engine.new_game()


@pytest.mark.parametrize(
    "numbers",
    [
        {"time": "1"},
        {"time": True},
        {"depth": 1.5},
        {"depth": True},
        {"nodes": "1"},
        {"level": 2.0},
    ],
    ids=str,
)
def test_limits_are_numbers(numbers: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="|".join(numbers)):
        Limit(**numbers)


def test_an_analysis_keeps_its_result() -> None:
    board = fn.Board("dimy")
    with Engine().analysis(board, Limit(nodes=5000), multipv=2) as analysis:
        told = list(analysis)
        assert list(analysis) == []
    found = analysis.result()
    assert [info.multipv for info in found] == [1, 2]
    assert found[0].depth == told[-1].depth
    assert found[0].nodes >= told[-1].nodes
    again = Engine().analyse(board, Limit(nodes=5000), multipv=2)
    assert [info.pv for info in found] == [info.pv for info in again]


def test_a_stopped_analysis_has_a_result() -> None:
    with Engine().analysis(fn.Board()) as analysis:
        next(iter(analysis))
    assert analysis.result()[0].pv
