"""The named rule sets."""

from typing import Final

from fanorona._fanorona import Rules

STANDARD: Final = Rules.parse("standard")
"""The usual game: threefold repetition draws."""
THEORY: Final = Rules.parse("theory")
"""The mathematical game: nothing but elimination and blocking ends it."""
FIFTY: Final = Rules.parse("fifty")
"""Fifty turns without a capture draw; mirrored start."""
ALQUERQUE: Final = Rules.parse("alquerque")
"""The Spanish family description: optional captures, one step a turn, majority at the end."""
HUFFING: Final = Rules.parse("huffing")
"""``ALQUERQUE`` with huffing, where the largest capture is owed."""
PRESETS: Final = {
    "standard": STANDARD,
    "theory": THEORY,
    "fifty": FIFTY,
    "alquerque": ALQUERQUE,
    "huffing": HUFFING,
}
"""The named rule sets by name."""

__all__ = ["ALQUERQUE", "FIFTY", "HUFFING", "PRESETS", "STANDARD", "THEORY", "Rules"]
