"""A server, and pages that must stay clean: no console error, no request elsewhere."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from page_driver import PageDriver
from page_server import PageServer, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


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
