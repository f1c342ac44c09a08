"""Players between their games."""

from __future__ import annotations

import contextlib
import os
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fanorona.arena.players import Player
    from fanorona.arena.specifications import PlayerSpec


class PlayerPool:
    """Players between their games, by specification; safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[PlayerSpec, list[Player]] = defaultdict(list)
        self._playing: list[Player] = []
        self._inherited: list[Player] = []

    def forget(self) -> None:
        """Leaves all players to the process that this one was forked from.

        They are not closed, nor dropped, as that might close them.
        """
        self._lock = threading.Lock()
        self._inherited += [player for waiting in self._waiting.values() for player in waiting]
        self._inherited += self._playing
        self._waiting.clear()
        self._playing = []

    def take(self, spec: PlayerSpec) -> Player:
        """A waiting player, or a new one."""
        with self._lock:
            waiting = self._waiting[spec]
            player = waiting.pop() if waiting else None
        if player is None:
            player = spec.open()
        with self._lock:
            self._playing.append(player)
        return player

    def put(self, spec: PlayerSpec, player: Player) -> None:
        """Lets a player wait for another game."""
        with self._lock:
            self._left(player)
            self._waiting[spec].append(player)

    def dismiss(self, player: Player) -> None:
        """Closes a player that may be broken."""
        with self._lock:
            self._left(player)
        _close_quietly(player)

    def close(self, *, playing: bool = False) -> None:
        """Closes all players that wait, and on demand those that play."""
        with self._lock:
            players = [player for waiting in self._waiting.values() for player in waiting]
            self._waiting.clear()
            players += self._playing if playing else []
        for player in players:
            _close_quietly(player)

    def _left(self, player: Player) -> None:
        self._playing = [other for other in self._playing if other is not player]


def _close_quietly(player: Player) -> None:
    with contextlib.suppress(Exception):
        player.close()


POOL: Final = PlayerPool()
"""The players of this process."""

if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=POOL.forget)
