"""Endgame tables: the value of every position with few stones, and its distance from a conversion.

Values are those of the rules ``theory``, which have no draw but endless play. They hold under every
rule set that allows the same turns, ``standard`` and ``fifty`` among them, as far as no draw rule
comes in between. ``docs/tables.md`` defines values, distances and files.

Example:
    >>> import fanorona as fn
    >>> position = fn.Position.from_fen("9/9/1w7/9/b1w6 w")
    >>> with open_tablebase() as tables:
    ...     tables.probe_wdl(position), tables.probe_dtc(position)
    (1, 1)
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Self, TypeVar, overload

from fanorona import _fanorona
from fanorona._fanorona import Variant
from fanorona.board import Board
from fanorona.closing import Closing
from fanorona.errors import BusyTablesError, DamagedTableError, MissingTableError
from fanorona.executors import check_executor
from fanorona.slices import Slice, build_slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor

    from fanorona._fanorona import Move, Position

__all__ = [
    "SHIPPED",
    "BusyTablesError",
    "DamagedTableError",
    "MissingTableError",
    "TableStatistics",
    "Tablebase",
    "Verified",
    "build",
    "open_tablebase",
    "verify",
]

SHIPPED: Final = Path(__file__).with_name("data") / "tables"
"""The folder of the tables that come with the package."""

D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Verified:
    """What the check of one table found.

    Attributes:
        name: the name of its file.
        positions: how many positions were compared with those one turn deeper.
        wrong: how many of them do not agree.
        problem: why the table could not be checked, where it could not.

    Example:
        >>> next(verify(names=["3x3-1v1.wdl"]))
        Verified(name='3x3-1v1.wdl', positions=..., wrong=0, problem=None)
    """

    name: str
    positions: int = 0
    wrong: int = 0
    problem: str | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return self.problem is None and self.wrong == 0


@dataclass(frozen=True, slots=True)
class TableStatistics:
    """The positions of one table, every symmetric image counted.

    Attributes:
        won: positions that the mover wins.
        drawn: positions that nobody wins.
        lost: positions that the mover loses.
        with_capture: how many of them have a capture.
        farthest: the largest distance to conversion of a won position, in turns of both players;
            None where there is no table of distances or no won position.
        example: a position with this distance.
    """

    won: int
    drawn: int
    lost: int
    with_capture: int
    farthest: int | None
    example: Position | None


class Tablebase(Closing):
    """The tables of a folder, for any number of boards; any number of threads may ask.

    A table is read and checked when it is first needed. Positions may be given as ``Board`` too.
    Draw rules and declared ends play no part.

    Args:
        directory: the folder; that of the tables which come with the package if not given.

    Raises:
        OSError: if the folder cannot be read.
        DamagedTableError: if its list of tables cannot be read.

    Attributes:
        directory: the folder.

    Example:
        >>> import fanorona as fn
        >>> tables = Tablebase()
        >>> tables.names[:2], tables.most_stones("tsivy")
        (['3x3-1v1.wdl', '3x3-1v1.dtc'], 5)
    """

    def __init__(self, directory: str | os.PathLike[str] | None = None) -> None:
        self.directory = SHIPPED if directory is None else Path(directory)
        self._core: _fanorona.Tablebase | None = _fanorona.Tablebase(self.directory)

    @property
    def core(self) -> _fanorona.Tablebase:
        """The tables in Rust; for this package's own use.

        Raises:
            ValueError: if the tables are closed.
        """
        if self._core is None:
            msg = f"tables of {self.directory}: closed"
            raise ValueError(msg)
        return self._core

    def probe_wdl(self, position: Position | Board) -> Literal[-1, 0, 1]:
        """The value for the side to move: 1 won, 0 drawn, -1 lost.

        Raises:
            MissingTableError: if no table tells it: too many stones, rules with other turns, or a
                chain in progress.
            DamagedTableError: if a table is damaged.
            OSError: if a table cannot be read.
            ValueError: if the tables are closed.

        Example:
            >>> import fanorona as fn
            >>> tables = open_tablebase()
            >>> tables.probe_wdl(fn.Position("telo"))
            1
            >>> tables.probe_wdl(fn.Position("tsivy"))
            Traceback (most recent call last):
            fanorona.errors.MissingTableError: no table: there is no 5x9-...
        """
        return self.core.probe_wdl(_position(position))

    def probe_dtc(self, position: Position | Board) -> int | None:
        """The distance to conversion with the sign of the value; None where drawn.

        It counts the turns of both players up to and including the next capture, or until the
        mover is blocked, which is 0. The winner hurries and the loser holds out.

        Raises:
            MissingTableError: as ``probe_wdl``, or if there is no table of distances.
            DamagedTableError: if a table is damaged.
            OSError: if a table cannot be read.
            ValueError: if the tables are closed.
        """
        return self.core.probe_dtc(_position(position))

    @overload
    def get_wdl(self, position: Position | Board) -> Literal[-1, 0, 1] | None: ...
    @overload
    def get_wdl(self, position: Position | Board, default: D) -> Literal[-1, 0, 1] | D: ...
    def get_wdl(
        self, position: Position | Board, default: D | None = None
    ) -> Literal[-1, 0, 1] | D | None:
        """``probe_wdl``, or ``default`` where no table tells it.

        Raises:
            DamagedTableError: if a table is damaged.
            OSError: if a table cannot be read.
            ValueError: if the tables are closed.
        """
        try:
            return self.probe_wdl(position)
        except MissingTableError:
            return default

    @overload
    def get_dtc(self, position: Position | Board) -> int | None: ...
    @overload
    def get_dtc(self, position: Position | Board, default: D) -> int | D | None: ...
    def get_dtc(self, position: Position | Board, default: D | None = None) -> int | D | None:
        """``probe_dtc``, or ``default`` where no table tells it; None where drawn.

        Raises:
            DamagedTableError: if a table is damaged.
            OSError: if a table cannot be read.
            ValueError: if the tables are closed.
        """
        try:
            return self.probe_dtc(position)
        except MissingTableError:
            return default

    def best_line(self, position: Position | Board) -> list[Move]:
        """The turns of both players up to the conversion; none where drawn.

        Raises:
            MissingTableError: as ``probe_dtc``.
            DamagedTableError: if a table is damaged.
            OSError: if a table cannot be read.
            ValueError: if the tables are closed.

        Example:
            >>> import fanorona as fn
            >>> tables = open_tablebase()
            >>> line = tables.best_line(fn.Position.from_fen("9/9/1w7/9/b1w6 w"))
            >>> len(line), line[0].is_capture
            (1, True)
        """
        here = _position(position)
        line: list[Move] = []
        while self.probe_wdl(here):
            move = self._best_move(here)
            if move is None:
                break
            line.append(move)
            if move.is_capture:
                break
            here = here.play(move)
        return line

    def _best_move(self, position: Position) -> Move | None:
        """A turn that keeps the value: a capture, or the shortest way to win or longest to lose."""
        won = self.probe_wdl(position) > 0
        kept = [
            (move, after)
            for move in position.legal_moves()
            if self.probe_wdl(after := position.play(move)) == (-1 if won else 1)
        ]
        if not kept or kept[0][0].is_capture:
            return kept[0][0] if kept else None
        distances = [abs(self.probe_dtc(after) or 0) for _, after in kept]
        best = min(distances) if won else max(distances)
        return kept[distances.index(best)][0]

    @property
    def names(self) -> list[str]:
        """The names of the tables that there are: ``BOARD-OWNvENEMY.wdl`` or ``.dtc``."""
        return self.core.names

    @property
    def absent(self) -> list[str]:
        """The names of tables that the folder's list has, but for which there is no file."""
        return self.core.absent

    def most_stones(self, variant: Variant | str) -> int:
        """The most stones up to which no table of values is missing; 0 where there is none.

        Example:
            >>> open_tablebase().most_stones("telo")
            9
        """
        return self.core.most_stones(variant)

    def load(self, variant: Variant | str) -> None:
        """Reads all tables of a board now.

        Raises:
            DamagedTableError: if one is damaged.
            OSError: if one cannot be read.
            KeyboardInterrupt: on Ctrl-C; what was read stays.
        """
        self.core.load(variant)

    def digest(self, name: str) -> bytes:
        """SHA-256 of a table's file, which tells tables apart.

        Raises:
            MissingTableError: if there is no such table.
            ValueError: if ``name`` is not that of a table.
            OSError: if it cannot be read.
        """
        return self.core.digest(name)

    def statistics(
        self,
        name: str,
        *,
        threads: int | None = None,
        on_progress: Callable[[int, int], object] | None = None,
    ) -> TableStatistics:
        """Counts the positions of a table.

        Args:
            name: the name of the table; whether of values or distances is the same.
            threads: how many threads count; as many as there are processors if not given.
            on_progress: called about every 50 milliseconds with the work done and all there is.

        Raises:
            MissingTableError: if a table that is needed is missing.
            DamagedTableError: if one is damaged.
            OSError: if one cannot be read.
            ValueError: if ``name`` is not that of a table, or ``threads`` not 1 to 256.
            KeyboardInterrupt: on Ctrl-C.

        Example:
            >>> open_tablebase().statistics("3x3-1v1.wdl")
            TableStatistics(won=64, drawn=0, lost=8, with_capture=32, farthest=3, example=...)
        """
        counts, farthest = self.core.statistics(
            name, threads=_threads(threads), on_progress=on_progress
        )
        won, drawn, lost, with_capture = counts
        distance, example = farthest or (None, None)
        return TableStatistics(won, drawn, lost, with_capture, distance, example)

    def close(self) -> None:
        """Lets go of the tables; they cannot be asked any more."""
        self._core = None

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        return type(self), (self.directory,)

    def __repr__(self) -> str:
        return f"Tablebase({str(self.directory)!r})"


