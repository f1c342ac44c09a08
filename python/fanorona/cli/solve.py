"""``fanorona solve``: values of positions with proofs, checks of proofs, a page of results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fanorona import THEORY, Variant
from fanorona.cli.machines import add_machines_arguments
from fanorona.cli.options import board_of, checked, positive, seconds
from fanorona.cli.results import TSIVY_NODES, write_results
from fanorona.cli.search_report import SearchReport
from fanorona.solve import INTERVAL, Certificate, CertificateError, solve
from fanorona.tablebase import SHIPPED, MissingTableError, Tablebase, open_tablebase

if TYPE_CHECKING:
    import argparse

    from fanorona.solve import Solution


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    commands = parser.add_subparsers(dest="solve_command", metavar="WHAT")
    _add_verify(commands.add_parser("verify", help="check a certificate"))
    _add_results(commands.add_parser("results", help="solve boards and their first turns"))
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        help="board: telo, dimy, tsivy or a size such as 3x7 (default tsivy, or that of --fen)",
    )
    parser.add_argument("--fen", help="position string to solve instead of the start")
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="write the proof here")
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help="keep the search here, and go on from it if it is there",
    )
    parser.add_argument(
        "--interval",
        type=seconds,
        default=INTERVAL,
        help=f"seconds between two checkpoints (default {INTERVAL:.0f})",
    )
    _add_effort(parser)
    _add_nodes(parser, "any")
    parser.add_argument("--json", action="store_true", help="JSON on standard output")
    parser.set_defaults(run_solve=_solve, rules=THEORY)


def _add_effort(parser: argparse.ArgumentParser) -> None:
    _add_tables(parser)
    parser.add_argument(
        "--memory-mb",
        type=positive,
        default=1024,
        help="megabytes in which positions are remembered (default 1024)",
    )


def _add_nodes(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--nodes",
        type=positive,
        help=f"positions to search at most for an answer (default: {default})",
    )


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tables",
        type=Path,
        help="folder of endgame tables (default: those of the package)",
    )


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the certificate")
    _add_tables(parser)
    parser.add_argument("--json", action="store_true", help="JSON on standard output")
    parser.set_defaults(run_solve=_verify)


def _add_results(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        action="append",
        help="board, may be given several times (default: all)",
    )
    parser.add_argument("--output", type=Path, required=True, help="the page (Markdown)")
    _add_effort(parser)
    _add_nodes(parser, f"any; on tsivy {TSIVY_NODES:,}")
    add_machines_arguments(parser, "first turns")
    parser.set_defaults(run_solve=_results)


def run(options: argparse.Namespace) -> int:
    """Does what was asked for; returns the exit status."""
    status: int = options.run_solve(options)
    return status


def _tables(options: argparse.Namespace) -> Tablebase:
    return open_tablebase(SHIPPED if options.tables is None else options.tables)


def _solve(options: argparse.Namespace) -> int:
    board = board_of(options)
    with _tables(options) as tables:
        solution = solve(
            board,
            tables=tables,
            memory_mb=options.memory_mb,
            nodes=options.nodes,
            checkpoint=options.checkpoint,
            interval=options.interval,
            progress=SearchReport(str(board.variant)),
            certificate=options.certificate,
        )
    result = solution.result or "unknown"
    if options.json:
        print(json.dumps(_as_json(solution)))
    else:
        print(f"board: {board.variant}")
        print(f"nodes: {solution.nodes}")
        print(f"time: {solution.seconds:.1f} s")
        if solution.certificate is not None:
            print(f"proof: {solution.certificate.entries} positions")
        print(f"result: {result}")
    return 0 if solution.result is not None else 1


def _as_json(solution: Solution) -> dict[str, object]:
    proof = solution.certificate
    return {
        "fen": solution.position.fen(),
        "result": solution.result,
        "white_wins": solution.white_wins,
        "black_wins": solution.black_wins,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "entries": None if proof is None else proof.entries,
        "largest_table": None if proof is None else proof.largest_table,
    }


def _verify(options: argparse.Namespace) -> int:
    tables = None if options.tables is None else open_tablebase(options.tables)
    try:
        certificate = Certificate(options.file)
        certificate.check(tables=tables)
    except (CertificateError, MissingTableError) as error:
        if options.json:
            print(json.dumps({"valid": False, "reason": str(error)}))
        print(f"refused: {error}", file=sys.stderr)
        if isinstance(error, MissingTableError):
            print("hint: give the tables with --tables", file=sys.stderr)
        return 1
    position, result = certificate.position, certificate.result
    if options.json:
        values = {"valid": True, "fen": position.fen(), "result": result}
        print(json.dumps({**values, "entries": certificate.entries}))
        return 0
    print(f"position: {position.fen()}")
    print(f"proof: {certificate.entries} positions, tables of {certificate.largest_table} stones")
    print(f"result: {result}")
    return 0


def _results(options: argparse.Namespace) -> int:
    with _tables(options) as tables:
        return write_results(options, tables)
