"""Stones, and the ghosts of captured ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.enums import Color
from fanorona.svg.elements import element
from fanorona.svg.layout import STONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona.svg.layout import Layout
    from fanorona.svg.theme import Theme

_NAMES = {Color.WHITE: "white", Color.BLACK: "black"}


def definitions(theme: Theme, key: str) -> Iterator[str]:
    """A stone of each colour, a ghost of each, and their gradients; ``key`` ends the names."""
    sides = {
        "white": (theme.white, theme.white_shade, theme.white_edge),
        "black": (theme.black, theme.black_shade, theme.black_edge),
    }
    yield _round_gradient(f"shadow-{key}", [(0.55, theme.shadow, 0.5), (1, theme.shadow, 0)])
    for name, (light, shade, edge) in sides.items():
        gradient = f"{name}-light-{key}"
        yield _round_gradient(gradient, [(0, light, 1), (0.3, light, 1), (1, shade, 1)], focus=0.34)
        fill = f"url(#{gradient})"
        outline = element("circle", r=STONE - 0.8, fill=fill, stroke=edge, stroke_width=1.6)
        cast = (
            element("circle", cx=2.5, cy=3.5, r=STONE + 4, fill=f"url(#shadow-{key})")
            if theme.shadow != "none"
            else ""
        )
        yield element("g", cast, outline, id=f"{name}-{key}")
        ghost = element("circle", r=STONE - 1.5, fill=light, fill_opacity=0.4)
        dashes = element(
            "circle", r=STONE - 1.5, fill="none", stroke=edge, stroke_width=1.8,
            stroke_dasharray="5 4",
        )  # fmt: skip
        yield element("g", ghost, dashes, id=f"{name}-ghost-{key}")


def _round_gradient(name: str, stops: list[tuple[float, str, float]], *, focus: float = 0.5) -> str:
    """A gradient from the middle outwards, or from a spot nearer to the top left."""
    marks = (
        element(
            "stop",
            offset=offset,
            stop_color=color,
            stop_opacity=None if opacity == 1 else opacity,
        )
        for offset, color, opacity in stops
    )
    radius = 0.5 if focus == 0.5 else 0.72
    return element("radialGradient", *marks, id=name, cx=focus, cy=focus, r=radius)


def stones(layout: Layout, sides: tuple[int, int], key: str) -> str:
    """White's and Black's stones, given as bitboards."""
    return _placed(layout, sides, key, suffix="", name="stones")


def ghosts(layout: Layout, sides: tuple[int, int], key: str) -> str:
    """Stones that were captured, White's and Black's, given as bitboards."""
    return _placed(layout, sides, key, suffix="-ghost", name="ghosts")


def _placed(layout: Layout, sides: tuple[int, int], key: str, *, suffix: str, name: str) -> str:
    uses = []
    for point in range(layout.variant.points):
        for color, stones_of_color in zip(Color, sides, strict=True):
            if stones_of_color >> point & 1:
                x, y = layout.place(point)
                href = f"#{_NAMES[color]}{suffix}-{key}"
                title = f"{_NAMES[color]} {layout.variant.point_name(point)}"
                uses.append(element("use", href=href, x=x, y=y, class_=title))
    return element("g", *uses, class_=name) if uses else ""
