"""The engine's signature: it changes exactly if the search or its estimate does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fanorona.benchmark import POSITIONS, measure
from fanorona.board import Board
from fanorona.cli import main

if TYPE_CHECKING:
    import pytest

SIGNATURE = 445331
"""The sum of the nodes of ``fanorona bench``; a change of the search must change it knowingly."""


def test_the_signature_is_the_known_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert last == {"signature": SIGNATURE}
    assert [line["fen"] for line in lines] == list(POSITIONS)
    assert sum(line["nodes"] for line in lines) == SIGNATURE


def test_the_positions_are_different_and_undecided() -> None:
    assert len(set(POSITIONS)) == 31
    for fen in POSITIONS:
        assert not Board(fen=fen).is_game_over()


def test_two_runs_visit_the_same_nodes() -> None:
    runs = [[found.nodes for found in measure(4)] for _ in range(2)]
    assert runs[0] == runs[1]
