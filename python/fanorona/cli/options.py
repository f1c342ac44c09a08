"""Options that several subcommands share."""

from __future__ import annotations

import argparse
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fanorona import Board, Rules, Variant
from fanorona.tablebase import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


class UsageError(ValueError):
    """Wrong usage that shows only when the arguments are taken together."""


@contextmanager
def usage() -> Iterator[None]:
    """What is refused in this block was asked for in a wrong way."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from error


def checked(convert: Callable[[str], T]) -> Callable[[str], T]:
    """A converter whose errors become wrong usage with their own words.

    Besides ``ValueError`` they are those of a file that cannot be read and of memory that is not
    there, since a converter may try out what a text asks for.
    """

    def converted(text: str) -> T:
        try:
            return convert(text)
        except (ValueError, OSError, MemoryError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return converted


def add_tables_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--tables``, the endgame tables that an engine asks."""
    parser.add_argument(
        "--tables",
        type=_tables,
        default=SHIPPED,
        metavar="DIR",
        help="folder of endgame tables, or none (default: those of the package)",
    )


def _tables(text: str) -> Path | None:
    return None if text == "none" else Path(text)


def positive(text: str) -> int:
    """A whole number of at least 1."""
    return _whole(text, 1, "of at least 1")


def number(text: str) -> int:
    """A whole number from 0 to 2**63 - 1."""
    return _whole(text, 0, "from 0 to 2**63 - 1")


def up_to(most: int) -> Callable[[str], int]:
    """A converter to whole numbers from 1 to ``most``."""

    def converted(text: str) -> int:
        return _whole(text, 1, f"from 1 to {most}", most)

    return converted


def _whole(text: str, least: int, wanted: str, most: int = 2**63 - 1) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        msg = f"{text!r} is not a whole number {wanted}"
        raise argparse.ArgumentTypeError(msg)
    return value


def seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        msg = f"{text!r} is not a positive number of seconds"
        raise argparse.ArgumentTypeError(msg)
    return value


def add_rules_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--rules``."""
    parser.add_argument(
        "--rules",
        type=checked(Rules.parse),
        default=Rules.parse("standard"),
        help="rule set: standard, theory, fifty, alquerque or huffing, then ;field=value",
    )


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds ``--variant``, ``--rules`` and ``--fen``."""
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        help="board: telo, dimy, tsivy or a size such as 3x7 (default tsivy, or that of --fen)",
    )
    add_rules_argument(parser)
    parser.add_argument("--fen", help="position string to start from")


def board_of(options: argparse.Namespace) -> Board:
    """The board that the options of ``add_game_arguments`` ask for.

    Raises:
        UsageError: if there is none.
    """
    with usage():
        return Board(options.variant, options.rules, fen=options.fen)
