"""Questions chosen by hand: each is about a fault that programs for this game have had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_START: Final = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1"
_FAR: Final = "8b/9/9/9/w8 w - 0 1"

POSITIONS: Final = (
    ("8b/9/1w1b5/9/9 w - 0 1", "standard", "no paika in mid-chain"),
    ("b8/9/9/9/8w w - 0 1", "standard", "nothing wraps round the edge"),
    ("8b/9/9/9/1w7 w - 0 1", "standard", "no diagonals from weak points"),
    ("9/9/bw2b4/9/9 w - 0 1", "standard", "no direction twice in a row"),
    ("9/2b6/1b3b3/2w6/9 w - 0 1", "standard", "no direction twice in a row, later on"),
    ("9/9/1bw1b4/9/9 w - 0 1", "standard", "no return to a visited point"),
    ("3b5/9/2w1b4/9/9 w - 0 1", "standard", "a chain may stop after any capture"),
    ("3b5/9/2w1b4/9/9 w - 0 1", "standard;chain=forced", "a forced chain may not stop"),
    ("3b5/9/2w1b4/9/9 w - 0 1", "standard;chain=none", "one step a turn"),
    ("3b5/9/3w5/9/9 w c3-d3A 0 1", "standard", "whole turns begin with the chain"),
    (_START, "standard", "approach and withdrawal are told apart"),
    ("9/9/w1bbbbbbb/9/9 w - 0 1", "standard", "a capture takes the whole run"),
    ("9/9/9/bb7/wb7 w - 0 1", "standard", "a blocked side loses"),
    ("9/9/9/bb7/wb7 w - 0 1", "standard;both_blocked=majority", "only one side is blocked"),
    ("bbb/bbb/wbb w - 0 1", "standard;both_blocked=majority", "both sides are blocked"),
    ("9/9/9/4w4/9 b - 0 1", "standard", "a side without stones has lost"),
    ("9/9/2w6/2b6/9 w b3-c3A 0 1", "standard", "no step twice, no lone end of turn"),
    ("8b/9/w1b6/9/9 w - 0 1", "standard;capture=optional", "paikas beside captures"),
    ("9/9/1bw1bb3/9/9 w - 0 1", "standard;most=yes", "only turns that take the most stones"),
    ("8b/9/9/1w7/9 w - 0 1 back=a1b2/-", "standard;reversal=no", "no way straight back"),
    ("5/5/1wb2/5/b3w b - 0 1 huff=b3", "alquerque;capture=huff", "the removal comes first"),
    ("bbb/b1w/www w - 0 1 first=wb", "standard;first_turn_single=yes", "a first turn is one step"),
)
"""Position strings with the rule set and what is to be seen."""

GAMES: Final = (
    (
        _FAR,
        "standard",
        "a1-a2 i5-i4 a2-a1 i4-i5 a1-a2 i5-i4 a2-a1 i4-i5",
        "the first position of the game counts for repetition",
    ),
    ("3b3b1/9/2w1b4/9/w6b1 w - 0 1", "standard", "c3-d3A d5-d4A a1-a2", "early stop, paika"),
    (_FAR, "standard;no_capture=2", "a1-a2 i5-i4", "turns without a capture of both sides count"),
    (_FAR, "standard;no_capture=2;at_limit=majority", "a1-a2 i5-i4", "equal stones are a draw"),
    ("9/1b7/9/9/5w3 b - 49 30", "fifty", "b4-b3", "the fiftieth turn without a capture"),
    ("9/bb7/9/9/5w3 b - 49 30", "alquerque", "b4-b3", "the majority decides at the limit"),
    ("b3b/5/5/5/2w2 w - 0 1", "alquerque", "c1-c2 a5-a4", "quiet turns are counted"),
)
"""Starts with the rule set, the turns, and what is to be seen."""

FENS: Final = (
    ("8b/9/9/9/w8 x", "standard"),
    ("9/9/9/9 w", "standard"),
    ("wwwwwwwwww/9/9/9/8b w", "standard"),
    ("w8/9/8/9/8b w", "standard"),
    ("w8/0/9/9/8b w", "standard"),
    ("w44/9/9/9/8b w", "standard"),
    ("9/9/9/9/9 w", "standard"),
    ("w8/9/9/9/8b w - -1 1", "standard"),
    ("w8/9/9/9/8b w - 4294967296 1", "standard"),
    ("w8/9/9/9/8b w - 0 0", "standard"),
    ("w8/9/9/9/8b w - 0 1 x", "standard"),
    ("w8/9/9/9/8b w - 0 1 first=wb", "standard"),
    ("w8/9/9/9/8b w c3-d3A", "standard"),
    ("W8/9/9/9/8B W", "standard"),
    ("8b/9/3w5/9/9 w c3-d3A 0 1", "standard"),
    ("8b/9/3w5/9/9 w c3-d3A 0 1", "standard;chain=none"),
)
"""Texts that may be positions, with the rule set."""

TEXTS: Final = (
    (_START, "a5-a4"),
    (_START, "d3-e3"),
    (_START, "d3e"),
    (_START, "F2-E3"),
    (_START, "f2-e3W"),
    (_START, "f2-e3A-d4A"),
    (_START, "d3e3+"),
    (_START, "j1-a1"),
    (_FAR, "a1-a2A"),
    ("3b5/9/2w1b4/9/9 w", "c3-d3-d4"),
    ("3b5/9/2w1b4/9/9 w", "c3-d3A-d4"),
)
"""Positions and texts that may be turns there, under the standard rules."""


def chosen_questions() -> Iterator[dict[str, Any]]:
    """All questions of this page."""
    for fen, rules in FENS:
        yield {"kind": "fen", "rules": rules, "fen": fen}
    for fen, text in TEXTS:
        yield {"kind": "text", "rules": "standard", "fen": fen, "text": text}
    for fen, rules, note in POSITIONS:
        yield {"kind": "position", "rules": rules, "fen": fen, "note": note}
    for fen, rules, turns, note in GAMES:
        yield {"kind": "game", "rules": rules, "fen": fen, "turns": turns.split(), "note": note}
