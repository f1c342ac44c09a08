"""A game in progress: history, draw rules, taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona._fanorona import Game, Move, Position, Rules, Step, Variant
from fanorona.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona.enums import Color


class LegalMoves:
    """The legal turns of a board at one moment: sized, iterable, indexed, and searched unlisted.

    Later changes of the board do not show in it.

    Example:
        >>> moves = Board().legal_moves
        >>> len(moves), Move("d3-e3A") in moves, Move("a1-a2") in moves
        (5, True, False)
    """

    __slots__ = ("_moves", "_position")

    def __init__(self, position: Position | None) -> None:
        # A value, unlike the board; none where the game is over, whatever the position allows.
        self._position = position
        self._moves: list[Move] | None = None

    def _list(self) -> list[Move]:
        if self._moves is None:
            self._moves = [] if self._position is None else self._position.legal_moves()
        return self._moves

    def __len__(self) -> int:
        return len(self._list())

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __getitem__(self, index: int) -> Move:
        return self._list()[index]

    def __contains__(self, move: object) -> bool:
        position = self._position
        return position is not None and isinstance(move, Move) and position.is_legal(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return self._list() == other._list()

    def __hash__(self) -> int:
        return hash(tuple(self._list()))

    def __reduce__(self) -> tuple[type[LegalMoves], tuple[Position | None]]:
        return LegalMoves, (self._position,)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(sorted(map(str, self._list())))}>"


class Board:
    """A game in progress: history, draw rules, undo.

    Args:
        variant: the board, as a ``Variant`` or its name; not to be given beside ``fen``.
        rules: the rule set, as ``Rules`` or their text form.
        fen: a position string to start from in place of the rules' start.

    Raises:
        ValueError: if ``variant`` or ``rules`` is none, ``fen`` is no position
            (``InvalidPositionError``), or ``variant`` contradicts ``fen``.

    Attributes:
        start_fen: the position string that the game started from.
        core: the game in Rust on which the board stands; for this package's own use.

    Two boards are equal if they have the same position, counters, turns and end. A board changes,
    so it has no hash.

    Example:
        >>> board = Board()
        >>> board.push("d3-e3A")
        Move('d3-e3A')
        >>> board.turn, len(board.legal_moves), board.outcome()
        (<Color.BLACK: 'b'>, 4, None)
        >>> board.pop()
        Move('d3-e3A')
    """

    __slots__ = ("core", "start_fen")
    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __init__(
        self,
        variant: Variant | str | None = None,
        rules: Rules | str = "standard",
        *,
        fen: str | None = None,
    ) -> None:
        self.core = Game(variant, rules, fen=fen)
        self.start_fen = self.core.fen()

    @classmethod
    def from_core(cls, core: Game, start: str) -> Board:
        """A board on a game of the Rust core that began at ``start``; for this package's use."""
        board = cls.__new__(cls)
        board.core = core
        board.start_fen = start
        return board

    @property
    def position(self) -> Position:
        """The current position."""
        return self.core.position

    @property
    def variant(self) -> Variant:
        """The board."""
        return self.core.position.variant

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.core.position.rules

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.core.position.turn

    def fen(self) -> str:
        """The position string with the game's counters."""
        return self.core.fen()

    @property
    def quiet_turns(self) -> int:
        """Consecutive turns without a capture; 0 in mid-chain."""
        return self.core.quiet_turns

    @property
    def turn_number(self) -> int:
        """The number of the turn pair, from 1; it goes up after Black."""
        return self.core.number

    def repetitions(self) -> int:
        """How often the current position has occurred, itself included; 0 in mid-chain."""
        return self.core.repetitions()

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal turns; none in a finished game."""
        return LegalMoves(None if self.is_game_over() else self.position)

    @property
    def legal_steps(self) -> list[Step]:
        """The legal steps; none in a finished game.

        Raises:
            IllegalMoveError: under huff rules, which are not offered step by step.
        """
        return self.core.legal_steps()

    @property
    def move_stack(self) -> list[Move]:
        """The whole turns played so far, oldest first."""
        return self.core.turns()

    def parse_move(self, text: str) -> Move:
        """Reads move text as a legal turn; case and letters may be missing where one turn matches.

        Raises:
            InvalidMoveError: if the text is no move text.
            IllegalMoveError: if no legal turn matches, or the game is over.
            AmbiguousMoveError: if several match.
        """
        return self.core.parse_move(text)

    def push(self, move: Move | str) -> Move:
        """Plays a whole turn, given as a ``Move`` or as text, and returns it.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``parse_move``; the board is
                as before then.
        """
        return self.core.push(move)

    def pop(self) -> Move | None:
        """Takes back the last turn, or the chain in progress, or a declared end.

        Returns:
            What was taken back; None where it was a declaration.

        Raises:
            IndexError: if there is nothing to take back.
        """
        return self.core.pop()

    def peek(self) -> Move:
        """The last whole turn.

        Raises:
            IndexError: if none has been played.
        """
        turns = self.core.turns()
        if not turns:
            msg = "no turn has been played"
            raise IndexError(msg)
        return turns[-1]

    def push_step(self, step: Step) -> None:
        """Plays a single step; the turn ends by itself where the stone cannot go on.

        Raises:
            IllegalMoveError: if the step is not legal, or the game is over.
        """
        self.core.push_step(step)

    def pop_step(self) -> Step | None:
        """Takes back the last step, the decision to stop a chain, or a declared end.

        A turn that ended by itself is entered again.

        Returns:
            The step; None where it was the end of a turn or a declaration.

        Raises:
            IndexError: if there is nothing to take back.
            IllegalMoveError: under huff rules, which are not offered step by step.
        """
        return self.core.pop_step()

    def end_turn(self) -> None:
        """Stops the chain in progress.

        Raises:
            IllegalMoveError: if there is no chain, it must go on, or the game is over.
        """
        self.core.end_turn()

    def outcome(self) -> Outcome | None:
        """How the game ended, None where it goes on.

        Example:
            >>> Board(fen="9/9/9/bb7/wb7 w").outcome()
            Outcome(winner=<Color.BLACK: 'b'>, termination=<Termination.BLOCKED: 'blocked'>)
        """
        end = self.core.outcome()
        return None if end is None else Outcome(*end)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.core.outcome() is not None

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``; ``*`` where the game goes on."""
        end = self.outcome()
        return "*" if end is None else end.result()

    def agree_draw(self) -> None:
        """Ends the game as a draw by agreement.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self.core.agree_draw()

    def resign(self, color: Color) -> None:
        """Ends the game: this side gives up, the other wins.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self.core.resign(color)

    def flag(self, color: Color) -> None:
        """Ends the game: this side's time has run out, the other wins.

        Raises:
            IllegalMoveError: if the game is over.
        """
        self.core.flag(color)

    def copy(self) -> Board:
        """An independent copy, history included."""
        return self.from_core(self.core.copy(), self.start_fen)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self.copy()

    def _state(self) -> tuple[str, Rules, str, list[Move], Outcome | None]:
        return (self.start_fen, self.rules, self.fen(), self.move_stack, self.outcome())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._state() == other._state()

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from fanorona.svg import inline  # noqa: PLC0415  # programs that play mostly draw nothing

        return inline(self)

    def __repr__(self) -> str:
        return f"Board(fen='{self.fen()}', rules='{self.rules}')"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        chain = self.position.chain
        return _rebuild, (
            self.start_fen,
            str(self.rules),
            [str(move) for move in self.move_stack],
            None if chain is None else list(chain.steps),
            self.outcome(),
        )


def _rebuild(
    start: str,
    rules: str,
    moves: list[str],
    steps: list[Step] | None,
    outcome: Outcome | None,
) -> Board:
    """The board that ``Board.__reduce__`` took apart."""
    board = Board(rules=rules, fen=start)
    for move in moves:
        board.push(move)
    done = board.position.chain
    for step in (steps or [])[len(done.steps) if done else 0 :]:
        board.push_step(step)
    if outcome is not None and board.outcome() is None:
        match outcome.termination.name:
            case "AGREEMENT":
                board.agree_draw()
            case "RESIGNATION" if outcome.winner is not None:
                board.resign(outcome.winner.other)
            case "TIMEOUT" if outcome.winner is not None:
                board.flag(outcome.winner.other)
    return board
