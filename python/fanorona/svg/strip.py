"""A recorded game as a strip of diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fanorona.enums import Color
from fanorona.movetext import turn_label
from fanorona.svg import arguments
from fanorona.svg.description import description_of, title_of
from fanorona.svg.diagram import Scene, Style
from fanorona.svg.elements import element, escaped
from fanorona.svg.layout import Layout
from fanorona.svg.picture import Picture
from fanorona.svg.surface import FONT
from fanorona.svg.theme import Theme, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fanorona.record import Game

GAP: Final = 36
"""Between the diagrams, and around them."""
CAPTION: Final = 44
"""The room below a diagram for its caption."""
HEADING: Final = 56
"""The room above the diagrams for the names of the players."""
MOST_DIAGRAMS: Final = 1000
"""The most diagrams of a strip."""
_LONGEST_CAPTION: Final = 44
_UNKNOWN: Final = ("?", "")


def strip(
    game: Game,
    *,
    first: int = 0,
    last: int | None = None,
    columns: int = 3,
    orientation: Color = Color.WHITE,
    coordinates: bool = True,
    size: int | None = None,
    colors: Theme | Mapping[str, str] | str = "light",
) -> Picture:
    """Draws the main line of a recorded game as SVG, one diagram after the other.

    Each diagram shows a position, the turn that led there and the stones that it took.

    Args:
        game: the game.
        first: turns played before the first diagram; 0 begins with the start.
        last: turns played before the last diagram, those of the whole line if not given.
        columns: diagrams beside each other.
        orientation: the side at the bottom.
        coordinates: whether to name files and ranks.
        size: the width of the whole picture in pixels.
        colors: as for ``board``.

    Raises:
        ValueError: if an argument is not as said here, ``first`` or ``last`` is not in the game, or
            there would be more than 1000 diagrams.

    Example:
        >>> import io
        >>> from fanorona import record, svg
        >>> game = record.read_game(io.StringIO('[Variant "telo"] 1. b1-b2A c3-b3 *'))
        >>> svg.strip(game).count('class="diagram"')
        3
    """
    turns = game.end().ply()
    last = turns if last is None else last
    for name, value, least, most in (("first", first, 0, turns), ("last", last, first, turns)):
        if type(value) is not int or not least <= value <= most:
            msg = f"{name} {value!r}: expected a number of turns from {least} to {most}"
            raise ValueError(msg)
    if type(columns) is not int or not 1 <= columns <= 100:
        msg = f"columns {columns!r}: expected a whole number from 1 to 100"
        raise ValueError(msg)
    if last - first >= MOST_DIAGRAMS:
        msg = f"last {last}: expected at most {MOST_DIAGRAMS} diagrams from first {first}"
        raise ValueError(msg)
    layout = Layout(game.start.variant, arguments.orientation_of(orientation), bool(coordinates))
    style = Style(layout, theme_of(colors))
    heading = _heading(game)
    top = HEADING if heading else 0
    diagrams = []
    for index, (scene, caption) in enumerate(_scenes(game, first, last)):
        row, column = divmod(index, columns)
        left = GAP + column * (layout.width + GAP)
        down = GAP + top + row * (layout.height + CAPTION + GAP)
        name = _text(caption, layout.width / 2, layout.height + 30, 22) if caption else ""
        diagrams.append(
            element(
                "g",
                style.diagram(scene),
                name,
                transform=f"translate({left} {down})",
                class_="diagram",
            )
        )
    rows, across = -(-len(diagrams) // columns), min(columns, len(diagrams))
    width = GAP + across * (layout.width + GAP)
    height = GAP + top + rows * (layout.height + CAPTION + GAP)
    return Picture.of(
        width,
        height,
        arguments.size_of(size),
        heading or title_of(game.to_board()),
        description_of(game.to_board()),
        style.definitions(),
        element("rect", width=width, height=height, fill=style.theme.paper),
        element(
            "g",
            _text(heading, width / 2, HEADING, 30) if heading else "",
            *diagrams,
            fill=style.theme.ink,
            font_family=FONT,
            text_anchor="middle",
        ),
    )


def _text(text: str, x: float, y: float, height: int) -> str:
    return element("text", escaped(text), x=x, y=y, font_size=height)


def _heading(game: Game) -> str:
    """The players and the result, as far as they are known."""
    white, black = game.headers["White"], game.headers["Black"]
    if white in _UNKNOWN and black in _UNKNOWN:
        return ""
    names = f"{white} – {black}"
    return names if game.headers["Result"] == "*" else f"{names}  {game.headers['Result']}"


def _scenes(game: Game, first: int, last: int) -> Iterator[tuple[Scene, str]]:
    """What each diagram shows, and its caption."""
    board = game.start.copy()
    if first == 0:
        yield Scene(board.position, board.position.chain), ""
    for ply, move in enumerate(game.mainline_moves(), 1):
        if ply > last:
            return
        position, number, color = board.position, board.turn_number, board.turn
        taken = position.captured(move)
        board.push(move)
        if ply >= first:
            caption = turn_label(number, color, move, first=True)
            if len(caption) > _LONGEST_CAPTION:
                caption = f"{caption[:_LONGEST_CAPTION]}…"
            yield Scene(board.position, move, taken), caption
