"""What ``go`` asks for, and how much time a turn gets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from fanorona.enums import Color
from fanorona.search import Limit
from fanorona.ugi.lines import one_line, whole_number

_CLOCKS: Final = {
    "wtime": ("time", Color.WHITE),
    "btime": ("time", Color.BLACK),
    "winc": ("inc", Color.WHITE),
    "binc": ("inc", Color.BLACK),
    "p1time": ("time", Color.WHITE),
    "p2time": ("time", Color.BLACK),
    "p1inc": ("inc", Color.WHITE),
    "p2inc": ("inc", Color.BLACK),
}
_LONGEST: Final = 10**15
"""Milliseconds of the longest time that is sent."""
_HORIZON: Final = 30
"""Turns that the remaining time has to last for, where nothing is said about it."""
_RESERVED: Final = 100
"""Turns for which time that is lost on the way is kept then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The players' clocks, in seconds.

    Attributes:
        white: what White has left.
        black: what Black has left.
        white_increment: what White gains after each turn.
        black_increment: what Black gains after each turn.
        moves_to_go: turns to the next time control, None where there is none.

    Example:
        >>> clocks = Clocks(white=60.0, black=45.5, white_increment=1.0, black_increment=1.0)
        >>> clocks.left(Color.BLACK)
        45.5
    """

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0
    moves_to_go: int | None = None

    def left(self, color: Color) -> float:
        """What a side has left."""
        return self.white if color is Color.WHITE else self.black


@dataclass(frozen=True, slots=True)
class Go:
    """A search that was asked for.

    Attributes:
        limit: what ends it.
        infinite: whether it answers only after ``stop``.
    """

    limit: Limit
    infinite: bool


def time_for_turn(
    left: float, increment: float = 0.0, *, turns: int | None = None, overhead: float = 0.01
) -> float:
    """Seconds to spend on a turn: never more than half of what is left, and never nothing.

    Args:
        left: seconds on the mover's clock.
        increment: seconds that the clock gains after each turn.
        turns: turns to the next time control, where there is one.
        overhead: seconds that are lost on the way.

    Example:
        >>> round(time_for_turn(60.0, 1.0), 2)
        2.73
        >>> time_for_turn(0.02)
        0.001
    """
    horizon = _HORIZON if turns is None else min(max(turns, 1), _HORIZON)
    # A game can be ten times as long as the horizon: what will be lost on the way is kept for it.
    lost = (_RESERVED if turns is None else horizon) * max(overhead - increment, 0.0)
    share = max(left - lost, 0.0) / (horizon + 1) + 0.8 * increment
    return max(min(share, left / 2) - overhead, 0.001)


def parse_go(words: list[str], turn: Color, *, overhead: float = 0.01) -> Go:
    """Reads what follows ``go``. Several limits may stand together; the first reached counts.

    Args:
        words: the words after ``go``.
        turn: the side to move, whose clock counts.
        overhead: seconds of each turn that are lost on the way.

    Raises:
        ValueError: if a word is unknown or its value is no number, or the mover has no clock.

    Example:
        >>> go = parse_go(["depth", "5", "movetime", "200"], Color.WHITE)
        >>> go.limit.depth, go.limit.time, go.infinite
        (5, 0.2, False)
    """
    values: dict[str, int] = {}
    clocks: dict[tuple[str, Color], float] = {}
    infinite = not words
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            infinite = True
            continue
        if word not in _CLOCKS and word not in {"movetime", "depth", "nodes", "movestogo"}:
            msg = f"go: unknown word {one_line(word, longest=40)!r}"
            raise ValueError(msg)
        text = next(rest, "")
        value = whole_number(text)
        if value is None:
            msg = f"go: {word} {one_line(text, longest=40)!r} is not a whole number"
            raise ValueError(msg)
        if word in _CLOCKS:
            # A clock that has run out is shown as a negative time by some front ends.
            clocks[_CLOCKS[word]] = max(value, 0) / 1000
        elif value < 0:
            msg = f"go: {word} {value} is negative"
            raise ValueError(msg)
        else:
            values[word] = max(value, 1)
    times = [values["movetime"] / 1000] if "movetime" in values else []
    if clocks or "movestogo" in values:
        left = clocks.get(("time", turn))
        if left is None:
            msg = f"go: no time is given for {turn.name.lower()}, who is to move"
            raise ValueError(msg)
        increment = clocks.get(("inc", turn), 0.0)
        share = time_for_turn(left, increment, turns=values.get("movestogo"), overhead=overhead)
        times.append(share)
    limit = Limit(
        time=min(times, default=None), depth=values.get("depth"), nodes=values.get("nodes")
    )
    return Go(limit, infinite)


def write_go(color: Color, limit: Limit, clocks: Clocks | None) -> tuple[list[str], float | None]:
    """The words after ``go`` that ask for a search.

    Args:
        color: the side to move.
        limit: what ends the search.
        clocks: the players' clocks, where they count.

    Returns:
        The words, none where nothing ends the search; and the seconds after which an answer is
        due, None where no time is given.

    Example:
        >>> write_go(Color.WHITE, Limit(time=0.5, nodes=1000), None)
        (['movetime', '500', 'nodes', '1000'], 0.5)
    """
    words: list[str] = []
    bounds: list[float] = []
    if clocks is not None:
        for name, seconds in (
            ("p1time", clocks.white),
            ("p2time", clocks.black),
            ("p1inc", clocks.white_increment),
            ("p2inc", clocks.black_increment),
        ):
            words += [name, str(_milliseconds(seconds, least=int(name.endswith("time"))))]
        if clocks.moves_to_go is not None:
            words += ["movestogo", str(clocks.moves_to_go)]
        bounds.append(max(clocks.left(color), 0.0))
    if limit.time is not None and math.isfinite(limit.time):
        words += ["movetime", str(_milliseconds(limit.time, least=1))]
        bounds.append(limit.time)
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    return words, min(bounds, default=None)


def _milliseconds(seconds: float, *, least: int) -> int:
    return max(least, int(min(seconds * 1000, _LONGEST)))
