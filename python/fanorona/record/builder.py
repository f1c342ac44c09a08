"""Builds a game from what stands in its movetext, in that order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fanorona.errors import RecordError
from fanorona.record.limits import check_depth, check_turns, checked_glyph
from fanorona.record.replay import broken_turn, check_result
from fanorona.record.tree import ChildNode, GameNode

if TYPE_CHECKING:
    from fanorona.record.game import Game


class _Left(NamedTuple):
    """The line that is left for a variation: its last node, its turns so far, and where."""

    node: ChildNode
    turns: int
    at: int


class Builder:
    """Plays movetext into a game that has only its tags yet.

    A single board follows: it takes turns back where a variation begins and where it ends. Every
    method raises ``RecordError`` where the record is broken; the builder is of no use then.

    Attributes:
        line: the line of the stream from which the next pieces are.
    """

    def __init__(self, game: Game) -> None:
        self.line = 0
        self._game = game
        self._board = game.board()
        self._node: GameNode = game
        self._left: list[_Left] = []
        self._turns = 0
        self._all_turns = 0
        self._begins = False
        self._before: list[str] = []
        self._said: list[tuple[GameNode, str]] = []

    def turn(self, text: str) -> None:
        """Plays a turn."""
        try:
            move = self._board.push(text)
        except ValueError as error:
            raise broken_turn(self._board, text, error) from error
        self._turns += 1
        self._all_turns += 1
        check_turns(self._all_turns)
        child = ChildNode(self._node, move)
        self._node.variations.append(child)
        self._node = child
        if self._begins:
            self._begins = False
            child.starting_comment = " ".join(self._before)
            self._before = []

    def say(self, text: str) -> None:
        """Takes a comment on the last turn, or on the first one of the variation that begins."""
        if self._begins:
            self._before.append(text)
        else:
            # Joined at the end: a comment may come in very many pieces.
            self._said.append((self._node, text))

    def glyph(self, digits: str) -> None:
        """Takes a numeric glyph."""
        number = checked_glyph(digits)
        if self._begins:
            msg = "a glyph before the first turn of a variation"
            raise RecordError(msg)
        self._node.nags.add(number)

    def open(self) -> None:
        """Begins a variation on the last turn."""
        if self._begins or not isinstance(self._node, ChildNode):
            msg = "a variation before any turn"
            raise RecordError(msg)
        check_depth(len(self._left) + 1)
        self._left.append(_Left(self._node, self._turns, self.line))
        self._board.pop()
        self._node = self._node.parent
        self._turns = 0
        self._begins = True

    def close(self) -> None:
        """Ends a variation."""
        if not self._left:
            msg = "a bracket closes that was not opened"
            raise RecordError(msg)
        if self._begins:
            msg = "a variation without a turn"
            raise RecordError(msg)
        for _ in range(self._turns):
            self._board.pop()
        self._node, self._turns, _ = self._left.pop()
        self._board.push(self._node.move)

    def finish(self, result: str) -> Game:
        """The game, which ends with this result (``*`` where there is none)."""
        if self._left:
            msg = "variation not closed"
            raise RecordError(msg, line=self._left[-1].at)
        headers = self._game.headers
        if headers["Result"] == "*":
            headers["Result"] = result
        elif result not in ("*", headers["Result"]):
            msg = f"result {result} contradicts the tag Result, {headers['Result']}"
            raise RecordError(msg)
        check_result(headers["Result"], self._board.outcome())
        comments: dict[int, tuple[GameNode, list[str]]] = {}
        for node, text in self._said:
            comments.setdefault(id(node), (node, []))[1].append(text)
        for node, texts in comments.values():
            node.comment = " ".join(texts)
        return self._game
