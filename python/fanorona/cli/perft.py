"""``fanorona perft``: the number of turn sequences of a given length."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Final

from fanorona.cli.options import add_game_arguments, board_of, up_to
from fanorona.search import MOST_THREADS

if TYPE_CHECKING:
    import argparse

MOST_TURNS: Final = 255
"""The deepest count that ``Position.perft`` takes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument("depth", type=up_to(MOST_TURNS), help="turns of both players")
    add_game_arguments(parser)
    parser.add_argument("--threads", type=up_to(MOST_THREADS), default=1, help="threads that count")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--divide", action="store_true", help="count below each first turn")
    how.add_argument("--upto", action="store_true", help="count every depth up to this one")
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")


def run(options: argparse.Namespace) -> int:
    """Counts; returns the exit status."""
    position = board_of(options).position
    if options.divide:
        for text, count in position.divide(options.depth, threads=options.threads).items():
            print(json.dumps({"move": text, "count": count}) if options.json else f"{text} {count}")
        return 0
    for depth in range(1 if options.upto else options.depth, options.depth + 1):
        start = time.perf_counter()
        count = position.perft(depth, threads=options.threads)
        elapsed = time.perf_counter() - start
        if options.json:
            print(json.dumps({"depth": depth, "count": count}), flush=True)
        else:
            print(f"perft({depth}) = {count}", flush=True)
        rate = count / elapsed if elapsed else 0
        print(f"{elapsed:.3f} s, {rate / 1e6:.1f} million turns a second", file=sys.stderr)
    return 0
