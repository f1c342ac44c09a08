"""A board as lines of characters, with colours or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona.variants import FILES

if TYPE_CHECKING:
    from fanorona._fanorona import Move, Position


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a board.

    Attributes:
        white: White's stone.
        black: Black's stone.
        empty: an empty point.
        taken: an empty point where a stone has just been captured.
        along: a line along a rank.
        across: a line along a file.
        rising: a line from the bottom left to the top right.
        falling: a line from the top left to the bottom right.
    """

    white: str
    black: str
    empty: str
    taken: str
    along: str
    across: str
    rising: str
    falling: str


ASCII: Final = Glyphs("W", "B", ".", "x", "-", "|", "/", "\\")
UNICODE: Final = Glyphs("○", "●", "·", "×", "─", "│", "╱", "╲")

WOOD: Final = "48;5;180"
HIGHLIGHT: Final = "48;5;209"
LINE: Final = "38;5;94"
WHITE_STONE: Final = "1;38;5;231"
BLACK_STONE: Final = "1;38;5;16"
TAKEN: Final = "1;38;5;124"
"""Parameters of the escape sequence that sets colours, among 256."""


@dataclass(frozen=True, slots=True)
class Look:
    """How boards are drawn.

    Attributes:
        glyphs: the characters.
        colored: whether escape sequences give them colours.
    """

    glyphs: Glyphs
    colored: bool

    def lines(
        self, position: Position, *, flipped: bool = False, last: Move | None = None, taken: int = 0
    ) -> list[str]:
        r"""The board, one string a line, from the top.

        Args:
            position: the stones.
            flipped: whether Black is at the bottom.
            last: the last turn, or the chain in progress, whose points are highlighted.
            taken: bitboard of the stones that it took.

        Example:
            >>> import fanorona as fn
            >>> print(*Look(ASCII, colored=False).lines(fn.Position("telo")), sep="\n")
            3  B---B---B  3
               | \ | / |
            2  B---.---W  2
               | / | \ |
            1  W---W---W  1
               a   b   c
        """
        variant = position.variant
        ranks = list(range(variant.rows))
        if not flipped:
            ranks.reverse()
        way, margin = _way(last), self._ground(" ")
        found = []
        for index, rank in enumerate(ranks):
            row = [
                self._point(position, point, way=way, taken=taken)
                for point in _row(position, rank, flipped=flipped)
            ]
            line = self._ground(self.glyphs.along * 3).join(row)
            found.append(f"{rank + 1} {margin}{line}{margin} {rank + 1}")
            if index + 1 < len(ranks):
                # Turning the board by 180 degrees keeps the slope of its lines.
                upper = max(rank, ranks[index + 1])
                between = self._between(position, upper, flipped=flipped)
                found.append(f"  {margin}{self._ground(between)}{margin}".rstrip())
        files = FILES[: variant.cols]
        found.append("   " + "   ".join(reversed(files) if flipped else files))
        return found

    def _between(self, position: Position, upper: int, *, flipped: bool) -> str:
        """The lines between a rank and the one below it."""
        glyphs, cols = self.glyphs, position.variant.cols
        slopes = [
            glyphs.falling
            if position.variant.strong >> (upper * cols + file) & 1
            else glyphs.rising
            for file in range(cols - 1)
        ]
        if flipped:
            slopes.reverse()
        return glyphs.across + "".join(f" {slope} {glyphs.across}" for slope in slopes)

    def _point(self, position: Position, point: int, *, way: set[int], taken: int) -> str:
        highlighted = point in way
        if position.white >> point & 1:
            return self._paint(self.glyphs.white, WHITE_STONE, highlighted=highlighted)
        if position.black >> point & 1:
            return self._paint(self.glyphs.black, BLACK_STONE, highlighted=highlighted)
        if taken >> point & 1:
            return self._paint(self.glyphs.taken, TAKEN, highlighted=highlighted)
        return self._paint(self.glyphs.empty, LINE, highlighted=highlighted)

    def _ground(self, text: str) -> str:
        return self._paint(text, LINE, highlighted=False)

    def _paint(self, text: str, color: str, *, highlighted: bool) -> str:
        if not self.colored:
            return text
        return f"\x1b[{color};{HIGHLIGHT if highlighted else WOOD}m{text}\x1b[0m"


def _row(position: Position, rank: int, *, flipped: bool) -> list[int]:
    """The points of a rank from left to right."""
    cols = position.variant.cols
    points = list(range(rank * cols, (rank + 1) * cols))
    return points[::-1] if flipped else points


def _way(move: Move | None) -> set[int]:
    """The points that a turn led over."""
    if move is None or move.origin is None:
        return set()
    return {move.origin, *(step.destination for step in move.steps)}
