"""``fanorona serve``: the page in the browser."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from typing import Final

DEFAULT_PORT: Final = 8319


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on; any but the default lets other machines in, and the page "
        "is then found under this name only",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help=f"the port, 0 for any free one (default {DEFAULT_PORT})",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**16):
        msg = f"{text!r} is not a port from 0 to 65535"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C; returns the exit status."""
    from fanorona.web.server import listen, serve  # noqa: PLC0415  # an extra

    def ready(address: str) -> None:
        print(address, flush=True)
        print("press Ctrl-C to end", file=sys.stderr)
        if options.open:
            webbrowser.open(address)

    try:
        serve(listen(options.host, options.port), options.host, ready=ready)
    except KeyboardInterrupt:
        return 0
    return 0
