"""A picture of one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from fanorona.board import Board
from fanorona.enums import Color
from fanorona.last_turn import last_turn
from fanorona.svg import arguments, marks, stones, surface
from fanorona.svg.description import description_of, title_of
from fanorona.svg.elements import element
from fanorona.svg.layout import Layout
from fanorona.svg.picture import Picture
from fanorona.svg.theme import Theme, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fanorona._fanorona import Move, Position
    from fanorona.svg.marks import Arrow


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on a board and over it.

    Attributes:
        position: the stones, and the chain in progress.
        move: the turn, or the part of it, whose way is shown.
        captured: bitboard of the stones that it took.
        targets: points where a stone may go.
        squares: points with a cross.
        arrows: tail, head and colour of each arrow.
    """

    position: Position
    move: Move | None = None
    captured: int = 0
    targets: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()
    arrows: tuple[tuple[int, int, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """How pictures look: where things are, and the colours; the definitions of both have a key."""

    layout: Layout
    theme: Theme

    @property
    def key(self) -> str:
        """What ends the names of definitions: equal names in one document mean the same."""
        return f"{crc32(repr((self.layout, self.theme)).encode()):08x}"

    def definitions(self) -> str:
        """What the diagrams of a picture share: the bare board, the stones, their gradients."""
        return element(
            "defs",
            *surface.gradients(self.theme, self.key),
            *stones.definitions(self.theme, self.key),
            element(
                "g", *surface.surface(self.layout, self.theme, self.key), id=f"board-{self.key}"
            ),
        )

    def diagram(self, scene: Scene) -> str:
        """The elements of one diagram, from the lowest to the highest."""
        position, layout, theme = scene.position, self.layout, self.theme
        mover = position.turn if position.chain is not None else position.turn.other
        taken = (0, scene.captured) if mover is Color.WHITE else (scene.captured, 0)
        drawn = [element("use", href=f"#board-{self.key}")]
        if scene.move is not None:
            drawn.append(marks.way(layout, scene.move, theme))
        drawn.append(stones.ghosts(layout, taken, self.key))
        drawn.append(stones.stones(layout, (position.white, position.black), self.key))
        if scene.move is not None and scene.move.destination is not None:
            drawn.append(marks.ring(layout, scene.move.destination, theme))
        occupied = position.white | position.black
        drawn.append(marks.targets(layout, scene.targets, occupied, theme))
        drawn.append(marks.crosses(layout, scene.squares, theme))
        drawn.extend(
            marks.arrow(layout, tail, head, color or theme.arrow)
            for tail, head, color in scene.arrows
        )
        return "".join(drawn)


def board(
    position: Position | Board,
    *,
    orientation: Color = Color.WHITE,
    lastmove: Move | str | None = None,
    captured: int | Iterable[int | str] | None = None,
    arrows: Iterable[Arrow | tuple[int | str, int | str]] = (),
    squares: int | Iterable[int | str] = (),
    targets: int | Iterable[int | str] = (),
    coordinates: bool = True,
    size: int | None = None,
    colors: Theme | Mapping[str, str] | str = "light",
) -> Picture:
    """Draws a position as SVG.

    Points are given by index or name, sets of points also as bitboards. The same arguments always
    give the same text. The board as letters, and of a game its turns, are in its ``desc``.

    Args:
        position: what is drawn. Of a game, given as a ``Board``, the last turn and the stones that
            it took are shown where ``lastmove`` and ``captured`` are not given; in mid-chain, of
            a position too, the chain so far.
        orientation: the side at the bottom.
        lastmove: a turn whose way is shown, as a ``Move`` or as move text.
        captured: points of stones that have just been captured, shown as ghosts.
        arrows: each as an ``Arrow`` or as a pair of points.
        squares: points to be marked with a cross.
        targets: points to be shown as those where a stone may go.
        coordinates: whether to name files and ranks on the rim.
        size: the width in pixels; without it the picture takes the room that it is given.
        colors: the name of a theme (``light``, ``dark`` or ``print``), a ``Theme``, or some of its
            colours, which then take the place of those of ``light``.

    Raises:
        ValueError: if a point is not on the board, or an argument is not as said here.
        TypeError: if an argument is of another type.

    Example:
        >>> import fanorona as fn
        >>> from fanorona import svg
        >>> game = fn.Board()
        >>> move = game.push("d3-e3A")
        >>> picture = svg.board(game, arrows=[("d4", "d3")], size=480, colors="dark")
        >>> picture[:67]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 604 364" width'
        >>> svg.board(game.position, squares=["e9"])
        Traceback (most recent call last):
        ValueError: squares 'e9': not a point of the tsivy board
    """
    shown = arguments.position_of(position)
    variant = shown.variant
    move, fallen = last_turn(position) if isinstance(position, Board) else (shown.chain, 0)
    if lastmove is not None:
        move, fallen = arguments.move_of(shown, lastmove), 0
    if captured is not None:
        fallen = sum(1 << point for point in arguments.points_of("captured", variant, captured))
    scene = Scene(
        shown,
        move,
        fallen,
        tuple(arguments.points_of("targets", variant, targets)),
        tuple(arguments.points_of("squares", variant, squares)),
        tuple(arguments.arrows_of(variant, arrows)),
    )
    layout = Layout(variant, arguments.orientation_of(orientation), bool(coordinates))
    style = Style(layout, theme_of(colors))
    return Picture.of(
        layout.width,
        layout.height,
        arguments.size_of(size),
        title_of(position),
        description_of(position),
        style.definitions(),
        style.diagram(scene),
    )


def inline(position: Position | Board) -> Picture:
    """The picture that a notebook shows by itself, in a handy size.

    Example:
        >>> import fanorona as fn
        >>> inline(fn.Position()) == fn.Position()._repr_svg_()
        True
    """
    width = Layout(position.variant, Color.WHITE, coordinates=True).width
    return board(position, size=width * 9 // 10)
