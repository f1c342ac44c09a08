"""The options of an engine that is driven: which it has, and what they are set to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.errors import EngineProtocolError
from fanorona.ugi.option import Option

if TYPE_CHECKING:
    from collections.abc import Callable


class EngineOptions:
    """The options of one engine. What it has been told already is not sent again.

    Args:
        engine: what the engine is called in errors.
        send: sends a line to it.

    Attributes:
        declared: the options that it has, by name.
    """

    def __init__(self, engine: str, send: Callable[[str], object]) -> None:
        self.declared: dict[str, Option] = {}
        self._engine = engine
        self._send = send
        self._sent: dict[str, str] = {}
        self._chosen: dict[str, str] = {}

    def declare(self, line: str) -> None:
        """Reads a line by which the engine declares an option.

        Raises:
            EngineProtocolError: if the line is none.
        """
        try:
            option = Option.parse(line)
        except ValueError as error:
            msg = f"{self._engine}: {error}"
            raise EngineProtocolError(msg) from None
        self.declared[option.name] = option

    def find(self, name: str) -> Option | None:
        """The option with this name, whatever its case."""
        known = (option for option in self.declared.values() if option.name.lower() == name.lower())
        return next(known, None)

    def choose(self, name: str, value: str | int | bool) -> None:  # noqa: FBT001  # any value
        """Sets an option as the user wants it.

        Raises:
            ValueError: if there is no such option, or the value does not fit.
        """
        option = self.set(name, value)
        self._chosen[option.name] = self._sent.get(option.name, option.default)

    def set(self, name: str, value: str | int | bool) -> Option:  # noqa: FBT001  # any value
        """Sets an option as a search needs it.

        Raises:
            ValueError: if there is no such option, or the value does not fit.
        """
        option = self.find(name)
        if option is None:
            known = ", ".join(self.declared) or "none"
            msg = f"{self._engine} has no option {name!r}; it has: {known}"
            raise ValueError(msg)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        option.check(text)
        if option.kind == "button":
            self._send(f"setoption name {option.name}")
        elif self._sent.get(option.name, option.default) != text:
            self._send(f"setoption name {option.name} value {text or '<empty>'}")
            self._sent[option.name] = text
        return option

    def set_level(self, level: int | None) -> None:
        """Sets the level for one search; without one the level that was chosen before counts."""
        option = self.find("Level")
        if option is not None:
            chosen = self._chosen.get(option.name, option.default)
            self.set(option.name, chosen if level is None else level)
