"""The engines behind the page: a few, each lent to one request at a time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from anyio import CancelScope, create_task_group, to_thread

from fanorona.engine import Engine, Info, Limit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request

    from fanorona import Board

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds that a request waits for an engine."""


class BusyError(RuntimeError):
    """All engines are searching, and none became free in time."""


class Engines:
    """Engines of which each serves one request at a time.

    Args:
        count: how many.
        hash_mb: MiB for the table of each.
        patience: seconds that a request waits for one.
    """

    def __init__(self, count: int, *, hash_mb: int = 16, patience: float = PATIENCE) -> None:
        self._count = count
        self._hash_mb = hash_mb
        self._patience = patience
        self._made = 0
        self._free: asyncio.Queue[Engine] = asyncio.Queue()

    @property
    def searching(self) -> int:
        """How many are lent."""
        return self._made - self._free.qsize()

    @asynccontextmanager
    async def lend(self) -> AsyncIterator[Engine]:
        """An engine for the time of the block.

        Raises:
            BusyError: if none becomes free in time.
        """
        engine = await self._take()
        try:
            yield engine
        finally:
            self._free.put_nowait(engine)

    async def _take(self) -> Engine:
        if self._free.empty() and self._made < self._count:
            self._made += 1
            return Engine(hash_mb=self._hash_mb)
        try:
            return await asyncio.wait_for(self._free.get(), self._patience)
        except TimeoutError:
            msg = "all engines are searching; try again"
            raise BusyError(msg) from None

    async def search(self, request: Request, search: Callable[[Engine], T]) -> T:
        """Lets an engine search for a request, until the request is given up.

        Args:
            request: the request; if its sender goes away the search is stopped.
            search: what to do with the engine.

        Raises:
            BusyError: if no engine becomes free in time.
        """
        async with self.lend() as engine, create_task_group() as tasks:

            async def watch() -> None:
                while not await request.is_disconnected():
                    await asyncio.sleep(0.1)
                while True:
                    # The search clears the flag when it begins, which may be just now.
                    engine.stop()
                    await asyncio.sleep(0.1)

            tasks.start_soon(watch)
            found = await to_thread.run_sync(search, engine)
            tasks.cancel_scope.cancel()
        return found

    async def analysis(self, board: Board, limit: Limit, lines: int) -> AsyncIterator[Info]:
        """What an engine finds out about a board, as it finds it; the search ends with the loop.

        Raises:
            BusyError: if no engine becomes free in time.
        """
        async with self.lend() as engine:
            analysis = engine.analysis(board, limit, multipv=lines)
            found = iter(analysis)
            try:
                while True:
                    info = await to_thread.run_sync(next, found, None, abandon_on_cancel=True)
                    if info is None:
                        return
                    yield info
            finally:
                with CancelScope(shield=True):
                    await to_thread.run_sync(analysis.stop)
