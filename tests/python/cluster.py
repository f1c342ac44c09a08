"""A Dask scheduler and workers, each a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import fanorona

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTED_WITHIN: Final = 60.0
"""Seconds."""


class Cluster:
    """A cluster that is running.

    Args:
        folder: for its files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._address = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        """The scheduler's address."""
        import json  # noqa: PLC0415

        found: str = json.loads(self._address.read_text())["address"]
        return found

    def start(self, workers: int) -> None:
        """Starts everything; workers may still be on their way."""
        local = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self._address)]
        self._run("scheduler", *local, "--port", "0")
        deadline = time.monotonic() + STARTED_WITHIN
        while not self._address.exists():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        for _ in range(workers):
            self.workers.append(self._run("worker", *local, "--nthreads", "1", "--no-nanny"))

    def stop(self) -> None:
        """Ends everything."""
        self._stack.close()

    def _run(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        package = str(Path(fanorona.__file__).parents[1])
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", kind, *words],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": package},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A cluster as long as the block lasts."""
    found = Cluster(folder)
    try:
        found.start(workers)
        yield found
    finally:
        found.stop()