def _position(position: Position | Board) -> Position:
    return position.position if isinstance(position, Board) else position


def core_of(tables: object) -> _fanorona.Tablebase:
    """The tables in Rust of an argument ``tables``, those of the package if it is None.

    Raises:
        TypeError: naming the argument, if it is something else.
        ValueError: if the tables are closed.

    Example:
        >>> core_of(3)
        Traceback (most recent call last):
        TypeError: tables: expected a Tablebase, not int
    """
    if tables is None:
        tables = open_tablebase()
    if not isinstance(tables, Tablebase):
        msg = f"tables: expected a Tablebase, not {type(tables).__name__}"
        raise TypeError(msg)
    return tables.core


def _threads(threads: int | None) -> int:
    return min(os.cpu_count() or 1, 256) if threads is None else threads


def open_tablebase(directory: str | os.PathLike[str] | None = None) -> Tablebase:
    """Opens the tables of a folder, those that come with the package if none is given.

    Raises:
        OSError: if the folder cannot be read.
        DamagedTableError: if its list of tables cannot be read.

    Example:
        >>> with open_tablebase() as tables:
        ...     "3x3-4v4.wdl" in tables.names
        True
    """
    return Tablebase(directory)


def build(
    directory: str | os.PathLike[str],
    *,
    variant: Variant | str,
    stones: int,
    fewer: int | None = None,
    distances: bool = False,
    threads: int | None = None,
    memory_mb: int = 4096,
    compression: int = 9,
    on_progress: Callable[[int, int], object] | None = None,
    on_table: Callable[[str, int], object] | None = None,
    executor: Executor | None = None,
) -> None:
    """Builds all tables of a board up to a number of stones that a folder does not have yet.

    A build that was stopped or killed goes on with the table that it was making. The result does
    not depend on the number of threads.

    Args:
        directory: the folder, which is made if it is missing; several boards may share one.
        variant: the board.
        stones: the most stones of both players.
        fewer: of the tables with the most stones only the pair where one side has so many and the
            other no fewer; all if not given.
        distances: whether to build distances to conversion as well.
        threads: how many threads work; as many as there are processors if not given.
        memory_mb: how much memory may be used, in megabytes.
        compression: how hard the files are compressed, 1 to 22.
        on_progress: called about every 50 milliseconds with the work done and all there is.
        on_table: called for each table with its name and the size of its file in bytes, 0 where
            the file was there.
        executor: where to build pairs of tables, several at once; here, one after the other, if not
            given. All machines must see the folder under the same name. Each pair is built by one
            thread unless ``threads`` is given, and ``memory_mb`` is for each.

    Raises:
        TypeError: if ``executor`` is none.
        ValueError: naming the argument that is out of range, or ``memory_mb`` if it is too little.
        BusyTablesError: if another process builds in the folder.
        DamagedTableError: if a table that is there is damaged.
        OSError: if the folder cannot be written, or the disk is full.
        KeyboardInterrupt: on Ctrl-C; what was finished stays.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     build(folder, variant="telo", stones=3, on_table=lambda name, size: print(name))
        3x3-1v1.wdl
        3x3-1v2.wdl
        3x3-2v1.wdl
    """
    check_executor(executor)
    if executor is not None:
        largest = Slice(
            folder=Path(directory).resolve(),
            variant=Variant.parse(str(variant)),
            stones=stones,
            fewer=stones // 2,
            distances=distances,
            threads=1 if threads is None else threads,
            memory_mb=memory_mb,
            compression=compression,
        )
        build_slices(largest, executor, on_table, only=fewer is not None)
        on_table = None
    # After an executor this lists what has been built, and checks it.
    _fanorona.build_tables(
        directory,
        variant,
        stones,
        distances=distances,
        threads=_threads(threads),
        memory_mb=memory_mb,
        compression=compression,
        fewer=fewer,
        on_progress=on_progress,
        on_table=on_table,
    )


