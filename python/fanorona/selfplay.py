"""Games of the engine against itself, as material to learn from.

A sample is 16 bytes, little-endian: the mover's stones (45 bits), the opponent's (45), the score in
hundredths of a stone (16, two's complement; beyond ±29,000 wins and losses), the result from the
mover's view plus one (2), the turns played before (10), zeros.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from fanorona._fanorona import self_play
from fanorona.files import whole_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from fanorona._fanorona import Rules, Variant

SIZE: Final = 16
"""Bytes of a sample."""
SUFFIX: Final = ".samples"
"""What names of files with packed samples end with."""
CHUNK: Final = 20
"""Games whose samples are yielded together."""

_STONES: Final = (1 << 45) - 1


class Sample(NamedTuple):
    """A position of a game with what became of it, from the mover's view.

    Attributes:
        own: the mover's stones, a bitboard.
        enemy: the opponent's stones, a bitboard.
        score: what the search thought of it, in hundredths of a stone.
        result: 1 won, 0 drawn, -1 lost.
        turns: turns played before.
    """

    own: int
    enemy: int
    score: int
    result: int
    turns: int


def unpack(data: bytes) -> Iterator[Sample]:
    """The samples packed in ``data``.

    Raises:
        ValueError: if the length is no multiple of 16.
    """
    if len(data) % SIZE:
        msg = f"data of {len(data)} bytes: expected a multiple of {SIZE}"
        raise ValueError(msg)
    for start in range(0, len(data), SIZE):
        word = int.from_bytes(data[start : start + SIZE], "little")
        score = word >> 90 & 0xFFFF
        yield Sample(
            own=word & _STONES,
            enemy=word >> 45 & _STONES,
            score=score - 0x10000 if score >= 0x8000 else score,
            result=(word >> 106 & 3) - 1,
            turns=word >> 108 & 1023,
        )


def sample_games(
    variant: Variant | str,
    rules: Rules | str = "standard",
    *,
    count: int,
    first: int = 0,
    nodes: int = 600,
    seed: int = 0,
    random_turns: int | None = None,
    random_every: int | None = None,
) -> Iterator[bytes]:
    """Plays games and yields their packed samples, some games at a time.

    A game follows from the settings, the seed and its number alone, so that several processes can
    share the numbers.

    Args:
        variant: the board.
        rules: the rule set.
        count: how many games.
        first: the number of the first game.
        nodes: positions that the engine visits for a turn; a third of it where at most 15 stones
            are left and an eighth where at most 8 are.
        seed: a number from 0 to 2**64 - 1.
        random_turns: the most random turns at the beginning; 16 if not given.
        random_every: one turn in so many is random later on too, 0 for none; 30 if not given.

    Raises:
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> data = b"".join(sample_games("telo", count=2, nodes=50))
        >>> {sample.result for sample in unpack(data)} <= {-1, 0, 1}
        True
    """
    for start in range(first, first + count, CHUNK):
        yield self_play(
            variant,
            rules,
            start,
            min(CHUNK, first + count - start),
            nodes=nodes,
            seed=seed,
            random_turns=random_turns,
            random_every=random_every,
        )


def write(
    path: str | PathLike[str],
    variant: Variant | str,
    rules: Rules | str = "standard",
    *,
    games: int,
    nodes: int = 600,
    seed: int = 0,
) -> None:
    """Plays games and writes their samples to a file, which appears when all are played.

    Raises:
        OSError: if the folder cannot be written.
        KeyboardInterrupt: on Ctrl-C; no file is left then.
    """
    with whole_bytes(Path(path)) as stream:
        for samples in sample_games(variant, rules, count=games, nodes=nodes, seed=seed):
            stream.write(samples)
