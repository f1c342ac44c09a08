"""Players for the tests of matches, importable by workers."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

from fanorona import Move
from fanorona.arena.players import UgiPlayer
from fanorona.arena.pool import POOL

if TYPE_CHECKING:
    from fanorona import Board

not_callable = 3


class Seeded:
    """Plays the turn that has the number of its seed."""

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, board: Board) -> Move:
        return board.legal_moves[self.seed % len(board.legal_moves)]


def first_turn(board: Board) -> Move:
    return min(board.legal_moves)


def last_turn(board: Board) -> Move:
    return max(board.legal_moves)


def meddler(board: Board) -> Move:
    """Plays well enough, but changes the board that it is given."""
    move = min(board.legal_moves)
    board.push(move)
    return move


def crashes(board: Board) -> Move:
    """Raises in its second turn."""
    if len(board.move_stack) >= 6:
        msg = f"out of ideas\nin turn {len(board.move_stack)}"
        raise LookupError(msg)
    return min(board.legal_moves)


def cheats(board: Board) -> Move:
    return Move("a1-a2", board.variant)


def gives_nothing(_: Board) -> Move | None:
    return None


def gives_a_number(_: Board) -> int:
    return 3


def sleeps(_: Board) -> Move:
    msg = "too late"
    raise TimeoutError(msg)


def is_interrupted(board: Board) -> Move:
    if len(board.move_stack) >= 6:
        raise KeyboardInterrupt
    return min(board.legal_moves)


def is_slow(board: Board) -> Move:
    time.sleep(0.2)
    return min(board.legal_moves)


class KillsAnEngine:
    """Plays the first turn, and once, in its third turn, kills the engine behind its opponent."""

    def __init__(self) -> None:
        self.turns = 0

    def __call__(self, board: Board) -> Move:
        self.turns += 1
        if self.turns == 3:
            [opponent] = [player for player in POOL._playing if isinstance(player, UgiPlayer)]
            os.kill(opponent.engine.pid, signal.SIGKILL)
        return first_turn(board)


kills_an_engine = KillsAnEngine()
