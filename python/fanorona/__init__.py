"""Fanorona, the board game of Madagascar: rules, records, engine."""

import warnings as _warnings

from fanorona._fanorona import DEBUG_BUILD, Move, Position, Rules, Step, Variant, __version__
from fanorona.board import Board, LegalMoves
from fanorona.enums import Color, Direction, Kind, Symmetry, Termination
from fanorona.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
)
from fanorona.outcome import Outcome
from fanorona.rules import ALQUERQUE, FIFTY, HUFFING, STANDARD, THEORY
from fanorona.variants import DIMY, TELO, TSIVY, VARIANTS

WHITE = Color.WHITE
BLACK = Color.BLACK

if DEBUG_BUILD:
    _warnings.warn(
        "fanorona was built without optimisation and is some 20 times slower; "
        "build it with --release",
        RuntimeWarning,
        stacklevel=2,
    )

__all__ = [
    "ALQUERQUE",
    "BLACK",
    "DEBUG_BUILD",
    "DIMY",
    "FIFTY",
    "HUFFING",
    "STANDARD",
    "TELO",
    "THEORY",
    "TSIVY",
    "VARIANTS",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "Color",
    "Direction",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Kind",
    "LegalMoves",
    "Move",
    "Outcome",
    "Position",
    "Rules",
    "Step",
    "Symmetry",
    "Termination",
    "Variant",
    "__version__",
]
