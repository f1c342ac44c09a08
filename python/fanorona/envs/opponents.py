"""Opponents of a single agent."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from fanorona.arena.players import FunctionPlayer
from fanorona.arena.specifications import parse_player

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona._fanorona import Move
    from fanorona.arena.players import Player
    from fanorona.board import Board
    from fanorona.envs.game import StepGame

    OpponentSpec: TypeAlias = str | Callable[[Board], Move]


class Opponent(Protocol):
    """Someone to play against."""

    def new_game(self, seed: int) -> None:
        """A new game begins, all chance in which follows from the seed."""

    def act(self, game: StepGame) -> None:
        """Plays a step or a whole turn.

        Raises:
            ValueError: if what it plays is not legal.
        """

    def close(self) -> None:
        """Ends what the opponent has started."""


class RandomOpponent:
    """Plays any legal action, each as likely as any other."""

    def __init__(self) -> None:
        self._random = random.Random()

    def new_game(self, seed: int) -> None:
        """What is chosen from now on follows from the seed."""
        self._random.seed(seed)

    def act(self, game: StepGame) -> None:
        """Plays a step."""
        game.step(self._random.choice(game.actions))

    def close(self) -> None:
        """Nothing."""


class TurnOpponent:
    """Plays whole turns, as players of matches do.

    Args:
        player: chooses the turns.
    """

    def __init__(self, player: Player) -> None:
        self.player = player

    def new_game(self, seed: int) -> None:
        """Forgets earlier games."""
        self.player.new_game(seed)

    def act(self, game: StepGame) -> None:
        """Plays a turn.

        Raises:
            ValueError: if the player chooses none that is legal.
        """
        turn, _ = self.player.choose(game.board)
        if turn is None:
            msg = "the opponent chose no turn"
            raise ValueError(msg)
        game.board.push(turn)
        game.refresh()

    def close(self) -> None:
        """Ends the player."""
        self.player.close()


def opponent_of(spec: object) -> Opponent:
    """The opponent that was asked for.

    Raises:
        ValueError: if the text names no player.
        TypeError: if it is neither a text nor a callable.
    """
    if spec == "random":
        return RandomOpponent()
    if isinstance(spec, str):
        return TurnOpponent(parse_player(spec).open())
    if not callable(spec):
        msg = f"opponent: expected a text or a callable, not {type(spec).__name__}"
        raise TypeError(msg)
    return TurnOpponent(FunctionPlayer(cast("Callable[[Board], Move]", spec)))
