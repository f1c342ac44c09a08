"""Solving: the value of a position under perfect play, with a proof that can be checked.

Values are those of the rules ``theory``. A proof is a certificate, a file that ``verify`` checks
with nothing but the rules and endgame tables. ``docs/solving.md`` tells how it works and defines
the file.

Example:
    >>> import fanorona as fn
    >>> solution = solve(fn.Position("3x5"))
    >>> solution.result
    'white wins'
    >>> solution.certificate.turn(fn.Position("3x5"))
    Move('c1-c2A', '3x5')
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import _fanorona
from fanorona.board import Board
from fanorona.certificate import Certificate, verify
from fanorona.errors import CertificateError
from fanorona.executors import in_order
from fanorona.files import check_target
from fanorona.tablebase import core_of, open_tablebase

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor

    from fanorona._fanorona import Move, Position, Variant
    from fanorona.certificate import Result
    from fanorona.enums import Color
    from fanorona.tablebase import Tablebase

__all__ = [
    "Certificate",
    "CertificateError",
    "FirstTurn",
    "Progress",
    "Solution",
    "Solver",
    "first_turns",
    "solve",
    "verify",
]

INTERVAL: Final = 300.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Attributes:
        attacker: the question is whether this side wins.
        nodes: positions searched for the answer.
        proof: how many positions at least are thought to be missing to a yes.
        disproof: how many positions at least are thought to be missing to a no.
        entries: positions that are remembered.
        fill: the share of the memory in use, from 0 to 1.
        warning: why the last checkpoint could not be written; the one before it is kept.

    Example:
        >>> import fanorona as fn
        >>> told: list[Progress] = []  # some a second
        >>> solve(fn.Position("3x5"), progress=told.append).result
        'white wins'
        >>> all(0 <= progress.fill <= 1 for progress in told)
        True
    """

    attacker: Color
    nodes: int
    proof: int
    disproof: int
    entries: int
    fill: float
    warning: str | None


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found out about a position.

    Attributes:
        position: the position.
        white_wins: whether White wins, None where that is not known.
        black_wins: whether Black wins, None where that is not known.
        nodes: positions searched, for both questions together.
        seconds: how long it took.
        certificate: the proof, where the value is known and a proof was wanted.

    Example:
        >>> import fanorona as fn
        >>> solution = solve(fn.Position("3x5"), memory_mb=1, nodes=1)
        >>> solution.result is None, solution.certificate is None
        (True, True)
    """

    position: Position
    white_wins: bool | None
    black_wins: bool | None
    nodes: int
    seconds: float
    certificate: Certificate | None

    @property
    def result(self) -> Result | None:
        """The value, None where it is not known."""
        if self.white_wins or self.black_wins:
            return "white wins" if self.white_wins else "black wins"
        return None if self.white_wins is None or self.black_wins is None else "draw"


def solve(
    position: Position | Board,
    *,
    tables: Tablebase | None = None,
    memory_mb: int = 1024,
    nodes: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    interval: float = INTERVAL,
    progress: Callable[[Progress], object] | None = None,
    certificate: str | os.PathLike[str] | None = None,
) -> Solution:
    """Finds the value of a position under perfect play, and proves it.

    The rule set only has to allow the turns of ``theory``; the value is that under ``theory``,
    without any draw but endless play. History of a ``Board`` plays no part.

    Args:
        position: the start of a turn.
        tables: endgame tables at which the search ends; those of the package if not given.
        memory_mb: megabytes in which positions are remembered. Fewer take longer and change
            nothing else.
        nodes: how many positions to search at most; no limit if not given.
        checkpoint: a file in which the search is kept, and from which it goes on if it is there.
        interval: seconds between two checkpoints.
        progress: called some times a second.
        certificate: a file for the proof.

    Raises:
        TypeError: naming the argument, if it is something else than is said here.
        ValueError: if the position is in mid-chain or its rules allow other turns, an argument is
            out of range, or the checkpoint is damaged or that of another position.
        MemoryError: if there is not so much memory, or too little for a proof.
        OSError: if a file cannot be read or written, or the disk is full.
        KeyboardInterrupt: on Ctrl-C; the checkpoint is written first.

    Example:
        >>> import fanorona as fn
        >>> solve(fn.Position("telo", "theory"), memory_mb=1).result
        'white wins'
    """
    position = position.position if isinstance(position, Board) else position
    if certificate is not None:
        check_target(Path(certificate))
    solver = Solver(position.variant, tables=tables, memory_mb=memory_mb)
    solution = solver.solve(
        position, nodes=nodes, checkpoint=checkpoint, interval=interval, progress=progress
    )
    if certificate is not None and solution.certificate is not None:
        solution.certificate.write(certificate)
    return solution


class Solver:
    """Solves positions of one board; what it has found out about one helps with the next.

    Args:
        variant: the board.
        tables: endgame tables at which the search ends; those of the package if not given.
        memory_mb: megabytes in which positions are remembered.

    Raises:
        TypeError: if ``tables`` is no ``Tablebase``.
        ValueError: if ``memory_mb`` is less than 1.
        MemoryError: if there is not so much memory.
        OSError: if a table cannot be read.
        DamagedTableError: if one is damaged.

    Example:
        >>> import fanorona as fn
        >>> solver = Solver("3x5", memory_mb=16)
        >>> start = fn.Position("3x5")
        >>> solver.solve(start).result
        'white wins'
        >>> {str(turn): solver.solve(start.play(turn)).result for turn in start.legal_moves()}
        {...'white wins'...}
    """

    def __init__(
        self, variant: Variant | str, *, tables: Tablebase | None = None, memory_mb: int = 1024
    ) -> None:
        self._core = _fanorona.Solver(variant, core_of(tables), memory_mb=memory_mb)

    def solve(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        interval: float = INTERVAL,
        progress: Callable[[Progress], object] | None = None,
        proof: bool = True,
    ) -> Solution:
        """Solves a position; the arguments and errors are those of the function ``solve``.

        Args:
            position: the start of a turn.
            nodes: how many positions to search at most.
            checkpoint: a file in which the search is kept, and from which it goes on.
            interval: seconds between two checkpoints.
            progress: called some times a second.
            proof: whether a certificate is made.
        """
        if nodes is not None and not 0 < nodes < 2**63:
            msg = f"nodes {nodes}: expected 1 to 2**63 - 1"
            raise ValueError(msg)
        if not interval > 0:
            msg = f"interval {interval}: expected a positive number of seconds"
            raise ValueError(msg)

        def tell(values: tuple[Color, int, int, int, int, int, str | None]) -> None:
            if progress is not None:
                attacker, count, proved, disproved, entries, fill, warning = values
                told = Progress(attacker, count, proved, disproved, entries, fill / 1000, warning)
                progress(told)

        start = time.monotonic()
        wins, searched, core = self._core.solve(
            position,
            nodes=nodes,
            checkpoint=checkpoint,
            interval=interval,
            proof=proof,
            on_progress=tell,
        )
        found = Certificate(core) if core is not None else None
        seconds = time.monotonic() - start
        return Solution(position, wins[0], wins[1], sum(searched), seconds, found)


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What a turn of a solved position leads to.

    Attributes:
        move: the turn.
        solution: what was found out about the position after it.
    """

    move: Move
    solution: Solution


