"""A Dask scheduler and workers, each a process of its own, some of which die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import fanorona
from fanorona.executors import dask_executor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

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


@contextmanager
def killed_in_mid_run(folder: Path, wait: Callable[[], bool]) -> Iterator[Executor]:
    """The executor of a cluster, one of whose two workers is killed when ``wait`` says so."""
    with cluster(folder) as machines, dask_executor(machines.address) as executor:
        # Nobody must be missing when the work begins.
        deadline = time.monotonic() + 60
        while len(executor._client.scheduler_info()["workers"]) < 2:  # type: ignore[attr-defined]
            assert time.monotonic() < deadline
            time.sleep(0.05)

        finished = threading.Event()
        killed = []

        def kill() -> None:
            while not wait() and not finished.wait(0.01):
                pass
            machines.workers[0].kill()
            killed.append(not finished.is_set())

        killer = threading.Thread(target=kill)
        killer.start()
        yield executor
        finished.set()
        killer.join()
        assert killed == [True], "the worker was to be killed in mid-run"
        assert machines.workers[0].wait() < 0
