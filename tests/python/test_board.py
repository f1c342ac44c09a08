from typing import Any

import pytest
from hypothesis import given

import fanorona as fn
from strategies import BLOCKED, FAR, ONE_MORE, boards, texts

START = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1"
IN_CHAIN = "3b5/9/3w5/9/9 w c3-d3A 0 1"


@pytest.mark.smoke
def test_a_short_game() -> None:
    board = fn.Board("telo")
    while (end := board.outcome()) is None:
        board.push(min(board.legal_moves))
    assert end.result() in {"1-0", "0-1", "1/2-1/2"}
    while board.move_stack:
        board.pop()
    assert board == fn.Board("telo")


def test_the_start() -> None:
    board = fn.Board()
    assert board.fen() == board.start_fen == START
    assert board.position == fn.Position()
    assert (board.variant, board.rules, board.turn) == (fn.TSIVY, fn.STANDARD, fn.WHITE)
    assert (board.quiet_turns, board.turn_number, board.repetitions()) == (0, 1, 1)
    assert board.move_stack == []
    assert board.outcome() is None
    assert not board.is_game_over()
    assert board.result() == "*"
    assert str(board) == str(board.position)


def test_arguments() -> None:
    assert fn.Board("dimy", "fifty") == fn.Board(fn.DIMY, fn.FIFTY)
    assert fn.Board(fen=START) == fn.Board()
    assert fn.Board("tsivy", fen=START) == fn.Board(fn.TSIVY, fen=START) == fn.Board()
    with pytest.raises(ValueError, match="variant dimy"):
        fn.Board("dimy", fen=START)
    with pytest.raises(ValueError, match="chess"):
        fn.Board("chess", fen=START)
    with pytest.raises(ValueError, match="chess"):
        fn.Board("chess")
    with pytest.raises(ValueError, match="chess"):
        fn.Board(rules="chess")
    with pytest.raises(fn.InvalidPositionError, match="ROWS"):
        fn.Board(fen="9/9/9/9 w")
    positional: Any = fn.Board
    with pytest.raises(TypeError):
        positional("tsivy", "standard", START)


def test_fen_keeps_the_counters() -> None:
    fen = "8b/9/9/9/w8 b - 7 12"
    board = fn.Board(fen=fen)
    assert board.fen() == board.start_fen == fen
    assert (board.quiet_turns, board.turn_number) == (7, 12)


def test_push_takes_a_move_or_text_and_returns_the_move() -> None:
    board = fn.Board()
    assert board.push("F2e3") == fn.Move("f2-e3A")
    move = next(iter(board.legal_moves))
    assert board.push(move) == move
    assert board.move_stack == [fn.Move("f2-e3A"), move]
    assert board.peek() == move


@pytest.mark.parametrize(
    ("move", "error"),
    [
        ("d3-e3", fn.AmbiguousMoveError),
        ("a5-a4", fn.IllegalMoveError),
        ("d3e", fn.InvalidMoveError),
        (fn.Move("a1-a2"), fn.IllegalMoveError),
        (fn.Move("a1-b1", "telo"), fn.IllegalMoveError),
    ],
)
def test_a_refused_turn_changes_nothing(move: fn.Move | str, error: type[ValueError]) -> None:
    board = fn.Board()
    with pytest.raises(error):
        board.push(move)
    if isinstance(move, str):
        with pytest.raises(error):
            board.parse_move(move)
    assert board == fn.Board()


def test_counters() -> None:
    board = fn.Board(fen="8b/9/w1b6/9/9 w - 5 1", rules="theory;capture=optional")
    assert board.turn_number == 1
    board.push("a3-a2")
    assert (board.quiet_turns, board.turn_number) == (6, 1)
    board.push("i5-i4")
    assert (board.quiet_turns, board.turn_number) == (7, 2)
    board.push("a2-a3")
    assert (board.quiet_turns, board.turn_number) == (8, 2)
    board.push("i4-i5")
    board.push("a3-b3A")
    assert (board.quiet_turns, board.turn_number) == (0, 3)
    board.pop()
    assert (board.quiet_turns, board.turn_number) == (9, 3)


def test_a_chain_stopped_early_is_no_quiet_turn() -> None:
    board = fn.Board(fen=f"{ONE_MORE} - 3 1")
    board.push("c3-d3A")
    assert board.quiet_turns == 0


