"""A bar that shows how far a long piece of work is, and how long it will still take."""

from __future__ import annotations

import sys
import time
from typing import Final

WIDTH: Final = 30


class Progress:
    """A bar on standard error; where that is no terminal, only the lines of ``note`` are shown.

    Args:
        label: what is being done.

    Example:
        >>> progress = Progress("counting")
        >>> progress(1, 2)
        >>> progress.close()
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self._is_shown = sys.stderr.isatty()
        self._start = time.monotonic()
        self._length = 0

    def __call__(self, done: int, work: int) -> None:
        """Shows that so much of the work is done."""
        if self._is_shown:
            share = min(1.0, done / work) if work else 1.0
            filled = round(share * WIDTH)
            bar = "#" * filled + "." * (WIDTH - filled)
            self._show(f"{self.label} [{bar}] {share:4.0%} {self._estimate(share)}")

    def count(self, done: int) -> None:
        """Shows how much is done of work whose end is not known."""
        if self._is_shown:
            self._show(f"{self.label}: {done}")

    def _estimate(self, share: float) -> str:
        if not share:
            return ""
        left = (time.monotonic() - self._start) * (1 - share) / share
        return f"about {duration(left)} left"

    def note(self, line: str) -> None:
        """Writes a line that stays."""
        self._show("")
        print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Takes the bar away."""
        self._show("")

    def _show(self, text: str) -> None:
        if self._length or text:
            line = f"\r{text:{self._length}}" if text else f"\r{'':{self._length}}\r"
            print(line, end="", file=sys.stderr, flush=True)
        self._length = len(text)


def duration(seconds: float) -> str:
    """A number of seconds for people.

    Example:
        >>> duration(59.6), duration(3599), duration(7205)
        ('1:00', '59:59', '2:00:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
