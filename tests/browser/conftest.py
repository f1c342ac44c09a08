"""A browser, a server, and pages that must stay clean: no console error, no request elsewhere."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from page_driver import PageDriver
from page_server import PageServer, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

CHROMIUM: Final = Path("/usr/bin/chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM.exists():
                item.add_marker(pytest.mark.skip(reason=f"no browser at {CHROMIUM}"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with api.sync_playwright() as playwright:
        # Chromium's own sandbox does not work for root, as whom containers run.
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), headless=True, args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[PageServer]:
    with running() as server:
        yield server


@contextmanager
def clean_page(browser: Browser, origin: str, **settings: Any) -> Iterator[PageDriver]:  # noqa: ANN401  # playwright's
    """A page of its own context; leaving the block checks that nothing went wrong in it."""
    context = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-GB", **settings})
    try:
        driver = PageDriver(context.new_page(), origin)
        driver.go()
        yield driver
        assert driver.complaints == []
        assert [address for address in driver.requests if not address.startswith(origin)] == []
        assert context.cookies() == []
    finally:
        context.close()


@pytest.fixture
def open_page(browser: Browser, server: PageServer) -> Iterator[Callable[..., PageDriver]]:
    """Opens pages, with the settings of a browser context; all are checked at the end."""
    with ExitStack() as pages:
        yield lambda **settings: pages.enter_context(clean_page(browser, server.origin, **settings))


@pytest.fixture
def page(open_page: Callable[..., PageDriver]) -> PageDriver:
    """A page of usual size, in English."""
    return open_page()
