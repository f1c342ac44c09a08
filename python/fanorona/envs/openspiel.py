"""Fanorona for OpenSpiel: importing this module registers the game ``python_fanorona``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fanorona.extras import of_extra

with of_extra("openspiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from fanorona._fanorona import Variant
    from fanorona.batch import PLANES
    from fanorona.envs.game import StepGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME: Final = "python_fanorona"
"""What ``pyspiel.load_game`` knows the game by."""
MAX_TURNS: Final = 1000
"""``max_turns`` if not given; OpenSpiel wants games that end."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Python Fanorona",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "tsivy", "rules": "standard", "max_turns": MAX_TURNS},
)


class FanoronaGame(pyspiel.Game):  # type: ignore[misc]  # untyped there
    """The game ``python_fanorona``, version 0.

    Player 0 is White. An action is a single step or the end of the turn, numbered as in
    ``docs/formats.md``, so the same player acts again while its chain goes on. The observation
    tensor is (20, rows, columns), the planes of ``docs/formats.md`` from the observer's view. The
    winner gets 1 and the loser -1; a draw, or a game of ``max_turns`` whole turns, pays 0.

    The C++ ``MCTSBot`` of OpenSpiel crashes on games in Python, this one included; use
    ``open_spiel.python.algorithms.mcts``.

    Args:
        params: a dictionary with ``variant``, the name of a board; ``rules``, the text form of a
            rule set, not with ``capture=huff``, in which ``:`` may stand for ``=`` and has to in
            OpenSpiel's own text form of games; and ``max_turns``, 1000 if not given.

    Raises:
        ValueError: if one is none of these, naming it.

    Versions:
        v0: the first.

    Example:
        >>> game = pyspiel.load_game(NAME, {"variant": "telo"})
        >>> state = game.new_initial_state()
        >>> state.apply_action(state.legal_actions()[0])
        >>> state.current_player()
        1
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.variant = Variant.parse(given.get("variant", "tsivy"))
        self.rules = given.get("rules", "standard").replace(":", "=")
        # OpenSpiel writes parameters as name=value, and cannot read another = within.
        given["rules"] = self.rules.replace("=", ":")
        self.max_turns = given.get("max_turns", MAX_TURNS)
        StepGame(self.variant, self.rules, self.max_turns)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.variant.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # Each turn has a step; any other step takes a stone, and so did one before each end.
            max_game_length=self.max_turns + 2 * self.variant.points,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> FanoronaState:
        """The start of a game."""
        return FanoronaState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401  # whichever observer
        """What writes observations."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.variant)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class FanoronaState(pyspiel.State):  # type: ignore[misc]  # untyped there
    """A game in progress.

    Attributes:
        game: the game; its ``board`` can be looked at.
    """

    def __init__(self, game: FanoronaGame) -> None:
        super().__init__(game)
        self.game = StepGame(game.variant, game.rules, game.max_turns)

    def current_player(self) -> int:
        """Who is to act: 0 White, 1 Black."""
        return pyspiel.PlayerId.TERMINAL if self.game.over else self.game.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.actions if player == self.game.player else []

    def _apply_action(self, action: int) -> None:
        self.game.step(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002  # OpenSpiel's
        board = self.game.variant
        step = self.game.board.position.step_of(action)
        if step is None:
            return "end of turn"
        letter = ("", "A", "W")[step.kind]
        return f"{board.point_name(step.origin)}-{board.point_name(step.destination)}{letter}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.over

    def returns(self) -> list[float]:
        """What the game has paid to White and Black."""
        return list(self.game.rewards)

    def __str__(self) -> str:
        return self.game.board.fen()


class PlanesObserver:
    """Writes observations.

    Args:
        variant: the board.

    Attributes:
        tensor: the last observation written, float32, in one dimension.
        dict: the same as ``"observation"``, (20, rows, columns).
    """

    def __init__(self, variant: Variant) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(PLANES * variant.points, np.float32)
        self.dict = {"observation": self.tensor.reshape(PLANES, variant.rows, variant.cols)}

    def set_from(self, state: FanoronaState, player: int) -> None:
        """Writes what a player sees."""
        self.dict["observation"][:] = state.game.observation(player)

    def string_from(self, state: FanoronaState, player: int) -> str:  # noqa: ARG002  # OpenSpiel's
        """What a player sees as text: the position string."""
        return str(state)


pyspiel.register_game(_TYPE, FanoronaGame)
