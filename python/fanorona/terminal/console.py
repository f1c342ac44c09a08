"""The game as a dialogue of lines."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING, Final

from fanorona.engine import STRONGEST_LEVEL
from fanorona.enums import Color
from fanorona.errors import AmbiguousMoveError
from fanorona.last_turn import last_turn
from fanorona.terminal import texts
from fanorona.terminal.session import LONGEST_ENGINE_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fanorona._fanorona import Move
    from fanorona.i18n import Translator
    from fanorona.terminal.picture import Look
    from fanorona.terminal.session import Session

WIDTH: Final = 88
"""The longest line of running text."""
LONGEST_ANALYSIS: Final = 3600
"""The most seconds of an analysis."""


class Console:
    """A game in a terminal, with commands that are typed.

    Args:
        session: the game.
        say: the language.
        look: how boards are drawn.
    """

    def __init__(self, session: Session, say: Translator, look: Look) -> None:
        self.session = session
        self.say = say
        self.look = look
        self.flipped = session.people == {Color.BLACK}
        self.leaving = False
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "board": self._board,
            "hint": self._hint,
            "analyse": self._analyse,
            "undo": self._undo,
            "flip": self._flip,
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "level": self._level,
            "fen": self._fen,
            "draw": self._offer_draw,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
        }
        self.short = {"?": "help", "q": "quit", "analyze": "analyse", "exit": "quit"}

    def run(self) -> None:
        """Plays until a person leaves, or the engine has played both sides to the end.

        Raises:
            EOFError: at the end of input.
            KeyboardInterrupt: on Ctrl-C.
        """
        self._draw()
        if self.session.waits_for_people:
            print(self.say("terminal.welcome", move=self.session.numbered()[0]))
        while not self.leaving:
            board = self.session.board
            if board.is_game_over():
                if not self.session.people:
                    return
                print(self.say("terminal.over"))
                self._ask(self.say("terminal.over_prompt"))
            elif self.session.waits_for_people:
                self._ask(texts.side(self.say, board.turn))
            elif len(board.move_stack) >= LONGEST_ENGINE_GAME:
                print(self.say("terminal.stopped", turns=LONGEST_ENGINE_GAME))
                return
            else:
                self._answer()

    def _draw(self) -> None:
        board = self.session.board
        last, taken = last_turn(board)
        lines = self.look.lines(board.position, flipped=self.flipped, last=last, taken=taken)
        stones = (board.position.white.bit_count(), board.position.black.bit_count())
        print("\n".join(lines))
        print(self.say("terminal.stones", white=stones[0], black=stones[1]))
        print(texts.state(self.say, board))
        print()

    def _answer(self) -> None:
        color = self.session.board.turn
        result = self.session.answer()
        print(texts.answered(self.say, color, result))
        if self.session.people or self.session.board.is_game_over():
            self._draw()

    def _ask(self, prompt: str) -> None:
        """Reads a line and does what it says."""
        # Outside of the block below, since nothing more can be read when this fails.
        text = " ".join(input(f"{prompt}> ").split())
        if not sys.stdin.isatty():
            print(text)  # as a terminal does, so that what follows begins a line
        word, _, argument = text.partition(" ")
        name = self.short.get(word.lower(), word.lower())
        try:
            if not text:
                return
            if name in self.commands:
                self.commands[name](argument)
            elif word.isalpha():
                self._unknown(word)
            else:
                self._play(text)
        except AmbiguousMoveError:
            print(self.say("terminal.which", text=text))
            self._list(self.session.resembling(text))
        except (ValueError, OSError) as error:
            print(f"error: {error}")
            print(f"hint: {self.say('terminal.advice')}")

    def _unknown(self, word: str) -> None:
        raise ValueError(self.say("terminal.unknown", command=word))

    def _play(self, text: str) -> None:
        self._check_goes_on()
        self.session.play(self._chosen(text))
        if self.session.waits_for_people or self.session.board.is_game_over():
            self._draw()

    def _chosen(self, text: str) -> Move | str:
        """The turn with this number, or the text itself where it is none."""
        if not (text.isascii() and text.isdecimal()):
            return text
        moves = self.session.numbered()
        return moves[self._number("number", text, len(moves)) - 1]

    def _number(self, field: str, text: str, most: int) -> int:
        """A whole number from 1 to ``most``."""
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
        if not 1 <= number <= most:
            raise ValueError(self.say("terminal.number", field=field, value=text, most=most))
        return number

    def _check_goes_on(self) -> None:
        if self.session.board.is_game_over():
            raise ValueError(self.say("terminal.finished"))

    def _list(self, numbered: Iterable[tuple[int, Move]]) -> None:
        for number, move in numbered:
            taken = self.session.board.position.captured(move).bit_count()
            takes = f"  {self.say('terminal.takes', stones=taken)}" if taken else ""
            print(f"{number:4}  {move}{takes}")

    def _moves(self, _: str) -> None:
        self._check_goes_on()
        self._list(enumerate(self.session.numbered(), 1))

    def _board(self, _: str) -> None:
        self._draw()

    def _hint(self, _: str) -> None:
        self._check_goes_on()
        result = self.session.hint()
        print(f"{result.move}  ({texts.score(self.say, result.info.score)})")

    def _analyse(self, seconds: str) -> None:
        self._check_goes_on()
        for info in self.session.analyse(self._number("seconds", seconds or "1", LONGEST_ANALYSIS)):
            line = " ".join(map(str, info.pv[:8]))
            print(f"{info.depth:3}  {texts.score(self.say, info.score):>8}  {line}")

    def _undo(self, _: str) -> None:
        try:
            self.session.undo()
        except IndexError:
            raise ValueError(self.say("terminal.nothing")) from None
        self._draw()

    def _flip(self, _: str) -> None:
        self.flipped = not self.flipped
        self._draw()

    def _save(self, name: str) -> None:
        self.session.save(self._file("save", name))
        print(self.say("terminal.saved", file=name))

    def _load(self, name: str) -> None:
        self.session.load(self._file("load", name))
        print(self.say("terminal.loaded", file=name))
        self._draw()

    def _file(self, command: str, name: str) -> str:
        if not name:
            raise ValueError(self.say("terminal.file", command=command))
        return name

    def _new(self, _: str) -> None:
        self.session.new_game()
        self._draw()

    def _level(self, level: str) -> None:
        self.session.set_level(self._number("level", level, STRONGEST_LEVEL))

    def _fen(self, _: str) -> None:
        print(self.session.board.fen())

    def _offer_draw(self, _: str) -> None:
        self._check_goes_on()
        board = self.session.board
        if self.session.people == set(Color):
            yes = self.say("terminal.yes")
            other = texts.side(self.say, board.turn.other)
            reply = input(f"{self.say('terminal.agree', side=other, yes=yes)} ").strip().lower()
            if reply not in (yes, yes[0]):
                print(self.say("terminal.goes_on"))
                return
        else:
            agreed = self.session.agrees_to_draw()
            print(self.say("terminal.agrees" if agreed else "terminal.declines"))
            if not agreed:
                return
        board.agree_draw()
        self._draw()

    def _resign(self, _: str) -> None:
        self._check_goes_on()
        self.session.board.resign(self.session.board.turn)
        self._draw()

    def _help(self, _: str) -> None:
        for name in self.commands:
            print(f"  {name:9}{self.say(f'terminal.help.{name}')}")
        print(textwrap.fill(self.say("terminal.help_turns"), WIDTH))

    def _quit(self, _: str) -> None:
        self.leaving = True
