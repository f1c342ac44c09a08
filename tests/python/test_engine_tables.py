"""The engine with endgame tables: values at the leaves, and exact play where they reach."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import fanorona as fn
from fanorona.engine import Engine, Limit
from fanorona.tablebase import DamagedTableError, Tablebase, build, open_tablebase

if TYPE_CHECKING:
    from pathlib import Path

    from fanorona import Position

LONG_WIN = "ww7/9/3b5/1b7/4w4 w"
"""Three stones against two, with a capture 45 turns away: the longest of five stones."""


def small_position(rng: random.Random, variant: str) -> Position:
    """A position with two to five stones, none of them eliminated."""
    points = fn.Variant.parse(variant).points
    count = rng.randint(2, 5)
    split = rng.randint(1, count - 1)
    stones = rng.sample(range(points), count)
    white, black = (sum(1 << point for point in side) for side in (stones[:split], stones[split:]))
    turn = rng.choice([fn.WHITE, fn.BLACK])
    return fn.Position.from_stones(white, black, turn=turn, variant=variant)


def test_tables_are_asked() -> None:
    board = fn.Board(fen=LONG_WIN)
    with_tables = Engine().analyse(board, Limit(nodes=2000))
    without = Engine(tables=None).analyse(board, Limit(nodes=2000))
    assert with_tables.tbhits > 0
    assert without.tbhits == 0
    assert with_tables.score.estimate is not None
    assert 19_900 < with_tables.score.estimate < 20_000
    assert without.score.estimate is not None
    assert without.score.estimate < 10_000


def check_that_no_value_is_lost(variant: str, tables: Tablebase, limit: Limit, count: int) -> None:
    """The engine keeps the value of so many random positions, judged by tables."""
    rng = random.Random(variant)
    engine = Engine()
    for _ in range(count):
        position = small_position(rng, variant)
        board = fn.Board(fen=position.fen())
        if board.is_game_over():
            continue
        move = engine.play(board, limit).move
        assert move is not None
        value = tables.probe_wdl(position)
        assert -tables.probe_wdl(position.play(move)) == value, (position.fen(), str(move))


@pytest.mark.parametrize("variant", ["telo", "dimy", "tsivy"])
def test_no_value_is_lost(variant: str) -> None:
    check_that_no_value_is_lost(variant, open_tablebase(), Limit(nodes=50), 150)


@pytest.mark.deep
@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_no_value_is_lost_in_a_twentieth_of_a_second(variant: fn.Variant, tmp_path: Path) -> None:
    # Of most boards the package has no tables, so that the engine has to search.
    build(tmp_path, variant=variant, stones=5)
    with Tablebase(tmp_path) as tables:
        check_that_no_value_is_lost(str(variant), tables, Limit(time=0.05), 2000)


def test_the_shortest_way_to_a_capture_is_taken() -> None:
    tables = open_tablebase()
    engine = Engine()
    board = fn.Board(fen=LONG_WIN)
    distance = tables.probe_dtc(board)
    assert distance == 45
    while distance > 1:
        move = engine.play(board, Limit(nodes=200)).move
        assert move is not None
        board.push(move)
        found = tables.probe_dtc(board)
        assert found is not None
        distance = abs(distance) - 1
        assert abs(found) == distance


def played(fen: str, turns: str, rules: str = "standard") -> fn.Board:
    board = fn.Board(fen=fen, rules=rules)
    for turn in turns.split():
        board.push(turn)
    return board


def can_draw_at_once(board: fn.Board) -> bool:
    """Whether the game is drawn, or the mover can have it drawn by one turn."""
    outcomes = [board.outcome()]
    for turn in board.legal_moves:
        board.push(turn)
        outcomes.append(board.outcome())
        board.pop()
    return any(outcome is not None and outcome.winner is None for outcome in outcomes)


@pytest.mark.parametrize(
    ("fen", "turns"),
    [
        ("9/5w3/9/1b7/4w4 b", "b2-a1 f4-g5 a1-b2 g5-f4 b2-a1 f4-g5 a1-b2"),
        ("8b/9/3w5/8w/9 w", "i2-h2 i5-h5 h2-i2 h5-i5 i2-h2 i5-h5 h2-i2 h5-g5"),
        ("2b6/9/8w/8w/5w3 w", "f1-e1 c5-b5 e1-f1 b5-c5 f1-e1 c5-b5 e1-f1 b5-b4"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_won_ending_is_not_drawn_by_repetition(fen: str, turns: str, threads: int) -> None:
    board = played(fen, turns)
    found = Engine(threads=threads).play(board, Limit(depth=3))
    assert found.info.score.table_sign == 1
    assert found.move is not None
    board.push(found.move)
    assert not can_draw_at_once(board)


def test_a_win_that_the_opponent_can_draw_at_once_is_a_draw() -> None:
    board = played("2w2b3/3w4b/9/9/9 w", "d4-e3 i4-i3 e3-d4 i3-i4 d4-e3 i4-i3 e3-d4 i3-h4")
    lines = Engine().analyse(board, Limit(depth=3), multipv=50)
    scores = {str(line.pv[0]): line.score for line in lines}
    assert scores["d4-e3"].estimate == 0
    board.push("d4-e3")
    board.push("h4-i3")
    assert board.is_game_over()


def test_a_lost_ending_is_drawn_by_repetition() -> None:
    board = played("5w3/9/9/9/b2w5 w", "f5-f4 a1-b2 f4-f5 b2-a1 f5-f4 a1-b2 f4-f5")
    found = Engine().play(board, Limit(depth=3))
    assert (str(found.move), found.info.score.estimate) == ("b2-a1", 0)
    grudging = Engine(contempt=50).play(board, Limit(depth=3))
    assert (str(grudging.move), grudging.info.score.estimate) == ("b2-a1", -50)


@pytest.mark.parametrize(("quiet", "wins"), [(0, True), (43, True), (44, False), (49, False)])
def test_a_win_that_comes_after_the_limit_is_a_draw(quiet: int, wins: bool) -> None:
    board = fn.Board(fen=f"9/8b/9/9/8w w - {quiet} 60", rules="fifty")
    score = Engine().analyse(board, Limit(depth=4)).score
    assert (score.table_sign, score.estimate == 0) == (wins, not wins)


def test_all_lines_tell_what_the_tables_say() -> None:
    board = fn.Board(fen=LONG_WIN)
    tables = open_tablebase()
    lines = Engine().analyse(board, Limit(nodes=3000), multipv=30)
    assert len(lines) == len(board.legal_moves)
    values = []
    for info in lines:
        assert info.score.estimate is not None
        value = -tables.probe_wdl(board.position.play(info.pv[0]))
        assert (info.score.estimate > 10_000) == (value == 1)
        assert (info.score.estimate < -10_000) == (value == -1)
        values.append(value)
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    "rules", ["alquerque", "standard;most=yes", "theory;both_blocked=majority"]
)
def test_other_rules_are_searched_without(rules: str) -> None:
    board = fn.Board(rules=rules, fen=LONG_WIN)
    assert Engine().analyse(board, Limit(nodes=2000)).tbhits == 0


def test_levels_below_the_strongest_do_without() -> None:
    board = fn.Board(fen=LONG_WIN)
    engine = Engine(seed=1)
    assert engine.play(board, Limit(level=9)).info.tbhits == 0
    assert engine.play(board, Limit(level=10)).info.tbhits > 0


def test_tables_of_a_folder(tmp_path: Path) -> None:
    build(tmp_path, variant="3x5", stones=3)
    board = fn.Board(fen="5/b4/w1w2 w")
    assert Engine().analyse(board, Limit(nodes=500)).tbhits == 0
    for tables in (tmp_path, str(tmp_path), Tablebase(tmp_path)):
        assert Engine(tables=tables).analyse(board, Limit(nodes=500)).tbhits > 0


def test_damaged_tables_are_an_error(tmp_path: Path) -> None:
    build(tmp_path, variant="3x5", stones=3)
    path = tmp_path / "3x5-2v1.wdl"
    path.write_bytes(path.read_bytes()[:-1])
    engine = Engine(tables=tmp_path)
    with pytest.raises(DamagedTableError, match="3x5-2v1"):
        engine.analyse(fn.Board(fen="5/b4/w1w2 w"), Limit(nodes=500))
    # Other boards don't need it.
    assert engine.analyse(fn.Board("telo"), Limit(nodes=500)).pv


@pytest.mark.parametrize("kind", ["wdl", "dtc"])
def test_tables_beyond_those_of_all_positions_are_not_read(tmp_path: Path, kind: str) -> None:
    build(tmp_path, variant="3x5", stones=3)
    build(tmp_path, variant="3x5", stones=4, fewer=1, distances=True)
    for counts in ("1v3", "3v1"):
        (tmp_path / f"3x5-{counts}.{kind}").write_bytes(b"nothing that could be read")
    engine = Engine(tables=tmp_path)
    assert engine.analyse(fn.Board(fen="5/b4/w1w2 w"), Limit(nodes=500)).tbhits > 0


def test_a_folder_that_is_not_there() -> None:
    with pytest.raises(OSError, match="nowhere"):
        Engine(tables="nowhere")


@pytest.mark.parametrize("wrong", [3, b"tables", object()])
def test_tables_of_another_type_are_refused(wrong: Any) -> None:  # noqa: ANN401  # of another type
    with pytest.raises(TypeError, match=r"^tables: expected a Tablebase or its folder, not "):
        Engine(tables=wrong)
