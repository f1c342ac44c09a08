"""``fanorona play``: a game in the terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import BLACK, WHITE, Color
from fanorona.cli.options import add_game_arguments, board_of, positive, seconds
from fanorona.engine import STRONGEST_LEVEL, Engine, Limit
from fanorona.files import write_whole
from fanorona.record import Game

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from fanorona import Board, Move

SIDES: Final = {"white": {WHITE}, "black": {BLACK}, "both": {WHITE, BLACK}, "none": set[Color]()}
"""Who is played by people, by the name that ``--side`` takes."""
LONGEST_GAME: Final = 1000
"""Turns after which the engine stops playing against itself; only rule sets without a draw rule
let a game go on so long."""
NAMES: Final = {WHITE: "White", BLACK: "Black"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    add_game_arguments(parser)
    parser.add_argument(
        "--side",
        choices=SIDES,
        help="the side or sides you play (default white, or none if standard input is no terminal)",
    )
    parser.add_argument(
        "--level",
        type=positive,
        choices=range(1, STRONGEST_LEVEL + 1),
        metavar="LEVEL",
        help="the engine's strength, from 1 for a beginner to 10 (default: as strong as it can)",
    )
    parser.add_argument(
        "--time",
        type=seconds,
        metavar="SECONDS",
        help="the engine's time for a turn (default 1, or 0.02 if it plays both sides)",
    )


def run(options: argparse.Namespace) -> int:
    """Plays; returns the exit status."""
    people = SIDES[options.side or ("white" if sys.stdin.isatty() else "none")]
    time = options.time or (1.0 if people else 0.02)
    session = Session(board_of(options), people, Limit(time=time, level=options.level))
    try:
        session.play()
    except (EOFError, KeyboardInterrupt):
        print()
    if session.board.move_stack or session.board.is_game_over():
        print()
        print(session.record().to_text(), end="")
    return 0


@dataclass
class Session:
    """A game between people and the engine.

    Attributes:
        board: the game.
        people: the sides that people play.
        limit: the engine's limit for a turn.
    """

    board: Board
    people: set[Color]
    limit: Limit

    def __post_init__(self) -> None:
        self.engine = Engine(hash_mb=64)
        self.adviser = Engine(hash_mb=64)
        self.flipped = self.people == {BLACK}
        self.leaving = False
        self.commands: dict[str, tuple[str, Callable[[str], None]]] = {
            "moves": ("list the legal turns with their numbers", self._moves),
            "board": ("draw the board", lambda _: self._draw()),
            "hint": ("ask the engine for a turn", self._hint),
            "undo": ("take back your last turn and the answer to it", self._undo),
            "flip": ("turn the board round", self._flip),
            "save": ("FILE  save the game as a record", self._save),
            "fen": ("print the position string", lambda _: print(self.board.fen())),
            "draw": ("end the game as a draw by agreement", lambda _: self.board.agree_draw()),
            "resign": ("give up", lambda _: self.board.resign(self.board.turn)),
            "help": ("list the commands", self._help),
            "quit": ("leave the game", self._quit),
        }
        self.commands |= {"?": self.commands["help"], "q": self.commands["quit"]}

    def play(self) -> None:
        """Plays until the game is over or a person leaves."""
        self._draw()
        if self.people and not self.board.is_game_over():
            print("Type a turn such as d3-e3A, its number, or help.")
        while not self.leaving and not self.board.is_game_over():
            if self.board.turn in self.people:
                self._ask()
            elif len(self.board.move_stack) >= LONGEST_GAME:
                print(f"stopped after {LONGEST_GAME} turns")
                return
            else:
                self._answer()
        outcome = self.board.outcome()
        if outcome is not None:
            if self.board.move_stack:
                self._draw()
            winner = "Draw" if outcome.winner is None else f"{NAMES[outcome.winner]} wins"
            print(f"{winner}: {outcome.termination.name.lower().replace('_', ' ')}")

    def record(self) -> Game:
        """The game so far as a record."""
        names = {color: "Player" if color in self.people else "fanorona engine" for color in Color}
        game = Game.from_board(self.board)
        game.headers["White"] = names[WHITE]
        game.headers["Black"] = names[BLACK]
        return game

    def _draw(self) -> None:
        lines = str(self.board).splitlines()
        if self.flipped:
            *rows, files, side = lines
            label = len("1  ")
            # Turning the board by 180 degrees keeps the slope of its lines.
            rows = [row[:label] + row[label:][::-1] for row in reversed(rows)]
            lines = [*rows, files[:label] + files[label:][::-1], side]
        print("\n".join(lines))
        print()

    def _answer(self) -> None:
        result = self.engine.play(self.board, self.limit)
        if result.move is None:
            return
        side = NAMES[self.board.turn]
        self.board.push(result.move)
        print(f"{side} plays {result.move}  ({result.info.score}, depth {result.info.depth})")
        if self.people:
            self._draw()

    def _ask(self) -> None:
        words = input(f"{NAMES[self.board.turn]}> ").split(maxsplit=1)
        if not words:
            return
        command, argument = words[0].lower(), words[1] if len(words) > 1 else ""
        try:
            if command in self.commands:
                self.commands[command][1](argument)
            else:
                self._play(command, " ".join(words))
        except (ValueError, OSError) as error:
            print(f"error: {error}")
            print("hint: type moves for the legal turns, help for the commands")

    def _play(self, command: str, text: str) -> None:
        if command.isalpha():
            msg = f"there is no command {command!r}"
            raise ValueError(msg)
        self.board.push(self._chosen(text))
        if self.board.turn in self.people and not self.board.is_game_over():
            self._draw()

    def _numbered(self) -> list[Move]:
        return sorted(self.board.legal_moves, key=str)

    def _chosen(self, text: str) -> Move | str:
        if not (text.isascii() and text.isdecimal()):
            return text
        moves = self._numbered()
        if not 1 <= int(text[:6]) <= len(moves):
            msg = f"number {text[:6]}: expected 1 to {len(moves)}"
            raise ValueError(msg)
        return moves[int(text[:6]) - 1]

    def _moves(self, _: str) -> None:
        for number, move in enumerate(self._numbered(), 1):
            taken = self.board.position.captured(move).bit_count()
            print(f"{number:4}  {move}" + (f"  takes {taken}" if taken else ""))

    def _hint(self, _: str) -> None:
        result = self.adviser.play(self.board, Limit(time=self.limit.time))
        print(f"{result.move}  ({result.info.score})")

    def _undo(self, _: str) -> None:
        if not self.board.move_stack:
            msg = "nothing to take back"
            raise ValueError(msg)
        self.board.pop()
        while self.board.turn not in self.people and self.board.move_stack:
            self.board.pop()
        self._draw()

    def _flip(self, _: str) -> None:
        self.flipped = not self.flipped
        self._draw()

    def _save(self, name: str) -> None:
        if not name:
            msg = "save needs the name of a file"
            raise ValueError(msg)
        write_whole(Path(name).expanduser(), self.record().to_text())
        print(f"saved {name}")

    def _help(self, _: str) -> None:
        for name, (summary, _run) in self.commands.items():
            print(f"  {name:8}{summary}")
        print("A turn is written d3-e3A: the stone on d3 goes to e3 and captures by approach, the")
        print("stones before it; d3-e3W captures by withdrawal, the stones behind it. A chain goes")
        print("on: d3-e3A-e4W. Whoever can capture must. The rules are in docs/rules.md.")

    def _quit(self, _: str) -> None:
        self.leaving = True
