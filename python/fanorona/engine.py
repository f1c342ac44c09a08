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

import functools
import os
import queue
import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypedDict, overload

from fanorona._fanorona import Searcher, level_strength
from fanorona.certificate import Certificate
from fanorona.closing import Closing
from fanorona.errors import EngineError
from fanorona.search import (
    LARGEST_HASH_MB,
    MOST_CONTEMPT,
    MOST_LINES,
    MOST_THREADS,
    STRONGEST_LEVEL,
    Info,
    Limit,
    PlayResult,
    Score,
    check_range,
    check_request,
    infos_of,
)
from fanorona.tablebase import SHIPPED, Tablebase
from fanorona.ugi.driver import UgiEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from fanorona._fanorona import SearchInfo
    from fanorona.board import Board

__all__ = [
    "STRONGEST_LEVEL",
    "Analysis",
    "AnyEngine",
    "Engine",
    "Info",
    "Limit",
    "PlayResult",
    "Score",
    "UgiEngine",
]


class AnyEngine(Protocol):
    """What ``Engine`` and ``UgiEngine`` have in common: enough to play, analyse and annotate.

    Example:
        >>> from fanorona import Board
        >>> def best(engine: AnyEngine) -> str:
        ...     with engine:
        ...         return str(engine.play(Board("telo"), Limit(depth=8)).move)
        >>> best(Engine())
        'c1-b2A'
    """

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Chooses a turn for the side to move."""

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: None = None) -> Info: ...

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: int) -> list[Info]: ...

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None
    ) -> Info | list[Info]:
        """What a search to this limit finds out about the position."""

    def stop(self) -> None:
        """Ends a search that runs in another thread; it returns what it has found."""

    def new_game(self) -> None:
        """Says that what follows is another game."""

    def close(self) -> None:
        """Ends the engine, which can be used no more then."""

    def __enter__(self) -> Self:
        """The engine itself, closed at the end of the block."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Closes the engine."""


class _Effort(TypedDict):
    seconds: float | None
    depth: int | None
    nodes: int | None
    threads: int
    lines: int
    tables: bool
    contempt: int


def _effort(limit: Limit, threads: int, lines: int | None, contempt: int = 0) -> _Effort:
    """What a limit means for the search; a level uses one thread, and tables if it is the best."""
    nodes = limit.nodes
    tables = limit.level in {None, STRONGEST_LEVEL}
    if limit.level is not None:
        level_nodes, level_lines = level_strength(limit.level)
        nodes = min(level_nodes, nodes or level_nodes)
        lines = lines or level_lines
        threads = 1
    return _Effort(
        seconds=limit.time,
        depth=limit.depth,
        nodes=nodes,
        threads=threads,
        lines=lines or 1,
        tables=tables,
        contempt=contempt,
    )


@functools.cache
def _shipped() -> Tablebase:
    """The tables that come with the package, read once for all engines."""
    return Tablebase(SHIPPED)


def _opened(tables: object) -> Tablebase | None:
    if tables is None or isinstance(tables, Tablebase):
        return tables
    if not isinstance(tables, (str, os.PathLike)):
        msg = f"tables: expected a Tablebase or its folder, not {type(tables).__name__}"
        raise TypeError(msg)
    return _shipped() if Path(tables) == SHIPPED else Tablebase(tables)


