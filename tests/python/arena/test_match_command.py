from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TYPE_CHECKING, Any

import pytest

from fanorona.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

QUICK = ["match", "--variant", "dimy", "--games", "4", "nodes=50,hash=1", "nodes=300,hash=1"]


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(QUICK) == 0
    found = capsys.readouterr()
    assert found.out.startswith("4 games, dimy, standard\n")
    assert "nodes=50,hash=1 against nodes=300,hash=1: +" in found.out
    assert "Elo difference" in found.out
    assert "beyond the time limit" not in found.out
    assert found.err.startswith("4 of 4 games: +")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "name=third,time=0.001", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["player"] for line in lines[:3]] == [
        "nodes=50,hash=1",
        "nodes=300,hash=1",
        "third",
    ]
    assert sum(line["points"] for line in lines[:3]) == 12
    assert [line["first"] for line in lines[3:6]] == [lines[n]["player"] for n in (0, 0, 1)]
    assert lines[2]["timed_turns"] > 0
    assert sum(lines[6]["ends"].values()) == 12


def test_sprt_and_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["nodes=500,hash=1", "py:arena.fake_players:first_turn"]
    words = ["match", "--variant", "dimy", "--games", "100", "--sprt", "0,200"]
    assert main([*words, *players]) == 0
    assert "H1 accepted" in capsys.readouterr().out
    assert main([*words, *players[::-1]]) == 1
    assert "H0 accepted" in capsys.readouterr().out
    assert main([*QUICK, "--sprt", "0,5"]) == 1
    assert "undecided" in capsys.readouterr().out


def test_faults_are_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "--variant", "dimy", "--games", "2", "nodes=20"]
    assert main([*words, "py:arena.fake_players:cheats"]) == 0
    found = capsys.readouterr()
    assert "py:arena.fake_players:cheats loses by illegal move" in found.err


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_engine_killed_in_mid_game_loses_and_the_match_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    engine = f"nodes=20,name=victim,ugi:{sys.executable} -m fanorona ugi"
    words = ["match", "--variant", "dimy", "--games", "4", "--log", str(log)]
    assert main([*words, engine, "py:arena.fake_players:kills_an_engine"]) == 0
    found = capsys.readouterr()
    assert ": victim loses by crash: " in found.err
    assert "ended by signal 9" in found.err
    assert found.err.count("loses by") == 1
    assert "4 of 4 games" in found.err
    games = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    assert len(games) == 4
    [crashed] = (game for game in games if game["end"] == "crash")
    assert len(crashed["moves"]) > 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nodes=1"], "two players"),
        (["nodes=1", "nodes=2", "--games", "3"], "games 3"),
        (["nodes=1", "nodes=2", "nodes=3", "--sprt", "0,5"], "exactly two players"),
        (["nodes=1", "nodes=2", "--rules", "theory"], "max_turns"),
        (["nodes=1", "nodes=2,contempt=90", "--resign", "90"], "contempt 90: nodes=2,contempt=90"),
        (["nodes=1", "nodes=2", "--variant", "telo", "--opening-turns", "0"], "only 1 different"),
    ],
)
def test_impossible_matches_are_wrong_usage(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *words]) == 2
    found = capsys.readouterr()
    assert (found.out, "of 100 games" in found.err) == ("", False)
    assert "error: " in found.err
    assert told in found.err


def test_an_engine_that_is_not_there_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "nodes=1", "ugi:no-such-engine-anywhere"]) == 1
    assert "no-such-engine-anywhere" in capsys.readouterr().err


class LostMachines(Executor):
    """Does the first task, and then fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.begun = False

    def submit(
        self, function: Callable[..., Any], /, *args: object, **named: object
    ) -> Future[Any]:
        future: Future[Any] = Future()
        if self.begun:
            future.set_exception(self.error)
        else:
            self.begun = True
            future.set_result(function(*args, **named))
        return future


@pytest.mark.parametrize("error", [RuntimeError, BrokenExecutor, OSError, ValueError])
def test_standings_of_a_match_that_fails_are_printed(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "scheduler tcp://a:1: it has gone away"
    monkeypatch.setattr("fanorona.cli.match.executor_of", lambda _: LostMachines(error(told)))
    assert main(QUICK) == 1
    found = capsys.readouterr()
    assert found.out.startswith("1 games, dimy, standard\n")
    assert told in found.err


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes in folders")
def test_a_log_that_is_no_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), os.devnull, str(tmp_path)):
        assert main([*QUICK, "--log", path]) == 1
        assert "not a regular file" in capsys.readouterr().err


def test_a_log_of_a_thousand_brackets_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    assert main([*QUICK, "--log", str(log)]) == 0
    header = log.read_bytes().splitlines(keepends=True)[0]
    log.write_bytes(header + b"[" * 100_000 + b"]" * 100_000 + b"\n")
    assert main([*QUICK, "--log", str(log)]) == 1
    assert "line 2 is not game 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [["nodes=x", "nodes=1"], ["nodes=1", "nodes=2", "--sprt", "5"], ["nodes=1", "--sprt", "5,0"]],
)
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["match", *words])
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_a_player_without_its_tables_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["match", f"nodes=1,tables={tmp_path / 'none'}", "nodes=2"])
    assert caught.value.code == 2
    told = capsys.readouterr().err
    assert "argument PLAYER: " in told
    assert repr(str(tmp_path / "none")) in told


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to the limit")
def test_a_player_without_memory_is_wrong_usage() -> None:
    code = (
        "import resource, fanorona.cli\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**33, 2**33))\n"
        "fanorona.cli.main(['match', 'nodes=1,hash=1048576', 'nodes=2'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "argument PLAYER: hash_mb 1048576: " in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interruption_keeps_what_is_finished(tmp_path: Path, jobs: str) -> None:
    log = tmp_path / "log"
    # Turns of a second: the games at hand would go on for long.
    players = ["time=1", "time=1,hash=8"] if jobs == "2" else ["nodes=2000", "nodes=3000"]
    words = [
        "match",
        *players,
        "--max-turns",
        "60",
        "--games",
        "400",
        "--log",
        str(log),
        "--jobs",
        jobs,
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "fanorona", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        lines = 1 if jobs == "2" else 3
        deadline = time.monotonic() + 60
        while not log.exists() or log.read_bytes().count(b"\n") < lines:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(2 if jobs == "2" else 0)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "Traceback" not in err
        games = int(out.split(maxsplit=1)[0])
        assert f"interrupted after {games} games" in err
        assert games == 0 if jobs == "2" else games >= 2
        # The last game may have been written and not counted.
        assert 0 <= log.read_bytes().count(b"\n") - 1 - games <= 1
