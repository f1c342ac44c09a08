"""Many games stepped at once, for reinforcement learning.

It needs numpy (extra ``rl``). ``docs/environments.md`` describes actions and observations.
"""

from __future__ import annotations

import random
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias, cast

from fanorona._fanorona import Batch, Rules, Variant
from fanorona.extras import of_extra

with of_extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

Autoreset: TypeAlias = Literal["next_step", "same_step", "disabled"]
"""When a game that is over begins anew: see ``BatchEnv``."""

PLANES: Final = 20
"""Planes of an observation."""
MOST_GAMES: Final = 1_000_000
"""The most games of a batch."""
MOST_TURNS: Final = 2**32 - 1
"""The largest ``max_turns``."""


class BatchEnv:
    """Games of one board under one rule set, stepped at once over threads.

    An action is a single step, or the end of the turn where a chain may stop; so the same player
    may act several times in a row, and ``agents`` says who acts. What comes out follows from the
    seed and the actions alone, however many threads there are.

    Args:
        n: the number of games, 1 to 1,000,000.
        variant: the board, as a ``Variant`` or its name.
        rules: the rule set, as ``Rules`` or their text form; not one with ``capture=huff``, which
            knows whole turns only.
        seed: from 0 to 2**64 - 1; drawn from the system if not given.
        threads: how many threads share the games, 1 to 256. A process that forks has one left.
        observations: whether observations are written.
        masks: whether masks are written; as ``observations`` if not given. Without masks
            ``legal_actions`` tells what is legal.
        autoreset: when a game that is over begins anew: in the ``"next_step"``, whose action for it
            means nothing and whose reward is 0; in the ``"same_step"``, which then shows the new
            game, and the end of the old one as ``info["final_obs"]``; or ``"disabled"``, only by
            ``reset``, its actions meaning nothing.
        max_turns: the length in whole turns at which a game is truncated; None for no such length.
        buffers: arrays to write to in place of new ones, by the names of the attributes below, of
            the same shape and type, C-contiguous.
        copy: whether results are copies. If not, all calls give the same arrays, in which the next
            step or reset writes.

    Raises:
        ValueError: if an argument is out of its range, naming it.
        TypeError: if a buffer is no array.
        RuntimeError: if the system refuses a thread.

    Attributes:
        n: the number of games.
        variant: the board.
        rules: the rule set.
        autoreset: as given.
        max_turns: as given.
        observations: uint8 (n, 20, rows, columns), what the player to act sees; None if not wanted.
        masks: int8 (n, actions), 1 where an action is legal, all 0 in a game that is over; None if
            not wanted.
        rewards: float32 (n, 2), what the last step paid to White and Black: 1 and -1 for a game
            won and lost, else 0; 0 in a game that has been reset since.
        terminated: bool (n,), whether the game ended by the rules, draws included.
        truncated: bool (n,), whether it reached ``max_turns``.
        agents: int8 (n,), who is to act: 0 White, 1 Black.

    Games are stepped and observations made without the interpreter lock; with it they are copied to
    the arrays. Threads of Python that share a batch need a lock of their own, since each step
    writes in the same arrays.

    Example:
        >>> env = BatchEnv(4, seed=1)
        >>> observations, info = env.reset()
        >>> observations.shape, info["action_mask"].sum(axis=1)
        ((4, 20, 5, 9), array([5, 5, 5, 5]))
        >>> observations, rewards, terminated, truncated, info = env.step(env.sample())
        >>> rewards.shape, terminated.any(), info["agents"]
        ((4, 2), np.False_, array([1, 1, 1, 1], dtype=int8))
    """

    def __init__(
        self,
        n: int,
        *,
        variant: Variant | str = "tsivy",
        rules: Rules | str = "standard",
        seed: int | None = None,
        threads: int = 1,
        observations: bool = True,
        masks: bool | None = None,
        autoreset: Autoreset = "next_step",
        max_turns: int | None = None,
        buffers: Mapping[str, NDArray[Any]] | None = None,
        copy: bool = False,
    ) -> None:
        self.n = _within("n", n, 1, MOST_GAMES)
        self.variant = variant if isinstance(variant, Variant) else Variant.parse(variant)
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)
        self.autoreset: Autoreset = autoreset
        self.max_turns = (
            None if max_turns is None else _within("max_turns", max_turns, 1, MOST_TURNS)
        )
        self._copy = copy
        self._threads = threads
        wanted = _layout(self.n, self.variant)
        if not observations:
            del wanted["observations"]
        if not (observations if masks is None else masks):
            del wanted["masks"]
        self._show(_arrays(wanted, buffers or {}))
        self._batch = Batch(
            self.n,
            self.variant,
            self.rules,
            seed=_seed(seed),
            threads=threads,
            autoreset=autoreset,
            max_turns=self.max_turns,
            masks=self.masks is not None,
            arrays=_bytes(self._arrays),
        )
        self._marks = np.zeros(0, np.int64)
        if self.masks is not None:
            self.masks.fill(0)
        self._mask()

    def _show(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._actions = np.zeros(self.n, np.int64)
        self.observations: NDArray[np.uint8] | None = arrays.get("observations")
        self.masks: NDArray[np.int8] | None = arrays.get("masks")
        self.rewards: NDArray[np.float32] = arrays["rewards"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"]
        self.truncated: NDArray[np.bool_] = arrays["truncated"]
        self.agents: NDArray[np.int8] = arrays["agents"]

    def _mask(self) -> None:
        """Writes the masks; taking back a few ones is quicker than to clear all."""
        if self.masks is not None:
            flat = self.masks.reshape(-1)
            flat[self._marks] = 0
            self._marks = np.frombuffer(self._batch.marks(), np.int64)
            flat[self._marks] = 1

    @property
    def action_count(self) -> int:
        """The number of actions; they are numbered from 0."""
        return self.variant.action_count

    def reset(
        self, *, seed: int | None = None, mask: ArrayLike | None = None
    ) -> tuple[NDArray[np.uint8] | None, dict[str, Any]]:
        """Begins anew in all games, or in those where ``mask`` is true.

        It writes rewards of 0, and that they have not ended, for the games that begin anew; those
        of the others stay as the last step left them. Without ``copy=True`` it does so in the very
        arrays that ``step`` returned: add up what was paid before.

        Args:
            seed: a seed for the random choices of these games; they go on as they were if not
                given.
            mask: for each game whether it is to begin anew.

        Returns:
            Observations and info, as of ``step``.

        Raises:
            ValueError: if the seed is out of its range, or the mask is not a truth value for each
                game.
        """
        only = None
        if mask is not None:
            only = np.ascontiguousarray(mask)
            if only.shape != (self.n,) or only.dtype != np.bool_:
                msg = f"mask: expected bool of shape ({self.n},), not {only.dtype} {only.shape}"
                raise ValueError(msg)
            only = only.view(np.uint8)
        self._batch.reset(None if seed is None else _seed(seed), only)
        self._mask()
        return self._seen(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8] | None,
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Plays an action in each game.

        Args:
            actions: whole numbers, one for each game. That of a game that is over means nothing.

        Returns:
            Observations, rewards, terminated and truncated as in the attributes, and a dictionary
            with ``agents``, with ``action_mask`` where masks are wanted, and under
            ``autoreset="same_step"`` with ``final_obs``: the last observations of the games that
            ended, in order.

        Raises:
            ValueError: if there is not one whole number for each game, or one is not legal
                (``IllegalMoveError``, naming game and action). No game is changed then.

        Example:
            >>> env = BatchEnv(2, seed=1)
            >>> env.step([310, 0])
            Traceback (most recent call last):
            fanorona.errors.IllegalMoveError: actions: game 1: action 0 is not legal
        """
        self._batch.step(_whole_numbers(actions))
        self._mask()
        return (
            self._seen(),
            self._given(self.rewards),
            self._given(self.terminated),
            self._given(self.truncated),
            self._info(),
        )

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _seen(self) -> NDArray[np.uint8] | None:
        return None if self.observations is None else self._given(self.observations)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"agents": self._given(self.agents)}
        if self.masks is not None:
            info["action_mask"] = self._given(self.masks)
        if self.autoreset == "same_step" and self.observations is not None:
            final = np.frombuffer(self._batch.final_observations(), np.uint8)
            info["final_obs"] = final.reshape(-1, *self.observations.shape[1:])
        return info

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, 0 where it is over.

        Example:
            >>> env = BatchEnv(3, variant="telo", seed=1)
            >>> bool(env.masks[range(3), env.sample()].all())
            True
        """
        self._batch.sample(self._actions)
        return self._given(self._actions)

    def legal_actions(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The legal actions of all games in one list (compressed sparse rows).

        Returns:
            ``starts`` and ``actions``: those of game ``i`` are
            ``actions[starts[i]:starts[i + 1]]``, in increasing order; none where it is over.

        Example:
            >>> starts, actions = BatchEnv(2, seed=1).legal_actions()
            >>> starts, actions[:5]
            (array([ 0,  5, 10], dtype=int32), array([310, 331, 352, 517, 518], dtype=int32))
        """
        starts, actions = self._batch.legal_actions()
        return np.frombuffer(starts, np.int32), np.frombuffer(actions, np.int32)

    def fens(self) -> list[str]:
        """Each game's position string.

        Example:
            >>> BatchEnv(1, variant="telo").fens()
            ['bbb/b1w/www w - 0 1']
        """
        return self._batch.fens()

    def set_fens(self, fens: Sequence[str]) -> None:
        """Begins anew in all games, each from a position string.

        Raises:
            ValueError: if there is not one for each game, or one is no position of this board
                (``InvalidPositionError``, naming the game), or one is over already under
                ``autoreset="same_step"``. No game is changed then.
        """
        self._batch.set_fens(list(fens))
        self._mask()

    def clone(self) -> Self:
        """A batch in the same state with arrays and threads of its own."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._take(self._arrays, self._batch)  # noqa: SLF001  # of the same class
        return twin

    def _take(self, arrays: dict[str, NDArray[Any]], batch: Batch) -> None:
        self._show({name: array.copy() for name, array in arrays.items()})
        self._batch = batch.fork(_bytes(self._arrays))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.clone()

    def state_bytes(self) -> bytes:
        """The state of all games.

        It is equal for two batches of equal settings exactly if the same actions, and calls of
        ``sample``, will lead to the same.
        """
        return self._batch.state_bytes()

    def set_state(self, state: bytes) -> None:
        """Takes over the state of a batch of the same board, rule set and number of games.

        Raises:
            ValueError: if the bytes are no such state. No game is changed then.

        Example:
            >>> env = BatchEnv(2, seed=1)
            >>> state = env.state_bytes()
            >>> _ = env.step(env.sample())
            >>> env.set_state(state)
            >>> env.state_bytes() == state
            True
        """
        self._batch.set_state(state)
        self._mask()

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {
            "variant": self.variant,
            "rules": self.rules,
            "threads": self._threads,
            "observations": self.observations is not None,
            "masks": self.masks is not None,
            "autoreset": self.autoreset,
            "max_turns": self.max_turns,
            "copy": self._copy,
        }
        return _restored, (self.n, settings, self.state_bytes())

    def __repr__(self) -> str:
        return f"BatchEnv({self.n}, variant={self.variant.name!r}, rules='{self.rules}')"


def _restored(n: int, settings: dict[str, Any], state: bytes) -> BatchEnv:
    env = BatchEnv(n, **settings)
    env.set_state(state)
    return env


def _layout(n: int, variant: Variant) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    """Shape and type of each array."""
    return {
        "observations": ((n, PLANES, variant.rows, variant.cols), np.uint8),
        "masks": ((n, variant.action_count), np.int8),
        "rewards": ((n, 2), np.float32),
        "terminated": ((n,), np.bool_),
        "truncated": ((n,), np.bool_),
        "agents": ((n,), np.int8),
    }


def _arrays(
    wanted: dict[str, tuple[tuple[int, ...], type[np.generic]]], buffers: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """The caller's arrays where there are any, else new ones."""
    for name in buffers:
        if name not in wanted:
            msg = f"buffers: {name!r} is none of {', '.join(wanted)}"
            raise ValueError(msg)
    for first, second in combinations([name for name in wanted if name in buffers], 2):
        if np.may_share_memory(buffers[first], buffers[second]):
            msg = f"buffers: {first} and {second} overlap"
            raise ValueError(msg)
    return {
        name: _checked(name, buffers[name], shape, dtype)
        if name in buffers
        else np.zeros(shape, dtype)
        for name, (shape, dtype) in wanted.items()
    }


def _checked(
    name: str, array: object, shape: tuple[int, ...], dtype: type[np.generic]
) -> NDArray[Any]:
    if not isinstance(array, np.ndarray):
        msg = f"buffers: {name}: expected an array, not {type(array).__name__}"
        raise TypeError(msg)
    if array.shape != shape or array.dtype != dtype:
        expected = f"{np.dtype(dtype)} {shape}"
        msg = f"buffers: {name}: expected {expected}, not {array.dtype} {array.shape}"
        raise ValueError(msg)
    if not (array.flags.c_contiguous and array.flags.writeable):
        msg = f"buffers: {name}: expected an array that is C-contiguous and writeable"
        raise ValueError(msg)
    return array


def _bytes(arrays: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays as the core takes them: truth values as bytes, and no masks."""
    return {
        name: array.view(np.uint8) if array.dtype == np.bool_ else array
        for name, array in arrays.items()
        if name != "masks"
    }


def _whole_numbers(actions: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(actions)
    if array.dtype == np.int64 and array.ndim == 1:
        return cast("NDArray[np.int64]", array)
    if array.ndim != 1:
        msg = f"actions: expected one dimension, not {array.ndim}"
        raise ValueError(msg)
    if array.dtype.kind not in "iu" or array.dtype == np.uint64:
        msg = f"actions: expected whole numbers that fit int64, not {array.dtype}"
        raise ValueError(msg)
    return array.astype(np.int64)


def _within(field: str, value: int, least: int, most: int) -> int:
    value = index(value)
    if not least <= value <= most:
        msg = f"{field} {value}: expected {least} to {most}"
        raise ValueError(msg)
    return value


def _seed(seed: int | None) -> int:
    if seed is None:
        return random.SystemRandom().getrandbits(64)
    return _within("seed", seed, 0, 2**64 - 1)
