"""Packed samples of self-play as rows, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fanorona.dataset.columns import SAMPLES, Batch
from fanorona.selfplay import SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_STONES: Final = np.uint64((1 << 45) - 1)


def batches_of_samples(packed: Iterable[bytes]) -> Iterator[Batch]:
    """Packed samples as batches of ``SAMPLES``.

    Args:
        packed: samples as ``fanorona.selfplay.sample_games`` yields them.

    Raises:
        ValueError: if a length is no multiple of 16.

    Example:
        >>> from fanorona.selfplay import sample_games
        >>> packed = list(sample_games("telo", count=2, nodes=50))
        >>> [batch] = batches_of_samples(packed)
        >>> set(batch["result"].tolist()) <= {-1, 0, 1}
        True
        >>> list(samples_of([batch])) == packed
        True
    """
    for data in packed:
        if len(data) % SIZE:
            msg = f"data of {len(data)} bytes: expected a multiple of {SIZE}"
            raise ValueError(msg)
        low, high = np.frombuffer(data, "<u8").reshape(-1, 2).T
        yield {
            "own": low & _STONES,
            "enemy": (low >> np.uint64(45) | high << np.uint64(19)) & _STONES,
            "score": (high >> np.uint64(26)).astype(np.uint16).view(np.int16),
            "result": (high >> np.uint64(42) & np.uint64(3)).astype(np.int8) - np.int8(1),
            "turns": (high >> np.uint64(44) & np.uint64(1023)).astype(np.uint16),
        }


def samples_of(found: Iterable[Batch]) -> Iterator[bytes]:
    """The packed samples in batches of ``SAMPLES``.

    Raises:
        ValueError: if a batch holds what a sample does not, naming the column.

    Example:
        >>> rows = {"own": [7], "enemy": [448], "score": [-25], "result": [0], "turns": [12]}
        >>> from fanorona.selfplay import unpack
        >>> [sample] = unpack(b"".join(samples_of([rows])))
        >>> sample
        Sample(own=7, enemy=448, score=-25, result=0, turns=12)
    """
    for given in found:
        batch = SAMPLES.checked(given)
        _check_ranges(batch)
        own, enemy = batch["own"], batch["enemy"]
        words = np.empty((len(own), 2), "<u8")
        words[:, 0] = own | enemy << np.uint64(45)
        words[:, 1] = (
            enemy >> np.uint64(19)
            | batch["score"].view(np.uint16).astype(np.uint64) << np.uint64(26)
            | (batch["result"] + np.int8(1)).astype(np.uint64) << np.uint64(42)
            | batch["turns"].astype(np.uint64) << np.uint64(44)
        )
        yield words.tobytes()


def _check_ranges(batch: Batch) -> None:
    for name, least, most in (
        ("own", 0, int(_STONES)),
        ("enemy", 0, int(_STONES)),
        ("result", -1, 1),
        ("turns", 0, 1023),
    ):
        values = batch[name]
        wrong = values[(values < least) | (values > most)]
        if len(wrong):
            msg = f"column {name}: {wrong[0]} is not from {least} to {most}"
            raise ValueError(msg)
