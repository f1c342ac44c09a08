"""Records as text, in export form: wrapped at 80 columns, the same game always the same text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from fanorona.enums import Color
from fanorona.record.limits import check_characters, check_depth, check_turns, checked_glyph

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona.record.game import Game
    from fanorona.record.tree import ChildNode, GameNode

COLUMNS: Final = 80
"""The longest line of movetext, unless a word is longer."""


def text_of(game: Game) -> str:
    """The game as text, which ends with a line break.

    Raises:
        RecordError: if the record is too large, or a glyph is out of range.
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in game.headers.items()]
    text = "\n".join([*lines, "", *_Movetext(game).lines(), ""])
    check_characters(len(text))
    return text


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


class _Turn(NamedTuple):
    """Which turn of the game a node is."""

    number: int
    black: bool
    depth: int = 0

    def after(self) -> _Turn:
        return _Turn(self.number + self.black, not self.black, self.depth)

    def text(self) -> str:
        return f"{self.number}..." if self.black else f"{self.number}."


class _Movetext:
    """Writes the tree of one game, with a list of what is still to be written as its stack."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._out = _Wrapped()
        self._todo: list[Callable[[], None]] = []
        self._turns = 0
        self._numbered = True

    def lines(self) -> list[str]:
        board = self._game.start
        self._say(self._game)
        self._follow(self._game, _Turn(board.turn_number, board.turn is Color.BLACK))
        while self._todo:
            self._todo.pop()()
        self._out.word(self._game.headers["Result"])
        return self._out.lines()

    def _follow(self, node: GameNode, turn: _Turn) -> None:
        """Writes the main turn after a node, and leaves the rest to be done."""
        if not node.variations:
            return
        main, *others = node.variations
        self._write(main, turn)
        self._todo.append(partial(self._follow, main, turn.after()))
        for other in reversed(others):
            self._todo.append(partial(self._begin, other, turn._replace(depth=turn.depth + 1)))

    def _begin(self, node: ChildNode, turn: _Turn) -> None:
        """Writes the first turn of a variation."""
        check_depth(turn.depth)
        self._out.open()
        self._out.comment(node.starting_comment)
        self._numbered = True
        self._write(node, turn)
        self._todo.append(self._close)
        self._todo.append(partial(self._follow, node, turn.after()))

    def _close(self) -> None:
        self._out.close()
        self._numbered = True

    def _write(self, node: ChildNode, turn: _Turn) -> None:
        self._turns += 1
        check_turns(self._turns)
        numbered = self._numbered or not turn.black
        self._out.word(f"{turn.text()} {node.move}" if numbered else str(node.move))
        self._numbered = False
        self._say(node)

    def _say(self, node: GameNode) -> None:
        """Writes glyphs and comment of a node."""
        for nag in sorted(node.nags):
            self._out.word(f"${checked_glyph(nag)}")
        if node.comment:
            self._out.comment(node.comment)
            self._numbered = True


class _Wrapped:
    """Words in lines; a word is held back until it is known whether a bracket closes behind it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._words: list[str] = []
        self._width = 0
        self._held = ""
        self._opened = ""

    def word(self, word: str) -> None:
        self._release()
        self._held = self._opened + word
        self._opened = ""

    def open(self) -> None:
        self._release()
        self._opened = "("

    def close(self) -> None:
        self._held += ")"

    def comment(self, text: str) -> None:
        """Writes a comment in braces, or where it has such itself, to the ends of lines."""
        if not text:
            return
        words = text.split(" ")
        if "}" not in text:
            words[0] = f"{{{words[0]}"
            words[-1] = f"{words[-1]}}}"
            for word in words:
                self.word(word)
            return
        if self._opened:
            self.word("")
        self._release()
        self._break()
        for word in words:
            if self._width + len(word) >= COLUMNS:
                self._break()
            self._put(word if self._words else f"; {word}")
        self._break()

    def lines(self) -> list[str]:
        self._release()
        self._break()
        return self._lines

    def _release(self) -> None:
        """Writes the word that was held back."""
        if self._held:
            if self._width + len(self._held) >= COLUMNS:
                self._break()
            self._put(self._held)
            self._held = ""

    def _put(self, word: str) -> None:
        self._width += len(word) + bool(self._words)
        self._words.append(word)

    def _break(self) -> None:
        if self._words:
            self._lines.append(" ".join(self._words))
            self._words = []
            self._width = 0
