"""``fanorona match``: engines against each other."""

from __future__ import annotations

import sys
import time
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Final

from fanorona import Variant
from fanorona.arena import (
    Adjudication,
    Match,
    PlayerSpec,
    Sprt,
    Standings,
    iter_match,
    parse_player,
)
from fanorona.arena.match import check_sprt
from fanorona.cli.machines import add_machines_arguments, executor_of
from fanorona.cli.options import add_rules_argument, checked, number, positive, seconds, usage
from fanorona.cli.standings import print_json, print_text
from fanorona.errors import EngineError

if TYPE_CHECKING:
    import argparse

    from fanorona.arena import GameResult

EVERY: Final = 1.0
"""Seconds between two lines about the progress."""

EPILOG: Final = """\
A PLAYER is the built-in engine with limits for each turn, such as nodes=5000, time=0.1, level=3
or nodes=5000,hash=64,name=base (also threads=, tables=FOLDER, and contempt=, what a draw costs it
in hundredths of a stone); another engine, such as time=0.1,ugi:COMMAND; or a Python function that
chooses a turn or a class of bots, py:MODULE:NAME. With --sprt the exit status is 0 only if the
first player has passed the test.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.epilog = EPILOG
    parser.add_argument(
        "players", nargs="+", type=checked(_player), metavar="PLAYER", help="see below"
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=100,
        help="games of each two players, an even number (default 100)",
    )
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        default=Variant("tsivy"),
        help="board: telo, dimy, tsivy or a size such as 3x7 (default tsivy)",
    )
    add_rules_argument(parser)
    parser.add_argument(
        "--gauntlet",
        action="store_true",
        help="the first player meets all others (default: everyone meets everyone)",
    )
    parser.add_argument("--seed", type=number, default=0, help="seed of the openings (default 0)")
    parser.add_argument(
        "--opening-turns",
        type=number,
        default=4,
        metavar="N",
        help="random turns at the beginning, both sides' counted (default 4, enough for 5,600 "
        "games on tsivy)",
    )
    parser.add_argument(
        "--log", metavar="FILE", help="JSON Lines to write games to, and to continue if it exists"
    )
    add_machines_arguments(parser, "games")
    parser.add_argument(
        "--sprt",
        type=checked(_sprt),
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop when it is decided whether the first player is stronger by ELO0 or by ELO1",
    )
    parser.add_argument(
        "--max-turns", type=positive, metavar="N", help="a game of so many turns is a draw"
    )
    parser.add_argument(
        "--resign",
        type=positive,
        metavar="SCORE",
        help="hundredths of a stone; a player who says in three turns to be so far behind loses",
    )
    parser.add_argument(
        "--margin",
        type=seconds,
        metavar="SECONDS",
        help="a player who overruns its time for a turn by more loses",
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")


def _player(text: str) -> PlayerSpec:
    # As with `python -m`, modules of the working directory can be imported.
    if "py:" in text and "" not in sys.path:
        sys.path.insert(0, "")
    return parse_player(text)


def _sprt(text: str) -> Sprt:
    numbers = text.split(",")
    if len(numbers) not in {2, 4}:
        msg = f"{text!r}: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA"
        raise ValueError(msg)
    return Sprt(*map(float, numbers))


def run(options: argparse.Namespace) -> int:
    """Plays and prints; returns the exit status, 130 if interrupted."""
    with usage():
        match = _match(options)
        check_sprt(match, options.sprt)
        match.check_openings()
    try:
        for player in dict.fromkeys(match.players):
            # One that cannot even be started is better named now than at the end of the match.
            player.open().close()
    except EngineError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    standings = Standings(match)
    status = _play(match, standings, options)
    if options.json:
        print_json(standings, options.sprt)
    else:
        print_text(standings, options.sprt)
    if options.sprt is not None and status == 0:
        return 0 if options.sprt.decision(standings.tallies[0].pairs) == "H1" else 1
    return status


def _play(match: Match, standings: Standings, options: argparse.Namespace) -> int:
    """Fills the standings as far as it gets; returns the exit status."""
    teller = _Teller(match)
    try:
        with ExitStack() as stack:
            executor = stack.enter_context(executor_of(options))
            games = iter_match(match, log=options.log, executor=executor, sprt=options.sprt)
            for game in stack.enter_context(closing(games)):
                standings.add(game)
                teller.tell(game, standings)
    except KeyboardInterrupt:
        print(f"interrupted after {standings.games} games", file=sys.stderr)
        return 130
    except BrokenExecutor as error:
        print(f"error: a process that played games has died: {error}", file=sys.stderr)
        return 1
    except (ValueError, OSError, RuntimeError) as error:
        if standings.games == 0:
            raise
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _match(options: argparse.Namespace) -> Match:
    return Match(
        players=tuple(options.players),
        games=options.games,
        variant=options.variant,
        rules=options.rules,
        seed=options.seed,
        opening_turns=options.opening_turns,
        schedule="gauntlet" if options.gauntlet else "round-robin",
        adjudication=Adjudication(
            max_turns=options.max_turns, resign=options.resign, margin=options.margin
        ),
    )


class _Teller:
    """Tells on standard error how the match goes on.

    Args:
        match: the match.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._next = time.monotonic() + EVERY

    def tell(self, game: GameResult, standings: Standings) -> None:
        """Tells of a player's fault at once, of the rest now and then."""
        match = self._match
        if game.loser_at_fault is not None:
            name, end = match.names[game.loser_at_fault], game.end.replace("_", " ")
            print(f"game {game.index}: {name} loses by {end}: {game.reason}", file=sys.stderr)
        now = time.monotonic()
        if now < self._next and standings.games < match.total:
            return
        self._next = now + EVERY
        line = f"{standings.games} of {match.total} games"
        if len(match.players) == 2:
            tally = standings.tallies[0]
            line += f": +{tally.wins} ={tally.draws} -{tally.losses}"
        print(line, file=sys.stderr)
