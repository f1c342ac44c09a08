"""An engine's process: lines in and out, none of which can block the caller for good."""

from __future__ import annotations

import collections
import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from typing import IO, TYPE_CHECKING, Final

from fanorona.errors import (
    EngineCrashedError,
    EngineError,
    EngineProtocolError,
    EngineTimeoutError,
)
from fanorona.ugi.lines import LONGEST_LINE, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_WAITING: Final = 10_000
"""Lines that may wait to be read; more wait in the pipe and hold up the engine."""
_LAST_WORDS: Final = 20
"""Lines of the error output that are kept."""
_SLICE: Final = 0.2
_GRACE: Final = 0.5
"""Seconds that a process which has closed its output gets to end."""


class EngineProcess:
    """A process that reads and writes lines.

    Threads of its own read what the process writes and write what it reads, so that neither a
    flood nor a process that does not read can block the caller for longer than it wants to wait.

    Args:
        command: the program and its arguments.

    Raises:
        EngineError: if the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.name: Final = one_line(" ".join(command), longest=80)
        try:
            # A session of its own, so that Ctrl-C is for the caller alone and that processes which
            # the engine has started can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603  # the caller names the engine to run
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            msg = f"cannot start {self.name}: {error}"
            raise EngineError(msg) from error
        self._received: queue.Queue[str | EngineError] = queue.Queue(_MOST_WAITING)
        self._to_send: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._stderr: collections.deque[str] = collections.deque(maxlen=_LAST_WORDS)
        self._closing = threading.Event()
        self._drained = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"engine {pipe}", args=(stream,), daemon=True)
            for work, pipe, stream in (
                (self._read, "output", self._process.stdout),
                (self._drain, "errors", self._process.stderr),
                (self._write, "input", self._process.stdin),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Sends a line, without waiting until it is read."""
        self._to_send.put(line)

    def receive(self, deadline: float | None) -> str:
        """The next line.

        Args:
            deadline: the value of ``time.monotonic()`` until which to wait; None to wait on.

        Raises:
            EngineTimeoutError: if no line comes in time.
            EngineCrashedError: if the process has ended, or closed its output or input.
            EngineProtocolError: if a line is too long.
        """
        while True:
            now = time.monotonic()
            # In slices, so that Ctrl-C and the end of the process by another thread get through.
            rest = _SLICE if deadline is None else min(deadline - now, _SLICE)
            try:
                item = self._received.get(timeout=max(rest, 0))
            except queue.Empty:
                if self._closing.is_set():
                    msg = f"{self.name} has been ended"
                    raise EngineCrashedError(msg) from None
                if deadline is not None and now >= deadline:
                    msg = f"{self.name} did not answer in time"
                    raise EngineTimeoutError(msg) from None
                continue
            if isinstance(item, EngineError):
                raise item
            return item

    def close(self, grace: float) -> None:
        """Closes the input, and kills the process if it does not end by itself.

        Args:
            grace: seconds to wait.
        """
        self._to_send.put(None)
        self._closing.set()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self.kill()

    def kill(self) -> None:
        """Ends the process at once, if it has not ended."""
        self._closing.set()
        self._to_send.put(None)
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait()
        for thread in self._threads:
            # A process that the engine has started may hold a pipe open; that is no reason to wait.
            if thread is not threading.current_thread():
                thread.join(0.2)

    def _put(self, item: str | EngineError) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(queue.Full):
                self._received.put(item, timeout=0.05)
                return

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while not self._closing.is_set():
                try:
                    line = stream.readline(LONGEST_LINE + 1)
                except (OSError, ValueError):
                    line = b""
                if not line:
                    self._put(self._crashed("closed its output"))
                    return
                if len(line) > LONGEST_LINE:
                    msg = f"{self.name} sent a line longer than {LONGEST_LINE} bytes"
                    self._put(EngineProtocolError(msg))
                    return
                self._put(line.decode(errors="replace").strip())

    def _drain(self, stream: IO[bytes]) -> None:
        with stream, contextlib.suppress(OSError, ValueError):
            while line := stream.readline(1000):
                self._stderr.append(line.decode(errors="replace"))
        self._drained.set()

    def _write(self, stream: IO[bytes]) -> None:
        try:
            while (line := self._to_send.get()) is not None:
                stream.write(f"{line}\n".encode())
                stream.flush()
        except (OSError, ValueError):
            self._put(self._crashed("closed its input"))
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    def _crashed(self, what: str) -> EngineCrashedError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        status = self._process.returncode
        if status is not None:
            # Its last words may still be on their way.
            self._drained.wait(_GRACE)
            what = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        said = one_line(" / ".join(line.strip() for line in list(self._stderr)[-5:]))
        return EngineCrashedError(f"{self.name} {what}" + (f": {said}" if said else ""))
