"""Observations made plane by plane and point by point, as the page of formats says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import fanorona as fn

if TYPE_CHECKING:
    from numpy.typing import NDArray


def observation(board: fn.Board, observer: fn.Color) -> NDArray[np.uint8]:
    """What a player sees: (20, rows, columns)."""
    position, variant = board.position, board.variant
    planes = np.zeros((20, variant.points), int)
    own, other = position.white, position.black
    if observer is fn.BLACK:
        own, other = other, own
    for point in range(variant.points):
        planes[0, point] = own >> point & 1
        planes[1, point] = other >> point & 1
        planes[2, point] = not (own | other) >> point & 1
        rank, file = divmod(point, variant.cols)
        planes[18, point] = (rank + file) % 2 == 0
    chain = position.chain
    if chain is not None:
        planes[3, chain.steps[-1].destination] = 1
        planes[4, chain.steps[0].origin] = 1
        planes[4, [step.destination for step in chain.steps]] = 1
        planes[5 + chain.steps[-1].direction] = 1
    planes[13] = position.can_end_turn
    planes[14] = position.turn is fn.WHITE
    planes[15] = board.repetitions() >= 2
    planes[16] = board.repetitions() >= 3
    limit = board.rules.no_capture or 100
    planes[17] = min(255, 255 * board.quiet_turns // limit)
    planes[19] = 1
    return planes.astype(np.uint8).reshape(20, variant.rows, variant.cols)


def push_action(board: fn.Board, action: int) -> None:
    """Plays an action by its step."""
    step = board.position.step_of(action)
    if step is None:
        board.end_turn()
    else:
        board.push_step(step)
