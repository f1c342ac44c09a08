import io
import subprocess
import sys

import pytest

import fanorona
from fanorona.cli import main


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fanorona", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.smoke
def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{fanorona.__version__}\n", "")


def test_without_a_command_there_is_help_and_wrong_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: fanorona" in err


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "play" in out
    assert "perft" in out


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "256"],
        ["perft", "2", "--threads", "257"],
        ["perft", "2", "--fen", "9/9"],
        ["perft", "2", "--variant", "telo", "--fen", "9/9/2w1b4/9/9 w"],
        ["analyse", "--threads", "300"],
        ["analyse", "--multipv", "501"],
        ["analyse", "--hash", "1048577"],
        ["analyse", "--depth", "4294967296"],
        ["analyse", "--record"],
        ["bench", "--depth", "4294967296"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_wrong_usage(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(words)
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert "error: " in err


def test_a_finished_game_is_told_of_and_not_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", "--side", "white", "--fen", "9/9/9/bb7/wb7 w"]) == 0
    out, _ = capsys.readouterr()
    assert "Type a turn" not in out
    assert "Black wins (no turn is left)" in out
    assert out.count("a   b   c   d   e   f   g   h   i") == 1


def test_an_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["chess"])
    assert end.value.code == 2
    assert "chess" in capsys.readouterr().err
