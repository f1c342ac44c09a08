"""Matches: who plays whom from which opening, and playing it all."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from fanorona._fanorona import Rules, Variant, __version__
from fanorona.arena.game import Adjudication, GameResult, Task, play_game
from fanorona.arena.log import MatchLog
from fanorona.arena.openings import check_openings, random_openings
from fanorona.arena.pool import POOL
from fanorona.arena.specifications import EngineSpec
from fanorona.arena.standings import Standings
from fanorona.executors import check_executor, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Executor

    from fanorona.arena.rating import Sprt
    from fanorona.arena.specifications import PlayerSpec

Schedule: TypeAlias = Literal["round-robin", "gauntlet"]
_NEVER: Final = Adjudication()


@dataclass(frozen=True, slots=True, kw_only=True, init=False)
class Match:
    """A match between two or more players.

    Each opening is played by each pairing twice, with sides swapped: one pair of games. All
    pairings play an opening before the next one begins.

    Attributes:
        players: the specifications of the players.
        games: games of each pairing, an even number.
        variant: the board; may be given by its name.
        rules: the rule set; may be given by its name.
        seed: any whole number; the openings and the players' chance follow from it.
        opening_turns: random turns at the beginning, both sides' counted.
        schedule: ``round-robin``, or ``gauntlet`` where the first player meets all others.
        adjudication: when games are ended from outside.
        names: what the players are called: their names or else their specifications, numbered
            where two are alike.

    Raises:
        ValueError: if there are fewer than two players, ``games`` is odd, there is no such board or
            rule set, the rule set lets a game go on for ever and no ``max_turns`` ends it, or a
            player's contempt would make it resign drawn games.

    Example:
        >>> from fanorona.arena import parse_player
        >>> players = parse_player("level=1"), parse_player("level=2"), parse_player("level=3")
        >>> match = Match(players=players, games=10, rules="fifty")
        >>> match.total, match.pairings, match.names[0]
        (30, [(0, 1), (0, 2), (1, 2)], 'level=1')
    """

    players: tuple[PlayerSpec, ...]
    games: int
    variant: Variant
    rules: Rules
    seed: int
    opening_turns: int
    schedule: Schedule
    adjudication: Adjudication
    names: tuple[str, ...] = field(init=False)

    # A generated one would take no names of boards and rule sets, or would not make values of them.
    def __init__(
        self,
        *,
        players: tuple[PlayerSpec, ...],
        games: int = 100,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        seed: int = 0,
        opening_turns: int = 4,
        schedule: Schedule = "round-robin",
        adjudication: Adjudication = _NEVER,
    ) -> None:
        settings = {
            "players": players,
            "games": games,
            "variant": variant if isinstance(variant, Variant) else Variant.parse(variant),
            "rules": rules if isinstance(rules, Rules) else Rules.parse(rules),
            "seed": seed,
            "opening_turns": opening_turns,
            "schedule": schedule,
            "adjudication": adjudication,
            "names": _names(players),
        }
        for name, value in settings.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if len(self.players) < 2:
            msg = "a match needs at least two players"
            raise ValueError(msg)
        if self.games < 2 or self.games % 2:
            msg = f"games {self.games}: expected an even number, as openings are played twice"
            raise ValueError(msg)
        if self.opening_turns < 0:
            msg = f"opening_turns {self.opening_turns}: expected no less than 0"
            raise ValueError(msg)
        endless = self.rules.repetition is None and self.rules.no_capture is None
        if endless and self.adjudication.max_turns is None:
            msg = f"rules {self.rules}: games may go on for ever, so max_turns must be given"
            raise ValueError(msg)
        self._check_contempt()

    def _check_contempt(self) -> None:
        resign = self.adjudication.resign
        for player in self.players:
            contempt = player.contempt if isinstance(player, EngineSpec) else 0
            if resign is not None and contempt >= resign:
                msg = f"contempt {contempt}: {player.text} would resign draws, with resign {resign}"
                raise ValueError(msg)

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, by place among the players."""
        if self.schedule == "gauntlet":
            return [(0, other) for other in range(1, len(self.players))]
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.games * len(self.pairings)

    def seating(self, index: int) -> tuple[int, int, int]:
        """The number of a game's opening, and the places of its White and Black."""
        pairings = self.pairings
        opening, place = divmod(index // 2, len(pairings))
        first, second = pairings[place]
        return (opening, first, second) if index % 2 == 0 else (opening, second, first)

    def check_openings(self) -> None:
        """Finds out whether there are enough openings.

        Raises:
            ValueError: if there are not.
        """
        check_openings(
            self.games // 2, variant=self.variant, rules=self.rules, turns=self.opening_turns
        )

    def tasks(self, first: int = 0) -> Iterator[Task]:
        """The games from an index on, for ``play_game``; openings are found as they are needed."""
        openings = enumerate(
            random_openings(
                variant=self.variant,
                rules=self.rules,
                turns=self.opening_turns,
                seed=self.seed,
            )
        )
        number = -1
        moves: tuple[str, ...] = ()
        for index in range(first, self.total):
            opening, white, black = self.seating(index)
            while number < opening:
                number, moves = next(openings)
            yield Task(
                index=index,
                opening=opening,
                white=white,
                black=black,
                specs=(self.players[white], self.players[black]),
                variant=self.variant,
                rules=self.rules,
                moves=moves,
                adjudication=self.adjudication,
                seed=self.seed,
            )

    def config(self) -> dict[str, object]:
        """What a log begins with: all that the games follow from, and not how many they are."""
        adjudication = self.adjudication
        return {
            "format": "fanorona-match 1",
            "version": __version__,
            "players": [
                {"name": name, "player": player.text}
                for name, player in zip(self.names, self.players, strict=True)
            ],
            "variant": str(self.variant),
            "rules": str(self.rules),
            "seed": self.seed,
            "opening_turns": self.opening_turns,
            "schedule": self.schedule,
            "max_turns": adjudication.max_turns,
            "resign": adjudication.resign,
            "margin": adjudication.margin,
        }

    def fits(self, game: GameResult, index: int) -> bool:
        """Whether a game has this index and is seated accordingly."""
        seating = (game.opening, game.white, game.black)
        return game.index == index and seating == self.seating(index)


def _names(players: tuple[PlayerSpec, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for player in players:
        name = player.name or player.text
        same = sum(name == (other.name or other.text) for other in players[: len(names)])
        names.append(f"{name} ({same + 1})" if same else name)
    return tuple(names)


def play_match(
    match: Match,
    *,
    log: Path | str | None = None,
    executor: Executor | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[GameResult, Standings], None] | None = None,
) -> Standings:
    """Plays a match.

    Args:
        match: what to play.
        log: a file to write the games to as they are finished, and to continue if it exists.
        executor: where to play (PEP 3148), so that several games go on at once; results are the
            same and come in the same order. Without one, games are played here one by one.
        sprt: a test that ends the match of two players when it has decided.
        progress: called after each game, those of the log too.

    Returns:
        The standings.

    Raises:
        ValueError: if the log belongs to another match, there are not enough openings, or a test
            is given with more than two players.
        OSError: if the log cannot be written.
        KeyboardInterrupt: on Ctrl-C; games that an executor has begun are finished by it.

    Example:
        >>> from fanorona.arena import parse_player
        >>> players = parse_player("depth=1"), parse_player("depth=2")
        >>> standings = play_match(Match(players=players, games=4, variant=Variant("dimy")))
        >>> standings.games
        4
    """
    standings = Standings(match)
    for game in iter_match(match, log=log, executor=executor, sprt=sprt):
        standings.add(game)
        if progress is not None:
            progress(game, standings)
    return standings


def iter_match(
    match: Match,
    *,
    log: Path | str | None = None,
    executor: Executor | None = None,
    sprt: Sprt | None = None,
) -> Generator[GameResult]:
    """The games of a match in index order, as ``play_match`` plays them.

    Those of the log come first. Closing the iterator ends the match; where threads are still at
    games of it, their players are closed after these.

    Example:
        >>> from fanorona.arena import parse_player
        >>> players = parse_player("depth=1"), parse_player("depth=2")
        >>> games = iter_match(Match(players=players, games=4, variant=Variant("dimy")))
        >>> [(game.index, game.opening) for game in games]
        [(0, 0), (1, 0), (2, 1), (3, 1)]
    """
    check_sprt(match, sprt)
    check_executor(executor)
    match.check_openings()
    standings = Standings(match)
    with ExitStack() as stack:
        play = stack.enter_context(closing(_Games()))
        written = None if log is None else stack.enter_context(MatchLog(Path(log), match))
        old = [] if written is None else written.games[: match.total]
        for game in old:
            standings.add(game)
            yield game
            if _decided(sprt, standings):
                return
        if len(old) >= match.total:
            return
        games = in_order(play, match.tasks(len(old)), executor)
        for game in stack.enter_context(closing(games)):
            if written is not None:
                written.write(game)
            standings.add(game)
            yield game
            if _decided(sprt, standings):
                return


@dataclass(slots=True)
class _Games:
    """Plays the games of a match; copies in other processes never learn that it has ended.

    Attributes:
        ended: whether nobody else will close the players of games that are still going on.
    """

    ended: bool = False

    def __call__(self, task: Task) -> GameResult:
        try:
            return play_game(task)
        finally:
            # Asked after the players were given back: whoever ends the match closes the others.
            if self.ended:
                POOL.close()

    def close(self) -> None:
        """Ends the match and closes the players that wait."""
        self.ended = True
        POOL.close()


def check_sprt(match: Match, sprt: Sprt | None) -> None:
    """Refuses a sequential test that a match cannot decide.

    Raises:
        ValueError: if a test is given with more than two players.
    """
    if sprt is not None and len(match.players) != 2:
        msg = "a sequential test needs exactly two players"
        raise ValueError(msg)


def _decided(sprt: Sprt | None, standings: Standings) -> bool:
    return sprt is not None and sprt.decision(standings.tallies[0].pairs) is not None
