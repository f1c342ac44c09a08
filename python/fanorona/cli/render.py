"""``fanorona render``: a position as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.cli.options import add_game_arguments, board_of

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    add_game_arguments(parser)
    parser.add_argument(
        "--moves",
        nargs="*",
        default=[],
        metavar="MOVE",
        help="turns to play first",
    )
    parser.add_argument("--format", choices=["text", "fen"], default="text", help="what to write")


def run(options: argparse.Namespace) -> int:
    """Draws; returns the exit status."""
    board = board_of(options)
    for move in options.moves:
        board.push(move)
    print(board if options.format == "text" else board.fen())
    return 0
