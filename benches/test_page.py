"""How soon the page shows its first board, and how soon the engine answers on it."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import pytest

from page_driver import PageDriver
from page_server import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_benchmark.fixture import BenchmarkFixture

CHROMIUM: Final = Path("/usr/bin/chromium")

START_CLOCK: Final = """() => {
    const board = document.querySelector("#board");
    const clock = (window.clock = {});
    const begin = () => { clock.begun = performance.now(); };
    addEventListener("pointerdown", begin, { capture: true, once: true });
    const look = () => {
        if (board.getAttribute("aria-busy") === "false") clock.ended = performance.now();
    };
    new MutationObserver(look).observe(board, { attributeFilter: ["aria-busy"] });
}"""

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no browser at {CHROMIUM}")


@pytest.fixture(scope="module")
def page() -> Iterator[PageDriver]:
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with running() as server, api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), headless=True, args=["--no-sandbox"]
        )
        yield PageDriver(browser.new_page(reduced_motion="reduce"), server.origin)
        browser.close()


def test_first_board(benchmark: BenchmarkFixture, page: PageDriver) -> None:
    benchmark.pedantic(page.go, rounds=10)  # type: ignore[no-untyped-call]  # untyped there
    assert page.page.locator("#board .stone").count() == 44


def test_answer_at_level_1(benchmark: BenchmarkFixture, page: PageDriver) -> None:
    """From a click on the last point of a turn to the engine's answer on the board.

    The driver's own way to the click is half of what is measured, so the page's clock is read as
    well.
    """
    waits: list[float] = []

    def begin() -> None:
        page.new_game("tsivy", color="white", level=1)
        page.touch_point("f2")
        page.page.evaluate(START_CLOCK)

    def answer() -> None:
        page.touch_point("e3")
        page.idle()
        waits.append(page.page.evaluate("() => window.clock.ended - window.clock.begun"))

    benchmark.pedantic(answer, setup=begin, rounds=10)  # type: ignore[no-untyped-call]  # likewise
    assert len(page.moves()) == 2
    benchmark.extra_info["milliseconds_in_the_page"] = round(median(waits), 1)
    benchmark.extra_info["milliseconds_in_the_page_at_most"] = round(max(waits), 1)
