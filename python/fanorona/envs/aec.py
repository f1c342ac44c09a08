"""Fanorona for PettingZoo, as an environment in which agents act one after the other (AEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from fanorona.batch import PLANES
from fanorona.envs.game import StepGame
from fanorona.envs.rendering import RENDER_MODES, checked_render_mode, rendered
from fanorona.extras import of_extra

with of_extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fanorona._fanorona import Rules, Variant

    Observation: TypeAlias = dict[str, NDArray[np.int8]]

QUIET_PLANE: Final = 17


def env(
    *,
    variant: Variant | str = "tsivy",
    rules: Rules | str = "standard",
    max_turns: int | None = None,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
) -> AECEnv:
    """The environment ``raw_env`` in PettingZoo's usual wrapper, which watches the order of calls.

    Args:
        variant: as of ``raw_env``.
        rules: as of ``raw_env``.
        max_turns: as of ``raw_env``.
        render_mode: as of ``raw_env``.
        illegal_reward: where given, an illegal action, or what is no whole number, raises nothing
            but ends the game, paying this to who played it and nothing to the other.

    Raises:
        ValueError: as of ``raw_env``.

    Example:
        >>> game = env(variant="telo")
        >>> game.reset(seed=1)
        >>> for agent in game.agent_iter():
        ...     observation, reward, terminated, truncated, info = game.last()
        ...     over = terminated or truncated
        ...     mask = observation["action_mask"]
        ...     game.step(None if over else game.action_space(agent).sample(mask))
    """
    made: Any = raw_env(variant=variant, rules=rules, max_turns=max_turns, render_mode=render_mode)
    if illegal_reward is not None:
        made = _IllegalActionWrapper(made, illegal_reward)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # untyped there; PettingZoo's name
    """Fanorona as an AEC environment, ``fanorona_v0``.

    Agents are ``player_0`` (White) and ``player_1`` (Black). An action is a single step or the end
    of the turn, so the same agent acts again while its chain goes on; ``agent_selection`` says who
    acts. Actions are numbered as in ``docs/formats.md``.

    An observation is a dictionary: ``observation``, int8 (rows, columns, 20), the planes of
    ``docs/formats.md`` from the observer's view with plane 17 halved; and ``action_mask``, int8,
    1 where an action is legal, all 0 for the agent that is not to act.

    At the end the winner gets 1 and the loser -1; in a draw by the rules, or when the game is
    truncated at ``max_turns``, both get 0. An action that is not legal, or no whole number, raises
    ``ValueError`` and changes nothing.

    ``reset`` takes a seed, which changes nothing since the game has no chance, and as
    ``options={"fen": ...}`` a position string to start from.

    Args:
        variant: the board, as a ``Variant`` or its name.
        rules: the rule set, as ``Rules`` or their text form; not one with ``capture=huff``, which
            knows whole turns only.
        max_turns: the length in whole turns at which a game is truncated; None for no such length.
        render_mode: ``"ansi"`` for text, ``"svg"`` for a picture as text, None.

    Raises:
        ValueError: if an argument is none of these, naming it.

    Attributes:
        game: the game; its ``board`` can be looked at.

    Versions:
        v0: the first.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fanorona_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = StepGame(variant, rules, max_turns)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = ["player_0", "player_1"]
        board = self.game.variant
        count = board.action_count
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, (board.rows, board.cols, PLANES), np.int8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # no chance
        """Begins a new game.

        Raises:
            ValueError: if ``options["fen"]`` is no position of this board, or the game is over in
                it.
        """
        self.game.reset((options or {}).get("fen"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.game.player]

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        player = self.possible_agents.index(agent)
        seen = self.game.observation(player)
        planes = seen.transpose(1, 2, 0).astype(np.int8, order="C")
        # Halved before it becomes signed.
        planes[..., QUIET_PLANE] = seen[QUIET_PLANE, 0, 0] // 2
        acts = agent == self.agent_selection
        mask = self.game.mask() if acts else np.zeros(self.game.variant.action_count, np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent that is to act; None for one that has ended.

        Raises:
            ValueError: if the action is not legal; nothing is changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        game.step(action)
        self._tell(game.rewards, terminated=game.terminated, truncated=game.truncated)
        self.agent_selection = self.agents[game.player]

    def forfeit(self, reward: float) -> None:
        """Ends the game, paying this to the agent that is to act and nothing to the other."""
        rewards = [0.0, 0.0]
        rewards[self.agents.index(self.agent_selection)] = reward
        self._tell(rewards, terminated=True, truncated=False)

    def _tell(self, rewards: Sequence[float], *, terminated: bool, truncated: bool) -> None:
        """Tells the agents what the one that is to act has brought about."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text or as a picture; None without a render mode."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing: there is nothing to end."""


class _IllegalActionWrapper(wrappers.BaseWrapper):  # type: ignore[misc]  # untyped there
    """Ends the game where ``raw_env`` refuses an action.

    PettingZoo's own wrapper uses the action as an index of the mask, whatever it is.
    """

    def __init__(self, env: raw_env, illegal_reward: float) -> None:
        super().__init__(env)
        self._illegal_reward = float(illegal_reward)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        ended = self.terminations[agent] or self.truncations[agent]
        try:
            super().step(action)
        except ValueError:
            if ended:  # it is no action at all that is asked for
                raise
            self.unwrapped.forfeit(self._illegal_reward)
