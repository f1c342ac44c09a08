"""``UgiEngine``: any UGI engine, in a process of its own, with the face of the built-in one."""

from __future__ import annotations

import contextlib
import shlex
import threading
import time
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, overload

from fanorona.board import Board
from fanorona.closing import Closing
from fanorona.errors import EngineError, EngineProtocolError, EngineTimeoutError
from fanorona.search import (
    MOST_LINES,
    Info,
    Limit,
    PlayResult,
    Score,
    check_range,
    check_request,
    end_score,
)
from fanorona.ugi.clock import write_go
from fanorona.ugi.lines import ERROR, one_line, read_info, whole_number
from fanorona.ugi.options import EngineOptions
from fanorona.ugi.output import meaningful
from fanorona.ugi.process import EngineProcess

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fanorona._fanorona import Move
    from fanorona.ugi.clock import Clocks
    from fanorona.ugi.option import Option

_GRACE: Final = 1.0
_ANSWERS: Final = {
    "gameover": {"true", "false"},
    "p1turn": {"true", "false"},
    "result": {"p1win", "p2win", "draw", "none"},
}


class UgiEngine(Closing):
    """An engine that speaks UGI, in a process of its own.

    The process ends with ``close()``, at the end of the ``with`` block, when the object is
    forgotten, and at the latest with the interpreter. Whenever the engine fails it is ended, and
    an ``EngineError`` says what was wrong; it can be used no more then.

    If the engine has options ``Variant``, ``Rules``, ``MultiPV`` or ``Level`` they are set as the
    boards and limits that it is given need them.

    Args:
        command: the program and its arguments, or a command line.
        options: options to set, by name.
        timeout: seconds that the engine may take to answer, beyond what a search may take.

    Attributes:
        id: what the engine says about itself: ``name``, ``author``.

    Raises:
        EngineError: if it cannot be started, does not answer or refuses an option.
        ValueError: if it has no option of a given name.

    Example:
        >>> import sys
        >>> from fanorona import Board
        >>> from fanorona.engine import Limit, UgiEngine
        >>> with UgiEngine(
        ...     [sys.executable, "-m", "fanorona", "ugi"], options={"Hash": 1}
        ... ) as engine:
        ...     result = engine.play(Board("telo"), Limit(depth=4))
        >>> engine.id["name"].startswith("fanorona"), result.info.depth
        (True, 4)
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        options: Mapping[str, str | int | bool] | None = None,
        timeout: float = 10.0,
    ) -> None:
        if not timeout > 0:
            msg = f"timeout {timeout}: expected a positive number of seconds"
            raise ValueError(msg)
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            msg = "no command is given"
            raise ValueError(msg)
        self.id: dict[str, str] = {}
        self._timeout = timeout
        self._busy = threading.Lock()
        self._order = threading.Lock()
        self._searching = False
        self._ended = ""
        self._process = EngineProcess(words)
        self._settings = EngineOptions(self._process.name, self._process.send)
        self._finalizer = weakref.finalize(self, EngineProcess.kill, self._process)
        try:
            with self._exclusively():
                self._shake_hands()
                for name, value in (options or {}).items():
                    self._settings.choose(name, value)
                self._synchronise()
        except BaseException:
            self._finalizer()
            raise

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that the engine declares, by name."""
        return self._settings.declared

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    def play(
        self, board: Board, limit: Limit | None = None, *, clocks: Clocks | None = None
    ) -> PlayResult:
        """Asks for a turn.

        Args:
            board: the position and what led to it; not changed.
            limit: what ends the search.
            clocks: the players' clocks, by which the engine decides for itself.

        Returns:
            A legal turn, or None where the game is over.

        Raises:
            EngineError: if the engine fails; which subclass says how.
            TypeError: if ``board`` is no ``Board`` or ``limit`` no ``Limit``.
            ValueError: if neither a limit nor clocks are given, or a level and the engine has none.
            RuntimeError: if it is searching in another thread.
        """
        move, infos = self._search(board, limit, clocks, 1)
        return PlayResult(move, infos[0])

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: None = None) -> Info: ...

    @overload
    def analyse(self, board: Board, limit: Limit, *, multipv: int) -> list[Info]: ...

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None
    ) -> Info | list[Info]:
        """What a search to this limit finds out about the position.

        Args:
            board: the position and what led to it; not changed.
            limit: what ends the search.
            multipv: how many of the best turns are to be looked at, each with its line.

        Returns:
            One ``Info``, or with ``multipv`` a list of them, best first; fewer where there are
            fewer turns, and one if the engine has no option ``MultiPV``.

        Raises:
            EngineError: if the engine fails; which subclass says how.
            TypeError: if ``board`` is no ``Board`` or ``limit`` no ``Limit``.
            ValueError: if the limit is empty or ``multipv`` not from 1 to 500.
            RuntimeError: if it is searching in another thread.
        """
        if multipv is not None:
            check_range("multipv", multipv, MOST_LINES)
        _, infos = self._search(board, limit, None, multipv or 1)
        return infos[0] if multipv is None else infos[:multipv]

    def query(self, question: Literal["gameover", "p1turn", "result"], board: Board) -> str:
        """Asks what the engine thinks about the state of a game.

        Returns:
            ``true`` or ``false``; for the result ``p1win``, ``p2win``, ``draw`` or ``none``.

        Raises:
            EngineError: if the engine fails; which subclass says how.
        """
        with self._exclusively():
            self._show(board)
            self._process.send(f"query {question}")
            words = next(words for words in self._answers() if words[0] == "response")
            if len(words) != 2 or words[1] not in _ANSWERS[question]:
                msg = f"{self._process.name} answered {one_line(' '.join(words))!r} to {question}"
                raise EngineProtocolError(msg)
            return words[1]

    def set_option(self, name: str, value: str | int | bool) -> None:  # noqa: FBT001  # any value
        """Sets an option.

        Raises:
            EngineError: if the engine refuses or fails.
            ValueError: if it has no such option.
        """
        with self._exclusively():
            self._settings.choose(name, value)
            self._synchronise()

    def new_game(self) -> None:
        """Says that what follows is another game.

        Raises:
            EngineError: if the engine fails.
        """
        with self._exclusively():
            self._process.send("uginewgame")
            self._synchronise()

    def stop(self) -> None:
        """Ends a search that runs in another thread; it returns what it has found."""
        with self._order:
            if self._searching:
                self._process.send("stop")

    def close(self) -> None:
        """Ends the engine: it is asked to quit, and killed if it does not within a second."""
        if not self._ended:
            self._ended = "it has been closed"
            self._process.send("stop")
            self._process.send("quit")
            self._process.close(_GRACE)
        self._finalizer()

    def __repr__(self) -> str:
        return f"<UgiEngine {self.id.get('name', self._process.name)}>"

    @contextlib.contextmanager
    def _exclusively(self) -> Iterator[None]:
        """One request at a time; an engine that fails in it, or is interrupted, is ended."""
        if not self._busy.acquire(blocking=False):
            msg = "the engine is searching already"
            raise RuntimeError(msg)
        try:
            self._check_alive()
            yield
        except BaseException as error:
            # After an interruption nobody knows which answers are still to come.
            if isinstance(error, EngineError) or not isinstance(error, Exception):
                self._ended = self._ended or str(error) or "interrupted"
                self._finalizer()
            raise
        finally:
            self._busy.release()

    def _check_alive(self) -> None:
        if self._ended:
            msg = f"{self._process.name} can be used no more: {self._ended}"
            raise EngineError(msg)

    def _soon(self) -> float:
        return time.monotonic() + self._timeout

    def _answers(self) -> Iterator[list[str]]:
        deadline = self._soon()
        return meaningful(self._process.name, lambda: self._process.receive(deadline))

    def _shake_hands(self) -> None:
        self._process.send("ugi")
        for words in self._answers():
            match words:
                case ["ugiok"]:
                    return
                case ["id", field, *rest]:
                    self.id[field] = one_line(" ".join(rest))
                case ["option", *_]:
                    self._settings.declare(" ".join(words))
                case _:
                    pass

    def _synchronise(self) -> None:
        """Waits until the engine has followed all commands; it may have refused one."""
        self._process.send("isready")
        for words in self._answers():
            if words == ["readyok"]:
                break
            line = " ".join(words)
            if line.startswith(ERROR):
                msg = f"{self._process.name} refused a command: {one_line(line[len(ERROR) :])}"
                raise EngineProtocolError(msg)

    def _show(self, board: Board) -> None:
        """Tells the engine the position, and waits until it has understood."""
        told = True
        for name, text in (("Variant", str(board.variant)), ("Rules", str(board.rules))):
            if self._settings.find(name) is not None:
                self._settings.set(name, text)
            elif text not in {"tsivy", "standard"}:
                told = False
        words = ["position"]
        if board.position.chain is not None:
            # The turns before the chain cannot be told: a turn on the wire is always whole.
            words += ["fen", board.fen()]
        else:
            start = Board(board.variant, board.rules).start_fen
            at_start = told and board.start_fen == start
            words += ["startpos"] if at_start else ["fen", board.start_fen]
            turns = board.move_stack
            words += ["moves", *map(str, turns)] if turns else []
        self._process.send(" ".join(words))
        self._synchronise()

    def _search(
        self, board: Board, limit: Limit | None, clocks: Clocks | None, multipv: int
    ) -> tuple[Move | None, list[Info]]:
        limit = Limit() if limit is None else limit
        check_request(board, limit, may_be_endless=clocks is not None)
        go, seconds = write_go(board.turn, limit, clocks)
        if limit.level is not None and self._settings.find("Level") is None:
            msg = f"{self._process.name} has no option Level"
            raise ValueError(msg)
        with self._exclusively():
            if board.is_game_over():
                return None, [_end_info(board)]
            self._settings.set_level(limit.level)
            if self._settings.find("MultiPV") is not None:
                self._settings.set("MultiPV", multipv)
            self._show(board)
            start = time.monotonic()
            # A level is a limit of its own; UGI needs some word all the same.
            lines, text = self._find(["go", *(go or ["depth", "100"])], seconds)
            spent = time.monotonic() - start
            move = self._legal(text, board)
        infos = [read_info(line, board) for _, line in sorted(lines.items())]
        if not infos:
            score = Score(estimate=0)
            infos = [Info(depth=0, seldepth=0, nodes=0, time=spent, score=score, pv=())]
        if not infos[0].pv:
            infos[0] = replace(infos[0], pv=(move,))
        return move, infos

    def _find(self, go: list[str], seconds: float | None) -> tuple[dict[int, str], str]:
        """Searches; the last info line of each place, and the word after ``bestmove``."""
        lines: dict[int, str] = {}
        deadline = None if seconds is None else self._soon() + seconds
        with self._order:
            self._process.send(" ".join(go))
            self._searching = True
        try:
            for words in meaningful(self._process.name, lambda: self._next(deadline)):
                if words[0] == "info" and "score" in words and words[1:2] != ["string"]:
                    place = words.index("multipv") + 1 if "multipv" in words else len(words)
                    key = whole_number("".join(words[place : place + 1])) or 1
                    if 1 <= key <= MOST_LINES:
                        lines[key] = " ".join(words)
                elif " ".join(words).startswith(ERROR):
                    msg = f"{self._process.name} does not search: {one_line(' '.join(words))}"
                    raise EngineProtocolError(msg)
                elif words[0] == "bestmove":
                    # Some engines add what they would ponder on.
                    return lines, words[1] if len(words) > 1 else ""
        finally:
            with self._order:
                self._searching = False
        raise AssertionError  # the lines have no end

    def _next(self, deadline: float | None) -> str:
        """The next line. Without a deadline a silent engine is asked for a sign of life."""
        if deadline is not None:
            return self._process.receive(deadline)
        try:
            return self._process.receive(self._soon())
        except EngineTimeoutError:
            self._process.send("isready")
            return self._process.receive(self._soon())

    def _legal(self, text: str, board: Board) -> Move:
        try:
            return board.parse_move(text)
        except ValueError as error:
            msg = f"{self._process.name} played {one_line(text, longest=80)!r}: {error}"
            raise EngineProtocolError(msg) from error


def _end_info(board: Board) -> Info:
    return Info(depth=0, seldepth=0, nodes=0, time=0.0, score=end_score(board), pv=())
