"""Makes the picture of the page for the documentation, with Debian's Chromium.

python tools/picture_page.py docs/images/page.jpg
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

TURNS: Final = (("d3", "e3", "f3"), ("c3", "d3", "e3"), ("d2", "e3"))
"""The points that are pressed in each turn; the last leaves a chain in progress."""


def play(page: Page) -> None:
    """Two people play, with analysis, into the middle of a chain."""
    page.click("#open-new")
    page.check("#new-opponents input[value=person]")
    page.click("#new-start")
    page.wait_for_selector("#new-game", state="hidden")
    for points in TURNS:
        for point in points:
            page.click(f"#board [data-point={point}]")
            page.wait_for_selector("#board[aria-busy=false]")
    page.click("#analyse")
    page.wait_for_timeout(3000)
    page.mouse.move(0, 0)


def main() -> None:
    """Serves the page, plays on it, and takes the picture."""
    parser = argparse.ArgumentParser(description="make the picture of the page")
    parser.add_argument("output", type=Path, help="the JPEG file")
    output = parser.parse_args().output
    command = [sys.executable, "-m", "fanorona", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,  # noqa: S603  # ours
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None  # noqa: S101  # it is a pipe
            address = server.stdout.readline().strip()
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", headless=True, args=["--no-sandbox"]
            )
            page = browser.new_page(
                viewport={"width": 1180, "height": 720}, locale="en-GB", reduced_motion="reduce"
            )
            page.goto(address)
            page.wait_for_selector("html[data-ready]")
            play(page)
            page.screenshot(path=output, type="jpeg", quality=88)
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
