"""Ctrl-C ends a long count soon, and other threads run meanwhile."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import IO

import pytest

from fanorona import Position

SCRIPT = """
import sys, threading, time
import fanorona

ticks = 0

def tick():
    global ticks
    while True:
        ticks += 1
        time.sleep(0.001)

threading.Thread(target=tick, daemon=True).start()
position = fanorona.Position()
for call in (position.perft, position.divide):
    for threads in (1, 2):
        before = ticks
        print("counting", flush=True)
        try:
            call(40, threads=threads)
        except KeyboardInterrupt:
            print("interrupted", time.monotonic(), ticks - before, flush=True)
        else:
            print("finished", flush=True)
print(position.perft(3), flush=True)
"""

CALLS = 4


def line_of(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline().strip()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
def test_ctrl_c_ends_a_count() -> None:
    delays = []
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as run:
        for _ in range(CALLS):
            assert line_of(run.stdout) == "counting"
            time.sleep(0.3)
            sent = time.monotonic()
            os.kill(run.pid, signal.SIGINT)
            word, when, ticks = line_of(run.stdout).split()
            assert word == "interrupted"
            delays.append(float(when) - sent)
            # The other thread could not have run if the count had kept the GIL.
            assert int(ticks) > 10
        assert line_of(run.stdout) == "724"
        assert run.wait(10) == 0
    # What is promised. The least of them, since whatever else is running only adds to it.
    assert min(delays) < 0.1


def test_a_count_beside_another() -> None:
    counts = []
    position = Position("dimy")
    threads = [
        threading.Thread(target=lambda: counts.append(position.perft(6, threads=2)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [306837] * 3
