"""Standings: what the games of a match add up to."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from fanorona.arena.rating import Estimate, estimate

if TYPE_CHECKING:
    from fanorona.arena.game import GameResult
    from fanorona.arena.match import Match


@dataclass(slots=True, kw_only=True)
class Results:
    """Games by how they ended for a player.

    Attributes:
        wins: games won.
        draws: games drawn.
        losses: games lost.

    Example:
        >>> results = Results(wins=2, draws=1)
        >>> results.count(0)
        >>> results.games, results.points
        (4, 2.5)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts 1, a draw one half."""
        return self.wins + self.draws / 2

    def count(self, points: float) -> None:
        """Counts a game in which the player got 1, 0.5 or 0 points."""
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1


@dataclass(slots=True, kw_only=True)
class Tally(Results):
    """The games between two players, from the first one's view.

    Attributes:
        first: the first player's place in the match.
        second: the second player's place.
        pairs: pairs of games that scored 0, ½, 1, 1½ and 2 points.

    Example:
        >>> tally = Tally(first=0, second=1)
        >>> for points in (1, 0.5):
        ...     tally.add(points)
        >>> tally.pairs, tally.points
        ([0, 0, 0, 1, 0], 1.5)
    """

    first: int
    second: int
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _half: float | None = None

    def estimate(self) -> Estimate | None:
        """The Elo difference by the finished pairs; None if there is none."""
        return estimate(self.pairs)

    def add(self, points: float) -> None:
        """Counts a game in which the first player got these points; pairs come one by one."""
        self.count(points)
        if self._half is None:
            self._half = points
        else:
            self.pairs[round(2 * (self._half + points))] += 1
            self._half = None


@dataclass(slots=True, kw_only=True)
class Account(Results):
    """What a player has done in all its games.

    Attributes:
        faults: games lost by crash, time-out or illegal move.
        overruns: seconds beyond the time limit in each turn; empty without a time limit.

    Example:
        >>> account = Account(wins=1, overruns=[-0.01, 0.002])
        >>> account.points, account.largest_overrun
        (1.0, 0.002)
    """

    faults: int = 0
    overruns: list[float] = field(default_factory=list)

    @property
    def largest_overrun(self) -> float | None:
        """The largest overrun of a turn in seconds; None if none was measured."""
        return max(self.overruns, default=None)

    @property
    def overrun_p99(self) -> float | None:
        """What 99 of 100 turns do not exceed, in seconds; None if none was measured."""
        if not self.overruns:
            return None
        return sorted(self.overruns)[ceil(0.99 * len(self.overruns)) - 1]


class Standings:
    """What the games of a match add up to so far.

    Attributes:
        match: the match.
        tallies: the games between each two players, in the order of ``match.pairings``.
        accounts: the games of each player.
        ends: games by how they ended.

    Example:
        >>> from fanorona.arena import Match, parse_player, play_match
        >>> players = (parse_player("level=1"), parse_player("nodes=50"))
        >>> standings = play_match(Match(players=players, variant="telo", games=4))
        >>> standings.games, sum(account.points for account in standings.accounts)
        (4, 4.0)
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tallies = [Tally(first=first, second=second) for first, second in match.pairings]
        self.accounts = [Account() for _ in match.players]
        self.ends: dict[str, int] = {}

    @property
    def games(self) -> int:
        """Games played."""
        return sum(tally.games for tally in self.tallies)

    def add(self, game: GameResult) -> None:
        """Counts a game; games come in index order."""
        tally = self.tallies[game.index // 2 % len(self.tallies)]
        tally.add(game.points if game.white == tally.first else 1 - game.points)
        white, black = self.accounts[game.white], self.accounts[game.black]
        white.count(game.points)
        black.count(1 - game.points)
        if game.loser_at_fault is not None:
            self.accounts[game.loser_at_fault].faults += 1
        white.overruns += game.overruns[0]
        black.overruns += game.overruns[1]
        self.ends[game.end] = self.ends.get(game.end, 0) + 1
