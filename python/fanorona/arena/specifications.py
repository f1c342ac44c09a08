"""Specifications of players: what is known of one before it is at work, and travels to workers."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fanorona.arena.players import BuiltInPlayer, FunctionPlayer, UgiPlayer
from fanorona.engine import Engine, Limit, UgiEngine
from fanorona.tablebase import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from fanorona.arena.players import Bot, Choose, Player

DEFAULT_TIME: Final = 0.1
"""Seconds a turn for an engine behind a command that is given no limit."""

_HASH_MB: Final = 16
_LIMITS: Final[dict[str, Callable[[str], float]]] = {
    "time": float,
    "depth": int,
    "nodes": int,
    "level": int,
}


def _limit_text(limit: Limit) -> str:
    given = ((name, getattr(limit, name)) for name in _LIMITS)
    return ",".join(f"{name}={value}" for name, value in given if value is not None)


def _joined(*parts: str) -> str:
    return ",".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """The built-in engine with a limit for each turn.

    Attributes:
        limit: when it ends its search.
        hash_mb: MiB for its transposition table.
        threads: how many threads search together; with more than one its games are not
            reproducible.
        tables: the folder of its endgame tables; empty for those of the package, ``none`` for
            none.
        contempt: what a draw costs it, in hundredths of a stone, from -1000 to 1000.
        name: what it is called in tables; it does not count in comparisons.

    Raises:
        ValueError: if there is no limit at all, or the engine refuses a setting.
        OSError: if the folder of tables cannot be read.
        MemoryError: if there is no memory for its transposition table.

    Example:
        >>> EngineSpec(Limit(nodes=5000), threads=2, name="fast").text
        'nodes=5000,threads=2'
    """

    limit: Limit
    hash_mb: int = _HASH_MB
    threads: int = 1
    tables: str = ""
    contempt: int = 0
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not _limit_text(self.limit):
            msg = "a player needs a limit such as nodes=5000 or time=0.1"
            raise ValueError(msg)
        self.engine()

    @property
    def text(self) -> str:
        """The specification as ``parse_player`` reads it, without the name."""
        return _joined(
            _limit_text(self.limit),
            f"hash={self.hash_mb}" if self.hash_mb != _HASH_MB else "",
            f"threads={self.threads}" if self.threads != 1 else "",
            f"tables={self.tables}" if self.tables else "",
            f"contempt={self.contempt}" if self.contempt else "",
        )

    def open(self) -> Player:
        """Starts the engine."""
        return BuiltInPlayer(self.engine(), self.limit, lambda seed: self.engine(seed=seed))

    def engine(self, seed: int | None = None) -> Engine:
        """A new engine with these settings and this seed."""
        folder = None if self.tables == "none" else self.tables or SHIPPED
        return Engine(
            threads=self.threads,
            hash_mb=self.hash_mb,
            tables=folder,
            contempt=self.contempt,
            seed=seed,
        )


@dataclass(frozen=True, slots=True)
class UgiSpec:
    """An engine that speaks the Universal Game Interface behind a command.

    Attributes:
        command: the command line that starts it.
        limit: what it is told for each turn.
        name: what it is called in tables; it does not count in comparisons.

    Example:
        >>> UgiSpec("some-engine --quiet", Limit(time=0.5)).text
        'time=0.5,ugi:some-engine --quiet'
    """

    command: str
    limit: Limit = field(default_factory=lambda: Limit(time=DEFAULT_TIME))
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.command.strip():
            msg = "ugi: expected a command after it"
            raise ValueError(msg)

    @property
    def text(self) -> str:
        """The specification as ``parse_player`` reads it, without the name."""
        return _joined(_limit_text(self.limit), f"ugi:{self.command}")

    def open(self) -> Player:
        """Starts the command.

        Raises:
            EngineError: if it cannot be started.
        """
        return UgiPlayer(UgiEngine(self.command), self.limit)


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A bot in Python: a class as ``Bot`` describes it, or a function ``choose(board) -> Move``.

    For games in other processes it must be picklable, as functions and classes of a module are.
    Games are reproducible where the choice follows from the board alone, and for a class from the
    seeds that it is told.

    Attributes:
        function: the class or the function; hashable.
        name: what it is called in tables; it does not count in comparisons.

    Example:
        >>> def first(board):
        ...     return board.legal_moves[0]
        >>> FunctionSpec(first).text.endswith(":first")
        True
    """

    function: Choose | type[Bot]
    name: str = field(default="", compare=False)

    @property
    def limit(self) -> Limit | None:
        """None: a callable takes as long as it likes."""
        return None

    @property
    def text(self) -> str:
        """The specification as ``parse_player`` reads it, without the name."""
        kind = type(self.function)
        module = getattr(self.function, "__module__", kind.__module__)
        return f"py:{module}:{getattr(self.function, '__qualname__', kind.__qualname__)}"

    def open(self) -> Player:
        """The function, or a new bot of the class, as a player."""
        if isinstance(self.function, type):
            bot = self.function()
            return FunctionPlayer(bot.choose, getattr(bot, "new_game", None))
        return FunctionPlayer(self.function)

    def place_of(self, error: Exception) -> str | None:
        """The line of the function's own module that an error came through last, if any did."""
        module = getattr(self.function, "__module__", type(self.function).__module__)
        found = None
        for frame, line in walk_tb(error.__traceback__):
            if frame.f_globals.get("__name__") == module:
                found = f"{Path(frame.f_code.co_filename).name}, line {line}"
        return found


