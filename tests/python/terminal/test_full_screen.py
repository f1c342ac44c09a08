"""The full-screen game in a pseudo-terminal, from its first screen to the record it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("textual", reason="needs fanorona[tui]")

from pseudo_terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

UP, DOWN, RIGHT = "\x1b[A", "\x1b[B", "\x1b[C"


def test_leaving_in_mid_chain_keeps_the_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("1. e2-e3A f4-e5W *\n")
    with Terminal("--full-screen", "--side", "both", "--load", str(path)) as terminal:
        terminal.expect("choose a stone")
        terminal.press(f"\r{RIGHT}{UP}\r")
        terminal.expect("press e")
        status, said = terminal.close("q", insist=False)
    assert status == 0
    assert "\n1. e2-e3A f4-e5W *\n" in said


@pytest.mark.parametrize("keys", ["\x03", "\x11", "q"], ids=["ctrl+c", "ctrl+q", "q"])
def test_leaving_while_the_engine_thinks_ends_its_search(keys: str) -> None:
    with Terminal("--full-screen", "--side", "white", "--time", "3600") as terminal:
        terminal.expect("choose a stone")
        terminal.press(f"{DOWN}\r{UP}\r")
        terminal.expect("Black to move")
        terminal.expect("the engine is thinking")
        status, said = terminal.close(keys, insist=False)
    assert status == 0
    assert "\n1. e2-e3A *\n" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("keys", ["\x03", "\x11"], ids=["ctrl+c", "ctrl+q"])
def test_leaving_while_a_name_is_asked_for(keys: str) -> None:
    with Terminal("--full-screen", "--side", "both") as terminal:
        terminal.expect("choose a stone")
        terminal.press(f"{DOWN}\r{UP}\r")
        terminal.expect("Black to move")
        terminal.press("s")
        terminal.expect("file")
        status, said = terminal.close(keys, insist=False)
    assert status == 0
    assert "\n1. e2-e3A *\n" in said
