"""Records go to the page and come back the same."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from fanorona import Board, record
from fanorona.web import records
from fanorona.web.fields import Fields

GAMES = Path(__file__).parents[2] / "data" / "games"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.pgn")), ids=lambda path: path.stem)
def test_records_come_back_the_same(path: Path) -> None:
    with path.open(encoding="utf-8") as stream:
        for game in record.games(stream):
            assert isinstance(game, record.Game)
            for text in (game.to_text(), game.to_json()):
                back = records.write(Fields(records.read(text)))
                again = record.read_game(io.StringIO(back))
                assert again is not None
                assert records.read(back)["nodes"] == records.read(text)["nodes"]
                for name in ("Result", "Termination"):
                    # Results that follow neither from the rules nor from a declared end are let go.
                    if game.outcome() is not None:
                        assert again.headers[name] == game.headers.get(name, again.headers[name])


def test_a_declared_end_comes_back() -> None:
    board = Board("telo")
    board.push("b1-b2A")
    board.resign(board.turn)
    wire = records.read(record.Game.from_board(board).to_text())
    assert wire["end"] == {"kind": "resignation", "side": "black"}
    assert '[Result "1-0"]' in records.write(Fields(wire))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the text has no game"),
        ("  \n", "the text has no game"),
        ("1. z9-z8", 'invalid move "z9-z8"'),
        ("{", "no JSON"),
        ("1. d3-e3A (", "variation not closed"),
        ('[Variant "7x7"] *', 'variant "7x7"'),
    ],
)
def test_broken_records_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        records.read(text)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([{}, {"parent": 1, "move": "b1-b2A"}], "parent 1: expected"),
        ([{}, {"parent": -1, "move": "b1-b2A"}], "parent -1: expected"),
        ([{}, {"parent": 0}], "move null: expected a text"),
        (
            [
                {},
                {"parent": 0, "move": "b1-b2A"},
                {"parent": 0, "move": "a1-b2A"},
                {"parent": 1, "move": "c3-b3"},
            ],
            "parent 1: expected a node on the way to node 2",
        ),
        ([{}, {"parent": 0, "move": "b1-b2A", "before": "early"}], "no starting comment"),
        ([{}, {"parent": 0, "move": "b1-b9A"}], 'point "b9"'),
        ([{}, {"parent": 0, "move": "b1-b2A", "nags": [300]}], r"glyph \$300"),
        ([{"comment": 3}], "comment 3: expected a text"),
        ([3], "request 3: expected an object"),
        ({}, "nodes {}: expected a list"),
    ],
)
def test_trees_that_are_none_are_refused(nodes: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        records.write(Fields({"variant": "telo", "nodes": nodes}))
