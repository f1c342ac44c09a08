"""The built-in engine: limits, lines, levels, streaming, stopping."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import fanorona as fn
from fanorona.annotation import Judgement, annotate, describe, value_of, write_into_record
from fanorona.engine import STRONGEST_LEVEL, Engine, Info, Limit, Score
from fanorona.record import Game


def found(info: Info) -> tuple[object, ...]:
    """What must not depend on the clock."""
    return info.depth, info.seldepth, info.nodes, info.score, info.pv


@pytest.mark.parametrize("variant", ["telo", "3x9", "5x3", "dimy", "tsivy"])
@pytest.mark.parametrize("rules", ["standard", "theory", "fifty", "alquerque", "huffing"])
def test_a_search_limited_by_nodes_finds_the_same_twice(variant: str, rules: str) -> None:
    board = fn.Board(variant, rules)
    engine = Engine()
    first = engine.analyse(board, Limit(nodes=2000))
    engine.new_game()
    assert found(engine.analyse(board, Limit(nodes=2000))) == found(first)
    assert found(Engine().analyse(board, Limit(nodes=2000))) == found(first)
    assert first.nodes <= 2000


@pytest.mark.parametrize("rules", ["standard", "theory", "fifty", "alquerque", "huffing"])
def test_it_plays_whole_games_under_every_rule_set(rules: str) -> None:
    board = fn.Board("dimy", rules)
    engine = Engine()
    while not board.is_game_over() and len(board.move_stack) < 60:
        result = engine.play(board, Limit(nodes=300))
        assert result.move in board.legal_moves
        line = board.copy()
        for move in result.info.pv:
            line.push(move)
        assert result.move is not None
        board.push(result.move)


def test_telo_is_won_for_white() -> None:
    info = Engine().analyse(fn.Board("telo", "theory"), Limit(depth=15))
    assert info.score == Score(win_in=11)


def test_a_win_on_the_spot_is_found() -> None:
    board = fn.Board(fen="9/9/w1bbbbbbb/9/9 w")
    info = Engine().analyse(board, Limit(depth=3))
    assert (str(info.pv[0]), info.score) == ("a3-b3A", Score(win_in=1))


def test_the_end_is_scored_without_a_line() -> None:
    for fen, score in [
        ("9/9/9/bb7/wb7 w", Score(loss_in=0)),
        ("9/9/9/4w4/9 b", Score(loss_in=0)),
        ("9/9/9/4w4/9 w", Score(win_in=0)),
    ]:
        result = Engine().play(fn.Board(fen=fen), Limit(depth=3))
        assert (result.move, result.info.score) == (None, score)


def test_in_mid_chain_whole_turns_are_chosen() -> None:
    board = fn.Board(fen="3b5/9/2w1b4/9/9 w")
    board.push_step(board.legal_steps[0])
    assert board.position.chain is not None
    result = Engine().play(board, Limit(depth=3))
    assert str(result.move) == "c3-d3A-d4A"
    board.push(result.move or "")
    assert board.is_game_over()


def test_several_lines_are_different_and_in_order() -> None:
    board = fn.Board()
    lines = Engine().analyse(board, Limit(depth=5), multipv=5)
    assert [line.multipv for line in lines] == [1, 2, 3, 4, 5]
    assert {line.pv[0] for line in lines} == set(board.legal_moves)
    values = [line.score.estimate for line in lines]
    assert None not in values
    assert values == sorted(values, key=lambda value: value or 0, reverse=True)
    assert len(Engine().analyse(board, Limit(depth=2), multipv=50)) == 5


def test_streaming_gives_each_depth_and_every_line() -> None:
    with Engine().analysis(fn.Board("dimy"), Limit(depth=4), multipv=2) as analysis:
        seen = [(info.depth, info.multipv) for info in analysis]
    assert seen == [(depth, place) for depth in (1, 2, 3, 4) for place in (1, 2)]


def test_leaving_the_block_stops_an_endless_search() -> None:
    with Engine().analysis(fn.Board()) as analysis:
        next(iter(analysis))
    assert not analysis._thread.is_alive()


def test_stop_from_another_thread_ends_a_search() -> None:
    engine = Engine()
    results: list[Info] = []
    thread = threading.Thread(
        target=lambda: results.append(engine.analyse(fn.Board(), Limit(time=60)))
    )
    thread.start()
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert results[0].time < 30


def test_close_ends_a_search_that_has_only_just_begun() -> None:
    for _ in range(20):
        engine = Engine(hash_mb=1)
        analysis = engine.analysis(fn.Board())
        engine.close()
        waiting = threading.Thread(target=analysis.result, daemon=True)
        waiting.start()
        waiting.join(10)
        assert not waiting.is_alive()
        assert analysis.result()


def test_an_engine_searches_one_position_at_a_time() -> None:
    engine = Engine()
    with engine.analysis(fn.Board()) as analysis:
        next(iter(analysis))
        with pytest.raises(RuntimeError, match="searching"):
            engine.play(fn.Board(), Limit(depth=1))
        with pytest.raises(RuntimeError, match="searching"):
            engine.new_game()


def test_two_threads_find_the_win_too() -> None:
    info = Engine(threads=2).analyse(fn.Board("telo", "theory"), Limit(depth=15))
    assert info.score == Score(win_in=11)


@pytest.mark.parametrize("level", range(1, STRONGEST_LEVEL + 1))
def test_levels_are_seeded_and_legal(level: int) -> None:
    board = fn.Board("dimy")
    moves = [Engine(seed=5).play(board, Limit(level=level, nodes=4000)).move for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in board.legal_moves


def test_a_low_level_does_not_always_play_the_same() -> None:
    moves = {Engine(seed=seed).play(fn.Board(), Limit(level=1)).move for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.parametrize(
    "limits",
    [{"time": 0.0}, {"time": float("nan")}, {"depth": 0}, {"nodes": -1}, {"level": 11}],
)
def test_limits_that_are_none_are_refused(limits: dict[str, float]) -> None:
    name = next(iter(limits))
    with pytest.raises(ValueError, match=name):
        Limit(**limits)  # type: ignore[arg-type]  # the wrong values are the point


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="hash_mb"):
        Engine(hash_mb=0)
    with pytest.raises(ValueError, match="threads"):
        Engine(threads=0)
    with pytest.raises(ValueError, match="contempt -1001: expected a whole number from -1000"):
        Engine(contempt=-1001)
    with pytest.raises(TypeError, match="contempt"):
        Engine(contempt=1.5)  # type: ignore[arg-type]  # the wrong type is the point
    with pytest.raises(ValueError, match="multipv"):
        Engine().analyse(fn.Board(), Limit(depth=1), multipv=0)


def test_a_draw_costs_the_player_and_not_the_analyst() -> None:
    board = fn.Board(fen="b8/9/9/9/8w w - 49 60", rules="fifty")
    engine = Engine(contempt=70)
    assert engine.play(board, Limit(nodes=1000)).info.score == Score(estimate=-70)
    assert engine.analyse(board, Limit(nodes=1000)).score == Score(estimate=0)


def test_control_c_ends_a_search() -> None:
    program = (
        "import fanorona as fn\n"
        "from fanorona.engine import Engine, Limit\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    Engine().play(fn.Board(), Limit(time=100))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(10) == 0


def test_a_blunder_is_named_and_written_into_the_record() -> None:
    game = Game("telo", "theory")
    game.add_main_variation("b1-b2A")
    [turn] = annotate(game, Engine(), Limit(depth=14))
    assert turn.judgement is Judgement.BLUNDER
    write_into_record(turn)
    text = game.to_text()
    assert "b1-b2A $4" in text
    assert "c1-b2A {best: win in 11}" in text


def test_what_tables_alone_know_is_said_in_words() -> None:
    # Six stones, where the tables of the package know of five.
    game = Game(fen="bw2b/5/5/w4/1w3 w")
    game.add_main_variation(game.start.legal_moves[0])
    [turn] = annotate(game, Engine(hash_mb=1), Limit(depth=2))
    assert turn.best.score.estimate == 19_999
    assert turn.best.score.table_sign == 1
    write_into_record(turn)
    assert "table win" in game.to_text()
    assert "table win" in describe(turn, game.start)


@pytest.mark.parametrize(
    ("score", "sign", "text"),
    [
        (Score(estimate=18_999), 0, "+189.99"),
        (Score(estimate=19_000), 1, "table win"),
        (Score(estimate=-18_999), 0, "-189.99"),
        (Score(estimate=-19_000), -1, "table loss"),
        (Score(win_in=0), 0, "win in 0"),
        (Score(loss_in=40), 0, "loss in 40"),
    ],
)
def test_scores_as_text(score: Score, sign: int, text: str) -> None:
    assert (score.table_sign, str(score)) == (sign, text)


def test_a_win_is_worth_more_than_what_tables_or_estimates_promise() -> None:
    ascending = [
        Score(loss_in=2),
        Score(loss_in=40),
        Score(estimate=-19_996),
        Score(estimate=-400),
        Score(estimate=400),
        Score(estimate=19_996),
        Score(win_in=41),
        Score(win_in=3),
    ]
    values = list(map(value_of, ascending))
    assert values == sorted(set(values))
    # Tables do not tell how long a win takes, and a slow one is none that was given away.
    assert value_of(Score(estimate=19_996)) == value_of(Score(estimate=19_000))
    assert value_of(Score(win_in=1)) - value_of(Score(win_in=400)) < 100
    assert value_of(Score(win_in=1)) - value_of(Score(estimate=19_996)) < 100


def test_a_table_beyond_all_memory_is_an_error() -> None:
    program = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))\n"
        "from fanorona.engine import Engine\n"
        "try:\n"
        "    Engine(hash_mb=2**20)\n"
        "except MemoryError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.startswith("hash_mb 1048576")


def test_a_limit_of_time_holds_where_turns_are_many_and_owed() -> None:
    fen = "bbbbbbbbb/bb1b2b1w/b1b1b2w1/2b1bbw1b/bbbbbbbbb w"
    board = fn.Board(fen=fen, rules="standard;capture=huff;most=yes")
    result = Engine().play(board, Limit(time=0.2))
    assert result.move in board.legal_moves
    # Unbounded it takes some ten seconds.
    assert result.info.time < 5
