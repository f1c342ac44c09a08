"""A pseudo-terminal in which ``fanorona play`` runs."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from typing import Final, Self

import pytest

ESCAPES: Final = re.compile(r"\x1b\[[\d;?]*[A-Za-z]")

PATIENCE: Final = 60
"""Seconds to wait for what a program is to say."""

START: Final = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from fanorona.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Makes the pseudo-terminal the one whose keys interrupt, and runs the command line."""


class Terminal:
    """``fanorona play`` in a pseudo-terminal.

    Attributes:
        raw: all that was said, with escape sequences.
    """

    def __init__(self, *words: str, **environment: str) -> None:
        pty = pytest.importorskip("pty", reason="needs pseudo-terminals")
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "play", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
            | environment,
            start_new_session=True,
        )
        os.close(slave)
        self.raw = ""
        self.read = 0

    def expect(self, wanted: str) -> str:
        """Reads until this is said; returns what was said since the last call."""
        end = time.monotonic() + PATIENCE
        while (at := self._text().find(wanted, self.read)) < 0:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"never said {wanted!r}: {self._text()[self.read :]!r}"
            part = self._part()
            assert part, f"ended without {wanted!r}: {self._text()[self.read :]!r}"
            self.raw += part
        at += len(wanted)
        said, self.read = self._text()[self.read : at], at
        return said

    def _text(self) -> str:
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def _part(self) -> str:
        try:
            return os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # how Linux tells that the other side is closed
            return ""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def type(self, line: str, wanted: str = "> ") -> str:
        """Types a line and reads the answer."""
        self.press(f"{line}\n")
        return self.expect(wanted)

    def close(self, keys: str, *, insist: bool = True) -> tuple[int, str]:
        """Presses keys that end the program; returns its exit status and what it said last.

        They are pressed again where nothing follows: a signal that comes just before the program
        waits for keys is seen at the next key only. A program that reads every key as such needs
        no insisting, and a second Ctrl-C might reach it as a signal, when it has left the screen.
        """
        self.press(keys)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 3)
            part = self._part() if ready else ""
            if ready and not part:
                break
            if not ready and insist:
                self.press(keys)
            self.raw += part
        return self.process.wait(PATIENCE), self._text()[self.read :]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
