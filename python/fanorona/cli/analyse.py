"""``fanorona analyse``: a position, or every turn of records."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from fanorona import record, report
from fanorona.annotation import Analyst
from fanorona.cli.machines import add_machines_arguments, executor_of
from fanorona.cli.options import (
    UsageError,
    add_game_arguments,
    add_tables_argument,
    board_of,
    positive,
    seconds,
    up_to,
)
from fanorona.cli.progress import Progress
from fanorona.cli.records import STANDARD, reading_games
from fanorona.engine import Engine, Limit
from fanorona.search import DEEPEST, LARGEST_HASH_MB, MOST_LINES, MOST_THREADS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from fanorona.engine import Info


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="records to analyse, or the log of a match; - is standard input "
        "(default: the position of --fen)",
    )
    add_game_arguments(parser)
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="for each position")
    parser.add_argument("--depth", type=up_to(DEEPEST), help="deepest iteration, in turns")
    parser.add_argument("--nodes", type=positive, help="positions visited for each position")
    parser.add_argument("--multipv", type=up_to(MOST_LINES), default=1, help="lines for a position")
    parser.add_argument(
        "--threads", type=up_to(MOST_THREADS), default=1, help="threads that search"
    )
    parser.add_argument(
        "--hash", type=up_to(LARGEST_HASH_MB), default=64, metavar="MIB", help="table size"
    )
    add_tables_argument(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default=STANDARD,
        help="file to write, in one piece at the end; OUT.part is gone on from if it is there "
        "(default: standard output)",
    )
    add_machines_arguments(parser, "records")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="JSON Lines")
    how.add_argument("--record", action="store_true", help="the record with the analysis in it")


def run(options: argparse.Namespace) -> int:
    """Analyses; returns the exit status."""
    limit = Limit(time=options.time, depth=options.depth, nodes=options.nodes)
    if limit == Limit():
        limit = Limit(time=1.0)
    if options.file is None:
        for name, given in (
            ("record", options.record),
            ("output", options.output != STANDARD),
            ("jobs", options.jobs > 1),
            ("scheduler", options.scheduler),
        ):
            if given:
                msg = f"--{name} needs a FILE"
                raise UsageError(msg)
        return _position(options, limit)
    return _records(options, limit)


def _position(options: argparse.Namespace, limit: Limit) -> int:
    board = board_of(options)
    engine = Engine(threads=options.threads, hash_mb=options.hash, tables=options.tables)
    with engine.analysis(board, limit, multipv=options.multipv) as analysis:
        for info in analysis:
            print(json.dumps(_as_json(info)) if options.json else _as_text(info), flush=True)
    outcome = board.outcome()
    if outcome is not None:
        print(f"the game is over: {outcome.result()} {outcome.termination.name}", file=sys.stderr)
    return 0


def _records(options: argparse.Namespace, limit: Limit) -> int:
    broken = 0

    def whole(
        games: Iterator[record.Game | record.RecordError],
    ) -> Iterator[tuple[int, record.Game]]:
        nonlocal broken
        for number, game in enumerate(games, 1):
            if isinstance(game, record.RecordError):
                print(f"error: {game}", file=sys.stderr)
                broken += 1
            else:
                yield number, game

    analyst = Analyst(
        limit=limit, hash_mb=options.hash, threads=options.threads, tables=options.tables
    )
    with reading_games(options.file) as (_, games):
        if options.output == STANDARD:
            _print(whole(games), analyst, options)
        else:
            _write(whole(games), analyst, options)
    return 1 if broken else 0


def _form(options: argparse.Namespace) -> report.Form:
    if options.json:
        return report.Form.JSON
    return report.Form.RECORD if options.record else report.Form.TEXT


def _print(
    records: Iterator[tuple[int, record.Game]], analyst: Analyst, options: argparse.Namespace
) -> None:
    with executor_of(options) as executor:
        for number, game, turns in report.analyses(records, analyst, executor):
            for piece in report.report(number, game, turns, _form(options)):
                print(piece, end="", flush=True)


def _write(
    records: Iterator[tuple[int, record.Game]], analyst: Analyst, options: argparse.Namespace
) -> None:
    progress = Progress("records analysed")
    try:
        with executor_of(options) as executor:
            report.write(
                options.output,
                records,
                analyst,
                form=_form(options),
                executor=executor,
                on_progress=progress.count,
            )
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on from {options.output}.part", file=sys.stderr)
        raise
    finally:
        progress.close()


def _as_json(info: Info) -> dict[str, object]:
    return {**report.info_fields(info), "time": round(info.time, 3)}


def _as_text(info: Info) -> str:
    moves = " ".join(map(str, info.pv))
    place = f"{info.multipv}. " if info.multipv > 1 else ""
    return f"{info.depth:>3}/{info.seldepth:<3} {info.nodes:>11} {info.score!s:>10}  {place}{moves}"
