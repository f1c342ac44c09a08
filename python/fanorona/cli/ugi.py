"""``fanorona ugi``: the engine on standard input and output, for tournament managers and others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from fanorona.ugi.server import Server

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.epilog = (
        "Speaks the Universal Game Interface (and uci for the handshake) until quit or the end of"
        " the input. All settings are options of the protocol: send ugi to see them."
    )


def run(_: argparse.Namespace) -> int:
    """Serves; returns the exit status."""
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as output:
        Server(sys.stdin.buffer, output).run()
    return 0
