"""The lines that both sides of the protocol must agree about: info and options."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fanorona.search import Info, Score

if TYPE_CHECKING:
    from fanorona._fanorona import Move
    from fanorona.board import Board

NO_MOVE: Final = "0000"
"""What ``bestmove`` says where there is no turn to play."""
ERROR: Final = "info string error:"
"""How a line begins that says why a command could not be followed."""
_MOST_DIGITS: Final = 18
_NUMBERS: Final = ("depth", "seldepth", "multipv", "nodes", "time", "hashfull", "tbhits")


def whole_number(text: str) -> int | None:
    """Reads a whole number of at most 18 digits; None where the text is none.

    Example:
        >>> whole_number("-12"), whole_number("1_000"), whole_number("")
        (-12, None, None)
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS):
        return None
    return int(text)


def one_line(text: str, *, longest: int = 300) -> str:
    r"""The text as printable characters of one line, shortened where it is long.

    Example:
        >>> one_line("two\nlines and  more", longest=12)
        'two lines an...'
    """
    cut = text[: 4 * longest]
    cleaned = " ".join("".join(c if c.isprintable() else " " for c in cut).split())
    if len(cleaned) <= longest and len(cut) == len(text):
        return cleaned
    return cleaned[:longest] + "..."


def write_info(info: Info) -> str:
    """The info line of one of the best turns.

    Example:
        >>> info = Info(depth=3, seldepth=5, nodes=9, time=9.0, score=Score(loss_in=2), pv=())
        >>> write_info(info).removesuffix(" hashfull 0 tbhits 0 time 9000")
        'info depth 3 seldepth 5 multipv 1 score mate -2 nodes 9 nps 1'
    """
    score = info.score
    if score.win_in is not None:
        value = f"mate {score.win_in}"
    elif score.loss_in is not None:
        value = f"mate {-score.loss_in}"
    else:
        value = f"cp {score.estimate or 0}"
    line = (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} score {value} "
        f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits {info.tbhits} "
        f"time {round(info.time * 1000)}"
    )
    return " ".join([line, "pv", *map(str, info.pv)]) if info.pv else line


def read_info(line: str, board: Board) -> Info:
    """Reads an info line about a board; what it does not say, or not well, is left out.

    The principal variation ends before the first turn that is not legal.

    Example:
        >>> from fanorona import Board
        >>> info = read_info("info depth 2 score cp -30 nodes x pv d3-e3A oops", Board())
        >>> info.depth, info.nodes, str(info.score), info.pv
        (2, 0, '-0.30', (Move('d3-e3A'),))
    """
    words = iter(line.split()[1:])
    numbers = dict.fromkeys(_NUMBERS, 0)
    score = Score(estimate=0)
    pv: tuple[Move, ...] = ()
    for word in words:
        if word in numbers:
            numbers[word] = max(whole_number(next(words, "")) or 0, 0)
        elif word == "score":
            score = _read_score(next(words, ""), next(words, "")) or score
        elif word == "pv":
            pv = _read_turns(list(words), board)
        elif word == "string":
            break
    return Info(
        depth=numbers["depth"],
        seldepth=numbers["seldepth"],
        nodes=numbers["nodes"],
        time=numbers["time"] / 1000,
        score=score,
        pv=pv,
        multipv=max(numbers["multipv"], 1),
        hashfull=numbers["hashfull"],
        tbhits=numbers["tbhits"],
    )


def _read_score(unit: str, text: str) -> Score | None:
    value = whole_number(text)
    if value is None:
        return None
    if unit == "cp":
        return Score(estimate=value)
    if unit != "mate":
        return None
    return Score(win_in=value) if value > 0 else Score(loss_in=-value)


def _read_turns(words: list[str], board: Board) -> tuple[Move, ...]:
    ahead = board.copy()
    turns = []
    for word in words:
        try:
            turns.append(ahead.push(word))
        except ValueError:
            break
    return tuple(turns)


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
