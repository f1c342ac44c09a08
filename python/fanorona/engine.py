"""The built-in engine: playing and analysing.

Example:
    >>> import fanorona as fn
    >>> from fanorona.engine import Engine, Limit
    >>> board = fn.Board("telo")
    >>> engine = Engine()
    >>> result = engine.play(board, Limit(depth=4))
    >>> result.move in board.legal_moves
    True
"""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from fanorona._fanorona import Searcher, SearchInfo

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from fanorona._fanorona import Move
    from fanorona.board import Board

_LARGEST_HASH_MB = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What ends a search; the first limit that is reached counts.

    Attributes:
        time: seconds.
        depth: the deepest iteration, in turns of both players.
        nodes: positions visited.

    Raises:
        ValueError: if a limit is not positive.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not self.time > 0:
            msg = f"time {self.time}: expected a positive number of seconds"
            raise ValueError(msg)
        for name, most in (("depth", 2**32 - 1), ("nodes", 2**64 - 1)):
            value = getattr(self, name)
            if value is not None and not 1 <= value <= most:
                msg = f"{name} {value}: expected a whole number from 1 to {most}"
                raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position, from its mover's view; one attribute is not None.

    Attributes:
        estimate: hundredths of a stone.
        win_in: turns to a win, both players' counted.
        loss_in: turns to a loss, both players' counted.

    Example:
        >>> print(Score(estimate=150), Score(win_in=3))
        +1.50 win in 3
    """

    estimate: int | None = None
    win_in: int | None = None
    loss_in: int | None = None

    def __str__(self) -> str:
        if self.win_in is not None:
            return f"win in {self.win_in}"
        if self.loss_in is not None:
            return f"loss in {self.loss_in}"
        return f"{(self.estimate or 0) / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found out.

    Attributes:
        depth: the last finished iteration, in turns.
        nodes: positions visited.
        time: seconds.
        score: the value of the position for its mover.
        pv: the principal variation, the best turns of both sides.
        hashfull: how full the transposition table is, in thousandths.
    """

    depth: int
    nodes: int
    time: float
    score: Score
    pv: tuple[Move, ...]
    hashfull: int

    @property
    def nps(self) -> int:
        """Positions visited a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


def _info(found: SearchInfo) -> Info:
    return Info(
        depth=found.depth,
        nodes=found.nodes,
        time=found.time,
        score=Score(*found.score),
        pv=tuple(found.variation),
        hashfull=found.hash_permille,
    )


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A turn chosen by the engine, and why.

    Attributes:
        move: the turn; None where the game is over.
        info: what the search found out.
    """

    move: Move | None
    info: Info


class Engine:
    """The built-in engine. It remembers what it found out from one search to the next.

    Args:
        hash_mb: MiB for the transposition table.

    Raises:
        ValueError: if ``hash_mb`` is not from 1 to 1,048,576.
    """

    def __init__(self, *, hash_mb: int = 16) -> None:
        if not 1 <= hash_mb <= _LARGEST_HASH_MB:
            msg = f"hash_mb {hash_mb}: expected 1 to {_LARGEST_HASH_MB}"
            raise ValueError(msg)
        self._searcher = Searcher(hash_mb)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Chooses a turn for the side to move.

        Raises:
            RuntimeError: if the engine is searching in another thread.
            KeyboardInterrupt: on Ctrl-C.
        """
        move, found = self._searcher.search(
            board.core, seconds=limit.time, depth=limit.depth, nodes=limit.nodes
        )
        return PlayResult(move, _info(found))

    def analyse(self, board: Board, limit: Limit) -> Info:
        """What a search to this limit finds out about the position.

        Raises:
            RuntimeError: if the engine is searching in another thread.
            KeyboardInterrupt: on Ctrl-C.
        """
        return self.play(board, limit).info

    def analysis(self, board: Board, limit: Limit | None = None) -> Analysis:
        """Starts a search in the background and streams what it finds out.

        Without a limit it goes on until ``stop()`` is called or the ``with`` block is left.
        The board is copied and may be changed meanwhile.

        Example:
            >>> from fanorona import Board
            >>> with Engine().analysis(Board("telo"), Limit(depth=3)) as analysis:
            ...     [info.depth for info in analysis]
            [1, 2, 3]
        """
        return Analysis(self._searcher, board.copy(), limit or Limit())

    def stop(self) -> None:
        """Ends a search that runs in another thread; it returns what it has found."""
        self._searcher.stop()

    def new_game(self) -> None:
        """Forgets what earlier searches found out.

        Raises:
            RuntimeError: if the engine is searching.
        """
        self._searcher.clear()


class Analysis:
    """A search in the background: iterate over it to follow, leave the ``with`` block to stop."""

    def __init__(self, searcher: Searcher, board: Board, limit: Limit) -> None:
        self._searcher = searcher
        self._queue: queue.SimpleQueue[Info | BaseException | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(board, limit), daemon=True)
        self._thread.start()

    def _run(self, board: Board, limit: Limit) -> None:
        try:
            self._searcher.search(
                board.core,
                seconds=limit.time,
                depth=limit.depth,
                nodes=limit.nodes,
                on_info=self._tell,
            )
        except BaseException as error:  # noqa: BLE001  # handed on to the thread that iterates
            self._queue.put(error)
        self._queue.put(None)

    def _tell(self, found: SearchInfo) -> None:
        if self._stopped.is_set():
            self._searcher.stop()
        self._queue.put(_info(found))

    def __iter__(self) -> Iterator[Info]:
        while (item := self._queue.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item

    def stop(self) -> None:
        """Ends the search; what it has found can still be iterated over."""
        self._stopped.set()
        while self._thread.is_alive():
            # The search clears the flag when it begins, which may be just now.
            self._searcher.stop()
            self._thread.join(0.005)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
