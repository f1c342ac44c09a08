"""The page of results: the values of boards and of their first turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fanorona import VARIANTS, Position, Variant
from fanorona.cli.machines import executor_of
from fanorona.cli.search_report import SearchReport
from fanorona.files import write_whole
from fanorona.solve import Solver, first_turns

if TYPE_CHECKING:
    import argparse
    from concurrent.futures import Executor

    from fanorona.solve import Solution
    from fanorona.tablebase import Tablebase

HEADING: Final = """# Results

Values under the rules `theory`, found by `fanorona solve results`. Nodes are the positions that
were searched for both questions, times those of one thread.
"""


def write_results(options: argparse.Namespace, tables: Tablebase) -> int:
    """Solves boards and their first turns, and writes the page after each.

    Args:
        options: those of ``fanorona solve results``.
        tables: endgame tables at which searches end.

    Returns:
        The exit status: 1 if a board was not solved.
    """
    boards = list(VARIANTS) if options.variant is None else options.variant
    summary = ["| board | value | nodes | time | proof, positions | tables, stones |"]
    summary.append("| --- | --- | ---: | ---: | ---: | ---: |")
    sections: list[str] = []
    solved = True
    with executor_of(options) as executor:
        for variant in boards:
            start = Position(variant, "theory")
            solver = Solver(variant, tables=tables, memory_mb=options.memory_mb)
            report = SearchReport(str(variant))
            solution = solver.solve(start, nodes=options.nodes, progress=report)
            solved = solved and solution.result is not None
            summary.append(_summary(solution, report.numbers))
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
    report = SearchReport(f"first turns of {variant}")
    turns = first_turns(
        start,
        tables=tables,
        memory_mb=options.memory_mb,
        nodes=options.nodes,
        progress=report,
        solver=solver,
        executor=executor,
    )
    for turn in turns:
        found = turn.solution
        value = _of_white(found) or f"not solved: {report.numbers}"
        lines.append(f"| `{turn.move}` | {value} | {found.nodes:,} | {found.seconds:.1f} s |")
    return "\n".join([*lines, ""])


def _of_white(solution: Solution) -> str | None:
    """What White, who has made the first turn, can get."""
    if solution.result is not None:
        return {"white wins": "won", "draw": "drawn", "black wins": "lost"}[solution.result]
    return "not won" if solution.white_wins is False else None
