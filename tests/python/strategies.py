"""What several tests share: the package's strategies, and small helpers to look at turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import fanorona as fn
from fanorona import testing
from fanorona.testing import boards, placements, played

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BLOCKED",
    "DATA",
    "FAR",
    "ONE_MORE",
    "ROOT",
    "boards",
    "in_chain",
    "placements",
    "played",
    "positions",
    "rule_sets",
    "stepwise",
    "texts",
    "turns_of",
    "variants",
]

ROOT: Final = Path(__file__).parents[2]
DATA: Final = ROOT / "tests" / "data"

FAR: Final = "8b/9/9/9/w8 w"
"""One stone each, far apart: paikas only."""
ONE_MORE: Final = "3b5/9/2w1b4/9/9 w"
"""``c3-d3A`` takes e3 and may go on with ``d3-d4A``, which takes the last stone."""
BLOCKED: Final = "9/9/9/bb7/wb7 w"
"""White cannot move."""


def texts(moves: Iterable[fn.Move]) -> list[str]:
    """Move texts in alphabetical order."""
    return sorted(map(str, moves))


def turns_of(fen: str, rules: str = "standard") -> list[str]:
    """The legal turns of a position string as sorted texts."""
    return texts(fn.Position.from_fen(fen, rules).legal_moves())


variants: Final = testing.variants()
rule_sets: Final = testing.rule_sets()
stepwise: Final = testing.stepwise_rule_sets()
positions: Final = testing.positions()
in_chain: Final = testing.in_chain()
