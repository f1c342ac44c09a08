"""A game between people and the engine, as long as it is on somebody's table."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona.board import Board
from fanorona.engine import Engine, Limit
from fanorona.enums import Color
from fanorona.errors import IllegalMoveError, RecordError
from fanorona.files import check_regular, write_whole_text
from fanorona.record import Game, read_game

if TYPE_CHECKING:
    from fanorona._fanorona import Move
    from fanorona.engine import Info, PlayResult

LONGEST_ENGINE_GAME: Final = 1000
"""Turns after which the engine stops playing against itself; only rule sets without a draw rule
let a game go on so long."""
HINT_SECONDS: Final = 1.0
"""How long the engine thinks about a hint."""


@dataclass
class Session:
    """A game between people and the engine.

    Attributes:
        board: the game.
        people: the sides that people play.
        limit: the engine's limit for a turn.
        engine: plays the other side.
        adviser: gives hints; of its own, so that a level stays as weak after one as before.

    Example:
        >>> session = Session(Board("telo"), {Color.WHITE}, Limit(depth=4))
        >>> session.play("c1-b2A")
        Move('c1-b2A', 'telo')
        >>> session.answer().move in session.board.move_stack
        True
        >>> session.undo()
        >>> session.board.move_stack
        []
    """

    board: Board
    people: set[Color]
    limit: Limit
    engine: Engine = field(default_factory=lambda: Engine(hash_mb=64))
    adviser: Engine = field(default_factory=lambda: Engine(hash_mb=64))

    @property
    def waits_for_people(self) -> bool:
        """Whether a person is to move."""
        return self.board.turn in self.people and not self.board.is_game_over()

    def play(self, move: Move | str) -> Move:
        """Plays a person's turn.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``Board.push``.
        """
        return self.board.push(move)

    def numbered(self) -> list[Move]:
        """The legal turns in the order in which they are numbered from 1."""
        return sorted(self.board.legal_moves, key=str)

    def resembling(self, text: str) -> list[tuple[int, Move]]:
        """The numbered turns that lead over the points of a text, whatever they capture."""
        points = re.findall(r"[a-i][1-5]", text.lower())
        return [
            (number, move)
            for number, move in enumerate(self.numbered(), 1)
            if re.findall(r"[a-i][1-5]", str(move)) == points
        ]

    def think(self) -> PlayResult:
        """What the engine would play for the side to move, within its limit.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self._check_goes_on()
        return self.engine.play(self.board, self.limit)

    def answer(self) -> PlayResult:
        """Lets the engine play a turn for the side to move.

        Raises:
            IllegalMoveError: if the game is over.
        """
        result = self.think()
        if result.move is not None:
            self.board.push(result.move)
        return result

    def hint(self) -> PlayResult:
        """What the engine would play here at full strength.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self._check_goes_on()
        return self.adviser.play(self.board, Limit(time=HINT_SECONDS))

    def analyse(self, time: float, lines: int = 3) -> list[Info]:
        """The best turns here, best first.

        Raises:
            IllegalMoveError: if the game is over.
            ValueError: if ``time`` is not positive.
        """
        self._check_goes_on()
        return self.adviser.analyse(self.board, Limit(time=time), multipv=lines)

    def undo(self) -> None:
        """Takes back a declared end, or else to where a person was to move last.

        Raises:
            IndexError: if there is nothing to take back.
        """
        if self.board.pop() is None:
            return
        while self.board.turn not in self.people and self.board.move_stack:
            self.board.pop()

    def agrees_to_draw(self) -> bool:
        """Whether the engine would take a draw: where it does not see itself ahead.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self._check_goes_on()
        score = self.adviser.analyse(self.board, Limit(time=HINT_SECONDS)).score
        # Scores are from the view of the side to move, which made the offer.
        return score.loss_in is None and (score.estimate or 0) >= 0

    def new_game(self) -> None:
        """Begins again from the same start."""
        self._begin(Board(fen=self.board.start_fen, rules=self.board.rules))

    def set_level(self, level: int) -> None:
        """Changes the engine's strength.

        Raises:
            ValueError: if there is no such level.
        """
        self.limit = replace(self.limit, level=level)

    def record(self) -> Game:
        """The game so far as a record.

        Raises:
            ValueError: if a chain is in progress that was not there at the start.
        """
        return Game.from_board(self.board, self._players())

    def final_record(self) -> Game:
        """The game as a record for those who leave it: a chain in progress is not in it.

        Example:
            >>> board = Board(fen="3b5/9/2w1b4/9/9 w")
            >>> board.push_step(board.legal_steps[0])
            >>> board.resign(Color.WHITE)
            >>> Session(board, {Color.WHITE}, Limit(depth=4)).final_record().headers["Result"]
            '0-1'
        """
        board = Board(fen=self.board.start_fen, rules=self.board.rules)
        for move in self.board.move_stack:
            board.push(move)
        headers = self._players()
        outcome = self.board.outcome()
        if outcome is not None:
            headers |= {"Result": outcome.result(), "Termination": outcome.termination.value}
        return Game.from_board(board, headers)

    def _players(self) -> dict[str, str]:
        """The tag pairs that name the players."""
        names = {color: "Player" if color in self.people else "fanorona engine" for color in Color}
        return {"White": names[Color.WHITE], "Black": names[Color.BLACK]}

    def save(self, name: str) -> None:
        """Writes the record into a file, in one piece.

        Raises:
            OSError: if the file cannot be written.
            ValueError: as ``record``.
        """
        write_whole_text(_path(name), self.record().to_text())

    def load(self, name: str) -> None:
        """Goes on with the first game of a record.

        Raises:
            OSError: if the file cannot be read, or is something else than a file, such as a pipe.
            RecordError: if there is no game in it, or a broken one; the game here goes on then.
        """
        path = _path(name)
        check_regular(path)
        with path.open(encoding="utf-8", errors="surrogateescape") as stream:
            game = read_game(stream)
        if game is None:
            msg = f"no game in {name}"
            raise RecordError(msg)
        self._begin(game.to_board())

    def _begin(self, board: Board) -> None:
        self.board = board
        self.engine.new_game()
        self.adviser.new_game()

    def _check_goes_on(self) -> None:
        if self.board.is_game_over():
            msg = "the game is over"
            raise IllegalMoveError(msg)


def _path(name: str) -> Path:
    """The file with this name, which may begin with that of somebody's folder.

    Raises:
        OSError: if there is no such person.
    """
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "nobody has a folder of this name", name) from None