def test_quiet_turns_are_0_in_mid_chain_and_come_back() -> None:
    board = fn.Board(fen=f"{ONE_MORE} - 3 1")
    board.push_step(board.legal_steps[0])
    assert board.quiet_turns == 0
    assert board.fen() == IN_CHAIN
    board.pop_step()
    assert board.quiet_turns == 3


def test_a_removal_is_no_quiet_turn() -> None:
    board = fn.Board(fen="9/9/w1b6/9/8w w - 4 1", rules="theory;capture=huff")
    board.push("i1-i2")
    assert board.quiet_turns == 5
    assert board.fen() == "9/9/w1b6/8w/9 b - 5 1 huff=a3"
    assert all(move.removed == fn.TSIVY.point("a3") for move in board.legal_moves)
    board.push("xa3,c3-c4")
    assert board.fen() == "9/2b6/9/8w/9 w - 0 2"
    board.pop()
    assert board.fen() == "9/9/w1b6/8w/9 b - 5 1 huff=a3"


def test_counters_stop_at_their_largest_value() -> None:
    board = fn.Board(fen=f"{FAR[:-1]}b - 4294967295 4294967295")
    board.push("i5-i4")
    assert (board.quiet_turns, board.turn_number) == (2**32 - 1, 2**32 - 1)
    assert fn.Board(fen=board.fen()).fen() == board.fen()


def test_legal_moves() -> None:
    board = fn.Board()
    moves = board.legal_moves
    assert len(moves) == 5
    assert sorted(moves) == sorted(board.position.legal_moves())
    assert fn.Move("d3-e3A") in moves
    assert fn.Move("a1-a2") not in moves
    assert "d3-e3A" not in moves
    assert None not in moves
    assert repr(moves) == "<LegalMoves: d2-e3A, d3-e3A, d3-e3W, e2-e3A, f2-e3A>"
    assert list(moves) == list(moves)
    assert bool(moves)
    assert not fn.Board(fen=BLOCKED).legal_moves


def test_legal_moves_do_not_change_with_the_board() -> None:
    board = fn.Board()
    moves = board.legal_moves
    board.push("f2-e3A")
    assert fn.Move("f2-e3A") in moves
    assert len(moves) == 5


def test_pop_and_peek_of_nothing() -> None:
    board = fn.Board()
    for method in (board.pop, board.pop_step, board.peek):
        with pytest.raises(IndexError):
            method()
    assert board == fn.Board()


def test_steps() -> None:
    board = fn.Board(fen=ONE_MORE)
    (step,) = board.legal_steps
    board.push_step(step)
    assert board.turn is fn.WHITE
    assert board.fen() == IN_CHAIN
    assert board.move_stack == []
    assert texts(board.legal_moves) == ["c3-d3A", "c3-d3A-d4A"]
    with pytest.raises(fn.IllegalMoveError):
        board.push_step(step)
    board.end_turn()
    assert board.move_stack == [fn.Move("c3-d3A")]
    assert board.turn is fn.BLACK
    with pytest.raises(fn.IllegalMoveError):
        board.end_turn()


def test_a_turn_may_be_finished_whole() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    board.push("c3-d3A-d4A")
    assert board.move_stack == [fn.Move("c3-d3A-d4A")]
    assert board.pop() == fn.Move("c3-d3A-d4A")
    assert board == fn.Board(fen=ONE_MORE)


def test_pop_takes_back_the_chain_in_progress() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    assert board.pop() == fn.Move("c3-d3A")
    assert board == fn.Board(fen=ONE_MORE)


def test_pop_step_takes_back_the_decision_to_stop() -> None:
    board = fn.Board(fen=ONE_MORE)
    (step,) = board.legal_steps
    board.push("c3-d3A")
    assert board.pop_step() is None
    assert board.fen() == IN_CHAIN
    assert board.pop_step() == step
    assert board == fn.Board(fen=ONE_MORE)
    with pytest.raises(IndexError):
        board.pop_step()


