"""Coverage-guided fuzzing of the record readers; ``make fuzz-record`` runs it with atheris.

Whatever the bytes, a game is read or a ``RecordError`` given, and what was read is written and read
again as an equal game.
"""

from __future__ import annotations

import io
import sys

import atheris

with atheris.instrument_imports(include=["fanorona.record"]):
    from fanorona import record


def check(game: record.Game | record.RecordError) -> None:
    """A game that was read comes back from both of its written forms."""
    if isinstance(game, record.Game):
        assert record.read_game(io.StringIO(game.to_text())) == game
        assert record.Game.from_json(game.to_json()) == game


def one_input(data: bytes) -> None:
    """Feeds the bytes to both readers."""
    text = data.decode("utf-8", errors="surrogateescape")
    for game in record.games(io.StringIO(text)):
        check(game)
    for game in record.read_jsonl(io.StringIO(text)):
        check(game)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
