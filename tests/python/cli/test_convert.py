from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fanorona import record
from fanorona.cli import main
from strategies import DATA

FEATURES = DATA / "games" / "features.pgn"
BROKEN = "1. d3-e3A *\n\n1. d3-e3A\n1... a1-a2 *\n\n1. f2-e3A {é} *\n"


def games(text: str) -> list[record.Game | record.RecordError]:
    return list(record.games(io.StringIO(text)))


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.pgn"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def test_there_and_back(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    lines, back = tmp_path / "games.jsonl", tmp_path / "games.pgn"
    assert main(["convert", str(FEATURES), "-o", str(lines)]) == 0
    assert main(["convert", str(lines), "-o", str(back)]) == 0
    assert back.read_bytes() == FEATURES.read_bytes()
    assert main(["convert", "--to", "text", str(FEATURES)]) == 0
    assert main(["convert", str(back)]) == 0
    out, err = capfdbinary.readouterr()
    assert out == FEATURES.read_bytes() + lines.read_bytes()
    assert err == b""
    with lines.open(encoding="utf-8") as stream:
        assert list(record.read_jsonl(stream)) == games(FEATURES.read_text(encoding="utf-8"))


def test_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games"
    path.write_text(f"1. d3-e3A *\n[FEN {json.dumps('9/9/9/bb7/wb7 w')}]\n0-1", encoding="utf-8")
    assert main(["convert", "--to", "fen", str(path)]) == 0
    assert capsys.readouterr().out == (
        "bbbbbbbbb/bbbbbbbbb/bwb1w1wbw/wwwwwwwww/wwwwwwwww b - 0 1\n9/9/9/bb7/wb7 w - 0 1\n"
    )


def test_broken_games_are_reported_and_left_out(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(broken), "--to", "text"]) == 1
    out, err = capsys.readouterr()
    first, _, third = games(BROKEN)
    assert games(out) == [first, third]
    assert err == "error: line 4: turn 1 (Black): illegal move a1-a2: no legal turn matches\n"


def test_the_rest_of_broken_games_reaches_the_file(broken: Path) -> None:
    output = broken.with_suffix(".jsonl")
    assert main(["convert", str(broken), "-o", str(output)]) == 1
    assert len(output.read_text(encoding="utf-8").splitlines()) == 2


def test_bytes_that_are_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b'[White "\xe9"]\n*\n\n1. d3-e3A *\n')
    assert main(["convert", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert err == "error: line 1: bytes that are not UTF-8\n"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1. d3-e3A *", "text"),
        ('{"said": before} 1. d3-e3A *', "jsonl"),
        ("{a comment} 1. d3-e3A *", "text"),
        ("", "text"),
        ('\ufeff\n{"tags": {}, "moves": []}', "jsonl"),
        ('{"moves": [], "tags": {}}', "jsonl"),
        ("{}", "jsonl"),
    ],
)
def test_forms_are_known_by_their_content(
    text: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("games", "games.xyz"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        status = main(["convert", str(path), "--to", "text"])
        found = capsys.readouterr()
        assert main(["convert", str(path), "--to", "text", "--from", form]) == status
        assert capsys.readouterr() == found


def test_suffixes_and_options_decide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.JSONL"
    path.write_text("1. d3-e3A *", encoding="utf-8")
    assert main(["convert", str(path)]) == 1
    assert "no JSON" in capsys.readouterr().err
    assert main(["convert", str(path), "--from", "text"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == ["d3-e3A"]
    output = tmp_path / "out.pgn"
    assert main(["convert", str(path), "--from", "text", "-o", str(output)]) == 0
    assert output.read_text(encoding="utf-8").endswith("\n1. d3-e3A *\n")


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = BROKEN.replace("a1-a2", "d4-d3A")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "ascii"))
    assert main(["convert", "-", "-o", "-"]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 3
    assert "é" in out


def test_the_output_may_be_the_input(broken: Path) -> None:
    broken.write_text("1. d3-e3A *", encoding="utf-8")
    assert main(["convert", str(broken), "-o", str(broken), "--to", "text"]) == 0
    once = broken.read_bytes()
    assert main(["convert", str(broken), "-o", str(broken), "--to", "text"]) == 0
    assert broken.read_bytes() == once


def test_nothing_half_written(
    broken: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = broken.with_name("out.jsonl")
    output.write_text("as before")

    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(record.Game, "to_json", interrupted)
    assert main(["convert", str(broken), "-o", str(output)]) == 130
    assert output.read_text() == "as before"
    assert {path.name for path in broken.parent.iterdir()} == {"broken.pgn", "out.jsonl"}
    assert capsys.readouterr().out == ""


def test_a_link_stays_a_link(broken: Path) -> None:
    target, link = broken.with_name("target.jsonl"), broken.with_name("link.jsonl")
    target.write_text("old")
    link.symlink_to(target)
    main(["convert", str(broken), "-o", str(link)])
    assert link.is_symlink()
    assert len(target.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.skipif(not Path(os.devnull).exists(), reason="no such device")
def test_output_that_is_no_file() -> None:
    assert main(["convert", str(FEATURES), "-o", os.devnull]) == 0
    assert not Path(os.devnull).is_file()


def test_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(tmp_path / "none.pgn")]) == 1
    assert main(["convert", str(tmp_path)]) == 1
    assert main(["convert", str(FEATURES), "-o", str(tmp_path / "no" / "folder.pgn")]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert [error.split(":")[0] for error in errors] == ["error", "hint"] * 3
    for wrong in (["convert"], ["convert", "x", "--to", "pdf"], ["convert", "x", "--from", "fen"]):
        with pytest.raises(SystemExit) as caught:
            main(wrong)
        assert caught.value.code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close differently")
def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("1. d3-e3A *\n" * 5000, encoding="utf-8")
    command = [sys.executable, "-m", "fanorona", "convert", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_the_suffix_of_the_output_says_what_is_written(tmp_path: Path) -> None:
    output = tmp_path / "ends.fen"
    assert main(["convert", str(FEATURES), "-o", str(output)]) == 0
    lines = output.read_text().splitlines()
    assert len(lines) > 1
    for line in lines:
        assert "/" in line.split()[0]


def test_the_log_of_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, target = tmp_path / "match.jsonl", tmp_path / "games.pgn"
    words = ["--games", "2", "--variant", "telo", "--log", str(log)]
    assert main(["match", "depth=1", "depth=2", *words]) == 0
    assert main(["convert", str(log), "-o", str(target)]) == 0
    first, second = games(target.read_text(encoding="utf-8"))
    assert isinstance(first, record.Game)
    assert isinstance(second, record.Game)
    assert (first.headers["White"], second.headers["White"]) == ("depth=1", "depth=2")
    # Whatever its name is.
    capsys.readouterr()
    assert main(["convert", "--to", "fen", str(log.rename(tmp_path / "log"))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        first.end().board().fen(),
        second.end().board().fen(),
    ]