def test_pop_step_enters_again_a_turn_that_ended_by_itself() -> None:
    board = fn.Board(fen="8b/9/1w1b5/2b6/9 w")
    board.push("b3-c3A-c4W")
    assert board.turn is fn.BLACK
    taken = board.pop_step()
    assert taken is not None
    assert fn.TSIVY.point_name(taken.destination) == "c4"
    assert board.position.chain == fn.Move("b3-c3A")
    board.push_step(taken)
    assert board.move_stack == [fn.Move("b3-c3A-c4W")]


def test_pop_step_of_a_finished_game() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push("c3-d3A-d4A")
    assert board.is_game_over()
    board.pop_step()
    assert not board.is_game_over()
    assert board.fen() == IN_CHAIN


def test_a_board_set_up_in_mid_chain() -> None:
    board = fn.Board(fen=IN_CHAIN)
    for method in (board.pop, board.pop_step):
        with pytest.raises(IndexError):
            method()
        assert board == fn.Board(fen=IN_CHAIN)
    board.push_step(board.legal_steps[0])
    assert board.move_stack == [fn.Move("c3-d3A-d4A")]
    assert board.pop() == fn.Move("c3-d3A-d4A")
    assert board == fn.Board(fen=IN_CHAIN)
    board.end_turn()
    assert board.pop_step() is None
    assert board == fn.Board(fen=IN_CHAIN)
    board.push("c3-d3A-d4A")
    assert board.pop_step() is not None
    with pytest.raises(IndexError):
        board.pop_step()
    assert board == fn.Board(fen=IN_CHAIN)


def test_huff_rules_are_not_taken_back_by_steps() -> None:
    board = fn.Board(rules="huffing")
    with pytest.raises(fn.IllegalMoveError):
        board.pop_step()
    with pytest.raises(fn.IllegalMoveError):
        _ = board.legal_steps
    board.push(next(iter(board.legal_moves)))
    with pytest.raises(fn.IllegalMoveError):
        board.pop_step()
    assert len(board.move_stack) == 1
    board.pop()
    assert board == fn.Board(rules="huffing")


def test_copies_are_independent() -> None:
    board = fn.Board()
    board.push("f2-e3A")
    copy = board.copy()
    assert copy == board
    copy.push(next(iter(copy.legal_moves)))
    assert len(board.move_stack) == 1
    assert copy != board
    copy.pop()
    copy.pop()
    assert copy == fn.Board()


def test_move_stack_is_a_copy() -> None:
    board = fn.Board()
    board.push("f2-e3A")
    board.move_stack.clear()
    assert len(board.move_stack) == 1


def test_equality_is_of_the_whole_game() -> None:
    board = fn.Board(fen=FAR)
    for turn in ["a1-a2", "i5-i4", "a2-a1", "i4-i5"]:
        board.push(turn)
    assert board.position == fn.Board(fen=FAR).position
    assert board != fn.Board(fen=FAR)
    assert board != fn.Board(fen=board.fen())
    assert fn.Board() != fn.Board(rules="theory")
    assert fn.Board() != "board"


@given(boards())
def test_the_end_of_a_board_is_that_of_its_position(board: fn.Board) -> None:
    again = fn.Board(fen=board.fen(), rules=board.rules)
    assert again.position == board.position
    assert (again.quiet_turns, again.turn_number) == (board.quiet_turns, board.turn_number)
    end = board.outcome()
    ends_without_history = {
        fn.Termination.ELIMINATION,
        fn.Termination.BLOCKED,
        fn.Termination.NO_CAPTURE,
        fn.Termination.MAJORITY,
    }
    if end is None or end.termination in ends_without_history:
        assert again.outcome() == end
    if end is None:
        assert texts(board.legal_moves) == texts(again.position.legal_moves())
        assert board.legal_moves
    else:
        assert list(board.legal_moves) == []


def test_legal_turns_need_no_copy_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    board = fn.Board()
    board.push("d3-e3A")
    with monkeypatch.context() as patch:
        patch.delattr(fn.Board, "copy")
        moves = board.legal_moves
    board.pop()
    assert len(moves) == 4
    assert fn.Move("d3-e3A") not in moves


def test_a_declared_end_leaves_no_legal_turn() -> None:
    board = fn.Board()
    before = board.legal_moves
    board.agree_draw()
    assert (len(before), len(board.legal_moves)) == (5, 0)
    assert fn.Move("d3-e3A") not in board.legal_moves
