"""A search that the server runs in a thread of its own."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from fanorona.engine import Engine
from fanorona.search import infos_of
from fanorona.ugi.lines import ERROR, NO_MOVE, one_line, write_info

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona._fanorona import Move
    from fanorona.board import Board
    from fanorona.search import Info, Limit
    from fanorona.ugi.clock import Go


class FollowedEngine(Engine):
    """The built-in engine, telling what it finds out and giving its last word too.

    ``Engine.analysis`` tells only what whole iterations find; a search that is cut short may know
    better.
    """

    def follow(
        self, board: Board, limit: Limit, multipv: int, tell: Callable[[list[Info]], object]
    ) -> list[Info]:
        """Searches as ``play`` does and calls ``tell`` after each iteration."""
        found = self._search(
            board,
            limit,
            multipv,
            lambda found: tell(infos_of(found, board)),
            contempt=self.contempt,
        )
        return infos_of(found, board)


class Search:
    """One search, from ``go`` to ``bestmove``.

    Args:
        engine: the engine, which no other search uses meanwhile.
        board: the game; copied.
        go: what was asked for.
        multipv: how many of the best turns are looked at.
        level: the strength from 1 to 10; 0 is full strength.
        say: writes lines to the front end.
    """

    def __init__(
        self,
        engine: FollowedEngine,
        board: Board,
        go: Go,
        *,
        multipv: int,
        level: int,
        say: Callable[..., object],
    ) -> None:
        self._engine = engine
        self._board = board.copy()
        self._go = go
        self._multipv = multipv
        self._level = level
        self._say = say
        self._stopping = threading.Event()
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether ``bestmove`` is still to come."""
        return not self._finished.is_set()

    def stop(self, patience: float | None = None) -> None:
        """Ends the search, and returns when ``bestmove`` is out.

        Args:
            patience: the most seconds to wait for that; without end if not given.
        """
        self._stopping.set()
        deadline = math.inf if patience is None else time.monotonic() + patience
        while self._thread.is_alive() and time.monotonic() < deadline:
            # The search clears the flag when it begins, which may be just now.
            self._engine.stop()
            self._thread.join(0.002)

    def _run(self) -> None:
        # A front end that has gone away hears nothing; the end of its input ends the server.
        with contextlib.suppress(OSError):
            try:
                infos, move = self._find()
                answer = [*map(write_info, infos)]
            except Exception as error:  # noqa: BLE001  # a front end must get its answer
                answer = [f"{ERROR} {one_line(str(error))}"]
                move = next(iter(self._board.legal_moves), None)
            if self._go.infinite:
                self._stopping.wait()
            answer.append(f"bestmove {NO_MOVE if move is None else move}")
            self._finished.set()
            self._say(*answer)

    def _find(self) -> tuple[list[Info], Move | None]:
        limit = self._go.limit
        if self._level:
            result = self._engine.play(self._board, replace(limit, level=self._level))
            return [replace(result.info, multipv=1)], result.move
        infos = self._engine.follow(self._board, limit, self._multipv, self._tell)
        best = infos[0].pv
        return infos, best[0] if best else None

    def _tell(self, infos: list[Info]) -> None:
        self._say(*map(write_info, infos))
