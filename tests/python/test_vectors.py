"""Numbers and turns of independent implementations, read from ``tests/data``."""

import json

import pytest

import fanorona as fn
from strategies import DATA, texts

QUICK_NODES = 200_000


def perft_values() -> dict[str, list[int]]:
    lines = (DATA / "perft.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {size: [int(value) for value in values] for size, *values in rows}


def check_perft(size: str, most: int) -> None:
    start, mirrored = fn.Position(size), fn.Position(size, "standard;setup=mirrored")
    for depth, value in enumerate(perft_values()[size], start=1):
        if value <= most:
            assert start.perft(depth) == value, depth
            assert mirrored.perft(depth, threads=2) == value, depth


@pytest.mark.parametrize("size", perft_values())
def test_perft(size: str) -> None:
    check_perft(size, QUICK_NODES)


@pytest.mark.deep
@pytest.mark.parametrize("size", perft_values())
def test_all_perft_values(size: str) -> None:
    check_perft(size, 2**64)


def test_every_board_has_perft_values() -> None:
    assert list(perft_values()) == [f"{v.rows}x{v.cols}" for v in fn.VARIANTS]


def position_of(board: str, side: str) -> fn.Position:
    rows = board
    for run in range(9, 0, -1):
        rows = rows.replace("." * run, str(run))
    return fn.Position.from_fen(f"{rows} {side}", "theory")


def test_turns_and_their_results() -> None:
    lines = (DATA / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 250
    for line in lines:
        data = json.loads(line)
        position = position_of(data["board"], data["turn"])
        assert (position.variant.rows, position.variant.cols) == (data["rows"], data["cols"])
        moves = position.legal_moves()
        assert texts(moves) == sorted(data["turns"]), line
        assert len(moves) == data["n_turns"], line
        assert len({position.play(move) for move in moves}) == data["n_results"], line
        for text in data["turns"]:
            assert str(position.parse_move(text)) == text
