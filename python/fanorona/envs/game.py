"""One game played by action numbers, on which the environments stand."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Final

from fanorona._fanorona import Rules, Variant
from fanorona.batch import MOST_TURNS, PLANES
from fanorona.board import Board
from fanorona.enums import Color
from fanorona.errors import IllegalMoveError
from fanorona.extras import of_extra

with of_extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLORS: Final = (Color.WHITE, Color.BLACK)
"""The colours by the number of their player."""


class StepGame:
    """A game of which single steps are played by their numbers.

    Args:
        variant: the board, as a ``Variant`` or its name.
        rules: the rule set, as ``Rules`` or their text form; not one with ``capture=huff``.
        max_turns: the length in whole turns at which the game is truncated; None for no such
            length.

    Raises:
        ValueError: if an argument is none of these, naming it.

    Attributes:
        variant: the board.
        rules: the rule set.
        max_turns: as given.
        board: the game so far. Who changes it by other means than ``step`` calls ``refresh``.
        actions: the legal actions, in increasing order; none in a game that is over.
        rewards: what the end paid to White and Black: 1 and -1 for a win and a loss, else 0.
        terminated: whether the game ended by the rules.
        truncated: whether it reached ``max_turns``.

    Example:
        >>> game = StepGame("telo")
        >>> game.step(game.actions[0])
        >>> game.player, game.terminated
        (1, False)
    """

    def __init__(
        self,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        max_turns: int | None = None,
    ) -> None:
        self.variant = variant if isinstance(variant, Variant) else Variant.parse(variant)
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)
        if self.rules.capture == "huff":
            msg = f"rules {self.rules}: capture=huff is not offered step by step"
            raise ValueError(msg)
        if max_turns is not None and not 1 <= index(max_turns) <= MOST_TURNS:
            msg = f"max_turns {max_turns}: expected 1 to {MOST_TURNS}"
            raise ValueError(msg)
        self.max_turns = max_turns
        self.reset()

    def reset(self, fen: str | None = None) -> None:
        """Begins anew, from a position string if there is one.

        Raises:
            ValueError: if it is no position of this board (``InvalidPositionError``), or the game
                is over in it.
        """
        board = Board(self.variant, self.rules, fen=fen)
        if board.is_game_over():
            msg = f"fen {fen!r}: the game is over"
            raise ValueError(msg)
        self.board = board
        self.refresh()

    def refresh(self) -> None:
        """Takes notice of what was done on the board."""
        core = self.board.core
        self.rewards = (0.0, 0.0)
        end = core.outcome()
        self.terminated = end is not None
        if end is not None and end[0] is not None:
            self.rewards = (1.0, -1.0) if end[0] is Color.WHITE else (-1.0, 1.0)
        position = core.position
        self.player = COLORS.index(position.turn)
        self.truncated = (
            not self.terminated
            and self.max_turns is not None
            and len(core) >= self.max_turns
            and position.chain is None
        )
        self.actions: list[int] = [] if self.truncated else core.actions()

    @property
    def over(self) -> bool:
        """Whether the game has ended or was broken off."""
        return self.terminated or self.truncated

    def step(self, action: object) -> None:
        """Plays an action.

        Raises:
            ValueError: if it is no whole number, or not legal (``IllegalMoveError``); nothing is
                changed then.
        """
        number = whole(action)
        if number not in self.actions:
            msg = f"action {number} is not legal"
            raise IllegalMoveError(msg)
        self.board.core.push_action(number)
        self.refresh()

    def observation(self, player: int) -> NDArray[np.uint8]:
        """What a player sees: (20, rows, columns)."""
        planes = np.frombuffer(self.board.core.observation(COLORS[player]), np.uint8)
        return planes.reshape(PLANES, self.variant.rows, self.variant.cols)

    def mask(self) -> NDArray[np.int8]:
        """For each action 1 where it is legal, else 0."""
        mask = np.zeros(self.variant.action_count, np.int8)
        mask[self.actions] = 1
        return mask


def whole(action: object) -> int:
    """A number given as any kind of integer.

    Raises:
        ValueError: if it is something else.
    """
    try:
        return index(action)  # type: ignore[arg-type]  # what is none is told by the error
    except TypeError:
        msg = f"action {action!r}: expected a whole number"
        raise ValueError(msg) from None
