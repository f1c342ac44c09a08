"""Processes that play games, and that are gone as soon as the one that asked for them is."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

from fanorona.arena.pool import POOL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """An executor of processes that Ctrl-C does not disturb.

    Leaving the block by an exception, Ctrl-C included, ends them in the middle of their games;
    the death of this process does too.

    Args:
        count: how many processes.
    """
    # Started afresh, a process holds no copy of `alive`, whose closing is the signal to leave.
    context = get_context("spawn")
    watched, alive = context.Pipe(duplex=False)
    others = active_children()
    executor = ProcessPoolExecutor(count, context, initializer=_prepare, initargs=(watched,))
    try:
        # Started with interrupts held back, a process cannot be hit by one before `_prepare`.
        held = _hold_interrupts()
        for _ in range(count):
            executor.submit(os.getpid)
        if held is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
        yield executor
    except BaseException:
        # The executor must have let go of cancelled tasks before its processes end: Python 3.11
        # sets the error of a broken pool on those too, which fails, and a thread prints it.
        executor.shutdown(wait=False, cancel_futures=True)
        alive.close()
        for process in active_children():
            if process not in others:
                process.join()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        alive.close()
        watched.close()


def _hold_interrupts() -> set[int] | None:
    """Blocks Ctrl-C for this thread; returns the mask before, None where masks do not exist."""
    if not hasattr(signal, "pthread_sigmask"):
        return None
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}))


def _prepare(watched: Connection) -> None:
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(watched,), daemon=True).start()
    Finalize(None, POOL.close, exitpriority=10)


def _watch(watched: Connection) -> None:
    """Leaves when the other end is closed; nothing is ever sent."""
    try:
        watched.recv()
    except (EOFError, OSError):
        # Commands that were started in a session of their own would outlive this process.
        POOL.close(playing=True)
        os._exit(1)