class Engine(Closing):
    """The built-in engine. It remembers what it found out from one search to the next.

    With one thread and a limit of nodes or depth a search after ``new_game`` always finds the
    same.

    Args:
        threads: how many threads search together.
        hash_mb: MiB for the transposition table.
        tables: endgame tables, or their folder; None for none. Those that come with the package
            know every position of at most five stones on the named boards. Levels below the
            strongest do without.
        certificate: the proof of a position's value, or its file; where it has a turn the engine
            plays that one, without a search to the limit.
        contempt: what a draw costs the engine when it plays, in hundredths of a stone, from -1000
            to 1000. Against weaker players 100 turns some draws into wins; against equal ones it
            loses points. A drawn line has the negative of it as its score. Analysis and
            certificates know none.
        seed: from which the choices of the levels follow; different each time if not given.

    Raises:
        TypeError: if ``threads``, ``hash_mb`` or ``contempt`` is no whole number, or ``tables``
            is none.
        ValueError: if ``threads`` is not from 1 to 256, ``hash_mb`` not from 1 to 1,048,576, or
            ``contempt`` not from -1000 to 1000.
        OSError: if the folder of tables cannot be read.
        DamagedTableError: if its list of tables cannot be read.
        CertificateError: if ``certificate`` is the file of none.

    Example:
        >>> from fanorona import Board
        >>> with Engine(hash_mb=1) as engine:
        ...     engine.play(Board("telo"), Limit(depth=8)).info.score.win_in
        11
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        tables: Tablebase | str | os.PathLike[str] | None = SHIPPED,
        certificate: Certificate | str | os.PathLike[str] | None = None,
        contempt: int = 0,
        seed: int | None = None,
    ) -> None:
        check_range("threads", threads, MOST_THREADS)
        check_range("hash_mb", hash_mb, LARGEST_HASH_MB)
        check_range("contempt", contempt, MOST_CONTEMPT, least=-MOST_CONTEMPT)
        self.threads = threads
        self.contempt = contempt
        self._seed = seed
        self._random = random.Random(seed)
        opened = _opened(tables)
        self._tables = opened
        if certificate is not None and not isinstance(certificate, Certificate):
            certificate = Certificate(certificate)
        self._certificate = certificate
        self._searcher = Searcher(hash_mb, None if opened is None else opened.core)
        self._closed = False

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Chooses a turn for the side to move.

        Raises:
            TypeError: if ``board`` is no ``Board`` or ``limit`` no ``Limit``.
            ValueError: if the limit is empty.
            DamagedTableError: if an endgame table of the board is damaged.
            OSError: if one cannot be read.
            RuntimeError: if the engine is searching in another thread.
            EngineError: if it has been closed.
            KeyboardInterrupt: on Ctrl-C.
        """
        check_request(board, limit)
        if self._certificate is not None and board.outcome() is None:
            move = self._certificate.turn(board, tables=self._tables)
            if move is not None:
                info = infos_of(self._search(board, Limit(depth=1)), board)[0]
                return PlayResult(move, replace(info, pv=(move,)))
        found = self._search(board, limit, contempt=self.contempt)
        infos = infos_of(found, board)
        chosen = 0
        if limit.level is not None:
            chosen = found.choose(limit.level, self._random.getrandbits(64)) or 0
        info = infos[chosen]
        return PlayResult(info.pv[0] if info.pv else None, info)

    def _search(
        self,
        board: Board,
        limit: Limit,
        lines: int | None = None,
        on_info: Callable[[SearchInfo], object] | None = None,
        *,
        contempt: int = 0,
    ) -> SearchInfo:
        self._check_open()
        effort = _effort(limit, self.threads, lines, contempt)
        return self._searcher.search(board.core, on_info=on_info, **effort)

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
            TypeError: if ``board`` is no ``Board`` or ``limit`` no ``Limit``.
            ValueError: if the limit is empty or ``multipv`` not from 1 to 500.
            DamagedTableError: if an endgame table of the board is damaged.
            OSError: if one cannot be read.
            RuntimeError: if the engine is searching in another thread.
            EngineError: if it has been closed.
            KeyboardInterrupt: on Ctrl-C.

        Example:
            >>> from fanorona import Board
            >>> best, *others = Engine().analyse(Board(), Limit(depth=3), multipv=3)
            >>> best.multipv, len(others), best.pv[0] in Board().legal_moves
            (1, 2, True)
        """
        check_request(board, limit)
        if multipv is not None:
            check_range("multipv", multipv, MOST_LINES)
        found = self._search(board, limit, multipv)
        infos = infos_of(found, board)
        return infos[0] if multipv is None else infos

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int = 1) -> Analysis:
        """Starts a search in the background and streams what it finds out.

        Without a limit it goes on until ``stop()`` is called or the ``with`` block is left.
        The board is copied and may be changed meanwhile. With ``multipv`` every iteration gives
        one ``Info`` a line.

        Raises:
            TypeError: if ``board`` is no ``Board`` or ``limit`` no ``Limit``.
            ValueError: if ``multipv`` is not from 1 to 500.
            EngineError: if the engine has been closed.

        Example:
            >>> from fanorona import Board
            >>> with Engine().analysis(Board("telo"), Limit(depth=3)) as analysis:
            ...     [info.depth for info in analysis]
            [1, 2, 3]
            >>> [info.depth for info in analysis.result()]
            [3]
        """
        limit = Limit() if limit is None else limit
        check_request(board, limit, may_be_endless=True)
        check_range("multipv", multipv, MOST_LINES)
        self._check_open()
        return Analysis(self._searcher, board.copy(), limit, self.threads, multipv)

    def stop(self) -> None:
        """Ends a search that runs in another thread; it returns what it has found.

        One that has yet to begin is not ended.
        """
        self._searcher.stop()

    def new_game(self) -> None:
        """Forgets what earlier searches found out.

        Raises:
            RuntimeError: if the engine is searching.
            EngineError: if it has been closed.
        """
        self._check_open()
        self._searcher.clear()
        if self._seed is not None:
            self._random = random.Random(self._seed)

    def close(self) -> None:
        """Ends a search that runs in another thread, and the engine; it can be used no more."""
        self._closed = True
        self._searcher.close()

    def _check_open(self) -> None:
        if self._closed:
            msg = "the engine has been closed"
            raise EngineError(msg)


class Analysis(Closing):
    """A search in the background: iterate over it to follow, leave the ``with`` block to stop.

    Example:
        >>> from fanorona import Board
        >>> with Engine().analysis(Board()) as analysis:
        ...     next(iter(analysis)).depth
        1
    """

    def __init__(
        self, searcher: Searcher, board: Board, limit: Limit, threads: int, multipv: int
    ) -> None:
        self._searcher = searcher
        self._board = board
        self._queue: queue.SimpleQueue[Info | None] = queue.SimpleQueue()
        self._result: list[Info] = []
        self._error: BaseException | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(limit, threads, multipv), daemon=True
        )
        self._thread.start()

    def _run(self, limit: Limit, threads: int, multipv: int) -> None:
        try:
            effort = _effort(limit, threads, multipv)
            found = self._searcher.search(self._board.core, on_info=self._tell, **effort)
            self._result = infos_of(found, self._board)
        except BaseException as error:  # noqa: BLE001  # handed on to who asks for the result
            self._error = error
        self._queue.put(None)

    def _tell(self, found: SearchInfo) -> None:
        if self._stopped.is_set():
            self._searcher.stop()
        for info in infos_of(found, self._board):
            self._queue.put(info)

    def __iter__(self) -> Iterator[Info]:
        while (info := self._queue.get()) is not None:
            yield info
        # Whoever iterates again is at the end at once.
        self._queue.put(None)
        self._raise_error()

    def result(self) -> list[Info]:
        """Waits for the end of the search and tells what it has found, best turn first.

        A search that is cut short may know better than its last whole iteration.

        Raises:
            Exception: what the search has failed of.
        """
        self._thread.join()
        self._raise_error()
        return self._result.copy()

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Ends the search; what it has found can still be iterated over."""
        self._stopped.set()
        while self._thread.is_alive():
            # The search clears the flag when it begins, which may be just now.
            self._searcher.stop()
            self._thread.join(0.005)

    def close(self) -> None:
        """Ends the search, as ``stop`` does."""
        self.stop()
