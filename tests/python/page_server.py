"""The page's server in a thread of the test's own process."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn

from fanorona.web.app import create_app
from fanorona.web.server import listen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.applications import Starlette


@dataclass
class PageServer:
    """A server that runs.

    Attributes:
        app: the application.
        port: the port on the loopback.
    """

    app: Starlette
    port: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def becomes_idle(self, seconds: float = 5.0) -> bool:
        """Whether all engines are free within this time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.app.state.engines.searching == self.app.state.analyses.searching == 0:
                return True
            time.sleep(0.02)
        return False


@contextmanager
def running(port: int = 0) -> Iterator[PageServer]:
    """Serves the page for the time of the block."""
    app = create_app()
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    with listen("127.0.0.1", port) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield PageServer(app, listener.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(10)
