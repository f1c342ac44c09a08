"""What is drawn over a board to speak of it: ways of turns, targets, crosses, arrows."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from fanorona.svg.elements import element, number
from fanorona.svg.layout import STONE
from fanorona.svg.theme import checked_color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fanorona._fanorona import Move
    from fanorona.svg.layout import Layout
    from fanorona.svg.theme import Theme


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one point to another; a ring where both are the same.

    Attributes:
        tail: the point where it begins, by index or name.
        head: the point where it ends, by index or name.
        color: its colour as CSS writes it, that of the theme if None.

    Raises:
        ValueError: if ``color`` is no colour.

    Example:
        >>> import fanorona as fn
        >>> from fanorona import svg
        >>> picture = svg.board(fn.Position(), arrows=[svg.Arrow("d3", "e3", color="crimson")])
    """

    tail: int | str
    head: int | str
    color: str | None = None

    def __post_init__(self) -> None:
        if self.color is not None:
            checked_color("arrow color", self.color)


def way(layout: Layout, move: Move, theme: Theme) -> str:
    """The way of a turn, below the stones: a ring where it began, a broad line to its end."""
    if move.origin is None:
        return ""
    points = [move.origin, *(step.destination for step in move.steps)]
    places = [layout.place(point) for point in points]
    (x, y), *rest = places
    line = f"M{x} {y}L" + " ".join(f"{along} {down}" for along, down in rest)
    return element(
        "g",
        element("path", d=line, stroke_width=9, stroke_opacity=0.5),
        element("circle", cx=x, cy=y, r=STONE - 7, stroke_width=3.5),
        *(element("circle", cx=x, cy=y, r=5, fill=theme.move) for x, y in rest[:-1]),
        fill="none",
        stroke=theme.move,
        stroke_linejoin="round",
        stroke_linecap="round",
        class_="way",
    )


def ring(layout: Layout, point: int, theme: Theme) -> str:
    """A ring around the stone that moved."""
    x, y = layout.place(point)
    return element(
        "circle", cx=x, cy=y, r=STONE + 1.5, fill="none", stroke=theme.move, stroke_width=3.5,
        class_="moved",
    )  # fmt: skip


def targets(layout: Layout, points: Iterable[int], occupied: int, theme: Theme) -> str:
    """Discs on points where a stone may go, rings around stones."""
    drawn = []
    for point in points:
        x, y = layout.place(point)
        if occupied >> point & 1:
            drawn.append(element("circle", cx=x, cy=y, r=STONE + 1.5, fill="none", stroke_width=4))
        else:
            drawn.append(element("circle", cx=x, cy=y, r=11, fill=theme.target, fill_opacity=0.85))
    if not drawn:
        return ""
    return element("g", *drawn, stroke=theme.target, stroke_width=2, class_="targets")


def crosses(layout: Layout, points: Iterable[int], theme: Theme) -> str:
    """A cross on each of these points."""
    arm = 9
    strokes = []
    for point in points:
        x, y = layout.place(point)
        strokes.append(
            f"M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
        )
    if not strokes:
        return ""
    return element(
        "path", d="".join(strokes), fill="none", stroke=theme.mark, stroke_width=5,
        stroke_linecap="round", class_="marks",
    )  # fmt: skip


def arrow(layout: Layout, tail: int, head: int, color: str) -> str:
    """An arrow between two points, given by index; a ring where they are the same."""
    (from_x, from_y), (to_x, to_y) = layout.place(tail), layout.place(head)
    length = hypot(to_x - from_x, to_y - from_y)
    if not length:
        return element(
            "circle", cx=to_x, cy=to_y, r=STONE + 3, fill="none", stroke=color, stroke_width=5,
            stroke_opacity=0.9, class_="arrow",
        )  # fmt: skip
    along_x, along_y = (to_x - from_x) / length, (to_y - from_y) / length
    # The outline of shaft and head in one shape, so that the transparent parts do not add up.
    shape = [(8, 4), (-20, 4), (-20, 13), (-1, 0), (-20, -13), (-20, -4), (8, -4)]
    corners = []
    for index, (forward, aside) in enumerate(shape):
        near_tail = index in (0, len(shape) - 1)
        base_x, base_y = (from_x, from_y) if near_tail else (to_x, to_y)
        x = base_x + forward * along_x - aside * along_y
        y = base_y + forward * along_y + aside * along_x
        corners.append(f"{number(x)},{number(y)}")
    return element(
        "polygon", points=" ".join(corners), fill=color, fill_opacity=0.85, class_="arrow"
    )
