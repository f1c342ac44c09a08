"""Serving the page."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from fanorona.extras import of_extra
from fanorona.web.app import LOOPBACK, create_app

with of_extra("web"):
    import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one.

    Raises:
        OSError: if the address is not to be had.
        ValueError: if the host has no address.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        msg = f"host {host!r}: {error.strerror}"
        raise ValueError(msg) from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def serve(listener: socket.socket, host: str, *, ready: Callable[[str], object]) -> None:
    """Serves the page until Ctrl-C.

    Args:
        listener: where to listen; it is closed at the end.
        host: the name under which the page may be asked for, beside those of the loopback.
        ready: called with the page's address once it can be asked for.

    Raises:
        KeyboardInterrupt: on Ctrl-C, when all is closed.
    """
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(
        create_app((*LOOPBACK, host, name)),
        log_level="warning",
        server_header=False,
        limit_concurrency=256,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, lambda: ready(address))
    with listener:
        server.run([listener])


class _Server(uvicorn.Server):
    """A server that tells when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell()
