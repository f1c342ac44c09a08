"""``fanorona dataset``: records and self-play samples as columns, and back."""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import Rules, Variant, record
from fanorona.cli.options import UsageError, checked
from fanorona.cli.records import READ, reading_games
from fanorona.files import open_whole_binary, open_whole_text
from fanorona.selfplay import SIZE, SUFFIX
from fanorona.variants import size_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from fanorona.dataset import Dataset

_PIECE: Final = SIZE << 16

EPILOG: Final = """\
What a file is follows from its suffix: .npz, .parquet and .arrow are data sets, .pgn and .jsonl
records, .samples self-play samples. Without -o a data set is described.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.epilog = EPILOG
    parser.add_argument("file", metavar="FILE", help="what to read")
    parser.add_argument("-o", "--output", metavar="FILE", help="what to write, in one piece")
    parser.add_argument(
        "--positions",
        action="store_true",
        help="a row for each position of the main lines (default: a row for each record)",
    )
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        help="board of samples, which do not tell it: telo, dimy, tsivy or a size such as 3x7",
    )
    parser.add_argument(
        "--rules", type=checked(Rules.parse), help="rule set of samples, which do not tell it"
    )


def run(options: argparse.Namespace) -> int:
    """Converts; returns the exit status, 1 if a record was broken."""
    source = Path(options.file)
    target = None if options.output is None else Path(options.output)
    if source.suffix.lower() == SUFFIX:
        return _from_samples(source, _needed(target), options)
    if source.suffix.lower() in READ or options.file == "-":
        return _from_records(options.file, _needed(target), positions=options.positions)
    return _from_dataset(source, target)


def _needed(target: Path | None) -> Path:
    if target is None:
        msg = "-o is needed to write a data set"
        raise UsageError(msg)
    return target


def _from_samples(source: Path, target: Path, options: argparse.Namespace) -> int:
    from fanorona.dataset import SAMPLES, batches_of_samples, write  # noqa: PLC0415  # numpy may be missing

    if options.variant is None or options.rules is None:
        msg = "--variant and --rules are needed for samples, which do not tell them"
        raise UsageError(msg)
    about = {
        "board": size_name(options.variant),
        "rules": str(options.rules),
    }
    with source.open("rb") as stream:
        pieces = iter(lambda: stream.read(_PIECE), b"")
        rows = write(target, SAMPLES, batches_of_samples(pieces), about)
    print(f"{rows} rows", file=sys.stderr)
    return 0


def _from_records(name: str, target: Path, *, positions: bool) -> int:
    from fanorona.dataset import (  # noqa: PLC0415  # numpy may be missing
        GAMES,
        POSITIONS,
        batches_of_games,
        batches_of_positions,
        write,
    )

    broken = 0

    def whole(games: Iterator[record.Game | record.RecordError]) -> Iterator[record.Game]:
        nonlocal broken
        for game in games:
            if isinstance(game, record.Game):
                yield game
            else:
                broken += 1
                print(f"error: {game}", file=sys.stderr)

    with reading_games(name) as (_, games):
        if positions:
            rows = write(target, POSITIONS, batches_of_positions(whole(games)))
        else:
            rows = write(target, GAMES, batches_of_games(whole(games)))
    print(f"{rows} rows", file=sys.stderr)
    return 1 if broken else 0


def _from_dataset(source: Path, target: Path | None) -> int:
    from fanorona.dataset import SAMPLES, Dataset, samples_of, write  # noqa: PLC0415  # numpy may be missing

    found = Dataset(source)
    if target is None:
        _describe(found)
        return 0
    suffix = target.suffix.lower()
    if suffix in READ:
        return _write_records(found, target)
    if suffix == SUFFIX:
        _check_kind(found, SAMPLES.name)
        with open_whole_binary(target) as stream:
            stream.writelines(samples_of(found.batches()))
        return 0
    about = {key: value for key, value in found.about.items() if key != "version"}
    write(target, found.schema, found.batches(), about)
    return 0


def _describe(found: Dataset) -> None:
    columns = {column.name: column.type for column in found.schema.columns}
    fields = {"format": found.schema.name, "rows": len(found), **found.about, "columns": columns}
    print(json.dumps(fields))


def _check_kind(found: Dataset, wanted: str) -> None:
    if found.schema.name != wanted:
        msg = f"{found.path}: {found.schema.name}, where {wanted} is needed"
        raise ValueError(msg)


def _write_records(found: Dataset, target: Path) -> int:
    from fanorona.dataset import GAMES, games_of  # noqa: PLC0415  # numpy may be missing

    _check_kind(found, GAMES.name)
    as_text = READ[target.suffix.lower()] == "text"
    broken = 0
    with open_whole_text(target) as stream:
        between = chain([""], iter(lambda: "\n" if as_text else "", None))
        for game in games_of(found.batches()):
            if isinstance(game, record.RecordError):
                broken += 1
                print(f"error: {game}", file=sys.stderr)
                continue
            text = str(game) if as_text else game.to_json()
            stream.write(f"{next(between)}{text}\n")
    return 1 if broken else 0
