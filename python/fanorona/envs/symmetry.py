"""What the symmetries of a board do to points, planes and actions, for augmenting samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fanorona._fanorona import Variant
from fanorona.batch import PLANES
from fanorona.enums import Direction, Symmetry
from fanorona.extras import of_extra

with of_extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_DIRECTION_PLANE: Final = 5

# By direction: east and north.
_OFFSETS: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def points(variant: Variant | str, symmetry: Symmetry) -> NDArray[np.int64]:
    """For each point where it goes.

    Raises:
        ValueError: if the board has no such symmetry.

    Example:
        >>> points("telo", Symmetry.MIRROR_FILES)
        array([2, 1, 0, 5, 4, 3, 8, 7, 6])
    """
    board = _board(variant)
    return np.array([board.apply_symmetry(symmetry, point) for point in range(board.points)])


def directions(symmetry: Symmetry) -> NDArray[np.int64]:
    """For each direction where it goes.

    Example:
        >>> directions(Symmetry.MIRROR_FILES)
        array([2, 1, 0, 4, 3, 7, 6, 5])
    """
    # The points around the centre of the smallest board, which has all symmetries.
    board = Variant("telo")
    centre = board.points // 2
    around = [centre + east + north * board.cols for east, north in _OFFSETS]
    return np.array([around.index(board.apply_symmetry(symmetry, point)) for point in around])


def planes(symmetry: Symmetry) -> NDArray[np.int64]:
    """For each plane of an observation where it goes; only those of directions change places.

    Example:
        >>> planes(Symmetry.MIRROR_FILES)[:9]
        array([0, 1, 2, 3, 4, 7, 6, 5, 9])
    """
    images = np.arange(PLANES)
    last = FIRST_DIRECTION_PLANE + len(Direction)
    images[FIRST_DIRECTION_PLANE:last] = FIRST_DIRECTION_PLANE + directions(symmetry)
    return images


def actions(variant: Variant | str, symmetry: Symmetry) -> NDArray[np.int64]:
    """For each action where it goes; the end of the turn stays.

    Raises:
        ValueError: if the board has no such symmetry.

    Example:
        >>> from fanorona import TSIVY
        >>> int(actions(TSIVY, Symmetry.MIRROR_FILES)[310])  # d2 north-east becomes f2 north-west
        352
    """
    origins, turned = points(variant, symmetry), directions(symmetry)
    kinds = np.arange(3)
    steps = (origins[:, None, None] * 8 + turned[:, None]) * 3 + kinds
    return np.append(steps.ravel(), steps.size)


def transform_observations(
    observations: NDArray[np.generic], symmetry: Symmetry
) -> NDArray[np.generic]:
    """Observations as they would be had the whole game been turned or reflected.

    Args:
        observations: channels first, any number of axes before (20, rows, columns).
        symmetry: what to do.

    Raises:
        ValueError: if the last axes are not those of a board with this symmetry.

    Example:
        >>> observations = np.zeros((1, PLANES, 3, 3), np.int8)
        >>> observations[0, 0] = [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
        >>> transform_observations(observations, Symmetry.MIRROR_FILES)[0, 0].tolist()
        [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    """
    *_, count, rows, cols = observations.shape
    if count != PLANES:
        msg = f"observations: expected {PLANES} planes, not {count}"
        raise ValueError(msg)
    where = points(Variant(f"{rows}x{cols}"), symmetry)
    flat = observations.reshape(*observations.shape[:-2], rows * cols)
    image = np.empty_like(flat)
    image[..., planes(symmetry)[:, None], where] = flat
    return image.reshape(observations.shape)


def transform_masks(
    masks: NDArray[np.generic], variant: Variant | str, symmetry: Symmetry
) -> NDArray[np.generic]:
    """Masks, or any values of actions such as a policy, as they would be likewise.

    Raises:
        ValueError: if the board has no such symmetry, or the last axis is not that of its actions.

    Example:
        >>> from fanorona import TSIVY
        >>> mask = np.zeros(1081, np.int8)
        >>> mask[310] = 1
        >>> transform_masks(mask, TSIVY, Symmetry.MIRROR_FILES).nonzero()
        (array([352]),)
    """
    where = actions(variant, symmetry)
    if masks.shape[-1] != where.size:
        msg = f"masks: expected {where.size} actions, not {masks.shape[-1]}"
        raise ValueError(msg)
    image = np.empty_like(masks)
    image[..., where] = masks
    return image


def _board(variant: Variant | str) -> Variant:
    return variant if isinstance(variant, Variant) else Variant.parse(variant)
