"""Steps a second beside fanorona-aec, on the same random games of Tsivy, one thread.

Both list the legal actions and play one of them, the same one; each is timed by itself. Games go on
as long as both allow the same actions, and the report says how often they did not. What to do:

    pip download --no-deps --no-binary :all: fanorona-aec==3.0.2    # its wheel lacks the package
    tar xzf fanorona-aec-3.0.2.tar.gz && pip install numpy gymnasium pettingzoo
    python tools/peer_speed.py fanorona-aec-3.0.2
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from typing import TYPE_CHECKING, Protocol

import fanorona as fn

if TYPE_CHECKING:
    from collections.abc import Callable


class Player(Protocol):
    """One program's game, step by step."""

    def actions(self) -> list[int]:
        """The legal actions; none when the game is over."""

    def play(self, action: int) -> None:
        """Plays one."""


class State(Protocol):
    """What is used of fanorona-aec's ``FanoronaState``."""

    done: bool
    legal_moves: list[int]

    def reset(self) -> None:
        """Sets up the start."""

    def push(self, move: object) -> None:
        """Plays a step, or ends the turn."""


class Ours:
    """A game of this package."""

    def __init__(self) -> None:
        self._position = fn.Position()

    def actions(self) -> list[int]:
        """The legal actions."""
        return self._position.actions()

    def play(self, action: int) -> None:
        """Plays a step, or ends the turn."""
        step = self._position.step_of(action)
        position = self._position
        self._position = position.end_turn() if step is None else position.play_step(step)


class Theirs:
    """A game of fanorona-aec, without its environment's observations.

    Args:
        state: a new state of its.
        read: gives its move for an action.
    """

    def __init__(self, state: State, read: Callable[[int], object]) -> None:
        self._state = state
        self._state.reset()
        self._read = read

    def actions(self) -> list[int]:
        """The legal actions, after the end of a turn that can do nothing but end."""
        while not self._state.done:
            found = list(self._state.legal_moves)
            if found != [fn.TSIVY.action_count - 1]:
                return found
            self.play(*found)
        return []

    def play(self, action: int) -> None:
        """Plays a step, or ends the turn."""
        self._state.push(self._read(action))


def timed_actions(player: Player) -> tuple[list[int], float]:
    """What is legal, and the seconds that it took."""
    start = time.perf_counter()
    found = player.actions()
    return found, time.perf_counter() - start


def timed_play(player: Player, action: int) -> float:
    """Plays, and returns the seconds that it took."""
    start = time.perf_counter()
    player.play(action)
    return time.perf_counter() - start


def compare(new: Callable[[], State], read: Callable[[int], object], games: int) -> None:
    """Plays and prints."""
    choice = random.Random(1).choice
    steps = same = 0
    seconds = {"fanorona": 0.0, "fanorona-aec": 0.0}
    for _ in range(games):
        players: dict[str, Player] = {"fanorona": Ours(), "fanorona-aec": Theirs(new(), read)}
        while True:
            legal = {}
            for name, player in players.items():
                legal[name], taken = timed_actions(player)
                seconds[name] += taken
            ours, theirs = map(set, legal.values())
            if not ours or not theirs:
                break
            steps += 1
            if ours != theirs:
                break
            same += 1
            action = choice(sorted(ours))
            for name, player in players.items():
                seconds[name] += timed_play(player, action)
    print(f"{steps:,} positions of {games} games, {same:,} with the same legal actions")
    for name, taken in seconds.items():
        print(f"{name:12} {steps / taken:12,.0f} steps a second")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="unpacked source distribution of fanorona-aec")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    sys.path.insert(0, options.folder)
    states = importlib.import_module("fanorona_aec.env.fanorona_state")
    moves = importlib.import_module("fanorona_aec.env.fanorona_move")
    compare(states.FanoronaState, moves.FanoronaMove.from_action, options.games)
