"""How far a search for a proof is, for who waits for it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from fanorona.cli.progress import duration

if TYPE_CHECKING:
    from fanorona.solve import Progress

BETWEEN: Final = 10.0
"""Seconds between two lines, where standard error is no terminal."""


class SearchReport:
    """Tells on standard error how far a search is.

    Args:
        label: what is solved.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._start = time.monotonic()
        self._told = self._start
        self._between = 1.0 if sys.stderr.isatty() else BETWEEN
        self._warning: str | None = None
        self._last: Progress | None = None

    @property
    def numbers(self) -> str:
        """The question and the numbers of the last report."""
        if self._last is None:
            return "nothing is known"
        side = self._last.attacker.name.capitalize()
        return f"does {side} win? proof {self._last.proof}, disproof {self._last.disproof}"

    def __call__(self, progress: Progress) -> None:
        """Tells it, now and then; a checkpoint that could not be written at once."""
        now = time.monotonic()
        self._last = progress
        if progress.warning is not None and progress.warning != self._warning:
            print(f"warning: checkpoint not written: {progress.warning}", file=sys.stderr)
        self._warning = progress.warning
        if now < self._told + self._between:
            return
        self._told = now
        print(
            f"{self._label}: {self.numbers}, {progress.nodes} nodes, "
            f"memory {progress.fill:.0%}, {duration(now - self._start)}",
            file=sys.stderr,
            flush=True,
        )
