"""Making a turn: which capture, chains, dragging, taking back, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fanorona import Board
from fanorona.web.parts import Staging
from page_driver import Keys, Mouse, PageDriver, Touch

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

CHAIN = "1b1b1/2w2/1b3/2b2/5 w - 0 1"
"""c4 takes c2, then b3, then d5."""


def targets(page: PageDriver) -> int:
    return page.page.locator("#board .target").count()


def label(page: PageDriver, point: str) -> str:
    return page.point(point).get_attribute("aria-label") or ""


@pytest.fixture
def two(page: PageDriver) -> PageDriver:
    """A page on which two people play."""
    page.new_game("tsivy", color=None)
    return page


def test_only_legal_targets_are_shown(two: PageDriver) -> None:
    assert two.page.locator("#board .movable").count() == 4
    assert label(two, "d3") == "d3, white stone, can move"
    assert label(two, "a1") == "a1, white stone"
    two.touch_point("a1")
    assert targets(two) == 0
    two.touch_point("d3")
    assert targets(two) == 1
    assert label(two, "e3") == "e3, empty, possible destination"
    two.page.keyboard.press("Escape")
    assert targets(two) == 0
    assert two.moves() == []


@pytest.mark.parametrize("way", ["stones", "buttons"])
@pytest.mark.parametrize(("kind", "point"), [("approach", "f3"), ("withdrawal", "c3")])
def test_approach_or_withdrawal(two: PageDriver, way: str, kind: str, point: str) -> None:
    two.touch_point("d3")
    two.touch_point("e3")
    assert two.page.locator("#board .group.approach").count() == 1
    assert two.page.locator("#board .group.withdrawal").count() == 1
    assert label(two, point) == f"{point}, black stone, would fall by {kind}"
    assert two.status() == "White to move. Choose the stones that fall."
    assert two.moves() == []
    if way == "stones":
        two.touch_point(point)
    else:
        two.press(f"#actions .{kind}")
    two.idle()
    assert two.moves() == [f"d3-e3{kind[0].upper()}"]
    assert point not in two.stones("black")


def test_the_choice_can_be_cancelled(two: PageDriver) -> None:
    two.touch_point("d3")
    two.touch_point("e3")
    two.press("#actions .cancel")
    assert two.page.locator("#board .group").count() == 0
    assert two.moves() == []
    two.touch_point("d3")
    two.touch_point("e3")
    two.touch_point("f2")
    assert two.page.locator("#board .group").count() == 0
    two.touch_point("e3")
    two.idle()
    assert two.moves() == ["f2-e3A"]


def test_a_chain_is_stopped_early(two: PageDriver) -> None:
    two.start_from(CHAIN)
    two.touch_point("c4")
    two.touch_point("c3")
    two.idle()
    assert two.moves() == []
    assert two.stored()["parts"] == ["c4-c3A"]
    assert two.status() == "White to move. Go on capturing, or stop."
    assert targets(two) == 1
    two.press("#actions .stop")
    two.idle()
    assert two.moves() == ["c4-c3A"]
    assert two.status().startswith("Black to move")


def test_a_chain_goes_on_and_ends_by_itself(two: PageDriver) -> None:
    two.start_from(CHAIN)
    two.touch_point("c4")
    for point in ("c3", "d3", "d4"):
        two.touch_point(point)
        two.idle()
    assert two.moves() == ["c4-c3A-d3W-d4A"]
    assert two.page.locator("#actions button").count() == 0


def test_another_stone_cannot_break_into_a_chain(two: PageDriver) -> None:
    two.start_from("1b1b1/2w2/1b3/2b2/w4 w - 0 1")
    two.touch_point("c4")
    two.touch_point("c3")
    two.idle()
    two.touch_point("a1")
    assert two.stored()["parts"] == ["c4-c3A"]
    assert targets(two) == 1


@pytest.mark.parametrize("hands", [Keys, None])
def test_chains_by_keyboard_and_by_touch(
    open_page: Callable[..., PageDriver], hands: type[Keys] | None
) -> None:
    page = open_page(has_touch=True)
    page.new_game("dimy", color=None)
    page.hands = Keys(page.page) if hands else Touch()
    for turn in ("c4-c3A", "c4-c3A-d3W", "c4-c3A-d3W-d4A"):
        page.start_from(CHAIN)
        page.play(turn)
        assert page.moves() == [turn]


def test_focus_stays_on_the_board(two: PageDriver) -> None:
    two.hands = Keys(two.page)
    two.play("d3-e3A")
    focused = two.page.evaluate("() => document.activeElement.dataset.point")
    assert focused == "e3"


def test_a_stone_is_dragged(two: PageDriver) -> None:
    two.point("f2").drag_to(two.point("e3"))
    two.idle()
    assert two.moves() == ["f2-e3A"]
    board = Board()
    board.push("f2-e3A")
    assert two.shows(board)


def test_a_stone_that_is_dragged_elsewhere_goes_back(two: PageDriver) -> None:
    two.point("f2").drag_to(two.point("f4"))
    assert two.moves() == []
    place = two.page.locator("#board [data-stone=f2]").get_attribute("transform")
    two.point("d3").drag_to(two.point("e3"))
    assert two.page.locator("#board .group").count() == 2
    two.page.keyboard.press("Escape")
    assert two.page.locator("#board [data-stone=f2]").get_attribute("transform") == place


def test_keys_choose_points_after_a_stone_was_dragged(two: PageDriver) -> None:
    two.point("f2").drag_to(two.point("f4"))
    two.hands = Keys(two.page)
    two.touch_point("d3")
    assert two.point("d3").get_attribute("aria-pressed") == "true"
    two.hands = Mouse()
    two.point("f2").drag_to(two.point("e3"))
    two.idle()
    two.hands = Keys(two.page)
    answer = min(map(str, two.board().legal_moves))
    two.play(answer)
    assert two.moves() == ["f2-e3A", answer]


def test_dragging_moves_in_the_middle_of_a_chain(open_page: Callable[..., PageDriver]) -> None:
    page = open_page(reduced_motion="no-preference")
    page.new_game("dimy", color=None)
    page.start_from(CHAIN)
    for origin, destination in (("c4", "c3"), ("c3", "d3"), ("d3", "d4")):
        page.point(origin).drag_to(page.point(destination))
        page.idle()
    assert page.moves() == ["c4-c3A-d3W-d4A"]
    assert page.shows(page.board())


def test_undo_gives_captured_stones_back(two: PageDriver) -> None:
    two.start_from(CHAIN)
    start = two.stones("black")
    two.touch_point("c4")
    two.touch_point("c3")
    two.idle()
    two.touch_point("d3")
    two.idle()
    assert two.stones("black") == {"b5", "d5"}
    two.page.click("#undo")
    two.idle()
    assert two.stored()["parts"] == ["c4-c3A"]
    assert two.stones("black") == {"b5", "d5", "b3"}
    two.page.click("#undo")
    two.idle()
    assert two.stones("black") == start
    two.play("c4-c3A-d3W")
    two.page.click("#undo")
    two.idle()
    assert two.stones("black") == start
    two.page.click("#redo")
    two.idle()
    assert two.moves() == ["c4-c3A-d3W"]
    assert two.page.locator("#redo").is_disabled()


def test_undo_against_the_engine_takes_back_its_answer(page: PageDriver) -> None:
    page.new_game("tsivy", color="white", level=1)
    page.play("d3-e3A")
    played = page.moves()
    assert len(played) == 2
    page.page.click("#undo")
    page.idle()
    assert page.moves() == []
    page.page.click("#redo")
    page.idle()
    assert page.moves() == played
    page.page.click("#undo")
    page.idle()
    page.play("f2-e3A")
    assert len(page.moves()) == 2
    assert page.page.locator("#moves .variation").count() == 1


def test_a_hint_can_be_played(page: PageDriver) -> None:
    page.new_game("tsivy", color="white")
    page.page.click("#hint")
    page.page.wait_for_selector("#board .arrow")
    hinted = page.status().removeprefix("Hint: ")
    assert hinted in map(str, page.board().legal_moves)
    page.play(hinted)
    assert page.moves()[0] == hinted
    assert page.page.locator("#board .arrow").count() == 0


def test_under_huff_rules_the_engine_is_not_asked_in_the_middle_of_a_turn(
    page: PageDriver,
) -> None:
    page.new_game("dimy", preset="theory", color=None)
    page.page.click("#open-new")
    page.page.locator("#new-game summary").click()
    page.page.select_option("[data-field=capture]", "huff")
    page.page.click("#new-start")
    page.page.wait_for_selector("#new-game", state="hidden")
    page.start_from("1b1b1/2w2/1b3/2b2/4w w")
    tools = [page.page.locator(name) for name in ("#hint", "#engine")]
    assert [tool.is_disabled() for tool in tools] == [False, False]
    page.touch_point("c4")
    page.touch_point("c3")
    page.idle()
    assert page.stored()["parts"] == ["c4-c3A"]
    assert [tool.is_disabled() for tool in tools] == [True, True]
    page.page.click("#undo")
    page.idle()
    assert [tool.is_disabled() for tool in tools] == [False, False]


def test_a_hint_is_not_asked_for_while_the_server_is_to_answer(two: PageDriver) -> None:
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    two.page.route("**/api/view", hold, times=1)
    two.touch_point("f2")
    two.touch_point("e3")
    two.page.click("#hint")
    late[0].continue_()
    two.idle()
    assert two.moves() == ["f2-e3A"]
    assert not [address for address in two.requests if address.endswith("/api/hint")]


def test_the_engine_plays_for_a_person(two: PageDriver) -> None:
    for count in (1, 2):
        two.page.click("#engine")
        two.page.wait_for_function(
            "count => document.querySelectorAll('#moves .move').length > count", arg=count
        )
        two.idle()
        assert len(two.moves()) == count


def test_the_board_is_turned(two: PageDriver) -> None:
    before = two.point("a1").bounding_box()
    two.page.click("#flip")
    after = two.point("i5").bounding_box()
    assert before == after
    two.play("d3-e3A")
    assert two.shows(two.board())
    two.hands = Keys(two.page)
    two.play(min(map(str, two.board().legal_moves)))
    assert len(two.moves()) == 2


def test_a_turn_is_announced(two: PageDriver) -> None:
    two.play("d3-e3A")
    assert two.page.locator("#announcement").inner_text() == "White: d3-e3A. Takes 1 stone."


def test_motion_ends_where_the_rules_say(open_page: Callable[..., PageDriver]) -> None:
    page = open_page(reduced_motion="no-preference")
    page.new_game("tsivy", color="white", level=2)
    for _ in range(4):
        board = page.board()
        page.play(min(map(str, board.legal_moves)))
        assert page.shows(page.board())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_hasty_hands(open_page: Callable[..., PageDriver], motion: str, seed: int) -> None:
    """Whatever is pressed, and however fast, the page shows the game that it keeps."""
    page = open_page(reduced_motion=motion)
    preset = ["standard", "alquerque", "huffing", "fifty"][seed]
    page.new_game("dimy", preset=preset, color="white" if seed % 2 else None, level=1)
    for batch in range(6):
        page.page.evaluate(
            """async ([seed, count]) => {
                let state = seed * 7919 + 17;
                const below = (n) => (state = (state * 48271) % 2147483647) % n;
                const wait = (ms) => new Promise((done) => setTimeout(done, ms));
                for (let i = 0; i < count; i += 1) {
                    const aims = "#board .grab, #board [aria-label*=destination], #actions button";
                    const anything = "#board .point, .tools button, #moves .move";
                    const selector = below(5) ? aims : anything;
                    const all = [...document.querySelectorAll(selector)].filter((b) => !b.disabled);
                    if (all.length) all[below(all.length)].click();
                    if (!below(3)) await wait(below(60));
                }
            }""",
            [seed * 100 + batch, 60],
        )
        page.idle()
        page.page.wait_for_timeout(50)
        page.idle()
        board = page.board()
        staging = Staging(board.copy())
        for part in page.stored()["parts"]:
            staging.add(part)
        name = board.variant.point_name
        for color, bits in zip(("white", "black"), staging.stones(), strict=True):
            assert page.stones(color) == {name(p) for p in range(25) if bits >> p & 1}
