"""The page of results: the values of boards and of their first turns, and what tables count."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fanorona import TSIVY, VARIANTS, WHITE, Position, Variant
from fanorona.cli.machines import executor_of
from fanorona.cli.progress import Progress
from fanorona.cli.search_report import SearchReport
from fanorona.files import write_whole_text
from fanorona.journal import journal_of
from fanorona.solve import Solver, first_turns
from fanorona.variants import size_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from pathlib import Path

    from fanorona.journal import Journal
    from fanorona.solve import Solution
    from fanorona.tablebase import Tablebase

Row: TypeAlias = dict[str, str | int | float | None]

HEADING: Final = """# Results

Values under the rules `theory`, found by `fanorona solve results`. Nodes are the positions that
were searched for both questions, times those of one thread. Each first turn is searched for itself.
Where memory is short, positions are forgotten and searched again: with another `--memory-mb` long
searches have other numbers of nodes and other proofs. Positions of tables are counted with all
their symmetric images.
"""

TSIVY_NODES: Final = 10_000_000
"""Positions to search for an answer on Tsivy, which is out of reach, where no number is given."""

PUBLISHED: Final = {("5x9", 7): 6_261_651_660}
"""Positions of so many stones at most, as published: M. P. D. Schadd, M. H. M. Winands,
J. W. H. M. Uiterwijk, H. J. van den Herik and M. H. J. Bergsma, "Best play in Fanorona leads to
draw", New Mathematics and Natural Computation 4(3), 2008."""

_LEGEND: Final = {"5x9-3v5.wdl": "three to move", "5x9-5v3.wdl": "five to move"}
"""The tables of the ending that the legend calls telo noho dimy, three that are five."""

SAMPLES: Final = 250_000
"""Random positions of a table that is too large to count."""


def write_results(options: argparse.Namespace, tables: Tablebase) -> int:
    """Solves boards and their first turns, counts tables, and writes the page after each.

    Until all is done a journal is kept beside the page, with ``.part`` after its name, from which
    the same call goes on.

    Args:
        options: those of ``fanorona solve results``.
        tables: endgame tables at which searches end, and which are counted.

    Returns:
        The exit status: 1 if a board was not solved.

    Raises:
        ValueError: if the journal is that of other results, or in use.
        OSError: if the page or the journal cannot be written.
        KeyboardInterrupt: on Ctrl-C; the journal stays.
    """
    boards = list(VARIANTS) if options.variant is None else options.variant
    # Without the number of nodes, so that what is left may be searched with another.
    work = {"format": "fanorona-results 2", "boards": [str(board) for board in boards]}
    with journal_of(options.output, work) as journal, executor_of(options) as executor:
        results = Results(options.output, journal)
        if journal.pieces:
            # Whoever kept the last row may have been killed before the page had it.
            results.write_page()
        for variant in boards:
            _solve_board(results, variant, tables, options, executor)
        for name in _countable(tables, boards):
            _count(results, name, tables)
    return 0 if all(row["result"] for row in results.starts.values()) else 1


