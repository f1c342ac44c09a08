"""The bare board: wood, carved lines, the hollows of the points, coordinates."""

from __future__ import annotations

from math import sin
from typing import TYPE_CHECKING, Final

from fanorona.svg.elements import element, number
from fanorona.variants import FILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona.svg.layout import Layout
    from fanorona.svg.theme import Theme

FONT: Final = "'Noto Serif', Georgia, 'DejaVu Serif', serif"

_GRAIN_STEP: Final = 17
_BEND_STEP: Final = 40


def gradients(theme: Theme, key: str) -> Iterator[str]:
    """The gradients of the rim and of the field; ``key`` ends their names."""
    ways = [
        ("frame", theme.frame, theme.frame_shade, theme.frame),
        ("field", theme.board, theme.board_shade, theme.board),
    ]
    for name, *colors in ways:
        stops = (
            element("stop", offset=place, stop_color=color)
            for place, color in zip((0, 0.72, 1), colors, strict=True)
        )
        yield element("linearGradient", *stops, id=f"{name}-{key}", x1=0, y1=0, x2=1, y2=1)


def surface(layout: Layout, theme: Theme, key: str) -> Iterator[str]:
    """The elements of the bare board, from the lowest to the highest."""
    width, height, rim = layout.width, layout.height, layout.frame
    inner = {"x": rim, "y": rim, "width": width - 2 * rim, "height": height - 2 * rim}
    yield element("rect", width=width, height=height, rx=14, fill=f"url(#frame-{key})")
    yield element("rect", **inner, rx=6, fill=f"url(#field-{key})")
    yield element("path", d=_grain(layout), stroke=theme.grain, fill="none", stroke_opacity=0.16)
    yield element("rect", **inner, rx=6, fill="none", stroke=theme.line, stroke_opacity=0.7)
    ways = " ".join(_way(layout, line) for line in layout.lines())
    yield element(
        "g",
        element(
            "path", d=ways, stroke=theme.line_light, stroke_width=2, transform="translate(1.1 1.3)"
        ),
        element("path", d=ways, stroke=theme.line, stroke_width=2.2),
        fill="none",
        stroke_linecap="round",
    )
    yield element("path", d=_hollows(layout), fill=theme.line)
    if layout.coordinates:
        yield from _coordinates(layout, theme)


def _way(layout: Layout, line: tuple[int, int]) -> str:
    """A line of the board as path data."""
    (from_x, from_y), (to_x, to_y) = map(layout.place, line)
    return f"M{from_x} {from_y}L{to_x} {to_y}"


def _hollows(layout: Layout) -> str:
    """The points as path data: strong ones are larger."""
    circles = []
    for point in range(layout.variant.points):
        x, y = layout.place(point)
        radius = 6.2 if layout.variant.strong >> point & 1 else 3.4
        size, across = number(radius), number(2 * radius)
        circles.append(
            f"M{number(x - radius)} {y}"
            f"a{size} {size} 0 1 0 {across} 0a{size} {size} 0 1 0 -{across} 0"
        )
    return "".join(circles)


def _grain(layout: Layout) -> str:
    """The grain of the wood as path data: long waves that never cross."""
    left, right = layout.frame + 3, layout.width - layout.frame - 3
    top, bottom = layout.frame, layout.height - layout.frame
    waves = []
    for row, start in enumerate(range(top + 14, bottom - 8, _GRAIN_STEP)):
        bends = [
            f"{x} {number(start + 3.5 * sin(x / 61 + start / 90) + 2 * sin(row * 2.4 + x / 23))}"
            for x in (*range(left, right, _BEND_STEP), right)
        ]
        waves.append(f"M{bends[0]}L{' '.join(bends[1:])}")
    return "".join(waves)


def _coordinates(layout: Layout, theme: Theme) -> Iterator[str]:
    """The letters of the files and the numbers of the ranks, on the rim's four sides."""
    cols, rows = layout.variant.cols, layout.variant.rows
    labels: list[tuple[int, int, str]] = []
    for file in range(cols):
        x = layout.file_x(file)
        labels.extend((x, y, FILES[file]) for y in (12, layout.height - 12))
    for rank in range(rows):
        y = layout.rank_y(rank)
        labels.extend((x, y, str(rank + 1)) for x in (12, layout.width - 12))
    yield element(
        "g",
        *(element("text", label, x=x, y=y + 5) for x, y, label in labels),
        fill=theme.text,
        font_family=FONT,
        font_size=15,
        text_anchor="middle",
        aria_hidden="true",
    )
