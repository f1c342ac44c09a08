"""``fanorona tables``: what it prints, and builds that are killed, cut short, or not alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from fanorona.cli import main
from fanorona.cli.progress import Progress
from fanorona.tablebase import SHIPPED, Tablebase, verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")

# The settings of `make tables`, so that the tables of the package are what is expected.
DIMY = ["build", "--variant", "dimy", "--stones", "5", "--dtc", "--compression", "19"]
LONG = ["build", "--variant", "tsivy", "--stones", "6", "--threads", "1"]


def words_of(*words: object) -> list[str]:
    return [sys.executable, "-m", "fanorona", "tables", *map(str, words)]


def start(*words: object, limit: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words_of(*words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,  # noqa: PLW1509  # nothing that a thread could hold
    )


def tables(folder: Path) -> dict[str, bytes]:
    suffixes = (".wdl", ".dtc", ".sha256")
    return {path.name: path.read_bytes() for path in folder.glob("*") if path.suffix in suffixes}


def shipped(board: str) -> dict[str, bytes]:
    return {name: data for name, data in tables(SHIPPED).items() if name.startswith(board)}


def wait_for(folder: Path, count: int) -> None:
    """Waits until a build has finished so many tables."""
    for _ in range(6000):
        if len(tables(folder)) > count:
            return
        time.sleep(0.01)
    pytest.fail("no tables in a minute")


def without_manifest(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in tables(folder).items() if name != "manifest.sha256"}


@POSIX
@pytest.mark.parametrize("finished", [1, 6])
def test_a_killed_build_goes_on(tmp_path: Path, finished: int) -> None:
    with start(*DIMY, "--dir", tmp_path) as run:
        wait_for(tmp_path, finished)
        run.kill()
        assert run.wait(20) == -signal.SIGKILL
    # What is there is right, and the rest is missing and not wrong.
    before = without_manifest(tmp_path)
    expected = shipped("5x5")
    assert before.items() <= expected.items()
    assert len(Tablebase(tmp_path).names) == len(before)
    assert main(["tables", *DIMY, "--dir", str(tmp_path)]) == 0
    assert without_manifest(tmp_path) == expected
    assert all(table.is_good for table in verify(tmp_path, every=50))
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(("board", "stones"), [("telo", 9), ("dimy", 4)])
def test_the_tables_of_the_package_can_be_built_again(
    board: str, stones: int, tmp_path: Path
) -> None:
    words = ["build", "--variant", board, "--stones", str(stones), "--dtc", "--compression", "19"]
    assert main(["tables", *words, "--dir", str(tmp_path)]) == 0
    built = without_manifest(tmp_path)
    assert len(built) == 2 * sum(range(1, stones))
    assert built.items() <= tables(SHIPPED).items()


@pytest.mark.deep
@pytest.mark.parametrize("board", ["dimy", "tsivy"])
def test_all_tables_of_the_package_can_be_built_again(board: str, tmp_path: Path) -> None:
    words = ["build", "--variant", board, "--stones", "5", "--dtc", "--compression", "19"]
    assert main(["tables", *words, "--dir", str(tmp_path)]) == 0
    assert without_manifest(tmp_path) == shipped({"dimy": "5x5", "tsivy": "5x9"}[board])


@POSIX
def test_a_full_disk(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415  # POSIX only

    def limit() -> None:
        # A file that would become longer ends with an error, as on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    with start(*DIMY, "--dir", tmp_path, limit=limit) as run:
        _, err = run.communicate(timeout=60)
    assert run.returncode == 1
    last = err.splitlines()[-2]
    assert last.startswith("error: [Errno 27] File too large: ")
    assert str(tmp_path) in last
    assert without_manifest(tmp_path).items() <= shipped("5x5").items()
    assert not list(tmp_path.glob("*.part"))
    assert main(["tables", *DIMY, "--dir", str(tmp_path)]) == 0
    assert without_manifest(tmp_path) == shipped("5x5")


@POSIX
def test_two_builders_in_one_folder_and_ctrl_c(tmp_path: Path) -> None:
    with start(*LONG, "--dir", tmp_path) as first:
        wait_for(tmp_path, 3)
        second = subprocess.run(
            words_of(*LONG, "--dir", tmp_path),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert second.returncode == 1
        assert f"{tmp_path}: another process is building tables here" in second.stderr
        first.send_signal(signal.SIGINT)
        out, err = first.communicate(timeout=60)
    assert first.returncode == 130
    assert out == ""
    assert "interrupted: " in err
    assert not list(tmp_path.glob("*.part"))
    # The last table may lack its twin, which Ctrl-C kept from being built.
    bad = [table for table in verify(tmp_path, every=500) if not table.is_good]
    assert all("no table" in (table.problem or "") for table in bad)
    assert len(bad) <= 1


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "tables"):
        words = ["build", "--variant", "telo", "--stones", "3", "--dir", str(folder)]
        assert main(["tables", *words]) == 1
        err = capsys.readouterr().err
        assert err.startswith("error: [Errno ")
        assert str(folder) in err
    assert (tmp_path / "file").read_text() == ""


def test_a_build_of_damaged_tables_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tables", "build", "--variant", "telo", "--stones", "3", "--dir", str(tmp_path)]
    assert main(words) == 0
    (tmp_path / "3x3-2v1.wdl").write_bytes(b"nothing")
    assert main(words) == 1
    assert "3x3-2v1.wdl: too short for a table" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["mend"],
        ["build", "--stones", "3", "--dir", "x"],
        ["build", "--variant", "telo", "--dir", "x"],
        ["build", "--variant", "telo", "--stones", "3"],
        ["build", "--variant", "4x4", "--stones", "3", "--dir", "x"],
        ["build", "--variant", "telo", "--stones", "0", "--dir", "x"],
        ["build", "--variant", "telo", "--stones", "3", "--dir", "x", "--threads", "0"],
        ["build", "--variant", "telo", "--stones", "3", "--dir", "x", "--compression", "23"],
        ["verify", "--sample", "0"],
        ["stats", "--variant", "tele"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["tables", *words])
    assert end.value.code == 2


@pytest.mark.parametrize("stones", ["1", "10"])
def test_stones_that_the_board_cannot_have(
    stones: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["build", "--variant", "telo", "--stones", stones, "--dir", str(tmp_path / "x")]
    assert main(["tables", *words]) == 2
    assert f"--stones {stones}: expected 2 to 9 on telo" in capsys.readouterr().err


def test_too_little_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["build", "--variant", "tsivy", "--stones", "7", "--memory-mb", "100"]
    assert main(["tables", *words, "--dir", str(tmp_path / "x")]) == 1
    assert "memory_mb 100: tables of 7 stones on 5x9 need about " in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_probe(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tables", "probe", "--fen", "3/3/wb1 w"]
    assert main(words) == 0
    value, distance, line = capsys.readouterr().out.splitlines()
    assert (value, distance) == ("won", "distance to conversion 3")
    assert len(line.split()) == 3
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"fen": "3/3/wb1 w - 0 1", "wdl": 1, "dtc": 3, "line": line.split()}


def test_probe_of_what_no_table_tells(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "probe"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: no table: there is no 5x9-22v22.wdl\n")


def test_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "verify", "--variant", "telo"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 72
    assert err == "72 of 72 tables are good\n"
    assert main(["tables", "verify", "--dir", str(tmp_path)]) == 1
    assert f"no tables in {tmp_path}" in capsys.readouterr().err


def test_verify_of_a_damaged_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tables", "build", "--variant", "telo", "--stones", "3", "--dir", str(tmp_path)]
    assert main(words) == 0
    (tmp_path / "3x3-2v1.wdl").write_bytes(b"nothing")
    capsys.readouterr()
    assert main(["tables", "verify", "--dir", str(tmp_path), "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    problems = {table["name"]: table["problem"] for table in found}
    # The table with the opponent to move cannot be checked without it.
    assert Counter(map(bool, problems.values())) == {True: 2, False: 1}
    assert problems["3x3-1v1.wdl"] is None


def test_stats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "stats", "--variant", "telo", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    counted = sum(table["won"] + table["drawn"] + table["lost"] for table in found)
    assert counted == 3**9 - 1 - 2 * (2**9 - 1)
    for table in found:
        assert len(table["line"]) == (table["longest"] or 0)
    assert main(["tables", "stats", "--variant", "telo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["table", "won", "drawn", "lost", "captures", "longest"]
    assert lines[1].split() == ["3x3-1v1.wdl", "64", "0", "8", "32", "3"]


def test_the_bar_is_shown_to_people_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quiet = Progress("work")
    quiet(1, 2)
    quiet.close()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = Progress("work")
    shown(0, 2)
    shown(1, 2)
    shown.note("a line")
    shown(3, 2)
    shown.close()
    err = capsys.readouterr().err
    assert "work [###############...............]  50% about 0:00 left" in err
    assert "\ra line\n" in err.replace(" ", "").replace("aline", "a line")
    assert "100%" in err
    assert os.linesep not in err.split("a line")[0]
