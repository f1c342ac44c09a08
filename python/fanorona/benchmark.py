"""A fixed piece of work for the engine, to compare versions and machines by.

The positions are from the engine's games against itself on Tsivy, 8 to 26 turns from the start,
none of them decided.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona.board import Board
from fanorona.engine import Engine, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPTH: Final = 9
"""The depth to which ``fanorona bench`` searches if not told otherwise, in turns."""

POSITIONS: Final = (
    "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1",
    "b2b1b1b1/6b1b/7ww/3w4w/2ww1w3 b - 0 1",
    "bbbb3b1/bbb1b3b/bw1bb4/w1w1w4/1ww1ww3 w - 0 1",
    "bb1b1b1b1/2b5b/1wbw5/1w2b3w/ww1w1b3 w - 0 1",
    "bb1wbbbbb/b3bbbbb/1b2w1wbw/w2wwbwww/3ww1www w - 0 1",
    "7b1/1w7/1w2b4/2w3b2/9 b - 0 1",
    "bb5b1/5w3/7b1/ww7/w8 b - 0 1",
    "9/6b2/3b5/5w3/8w b - 0 1",
    "3b1b3/1w4bwb/9/1w2b4/1w3ww2 w - 0 1",
    "7b1/9/4b4/bw7/3w3w1 w - 0 1",
    "b8/1b1b5/7w1/7w1/1wwwb2w1 b - 0 1",
    "1b5b1/1w4b2/6b1b/w8/1w7 w - 0 1",
    "4bb1b1/3w2bb1/5b3/w3w3w/ww5b1 w - 0 1",
    "b3b2bb/2w4b1/9/w3b2b1/1ww2w1w1 w - 0 1",
    "1b1b1b1b1/6w2/1w6b/4w4/wwww5 b - 0 1",
    "7b1/1w2b1b2/1w1w4b/w3b4/1w1w2ww1 b - 0 1",
    "5b1b1/b2w5/3w5/5w3/7b1 b - 0 1",
    "3b4b/2b3b2/1w5w1/3b5/1w6w b - 0 1",
    "1b6b/b1b5b/9/1w3w1w1/w8 w - 0 1",
    "1b1w3bb/7bb/9/ww7/ww5b1 w - 0 1",
    "3bbb1bb/8b/1w4bb1/w7w/1w3w1w1 w - 0 1",
    "4b2b1/2w4b1/9/1w4w2/9 b - 0 1",
    "b2bbbbbb/b6bb/7bw/ww7/1w1w1wwww w - 0 1",
    "bb7/6w2/7w1/3b4w/8w b - 0 1",
    "3b5/1w3b3/7bb/1w2w4/w4w3 b - 0 1",
    "1b2b4/1bbbb2w1/7w1/2b4ww/ww2b2ww b - 0 1",
    "7b1/1w3b3/4b1bb1/1www5/w8 b - 0 1",
    "b4b2b/b7b/b7w/w7w/w5w1w b - 0 1",
    "bb1bbb3/1bb1b4/bwbww2w1/2w1w4/1w7 w - 0 1",
    "9/1w2b2b1/4b4/2w6/3w5 w - 0 1",
    "4bbbbb/9/1w5b1/ww2w2w1/ww3w1w1 b - 0 1",
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
    """

    fen: str
    depth: int
    nodes: int
    time: float

    @property
    def branching(self) -> float:
        """The effective branching factor: the ``depth``th root of the nodes."""
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
    engine = Engine(hash_mb=hash_mb)
    for fen in POSITIONS:
        engine.new_game()
        start = time.perf_counter()
        info = engine.analyse(Board(fen=fen), Limit(depth=depth))
        yield Measurement(fen, info.depth, info.nodes, time.perf_counter() - start)
