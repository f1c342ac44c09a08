"""What a search is asked for, and what it answers: the values that all engines share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona.board import Board

if TYPE_CHECKING:
    from fanorona._fanorona import Move, SearchInfo

STRONGEST_LEVEL: Final = 10
"""The number of the strongest playing strength."""

DEEPEST: Final = 2**32 - 1
"""The largest limit of depth, in turns."""
LARGEST_HASH_MB: Final = 1 << 20
"""The most MiB of a transposition table."""
MOST_THREADS: Final = 256
"""The most threads that search together."""
MOST_LINES: Final = 500
"""The most lines that are looked at in one search."""
MOST_CONTEMPT: Final = 1000
"""The most, in hundredths of a stone, that a draw can cost a player."""
LARGEST_GUESS: Final = 18_999
"""The largest estimate, in hundredths of a stone, of a position whose winner nobody knows."""


def check_range(name: str, value: int, most: int, *, least: int = 1) -> None:
    """Refuses a setting that is not from ``least`` to ``most``.

    Raises:
        TypeError: naming the setting, if it is no whole number.
        ValueError: naming the setting, if it is out of range.
    """
    if type(value) is not int:
        msg = f"{name} {value!r}: expected a whole number"
        raise TypeError(msg)
    if not least <= value <= most:
        msg = f"{name} {value}: expected a whole number from {least} to {most}"
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
        TypeError: if a limit is no number, or another than ``time`` no whole number.
        ValueError: if a limit is not positive, or a level not from 1 to 10.

    Example:
        >>> Limit(time=0.5).is_endless, Limit().is_endless
        (False, True)
        >>> Limit(depth=0)
        Traceback (most recent call last):
        ValueError: depth 0: expected a whole number from 1 to 4294967295
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and type(self.time) not in {int, float}:
            msg = f"time {self.time!r}: expected a number of seconds"
            raise TypeError(msg)
        if self.time is not None and not self.time > 0:
            msg = f"time {self.time}: expected a positive number of seconds"
            raise ValueError(msg)
        if self.depth is not None:
            check_range("depth", self.depth, DEEPEST)
        if self.nodes is not None:
            check_range("nodes", self.nodes, 2**64 - 1)
        if self.level is not None:
            check_range("level", self.level, STRONGEST_LEVEL)

    @property
    def is_endless(self) -> bool:
        """Whether nothing ends the search.

        Example:
            >>> Limit().is_endless, Limit(level=3).is_endless
            (True, False)
        """
        time = self.time is not None and math.isfinite(self.time)
        return not time and self.depth is None and self.nodes is None and self.level is None


def check_request(board: Board, limit: Limit, *, may_be_endless: bool = False) -> None:
    """Refuses what no engine can search.

    Raises:
        TypeError: if one of the arguments is something else.
        ValueError: if nothing ends the search.
    """
    for name, value, kind in (("board", board, Board), ("limit", limit, Limit)):
        if not isinstance(value, kind):
            msg = f"{name}: expected a {kind.__name__}, not {type(value).__name__}"
            raise TypeError(msg)
    if limit.is_endless and not may_be_endless:
        msg = "limit: the search would never end; give a time, depth, nodes or level"
        raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position, from its mover's view; one attribute is not None.

    As a text it is what people read: stones, or in words who wins.

    Attributes:
        estimate: hundredths of a stone; near ±20000 where endgame tables know the winner, but not
            in how many turns.
        win_in: turns to a win, both players' counted.
        loss_in: turns to a loss, both players' counted.

    Example:
        >>> print(Score(estimate=150), Score(win_in=3), Score(estimate=-19996), sep=", ")
        +1.50, win in 3, table loss
    """

    estimate: int | None = None
    win_in: int | None = None
    loss_in: int | None = None

    @property
    def table_sign(self) -> int:
        """1 for a win that endgame tables alone know of, -1 for such a loss, 0 for anything else.

        Example:
            >>> Score(estimate=19996).table_sign, Score(estimate=250).table_sign
            (1, 0)
        """
        estimate = self.estimate or 0
        return (estimate > LARGEST_GUESS) - (estimate < -LARGEST_GUESS)

    def __str__(self) -> str:
        if self.win_in is not None:
            return f"win in {self.win_in}"
        if self.loss_in is not None:
            return f"loss in {self.loss_in}"
        if self.table_sign:
            return "table win" if self.table_sign > 0 else "table loss"
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
        tbhits: positions of which endgame tables told the value.

    Example:
        >>> info = Info(depth=3, seldepth=5, nodes=900, time=0.5, score=Score(win_in=3), pv=())
        >>> info.nps, str(info.score)
        (1800, 'win in 3')
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


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A turn chosen by the engine, and why.

    Attributes:
        move: the turn; None where the game is over.
        info: what the search found out.

    Example:
        >>> from fanorona import Board
        >>> from fanorona.engine import Engine
        >>> result = Engine().play(Board(fen="9/9/w1bb5/9/9 w"), Limit(depth=1))
        >>> str(result.move), str(result.info.score)
        ('a3-b3A', 'win in 1')
    """

    move: Move | None
    info: Info


def infos_of(found: SearchInfo, board: Board) -> list[Info]:
    """What the core found out about a board, best turn first; of a finished game its value."""
    lines = [(Score(*score), tuple(moves)) for score, moves in found.lines]
    return [
        Info(
            depth=found.depth,
            seldepth=found.deepest,
            nodes=found.nodes,
            time=found.time,
            score=score,
            pv=pv,
            multipv=place,
            hashfull=found.hash_permille,
            tbhits=found.table_hits,
        )
        for place, (score, pv) in enumerate(lines or [(end_score(board), ())], 1)
    ]


def end_score(board: Board) -> Score:
    """The value of a game that is over: decided on the spot, or even."""
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return Score(estimate=0)
    return Score(win_in=0) if outcome.winner is board.turn else Score(loss_in=0)
