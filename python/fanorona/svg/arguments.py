"""Reading the arguments of pictures, with errors that name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fanorona._fanorona import Move, Position, Variant
from fanorona.board import Board
from fanorona.enums import Color
from fanorona.svg.marks import Arrow

LARGEST_SIZE: Final = 20_000
"""The widest picture, in pixels."""


def position_of(shown: object) -> Position:
    """The position that is drawn.

    Raises:
        TypeError: if it is neither a position nor a game.
    """
    if isinstance(shown, Board):
        return shown.position
    if not isinstance(shown, Position):
        msg = f"position {shown!r}: expected a Position or a Board"
        raise TypeError(msg)
    return shown


def point_of(field: str, variant: Variant, point: object) -> int:
    """The index of a point that is given by index or name.

    Raises:
        ValueError: if the board has no such point.
    """
    try:
        if isinstance(point, str):
            return variant.point(point)
        if isinstance(point, int) and not isinstance(point, bool):
            return variant.point(variant.point_name(point))
    except ValueError:
        pass
    msg = f"{field} {point!r}: not a point of the {variant} board"
    raise ValueError(msg)


def points_of(field: str, variant: Variant, points: object) -> list[int]:
    """The indices of points, in increasing order; given as a bitboard or one by one.

    Raises:
        ValueError: if there is one that the board has not.
        TypeError: if it is no list of points.
    """
    if isinstance(points, int) and not isinstance(points, bool):
        if not 0 <= points < 1 << variant.points:
            msg = f"{field} {points}: not a bitboard of the {variant} board"
            raise ValueError(msg)
        return [point for point in range(variant.points) if points >> point & 1]
    if isinstance(points, str) or not isinstance(points, Iterable):
        msg = f"{field} {points!r}: expected a list of points, or a bitboard"
        raise TypeError(msg)
    return sorted({point_of(field, variant, point) for point in points})


def arrows_of(variant: Variant, arrows: Iterable[object]) -> list[tuple[int, int, str | None]]:
    """Tail, head and colour of each arrow.

    Raises:
        ValueError: if one is no arrow, or has a point that is not on the board.
    """
    found: list[tuple[int, int, str | None]] = []
    for given in arrows:
        if isinstance(given, Arrow):
            tail, head, color = given.tail, given.head, given.color
        elif isinstance(given, tuple) and len(given) == 2:
            (tail, head), color = given, None
        else:
            msg = f"arrows {given!r}: expected an Arrow or a pair of points"
            raise ValueError(msg)
        begin, end = (point_of("arrows", variant, point) for point in (tail, head))
        found.append((begin, end, color))
    return found


def move_of(position: Position, move: object) -> Move:
    """A turn that is shown; it need not be legal here, since it has mostly been played.

    Raises:
        ValueError: if it is no turn on this board.
    """
    if isinstance(move, str):
        return Move.parse(move, position.variant)
    if not isinstance(move, Move) or move.variant != position.variant:
        msg = f"lastmove {move!r}: not a turn on the {position.variant} board"
        raise ValueError(msg)
    return move


def size_of(size: object) -> int | None:
    """A width in pixels.

    Raises:
        ValueError: if it is none.
    """
    if size is None:
        return None
    if type(size) is not int or not 1 <= size <= LARGEST_SIZE:
        msg = f"size {size!r}: expected a whole number of pixels from 1 to {LARGEST_SIZE}"
        raise ValueError(msg)
    return size


def orientation_of(orientation: object) -> Color:
    """The side at the bottom.

    Raises:
        TypeError: if it is none.
    """
    if not isinstance(orientation, Color):
        msg = f"orientation {orientation!r}: expected WHITE or BLACK"
        raise TypeError(msg)
    return orientation
