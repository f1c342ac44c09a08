"""``fanorona render``: every format, where it goes, and what is refused."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

import fanorona as fn
from fanorona import record, svg
from fanorona.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GAMES = '[Variant "telo"]\n1. b1-b2A c3-b3 *\n\n1. d3-e3A a1-a1 *\n\n1. f2-e3A *\n'


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return str(path)


def drawn(capfdbinary: pytest.CaptureFixture[bytes], *words: str) -> str:
    assert main(["render", *words]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    return out.decode()


def test_a_position_in_every_format(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    board = fn.Board("telo")
    board.push("b1-b2A")
    words = ["--variant", "telo", "--moves", "b1-b2A"]
    assert drawn(capfdbinary, *words) == f"{board}\n"
    assert drawn(capfdbinary, *words, "--format", "fen") == f"{board.fen()}\n"
    assert drawn(capfdbinary, *words, "--format", "svg") == f"{svg.board(board)}\n"
    for suffix in ("fen", "svg", "txt"):
        path = tmp_path / f"picture.{suffix}"
        assert drawn(capfdbinary, *words, "-o", str(path)) == ""
        form = "text" if suffix == "txt" else suffix
        assert path.read_text() == drawn(capfdbinary, *words, "--format", form)
    assert {path.name for path in tmp_path.iterdir()} == {
        "picture.fen",
        "picture.svg",
        "picture.txt",
    }


def test_the_look_of_a_picture(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    look = ["--flip", "--theme", "dark", "--size", "300", "--no-coordinates"]
    marks = ["--arrow", "d3e3", "--arrow", "a1b2", "--mark", "a1", "--target", "e3"]
    found = drawn(capfdbinary, "--format", "svg", *look, *marks)
    wanted = svg.board(
        fn.Board(),
        orientation=fn.BLACK,
        colors="dark",
        size=300,
        coordinates=False,
        arrows=[("d3", "e3"), ("a1", "b2")],
        squares=["a1"],
        targets=["e3"],
    )
    assert found == f"{wanted}\n"


def test_a_game_of_a_record(games: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    first, _, third = record.games(io.StringIO(GAMES))
    assert isinstance(first, record.Game)
    assert isinstance(third, record.Game)
    look = ["--format", "svg", "--first", "1", "--last", "2", "--columns", "1", "--theme", "print"]
    strip = svg.strip(first, first=1, last=2, columns=1, colors="print")
    assert drawn(capfdbinary, games, *look) == f"{strip}\n"
    assert drawn(capfdbinary, games, "--game", "3") == f"{third.to_board()}\n"
    assert drawn(capfdbinary, games, "--format", "fen") == f"{first.to_board().fen()}\n"


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAMES.encode())))
    assert drawn(capfdbinary, "-", "--game", "3", "--format", "fen").startswith("bb1bbbbbb/")


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="needs fanorona[png]")
    path = tmp_path / "board.png"
    assert main(["render", "--size", "200", "-o", str(path)]) == 0
    assert path.read_bytes() == svg.png(svg.board(fn.Board(), size=200))


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--mark", "z9", "--format", "svg"], 1, "squares 'z9'"),
        (["--arrow", "e3", "--format", "svg"], 1, "arrows 'e'"),
        (["--moves", "a1-a1"], 1, "illegal move a1-a1"),
        (["--fen", "x"], 2, "ROWS"),
        (["none.pgn"], 1, "none.pgn"),
        (["GAMES", "--game", "2"], 1, "line 4"),
        (["GAMES", "--game", "4"], 1, "game 4"),
        (["GAMES", "--last", "9", "--format", "svg"], 1, "last 9"),
        (["GAMES", "--variant", "telo"], 2, "FILE takes the place"),
        (["-o", "no/such/folder.svg"], 1, "folder.svg"),
    ],
)
def test_failures(
    words: list[str], status: int, said: str, games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", *(games if word == "GAMES" else word for word in words)]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_png_is_kept_from_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["render", "--format", "png"]) == 2
    assert "-o" in capsys.readouterr().err


def test_a_failure_leaves_an_older_picture_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("as before")
    assert main(["render", "--mark", "z9", "-o", str(path)]) == 1
    assert path.read_text() == "as before"
    assert list(tmp_path.iterdir()) == [path]


def test_unknown_themes_and_formats_are_wrong_usage() -> None:
    for words in (["--theme", "sepia"], ["--format", "gif"], ["--size", "0"], ["--columns", "0"]):
        with pytest.raises(SystemExit) as end:
            main(["render", *words])
        assert end.value.code == 2
