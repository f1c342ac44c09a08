"""What all tests and examples share: hypothesis profiles, Ctrl-C as a terminal has it, a browser.

The profile is ``quick`` unless ``--hypothesis-profile=deep`` is given. Neither minds how long
something takes, which depends on what else the machine does.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

CHROMIUM: Final = Path("/usr/bin/chromium")
"""Where Debian has it."""

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", patient, max_examples=60, derandomize=True)
settings.register_profile("deep", patient, max_examples=1_000)
settings.load_profile("quick")

# Who starts the tests in the background of a script has Ctrl-C ignored, and every program that the
# tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of all tests: Playwright refuses a second beside it."""
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}")
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with api.sync_playwright() as playwright:
        # Chromium's own sandbox does not work for root, as whom containers run.
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), headless=True, args=["--no-sandbox"]
        )
        yield browser
        browser.close()
