"""An option that an engine declares, and the line that declares it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fanorona.ugi.lines import one_line, whole_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option that an engine declares.

    Attributes:
        name: its name; upper and lower case are the same.
        kind: ``spin`` (a whole number), ``combo`` (one of ``choices``), ``string``, ``check`` or
            ``button``.
        default: the value as it is at first.
        low: the smallest number.
        high: the largest number.
        choices: what a combo may be.

    Example:
        >>> str(Option(name="Threads", kind="spin", default="1", low=1, high=256))
        'option name Threads type spin default 1 min 1 max 256'
        >>> Option.parse("option name Style type combo default Solid var Solid var Risky").choices
        ('Solid', 'Risky')
    """

    name: str
    kind: str
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default or '<empty>'}")
        if self.low is not None:
            words.append(f"min {self.low}")
        if self.high is not None:
            words.append(f"max {self.high}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    @classmethod
    def parse(cls, line: str) -> Option:
        """Reads the line by which an engine declares an option.

        Raises:
            ValueError: if it has no name or no type.
        """
        fields: dict[str, list[list[str]]] = {}
        part: list[str] = []
        for word in line.split()[1:]:
            if word in {"name", "type", "default", "min", "max", "var"}:
                part = []
                fields.setdefault(word, []).append(part)
            else:
                part.append(word)

        def value(field: str) -> str:
            return " ".join(fields.get(field, [[]])[0])

        if not value("name") or not value("type"):
            msg = f"option line without name or type: {one_line(line)}"
            raise ValueError(msg)
        default = value("default")
        return cls(
            name=value("name"),
            kind=value("type"),
            default="" if default == "<empty>" else default,
            low=whole_number(value("min")),
            high=whole_number(value("max")),
            choices=tuple(" ".join(choice) for choice in fields.get("var", [])),
        )

    def check(self, value: str) -> None:
        """Checks that a value fits.

        Raises:
            ValueError: if it does not.
        """
        if not value.isprintable():
            problem = "is not printable"
        elif self.kind == "spin":
            number = whole_number(value)
            low = -math.inf if self.low is None else self.low
            high = math.inf if self.high is None else self.high
            if number is not None and low <= number <= high:
                return
            problem = f"is not a whole number from {low} to {high}"
        elif self.kind == "combo" and value not in self.choices:
            problem = f"is none of {', '.join(self.choices)}"
        elif self.kind == "check" and value not in {"true", "false"}:
            problem = "is neither true nor false"
        else:
            return
        msg = f"{self.name} {one_line(value, longest=40)!r} {problem}"
        raise ValueError(msg)
