"""The command line: one module a subcommand, imported when it is called."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona.errors import MissingTableError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = {
    "play": "play a game in the terminal",
    "serve": "play in the browser: serve a page to this machine",
    "analyse": "find the best turns of a position, or annotate a record",
    "perft": "count turn sequences",
    "bench": "measure the engine on fixed positions",
    "convert": "convert game records between text and JSON Lines",
    "selfplay": "play games of the engine against itself, to learn from",
    "dataset": "turn records and self-play samples into columns for learning, and back",
    "render": "draw a position",
    "match": "let engines play against each other",
    "solve": "find and prove the value of a position, check proofs",
    "tables": "build, ask, check and count endgame tables",
    "stats": "measure games: branching, length, complexity",
    "vectors": "write test vectors for other implementations, or check their answers",
    "ugi": "run the engine for a program that speaks UGI",
}
"""Subcommands and their summaries. ``fanorona.cli.NAME`` has ``add_arguments`` and ``run``."""


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line; only ``command`` gets its own arguments."""
    parser = argparse.ArgumentParser(
        prog="fanorona", description="Fanorona, the board game of Madagascar"
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        if name == command:
            importlib.import_module(f"fanorona.cli.{name}").add_arguments(subparser)
    return parser


def _open_closed_streams() -> None:
    """Gives a process that was started without a standard stream an empty one.

    What a terminal cannot show is replaced, so that no result is lost over a character.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # stays open
            setattr(sys, name, nothing)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: the words after the program's name, those of the process if not given.

    Returns:
        The exit status: 0 fine, 1 the answer is no or something failed, 2 wrong usage, 130
        interrupted.
    """
    _open_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in words if not word.startswith("-")), None)
    parser = build_parser(command)
    options = parser.parse_args(words)
    if options.version:
        from fanorona import __version__  # noqa: PLC0415

        print(__version__)
        return 0
    if options.command is None:
        parser.print_help(sys.stderr)
        return 2
    try:
        status: int = importlib.import_module(f"fanorona.cli.{options.command}").run(options)
        sys.stdout.flush()
    except (ValueError, OSError, RuntimeError, MemoryError, MissingTableError) as error:
        # A reader that has gone away, such as `head`, is no failure worth a message.
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        print(f"error: {error}", file=sys.stderr)
        print(f"hint: fanorona {options.command} --help", file=sys.stderr)
        from fanorona.cli.options import UsageError  # noqa: PLC0415  # it imports the package

        return 2 if isinstance(error, UsageError) else 1
    except ModuleNotFoundError as error:
        # Nothing that --help tells would mend it.
        print(f"error: {error}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 130
    return status
