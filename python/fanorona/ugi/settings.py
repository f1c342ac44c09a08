"""The options that the server declares, and their values."""

from __future__ import annotations

import os
from typing import Final

from fanorona._fanorona import Rules, Variant
from fanorona.search import (
    LARGEST_HASH_MB,
    MOST_CONTEMPT,
    MOST_LINES,
    MOST_THREADS,
    STRONGEST_LEVEL,
)
from fanorona.ugi.lines import one_line
from fanorona.ugi.option import Option
from fanorona.variants import VARIANTS

SHIPPED_TABLES: Final = "<shipped>"
"""The value of ``TablesPath`` that stands for the tables that come with the package."""


def largest_hash() -> int:
    """The most MiB that the transposition table may have: half of the memory, where it is known."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4096
    return max(16, min(pages * size // 2 >> 20, LARGEST_HASH_MB))


class Settings:
    """The values of the options.

    Example:
        >>> settings = Settings()
        >>> settings.set("threads", "2")
        'Threads'
        >>> settings.number("Threads"), settings.text("Variant")
        (2, 'tsivy')
        >>> settings.set("Level", "11")
        Traceback (most recent call last):
            ...
        ValueError: Level '11' is not a whole number from 0 to 10
    """

    def __init__(self) -> None:
        boards = tuple(str(variant) for variant in VARIANTS)
        self.options: Final = (
            Option(name="Variant", kind="combo", default="tsivy", choices=boards),
            Option(name="Rules", kind="string", default="standard"),
            Option(name="Threads", kind="spin", default="1", low=1, high=MOST_THREADS),
            Option(name="Hash", kind="spin", default="16", low=1, high=largest_hash()),
            Option(name="MultiPV", kind="spin", default="1", low=1, high=MOST_LINES),
            Option(name="Level", kind="spin", default="0", low=0, high=STRONGEST_LEVEL),
            Option(
                name="Contempt", kind="spin", default="0", low=-MOST_CONTEMPT, high=MOST_CONTEMPT
            ),
            Option(name="MoveOverhead", kind="spin", default="10", low=0, high=5000),
            Option(name="TablesPath", kind="string", default=SHIPPED_TABLES),
        )
        self._values = {option.name: option.default for option in self.options}

    def text(self, name: str) -> str:
        """The value of an option."""
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[name])

    def set(self, name: str, value: str) -> str:
        """Changes an option; upper and lower case of its name are the same.

        Returns:
            The option's name as it is declared.

        Raises:
            ValueError: if there is no such option, or the value does not fit; nothing changes then.
        """
        for option in self.options:
            if option.name.lower() == name.lower():
                self._values[option.name] = _checked(option, value)
                return option.name
        msg = f"no option {one_line(name, longest=40)!r}"
        raise ValueError(msg)


def _checked(option: Option, value: str) -> str:
    if option.name == "Variant":
        return str(Variant.parse(value))
    if option.name == "Rules":
        return str(Rules.parse(value))
    option.check(value)
    return "" if value == "<empty>" else value
