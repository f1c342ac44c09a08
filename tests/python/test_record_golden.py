"""The games in ``tests/data/games``: one file a variant and preset, and one of everything else.

``VARIANT-PRESET.pgn`` holds games of seeded random play, the first of each way in which random
play ends within the first seeds. After a change of the rules or of the text form, which is to be
rare, ``python tests/python/test_record_golden.py`` writes them anew; ``features.pgn`` is by hand.
"""

from __future__ import annotations

import io
import random
from typing import Final

import pytest

import fanorona as fn
from fanorona import record
from fanorona.rules import PRESETS
from strategies import DATA

GAMES: Final = DATA / "games"
NAMES: Final = [
    f"{variant}-{preset}" for variant in ("telo", "dimy", "tsivy") for preset in PRESETS
]
SEEDS: Final = 40
"""How many random games are looked at for different ends."""


def random_game(name: str, seed: int) -> record.Game:
    """A random game to its end."""
    rng = random.Random(f"{name} {seed}")
    board = fn.Board(*name.split("-"))
    while not board.is_game_over():
        board.push(rng.choice(sorted(board.legal_moves)))
    headers = {"Event": "Random play", "Site": "tests", "Round": str(seed)}
    return record.Game.from_board(board, headers)


def generated(name: str) -> str:
    """The text of a golden file: the first game of each termination."""
    games: dict[str, record.Game] = {}
    for seed in range(SEEDS):
        game = random_game(name, seed)
        games.setdefault(game.headers["Termination"], game)
    return "\n".join(games[termination].to_text() for termination in sorted(games))


def read_file(name: str) -> list[record.Game]:
    text = (GAMES / f"{name}.pgn").read_text(encoding="utf-8")
    games = []
    for game in record.games(io.StringIO(text)):
        assert isinstance(game, record.Game), game
        games.append(game)
    assert "\n".join(game.to_text() for game in games) == text
    return games


def test_every_variant_and_preset_has_its_games() -> None:
    found = {path.name for path in GAMES.iterdir()}
    assert found == {f"{name}.pgn" for name in [*NAMES, "features"]}
    assert set(PRESETS) == {"standard", "theory", "fifty", "alquerque", "huffing"}


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_replay_to_their_ends(name: str) -> None:
    games = read_file(name)
    assert games
    for game in games:
        start = fn.Board(*name.split("-"))
        assert (game.start.variant, game.start.rules) == (start.variant, start.rules)
        assert game.board() == start
        *before, end = game.mainline()
        assert all(not node.board().is_game_over() for node in before[-3:])
        outcome = end.board().outcome()
        assert outcome is not None
        assert outcome.result() == game.headers["Result"]
        assert outcome.termination.value == game.headers["Termination"]
        assert record.Game.from_json(game.to_json()) == game


@pytest.mark.parametrize("name", NAMES)
def test_golden_files_are_generated_again(name: str) -> None:
    assert generated(name) == (GAMES / f"{name}.pgn").read_text(encoding="utf-8")


def test_all_features() -> None:
    annotated, black, chain, huffing, optional, *declared = read_file("features")
    assert annotated.comment
    assert any(node.starting_comment for node in annotated.variations)
    assert any(node.nags for node in annotated.variations)
    assert any(len(node.variations) > 1 for node in annotated.variations)
    assert annotated.headers["White"] == 'Razafindrakoto "Soa" \\ Ṣubḥ'
    assert black.board().turn is fn.BLACK
    assert black.board().turn_number == 7
    assert chain.board().position.chain is not None
    assert any(move.removed is not None for move in huffing.mainline_moves())
    assert optional.start.rules.capture == "optional"
    ends = [game.outcome() for game in declared]
    assert [end and (end.termination.name, end.result()) for end in ends] == [
        ("AGREEMENT", "1/2-1/2"),
        ("RESIGNATION", "0-1"),
        ("TIMEOUT", "1-0"),
        None,
        ("REPETITION", "1/2-1/2"),
    ]


if __name__ == "__main__":
    for golden in NAMES:
        (GAMES / f"{golden}.pgn").write_text(generated(golden), encoding="utf-8", newline="\n")
