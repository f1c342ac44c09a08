from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from fanorona import selfplay
from fanorona.cli import main
from strategies import DATA

if TYPE_CHECKING:
    from pathlib import Path

FEATURES = DATA / "games" / "features.pgn"


@pytest.mark.parametrize("suffix", [".npz", ".parquet", ".arrow"])
def test_records_there_and_back(tmp_path: Path, suffix: str) -> None:
    games, back = tmp_path / f"games{suffix}", tmp_path / "back.pgn"
    lines, other = tmp_path / "back.jsonl", tmp_path / "other.npz"
    assert main(["dataset", str(FEATURES), "-o", str(games)]) == 0
    assert main(["dataset", str(games), "-o", str(back)]) == 0
    assert back.read_bytes() == FEATURES.read_bytes()
    assert main(["dataset", str(games), "-o", str(other)]) == 0
    assert main(["dataset", str(other), "-o", str(lines)]) == 0
    assert main(["convert", str(lines), "-o", str(back)]) == 0
    assert back.read_bytes() == FEATURES.read_bytes()


def test_samples_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    samples, columns = tmp_path / "a.samples", tmp_path / "a.parquet"
    selfplay.write(samples, "telo", games=5, nodes=50)
    words = ["dataset", str(samples), "-o", str(columns)]
    assert main(words) == 2
    assert "--variant and --rules are needed" in capsys.readouterr().err
    assert main([*words, "--variant", "telo", "--rules", "standard"]) == 0
    back = tmp_path / "b.samples"
    assert main(["dataset", str(columns), "-o", str(back)]) == 0
    assert back.read_bytes() == samples.read_bytes()
    capsys.readouterr()
    assert main(["dataset", str(columns)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["board"]) == ("fanorona-samples 1", "3x3")
    assert found["rows"] == samples.stat().st_size // 16
    assert main(["dataset", str(columns), "-o", str(tmp_path / "games.pgn")]) == 1
    assert "fanorona-samples 1, where fanorona-games 1 is needed" in capsys.readouterr().err


def test_broken_records_are_told_of_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "games.pgn"
    source.write_text("1. d3-e3A *\n\n1. d3-e3A a1-a2 *\n\n1. f2-e3A *\n")
    assert main(["dataset", str(source), "--positions", "-o", str(tmp_path / "p.npz")]) == 1
    err = capsys.readouterr().err
    assert "illegal move a1-a2" in err
    assert err.endswith("2 rows\n")
    assert main(["dataset", str(source)]) == 2
    assert main(["dataset", str(tmp_path / "p.npz"), "-o", str(tmp_path / "p.csv")]) == 1
    assert main(["dataset", str(tmp_path / "none.npz")]) == 1
