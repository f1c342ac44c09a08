"""Players of a match at work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona._fanorona import Move
    from fanorona.board import Board
    from fanorona.engine import Engine, Limit, Score, UgiEngine

    Choose: TypeAlias = Callable[[Board], Move]


class Bot(Protocol):
    """What a bot written in Python is: a class without arguments, of which each player has one.

    It may have ``new_game(seed)`` as well, called before each game: whatever chance it uses should
    follow from the seed, so that games can be played again.

    Example:
        >>> import random
        >>> class Anything:
        ...     def new_game(self, seed):
        ...         self.chance = random.Random(seed)
        ...
        ...     def choose(self, board):
        ...         return self.chance.choice(list(board.legal_moves))
    """

    def choose(self, board: Board) -> Move:
        """The turn to play.

        Args:
            board: the game, which the bot may do with as it likes.
        """


class Player(Protocol):
    """A player at work; it plays one game at a time."""

    def choose(self, board: Board) -> tuple[Move | None, Score | None]:
        """The turn to play, and what the position is worth to the mover if the player tells."""

    def new_game(self, seed: int) -> None:
        """Forgets earlier games, so that the order of games does not show.

        Args:
            seed: what all chance in the coming game is to follow from; from 0 to 2**31 - 1.
        """

    def close(self) -> None:
        """Ends what the player has started."""


@dataclass(slots=True)
class BuiltInPlayer:
    """The built-in engine with a limit for each turn.

    Attributes:
        engine: the engine.
        limit: when it ends its search.
        with_seed: gives a new engine with the same settings and a seed.
    """

    engine: Engine
    limit: Limit
    with_seed: Callable[[int], Engine]

    def choose(self, board: Board) -> tuple[Move | None, Score | None]:
        """The engine's turn and score."""
        result = self.engine.play(board, self.limit)
        return result.move, result.info.score

    def new_game(self, seed: int) -> None:
        """Forgets earlier games; the choices of a level follow from the seed."""
        if self.limit.level is None:
            self.engine.new_game()
        else:
            self.engine = self.with_seed(seed)

    def close(self) -> None:
        """Ends the engine."""
        self.engine.close()


@dataclass(slots=True)
class UgiPlayer:
    """An engine behind a command.

    Attributes:
        engine: the engine.
        limit: what it is told for each turn.
    """

    engine: UgiEngine
    limit: Limit

    def choose(self, board: Board) -> tuple[Move | None, Score | None]:
        """The engine's turn and score."""
        result = self.engine.play(board, self.limit)
        return result.move, result.info.score

    def new_game(self, seed: int) -> None:
        """Forgets earlier games; an option Seed is set if there is one."""
        self.engine.new_game()
        for name in self.engine.options:
            if name.lower() == "seed":
                self.engine.set_option(name, seed)

    def close(self) -> None:
        """Ends the engine."""
        self.engine.close()


@dataclass(slots=True)
class FunctionPlayer:
    """A bot or a function in Python.

    Attributes:
        function: gets a board of its own each time and chooses a turn.
        prepare: is told the seed of each game, if there is anything to tell it.
    """

    function: Choose
    prepare: Callable[[int], object] | None = None

    def choose(self, board: Board) -> tuple[Move | None, Score | None]:
        """The callable's turn; it tells no score."""
        return self.function(board.copy()), None

    def new_game(self, seed: int) -> None:
        """Tells a bot of the game, if it wants to know."""
        if self.prepare is not None:
            self.prepare(seed)

    def close(self) -> None:
        """Nothing."""
