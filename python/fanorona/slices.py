"""Building endgame tables on several machines: pair by pair, in one folder that all of them see."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import _fanorona
from fanorona.errors import BusyTablesError
from fanorona.executors import in_order
from fanorona.files import open_to_go_on
from fanorona.variants import size_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from fanorona._fanorona import Variant

SCRATCH: Final = ".slice-"
"""How names of the folders begin in which pairs are being built."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A pair of tables: one side has ``fewer`` stones of ``stones``, and the other no fewer.

    Attributes:
        folder: the folder of the tables, by its name on every machine.
        variant: the board.
        stones: stones of both sides.
        fewer: stones of the side with no more of them.
        distances: whether distances to conversion belong to it.
        threads: how many threads build it.
        memory_mb: megabytes of memory that may be used.
        compression: how hard the files are compressed.
    """

    folder: Path
    variant: Variant
    stones: int
    fewer: int
    distances: bool
    threads: int
    memory_mb: int
    compression: int

    @property
    def names(self) -> list[str]:
        """The names of its files."""
        board = size_name(self.variant)
        more = self.stones - self.fewer
        sides = dict.fromkeys([(self.fewer, more), (more, self.fewer)])
        kinds = ("wdl", "dtc") if self.distances else ("wdl",)
        return [f"{board}-{own}v{enemy}.{kind}" for own, enemy in sides for kind in kinds]

    def is_built(self) -> bool:
        """Whether all files are there."""
        return all((self.folder / name).exists() for name in self.names)

    def build(self) -> list[tuple[str, int]]:
        """Builds it from the smaller tables of the folder; returns names and sizes of its files.

        The files are built in a folder of their own and moved when they are finished, so it does no
        harm if a machine dies over it, or if two build the same.
        """
        scratch = Path(tempfile.mkdtemp(dir=self.folder, prefix=SCRATCH))
        try:
            for path in self._smaller():
                _link(path, scratch / path.name)
            _fanorona.build_tables(
                scratch,
                self.variant,
                self.stones,
                distances=self.distances,
                threads=self.threads,
                memory_mb=self.memory_mb,
                compression=self.compression,
                fewer=self.fewer,
            )
            for name in self.names:
                (scratch / name).replace(self.folder / name)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return [(name, (self.folder / name).stat().st_size) for name in self.names]

    def _smaller(self) -> Iterator[Path]:
        board = size_name(self.variant)
        for total in range(2, self.stones):
            for own in range(1, total):
                yield from self.folder.glob(f"{board}-{own}v{total - own}.*")


def _link(source: Path, target: Path) -> None:
    """A second name of a file, or a copy where the file system has none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def build_slices(
    largest: Slice,
    executor: Executor,
    on_table: Callable[[str, int], object] | None,
    *,
    only: bool = False,
) -> None:
    """Builds all pairs of a board up to those of ``largest`` that the folder does not have.

    Pairs of the same number of stones are built at once; those of the next number need them all.

    Args:
        largest: what all pairs have in common, and the most stones.
        executor: where to build.
        only: whether of the pairs with the most stones only ``largest`` is wanted.
        on_table: called for each table that is built, with its name and the size of its file.

    Raises:
        ValueError: naming the argument that is out of range.
        BusyTablesError: if another process builds in the folder.
        OSError: if the folder cannot be written.
    """
    points = largest.variant.points
    if not 2 <= largest.stones <= points:
        msg = f"stones {largest.stones}: expected 2 to {points} on {largest.variant}"
        raise ValueError(msg)
    if not 1 <= largest.fewer <= largest.stones // 2:
        msg = f"fewer {largest.fewer}: expected 1 to {largest.stones // 2}"
        raise ValueError(msg)
    largest.folder.mkdir(parents=True, exist_ok=True)
    with _claimed(largest.folder):
        for stones in range(2, largest.stones + 1):
            pairs = [
                replace(largest, stones=stones, fewer=fewer) for fewer in range(1, stones // 2 + 1)
            ]
            if only and stones == largest.stones:
                pairs = [largest]
            missing = [pair for pair in pairs if not pair.is_built()]
            with closing(in_order(Slice.build, missing, executor)) as found:
                for tables in found:
                    for name, size in tables:
                        if on_table is not None:
                            on_table(name, size)


@contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Keeps other builders out of a folder, and takes away in the end what dead machines left."""
    try:
        held = open_to_go_on(folder / "build.lock", busy="another process is building tables here")
    except ValueError as error:
        raise BusyTablesError(str(error)) from None
    with held:
        try:
            yield
        finally:
            for left in folder.glob(f"{SCRATCH}*"):
                shutil.rmtree(left, ignore_errors=True)
