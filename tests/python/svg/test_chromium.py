"""Pictures as a browser shows them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final

import pytest

import fanorona as fn
from fanorona import svg
from fanorona.svg.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

DRAW: Final = """async ([address, width, height, places]) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, width, height);
    return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
}"""
"""Draws a picture and returns the colours at some places."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def brightness(page: Page, picture: str, places: list[tuple[int, int]]) -> list[float]:
    """How bright a picture is at these places, from 0 to 255."""
    box = picture.partition('viewBox="0 0 ')[2].partition('"')[0].split()
    address = "data:image/svg+xml;base64," + base64.b64encode(picture.encode()).decode()
    colors = page.evaluate(DRAW, [address, *map(int, box), places])
    assert all(alpha == 255 for *_, alpha in colors)
    return [sum(parts[:3]) / 3 for parts in colors]


@pytest.mark.parametrize("theme", sorted(svg.THEMES))
@pytest.mark.parametrize("side", fn.Color)
@pytest.mark.parametrize("variant", ["telo", "5x3", "tsivy"])
def test_stones_are_seen_where_they_stand(
    page: Page, variant: str, side: fn.Color, theme: str
) -> None:
    position = fn.Position(variant)
    layout = Layout(position.variant, side, coordinates=True)
    points = range(position.variant.points)
    picture = svg.board(position, orientation=side, colors=theme)
    seen = brightness(page, picture, [layout.place(point) for point in points])
    for point, light in zip(points, seen, strict=True):
        if position.white >> point & 1:
            assert light > 190, point
        elif position.black >> point & 1:
            assert light < 90, point


def test_ghosts_are_fainter_than_stones(page: Page) -> None:
    board = fn.Board()
    before = board.position
    board.push("d3-e3A")
    layout = Layout(board.variant, fn.WHITE, coordinates=True)
    x, y = layout.place(board.variant.point("f3"))
    places = [(x - 12, y - 5)]
    (stone,) = brightness(page, svg.board(before), places)
    (ghost,) = brightness(page, svg.board(board), places)
    (empty,) = brightness(page, svg.board(board.position), places)
    assert stone < ghost < empty


def test_the_browser_finds_no_fault_in_the_document(page: Page) -> None:
    board = fn.Board("dimy")
    board.push(board.legal_moves[0])
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text))
    address = "data:image/svg+xml;base64," + base64.b64encode(svg.board(board).encode()).decode()
    page.goto(address)
    assert page.evaluate("document.documentElement.localName") == "svg"
    assert page.locator("parsererror").count() == 0
    assert page.title() == "Fanorona on the dimy board, Black to move"
    assert found == []
