"""The parts of a turn: its steps, and before them the removal under huff rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona import Color, IllegalMoveError, Kind, Move, Position, Rules, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona import Board, Variant

_ANY_STEP: Final = Rules.parse("standard;capture=optional;repetition=none")
"""Rules under which each step of any rule set's turn is legal after the steps before it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a turn.

    Attributes:
        text: how it is written: a turn of this part alone.
        origin: the point of the stone that moves; None for a removal.
        destination: where it goes, or the point of the stone that is removed.
        kind: ``paika``, ``approach``, ``withdrawal`` or ``removal``.
        captured: the stones that fall, one bit a point.
    """

    text: str
    origin: int | None
    destination: int
    kind: str
    captured: int


def parts_of(position: Position, move: Move) -> list[Part]:
    """The parts of a turn in the position before it, or of the rest of a chain in progress.

    Example:
        >>> position = Position("telo")
        >>> [(part.text, part.captured) for part in parts_of(position, position.parse_move("b1b2"))]
        [('b1-b2A', 128)]
    """
    return [part for part, _ in _walk(position, move)]


def stones_after(position: Position, move: Move) -> tuple[int, int]:
    """White's and Black's stones after some parts of a turn."""
    white, black = position.white, position.black
    for part, after in _walk(position, move):
        if after is None:
            white, black = white & ~part.captured, black & ~part.captured
        else:
            white, black = after.white, after.black
    return white, black


def _walk(position: Position, move: Move) -> Iterator[tuple[Part, Position | None]]:
    """The parts of a turn, each step with the position after it."""
    white, black = position.white, position.black
    if move.removed is not None:
        bit = 1 << move.removed
        name = position.variant.point_name(move.removed)
        yield Part(f"x{name}", None, move.removed, "removal", bit), None
        white, black = white & ~bit, black & ~bit
    done = 0 if position.chain is None else len(position.chain.steps)
    stones = Position.from_stones(
        white, black, turn=position.turn, variant=position.variant, rules=_ANY_STEP
    )
    for step in move.steps[done:]:
        part, stones = _step(stones, step, position.turn)
        yield part, stones


def _step(position: Position, step: Step, mover: Color) -> tuple[Part, Position]:
    after = position.play_step(step)
    if mover is Color.WHITE:
        captured = position.black & ~after.black
    else:
        captured = position.white & ~after.white
    kind = step.kind.name.lower()
    text = step_text(position.variant, step)
    return Part(text, step.origin, step.destination, kind, captured), after


def step_text(variant: Variant, step: Step) -> str:
    """A step as a turn of its own is written."""
    name = variant.point_name
    letter = "" if step.kind is Kind.PAIKA else step.kind.name[0]
    return f"{name(step.origin)}-{name(step.destination)}{letter}"


class Staging:
    """The turn that is being made on a board, offered part by part.

    Huffing is played by whole turns, so under huff rules the parts are kept here until they make a
    turn; under all others the board takes the steps itself.

    Args:
        board: the board, which is played on.

    Attributes:
        played: the turn that the parts made, once it has ended; None before.

    Example:
        >>> from fanorona import Board
        >>> staging = Staging(Board("telo"))
        >>> [part.text for part in staging.offers()]
        ['a1-b2A', 'b1-b2A', 'c1-b2A', 'c2-b2A']
        >>> staging.add("b1-b2A")
        >>> str(staging.played), staging.board.turn
        ('b1-b2A', <Color.BLACK: 'b'>)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.played: Move | None = None
        self._whole = board.rules.capture == "huff"
        self._parts: list[str] = []
        self._steps: list[Part] = []

    def offers(self) -> list[Part]:
        """The parts that may come next; none in a finished game."""
        position = self.board.position
        if not self._whole:
            return [_step(position, step, position.turn)[0] for step in self.board.legal_steps]
        offers = {}
        for move in self._candidates():
            texts = _texts(move)
            if len(texts) > len(self._parts) and (text := texts[len(self._parts)]) not in offers:
                offers[text] = parts_of(position, move)[len(self._parts)]
        return list(offers.values())

    @property
    def can_stop(self) -> bool:
        """Whether the turn may end here."""
        return self.board.position.can_end_turn or (bool(self._parts) and self._turn() is not None)

    @property
    def searchable(self) -> bool:
        """Whether the board holds the parts so far, so that an engine can go on from there."""
        return not self._parts

    @property
    def parts(self) -> list[Part]:
        """The parts so far."""
        if self._whole and self._parts:
            return parts_of(self.board.position, self._candidates()[0])[: len(self._parts)]
        return self._steps

    @property
    def in_chain(self) -> bool:
        """Whether a stone is on its way, so that no other can be chosen."""
        if self._whole:
            return any(part.origin is not None for part in self.parts)
        return self.board.position.chain is not None

    def stones(self) -> tuple[int, int]:
        """White's and Black's stones after the parts so far."""
        position = self.board.position
        if not self._parts:
            return position.white, position.black
        move = self._candidates()[0]
        removed, steps = move.removed, move.steps[: len(self._parts) - (move.removed is not None)]
        if not steps:
            fallen = 0 if removed is None else 1 << removed
            return position.white & ~fallen, position.black & ~fallen
        return stones_after(position, Move.from_steps(steps, position.variant, removed=removed))

    def add(self, text: str) -> None:
        """Plays a part; the turn ends by itself where nothing can follow.

        Raises:
            IllegalMoveError: if the part is none of the offers.
        """
        if self._whole:
            self._parts.append(text)
            if not self._candidates():
                self._parts.pop()
                raise self._illegal(text)
            if not self.offers():
                self.stop()
            return
        position = self.board.position
        for step in self.board.legal_steps:
            if step_text(position.variant, step) == text:
                self.board.push_step(step)
                self._steps.append(_step(position, step, position.turn)[0])
                if self.board.position.chain is None:
                    self._end(self.board.peek())
                return
        raise self._illegal(text)

    def stop(self) -> None:
        """Ends the turn.

        Raises:
            IllegalMoveError: if no turn is in progress, or it must go on.
        """
        if not self._whole:
            self.board.end_turn()
            self._end(self.board.peek())
            return
        turn = self._turn()
        if turn is None:
            msg = "the turn cannot end here"
            raise IllegalMoveError(msg)
        self._end(self.board.push(turn))

    def _end(self, turn: Move) -> None:
        self.played = turn
        self._parts, self._steps = [], []

    def _turn(self) -> Move | None:
        """The turn that the parts make, if they make one."""
        for move in self._candidates():
            if _texts(move) == self._parts:
                return move
        return None

    def _candidates(self) -> list[Move]:
        """The turns that begin with the parts."""
        count = len(self._parts)
        return [move for move in self.board.legal_moves if _texts(move)[:count] == self._parts]

    def _illegal(self, text: str) -> IllegalMoveError:
        return IllegalMoveError(f"part {text!r} is not legal in {self.board.fen()}")


def _texts(move: Move) -> list[str]:
    """The parts of a whole turn as they are written."""
    name = move.variant.point_name
    texts = [] if move.removed is None else [f"x{name(move.removed)}"]
    return texts + [step_text(move.variant, step) for step in move.steps]
