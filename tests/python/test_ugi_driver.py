"""The driver with engines that behave, and with one that misbehaves in every way we know."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fanorona import Board, Move
from fanorona.engine import Limit, Score, UgiEngine
from fanorona.errors import (
    EngineCrashedError,
    EngineError,
    EngineProtocolError,
    EngineTimeoutError,
)
from fanorona.ugi import Clocks
from fanorona.ugi.settings import SHIPPED_TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = [sys.executable, "-m", "fanorona", "ugi"]
SCRIPTED = [sys.executable, "-u", str(Path(__file__).with_name("ugi_scripted_engine.py"))]


def scripted(fault: str) -> UgiEngine:
    """An engine with a fault. Only where it will never answer is the time short."""
    engine = UgiEngine([*SCRIPTED, fault], timeout=0.5 if START_FAULTS.get(fault) is MUTE else 30)
    if fault.startswith("silent"):
        engine._timeout = 0.2
    return engine


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(scope="module")
def engine() -> Iterator[UgiEngine]:
    with UgiEngine(SERVER, options={"Hash": 4}, timeout=30) as engine:
        yield engine


@pytest.mark.smoke
def test_plays_a_legal_turn_with_a_line(engine: UgiEngine) -> None:
    board = Board()
    result = engine.play(board, Limit(depth=3))
    assert result.move in board.legal_moves
    assert result.info.pv[0] == result.move
    assert result.info.depth == 3
    assert result.info.nodes > 0
    assert not board.move_stack


def test_says_who_it_is_and_what_it_can_be_told(engine: UgiEngine) -> None:
    assert engine.id["name"].startswith("fanorona ")
    assert engine.id["author"] == "the fanorona developers"
    assert engine.options["Threads"].high == 256
    assert engine.options["Variant"].choices[0] == "telo"
    assert engine.options["TablesPath"].default == SHIPPED_TABLES
    assert "fanorona" in repr(engine)


@pytest.mark.parametrize("limit", [Limit(time=0.05), Limit(nodes=500), Limit(depth=1)])
def test_limits(engine: UgiEngine, limit: Limit) -> None:
    board = Board("dimy")
    assert engine.play(board, limit).move in board.legal_moves


def test_clocks(engine: UgiEngine) -> None:
    board = Board("dimy")
    for clocks in (
        Clocks(white=1, black=0.001, white_increment=0.01),
        Clocks(white=0.5, black=5, moves_to_go=3),
        Clocks(white=-0.1, black=5),
    ):
        assert engine.play(board, clocks=clocks).move in board.legal_moves
        assert engine.play(board, Limit(depth=2), clocks=clocks).info.depth <= 2


def test_rules_boards_and_histories_are_told(engine: UgiEngine) -> None:
    for variant, rules in (
        ("telo", "theory"),
        ("3x7", "fifty"),
        ("dimy", "huffing"),
        ("tsivy", "standard;first_turn_single=yes"),
        ("tsivy", "alquerque"),
    ):
        board = Board(variant, rules)
        for _ in range(4):
            move = engine.play(board, Limit(nodes=300)).move
            assert move is not None
            board.push(move)
            assert engine.query("p1turn", board) == ("true" if board.turn.value == "w" else "false")


def test_a_chain_in_progress(engine: UgiEngine) -> None:
    board = Board()
    while board.position.chain is None:
        board.push_step(board.legal_steps[-1])
    chain = board.position.chain
    for middle in (board, Board(fen=board.fen())):
        move = engine.play(middle, Limit(depth=2)).move
        assert move in middle.legal_moves
        assert str(move).startswith(str(chain))
        assert engine.query("gameover", middle) == "false"


def test_several_lines(engine: UgiEngine) -> None:
    board = Board("dimy")
    infos = engine.analyse(board, Limit(depth=3), multipv=3)
    assert [info.multipv for info in infos] == [1, 2, 3]
    assert len({info.pv[0] for info in infos}) == 3
    assert engine.analyse(board, Limit(depth=3)).multipv == 1


def test_ends_of_games(engine: UgiEngine) -> None:
    over = Board(fen="3/3/ww1 b")
    result = engine.play(over, Limit(depth=1))
    assert (result.move, result.info.score) == (None, Score(loss_in=0))
    assert engine.query("gameover", over) == "true"
    assert engine.query("result", over) == "p1win"
    assert engine.query("result", Board()) == "none"
    drawn = Board()
    drawn.agree_draw()
    assert engine.play(drawn, Limit(depth=1)).info.score == Score(estimate=0)
    # Repetition is seen by the engine only if it is told the whole game.
    shuffle = Board(fen="b4/5/5/5/4w w")
    for text in ("e1-e2", "a5-a4", "e2-e1", "a4-a5") * 2:
        shuffle.push(text)
    assert shuffle.is_game_over()
    assert engine.query("result", shuffle) == "draw"


def test_wrong_use(engine: UgiEngine) -> None:
    with pytest.raises(ValueError, match="never end"):
        engine.play(Board())
    with pytest.raises(ValueError, match="never end"):
        engine.analyse(Board(), Limit(time=float("inf")))
    with pytest.raises(ValueError, match="no option 'Style'"):
        engine.set_option("Style", 3)
    with pytest.raises(ValueError, match="Threads"):
        engine.set_option("threads", 0)
    with pytest.raises(ValueError, match="not printable"):
        engine.set_option("TablesPath", "x\nquit")
    with pytest.raises(ValueError, match="multipv 0"):
        engine.analyse(Board(), Limit(depth=1), multipv=0)
    assert engine.play(Board(), Limit(depth=1)).move is not None


def test_stop_from_another_thread(engine: UgiEngine) -> None:
    threading.Timer(0.3, engine.stop).start()
    # It would take years otherwise.
    assert engine.play(Board(), Limit(nodes=10**15)).move is not None
    engine.stop()
    engine.new_game()


def test_an_interrupt_gets_through_and_ends_the_engine() -> None:
    with UgiEngine(SERVER, timeout=30) as engine:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            engine.play(Board(), Limit(nodes=10**15))
        assert not is_running(engine.pid)
        with pytest.raises(EngineError, match="interrupted"):
            engine.new_game()


def test_levels() -> None:
    with UgiEngine(SERVER, options={"Level": 5}, timeout=30) as engine:
        for limit in (Limit(level=2), Limit(nodes=100), Limit(level=2)):
            assert engine.play(Board("dimy"), limit).move in Board("dimy").legal_moves
    with scripted("none") as engine, pytest.raises(ValueError, match="no option Level"):
        engine.play(Board(), Limit(level=2))


def test_one_search_at_a_time(engine: UgiEngine) -> None:
    search = threading.Thread(target=engine.play, args=(Board(), Limit(nodes=10**15)))
    search.start()
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="searching already"):
        engine.play(Board(), Limit(depth=1))
    engine.stop()
    search.join()


def test_a_refused_option() -> None:
    with pytest.raises(EngineProtocolError, match="refused"):
        UgiEngine(SERVER, options={"Rules": "no-such-rules"})


def test_commands_as_text() -> None:
    with UgiEngine(f"'{sys.executable}' -m fanorona ugi", timeout=30) as engine:
        assert engine.id
    with pytest.raises(ValueError, match="no command"):
        UgiEngine("")
    with pytest.raises(ValueError, match="timeout"):
        UgiEngine(SERVER, timeout=0)


MUTE = EngineTimeoutError
START_FAULTS = {
    "silent-ugi": MUTE,
    "never-reads": MUTE,
    "silent-ready": MUTE,
    "flood": EngineProtocolError,
    "bad-option": EngineProtocolError,
    "deaf": EngineCrashedError,
}
GO_FAULTS = {
    "illegal": (EngineProtocolError, "played 'a1-a2'"),
    "no-text": (EngineProtocolError, "played"),
    "no-move": (EngineProtocolError, "played '0000'"),
    "bare-bestmove": (EngineProtocolError, "played ''"),
    "refuses-go": (EngineProtocolError, "not today"),
    "silent-go": (MUTE, "did not answer in time"),
    "flood-go": (EngineProtocolError, "floods"),
    "garbage-go": (EngineProtocolError, "floods"),
    "binary-go": (EngineProtocolError, "longer than"),
    "crash-go": (EngineCrashedError, "ended with status 1: the dog ate my search"),
    "kill-go": (EngineCrashedError, "ended by signal 9"),
    "close-go": (EngineCrashedError, "closed its output"),
}
QUERY_FAULTS = {
    "odd-answer": EngineProtocolError,
    "long-answer": EngineProtocolError,
    "silent-query": MUTE,
}


@pytest.mark.parametrize("fault", START_FAULTS)
def test_engines_that_do_not_start(fault: str) -> None:
    with pytest.raises(EngineError) as caught:
        scripted(fault)
    assert type(caught.value) is START_FAULTS[fault]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (["/no/such/engine"], EngineError),
        ([sys.executable, "-c", "pass"], EngineCrashedError),
        ([sys.executable, "-c", "raise SystemExit('no licence')"], EngineCrashedError),
    ],
)
def test_programs_that_are_no_engine(command: list[str], error: type[EngineError]) -> None:
    with pytest.raises(EngineError) as caught:
        UgiEngine(command, timeout=30)
    assert type(caught.value) is error


@pytest.mark.parametrize("limit", [Limit(depth=5), Limit(time=0.1)], ids=["depth", "time"])
@pytest.mark.parametrize("fault", GO_FAULTS)
def test_engines_that_fail_to_search(fault: str, limit: Limit) -> None:
    error, message = GO_FAULTS[fault]
    engine = scripted(fault)
    with pytest.raises(EngineError, match=message) as caught:
        engine.play(Board(), limit)
    assert type(caught.value) is error
    assert not is_running(engine.pid)
    with pytest.raises(EngineError, match="no more"):
        engine.play(Board(), limit)
    engine.close()


@pytest.mark.parametrize("fault", QUERY_FAULTS)
def test_engines_that_fail_to_answer(fault: str) -> None:
    engine = scripted(fault)
    with pytest.raises(EngineError) as caught:
        engine.query("result", Board())
    assert type(caught.value) is QUERY_FAULTS[fault]
    assert not is_running(engine.pid)


def test_an_engine_that_is_out_of_step() -> None:
    with scripted("none") as engine:
        board = Board()
        move = engine.play(board, Limit(depth=1)).move
        assert move == Move.parse("d3-e3A", "tsivy")
        board.push(move)
        with pytest.raises(EngineProtocolError, match="played 'd3-e3A'"):
            engine.play(board, Limit(depth=1))


def test_noise_does_no_harm() -> None:
    with scripted("noisy") as engine:
        for _ in range(3):
            result = engine.play(Board(), Limit(depth=1))
            assert str(result.move) == "d3-e3A"
            assert result.info.pv[0] == result.move


def test_options_of_every_kind() -> None:
    with scripted("none") as engine:
        engine.set_option("style", "Very Risky")
        engine.set_option("Clear", "")
        engine.set_option("Ponder", value="true")
        for name, value in (("Style", "Odd"), ("Ponder", "maybe"), ("MultiPV", 5)):
            with pytest.raises(ValueError, match=name):
                engine.set_option(name, value)
    engine = scripted("refuses-option")
    with pytest.raises(EngineProtocolError, match="refused"):
        engine.set_option("Style", "Very Risky")


def test_killed_in_mid_game() -> None:
    board = Board()
    with UgiEngine(SERVER, timeout=30) as engine:
        board.push(engine.play(board, Limit(depth=1)).move or "")
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineCrashedError, match="signal 9"):
            engine.play(board, Limit(depth=1))


def test_killed_while_searching() -> None:
    with UgiEngine(SERVER, timeout=30) as engine:
        threading.Timer(0.3, os.kill, (engine.pid, signal.SIGKILL)).start()
        with pytest.raises(EngineCrashedError, match="signal 9"):
            engine.play(Board(), Limit(nodes=10**15))


def test_closed_while_searching() -> None:
    engine = UgiEngine(SERVER, timeout=30)
    threading.Timer(0.3, engine.close).start()
    with contextlib.suppress(EngineError):
        engine.play(Board(), Limit(nodes=10**15))
    with pytest.raises(EngineError, match="closed"):
        engine.play(Board(), Limit(depth=1))


def test_the_process_ends_with_the_object() -> None:
    with UgiEngine(SERVER, timeout=30) as engine:
        first = engine.pid
        assert is_running(first)
    assert not is_running(first)
    engine.close()

    forgotten = scripted("none")
    second = forgotten.pid
    del forgotten
    gc.collect()
    assert not is_running(second)

    stubborn = scripted("immortal")
    stubborn.close()
    assert not is_running(stubborn.pid)
