"""The small vocabularies of the game: colours, kinds, directions, symmetries, ends.

The order of the members is that of the Rust core, which looks them up here.
"""

from __future__ import annotations

from enum import Enum, IntEnum, unique
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona._fanorona import Variant


@unique
class Color(Enum):
    """A side of the game. White moves first.

    Example:
        >>> Color.WHITE.other
        <Color.BLACK: 'b'>
    """

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Color:
        """The opposing side."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE


@unique
class Direction(IntEnum):
    """The direction of a step, seen with White at the bottom; the opposite of ``d`` is ``7 - d``.

    Example:
        >>> Direction.NE.opposite
        <Direction.SW: 0>
    """

    SW = 0
    S = 1
    SE = 2
    W = 3
    E = 4
    NW = 5
    N = 6
    NE = 7

    @property
    def opposite(self) -> Direction:
        """The direction that leads straight back."""
        return Direction(7 - self)


@unique
class Kind(IntEnum):
    """What a step does: nothing, or a capture before it or behind it.

    Example:
        >>> from fanorona import Move
        >>> [step.kind.name for step in Move("d3-e3A-e4W").steps]
        ['APPROACH', 'WITHDRAWAL']
    """

    PAIKA = 0
    APPROACH = 1
    WITHDRAWAL = 2


@unique
class Symmetry(Enum):
    """A symmetry of a board; the last four exist on square boards only. Colours stay.

    Example:
        >>> import fanorona as fn
        >>> fn.TSIVY.point_name(Symmetry.MIRROR_FILES.apply(fn.TSIVY.point("a1")))
        'i1'
        >>> Symmetry.ROTATE_90.inverse
        <Symmetry.ROTATE_270: 'rotate_270'>
    """

    IDENTITY = "identity"
    MIRROR_FILES = "mirror_files"
    MIRROR_RANKS = "mirror_ranks"
    ROTATE_180 = "rotate_180"
    TRANSPOSE = "transpose"
    ROTATE_90 = "rotate_90"
    ROTATE_270 = "rotate_270"
    ANTITRANSPOSE = "antitranspose"

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        swapped = {
            Symmetry.ROTATE_90: Symmetry.ROTATE_270,
            Symmetry.ROTATE_270: Symmetry.ROTATE_90,
        }
        return swapped.get(self, self)

    def apply(self, point: int, variant: Variant | str = "tsivy") -> int:
        """Where the symmetry takes a point of a board.

        Args:
            point: the index of the point.
            variant: the board, Tsivy if not given.

        Raises:
            ValueError: if the board has no such point or no such symmetry.
        """
        from fanorona._fanorona import Variant  # noqa: PLC0415  # which reads this file itself

        board = variant if isinstance(variant, Variant) else Variant(variant)
        return board.apply_symmetry(self, point)


@unique
class Termination(Enum):
    """Why a game is over, in the order of precedence of the rules page, section 5.

    Example:
        >>> from fanorona import WHITE, Board
        >>> board = Board()
        >>> board.resign(WHITE)
        >>> board.outcome().termination
        <Termination.RESIGNATION: 'resignation'>
    """

    ELIMINATION = "elimination"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    NO_CAPTURE = "no_capture"
    MAJORITY = "majority"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
