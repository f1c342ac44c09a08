"""What helps: rules to try, analysis, tables, six languages, and access for everyone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import (  # type: ignore[import-untyped]  # has none
    Axe,
)

from fanorona.i18n import CATEGORIES, LANGUAGES, category, translator

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Route

    from page_driver import PageDriver

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


def faults(page: PageDriver) -> list[str]:
    """What axe-core calls serious or critical."""
    found = Axe().run(page.page).response["violations"]
    return [
        f"{fault['id']}: {[node['target'] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(open_page: Callable[..., PageDriver], language: str) -> None:
    page = open_page(locale=language)
    say = translator(language)
    assert page.page.locator("html").get_attribute("lang") == language
    assert page.page.input_value("#language") == language
    assert page.page.locator("#open-new").inner_text() == say("menu.new")
    assert page.status() == f"{say('turn.white')}. {say('status.capture')}"
    page.new_game("telo", color=None)
    page.play("b1-b2A")
    near = page.page.locator("#player-far .count").inner_text()
    assert near == say("stones", count=3)
    taken = say("said.taken", count=1)
    assert page.page.locator("#announcement").inner_text().endswith(f"b1-b2A. {taken}")
    page.page.click("#resign")
    page.idle()
    assert page.status() == f"{say('result.white')}: {say('termination.resignation')}"


def test_the_language_is_changed_and_kept(page: PageDriver) -> None:
    page.page.click("#open-rules")
    page.page.click("#analyse")
    for language in [*LANGUAGES, "mg"]:
        page.page.select_option("#language", language)
        say = translator(language)
        page.page.wait_for_selector(f"html[lang={language}]")
        page.page.wait_for_function(
            "text => document.querySelector('#status').textContent.startsWith(text)",
            arg=say("turn.white"),
        )
        title = say("rulebook.chain.title")
        assert page.page.locator(".rule h3", has_text=title).first.is_visible()
        assert page.page.locator("#analyse").inner_text() == say("analysis.stop")
    page.page.reload()
    page.page.wait_for_selector("html[data-ready]")
    assert page.page.locator("#open-new").inner_text() == translator("mg")("menu.new")


def test_an_unknown_language_is_english(open_page: Callable[..., PageDriver]) -> None:
    page = open_page(locale="ja-JP")
    assert page.page.locator("#open-new").inner_text() == "New game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_browser_and_python_agree_on_plurals(page: PageDriver, language: str) -> None:
    counts = [*range(205), 1_000_000, 1_000_001, 2_000_000]
    categories, chosen = page.page.evaluate(
        """([language, counts]) => {
            const rules = new Intl.PluralRules(language);
            return [rules.resolvedOptions().pluralCategories, counts.map((n) => rules.select(n))];
        }""",
        [language, counts],
    )
    assert set(categories) == set(CATEGORIES[language])
    assert chosen == [category(language, count) for count in counts]


def test_each_rule_can_be_tried(page: PageDriver) -> None:
    page.page.click("#open-rules")
    rules = page.page.locator(".rule")
    assert rules.count() == 10
    for place in range(10):
        rule = rules.nth(place)
        rule.locator(".movable").first.wait_for()
        before = rule.locator(".point").evaluate_all("points => points.map((p) => p.ariaLabel)")
        stone = next(label[:2] for label in before if label.endswith("can move"))
        rule.locator(f"[data-point={stone}]").click()
        aim = rule.locator(".point[aria-label$='possible destination']").first
        aim.click()
        group = rule.locator(".point[aria-label*='would fall']")
        if group.count():
            group.first.click()
        rule.locator(".trail").wait_for(state="attached")
        rule.locator("button", has_text="Again").click()
        rule.locator(".trail").wait_for(state="detached")
        after = rule.locator(".point").evaluate_all("points => points.map((p) => p.ariaLabel)")
        assert after == before
    page.page.click("#open-rules")
    assert not page.page.locator("#rulebook").is_visible()


def chain(page: PageDriver) -> Locator:
    """The rule of chains in the opened rule book, with its board."""
    title = translator("en")("rulebook.chain.title")
    page.page.click("#open-rules")
    found = page.page.locator(".rule").filter(has=page.page.get_by_role("heading", name=title))
    found.locator(".movable").first.wait_for()
    return found


def labels(rule: Locator) -> list[str]:
    """What screen readers say of the points."""
    found: list[str] = rule.locator(".point").evaluate_all(
        "points => points.map((point) => point.ariaLabel)"
    )
    return found


def play_the_chain(rule: Locator) -> None:
    rule.locator("[data-point=c4]").click()
    for point in ("c3", "d3", "d4"):
        rule.locator(f"[data-point={point}][aria-label$=destination]").click()
    rule.locator(".rule-foot", has_text="Black to move").wait_for()


def test_a_rule_can_be_tried_with_double_clicks(page: PageDriver) -> None:
    tried = chain(page)
    tried.locator("[data-point=c4]").click()
    tried.locator("[data-point=c3]").evaluate("point => { point.click(); point.click(); }")
    for point in ("d3", "d4"):
        tried.locator(f"[data-point={point}][aria-label$=destination]").click()
    tried.locator(".rule-foot", has_text="Black to move").wait_for()


def test_a_rule_begins_again_in_the_middle_of_a_motion(
    open_page: Callable[..., PageDriver],
) -> None:
    page = open_page(reduced_motion="no-preference")
    tried = chain(page)
    start = labels(tried)
    tried.locator("[data-point=c4]").click()
    tried.locator("[data-point=c3]").click()
    tried.locator("button", has_text="Again").evaluate(
        """async (again) => {
            const frame = () => new Promise(requestAnimationFrame);
            while (!document.getAnimations().length) await frame();
            again.click();
        }"""
    )
    page.page.wait_for_function("() => !document.getAnimations().length")
    tried.locator(".movable").first.wait_for()
    assert labels(tried) == start
    play_the_chain(tried)


def test_a_rule_that_begins_again_ignores_a_late_answer(page: PageDriver) -> None:
    tried = chain(page)
    start = labels(tried)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.page.route("**/api/view", hold, times=1)
    tried.locator("[data-point=c4]").click()
    tried.locator("[data-point=c3]").click()
    tried.locator("button", has_text="Again").click()
    tried.locator(".movable").first.wait_for()
    with page.page.expect_response("**/api/view"):
        late[0].continue_()
    page.page.wait_for_timeout(100)
    assert labels(tried) == start
    play_the_chain(tried)


def test_a_rule_says_that_the_server_does_not_answer(page: PageDriver) -> None:
    tried = chain(page)
    page.page.route("**/api/view", lambda route: route.abort(), times=1)
    tried.locator("[data-point=c4]").click()
    tried.locator("[data-point=c3]").click()
    tried.locator(".rule-foot", has_text="The server does not answer.").wait_for()
    # The browser itself notes that a request failed.
    assert all("ERR_FAILED" in complaint for complaint in page.complaints)
    page.complaints.clear()
    play_the_chain(tried)


def test_analysis_streams_lines_and_follows_the_game(page: PageDriver) -> None:
    page.new_game("tsivy", color=None)
    page.page.click("#analyse")
    lines = page.page.locator("#lines li")
    page.page.wait_for_function("() => document.querySelectorAll('#lines li').length === 3")
    legal = set(map(str, page.board().legal_moves))
    for line in lines.locator(".pv").all_inner_texts():
        assert line.split()[0] in legal
    assert re.match(r"depth \d+, [\d,]+ positions", page.page.locator("#depth").inner_text())
    page.play("d3-e3A")
    legal = set(map(str, page.board().legal_moves))
    page.page.wait_for_function(
        "legal => legal.includes(document.querySelector('#lines .pv')?.textContent.split(' ')[0])",
        arg=sorted(legal),
    )
    page.page.click("#analyse")
    assert not page.page.locator("#analysis").is_visible()


def test_the_scale_knows_who_wins(page: PageDriver) -> None:
    page.new_game("dimy", color=None)
    page.page.click("#analyse")
    for fen, share, text in (
        ("5/5/1w1b1/5/5 w", "100", "White wins in 1 turn"),
        ("5/5/1w1b1/5/5 b", "0", "Black wins in 1 turn"),
    ):
        page.start_from(fen)
        page.page.wait_for_selector(f"#scale[aria-valuenow='{share}']")
        assert page.page.locator("#lines .score").first.inner_text() == text


def test_a_win_that_tables_alone_know_is_said_in_words(page: PageDriver) -> None:
    said = page.page.evaluate(
        """async (scores) => {
          const { describeScore } = await import("/static/describe.js");
          return scores.map(([estimate, sign, turn]) => {
            const score = { estimate, win_in: null, loss_in: null, table_sign: sign };
            return Object.values(describeScore(score, turn));
          });
        }""",
        [[19_996, 1, "white"], [19_996, 1, "black"], [-19_996, -1, "black"], [0, 0, "black"]],
    )
    white, black = "Endgame table: White wins", "Endgame table: Black wins"
    assert said == [[white, 1], [black, 0], [white, 1], ["0.0", 0.5]]


def test_endgame_tables_are_asked(page: PageDriver) -> None:
    page.new_game("tsivy", color=None)
    assert not page.page.locator("#verdict").is_visible()
    page.start_from("9/9/1w7/9/b1w6 w")
    verdict = page.page.locator("#verdict").inner_text()
    assert verdict == "Endgame table: White wins; next capture in 1 turn"
    page.page.select_option("#language", "pl")
    page.page.wait_for_selector("html[lang=pl]")
    page.page.wait_for_function(
        "() => document.querySelector('#verdict').textContent.startsWith('Tabela')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_serious_fault_of_access(
    open_page: Callable[..., PageDriver], scheme: str, size: str
) -> None:
    page = open_page(color_scheme=scheme, **(PHONE if size == "phone" else {}))
    assert faults(page) == []
    page.touch_point("d3")
    page.touch_point("e3")
    assert faults(page) == []
    page.page.keyboard.press("Escape")
    page.page.click("#open-rules")
    page.page.locator(".rule .movable").first.wait_for()
    page.page.click("#analyse")
    page.page.locator("#lines li").first.wait_for()
    assert faults(page) == []
    for name in ("new-game", "record", "editor"):
        page.page.click(f"#open-{name.partition('-')[0]}")
        page.page.wait_for_selector(f"#{name}[open]")
        for details in page.page.locator(f"#{name} summary").all():
            details.click()
        assert faults(page) == [], name
        page.page.locator(f"#{name} [data-close]").click()
    page.page.click("#resign")
    page.idle()
    assert faults(page) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
@pytest.mark.parametrize("language", ["en", "mg", "fr"])
def test_every_width(open_page: Callable[..., PageDriver], width: int, language: str) -> None:
    page = open_page(viewport={"width": width, "height": 800}, locale=language)
    assert page.page.evaluate("() => document.documentElement.scrollWidth") <= width
    box = page.page.locator("#board").bounding_box()
    assert box is not None
    assert box["width"] >= min(width, 640) * 0.9
    assert box["y"] + box["height"] <= 800
    stone = page.point("a1").bounding_box()
    assert stone is not None
    assert min(stone["width"], stone["height"]) >= 24


PICTURES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "start": ({}, []),
    "choice": ({}, ["d3", "e3"]),
    "phone": ({**PHONE, "device_scale_factor": 2}, ["d3", "e3"]),
    "dark": ({"color_scheme": "dark"}, ["d3", "e3", "f3"]),
}


@pytest.mark.parametrize("name", [*PICTURES, "over"])
def test_pictures_are_taken(
    open_page: Callable[..., PageDriver], name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings, points = PICTURES.get(name, ({}, []))
    page = open_page(**{"viewport": {"width": 1280, "height": 800}, **settings})
    for point in points:
        page.touch_point(point)
    if name == "over":
        page.new_game("dimy", color=None)
        page.start_from("5/5/1w1b1/5/5 w")
        page.play("b3-c3A")
    page.idle()
    path = tmp_path_factory.getbasetemp() / f"page-{name}.png"
    page.page.screenshot(path=path)
    assert path.stat().st_size > 20_000


def test_every_text_of_the_page_is_in_the_catalogues(page: PageDriver) -> None:
    keys = {
        key.partition("#")[0]
        for key in json.loads(
            page.page.evaluate("async () => (await fetch('/catalogues/en.json')).text()")
        )
    }
    for address in sorted({a for a in page.requests if a.endswith((".js", "/"))}):
        text = page.page.evaluate("async (a) => (await fetch(a)).text()", address)
        used = re.findall(r"(?:say\(|data-t=|data-t-label=)\"([a-z_.]+)\"", text)
        assert set(used) <= keys, address
