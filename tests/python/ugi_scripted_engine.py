"""A UGI engine that misbehaves as its first argument says; run by the tests of the driver."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

HANDSHAKE = """\
id name scripted
option name MultiPV type spin default 1 min 1 max 4
option name Style type combo default Solid var Solid var Very Risky
option name Clear type button
option name Ponder type check default false
ugiok"""
NOISE = """\
info depth x seldepth score cp score mate nodes -5 multipv 0 pv
info depth 3 score cp 12 multipv 99999999999999999999 pv d3-e3A nonsense
hello?

info
info string bestmove a1-a2
bestmove d3-e3a ponder d5-d4A"""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def flood(line: str) -> NoReturn:
    while True:
        sys.stdout.write(f"{line}\n")


def silence() -> NoReturn:
    while True:
        time.sleep(60)


def binary() -> NoReturn:
    while True:
        os.write(1, bytes(range(256)).replace(b"\n", b"") * 100)


def close() -> NoReturn:
    os.close(1)
    silence()


def deafen() -> NoReturn:
    sys.stdin.readline()
    os.close(0)
    say(HANDSHAKE)
    silence()


def noise() -> None:
    sys.stderr.write("noise\n" * 200_000)
    say(NOISE)


FAULTS: dict[str, tuple[str, Callable[[], object]]] = {
    "flood": ("start", lambda: flood("y")),
    "never-reads": ("start", silence),
    "deaf": ("start", deafen),
    "silent-ugi": ("ugi", silence),
    "bad-option": ("ugi", lambda: say("option default 3")),
    "silent-ready": ("isready", silence),
    "refuses-option": ("setoption", lambda: say("info string error: no")),
    "illegal": ("go", lambda: say("bestmove a1-a2")),
    "no-text": ("go", lambda: say("bestmove \N{SNOWMAN}")),
    "no-move": ("go", lambda: say("bestmove 0000")),
    "bare-bestmove": ("go", lambda: say("bestmove")),
    "refuses-go": ("go", lambda: say("info string error: go: not today")),
    "silent-go": ("go", silence),
    "flood-go": ("go", lambda: flood("info depth 1 score cp 1")),
    "garbage-go": ("go", lambda: flood("lorem ipsum")),
    "binary-go": ("go", binary),
    "crash-go": ("go", lambda: sys.exit("the dog ate my search")),
    "kill-go": ("go", lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "close-go": ("go", close),
    "noisy": ("go", noise),
    "odd-answer": ("query", lambda: say("response perhaps")),
    "long-answer": ("query", lambda: say("response true or false")),
    "silent-query": ("query", silence),
    "immortal": ("quit", silence),
}
ANSWERS: dict[str, Callable[[], object]] = {
    "ugi": lambda: say(HANDSHAKE),
    "isready": lambda: say("readyok"),
    "go": lambda: say("info depth 1 score cp 7 pv d3-e3A\nbestmove d3-e3A"),
    "query": lambda: say("response false"),
    "quit": sys.exit,
}


def main() -> None:
    place, fault = FAULTS.get(sys.argv[1], ("", silence))
    if place == "start":
        fault()
    for line in sys.stdin:
        command = line.split()[0]
        if command == place:
            fault()
        elif command in ANSWERS:
            ANSWERS[command]()


if __name__ == "__main__":
    main()
