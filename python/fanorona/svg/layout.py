"""Where things are in a picture, in its own units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona.enums import Color

if TYPE_CHECKING:
    from fanorona._fanorona import Variant

SPACING: Final = 60
"""From a point to the next along a rank or a file."""
STONE: Final = 22.5
"""The radius of a stone."""
FIELD: Final = 38
"""From the outermost points to the edge of the board's field."""
FRAME: Final = 24
"""The width of the rim around the field, where the coordinates stand."""
BARE_FRAME: Final = 12
"""The width of the rim without coordinates."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on one board.

    Attributes:
        variant: the board.
        orientation: the side at the bottom.
        coordinates: whether there is room for coordinates.
    """

    variant: Variant
    orientation: Color
    coordinates: bool

    @property
    def frame(self) -> int:
        """The width of the rim."""
        return FRAME if self.coordinates else BARE_FRAME

    @property
    def width(self) -> int:
        """The width of the picture."""
        return (self.variant.cols - 1) * SPACING + 2 * (FIELD + self.frame)

    @property
    def height(self) -> int:
        """The height of the picture."""
        return (self.variant.rows - 1) * SPACING + 2 * (FIELD + self.frame)

    def place(self, point: int) -> tuple[int, int]:
        """The centre of a point, from the top left."""
        rank, file = divmod(point, self.variant.cols)
        return self.file_x(file), self.rank_y(rank)

    def file_x(self, file: int) -> int:
        """Where a file is, from the left."""
        left = file if self.orientation is Color.WHITE else self.variant.cols - 1 - file
        return self.frame + FIELD + left * SPACING

    def rank_y(self, rank: int) -> int:
        """Where a rank is, from the top."""
        above = self.variant.rows - 1 - rank if self.orientation is Color.WHITE else rank
        return self.frame + FIELD + above * SPACING

    def lines(self) -> list[tuple[int, int]]:
        """The lines of the board, each from its first point to its last.

        Example:
            >>> import fanorona as fn
            >>> len(Layout(fn.TELO, fn.WHITE, True).lines())
            8
        """
        cols = self.variant.cols
        found = []
        for start in range(self.variant.points):
            near = self.variant.neighbours(start)
            for step in (1, cols - 1, cols, cols + 1):
                if start + step not in near or start - step in near:
                    continue
                end = start + step
                while end + step in self.variant.neighbours(end):
                    end += step
                found.append((start, end))
        return found
