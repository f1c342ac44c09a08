"""Games between two engine processes, with clocks, under a referee that trusts neither."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from fanorona import BLACK, WHITE, Board, Color
from fanorona.engine import UgiEngine
from fanorona.ugi import Clocks

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = [sys.executable, "-m", "fanorona", "ugi"]
RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}
LONGEST = 400
"""Turns after which a game is broken off."""
GAMES = [
    ("telo", "standard"),
    ("dimy", "standard;no_capture=60"),
    ("tsivy", "standard;no_capture=60"),
    ("tsivy", "fifty"),
    ("3x7", "standard;capture=optional;no_capture=60"),
    ("dimy", "alquerque"),
    ("5x7", "huffing"),
    ("tsivy", "standard;chain=forced;most=yes;no_capture=60"),
    ("3x9", "fifty;reversal=no;first_turn_single=yes"),
    ("dimy", "theory"),
]
"""Boards and rule sets. Repetition alone may take hundreds of turns to end a game."""


@dataclass
class Referee:
    """Keeps the board and the clocks of a game between two engines."""

    players: dict[Color, UgiEngine]
    board: Board
    increment: float
    clocks: dict[Color, float] = field(default_factory=dict)

    def play(self) -> Board:
        """Plays the game; whatever is not as it should be fails the test."""
        for engine in self.players.values():
            engine.new_game()
        self.agree_about_the_end()
        while not self.board.is_game_over() and len(self.board.move_stack) < LONGEST:
            self.one_turn()
            self.agree_about_the_end()
        return self.board

    def one_turn(self) -> None:
        mover = self.board.turn
        clocks = Clocks(
            white=self.clocks[WHITE],
            black=self.clocks[BLACK],
            white_increment=self.increment,
            black_increment=self.increment,
        )
        before = self.board.fen()
        start = time.monotonic()
        move = self.players[mover].play(self.board, clocks=clocks).move
        self.clocks[mover] -= time.monotonic() - start
        assert move is not None
        assert move in self.board.legal_moves, (move, before)
        assert self.clocks[mover] > 0, f"{mover} lost on time in {before}"
        self.clocks[mover] += self.increment
        self.board.push(move)

    def agree_about_the_end(self) -> None:
        over = "true" if self.board.is_game_over() else "false"
        for engine in self.players.values():
            assert engine.query("gameover", self.board) == over, self.board.fen()
            assert engine.query("result", self.board) == RESULTS[self.board.result()]
            assert engine.query("p1turn", self.board) == str(self.board.turn is WHITE).lower()


@pytest.fixture
def engines() -> Iterator[list[UgiEngine]]:
    with UgiEngine(SERVER, timeout=60) as first, UgiEngine(SERVER, timeout=60) as second:
        yield [first, second]


def game(engines: list[UgiEngine], number: int, *, seconds: float, increment: float) -> Board:
    variant, rules = GAMES[number % len(GAMES)]
    swap = number // len(GAMES) % 2
    players = {WHITE: engines[swap], BLACK: engines[1 - swap]}
    clocks = {WHITE: seconds, BLACK: seconds}
    return Referee(players, Board(variant, rules), increment, clocks).play()


@pytest.mark.parametrize("number", [1, 5])
def test_a_game_with_clocks(engines: list[UgiEngine], number: int) -> None:
    board = game(engines, number, seconds=1.0, increment=0.02)
    assert board.is_game_over()


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_a_hundred_games_with_clocks(engines: list[UgiEngine]) -> None:
    finished = 0
    for number in range(100):
        # Half of the games without increment: the clock itself must last.
        increment = 0.05 if number % 4 < 2 else 0.0
        board = game(engines, number, seconds=3.0, increment=increment)
        # Under the theory rules a drawn game has no end.
        assert board.is_game_over() or str(board.rules) == "theory", (number, board)
        finished += board.is_game_over()
    assert finished >= 90
