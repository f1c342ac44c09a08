"""The built-in engine as a UGI server: reads commands, answers, searches in a thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from fanorona._fanorona import __version__
from fanorona.board import Board
from fanorona.enums import Color
from fanorona.tablebase import SHIPPED, Tablebase
from fanorona.ugi.clock import parse_go
from fanorona.ugi.lines import ERROR, LONGEST_LINE, one_line
from fanorona.ugi.search import FollowedEngine, Search
from fanorona.ugi.settings import SHIPPED_TABLES, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import RawIOBase
    from pathlib import Path
    from typing import BinaryIO

_PATIENCE: Final = 2.0
"""Seconds that the last words of a search may take when the server ends."""
_RESULTS: Final = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}


class Server:
    r"""A UGI engine on a pair of streams.

    Args:
        reader: where commands come from.
        writer: where answers go; unbuffered, so that a front end that does not read can hold up a
            thread but not the end of the process.

    Example:
        >>> import io
        >>> answers = io.BytesIO()
        >>> commands = b"position startpos moves d3-e3A\nquery p1turn\nquery result\nquit\n"
        >>> Server(io.BytesIO(commands), answers).run()
        >>> print(answers.getvalue().decode(), end="")
        response false
        response none
    """

    def __init__(self, reader: BinaryIO, writer: RawIOBase | BinaryIO) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = threading.Lock()
        self._settings = Settings()
        self._board = Board()
        self._tables: Tablebase | Path | None = SHIPPED
        self._engine: FollowedEngine | None = None
        self._search: Search | None = None
        self._leaving = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": lambda _: self._handshake("ugiok"),
            "uci": lambda _: self._handshake("uciok"),
            "isready": lambda _: self._ready(),
            "uginewgame": lambda _: self._new_game("uginewgame"),
            "ucinewgame": lambda _: self._new_game("ucinewgame"),
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "query": self._query,
            "quit": lambda _: self._quit(),
        }

    def run(self) -> None:
        """Serves until ``quit`` or the end of the input.

        Raises:
            OSError: if the answers cannot be written.
            KeyboardInterrupt: on Ctrl-C, after the search has ended.
        """
        try:
            while not self._leaving:
                line = self._reader.readline(LONGEST_LINE + 1)
                if not line:
                    break
                if len(line) > LONGEST_LINE:
                    self._skip(line)
                    self._say(f"{ERROR} a command is longer than {LONGEST_LINE} bytes")
                    continue
                self._follow(line.decode(errors="replace").split())
        finally:
            if self._search is not None:
                self._search.stop(_PATIENCE)

    def _skip(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._reader.readline(LONGEST_LINE)

    def _follow(self, words: list[str]) -> None:
        if not words:
            return
        command = self._commands.get(words[0])
        try:
            if command is None:
                msg = f"unknown command {one_line(words[0], longest=40)!r}"
                raise ValueError(msg)  # noqa: TRY301  # the same answer as for all errors
            command(words[1:])
        except (ValueError, MemoryError, RuntimeError) as error:
            # RuntimeError: a thread could not be started.
            self._say(f"{ERROR} {one_line(str(error))}")

    def _say(self, *lines: str) -> None:
        data = memoryview("".join(f"{line}\n" for line in lines).encode(errors="replace"))
        with self._lock:
            while data:
                data = data[self._writer.write(data) or 0 :]

    def _handshake(self, last: str) -> None:
        self._say(
            f"id name fanorona {__version__}",
            "id author the fanorona developers",
            *map(str, self._settings.options),
            last,
        )

    def _ready(self) -> None:
        if not self._searching():
            self._ready_engine()
        self._say("readyok")

    def _ready_engine(self) -> FollowedEngine:
        """The engine; made when it is first needed, or when the size of its table is set."""
        if self._engine is None:
            hash_mb = self._settings.number("Hash")
            self._engine = FollowedEngine(hash_mb=hash_mb, tables=self._tables)
        self._engine.threads = self._settings.number("Threads")
        self._engine.contempt = self._settings.number("Contempt")
        return self._engine

    def _searching(self) -> bool:
        return self._search is not None and self._search.running

    def _not_while_searching(self, command: str) -> None:
        if self._searching():
            msg = f"{command}: not while searching; send stop first"
            raise ValueError(msg)
        if self._search is not None:
            # The search is over, but its last words may still be on their way.
            self._search.stop()
            self._search = None

    def _new_game(self, command: str) -> None:
        self._not_while_searching(command)
        if self._engine is not None:
            self._engine.new_game()
        self._board = self._start()

    def _start(self) -> Board:
        return Board(self._settings.text("Variant"), self._settings.text("Rules"))

    def _set_option(self, words: list[str]) -> None:
        self._not_while_searching("setoption")
        if not words or words[0] != "name":
            msg = "setoption: expected name N value V"
            raise ValueError(msg)
        cut = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:cut]), " ".join(words[cut + 1 :])
        if name.lower() == "tablespath":
            self._tables = _open_tables(value)
        if name.lower() == "hash":
            self._set_hash(value)
            return
        name = self._settings.set(name, value)
        if name in {"Variant", "Rules"}:
            self._board = self._start()
        elif name == "TablesPath":
            self._engine = None

    def _set_hash(self, value: str) -> None:
        before = self._settings.text("Hash")
        self._settings.set("Hash", value)
        # First, so that there need not be memory for both tables at once.
        self._engine = None
        try:
            self._ready_engine()
        except MemoryError:
            self._settings.set("Hash", before)
            raise

    def _position(self, words: list[str]) -> None:
        self._not_while_searching("position")
        cut = words.index("moves") if "moves" in words else len(words)
        match words[:cut]:
            case ["startpos"]:
                board = self._start()
            case ["fen", *fields] if fields:
                board = Board(rules=self._settings.text("Rules"), fen=" ".join(fields))
            case _:
                msg = "position: expected startpos or fen F, then moves"
                raise ValueError(msg)
        for number, word in enumerate(words[cut + 1 :], 1):
            try:
                board.push(word)
            except ValueError as error:
                msg = f"position: move {number}: {error}"
                raise ValueError(msg) from None
        self._board = board

    def _go(self, words: list[str]) -> None:
        self._not_while_searching("go")
        overhead = self._settings.number("MoveOverhead") / 1000
        go = parse_go(words, self._board.turn, overhead=overhead)
        self._search = Search(
            self._ready_engine(),
            self._board,
            go,
            multipv=self._settings.number("MultiPV"),
            level=self._settings.number("Level"),
            say=self._say,
        )

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _query(self, words: list[str]) -> None:
        match words:
            case ["gameover"]:
                answer = "true" if self._board.is_game_over() else "false"
            case ["p1turn"]:
                answer = "true" if self._board.turn is Color.WHITE else "false"
            case ["result"]:
                answer = _RESULTS[self._board.result()]
            case _:
                msg = "query: expected gameover, p1turn or result"
                raise ValueError(msg)
        self._say(f"response {answer}")

    def _quit(self) -> None:
        self._leaving = True


def _open_tables(text: str) -> Tablebase | Path | None:
    """The tables that a value of ``TablesPath`` stands for."""
    if text in {"", "<empty>"}:
        return None
    if text == SHIPPED_TABLES:
        return SHIPPED
    try:
        return Tablebase(text)
    except OSError as error:
        msg = f"TablesPath: {error}"
        raise ValueError(msg) from None
