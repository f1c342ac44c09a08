"""Whole games: by mouse, by touch, by keyboard alone; every end; every board and rule set."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fanorona import VARIANTS
from fanorona.rules import PRESETS
from page_driver import Keys, PageDriver, Touch

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona import Board

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def play_to_the_end(page: PageDriver, seed: int = 1, longest: int = 150) -> Board:
    """Plays random turns wherever it is a person's turn, until the game is over."""
    chance = random.Random(seed)
    board = page.board()
    while not board.is_game_over():
        assert len(board.move_stack) < longest
        page.play(chance.choice(sorted(map(str, board.legal_moves))))
        board = page.board()
        assert page.shows(board)
    outcome = board.outcome()
    assert outcome is not None
    winner = "Draw" if outcome.winner is None else f"{outcome.winner.name.capitalize()} wins"
    assert page.status().startswith(f"{winner}:")
    return board


@pytest.mark.parametrize("color", ["white", "black"])
def test_a_game_by_mouse(page: PageDriver, color: str) -> None:
    page.new_game("telo", color=color)
    page.page.wait_for_selector("#board[aria-busy=false]")
    play_to_the_end(page)


def test_a_game_by_touch_on_a_phone(open_page: Callable[..., PageDriver]) -> None:
    page = open_page(**PHONE)
    page.new_game("dimy", color="white")
    page.hands = Touch()
    play_to_the_end(page)
    width = page.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390


def test_a_game_by_keyboard_alone(page: PageDriver) -> None:
    keys = Keys(page.page)
    page.hands = keys
    page.press("#open-new")
    # Radio buttons are one stop of Tab, and chosen among by arrows.
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowRight")
    assert page.page.locator("#new-variants input:checked").input_value() == "telo"
    page.page.locator("#new-level").press("Home")
    page.press("#new-start")
    page.page.wait_for_selector("#new-game", state="hidden")
    page.idle()
    assert page.stored()["tree"]["variant"] == "telo"
    assert page.stored()["level"] == 1
    play_to_the_end(page)


def test_two_players_on_one_device(page: PageDriver) -> None:
    page.new_game("telo", color=None)
    board = play_to_the_end(page, seed=3)
    assert page.moves() == [str(move) for move in board.move_stack]
    page.page.click("#undo")
    page.idle()
    assert len(page.moves()) == len(board.move_stack) - 1


def test_elimination(page: PageDriver) -> None:
    page.new_game("dimy", color=None)
    page.start_from("5/5/1w1b1/5/5 w")
    page.play("b3-c3A")
    assert page.status() == "White wins: all stones are captured"
    assert page.stones("black") == set()
    assert page.page.locator("#hint").is_disabled()


def test_blocking(page: PageDriver) -> None:
    page.new_game("dimy", color=None)
    page.start_from("w4/w4/ww3/b4/w4 w")
    page.play("b3-b2")
    assert page.status() == "White wins: no turn is left"


def test_threefold_repetition(page: PageDriver) -> None:
    page.new_game("dimy", color=None)
    page.start_from("4b/5/5/5/w4 w")
    for move in ["a1-a2", "e5-e4", "a2-a1", "e4-e5"] * 2:
        page.play(move)
    assert page.status() == "Draw: the position was repeated"


def test_the_fifty_move_rule(page: PageDriver) -> None:
    page.new_game("dimy", preset="fifty", color=None)
    page.start_from("4b/5/5/5/w4 w")
    chance = random.Random(1)
    for _ in range(50):
        assert "to move" in page.status()
        board = page.board()
        quiet = [
            move
            for move in board.legal_moves
            if not board.position.play(move).legal_moves()[0].is_capture
        ]
        page.play(chance.choice(quiet))
    assert page.status() == "Draw: too long without a capture"


def test_majority_at_the_limit(page: PageDriver) -> None:
    page.new_game("dimy", preset="alquerque", color=None)
    page.start_from("4b/5/5/5/ww3 w - 49 60")
    page.play("a1-a2")
    assert page.status() == "White wins: stones were counted"


def test_agreement_and_resignation_can_be_taken_back(page: PageDriver) -> None:
    page.new_game("telo", color=None)
    page.play("b1-b2A")
    page.page.click("#draw")
    page.idle()
    assert page.status() == "Draw: agreed"
    page.page.click("#undo")
    page.idle()
    assert page.moves() == ["b1-b2A"]
    page.page.click("#resign")
    page.idle()
    assert page.status() == "White wins: the other side resigned"
    page.page.reload()
    page.page.wait_for_selector("html[data-ready]")
    assert page.status() == "White wins: the other side resigned"


def test_a_huffing_game(page: PageDriver) -> None:
    page.new_game("dimy", preset="huffing", color=None)
    chance = random.Random(5)
    removals = 0
    for _ in range(30):
        board = page.board()
        if board.is_game_over():
            break
        move = chance.choice(sorted(board.legal_moves, key=str))
        removals += move.removed is not None
        page.play(move)
        assert page.moves()[-1] == str(move)
        assert page.shows(page.board())
    assert removals > 2


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_board_under_every_preset(page: PageDriver, variant: str) -> None:
    for preset in PRESETS:
        page.new_game(variant, preset=preset, color="white")
        board = page.board()
        assert (board.variant.name, str(board.rules)) == (variant, str(PRESETS[preset]))
        assert page.shows(board)
        page.play(min(map(str, board.legal_moves)))
        assert len(page.moves()) == 2


def test_single_rules_can_be_changed(page: PageDriver) -> None:
    page.page.click("#open-new")
    page.page.locator("#new-game summary").click()
    page.page.select_option("[data-field=chain]", "forced")
    page.page.select_option("[data-field=no_capture]", "40")
    page.page.click("#new-start")
    page.page.wait_for_selector("#new-game", state="hidden")
    page.idle()
    assert page.stored()["tree"]["rules"] == "standard;chain=forced;no_capture=40"
    assert str(page.board().rules) == "standard;chain=forced;no_capture=40"