PlayerSpec: TypeAlias = EngineSpec | UgiSpec | FunctionSpec


def parse_player(text: str) -> PlayerSpec:
    """Reads a specification.

    ``KEY=VALUE`` pairs with commas between them, among ``time``, ``depth``, ``nodes`` and
    ``level`` (limits of a turn), ``hash`` (MiB), ``threads``, ``tables`` (a folder of endgame
    tables, or ``none``), ``contempt`` (what a draw costs, in hundredths of a stone, from -1000 to
    1000) and ``name``; then, for a player that is not the built-in engine, ``ugi:COMMAND`` or
    ``py:MODULE:NAME``, to the end of the text.

    Raises:
        ValueError: if the text is none, or the function cannot be imported.
        OSError: as ``EngineSpec``.
        MemoryError: as ``EngineSpec``.

    Example:
        >>> parse_player("nodes=5000,name=base").limit
        Limit(time=None, depth=None, nodes=5000...)
        >>> parse_player("time=0.5,ugi:some-engine --quiet").text
        'time=0.5,ugi:some-engine --quiet'
    """
    settings, kind, rest = _split(text)
    limits: dict[str, Any] = {
        name: _number(name, settings.pop(name)) for name in _LIMITS if name in settings
    }
    limit = Limit(**limits)
    name = settings.pop("name", "")
    if kind == "ugi":
        _refuse(settings, "an engine behind a command")
        return UgiSpec(rest, limit if limits else Limit(time=DEFAULT_TIME), name=name)
    if kind == "py":
        _refuse([*limits, *settings], "a Python function")
        return FunctionSpec(_imported(rest), name=name)
    hash_mb = int(_number("hash", settings.pop("hash", str(_HASH_MB))))
    threads = int(_number("threads", settings.pop("threads", "1")))
    contempt = int(_number("contempt", settings.pop("contempt", "0")))
    tables = settings.pop("tables", "")
    return EngineSpec(limit, hash_mb, threads, tables, contempt, name=name)


def _split(text: str) -> tuple[dict[str, str], str, str]:
    """The settings, the kind (``ugi``, ``py`` or nothing), and what follows the kind."""
    known = [*_LIMITS, "hash", "threads", "tables", "contempt", "name"]
    settings: dict[str, str] = {}
    rest = text
    while rest:
        for kind in ("ugi", "py"):
            if rest.startswith(f"{kind}:"):
                return settings, kind, rest.removeprefix(f"{kind}:")
        item, _, rest = rest.partition(",")
        key, equals, value = item.partition("=")
        if not (equals and value) or key not in known:
            msg = f"player {text!r}: {item!r} is none of {', '.join(known)} with =VALUE"
            raise ValueError(msg)
        if key in settings:
            msg = f"player {text!r}: {key} is given twice"
            raise ValueError(msg)
        settings[key] = value
    return settings, "", ""


def _number(name: str, text: str) -> float:
    try:
        return _LIMITS.get(name, int)(text)
    except ValueError:
        msg = f"{name}={text}: expected a number"
        raise ValueError(msg) from None


def _refuse(settings: Collection[str], kind: str) -> None:
    if settings:
        msg = f"{', '.join(settings)}: no setting of {kind}"
        raise ValueError(msg)


def _imported(path: str) -> Choose | type[Bot]:
    module, _, names = path.partition(":")
    found: Any
    try:
        found = importlib.import_module(module)
        for name in names.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError, ValueError) as error:
        msg = f"py:{path}: {error}"
        raise ValueError(msg) from error
    if not callable(getattr(found, "choose", None) if isinstance(found, type) else found):
        msg = f"py:{path}: neither a function nor a class with choose"
        raise ValueError(msg)  # noqa: TRY004  # the text is wrong
    chosen: Choose | type[Bot] = found
    return chosen
