"""Work on many cores or machines: tasks for an executor, results in order.

An executor is what PEP 3148 defines: threads, processes, or a cluster of machines with Dask. Which
one it is, and how tasks are put together, shows in no result. ``docs/machines.md`` tells how a
cluster is started and what a task costs.

Example:
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     list(in_order(abs, range(-3, 3), threads))
    [3, 2, 1, 0, 1, 2]
"""

from __future__ import annotations

import re
import time
from collections import deque
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from fanorona.extras import of_extra

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

_ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls|ucx|wss?)://)?(?:\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})"
    r"|(?P<inside>inproc://\S+)"
)
CHUNK_SECONDS: Final = 0.2
"""How long a chunk of short tasks is to take, so that handing it out costs little beside."""
MOST_TASKS: Final = 256
"""The most tasks of a chunk."""
CHUNKS_AHEAD: Final = 256
"""How many chunks are handed out before the first is done; enough for as many cores."""


class _Done(NamedTuple):
    """The results of a chunk, and the seconds that they took."""

    results: list[object]
    seconds: float


def check_executor(executor: object) -> None:
    """Refuses what is no executor, before anything is written for it.

    Raises:
        TypeError: naming the argument.

    Example:
        >>> check_executor(3)
        Traceback (most recent call last):
        TypeError: executor: expected an Executor of concurrent.futures, not int
    """
    if executor is not None and not isinstance(executor, Executor):
        msg = f"executor: expected an Executor of concurrent.futures, not {type(executor).__name__}"
        raise TypeError(msg)


def in_order(
    function: Callable[[T], R], tasks: Iterable[T], executor: Executor | None = None
) -> Generator[R]:
    """What a function makes of each task, in the order of the tasks.

    Short tasks go to the executor several at a time. Tasks are taken as they are needed. Closing
    the iterator cancels what has not been begun.

    Args:
        function: where the executor has other processes, one that can be pickled.
        tasks: where the executor has other processes, ones that can be pickled.
        executor: where to work; here, one after the other, if not given.

    Raises:
        TypeError: at once, if ``executor`` is none.
        Exception: what the function raises, or the iterable of tasks; results of earlier tasks
            come before.

    Example:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> with ThreadPoolExecutor(2) as executor:
        ...     list(in_order(len, ["ab", "c", ""], executor))
        [2, 1, 0]
    """
    check_executor(executor)
    if executor is None:
        return (function(task) for task in tasks)
    return _in_order(function, tasks, executor)


def _in_order(function: Callable[[T], R], tasks: Iterable[T], executor: Executor) -> Generator[R]:
    handed_out = _HandedOut(function, tasks, executor)
    try:
        while (results := handed_out.first()) is not None:
            for result in results:
                if isinstance(result, _Raised):
                    raise result.error
                yield result  # type: ignore[misc]  # what the function gave
        if handed_out.failure is not None:
            raise handed_out.failure
    finally:
        handed_out.cancel()


class _HandedOut:
    """Chunks of tasks that an executor has, and the tasks behind them."""

    def __init__(
        self, function: Callable[[Any], object], tasks: Iterable[object], executor: Executor
    ) -> None:
        self._work = partial(_work, function)
        self._tasks = iter(tasks)
        self._executor = executor
        self._size = 1
        self._chunks: deque[Future[_Done]] = deque()
        self.failure: Exception | None = None
        """What the tasks have ended with, if that was an error."""

    def first(self) -> list[object] | None:
        """The results of the first chunk; None where all have been given."""
        # What is done is given first, since it may take long until there is another task.
        while len(self._chunks) < CHUNKS_AHEAD and not (self._chunks and self._chunks[0].done()):
            chunk = self._take()
            if not chunk:
                break
            self._chunks.append(self._executor.submit(self._work, chunk))
        if not self._chunks:
            return None
        done = self._chunks.popleft().result()
        self._size = _next_size(self._size, len(done.results), done.seconds)
        return done.results

    def _take(self) -> list[object]:
        chunk: list[object] = []
        while len(chunk) < self._size and self.failure is None:
            try:
                chunk.append(next(self._tasks))
            except StopIteration:
                break
            except Exception as error:  # noqa: BLE001  # raised behind the results before it
                self.failure = error
        return chunk

    def cancel(self) -> None:
        """Cancels what has not been begun."""
        for chunk in self._chunks:
            chunk.cancel()


class _Raised(NamedTuple):
    """An error in the place of a result, so that the results before it are not lost."""

    error: Exception


def _work(function: Callable[[T], R], tasks: list[T]) -> _Done:
    begun = time.perf_counter()
    results: list[object] = []
    for task in tasks:
        try:
            results.append(function(task))
        except Exception as error:  # noqa: BLE001  # raised where the result is asked for
            results.append(_Raised(error))
            break
    return _Done(results, time.perf_counter() - begun)


def _next_size(size: int, done: int, seconds: float) -> int:
    """How many tasks the next chunk has, when one of so many took so long."""
    wanted = CHUNK_SECONDS * done / max(seconds, 1e-6)
    return max(1, min(MOST_TASKS, 2 * size, int(wanted)))


def scheduler_address(text: str) -> str:
    """The address of a Dask scheduler, once its form has been checked.

    Raises:
        ValueError: if the text is none.

    Example:
        >>> scheduler_address("tcp://10.0.0.1:8786")
        'tcp://10.0.0.1:8786'
        >>> scheduler_address("10.0.0.1")
        Traceback (most recent call last):
        ValueError: scheduler '10.0.0.1': expected an address such as tcp://10.0.0.1:8786
    """
    found = _ADDRESS.fullmatch(text)
    if not found or not (found["inside"] or 0 < int(found["port"]) < 2**16):
        msg = f"scheduler {text!r}: expected an address such as tcp://10.0.0.1:8786"
        raise ValueError(msg)
    return text


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """An executor on the cluster of a Dask scheduler; it needs the extra ``dask``.

    A task whose worker dies is done again by another. The package must be installed on all workers,
    in the same version.

    Args:
        address: that of the scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises:
        ModuleNotFoundError: if Dask is not installed.
        OSError: if the scheduler does not answer.
        ValueError: if ``address`` is none, or a worker has another version of this package.
        RuntimeError: if workers die again and again of a task, or the scheduler goes away.
    """
    # Dask finds out that an address is none, and then waits a minute for what it never began.
    address = scheduler_address(address)
    with of_extra("dask"):
        from distributed import Client, KilledWorker  # noqa: PLC0415  # optional

    open_client: Any = Client  # which is untyped
    with open_client(address, set_as_default=False) as client:
        _check_versions(client.run(_version))
        executor: Executor = client.get_executor(pure=False, retries=1)
        try:
            yield executor
        except KilledWorker as error:
            msg = f"scheduler {address}: several workers have died of a task: {error}"
            raise RuntimeError(msg) from error
        except CancelledError as error:
            msg = f"scheduler {address}: it has gone away or cancelled what it was to do"
            raise RuntimeError(msg) from error
        finally:
            executor.shutdown(wait=False)


def _version() -> str:
    """The version of this package on a worker."""
    from fanorona import __version__  # noqa: PLC0415  # of the worker

    return __version__


def _check_versions(found: dict[str, str]) -> None:
    own = _version()
    for worker, version in found.items():
        if version != own:
            msg = f"worker {worker} has fanorona {version}, and here is {own}"
            raise ValueError(msg)
