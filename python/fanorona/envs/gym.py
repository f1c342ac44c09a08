"""Fanorona for Gymnasium: one agent against an opponent, and many games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fanorona.batch import PLANES
from fanorona.envs.game import StepGame
from fanorona.envs.opponents import opponent_of
from fanorona.envs.rendering import RENDER_MODES, checked_render_mode, rendered
from fanorona.envs.vector import FanoronaVectorEnv
from fanorona.extras import of_extra

with of_extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fanorona._fanorona import Rules, Variant
    from fanorona.envs.opponents import OpponentSpec

__all__ = ["ID", "FanoronaEnv", "FanoronaVectorEnv"]

ID: Final = "fanorona/Fanorona-v0"
"""By this name ``gymnasium.make`` and ``gymnasium.make_vec`` know the environments, once this
module is imported.
"""


class FanoronaEnv(gymnasium.Env[Any, Any]):
    """One agent against an opponent, ``fanorona/Fanorona-v0``.

    An action is a single step or the end of the turn, numbered as in ``docs/formats.md``; the
    opponent plays once the agent's turn has ended, and the agent sees what comes after. An
    observation is uint8 (20, rows, columns), the planes of ``docs/formats.md`` from the agent's
    view. ``info["action_mask"]``, int8, has 1 where an action is legal; give it to
    ``action_space.sample``. The reward is 1 for a win, -1 for a loss, and else 0: draws by the
    rules terminate, ``max_turns`` truncates.

    ``reset`` takes as ``options`` a position string ``"fen"`` to start from and the agent's
    ``"side"``, 0 or 1. All chance follows from its seed. It gives no game that is over: where the
    opponent is first to play and ends it, as any turn does under ``max_turns=1``, it raises.

    Args:
        variant: the board, as a ``Variant`` or its name.
        rules: the rule set, as ``Rules`` or their text form; not one with ``capture=huff``, which
            knows whole turns only.
        opponent: ``"random"``, which plays any legal action; a player as ``fanorona match`` knows
            them, such as ``"level=3"``; or a callable that gets a board and returns a turn.
        side: what the agent plays: 0 White, 1 Black, None one or the other by chance.
        max_turns: the length in whole turns at which a game is truncated; None for no such length.
        illegal_reward: if None, an action that is not legal, or no whole number, raises
            ``ValueError`` and changes nothing; if a number, it ends the game with this reward.
        render_mode: ``"ansi"`` for text, ``"svg"`` for a picture as text, None.

    Raises:
        ValueError: if an argument is none of these, naming it.
        TypeError: if the opponent is neither a text nor a callable.

    Attributes:
        game: the game; its ``board`` can be looked at.
        side: as given.

    Versions:
        v0: the first.

    Example:
        >>> env = FanoronaEnv(variant="telo", opponent="level=1")
        >>> observation, info = env.reset(seed=1)
        >>> over = False
        >>> while not over:
        ...     action = env.action_space.sample(info["action_mask"])
        ...     observation, reward, terminated, truncated, info = env.step(action)
        ...     over = terminated or truncated
        >>> reward in {-1.0, 0.0, 1.0}
        True
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        *,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        opponent: OpponentSpec = "random",
        side: int | None = None,
        max_turns: int | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = StepGame(variant, rules, max_turns)
        self.side = _checked_side(side)
        self.render_mode = checked_render_mode(render_mode)
        self._opponent = opponent_of(opponent)
        self._illegal_reward = illegal_reward
        self._player = self.side or 0
        self._over = True
        board = self.game.variant
        self.observation_space = spaces.Box(0, 255, (PLANES, board.rows, board.cols), np.uint8)
        self.action_space = spaces.Discrete(board.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a new game; the opponent plays first where its turn is first.

        Raises:
            ValueError: if an option is none of those described above, the opponent plays what is
                not legal, or the game is over before the agent is to act. In the last two cases
                there is no game to go on with.
        """
        super().reset(seed=seed)
        options = options or {}
        side = _checked_side(options.get("side", self.side))
        self.game.reset(options.get("fen"))
        self._player = int(self.np_random.integers(2)) if side is None else side
        self._opponent.new_game(int(self.np_random.integers(2**31)))
        self._over = True
        self._answer()
        game = self.game
        if game.over:
            start, longest = game.board.start_fen, game.max_turns
            cause = f"fen {start!r}" if game.terminated else f"max_turns {longest}"
            msg = f"{cause}: the opponent ends the game before the agent is to act"
            raise ValueError(msg)
        self._over = False
        return self._seen()

    def _answer(self) -> None:
        """The opponent plays until the agent is to act."""
        while not self.game.over and self.game.player != self._player:
            self._opponent.act(self.game)

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        info = {"action_mask": self.game.mask(), "side": self._player}
        return self.game.observation(self._player), info

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:  # noqa: ANN401  # Gymnasium's
        """Plays the agent's action, and the opponent's answer once the turn has ended.

        Raises:
            ValueError: if the action is not legal and ``illegal_reward`` is None, or the opponent
                plays what is not legal.
            gymnasium.error.ResetNeeded: if the game is over.
        """
        if self._over:
            msg = "the game is over: call reset first"
            raise gymnasium.error.ResetNeeded(msg)
        try:
            self.game.step(action)
        except ValueError:
            if self._illegal_reward is None:
                raise
            self._over = True
            observation, info = self._seen()
            return observation, self._illegal_reward, True, False, info
        self._answer()
        self._over = self.game.over
        observation, info = self._seen()
        reward = self.game.rewards[self._player]
        return observation, reward, self.game.terminated, self.game.truncated, info

    def render(self) -> Any:  # noqa: ANN401  # Gymnasium's
        """The position as text or as a picture; None without a render mode."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Ends the opponent's engine, if it is one."""
        self._opponent.close()


def _checked_side(side: object) -> int | None:
    if side is None or (isinstance(side, int) and side in {0, 1}):
        return side
    msg = f"side {side!r}: expected 0 (White), 1 (Black) or None"
    raise ValueError(msg)


gymnasium.register(
    ID,
    entry_point="fanorona.envs.gym:FanoronaEnv",
    vector_entry_point="fanorona.envs.vector:FanoronaVectorEnv",
)
