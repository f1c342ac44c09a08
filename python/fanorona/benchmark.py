"""A fixed piece of work for the engine, to compare versions and machines by.

The positions are from the engine's games against itself on Tsivy, 8 to 26 turns from the start,
none of them decided.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona.board import Board
from fanorona.engine import Engine, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPTH: Final = 9
"""The depth to which ``fanorona bench`` searches if not told otherwise, in turns."""

POSITIONS: Final = tuple(
    Path(__file__).with_name("data").joinpath("benchmark.fen").read_text("utf-8").splitlines()
)
"""The start and 30 positions from the middle of games."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a search of one position took.

    Attributes:
        fen: the position.
        depth: the depth reached, in turns.
        nodes: positions visited.
        time: seconds.

    Example:
        >>> Measurement(fen=POSITIONS[0], depth=2, nodes=144, time=0.1).branching
        12.0
    """

    fen: str
    depth: int
    nodes: int
    time: float

    @property
    def branching(self) -> float:
        """The effective branching factor: the root of the nodes of degree ``depth``."""
        return float(self.nodes ** (1 / self.depth)) if self.depth else 0.0


def measure(depth: int = DEPTH, *, hash_mb: int = 16) -> Iterator[Measurement]:
    """Searches each position to a depth, one thread, each with an empty table.

    The sum of the nodes is the signature of the search: it changes exactly if the search or its
    estimate does.

    Raises:
        ValueError: if ``depth`` is not positive.
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> sum(found.nodes for found in measure(1)) > 30
        True
    """
    # Which tables are at hand must not change the signature.
    engine = Engine(hash_mb=hash_mb, tables=None)
    for fen in POSITIONS:
        engine.new_game()
        start = time.perf_counter()
        info = engine.analyse(Board(fen=fen), Limit(depth=depth))
        yield Measurement(fen, info.depth, info.nodes, time.perf_counter() - start)