def verify(
    directory: str | os.PathLike[str] | None = None,
    names: Iterable[str] | None = None,
    *,
    every: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Iterator[Verified]:
    """Checks tables, one after the other: their digests, and their values one turn deeper.

    A position must be won exactly if some turn leads to a loss of the opponent, and lost exactly
    if all lead to a win; distances likewise. A damaged table does not keep the others from being
    checked.

    Args:
        directory: the folder; that of the tables which come with the package if not given.
        names: the tables; all that the folder has or lists if not given.
        every: compares every so many-th position of a table; 1 compares all.
        threads: how many threads work; as many as there are processors if not given.
        on_progress: called about every 50 milliseconds with the work done and all there is, for
            each table anew.

    Raises:
        OSError: if the folder cannot be read.
        DamagedTableError: if its list of tables cannot be read.
        ValueError: if ``every`` or ``threads`` is out of range, or a name is not that of a table.
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> all(table.is_good for table in verify(names=["3x3-1v1.wdl", "3x3-1v1.dtc"]))
        True
    """
    if every < 1:
        msg = f"every {every}: expected at least 1"
        raise ValueError(msg)
    core = Tablebase(directory).core
    chosen = sorted({*core.names, *core.absent}) if names is None else list(names)

    def check(name: str) -> Verified:
        try:
            found = core.verify(
                name,
                every=min(every, sys.maxsize),
                threads=_threads(threads),
                on_progress=on_progress,
            )
        except (MissingTableError, DamagedTableError, OSError) as error:
            return Verified(name, problem=str(error))
        return Verified(name, *found)

    return map(check, chosen)
