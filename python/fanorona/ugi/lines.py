"""The info lines that both sides of the protocol must agree about, and what lines are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fanorona.search import Info, Score

if TYPE_CHECKING:
    from fanorona._fanorona import Move
    from fanorona.board import Board

NO_MOVE: Final = "0000"
"""What ``bestmove`` says where there is no turn to play."""
LONGEST_LINE: Final = 1 << 20
"""Bytes of the longest line that either side may send."""
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
