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
import random
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypedDict, overload

from fanorona._fanorona import Searcher, level_strength

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from fanorona._fanorona import Move, SearchInfo
    from fanorona.board import Board

STRONGEST_LEVEL: Final = 10
"""The number of the strongest playing strength."""

_LARGEST_HASH_MB = 1 << 20
_MOST_THREADS = 256
_MOST_LINES = 500


def _check(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        msg = f"{name} {value}: expected a whole number from 1 to {most}"
        raise ValueError(msg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What ends a search; the first limit that is reached counts.

    Attributes:
        time: seconds.
        depth: the deepest iteration, in turns of both players.
        nodes: positions visited.
        level: a playing strength from 1, for a child, to 10. It visits a fixed number of positions
            and chooses at random among good turns; the other limits hold beside it.

    Raises:
        ValueError: if a limit is not positive, or a level not from 1 to 10.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not self.time > 0:
            msg = f"time {self.time}: expected a positive number of seconds"
            raise ValueError(msg)
        if self.depth is not None:
            _check("depth", self.depth, 2**32 - 1)
        if self.nodes is not None:
            _check("nodes", self.nodes, 2**64 - 1)
        if self.level is not None:
            _check("level", self.level, STRONGEST_LEVEL)


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
    """What a search has found out about one of the best turns.

    Attributes:
        depth: the last finished iteration, in turns.
        seldepth: the longest line looked at, in turns.
        nodes: positions visited.
        time: seconds.
        score: the value of the position for its mover, if this line is played.
        pv: the principal variation, the best turns of both sides.
        multipv: the place among the best turns, from 1.
        hashfull: how full the transposition table is, in thousandths.
        tbhits: positions looked up in endgame tables.
    """

    depth: int
    seldepth: int
    nodes: int
    time: float
    score: Score
    pv: tuple[Move, ...]
    multipv: int = 1
    hashfull: int = 0
    tbhits: int = 0

    @property
    def nps(self) -> int:
        """Positions visited a second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


class _Effort(TypedDict):
    seconds: float | None
    depth: int | None
    nodes: int | None
    threads: int
    lines: int


def _effort(limit: Limit, threads: int, lines: int | None) -> _Effort:
    """What a limit means for the search; a level uses one thread."""
    nodes = limit.nodes
    if limit.level is not None:
        level_nodes, level_lines = level_strength(limit.level)
        nodes = min(level_nodes, nodes or level_nodes)
        lines = lines or level_lines
        threads = 1
    return _Effort(
        seconds=limit.time, depth=limit.depth, nodes=nodes, threads=threads, lines=lines or 1
    )


def _infos(found: SearchInfo, board: Board) -> list[Info]:
    lines = found.lines or [(_end_score(board), [])]
    return [
        Info(
            depth=found.depth,
            seldepth=found.deepest,
            nodes=found.nodes,
            time=found.time,
            score=Score(*score),
            pv=tuple(moves),
            multipv=place,
            hashfull=found.hash_permille,
        )
        for place, (score, moves) in enumerate(lines, 1)
    ]


def _end_score(board: Board) -> tuple[int | None, int | None, int | None]:
    """The score of a game that is over: decided on the spot, or even."""
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return (0, None, None)
    return (None, 0, None) if outcome.winner is board.turn else (None, None, 0)


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

    With one thread and a limit of nodes or depth a search after ``new_game`` always finds the
    same.

    Args:
        threads: how many threads search together.
        hash_mb: MiB for the transposition table.
        seed: from which the choices of the levels follow; different each time if not given.

    Raises:
        ValueError: if ``threads`` is not from 1 to 256, or ``hash_mb`` not from 1 to 1,048,576.
    """

    def __init__(self, *, threads: int = 1, hash_mb: int = 16, seed: int | None = None) -> None:
        _check("threads", threads, _MOST_THREADS)
        _check("hash_mb", hash_mb, _LARGEST_HASH_MB)
        self.threads = threads
        self._seed = seed
        self._random = random.Random(seed)
        self._searcher = Searcher(hash_mb)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Chooses a turn for the side to move.

        Raises:
            RuntimeError: if the engine is searching in another thread.
            KeyboardInterrupt: on Ctrl-C.
        """
        found = self._search(board, limit, None)
        infos = _infos(found, board)
        chosen = 0
        if limit.level is not None:
            chosen = found.choose(limit.level, self._random.getrandbits(64)) or 0
        info = infos[chosen]
        return PlayResult(info.pv[0] if info.pv else None, info)

    def _search(self, board: Board, limit: Limit, lines: int | None) -> SearchInfo:
        effort = _effort(limit, self.threads, lines)
        return self._searcher.search(board.core, **effort)

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: None = None) -> Info: ...

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: int) -> list[Info]: ...

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None
    ) -> Info | list[Info]:
        """What a search to this limit finds out about the position.

        Args:
            board: the position and what led to it; not changed.
            limit: when to stop.
            multipv: how many of the best turns are to be looked at, each with its line.

        Returns:
            One ``Info``, or with ``multipv`` a list of them, best first; fewer where there are
            fewer turns.

        Raises:
            ValueError: if ``multipv`` is not from 1 to 500.
            RuntimeError: if the engine is searching in another thread.
            KeyboardInterrupt: on Ctrl-C.
        """
        if multipv is not None:
            _check("multipv", multipv, _MOST_LINES)
        found = self._search(board, limit, multipv)
        infos = _infos(found, board)
        return infos[0] if multipv is None else infos

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int = 1) -> Analysis:
        """Starts a search in the background and streams what it finds out.

        Without a limit it goes on until ``stop()`` is called or the ``with`` block is left.
        The board is copied and may be changed meanwhile. With ``multipv`` every iteration gives
        one ``Info`` a line.

        Raises:
            ValueError: if ``multipv`` is not from 1 to 500.

        Example:
            >>> from fanorona import Board
            >>> with Engine().analysis(Board("telo"), Limit(depth=3)) as analysis:
            ...     [info.depth for info in analysis]
            [1, 2, 3]
        """
        _check("multipv", multipv, _MOST_LINES)
        return Analysis(self._searcher, board.copy(), limit or Limit(), self.threads, multipv)

    def stop(self) -> None:
        """Ends a search that runs in another thread; it returns what it has found."""
        self._searcher.stop()

    def new_game(self) -> None:
        """Forgets what earlier searches found out.

        Raises:
            RuntimeError: if the engine is searching.
        """
        self._searcher.clear()
        if self._seed is not None:
            self._random = random.Random(self._seed)


class Analysis:
    """A search in the background: iterate over it to follow, leave the ``with`` block to stop."""

    def __init__(
        self, searcher: Searcher, board: Board, limit: Limit, threads: int, multipv: int
    ) -> None:
        self._searcher = searcher
        self._board = board
        self._queue: queue.SimpleQueue[Info | BaseException | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(limit, threads, multipv), daemon=True
        )
        self._thread.start()

    def _run(self, limit: Limit, threads: int, multipv: int) -> None:
        try:
            effort = _effort(limit, threads, multipv)
            self._searcher.search(self._board.core, on_info=self._tell, **effort)
        except BaseException as error:  # noqa: BLE001  # handed on to the thread that iterates
            self._queue.put(error)
        self._queue.put(None)

    def _tell(self, found: SearchInfo) -> None:
        if self._stopped.is_set():
            self._searcher.stop()
        for info in _infos(found, self._board):
            self._queue.put(info)

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


from fanorona.ugi.driver import UgiEngine as UgiEngine  # noqa: E402, PLC0414  # needs the above
