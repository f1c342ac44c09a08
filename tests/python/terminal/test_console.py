"""The dialogue of lines, through a pseudo-terminal and through plain input."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from typing import TYPE_CHECKING, Final

import pytest

import fanorona as fn
from fanorona import record
from fanorona.cli import main
from fanorona.engine import Limit
from fanorona.i18n import LANGUAGES, translator
from fanorona.terminal.console import Console
from fanorona.terminal.picture import ASCII, Look
from fanorona.terminal.session import Session
from pseudo_terminal import Terminal
from strategies import BLOCKED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME: Final = "c1-b2A a2-a3W c2-c1W a3-a2 b2-c2W b3-b2A c1-b1 b2-a2W b1-b2 a2-a1 b2-c3W".split()  # noqa: SIM905  # as it is typed
"""A game on the smallest board that White wins."""


def test_a_game_from_the_start_to_its_end_saved_and_reloaded(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    with Terminal("--variant", "telo", "--side", "both") as terminal:
        terminal.expect("White> ")
        for move in GAME[:-1]:
            terminal.type(move, "to move")
            terminal.expect("> ")
        assert "White wins (all stones are captured)" in terminal.type(GAME[-1], "game over> ")
        assert "error: the game is over" in terminal.type("b2-b3", "game over> ")
        assert f"saved {path}" in terminal.type(f"save {path}", "game over> ")
        assert "4 White, 4 Black" in terminal.type("new", "White> ")
        loaded = terminal.type(f"load {path}", "game over> ")
        assert f"loaded {path}" in loaded
        assert "White wins (all stones are captured)" in loaded
        assert "1 White, 1 Black" in terminal.type("undo", "White> ")
        terminal.type(GAME[-1], "game over> ")
        status, said = terminal.close("quit\n")
    assert status == 0
    text = path.read_text(encoding="utf-8")
    assert text in said
    game = record.read_game(io.StringIO(text))
    assert game is not None
    assert [str(move) for move in game.mainline_moves()] == GAME
    assert game.headers["Termination"] == "elimination"


def test_a_game_against_the_engine_by_its_own_hints() -> None:
    with Terminal("--variant", "telo", "--time", "0.05", "--language", "en") as terminal:
        terminal.expect("White> ")
        for _ in range(20):
            hint = terminal.type("hint")
            found = re.search(r"^([a-c][1-3]-\S+)  \((win in \d+)\)$", hint, re.MULTILINE)
            assert found is not None, hint
            said = terminal.type(found[1])
            if "game over> " in said:
                assert "White wins" in said
                break
            assert re.search(r"^Black: \S+ \(loss in \d+, depth \d+\)$", said, re.MULTILINE)
        else:
            pytest.fail("Telo is won for White")


def test_every_command(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    with Terminal("--level", "1", "--side", "white") as terminal:
        terminal.expect("White> ")
        helped = terminal.type("help", "fanorona serve")
        commands = set(re.findall(r"^  ([a-z]+) ", helped, re.MULTILINE))
        assert commands == set(console().commands)
        terminal.expect("> ")
        tried = {"help", "quit"}
        for line, wanted in [
            ("moves", "   3  d3-e3W  takes 1"),
            ("board", "22 White, 22 Black"),
            ("hint", "("),
            ("analyse", "-e3"),
            ("analyse 1", "-e3"),
            ("flip", "i   h   g"),
            ("fen", "bbbbbbbbb/bbbbbbbbb/"),
            ("level 2", ""),
            (f"save {path}", "saved"),
            ("d3-e3A", "Black: "),
            ("undo", "22 White, 22 Black"),
            (f"load {path}", "loaded"),
            ("new", "22 White, 22 Black"),
            ("resign", "Black wins (the other side resigned)"),
            ("undo", "White to move"),
            ("draw", "the engine "),
            ("new", "White to move"),
        ]:
            assert wanted in terminal.type(line)
            tried.add(line.split()[0])
        assert tried - {"d3-e3A"} == commands
        for line, wanted in [
            ("castle", "error: there is no command castle"),
            ("9", "error: number 9: expected 1 to 5"),
            ("d3-e3", "d3-e3 may be several turns"),
            ("a1-a2", "error: illegal move a1-a2"),
            ("level 11", "error: level 11: expected 1 to 10"),
            ("level", "error: level : expected 1 to 10"),
            ("analyse soon", "error: seconds soon: expected 1 to 3600"),
            ("save", "error: save needs the name of a file"),
            ("load none.pgn", "error: "),
            ("undo", "error: nothing to take back"),
            ("", ""),
        ]:
            assert wanted in terminal.type(line)
        assert "\n   2  d3-e3A" in terminal.type("D3E3")
        assert "Black: " in terminal.type("2")
        status, said = terminal.close("q\n")
    assert status == 0
    assert "1. d3-e3A" in said


def test_control_c_and_the_end_of_input_keep_the_game() -> None:
    for end in ("\x03", "\x04"):
        with Terminal("--side", "both", "--variant", "dimy") as terminal:
            terminal.expect("> ")
            terminal.type("1")
            status, said = terminal.close(end)
        assert status == 0
        assert '[Variant "dimy"]' in said
        assert "Traceback" not in said


@pytest.mark.parametrize(
    ("words", "environment", "colored", "characters"),
    [
        ([], {}, True, "○"),
        ([], {"NO_COLOR": "1"}, False, "○"),
        ([], {"TERM": "dumb"}, False, "○"),
        (["--color", "always", "--ascii"], {"NO_COLOR": "1"}, True, "W"),
        (["--color", "never"], {}, False, "○"),
        ([], {"PYTHONIOENCODING": "ascii"}, True, "W"),
    ],
)
def test_colours_and_characters(
    words: list[str],
    environment: dict[str, str],
    colored: bool,
    characters: str,
) -> None:
    with Terminal(*words, **environment) as terminal:
        said = terminal.expect("White> ")
        assert ("48;5;180" in terminal.raw) == colored
    assert characters in said


def console(*, people: set[fn.Color] | None = None, language: str = "en", **start: str) -> Console:
    board = fn.Board(**start)
    session = Session(board, people or {fn.WHITE}, Limit(depth=1))
    return Console(session, translator(language), Look(ASCII, colored=False))


@contextlib.contextmanager
def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Iterator[None]:
    """What is typed before the input ends."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    with contextlib.suppress(EOFError):
        yield


