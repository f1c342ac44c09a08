"""``fanorona selfplay``: games of the engine against itself, as material to learn from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fanorona import Variant
from fanorona.cli.machines import add_machines_arguments, executor_of
from fanorona.cli.options import add_rules_argument, checked, number, positive
from fanorona.cli.progress import Progress
from fanorona.selfplay import write

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        default=Variant("tsivy"),
        help="board: telo, dimy, tsivy or a size such as 3x7 (default tsivy)",
    )
    add_rules_argument(parser)
    parser.add_argument("--games", type=positive, default=1000, help="how many (default 1000)")
    parser.add_argument(
        "--nodes",
        type=positive,
        default=600,
        help="positions that the engine visits for a turn (default 600)",
    )
    parser.add_argument("--seed", type=number, default=0, help="a whole number (default 0)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="file of samples; FILE.part is gone on from if it is there",
    )
    add_machines_arguments(parser, "chunks of games")


def run(options: argparse.Namespace) -> int:
    """Plays; returns the exit status."""
    progress = Progress("playing")
    try:
        with executor_of(options) as executor:
            write(
                options.output,
                options.variant,
                options.rules,
                games=options.games,
                nodes=options.nodes,
                seed=options.seed,
                executor=executor,
                on_progress=progress,
            )
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on from {options.output}.part", file=sys.stderr)
        raise
    finally:
        progress.close()
    return 0
