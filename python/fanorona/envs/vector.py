"""Many games at once for Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fanorona.batch import PLANES, BatchEnv
from fanorona.extras import of_extra

with of_extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fanorona._fanorona import Rules, Variant
    from fanorona.batch import Autoreset


class FanoronaVectorEnv(VectorEnv[Any, Any, Any]):
    """Games that one policy plays on both sides, over ``BatchEnv``; ``fanorona/Fanorona-v0``.

    Actions and observations are those of ``FanoronaEnv``, but an observation is from the view of
    the player to act, who may be the one who acted before. A reward is what the step paid to the
    player who acted: 1 for a win, -1 for a loss (where a player is left without a turn by its own
    step, as by ``at_limit=majority``), else 0. The infos have ``agents``, who is to act (0 White,
    1 Black); ``action_mask``, int8 (n, actions), 1 where an action is legal; and ``rewards``,
    float32 (n, 2), what the step paid to White and Black.

    ``reset`` takes one seed for all games, from which ``sample`` draws, and as
    ``options={"reset_mask": ...}`` which games are to begin anew.

    Args:
        num_envs: the number of games.
        variant: as of ``BatchEnv``.
        rules: as of ``BatchEnv``.
        threads: as of ``BatchEnv``.
        autoreset: as of ``BatchEnv``. Under ``"same_step"`` the infos have ``final_obs``, for each
            game that ended its last observation.
        max_turns: as of ``BatchEnv``.

    Raises:
        ValueError: if an argument is out of its range, naming it.

    Attributes:
        batch: the batch; its arrays are written in by ``step``, results are copies.

    Versions:
        v0: the first.

    Example:
        >>> env = FanoronaVectorEnv(8, variant="telo")
        >>> observations, infos = env.reset(seed=1)
        >>> observations, rewards, terminated, truncated, infos = env.step(env.sample())
        >>> observations.shape, rewards.shape, infos["action_mask"].shape
        ((8, 20, 3, 3), (8,), (8, 217))
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        num_envs: int = 1,
        *,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        threads: int = 1,
        autoreset: Autoreset = "next_step",
        max_turns: int | None = None,
    ) -> None:
        self.batch = BatchEnv(
            num_envs,
            variant=variant,
            rules=rules,
            threads=threads,
            autoreset=autoreset,
            max_turns=max_turns,
            copy=True,
        )
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode[autoreset.upper()]}
        board = self.batch.variant
        self.single_observation_space = spaces.Box(
            0, 255, (PLANES, board.rows, board.cols), np.uint8
        )
        self.single_action_space = spaces.Discrete(board.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins anew in all games, or in those of ``options["reset_mask"]``.

        Raises:
            ValueError: if the seed is a list, or the mask no truth value for each game.
        """
        if isinstance(seed, list):
            msg = "seed: expected one for all games, not a list"
            raise ValueError(msg)  # noqa: TRY004  # every other wrong seed is a ValueError
        super().reset(seed=seed)
        seen, info = self.batch.reset(seed=seed, mask=(options or {}).get("reset_mask"))
        info.pop("final_obs", None)  # nothing has ended
        return _wanted(seen), self._infos(info)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Plays an action in each game.

        Raises:
            ValueError: as of ``BatchEnv.step``; no game is changed then.
        """
        actors = self.batch.agents.copy()
        seen, paid, terminated, truncated, info = self.batch.step(actions)
        rewards = paid[np.arange(self.num_envs), actors]
        last = info.pop("final_obs", None)
        infos = self._infos({"rewards": paid, **info})
        if last is not None:
            ended = terminated | truncated
            final = np.empty(self.num_envs, object)
            for game, observation in zip(np.flatnonzero(ended), last, strict=True):
                final[game] = observation
            infos.update(final_obs=final, _final_obs=ended)
        return _wanted(seen), rewards, terminated, truncated, infos

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, 0 where it is over."""
        return self.batch.sample()

    def _infos(self, infos: dict[str, Any]) -> dict[str, Any]:
        """The infos, and for each that every game has one, as Gymnasium's vectors say it."""
        everyone = np.ones(self.num_envs, np.bool_)
        return infos | {f"_{key}": everyone for key in infos}


def _wanted(observations: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """The observations of a batch that was asked to write some."""
    assert observations is not None  # noqa: S101  # for the type alone
    return observations
