"""``fanorona analyse``: a position, or every turn of a record."""

from __future__ import annotations

import json
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from fanorona import record
from fanorona.annotation import Analyst, describe, write_into_record
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
from fanorona.engine import Engine, Limit
from fanorona.search import DEEPEST, LARGEST_HASH_MB, MOST_LINES, MOST_THREADS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from fanorona.annotation import TurnAnalysis
    from fanorona.engine import Info


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="record to annotate; - is standard input (default: the position of --fen)",
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
    add_machines_arguments(parser, "records")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="JSON Lines on standard output")
    how.add_argument("--record", action="store_true", help="the record with the analysis in it")


def run(options: argparse.Namespace) -> int:
    """Analyses; returns the exit status."""
    limit = Limit(time=options.time, depth=options.depth, nodes=options.nodes)
    if limit == Limit():
        limit = Limit(time=1.0)
    if options.file is None:
        for name, given in (
            ("record", options.record),
            ("jobs", options.jobs > 1),
            ("scheduler", options.scheduler),
        ):
            if given:
                msg = f"--{name} needs a FILE"
                raise UsageError(msg)
        return _position(options, limit)
    if options.file == "-":
        return _records(sys.stdin, options, limit)
    with Path(options.file).open(encoding="utf-8", errors="surrogateescape") as stream:
        return _records(stream, options, limit)


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


def _records(stream: record.TextStream, options: argparse.Namespace, limit: Limit) -> int:
    broken = 0
    numbers: deque[int] = deque()
    games: deque[record.Game] = deque()

    def whole() -> Iterator[record.Game]:
        nonlocal broken
        for number, game in enumerate(record.games(stream), 1):
            if isinstance(game, record.RecordError):
                print(f"error: {game}", file=sys.stderr)
                broken += 1
                continue
            numbers.append(number)
            games.append(game)
            yield game

    analyst = Analyst(
        limit=limit, hash_mb=options.hash, threads=options.threads, tables=options.tables
    )
    with executor_of(options) as executor:
        # Alone, each turn is shown as soon as it is known.
        found: Iterable[Iterable[TurnAnalysis]] = (
            map(analyst.turns, whole())
            if executor is None
            else analyst.annotate(whole(), executor=executor)
        )
        for turns in found:
            _print_record(numbers.popleft(), games.popleft(), turns, options)
    return 1 if broken else 0


def _print_record(
    number: int, game: record.Game, turns: Iterable[TurnAnalysis], options: argparse.Namespace
) -> None:
    if options.record:
        # Only when all are known, since the variations must not be walked into.
        for turn in list(turns):
            write_into_record(turn)
        print(game.to_text(), flush=True)
        return
    board = game.start.copy()
    for turn in turns:
        if options.json:
            print(json.dumps(_turn_as_json(number, turn)), flush=True)
        else:
            print(describe(turn, board), flush=True)
        board.push(turn.move)


def _as_json(info: Info) -> dict[str, object]:
    score = info.score
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "time": round(info.time, 3),
        "multipv": info.multipv,
        "score": score.estimate,
        "win_in": score.win_in,
        "loss_in": score.loss_in,
        "pv": [str(move) for move in info.pv],
    }


def _turn_as_json(game: int, turn: TurnAnalysis) -> dict[str, object]:
    judgement = turn.judgement
    return {
        "game": game,
        "ply": turn.ply,
        "move": str(turn.move),
        "score": turn.score.estimate,
        "win_in": turn.score.win_in,
        "loss_in": turn.score.loss_in,
        "loss": turn.loss,
        "judgement": None if judgement is None else judgement.name.lower(),
        "best": _as_json(turn.best),
    }


def _as_text(info: Info) -> str:
    moves = " ".join(map(str, info.pv))
    place = f"{info.multipv}. " if info.multipv > 1 else ""
    return f"{info.depth:>3}/{info.seldepth:<3} {info.nodes:>11} {info.score!s:>10}  {place}{moves}"