@dataclass(slots=True)
class _Counts:
    """Positions by their values."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    with_capture: int = 0

    def add(self, other: _Counts) -> None:
        """Adds those of other tables."""
        self.won += other.won
        self.drawn += other.drawn
        self.lost += other.lost
        self.with_capture += other.with_capture

    def line(self, title: str) -> str:
        """A row of the page."""
        every = self.won + self.drawn + self.lost
        parts = (self.won, self.drawn, self.lost, self.with_capture)
        shares = [f"{100 * part / every:.2f} %" for part in parts]
        return f"| {title} | {every:,} | {' | '.join(shares)} |"


@dataclass(slots=True)
class Results:
    """What has been found out, in a journal and in the page."""

    page: Path
    journal: Journal
    starts: dict[str, Row] = field(default_factory=dict)
    turns: dict[str, dict[str, Row]] = field(default_factory=dict)
    tables: dict[str, _Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for piece in self.journal:
            self._take(json.loads(piece))

    def add(self, row: Row) -> None:
        """Keeps a row, and writes the page anew."""
        self.journal.add(json.dumps(row).encode())
        self._take(row)
        self.write_page()

    def write_page(self) -> None:
        """Writes the page of what is known."""
        write_whole_text(self.page, "\n".join(_page(self)))

    def _take(self, row: Row) -> None:
        if "table" in row:
            counts: dict[str, Any] = {name: value for name, value in row.items() if name != "table"}
            self.tables[str(row["table"])] = _Counts(**counts)
        elif row["turn"] is None:
            self.starts[str(row["board"])] = row
        else:
            self.turns.setdefault(str(row["board"]), {})[str(row["turn"])] = row


def _solve_board(
    results: Results,
    variant: Variant,
    tables: Tablebase,
    options: argparse.Namespace,
    executor: Executor | None,
) -> None:
    board, start = str(variant), Position(variant, "theory")
    known = results.turns.get(board, {})
    left = [move for move in sorted(start.legal_moves(), key=str) if str(move) not in known]
    if board in results.starts and not left:
        return
    nodes = TSIVY_NODES if options.nodes is None and variant == TSIVY else options.nodes
    if board not in results.starts:
        report = SearchReport(board)
        # Its memory is free again when the first turns begin.
        solution = Solver(variant, tables=tables, memory_mb=options.memory_mb).solve(
            start, nodes=nodes, progress=report
        )
        results.add(_row(solution, None, report))
    report = SearchReport(f"first turns of {board}")
    for turn in first_turns(
        start,
        left,
        tables=tables,
        memory_mb=options.memory_mb,
        nodes=nodes,
        progress=report,
        executor=executor,
    ):
        results.add(_row(turn.solution, str(turn.move), report))


def _row(solution: Solution, turn: str | None, report: SearchReport) -> Row:
    proof = solution.certificate
    return {
        "board": str(solution.position.variant),
        "turn": turn,
        "result": solution.result,
        "white_wins": solution.white_wins,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "entries": None if proof is None else proof.entries,
        "largest_table": None if proof is None else proof.largest_table,
        "numbers": None if solution.result is not None else report.numbers,
    }


def _countable(tables: Tablebase, boards: list[Variant]) -> Iterator[str]:
    """The tables of values of these boards that have all smaller ones beside them."""
    for variant in boards:
        for name in (name for name in tables.names if name.endswith(".wdl")):
            board, own, enemy = _parts(name)
            if board == size_name(variant) and own + enemy <= tables.most_stones(variant):
                yield name
        if variant == TSIVY:
            yield from (name for name in _LEGEND if name in tables.names)


def _parts(name: str) -> tuple[str, int, int]:
    """Board, stones of the mover, stones of the opponent of a table."""
    board, counts = name.removesuffix(".wdl").split("-")
    own, enemy = counts.split("v")
    return board, int(own), int(enemy)


def _count(results: Results, name: str, tables: Tablebase) -> None:
    if name in results.tables:
        return
    counts = _sampled(name, tables) if name in _LEGEND else _counted(name, tables)
    results.add({"table": name, **asdict(counts)})


def _counted(name: str, tables: Tablebase) -> _Counts:
    progress = Progress(f"counting {name}")
    found = tables.statistics(name, on_progress=progress)
    progress.close()
    return _Counts(found.won, found.drawn, found.lost, found.with_capture)


def _sampled(name: str, tables: Tablebase) -> _Counts:
    """A table by random positions; to count one of eight stones takes most of an hour."""
    board, own, enemy = _parts(name)
    points = range(Variant.parse(board).points)
    rng = random.Random(name)
    counts = dict.fromkeys((1, 0, -1), 0)
    with_capture = 0
    for _ in range(SAMPLES):
        chosen = rng.sample(points, own + enemy)
        white, black = (sum(1 << point for point in part) for part in (chosen[:own], chosen[own:]))
        position = Position.from_stones(white, black, turn=WHITE, variant=board, rules="theory")
        counts[tables.probe_wdl(position)] += 1
        # Where there is a capture, all turns are captures.
        with_capture += any(move.is_capture for move in position.legal_moves()[:1])
    return _Counts(counts[1], counts[0], counts[-1], with_capture)


def _title(variant: Variant) -> str:
    name = f" ({variant})" if variant.name.isalpha() else ""
    return f"{variant.rows}×{variant.cols}{name}"


def _page(results: Results) -> Iterator[str]:
    yield HEADING
    yield "| board | value | nodes | time | proof, positions | tables, stones |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for board, row in results.starts.items():
        value = row["result"] or f"not solved: {row['numbers']}"
        proof = "–" if row["entries"] is None else f"{row['entries']:,}"
        most = "–" if row["largest_table"] is None else row["largest_table"]
        cells = [_title(Variant.parse(board)), value, *_effort(row), proof, most]
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    for board, turns in results.turns.items():
        yield f"## First turns of {_title(Variant.parse(board))}\n"
        yield "| turn | White's result | nodes | time |\n| --- | --- | ---: | ---: |"
        for turn in sorted(turns):
            row = turns[turn]
            value = _of_white(row) or f"not solved: {row['numbers']}"
            yield f"| `{turn}` | {' | '.join([value, *_effort(row)])} |"
        yield ""
    for variant in VARIANTS:
        yield from _statistics(results, variant)


def _effort(row: Row) -> list[str]:
    return [f"{row['nodes']:,}", f"{row['seconds']:.1f} s"]


def _of_white(row: Row) -> str | None:
    """What White, who has made the first turn, can get."""
    if row["result"] is not None:
        return {"white wins": "won", "draw": "drawn", "black wins": "lost"}[str(row["result"])]
    return "not won" if row["white_wins"] is False else None


def _statistics(results: Results, variant: Variant) -> Iterator[str]:
    totals: dict[int, _Counts] = {}
    for name, counts in results.tables.items():
        board, own, enemy = _parts(name)
        if board == size_name(variant) and name not in _LEGEND:
            totals.setdefault(own + enemy, _Counts()).add(counts)
    if totals:
        yield f"## Tables of {_title(variant)}\n"
        yield from _HEADS
        sum_of_all = _Counts()
        for stones in sorted(totals):
            sum_of_all.add(totals[stones])
            yield totals[stones].line(str(stones))
        yield sum_of_all.line(f"2 to {max(totals)}")
        published = PUBLISHED.get((size_name(variant), max(totals)))
        if published is not None:
            yield f"\nPublished (Schadd and others, 2008): {published:,} positions."
        yield ""
    if variant == TSIVY and _LEGEND.keys() <= results.tables.keys():
        yield "## Telo noho dimy: three stones against five\n"
        yield f"Of {SAMPLES:,} random positions each; the error is 0.2 % at most.\n"
        yield from _HEADS
        for name, side in _LEGEND.items():
            yield results.tables[name].line(side)
        yield ""


_HEADS: Final = (
    "| stones | positions | won by the mover | drawn | lost | with a capture |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
)
