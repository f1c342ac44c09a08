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


def test_an_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["chess"])
    assert end.value.code == 2
    assert "chess" in capsys.readouterr().err
