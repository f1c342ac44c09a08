"""``fanorona tables``: building, asking, checking and counting endgame tables."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import Variant
from fanorona.cli.machines import add_machines_arguments, executor_of
from fanorona.cli.options import (
    add_game_arguments,
    board_of,
    checked,
    positive,
    up_to,
    usage,
)
from fanorona.cli.progress import Progress
from fanorona.search import MOST_THREADS
from fanorona.tablebase import SHIPPED, Tablebase, build, open_tablebase, verify
from fanorona.variants import size_name

if TYPE_CHECKING:
    import argparse

    from fanorona.tablebase import TableStatistics

VALUES: Final = {1: "won", 0: "drawn", -1: "lost"}
"""What a value is called, from the view of the side to move."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    commands = parser.add_subparsers(dest="tables_command", metavar="WHAT", required=True)
    _add_build(commands.add_parser("build", help="build tables that a folder does not have yet"))
    _add_probe(commands.add_parser("probe", help="the value of a position"))
    _add_verify(commands.add_parser("verify", help="check tables"))
    _add_stats(commands.add_parser("stats", help="count won, drawn and lost positions"))


def _add_build(parser: argparse.ArgumentParser) -> None:
    _add_variant(parser, required=True)
    parser.add_argument(
        "--stones", type=positive, required=True, help="the most stones of both players"
    )
    parser.add_argument(
        "--fewer",
        type=positive,
        metavar="N",
        help="of the largest tables only the pair where one side has N stones, the other as many "
        "or more",
    )
    parser.add_argument("--dir", type=Path, required=True, help="the folder; boards may share it")
    parser.add_argument("--dtc", action="store_true", help="distances to conversion as well")
    parser.add_argument(
        "--memory-mb",
        type=positive,
        default=4096,
        help="megabytes of memory that may be used (default 4096)",
    )
    parser.add_argument(
        "--compression",
        type=up_to(22),
        default=9,
        help="how hard files are compressed, 1 to 22 (default 9)",
    )
    _add_threads(parser)
    add_machines_arguments(parser, "pairs of tables")
    parser.set_defaults(run_tables=_build)


def _add_probe(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    _add_dir(parser)
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")
    parser.set_defaults(run_tables=_probe)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    _add_dir(parser)
    _add_variant(parser)
    parser.add_argument(
        "--sample",
        type=positive,
        default=1,
        metavar="N",
        help="compare only every N-th position of a table (default 1, all)",
    )
    _add_threads(parser)
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")
    parser.set_defaults(run_tables=_verify)


def _add_stats(parser: argparse.ArgumentParser) -> None:
    _add_dir(parser)
    _add_variant(parser)
    _add_threads(parser)
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")
    parser.set_defaults(run_tables=_stats)


def _add_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dir", type=Path, default=SHIPPED, help="the folder (default: that of the package)"
    )


def _add_variant(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        required=required,
        help="board: telo, dimy, tsivy or a size such as 3x7"
        + ("" if required else " (default: all in the folder)"),
    )


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads",
        type=up_to(MOST_THREADS),
        help="threads that work (default: as many as there are processors)",
    )


def run(options: argparse.Namespace) -> int:
    """Does what was asked for; returns the exit status."""
    status: int = options.run_tables(options)
    return status


def _build(options: argparse.Namespace) -> int:
    variant = options.variant
    with usage():
        if not 2 <= options.stones <= variant.points:
            msg = f"--stones {options.stones}: expected 2 to {variant.points} on {variant}"
            raise ValueError(msg)
        if options.fewer is not None and options.fewer > options.stones // 2:
            msg = f"--fewer {options.fewer}: expected 1 to {options.stones // 2}"
            raise ValueError(msg)
    progress = Progress(f"{variant}, {options.stones} stones")

    def note(name: str, size: int) -> None:
        progress.note(f"{name} {size} bytes" if size else f"{name} was there")

    try:
        with executor_of(options) as executor:
            build(
                options.dir,
                variant=variant,
                stones=options.stones,
                fewer=options.fewer,
                distances=options.dtc,
                threads=options.threads,
                memory_mb=options.memory_mb,
                compression=options.compression,
                on_progress=progress,
                on_table=note,
                executor=executor,
            )
    except KeyboardInterrupt:
        progress.note(f"interrupted: {options.dir} keeps what is finished; build again to go on")
        raise
    finally:
        progress.close()
    return 0


def _probe(options: argparse.Namespace) -> int:
    board = board_of(options)
    with open_tablebase(options.dir) as tables:
        value = tables.probe_wdl(board)
        distance = tables.get_dtc(board)
        line = tables.best_line(board) if distance is not None else []
    if options.json:
        texts = [str(move) for move in line]
        print(json.dumps({"fen": board.fen(), "wdl": value, "dtc": distance, "line": texts}))
        return 0
    print(VALUES[value])
    if distance is not None:
        print(f"distance to conversion {abs(distance)}")
    if line:
        print(*line)
    return 0


def _names(options: argparse.Namespace, names: list[str]) -> list[str]:
    variant = options.variant
    prefix = f"{size_name(variant)}-" if variant else ""
    return [name for name in names if name.startswith(prefix)]


def _verify(options: argparse.Namespace) -> int:
    with open_tablebase(options.dir) as tables:
        names = _names(options, sorted({*tables.names, *tables.absent}))
    if not names:
        print(f"error: no tables in {options.dir}", file=sys.stderr)
        return 1
    progress = Progress("checking")
    found = verify(
        options.dir, names, every=options.sample, threads=options.threads, on_progress=progress
    )
    good = 0
    for table in found:
        progress.close()
        good += table.is_good
        if options.json:
            print(json.dumps(asdict(table)), flush=True)
        elif table.problem is not None:
            print(f"{table.name} BAD {table.problem}", flush=True)
        else:
            verdict = f"BAD {table.wrong} wrong of" if table.wrong else "good,"
            print(f"{table.name} {verdict} {table.positions} positions", flush=True)
    print(f"{good} of {len(names)} tables are good", file=sys.stderr)
    return 0 if good == len(names) else 1


def _stats(options: argparse.Namespace) -> int:
    with open_tablebase(options.dir) as tables:
        names = [name for name in _names(options, tables.names) if name.endswith(".wdl")]
        if not names:
            print(f"error: no tables of values in {options.dir}", file=sys.stderr)
            return 1
        if not options.json:
            print(f"{'table':16}{'won':>14}{'drawn':>14}{'lost':>14}{'captures':>14}{'longest':>9}")
        progress = Progress("counting")
        for name in names:
            found = tables.statistics(name, threads=options.threads, on_progress=progress)
            progress.close()
            _print_statistics(tables, name, found, as_json=options.json)
    return 0


def _print_statistics(
    tables: Tablebase, name: str, found: TableStatistics, *, as_json: bool
) -> None:
    example = found.example
    line = [str(move) for move in tables.best_line(example)] if example is not None else []
    if as_json:
        fen = example.fen() if example is not None else None
        values = {
            "won": found.won,
            "drawn": found.drawn,
            "lost": found.lost,
            "with_capture": found.with_capture,
            "longest": found.farthest,
        }
        print(json.dumps({"table": name, **values, "example": fen, "line": line}), flush=True)
        return
    counts = (found.won, found.drawn, found.lost, found.with_capture)
    longest = "-" if found.farthest is None else str(found.farthest)
    print(f"{name:16}" + "".join(f"{count:>14}" for count in counts) + f"{longest:>9}", flush=True)
    if example is not None and len(line) > 1:
        print(f"  {example.fen()}  {' '.join(line)}", flush=True)
