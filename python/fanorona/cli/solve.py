"""``fanorona solve``: values of positions with proofs, checks of proofs, a page of results."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import THEORY, VARIANTS, Position, Variant
from fanorona.cli.machines import add_machines_arguments, executor_of
from fanorona.cli.options import board_of, checked, positive, seconds
from fanorona.cli.progress import duration
from fanorona.files import write_whole
from fanorona.solve import INTERVAL, Certificate, CertificateError, Solver, first_turns, solve
from fanorona.tablebase import SHIPPED, MissingTableError, Tablebase, open_tablebase

if TYPE_CHECKING:
    import argparse
    from concurrent.futures import Executor

    from fanorona.solve import Progress, Solution

BETWEEN: Final = 10.0
"""Seconds between two lines that tell how far a search is, where standard error is no terminal."""


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
    parser.add_argument(
        "--nodes", type=positive, help="positions to search at most for an answer (default: any)"
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
    add_machines_arguments(parser, "first turns")
    parser.set_defaults(run_solve=_results)


def run(options: argparse.Namespace) -> int:
    """Does what was asked for; returns the exit status."""
    status: int = options.run_solve(options)
    return status


class _Teller:
    """Tells on standard error how far a search is."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._start = time.monotonic()
        self._told = self._start
        self._between = 1.0 if sys.stderr.isatty() else BETWEEN
        self._warning: str | None = None
        self._last: Progress | None = None

    @property
    def numbers(self) -> str:
        """The question and the numbers of the last report."""
        if self._last is None:
            return "nothing is known"
        side = self._last.attacker.name.capitalize()
        return f"does {side} win? proof {self._last.proof}, disproof {self._last.disproof}"

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        self._last = progress
        if progress.warning is not None and progress.warning != self._warning:
            print(f"warning: checkpoint not written: {progress.warning}", file=sys.stderr)
        self._warning = progress.warning
        if now < self._told + self._between:
            return
        self._told = now
        print(
            f"{self._label}: {self.numbers}, {progress.nodes} nodes, "
            f"memory {progress.fill:.0%}, {duration(now - self._start)}",
            file=sys.stderr,
            flush=True,
        )


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
            progress=_Teller(str(board.variant)),
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


HEADING: Final = """# Results

Values under the rules `theory`, found by `fanorona solve results`. Nodes are the positions that
were searched for both questions, times those of one thread.
"""


def _results(options: argparse.Namespace) -> int:
    boards = list(VARIANTS) if options.variant is None else options.variant
    summary = ["| board | value | nodes | time | proof, positions | tables, stones |"]
    summary.append("| --- | --- | ---: | ---: | ---: | ---: |")
    sections: list[str] = []
    solved = True
    with _tables(options) as tables, executor_of(options) as executor:
        for variant in boards:
            start = Position(variant, "theory")
            solver = Solver(variant, tables=tables, memory_mb=options.memory_mb)
            teller = _Teller(str(variant))
            solution = solver.solve(start, nodes=options.nodes, progress=teller)
            solved = solved and solution.result is not None
            summary.append(_summary(solution, teller.numbers))
            # Written after every board, so that what is found is kept.
            write_whole(options.output, "\n".join([HEADING, *summary, "", *sections]))
            sections.append(_first_turns(solver, start, tables, options, executor))
            write_whole(options.output, "\n".join([HEADING, *summary, "", *sections]))
    return 0 if solved else 1


def _size(variant: Variant) -> str:
    name = f" ({variant})" if variant.name.isalpha() else ""
    return f"{variant.rows}×{variant.cols}{name}"


def _summary(solution: Solution, numbers: str) -> str:
    proof = solution.certificate
    cells = [
        _size(solution.position.variant),
        solution.result or f"not solved: {numbers}",
        f"{solution.nodes:,}",
        f"{solution.seconds:.1f} s",
        "–" if proof is None else f"{proof.entries:,}",
        "–" if proof is None else str(proof.largest_table),
    ]
    return f"| {' | '.join(cells)} |"


def _first_turns(
    solver: Solver,
    start: Position,
    tables: Tablebase,
    options: argparse.Namespace,
    executor: Executor | None,
) -> str:
    variant = start.variant
    lines = [f"## First turns of {_size(variant)}", ""]
    lines += ["| turn | White's result | nodes | time |", "| --- | --- | ---: | ---: |"]
    teller = _Teller(f"first turns of {variant}")
    turns = first_turns(
        start,
        tables=tables,
        memory_mb=options.memory_mb,
        nodes=options.nodes,
        progress=teller,
        solver=solver,
        executor=executor,
    )
    for turn in turns:
        found = turn.solution
        value = _of_white(found) or f"not solved: {teller.numbers}"
        lines.append(f"| `{turn.move}` | {value} | {found.nodes:,} | {found.seconds:.1f} s |")
    return "\n".join([*lines, ""])


def _of_white(solution: Solution) -> str | None:
    """What White, who has made the first turn, can get."""
    if solution.result is not None:
        return {"white wins": "won", "draw": "drawn", "black wins": "lost"}[solution.result]
    return "not won" if solution.white_wins is False else None
