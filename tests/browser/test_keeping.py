"""Games are kept: over reloads and restarts, as records and positions, as variations."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fanorona import Board, record
from page_driver import PageDriver
from page_server import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

GAMES = Path(__file__).parents[1] / "data" / "games"
CHAIN = "1b1b1/2w2/1b3/2b2/5 w - 0 1"


def reload(page: PageDriver) -> None:
    page.page.reload()
    page.page.wait_for_selector("html[data-ready]")
    page.idle()


def test_a_game_goes_on_after_a_reload(page: PageDriver) -> None:
    page.new_game("dimy", color="black", level=1)
    count = len(page.moves())
    page.play(min(map(str, page.board().legal_moves)))
    before = page.stored()
    reload(page)
    assert page.stored() == before
    assert page.shows(page.board())
    left, right = page.point("e5").bounding_box(), page.point("a5").bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    page.play(min(map(str, page.board().legal_moves)))
    assert len(page.moves()) > count + 2


def test_a_chain_goes_on_after_a_reload(page: PageDriver) -> None:
    page.new_game("dimy", color=None)
    page.start_from(CHAIN)
    page.touch_point("c4")
    page.touch_point("c3")
    page.idle()
    reload(page)
    assert page.stored()["parts"] == ["c4-c3A"]
    page.touch_point("d3")
    page.idle()
    page.press("#actions .stop")
    page.idle()
    assert page.moves() == ["c4-c3A-d3W"]


@pytest.mark.parametrize(
    "broken", ["{", "{}", "null", '"x"', '{"tree": {"variant": "telo", "nodes": []}}']
)
def test_what_is_kept_and_broken_is_let_go(page: PageDriver, broken: str) -> None:
    page.page.evaluate("text => localStorage.setItem('fanorona.game', text)", broken)
    reload(page)
    assert page.shows(Board())
    page.play("d3-e3A")


def test_a_kept_game_that_is_refused_is_let_go(page: PageDriver) -> None:
    page.page.evaluate(
        """() => {
            const game = JSON.parse(localStorage.getItem('fanorona.game'));
            game.tree.nodes.push({ parent: 0, move: 'a1-a2', comment: '', before: '', nags: [] });
            game.tree.here = 1;
            localStorage.setItem('fanorona.game', JSON.stringify(game));
        }"""
    )
    reload(page)
    assert page.shows(Board())
    # The browser itself notes that a request was refused.
    assert all("400" in complaint for complaint in page.complaints)
    page.complaints.clear()


def test_a_game_outlives_its_server(browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    with running() as first:
        page = PageDriver(context.new_page(), first.origin)
        page.go()
        page.new_game("telo", color=None)
        page.play("b1-b2A")
    offer = page.board().legal_moves[0]
    with running(first.port):
        page.play(offer)
        assert page.moves() == ["b1-b2A", str(offer)]
    context.close()


def test_without_its_server_the_page_says_so(browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    with running() as server:
        page = PageDriver(context.new_page(), server.origin)
        page.go()
        page.new_game("telo", color=None)
    page.touch_point("b1")
    page.touch_point("b2")
    page.idle()
    assert page.status() == "The server does not answer."
    place = page.page.locator("#board [data-stone=b1]").get_attribute("transform")
    page.point("b1").drag_to(page.point("b2"))
    page.idle()
    assert page.page.locator("#board [data-stone=b1]").get_attribute("transform") == place
    with running(server.port):
        page.play("b1-b2A")
        assert page.moves() == ["b1-b2A"]
    context.close()


def test_a_record_is_saved_and_loaded(page: PageDriver, tmp_path: Path) -> None:
    page.new_game("tsivy", color="white", level=1)
    page.play("d3-e3A")
    played = page.moves()
    page.page.click("#open-record")
    page.page.wait_for_function("() => document.querySelector('#record-text').value")
    with page.page.expect_download() as saving:
        page.page.click("#record-save")
    saving.value.save_as(tmp_path / "game.pgn")
    text = (tmp_path / "game.pgn").read_text(encoding="utf-8")
    game = record.read_game(io.StringIO(text))
    assert game is not None
    assert [str(move) for move in game.mainline_moves()] == played
    assert game.headers["White"] == "Player"
    assert game.headers["Black"] == "fanorona level 1"
    page.page.locator("#record [data-close]").click()
    page.new_game("telo", color=None)
    page.page.click("#open-record")
    page.page.set_input_files("#record-file", tmp_path / "game.pgn")
    page.page.wait_for_selector("#record", state="hidden")
    page.idle()
    assert page.moves() == played


@pytest.mark.parametrize("name", ["features", "tsivy-standard", "dimy-huffing"])
def test_a_record_with_all_its_features(page: PageDriver, name: str) -> None:
    text = (GAMES / f"{name}.pgn").read_text(encoding="utf-8")
    game = record.read_game(io.StringIO(text))
    assert game is not None
    page.page.click("#open-record")
    page.page.fill("#record-text", text)
    page.page.click("#record-load")
    page.page.wait_for_selector("#record", state="hidden")
    page.idle()
    assert page.moves() == [str(move) for move in game.mainline_moves()]
    assert page.shows(page.board())
    page.page.click("#open-record")
    page.page.wait_for_function("() => document.querySelector('#record-text').value")
    back = record.read_game(io.StringIO(page.page.input_value("#record-text")))
    assert back is not None
    assert back.to_json().partition('"moves"')[2] == game.to_json().partition('"moves"')[2]


def test_a_broken_record_is_refused_with_its_reason(page: PageDriver) -> None:
    page.page.click("#open-record")
    page.page.fill("#record-text", "1. d3-e3A z9-z8 *")
    page.page.click("#record-load")
    page.page.wait_for_selector("#record-problem:not(:empty)")
    assert "line 1" in page.page.locator("#record-problem").inner_text()
    page.page.fill("#record-fen", "bbbbb/9 w")
    page.page.click("#fen-load")
    page.page.wait_for_function(
        "() => document.querySelector('#record-problem').textContent.includes('ROWS')"
    )
    assert page.moves() == []
    page.complaints.clear()


def test_record_and_position_are_copied(open_page: Callable[..., PageDriver]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.new_game("telo", color=None)
    page.play("b1-b2A")
    page.page.click("#open-record")
    page.page.wait_for_function("() => document.querySelector('#record-text').value")
    for button, part in (("record-copy", "1. b1-b2A"), ("fen-copy", page.board().fen())):
        page.page.click(f"#{button}")
        page.page.wait_for_selector("#record-done:not(:empty)")
        assert part in page.page.evaluate("() => navigator.clipboard.readText()")


def test_variations_are_listed_and_chosen(page: PageDriver) -> None:
    page.new_game("telo", color=None)
    page.play("b1-b2A")
    page.play(min(map(str, page.board().legal_moves)))
    main = page.moves()
    page.page.click("#undo")
    page.idle()
    page.page.click("#undo")
    page.idle()
    page.play("a1-b2A")
    variation = page.page.locator("#moves .variation .move")
    assert variation.inner_text() == "a1-b2A"
    assert variation.get_attribute("aria-current") == "step"
    page.page.locator("#moves .move", has_text=main[1]).first.click()
    page.idle()
    assert page.moves() == main
    variation.click()
    page.idle()
    page.page.click("#promote")
    page.idle()
    assert page.page.locator("#moves .variation .move").first.inner_text() == "b1-b2A"
    page.page.click("#remove")
    page.idle()
    assert page.moves() == []
    assert page.page.locator("#moves .variation").count() == 0


def test_a_position_is_set_up_and_played(page: PageDriver) -> None:
    page.new_game("tsivy", color=None)
    page.page.click("#open-editor")
    page.page.select_option("#editor-variant", "dimy")
    put = page.page.locator("#editor-tools input")
    for color, points in (("white", ["b3"]), ("black", ["d3", "e3", "a1"]), ("empty", ["e3"])):
        put.and_(page.page.locator(f"[value={color}]")).check()
        for point in points:
            page.page.click(f"#editor-board [data-point={point}]")
    page.page.check("#editor-turn input[value=white]")
    page.page.click("#editor-play")
    page.page.wait_for_selector("#editor", state="hidden")
    page.idle()
    assert page.board().fen() == "5/5/1w1b1/5/b4 w - 0 1"
    page.play("b3-c3A")
    assert page.stones("black") == {"a1"}


def test_an_empty_position_is_refused(page: PageDriver) -> None:
    page.page.click("#open-editor")
    page.page.click("#editor-clear")
    page.page.click("#editor-play")
    page.page.wait_for_selector("#editor-problem:not(:empty)")
    page.page.click("#editor-start")
    page.page.wait_for_function(
        "() => document.querySelectorAll('#editor-board .stone').length === 44"
    )
    page.page.click("#editor-play")
    page.page.wait_for_selector("#editor", state="hidden")
    page.idle()
    assert page.shows(Board())
    page.complaints.clear()
