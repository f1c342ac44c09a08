"""One game of a match, and how it ends."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

from fanorona.arena.pool import POOL
from fanorona.arena.specifications import FunctionSpec
from fanorona.board import Board
from fanorona.enums import Color
from fanorona.errors import (
    AmbiguousMoveError,
    EngineTimeoutError,
    IllegalMoveError,
    InvalidMoveError,
)

if TYPE_CHECKING:
    from fanorona._fanorona import Rules, Variant
    from fanorona.arena.players import Player
    from fanorona.arena.specifications import PlayerSpec
    from fanorona.engine import Score

FAULTS: Final = ("crash", "illegal_move", "time_out")
"""Ends of a game that are the loser's fault."""
RESIGN_TURNS: Final = 3
"""Own turns in a row at a resign score or below it, after which a player has lost."""
_MOST_REASON: Final = 200
_MOVE_ERRORS: Final = (InvalidMoveError, IllegalMoveError, AmbiguousMoveError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """When a game is ended from outside; never, if nothing is given.

    Attributes:
        max_turns: turns of both players, the opening's counted, after which it is a draw.
        resign: hundredths of a stone; a player who finds its position at least so much worse in
            three own turns in a row has lost.
        margin: seconds by which a player with a time limit may overrun it in a turn; more loses.

    Raises:
        ValueError: if a number is not positive (or, for ``margin``, negative).

    Example:
        >>> Adjudication(max_turns=200, resign=500).margin is None
        True
        >>> Adjudication(max_turns=0)
        Traceback (most recent call last):
        ValueError: max_turns 0: expected a whole number of at least 1
    """

    max_turns: int | None = None
    resign: int | None = None
    margin: float | None = None

    def __post_init__(self) -> None:
        for name in ("max_turns", "resign"):
            value = getattr(self, name)
            if value is not None and value < 1:
                msg = f"{name} {value}: expected a whole number of at least 1"
                raise ValueError(msg)
        if self.margin is not None and not self.margin >= 0:
            msg = f"margin {self.margin}: expected a number of seconds"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """All that a worker needs to play a game; picklable where the players are.

    Attributes:
        index: the number of the game in its match.
        opening: the number of its opening.
        white: White's place among the players of the match.
        black: Black's place.
        specs: the specifications of White and Black.
        variant: the board.
        rules: the rule set.
        moves: the turns of the opening.
        adjudication: when the game is ended from outside.
        seed: what the players' chance follows from, beside the index.
    """

    index: int
    opening: int
    white: int
    black: int
    specs: tuple[PlayerSpec, PlayerSpec]
    variant: Variant
    rules: Rules
    moves: tuple[str, ...]
    adjudication: Adjudication
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """A game that has been played.

    Attributes:
        index: the number of the game in its match.
        opening: the number of its opening.
        white: White's place among the players of the match.
        black: Black's place.
        result: ``1-0``, ``0-1`` or ``1/2-1/2``.
        end: the termination in lower case; ``crash``, ``illegal_move`` or ``time_out`` where the
            loser is at fault; ``max_turns`` or ``resign_score`` where it was adjudicated.
        reason: what the loser's fault was.
        moves: all turns, the opening's too.
        overruns: seconds beyond the time limit (or short of it, negative) in each turn of White
            and of Black; empty without a time limit, and for a game read from a log.

    Example:
        >>> game = GameResult(
        ...     index=0, opening=0, white=0, black=1, result="0-1", end="crash", reason="", moves=()
        ... )
        >>> game.points, game.loser_at_fault
        (0.0, 0)
    """

    index: int
    opening: int
    white: int
    black: int
    result: str
    end: str
    reason: str | None
    moves: tuple[str, ...]
    overruns: tuple[tuple[float, ...], tuple[float, ...]] = field(default=((), ()), compare=False)

    @property
    def points(self) -> float:
        """What White gets: 1, 0.5 or 0."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)

    @property
    def loser_at_fault(self) -> int | None:
        """The place of the player that lost by its own fault."""
        if self.end not in FAULTS:
            return None
        return self.black if self.result == "1-0" else self.white


class _FaultError(Exception):
    """A player has lost by its own fault."""

    def __init__(self, color: Color, end: str, reason: str) -> None:
        super().__init__(reason)
        self.color = color
        self.end = end
        self.reason = reason


@dataclass(slots=True)
class _Seat:
    """A player's place in one game."""

    color: Color
    spec: PlayerSpec
    player: Player | None = None
    overruns: list[float] = field(default_factory=list)
    bad_turns: int = 0

    def start(self, seed: str) -> None:
        chance = random.Random(f"{seed}:{self.color.value}")
        try:
            self.player = POOL.take(self.spec)
            self.player.new_game(chance.getrandbits(31))
        except Exception as error:
            raise self._fault(error) from error

    def turn(self, board: Board, adjudication: Adjudication) -> None:
        """Plays a turn on the board."""
        assert self.player is not None  # noqa: S101  # start has set it
        begun = time.perf_counter()
        try:
            move, score = self.player.choose(board)
        except Exception as error:
            raise self._fault(error) from error
        self._stop_clock(time.perf_counter() - begun, adjudication.margin)
        if move is None:
            raise _FaultError(self.color, "illegal_move", "no move")
        try:
            board.push(move)
        except (ValueError, TypeError) as error:
            raise _FaultError(self.color, "illegal_move", _reason(error)) from error
        if adjudication.resign is not None and score is not None:
            bad = _value(score) <= -adjudication.resign
            self.bad_turns = self.bad_turns + 1 if bad else 0

    def leave(self, *, healthy: bool) -> None:
        if self.player is None:
            return
        if healthy:
            POOL.put(self.spec, self.player)
        else:
            POOL.dismiss(self.player)

    def _stop_clock(self, elapsed: float, margin: float | None) -> None:
        limit = self.spec.limit
        if limit is None or limit.time is None:
            return
        overrun = elapsed - limit.time
        self.overruns.append(overrun)
        if margin is not None and overrun > margin:
            reason = f"more than {margin} s over a limit of {limit.time} s"
            raise _FaultError(self.color, "time_out", reason)

    def _fault(self, error: Exception) -> _FaultError:
        end, reason = "crash", f"{type(error).__name__}: {_reason(error)}"
        if isinstance(error, (TimeoutError, EngineTimeoutError)):
            end, reason = "time_out", _reason(error)
        elif any(isinstance(part, _MOVE_ERRORS) for part in (error, error.__cause__)):
            end, reason = "illegal_move", _reason(error)
        place = self.spec.place_of(error) if isinstance(self.spec, FunctionSpec) else None
        return _FaultError(self.color, end, f"{reason} ({place})" if place else reason)


def play_game(task: Task) -> GameResult:
    """Plays a game; a player's fault loses it and is no error.

    Raises:
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> from fanorona import Variant
        >>> from fanorona.arena import Match, parse_player
        >>> players = parse_player("depth=1"), parse_player("depth=2")
        >>> match = Match(players=players, games=2, variant=Variant("dimy"))
        >>> game = play_game(next(match.tasks()))
        >>> game.index, game.white, game.black, game.loser_at_fault
        (0, 0, 1, None)
    """
    board = Board(task.variant, task.rules)
    for text in task.moves:
        board.push(text)
    seats = [
        _Seat(color, spec)
        for color, spec in zip((Color.WHITE, Color.BLACK), task.specs, strict=True)
    ]
    culprit: Color | None = None
    reason: str | None = None
    healthy = False
    try:
        try:
            for seat in seats:
                seat.start(f"{task.seed}:{task.index}")
            result, end = _play(board, seats, task.adjudication)
        except _FaultError as fault:
            culprit, end, reason = fault.color, fault.end, fault.reason
            result = _lost_by(culprit)
        healthy = True
    finally:
        for seat in seats:
            seat.leave(healthy=healthy and seat.color is not culprit)
    return GameResult(
        index=task.index,
        opening=task.opening,
        white=task.white,
        black=task.black,
        result=result,
        end=end,
        reason=reason,
        moves=tuple(map(str, board.move_stack)),
        overruns=(tuple(seats[0].overruns), tuple(seats[1].overruns)),
    )


def _play(board: Board, seats: list[_Seat], adjudication: Adjudication) -> tuple[str, str]:
    """The result and the end of the game."""
    turns = len(board.move_stack)
    while (outcome := board.outcome()) is None:
        if adjudication.max_turns is not None and turns >= adjudication.max_turns:
            return "1/2-1/2", "max_turns"
        seat = seats[0 if board.turn is Color.WHITE else 1]
        seat.turn(board, adjudication)
        turns += 1
        if seat.bad_turns >= RESIGN_TURNS and not board.is_game_over():
            return _lost_by(seat.color), "resign_score"
    return outcome.result(), outcome.termination.name.lower()


def _lost_by(color: Color) -> str:
    return "0-1" if color is Color.WHITE else "1-0"


def _value(score: Score) -> float:
    if score.win_in is not None:
        return inf
    if score.loss_in is not None:
        return -inf
    return score.estimate or 0


def _reason(error: Exception) -> str:
    """An error's message in one line that is not long."""
    return " ".join(str(error).split())[:_MOST_REASON]
