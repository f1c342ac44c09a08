"""``fanorona render``: a position or a recorded game as a picture."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import BLACK, WHITE, record, svg
from fanorona.cli.options import UsageError, add_game_arguments, board_of, number, positive, up_to
from fanorona.cli.records import STANDARD, reading_games
from fanorona.files import open_whole_binary
from fanorona.svg.arguments import LARGEST_SIZE

if TYPE_CHECKING:
    import argparse

    from fanorona import Board

FORMATS: Final = ("text", "fen", "svg", "png")
SUFFIXES: Final = {".svg": "svg", ".png": "png", ".fen": "fen"}
"""The formats that suffixes of file names stand for; others mean text."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="record of a game, drawn as a strip of diagrams; - is standard input "
        "(default: the position that the options below name)",
    )
    add_game_arguments(parser)
    add = parser.add_argument
    add("--moves", nargs="*", default=[], metavar="MOVE", help="turns to play first")
    add("--format", choices=FORMATS, help="what to write (default: by the suffix of -o, else text)")
    add("-o", "--output", metavar="FILE", default=STANDARD, help="default: standard output")
    add("--game", type=positive, default=1, metavar="N", help="which game of FILE (default 1)")
    picture = parser.add_argument_group("of pictures, svg and png")
    add = picture.add_argument
    add("--theme", choices=svg.THEMES, default="light", help="colours (default light)")
    add("--size", type=up_to(LARGEST_SIZE), metavar="PIXELS", help="width of the whole picture")
    add("--flip", action="store_true", help="Black at the bottom")
    add("--no-coordinates", action="store_true", help="do not name files and ranks")
    add("--arrow", action="append", default=[], metavar="POINTS", help="an arrow such as d3e3")
    add("--mark", action="append", default=[], metavar="POINT", help="a cross on a point")
    add("--target", action="append", default=[], metavar="POINT", help="where a stone may go")
    strip = parser.add_argument_group("of strips, with FILE")
    add = strip.add_argument
    add("--first", type=number, default=0, metavar="N", help="begin after N turns (default 0)")
    add("--last", type=number, metavar="N", help="stop after N turns (default: at the end)")
    add("--columns", type=up_to(100), default=3, help="diagrams in a row (default 3)")


def run(options: argparse.Namespace) -> int:
    """Draws; returns the exit status."""
    form = options.format or SUFFIXES.get(Path(options.output).suffix.lower(), "text")
    if form == "png" and options.output == STANDARD and sys.stdout.isatty():
        msg = "a terminal shows no PNG; name a file with -o"
        raise UsageError(msg)
    _write(options.output, _content(options, form))
    return 0


def _content(options: argparse.Namespace, form: str) -> bytes:
    """What is asked for, in one of ``FORMATS``."""
    game = _game(options) if options.file is not None else None
    board = _board(options) if game is None else game.to_board()
    if form == "text":
        return f"{board}\n".encode()
    if form == "fen":
        return f"{board.fen()}\n".encode()
    picture = _diagram(board, options) if game is None else _strip(game, options)
    return svg.png(picture) if form == "png" else f"{picture}\n".encode()


def _board(options: argparse.Namespace) -> Board:
    board = board_of(options)
    for move in options.moves:
        board.push(move)
    return board


def _game(options: argparse.Namespace) -> record.Game:
    """The game of FILE that is asked for.

    Raises:
        ValueError: if there are fewer games, or this one is broken.
    """
    if options.fen or options.variant or options.moves:
        msg = "FILE takes the place of --fen, --variant and --moves"
        raise UsageError(msg)
    name, place = options.file, options.game
    with reading_games(name) as (_, games):
        game = next(islice(games, place - 1, None), None)
    if game is None:
        msg = f"game {place}: {name} has fewer games"
        raise ValueError(msg)
    if isinstance(game, record.RecordError):
        raise game
    return game


def _diagram(board: Board, options: argparse.Namespace) -> str:
    return svg.board(
        board,
        orientation=BLACK if options.flip else WHITE,
        arrows=[(arrow[: len(arrow) // 2], arrow[len(arrow) // 2 :]) for arrow in options.arrow],
        squares=options.mark,
        targets=options.target,
        coordinates=not options.no_coordinates,
        size=options.size,
        colors=options.theme,
    )


def _strip(game: record.Game, options: argparse.Namespace) -> str:
    return svg.strip(
        game,
        first=options.first,
        last=options.last,
        columns=options.columns,
        orientation=BLACK if options.flip else WHITE,
        coordinates=not options.no_coordinates,
        size=options.size,
        colors=options.theme,
    )


def _write(name: str, content: bytes) -> None:
    if name == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    with open_whole_binary(Path(name)) as stream:
        stream.write(content)
