"""``fanorona stats``: branching, length and complexity of many games."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from fanorona import TSIVY
from fanorona.cli.options import add_game_arguments, board_of, number, positive
from fanorona.engine import Limit
from fanorona.statistics import (
    PUBLISHED,
    Statistics,
    engine_game,
    random_games,
    state_space_log10,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from fanorona import Board

CHUNK: Final = 1000
"""Random games between two looks at the keyboard; they take some hundredths of a second."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    add_game_arguments(parser)
    parser.add_argument("--games", type=positive, default=100, help="how many (default 100)")
    parser.add_argument(
        "--random",
        action="store_true",
        help="random players, every legal turn as likely as any other",
    )
    parser.add_argument("--seed", type=number, default=0, help="a whole number (default 0)")
    parser.add_argument(
        "--nodes",
        type=positive,
        default=5000,
        help="positions that the engine visits for a turn (default 5000)",
    )
    parser.add_argument(
        "--random-turns",
        type=number,
        default=4,
        help="random turns at the beginning of an engine game (default 4)",
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")


def run(options: argparse.Namespace) -> int:
    """Plays and prints; returns the exit status, 130 if interrupted."""
    board = board_of(options)
    total = Statistics()
    status = 0
    try:
        for part in _parts(board, options):
            total += part
            if not options.random and total.games % 10 == 0:
                print(f"{total.games} of {options.games} games", file=sys.stderr)
    except KeyboardInterrupt:
        status = 130
        print(f"interrupted after {total.games} games", file=sys.stderr)
    if options.json:
        print(json.dumps(_as_json(total, board)))
    else:
        _print(total, board)
    return status


def _parts(board: Board, options: argparse.Namespace) -> Iterator[Statistics]:
    if options.random:
        for first in range(0, options.games, CHUNK):
            count = min(CHUNK, options.games - first)
            yield random_games(board, count, first=first, seed=options.seed)
        return
    limit = Limit(nodes=options.nodes)
    for game in range(options.games):
        yield engine_game(
            board, limit, number=game, seed=options.seed, random_turns=options.random_turns
        )


def _as_json(total: Statistics, board: Board) -> dict[str, object]:
    return {
        "variant": board.variant.name,
        "rules": str(board.rules),
        "games": total.games,
        "branching": total.branching,
        "length": total.length,
        "state_space_log10": state_space_log10(board.variant),
        "game_tree_log10": total.game_tree_log10,
        "most_turns": total.most_legal,
        "longest": total.longest,
        "chains": dict(sorted(total.chains.items())),
        "results": dict(total.results),
        "terminations": {end.name: count for end, count in total.terminations.items()},
    }


def _print(total: Statistics, board: Board) -> None:
    # The published figures are those of Tsivy.
    published = PUBLISHED if board.variant == TSIVY else {}
    measured = {
        "branching": ("average branching (turns a position)", total.branching, "{:.2f}"),
        "length": ("average length (turns a game)", total.length, "{:.2f}"),
        "state_space_log10": (
            "state space, at most",
            state_space_log10(board.variant),
            "10^{:.1f}",
        ),
        "game_tree_log10": ("game tree, about", total.game_tree_log10, "10^{:.1f}"),
    }
    print(f"{total.games} games, {board.variant}, {board.rules}")
    print(f"{'':38}{'here':>10}" + (f"{'published':>12}" if published else ""))
    for name, (label, value, form) in measured.items():
        line = f"{label:38}{form.format(value):>10}"
        if published:
            line += f"{form.format(published[name]):>12}"
        print(line)
    print(f"{'largest number of turns met':38}{total.most_legal:>10}")
    print(f"{'longest game (turns)':38}{total.longest:>10}")
    print()
    print("capturing steps of a turn, share of turns")
    for steps, count in sorted(total.chains.items()):
        label = "paika" if steps == 0 else str(steps)
        print(f"{label:>8} {count:>12} {count / total.turns:>8.2%}")
    print()
    for result, count in sorted(total.results.items()):
        print(f"{result:>8} {count:>12} {count / total.games:>8.2%}")
    for end, count in total.terminations.most_common():
        print(f"{end.name.lower():>12} {count:>8} {count / total.games:>8.2%}")
