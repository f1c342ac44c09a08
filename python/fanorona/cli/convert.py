"""``fanorona convert``: game records from one form into another."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from fanorona import record
from fanorona.cli.records import READ, STANDARD, reading_games
from fanorona.files import open_whole_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

WRITTEN: Final = {**READ, ".fen": "fen"}
"""The forms that suffixes of file names stand for, where a file is written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of this subcommand."""
    parser.add_argument(
        "file", metavar="FILE", help="records, or the log of a match; - is standard input"
    )
    parser.add_argument(
        "--from",
        dest="source",
        choices=["text", "jsonl"],
        help="form of FILE (default: by its suffix, else by its content)",
    )
    parser.add_argument(
        "--to",
        dest="target",
        choices=["text", "jsonl", "fen"],
        help="form to write; fen is the position at the end of each game "
        "(default: by the suffix of -o, else the other one of text and jsonl)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=STANDARD,
        help="file to write, in one piece at the end (default: standard output)",
    )


def run(options: argparse.Namespace) -> int:
    """Converts the games one by one; broken ones are reported and left out.

    Returns:
        0, or 1 if a game was broken.
    """
    broken = 0
    with reading_games(options.file, options.source) as (form, games):
        other = "jsonl" if form == "text" else "text"
        target = options.target or WRITTEN.get(Path(options.output).suffix.lower()) or other
        with _writing(options.output) as output:
            between = ""
            for game in games:
                text = game if isinstance(game, record.RecordError) else _converted(game, target)
                if isinstance(text, record.RecordError):
                    broken += 1
                    print(f"error: {text}", file=sys.stderr)
                    continue
                output.write(f"{between}{text}\n")
                between = "\n" if target == "text" else ""
    return 1 if broken else 0


def _converted(game: record.Game, target: str) -> str | record.RecordError:
    """The game in its new form without the last line break, or why it has none."""
    if target == "fen":
        return game.end().board().fen()
    try:
        return str(game) if target == "text" else game.to_json()
    except record.RecordError as error:
        return error


@contextmanager
def _writing(name: str) -> Iterator[IO[str]]:
    path = Path(name).resolve()
    if name == STANDARD:
        # Of its own, since the encoding of standard output may lack a name's letters.
        wrapper = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
        try:
            yield wrapper
        finally:
            wrapper.detach()
    elif path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as output:
            yield output
    else:
        with open_whole_text(path) as output:
            yield output