@dataclass(frozen=True, slots=True)
class _Task:
    """What solves a position, here or somewhere else: tables are named by their folder."""

    tables: Tablebase
    memory_mb: int
    nodes: int | None

    def solve(
        self, position: Position, progress: Callable[[Progress], object] | None = None
    ) -> Solution:
        solver = Solver(position.variant, tables=self.tables, memory_mb=self.memory_mb)
        return solver.solve(position, nodes=self.nodes, progress=progress, proof=False)


def first_turns(
    position: Position,
    moves: Iterable[Move] | None = None,
    *,
    tables: Tablebase | None = None,
    memory_mb: int = 1024,
    nodes: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    executor: Executor | None = None,
) -> Iterator[FirstTurn]:
    """Solves the positions after each turn, without proofs.

    Each is solved by a solver of its own, wherever that is: so the numbers of nodes do not depend
    on it, and sets of positions that an earlier search has left behind do not lead a later one
    astray, which on 5x7 costs more than the values in them save.

    Args:
        position: the position before them.
        moves: the turns, in this order; all legal ones by their texts if not given.
        tables: as for ``solve``; other machines must have them in the same folder.
        memory_mb: as for ``solve``, for each position that is solved at the same time.
        nodes: how many positions to search at most for each turn.
        progress: called some times a second; not where an executor is given.
        executor: where to solve them; here if not given, one after the other.

    Raises:
        ValueError: as ``solve``.
        MemoryError: if there is not so much memory.
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> import fanorona as fn
        >>> for turn in first_turns(fn.Position("telo")):
        ...     print(turn.move, turn.solution.result)
        a1-b2A ...
    """
    moves = sorted(position.legal_moves(), key=str) if moves is None else list(moves)
    after = map(position.play, moves)
    task = _Task(open_tablebase() if tables is None else tables, memory_mb, nodes)
    found: Iterable[Solution]
    if executor is None:
        found = (task.solve(each, progress) for each in after)
    else:
        found = in_order(task.solve, after, executor)
    yield from map(FirstTurn, moves, found)
