"""``fanorona bench``: the engine's speed and signature on fixed positions."""

from __future__ import annotations

import json
import statistics
import sys
from typing import TYPE_CHECKING

from fanorona.benchmark import DEPTH, measure
from fanorona.cli.options import up_to
from fanorona.search import DEEPEST

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "--depth", type=up_to(DEEPEST), default=DEPTH, help=f"turns deep (default {DEPTH})"
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")


def run(options: argparse.Namespace) -> int:
    """Measures; returns the exit status."""
    found = []
    for one in measure(options.depth):
        found.append(one)
        if options.json:
            line = {"fen": one.fen, "depth": one.depth, "nodes": one.nodes}
            print(json.dumps(line), flush=True)
        print(f"{one.nodes:>10} nodes {one.time:8.3f} s  {one.fen}", file=sys.stderr)
    nodes, time = sum(one.nodes for one in found), sum(one.time for one in found)
    branching = statistics.median(one.branching for one in found)
    if options.json:
        print(json.dumps({"signature": nodes}))
    else:
        print(f"signature {nodes}")
    print(
        f"{time:.2f} s, {nodes / time / 1e6:.2f} million nodes a second, "
        f"branching factor {branching:.2f} (median)",
        file=sys.stderr,
    )
    return 0