def test_two_people_agree_to_a_draw_or_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = console(people=set(fn.Color))
    with typed(monkeypatch, "draw", "no", "draw", "Yes"):
        game.run()
    out = capsys.readouterr().out
    assert out.count("Black, do you agree to a draw? (yes)") == 2
    assert "no draw, the game goes on" in out
    assert "Draw (agreed)" in out
    assert game.session.board.result() == "1/2-1/2"


def test_the_engine_answers_an_offer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ahead = console(fen="b8/9/wwwwwwwww/9/9 w")
    behind = console(fen="9/9/bbbbbbbbb/9/w8 w")
    for game in (ahead, behind):
        with typed(monkeypatch, "draw"):
            game.run()
    assert [game.session.board.result() for game in (ahead, behind)] == ["1/2-1/2", "*"]
    out = capsys.readouterr().out
    assert "the engine agrees to a draw" in out
    assert "the engine declines the draw" in out


def test_a_finished_position_can_be_left_but_not_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = console(fen=BLOCKED)
    words = ["hint", "moves", "draw", "resign", "analyse", "1", "a1-a2"]
    with typed(monkeypatch, *words, "new", "flip"):
        game.run()
    out = capsys.readouterr().out
    assert "Black wins (no turn is left)" in out
    assert out.count("error: the game is over") == len(words)
    assert out.count("game over> ") == len(words) + 3


def test_people_who_watch_are_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    game = console(variant="telo", language="fr")
    game.session.people.clear()
    game.run()
    out = capsys.readouterr().out
    assert "> " not in out
    assert game.session.board.is_game_over()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_said_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = console(language=language, people=set(fn.Color))
    lines = ["help", "moves", "d3-e3", "d3-e3A", "undo", "undo", "castle", "99", "save", "draw"]
    with typed(monkeypatch, *lines, "no", "resign", "hint"):
        game.run()
    out = capsys.readouterr().out
    assert translator(language)("result.black") in out
    assert "{" not in out


def test_huff_removals_are_typed_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = console(people=set(fn.Color), fen="9/9/2b1w1b2/9/w8 w", rules="huffing")
    with typed(monkeypatch, "a1-a2", "moves", "1"):
        game.run()
    assert "  xe3," in capsys.readouterr().out
    assert game.session.board.peek().removed is not None


def test_load_and_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[Variant "telo"]\n{" ".join(GAME)} 1-0\n')
    assert main(["play", "--side", "none", "--load", str(path), "--language", "it"]) == 0
    assert "Vince il Bianco" in capsys.readouterr().out
    assert main(["play", "--load", str(path), "--variant", "telo"]) == 2
    assert main(["play", "--load", str(tmp_path / "none.pgn")]) == 1
    assert "none.pgn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("d3-e3A", "d3-e3A"),
        (" D3-E3a ", "d3-e3A"),
        ("d3e3+", "d3-e3A"),
        ("d3e3-", "d3-e3W"),
        ("d2-e3", "d2-e3A"),
        ("f2e3", "f2-e3A"),
        ("2", "d3-e3A"),
        ("d3-e3", None),
        ("0", None),
        ("-1", None),
        ("٢", None),
        ("9" * 5000, None),
    ],
)
def test_every_form_of_a_turn(
    text: str, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = console(people=set(fn.Color))
    with typed(monkeypatch, text):
        game.run()
    played = [str(move) for move in game.session.board.move_stack]
    assert played == ([] if wanted is None else [wanted])
