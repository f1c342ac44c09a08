"""``fanorona play``: a game in the terminal."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Final

from fanorona.cli.options import UsageError, add_game_arguments, board_of, seconds, up_to
from fanorona.engine import STRONGEST_LEVEL, Limit
from fanorona.enums import Color
from fanorona.i18n import LANGUAGES, preferred, translator
from fanorona.terminal.console import Console
from fanorona.terminal.picture import ASCII, UNICODE, Look
from fanorona.terminal.session import Session

if TYPE_CHECKING:
    import argparse

    from fanorona.i18n import Translator

SIDES: Final = {
    "white": {Color.WHITE},
    "black": {Color.BLACK},
    "both": {Color.WHITE, Color.BLACK},
    "none": set[Color](),
}
"""Who is played by people, by the name that ``--side`` takes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    add_game_arguments(parser)
    add = parser.add_argument
    add(
        "--side",
        choices=SIDES,
        help="the side or sides you play (default white, or none if standard input is no terminal)",
    )
    add(
        "--level",
        type=up_to(STRONGEST_LEVEL),
        metavar="LEVEL",
        help="the engine's strength, from 1 for a beginner to 10 (default: as strong as it can)",
    )
    add(
        "--time",
        type=seconds,
        metavar="SECONDS",
        help="the engine's time for a turn (default 1, or 0.02 if it plays both sides)",
    )
    add("--load", metavar="FILE", help="record of a game to go on with")
    add("--full-screen", action="store_true", help="with mouse and keys; needs fanorona[tui]")
    add("--language", choices=LANGUAGES, help="default: that of the system, else English")
    add(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours of the board (default: on terminals, unless NO_COLOR is set)",
    )
    add("--ascii", action="store_true", help="draw the board with ASCII characters only")


def run(options: argparse.Namespace) -> int:
    """Plays; returns the exit status."""
    session = _session(options)
    say = translator(options.language or preferred(_locales()))
    if options.full_screen:
        _full_screen(session, say)
    else:
        if sys.stdin.isatty():
            _edit_lines()
        try:
            Console(session, say, _look(options)).run()
        except (EOFError, KeyboardInterrupt):
            print()
    if session.board.move_stack or session.board.is_game_over():
        print()
        print(session.final_record().to_text(), end="")
    return 0


def _session(options: argparse.Namespace) -> Session:
    people = SIDES[options.side or ("white" if sys.stdin.isatty() else "none")]
    time = options.time or (1.0 if people else 0.02)
    session = Session(board_of(options), people, Limit(time=time, level=options.level))
    if options.load is not None:
        if options.fen or options.variant:
            msg = "--load takes the place of --fen and --variant"
            raise UsageError(msg)
        session.load(options.load)
    return session


def _locales() -> list[str]:
    """The languages that the environment asks for, the most wanted first."""
    return [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]


def _look(options: argparse.Namespace) -> Look:
    colored = options.color == "always" or (
        options.color == "auto"
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
    return Look(ASCII if options.ascii or not _shows(UNICODE.falling) else UNICODE, colored)


def _shows(text: str) -> bool:
    """Whether standard output can show these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _edit_lines() -> None:
    """Lets people edit what they type and come back to it, where the system can."""
    if importlib.util.find_spec("readline"):
        importlib.import_module("readline")


def _full_screen(session: Session, say: Translator) -> None:
    from fanorona.terminal.screen import FullScreen  # noqa: PLC0415  # optional

    FullScreen(session, say).run()
