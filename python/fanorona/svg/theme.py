"""Colours of pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

_COLOR: Final = re.compile(
    r"#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]{3,24}|(rgb|hsl)a?\([0-9., %/deg]{5,60}\)",
    re.IGNORECASE,
)


def checked_color(field: str, color: object) -> str:
    """A colour that may stand in a picture.

    Raises:
        ValueError: if it is no colour of CSS; the message names ``field``.
    """
    if not isinstance(color, str) or not _COLOR.fullmatch(color):
        msg = f"{field} {color!r}: expected a colour such as #c33, rgb(200, 50, 50) or red"
        raise ValueError(msg)
    return color


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture, each as CSS writes them.

    Attributes:
        frame: the rim of the board.
        frame_shade: the rim's darker edge.
        board: the board, where the light falls on it.
        board_shade: the board where it is darker.
        grain: the grain of the wood.
        line: the lines, and the hollows of the points.
        line_light: the lit edge of the carved lines.
        text: coordinates.
        paper: what surrounds the diagrams of a strip.
        ink: the captions of a strip.
        white: White's stones, where the light falls on them.
        white_shade: White's stones where they are darker.
        white_edge: the outline of White's stones.
        black: Black's stones, where the light falls on them.
        black_shade: Black's stones where they are darker.
        black_edge: the outline of Black's stones.
        shadow: the shadow of a stone.
        move: the way of the last turn, or of the chain in progress.
        target: points where a stone may go.
        mark: crosses on marked points.
        arrow: arrows.

    Raises:
        ValueError: if a colour is none.

    Example:
        >>> from dataclasses import replace
        >>> import fanorona as fn
        >>> from fanorona import svg
        >>> theme = replace(svg.THEMES["dark"], arrow="#ff8800")
        >>> "#ff8800" in svg.board(fn.Position(), arrows=[("d3", "e3")], colors=theme)
        True
    """

    frame: str
    frame_shade: str
    board: str
    board_shade: str
    grain: str
    line: str
    line_light: str
    text: str
    paper: str
    ink: str
    white: str
    white_shade: str
    white_edge: str
    black: str
    black_shade: str
    black_edge: str
    shadow: str
    move: str
    target: str
    mark: str
    arrow: str

    def __post_init__(self) -> None:
        for field in fields(self):
            checked_color(f"color {field.name}", getattr(self, field.name))


THEMES: Final[Mapping[str, Theme]] = {
    "light": Theme(
        frame="#7a4a28",
        frame_shade="#4b2a14",
        board="#e9c996",
        board_shade="#cf9f63",
        grain="#8a5a2b",
        line="#4a2b13",
        line_light="#f8e3bd",
        text="#f6e3c3",
        paper="#fbf6ec",
        ink="#3a2413",
        white="#fffdf6",
        white_shade="#d9ccb0",
        white_edge="#7d6a4b",
        black="#5b5049",
        black_shade="#17110e",
        black_edge="#0b0705",
        shadow="#2a1606",
        move="#b3261e",
        target="#1f6f43",
        mark="#a3151b",
        arrow="#1b5e8c",
    ),
    "dark": Theme(
        frame="#231b16",
        frame_shade="#0d0a08",
        board="#4f4036",
        board_shade="#3a2e27",
        grain="#1d1511",
        line="#d3b78f",
        line_light="#211812",
        text="#d9c4a3",
        paper="#14110f",
        ink="#e8dcc8",
        white="#fbf6e9",
        white_shade="#c6b999",
        white_edge="#1a130e",
        black="#3d3733",
        black_shade="#0a0807",
        black_edge="#b9a88f",
        shadow="#000000",
        move="#ffb454",
        target="#7fd6a0",
        mark="#ff8a80",
        arrow="#8ac4ff",
    ),
    "print": Theme(
        frame="#ffffff",
        frame_shade="#ffffff",
        board="#ffffff",
        board_shade="#ffffff",
        grain="none",
        line="#000000",
        line_light="none",
        text="#000000",
        paper="#ffffff",
        ink="#000000",
        white="#ffffff",
        white_shade="#ffffff",
        white_edge="#000000",
        black="#000000",
        black_shade="#000000",
        black_edge="#000000",
        shadow="none",
        move="#777777",
        target="#555555",
        mark="#555555",
        arrow="#444444",
    ),
}
"""The themes by name: ``light`` as wood by day, ``dark`` by night, ``print`` in black and white."""


def theme_of(colors: Theme | Mapping[str, str] | str) -> Theme:
    """The theme of this name, or ``light`` with these colours in it.

    Raises:
        ValueError: if there is no such theme, field or colour.

    Example:
        >>> theme_of({"arrow": "red"}) == replace(THEMES["light"], arrow="red")
        True
    """
    if isinstance(colors, Theme):
        return colors
    if isinstance(colors, Mapping):
        known = [field.name for field in fields(Theme)]
        for name in colors:
            if name not in known:
                msg = f"colors {name!r}: expected one of {', '.join(known)}"
                raise ValueError(msg)
        return replace(THEMES["light"], **colors)
    if colors not in THEMES:
        msg = f"colors {colors!r}: expected one of {', '.join(THEMES)}, a Theme or a mapping"
        raise ValueError(msg)
    return THEMES[colors]
