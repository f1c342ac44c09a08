"""Games of the engine against itself, as material to learn from.

A sample is 16 bytes, little-endian: the mover's stones (45 bits), the opponent's (45), the score in
hundredths of a stone (16, two's complement; beyond ±29,000 wins and losses), the result from the
mover's view plus one (2), the turns played before (10), zeros.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from fanorona._fanorona import Rules, Variant, __version__, self_play
from fanorona.executors import check_executor, in_order
from fanorona.files import check_target, open_whole_binary
from fanorona.journal import journal_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from os import PathLike

SIZE: Final = 16
"""Bytes of a sample."""
SUFFIX: Final = ".samples"
"""What names of files with packed samples end with."""
CHUNK: Final = 20
"""Games whose samples are yielded together."""
FORMAT: Final = "fanorona-selfplay 2"
"""What a journal says that it is."""

_STONES: Final = (1 << 45) - 1


class Sample(NamedTuple):
    """A position of a game with what became of it, from the mover's view.

    Attributes:
        own: the mover's stones, a bitboard.
        enemy: the opponent's stones, a bitboard.
        score: what the search thought of it, in hundredths of a stone.
        result: 1 won, 0 drawn, -1 lost.
        turns: turns played before.

    Example:
        >>> packed = b"".join(sample_games("telo", count=1, nodes=50, seed=7))
        >>> sample = next(unpack(packed))
        >>> sample.own & sample.enemy, sample.result in (-1, 0, 1)
        (0, True)
    """

    own: int
    enemy: int
    score: int
    result: int
    turns: int


def unpack(data: bytes) -> Iterator[Sample]:
    r"""The samples packed in ``data``.

    Raises:
        ValueError: if the length is no multiple of 16.

    Example:
        >>> [sample] = unpack(b"\x07" + bytes(12) + b"\x48\x00\x00")
        >>> sample
        Sample(own=7, enemy=0, score=0, result=1, turns=4)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    """What games of self-play follow from, beside their numbers; as for ``sample_games``."""

    variant: Variant | str
    rules: Rules | str = "standard"
    nodes: int = 600
    seed: int = 0
    random_turns: int | None = None
    random_every: int | None = None

    def __post_init__(self) -> None:
        for name, least, most in (
            ("nodes", 1, 2**63 - 1),
            ("seed", 0, 2**64 - 1),
            ("random_turns", 0, 2**32 - 1),
            ("random_every", 0, 2**32 - 1),
        ):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                msg = f"{name} {value}: expected {least} to {most}"
                raise ValueError(msg)

    def play(self, games: range) -> bytes:
        """The packed samples of the games with these numbers."""
        return self_play(
            self.variant,
            self.rules,
            games.start,
            len(games),
            nodes=self.nodes,
            seed=self.seed,
            random_turns=self.random_turns,
            random_every=self.random_every,
        )

    def describe(self) -> dict[str, object]:
        """The settings as JSON has them."""
        settings = {name: getattr(self, name) for name in self.__slots__}
        variant, rules = Variant.parse(str(self.variant)), Rules.parse(str(self.rules))
        return {**settings, "variant": str(variant), "rules": str(rules)}


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
    executor: Executor | None = None,
) -> Iterator[bytes]:
    """Plays games and yields their packed samples, some games at a time.

    A game follows from the settings, the seed and its number alone. So an executor changes
    nothing, and several programs can share the numbers.

    Args:
        variant: the board.
        rules: the rule set.
        count: how many games.
        first: the number of the first game.
        nodes: positions that the engine visits for a turn; a third of it where at most 15 stones
            are left and an eighth where at most 8 are.
        seed: a number from 0 to 2**64 - 1.
        random_turns: the most random turns at the beginning, 0 for none; 16 if not given. Each
            game draws its number from 1 to this.
        random_every: one turn in so many is random later on too, 0 for none; 30 if not given.
        executor: where to play; here if not given.

    Raises:
        ValueError: naming the argument that is out of range.
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> data = b"".join(sample_games("telo", count=2, nodes=50))
        >>> {sample.result for sample in unpack(data)} <= {-1, 0, 1}
        True
    """
    settings = _Settings(
        variant=variant,
        rules=rules,
        nodes=nodes,
        seed=seed,
        random_turns=random_turns,
        random_every=random_every,
    )
    return in_order(settings.play, _chunks(first, first + count), executor)


def _chunks(first: int, end: int) -> Iterator[range]:
    return (range(start, min(start + CHUNK, end)) for start in range(first, end, CHUNK))


def write(
    path: str | PathLike[str],
    variant: Variant | str,
    rules: Rules | str = "standard",
    *,
    games: int,
    nodes: int = 600,
    seed: int = 0,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> None:
    """Plays games and writes their samples to a file, which appears when all are played.

    Until then they are kept in a journal beside it, with ``.part`` after its name. The same call
    goes on from there if it was stopped or killed, whatever the executor.

    Args:
        path: the file.
        variant: the board.
        rules: the rule set.
        games: how many games.
        nodes: as for ``sample_games``.
        seed: a number from 0 to 2**64 - 1.
        executor: where to play; here if not given.
        on_progress: called with the games played and all there are.

    Raises:
        ValueError: naming what is out of range; if the journal is that of other games, or in use.
        OSError: if the file cannot be written.
        KeyboardInterrupt: on Ctrl-C; the journal stays.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "telo.samples"
        ...     write(path, "telo", games=30, nodes=50)
        ...     path.stat().st_size % SIZE
        0
    """
    if games < 1:
        msg = f"games {games}: expected at least 1"
        raise ValueError(msg)
    check_executor(executor)
    settings = _Settings(variant=variant, rules=rules, nodes=nodes, seed=seed)
    path = Path(path)
    check_target(path)
    work = {"format": FORMAT, "version": __version__, **settings.describe(), "games": games}
    with journal_of(path, work) as journal:
        first = min(games, journal.pieces * CHUNK)
        with closing(in_order(settings.play, _chunks(first, games), executor)) as found:
            for samples in found:
                journal.add(samples)
                if on_progress is not None:
                    on_progress(min(games, journal.pieces * CHUNK), games)
        with open_whole_binary(path) as stream:
            stream.writelines(journal)
