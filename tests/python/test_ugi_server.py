"""``fanorona ugi`` as a front end meets it: a process that reads and writes lines."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

from fanorona import Board
from fanorona.enums import Color
from fanorona.ugi.clock import parse_go, time_for_turn
from fanorona.ugi.lines import LONGEST_LINE
from fanorona.ugi.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+"
    r" hashfull \d+ tbhits \d+ time \d+( pv( \S+)+)?"
)


class FrontEnd:
    """Talks to the server and waits for what it says."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fanorona", "ugi"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.watchdog = threading.Timer(60, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self.stdin.write(f"{line}\n")
        self.stdin.flush()

    def until(self, start: str) -> list[str]:
        lines = []
        for line in self.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise AssertionError(lines)

    def ask(self, line: str, start: str) -> str:
        self.send(line)
        return self.until(start)[-1]

    def error(self, line: str) -> str:
        """The error that a command leads to; it must be the only answer."""
        self.send(line, "isready")
        answer, *rest = self.until("readyok")
        assert rest == ["readyok"], (line, answer, rest)
        assert answer.startswith("info string error: "), (line, answer)
        return answer.removeprefix("info string error: ")

    def quiet(self, *lines: str) -> None:
        self.send(*lines, "isready")
        assert self.until("readyok") == ["readyok"]

    def close(self) -> int:
        self.stdin.close()
        status = self.process.wait(30)
        self.watchdog.cancel()
        self.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.close()


@pytest.fixture
def front() -> Iterator[FrontEnd]:
    with FrontEnd() as front:
        front.send("ugi")
        front.until("ugiok")
        yield front


@pytest.mark.smoke
def test_a_whole_conversation() -> None:
    with FrontEnd() as front:
        front.send("ugi")
        lines = front.until("ugiok")
        assert lines[0].startswith("id name fanorona ")
        assert lines[1].startswith("id author ")
        names = [line.split()[2] for line in lines if line.startswith("option name ")]
        assert names == [
            *("Variant", "Rules", "Threads", "Hash", "MultiPV", "Level"),
            *("Contempt", "MoveOverhead", "TablesPath"),
        ]
        front.send("isready")
        assert front.until("readyok") == ["readyok"]
        front.quiet("uginewgame", "position startpos")
        assert front.ask("query p1turn", "response") == "response true"
        front.send("go depth 4")
        *infos, best = front.until("bestmove")
        assert all(INFO.fullmatch(line) for line in infos), infos
        assert [line.split()[2] for line in infos] == ["1", "2", "3", "4", "4"]
        word, move = best.split()
        assert word == "bestmove"
        assert infos[-1].split(" pv ")[1].split()[0] == move
        front.quiet(f"position startpos moves {move}")
        assert front.ask("query p1turn", "response") == "response false"
        assert front.ask("query gameover", "response") == "response false"
        assert front.ask("query result", "response") == "response none"
        front.send("quit")
        assert front.process.wait(30) == 0


def test_a_uci_front_end(front: FrontEnd) -> None:
    front.send("uci")
    assert front.until("uciok")[0].startswith("id name")
    front.quiet("ucinewgame", "position startpos")
    assert len(front.ask("go wtime 500 btime 500 winc 10 binc 10", "bestmove").split()) == 2


def test_results(front: FrontEnd) -> None:
    for fen, gameover, result in (
        ("3/3/ww1 b", "true", "p1win"),
        ("3/3/bb1 w", "true", "p2win"),
        ("9/9/9/bb7/wb7 w", "true", "p2win"),
        ("b2/3/2w w", "false", "none"),
    ):
        front.quiet(f"position fen {fen} - 0 1")
        assert front.ask("query gameover", "response") == f"response {gameover}"
        assert front.ask("query result", "response") == f"response {result}"
    shuffle = "a5-a4 e1-e2 a4-a5 e2-e1 " * 2
    front.quiet(f"position fen b4/5/5/5/4w b - 0 1 moves {shuffle}")
    assert front.ask("query result", "response") == "response draw"
    # A finished game has no turn; go must still be answered.
    assert front.ask("go depth 3", "bestmove") == "bestmove 0000"


def test_positions_with_all_fields(front: FrontEnd) -> None:
    board = Board()
    while board.position.chain is None:
        board.push_step(board.legal_steps[-1])
    front.quiet(f"position fen {board.fen()}")
    move = front.ask("go depth 2", "bestmove").split()[1]
    assert board.parse_move(move) in board.legal_moves
    front.quiet(f"position fen {board.fen()} moves {move}")

    front.quiet("setoption name Rules value alquerque")
    board = Board(rules="alquerque")
    for _ in range(5):
        board.push(min(board.legal_moves, key=str))
    assert "back=" in board.fen()
    front.quiet(f"position fen {board.fen()}")
    assert board.parse_move(front.ask("go depth 2", "bestmove").split()[1]) in board.legal_moves

    front.quiet("setoption name Rules value huffing")
    board = Board(rules="huffing", fen="b3b/5/1wb2/5/w3w w")
    board.push("a1-a2")
    assert "huff=" in board.fen()
    front.quiet(f"position fen {board.fen()}")
    move = front.ask("go depth 1", "bestmove").split()[1]
    assert move.startswith("x")
    front.quiet(f"position fen {board.start_fen} moves a1-a2 {move}")


def test_options_take_effect(front: FrontEnd) -> None:
    front.quiet("setoption name variant value telo", "setoption name RULES value theory")
    front.quiet("position startpos")
    front.send("go depth 12")
    assert any("score mate" in line for line in front.until("bestmove"))
    front.quiet("setoption name Variant value 3x5", "setoption name MultiPV value 3")
    front.quiet("setoption name Threads value 2", "setoption name Hash value 1")
    front.quiet("setoption name Level value 3", "setoption name Level value 0")
    assert "TablesPath" in front_error(front, "setoption name TablesPath value /a path/that is not")
    front.quiet("setoption name TablesPath value <empty>", "setoption name TablesPath")
    front.quiet("setoption name TablesPath value <shipped>")
    legal = {str(move) for move in Board("3x5", "theory").legal_moves}
    front.send("go depth 2")
    infos = [line for line in front.until("bestmove") if "multipv 3" in line]
    assert len(infos) == (3 if len(legal) >= 3 else 0)
    front.quiet("setoption name Level value 1")
    assert front.ask("go movetime 50", "bestmove").split()[1] in legal


def test_a_draw_costs_what_the_option_says(front: FrontEnd) -> None:
    front.quiet("setoption name Rules value fifty")
    for contempt in (0, 70, -70):
        front.quiet(f"setoption name Contempt value {contempt}")
        front.quiet("position fen b8/9/9/9/8w w - 49 60")
        front.send("go nodes 1000")
        infos = [line for line in front.until("bestmove") if line.startswith("info")]
        assert f"score cp {-contempt} " in infos[-1]
    assert "Contempt" in front_error(front, "setoption name Contempt value 1001")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
def test_more_memory_than_there_is_changes_nothing(front: FrontEnd) -> None:
    import resource  # noqa: PLC0415  # POSIX only

    front.ask("go depth 2", "bestmove")
    limit = 1_500_000_000
    resource.prlimit(front.process.pid, resource.RLIMIT_AS, (limit, limit))
    # Where the machine itself has less than twice that, the option does not take the value.
    assert "2000" in front_error(front, "setoption name Hash value 2000")
    front.quiet("setoption name MultiPV value 1")
    assert front.ask("go depth 2", "bestmove") != "bestmove 0000"
    front.quiet("setoption name Hash value 8")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
def test_a_search_that_cannot_begin_is_told(front: FrontEnd) -> None:
    import resource  # noqa: PLC0415  # POSIX only

    front.quiet()
    size = int(Path(f"/proc/{front.process.pid}/statm").read_text().split()[0])
    used = size * resource.getpagesize()
    resource.prlimit(front.process.pid, resource.RLIMIT_AS, (used, -1))
    assert front.error("go depth 2")
    resource.prlimit(front.process.pid, resource.RLIMIT_AS, (-1, -1))
    assert front.ask("go depth 2", "bestmove") != "bestmove 0000"


@pytest.mark.parametrize("command", ["go infinite", "go", "go depth 99 nodes 99999999999"])
def test_stop_answers_at_once(front: FrontEnd, command: str) -> None:
    front.quiet("position startpos")
    delays = []
    for _ in range(5):
        front.send(command)
        time.sleep(0.1)
        front.send("isready")
        start = time.monotonic()
        front.until("readyok")
        ready = time.monotonic() - start
        assert "not while searching" in front_error(front, "position startpos")
        start = time.monotonic()
        front.send("stop")
        *infos, best = front.until("bestmove")
        delays.append(max(ready, time.monotonic() - start))
        assert len(best.split()) == 2
        assert infos
    # A busy machine may hold up the one or the other, but not all.
    assert min(delays) < 0.1, delays


def front_error(front: FrontEnd, command: str) -> str:
    front.send(command)
    return front.until("info string error")[-1]


def test_stop_right_after_go(front: FrontEnd) -> None:
    front.quiet("position startpos")
    for _ in range(30):
        front.send("go infinite", "stop")
        front.until("bestmove")
    front.quiet("stop", "stop")
    # What follows stop at once finds no search in progress.
    front.send("go infinite", "stop", "position startpos moves d3-e3A", "go nodes 10")
    front.until("bestmove")
    front.until("bestmove")


def test_an_infinite_search_of_a_solved_position_waits_for_stop(front: FrontEnd) -> None:
    front.send("position fen 3/1b1/w1w w - 0 1", "go infinite")
    time.sleep(0.5)
    front.send("isready")
    assert not any(line.startswith("bestmove") for line in front.until("readyok"))
    assert front.ask("stop", "bestmove")


BAD = [
    "xyzzy",
    "UGI",
    "position",
    "position here",
    "position fen",
    "position fen moves d3-e3A",
    "position fen 9/9/9/9/9 w - 0 1",
    "position fen bbb/b1w w",
    "position startpos now",
    "position startpos moves d3-e3A d3-e3A",
    "position startpos moves zz",
    "position startpos moves \x00\x01 \x1b[2J",
    "position startpos moves",
    "setoption",
    "setoption Threads 3",
    "setoption name",
    "setoption name Nonsense value 3",
    "setoption name Threads value 0",
    "setoption name Threads value 257",
    "setoption name Threads value 1_0",
    "setoption name Threads",
    "setoption name Hash value 99999999999999999999",
    "setoption name Hash value -1",
    "setoption name Variant value 4x4",
    "setoption name Rules value chess",
    "setoption name Level value 11",
    "setoption name MultiPV value many",
    "go depth",
    "go depth x",
    "go depth -1",
    "go depth 99999999999999999999999",
    "go depth 9999999999",
    "go movetime 1e3",
    "go ponder",
    "go btime 1000",
    "go movestogo 5",
    "query",
    "query weather",
    "query gameover please",
    "bestmove d3-e3A",
]


def test_bad_commands_change_nothing(front: FrontEnd) -> None:
    front.quiet("position startpos moves d3-e3A", "setoption name Threads value 1")
    front.quiet("position startpos moves d3-e3A")
    for command in BAD:
        if command != "position startpos moves":
            turn = "go wtime 1000" if command == "go btime 1000" else command
            message = front.error(turn)
            assert message.isprintable()
            assert len(message) < 400
        assert front.ask("query p1turn", "response") == "response false", command
    front.quiet("", "   ", "\t")
    assert "longer than" in front.error(
        "position startpos moves " + "d3-e3A " * (LONGEST_LINE // 7)
    )
    assert front.ask("go depth 1", "bestmove").split()[1] in {
        str(move) for move in Board(fen=after("d3-e3A")).legal_moves
    }


def after(move: str) -> str:
    board = Board()
    board.push(move)
    return board.fen()


def test_random_commands_never_end_it() -> None:
    """In one process, since a thousand starts would take long."""
    rng = random.Random(7)
    words = [
        *" ".join(BAD).split(),
        *("ugi", "uci", "isready", "uginewgame", "stop", "fen", "moves", "startpos", "name"),
        *("value", "go", "nodes", "50", "movetime", "1", Board().fen(), "MultiPV", "2", "\n"),
    ]
    for _ in range(40):
        lines = [" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(30)]
        commands = "\n".join(lines).encode() + bytes(rng.choices(range(256), k=40))
        answers = io.BytesIO()
        Server(io.BytesIO(commands), answers).run()
        for line in answers.getvalue().decode().splitlines():
            assert line.split()[0] in {
                *("id", "option", "ugiok", "uciok", "readyok", "info", "response", "bestmove"),
            }, line


@pytest.mark.parametrize("searching", [False, True])
def test_the_end_of_input_quits(front: FrontEnd, searching: bool) -> None:
    front.quiet("position startpos")
    if searching:
        front.send("go infinite")
        time.sleep(0.1)
    assert front.close() == 0


@pytest.mark.parametrize("searching", [False, True])
def test_interrupts_end_cleanly(searching: bool) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "fanorona", "ugi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\n" + "go infinite\nisready\n" * searching)
    process.stdin.flush()
    for _ in range(1 + searching):
        while process.stdout.readline() != "readyok\n":
            pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
@pytest.mark.parametrize("end", ["quit", "end of input", "interrupt"])
def test_a_front_end_that_never_reads_cannot_keep_it_alive(end: str) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        # Full to the last byte: the first line that the search tells is stuck.
        while os.write(writing, b"\n"):
            pass
    os.set_blocking(writing, True)
    process = subprocess.Popen(
        [sys.executable, "-m", "fanorona", "ugi"], stdin=subprocess.PIPE, stdout=writing
    )
    os.close(writing)
    assert process.stdin is not None
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    time.sleep(2)
    try:
        if end == "interrupt":
            process.send_signal(signal.SIGINT)
        elif end == "quit":
            process.stdin.write(b"quit\n")
            process.stdin.flush()
        else:
            process.stdin.close()
        assert process.wait(20) == (130 if end == "interrupt" else 0)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        os.close(reading)


def test_a_front_end_that_goes_away_ends_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "fanorona", "ugi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stdin is not None
    process.stdin.write(b"go infinite\nisready\n")
    process.stdin.flush()
    assert process.wait(30) == 1
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    process.stdin.close()


def test_the_time_of_a_turn() -> None:
    rng = random.Random(3)
    for _ in range(1000):
        left, increment = rng.random() * 100, rng.choice([0, rng.random()])
        turns = rng.choice([None, rng.randint(1, 60)])
        spent = time_for_turn(left, increment, turns=turns)
        assert 0 < spent <= max(left / 2, 0.001)
    assert time_for_turn(60) < time_for_turn(60, 1) < time_for_turn(60, 1, turns=1)
    left = 3.0
    for _ in range(400):
        left -= time_for_turn(left) + 0.002
    assert left > 0, "what is lost on the way does not use the clock up"
    go = parse_go(["p1time", "60000", "p2time", "1", "p1inc", "0", "p2inc", "0"], Color.WHITE)
    assert go.limit.time == pytest.approx(time_for_turn(60))
    assert parse_go(["wtime", "-5"], Color.WHITE).limit.time == 0.001
    assert parse_go(["movetime", "0"], Color.WHITE).limit.time == 0.001
