"""The boards: eight sizes, of which three have names."""

from typing import Final

from fanorona._fanorona import Variant

TELO: Final = Variant("telo")
"""Fanoron-Telo, 3×3."""
DIMY: Final = Variant("dimy")
"""Fanoron-Dimy, 5×5."""
TSIVY: Final = Variant("tsivy")
"""Fanoron-Tsivy, 5×9, the game as it is mostly played."""
VARIANTS: Final = tuple(
    Variant(size) for size in ("3x3", "3x5", "3x7", "3x9", "5x3", "5x5", "5x7", "5x9")
)
"""All eight boards, by rows and then by columns."""
FILES: Final = "abcdefghi"
"""The letters of the files, from left to right; smaller boards have the first of them."""


def size_name(variant: Variant) -> str:
    """The size of a board as files name it, whether the board has another name or not.

    Example:
        >>> size_name(TSIVY)
        '5x9'
    """
    return f"{variant.rows}x{variant.cols}"


__all__ = ["DIMY", "FILES", "TELO", "TSIVY", "VARIANTS", "Variant", "size_name"]
