"""Ctrl-C ends a long count and the reading of tables soon, and other threads run meanwhile."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest

from fanorona import Position
from forged_tables import forge

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


READING = """
import sys, time
import fanorona
from fanorona.engine import Engine, Limit
from fanorona.solve import Solver
from fanorona.tablebase import Tablebase

full = fanorona.Position.from_stones(0x7F, 0x1FFFFFFFFF80, turn=fanorona.WHITE)
calls = [
    lambda: Tablebase(sys.argv[1]).load("tsivy"),
    lambda: Tablebase(sys.argv[1]).probe_wdl(full),
    lambda: Tablebase(sys.argv[1]).statistics("5x9-7v38.wdl"),
    lambda: Engine(tables=sys.argv[1]).play(fanorona.Board(), Limit(time=100)),
    lambda: Solver("tsivy", tables=Tablebase(sys.argv[1])),
]
call = calls[int(sys.argv[2])]
print("reading", flush=True)
try:
    call()
except KeyboardInterrupt:
    print("interrupted", time.monotonic(), flush=True)
"""


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all tables of seven stones, and one with many places for the anchor."""
    folder = tmp_path_factory.mktemp("forged")
    for stones in range(2, 8):
        for own in range(1, stones):
            forge(folder, own, stones - own)
    forge(folder, 7, 38)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
@pytest.mark.parametrize("call", range(5))
def test_ctrl_c_ends_the_reading_of_tables(forged: Path, call: int) -> None:
    delays = []
    for _ in range(3):
        arguments = [sys.executable, "-c", READING, str(forged), str(call)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as run:
            assert line_of(run.stdout) == "reading"
            time.sleep(0.05)
            sent = time.monotonic()
            os.kill(run.pid, signal.SIGINT)
            word, when = line_of(run.stdout).split()
            assert word == "interrupted"
            delays.append(float(when) - sent)
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
