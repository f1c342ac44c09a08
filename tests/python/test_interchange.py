import pytest
from hypothesis import given

import fanorona as fn
from fanorona.interchange import board_from_aec, board_to_aec
from strategies import ONE_MORE, boards, stepwise

START = "WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0"


def test_the_start() -> None:
    assert board_to_aec(fn.Board()) == START
    assert board_from_aec(START) == fn.Board()
    assert board_from_aec(START, "theory").rules == fn.THEORY


def test_count_is_of_turns() -> None:
    board = fn.Board()
    board.push("f2-e3A")
    assert board_to_aec(board).endswith(" B - - - 1")
    board.push(min(board.legal_moves))
    assert board_to_aec(board).endswith(" W - - - 2")
    assert board_from_aec(board_to_aec(board)).turn_number == 2


@pytest.mark.parametrize(
    ("state", "field"),
    [
        ("", "state"),
        ("W", "state"),
        (START + " ", "state"),
        (START.replace(" - - -", ""), "state"),
        (START.replace("BWBW1BWBW/", ""), "ROWS"),
        (START.replace("1", "0"), "ROWS"),
        (START.replace(" W ", " X "), "SIDE"),
        (START.replace(" 0", " -1"), "COUNT"),
        (START.replace(" 0", " 8589934590"), "COUNT"),
        (START.replace("- - -", "E9 - -"), "POINT"),
        (START.replace("- - -", "E3 NE D2"), "VISITED"),
        (START.replace("- - -", "E3 NE E3,D2"), "POINT"),
        (START.replace("- - -", "E3 NE E3,E3"), "VISITED"),
        (START.replace("- - -", "E3 N D2,E3"), "DIRECTION"),
        (START.replace("- - -", "E3 - D2,E3"), "DIRECTION"),
        (START.replace("- - -", "E3 NE D2,E3"), "VISITED"),
        (START.replace("- - -", "E3 NE D2,E3,"), "VISITED"),
    ],
)
def test_texts_that_are_no_states(state: str, field: str) -> None:
    with pytest.raises(fn.InvalidPositionError, match=field):
        board_from_aec(state)


@given(boards(stepwise.filter(lambda rules: rules.reversal and not rules.first_turn_single)))
def test_a_state_gives_the_position_back(board: fn.Board) -> None:
    state = board_to_aec(board)
    again = board_from_aec(state, board.rules)
    assert board_to_aec(again) == state
    here, there = board.position, again.position
    assert (here.white, here.black, here.turn) == (there.white, there.black, there.turn)
    assert (here.chain is None) == (there.chain is None)
    assert sorted(here.legal_steps(), key=repr) == sorted(there.legal_steps(), key=repr)


@given(boards())
def test_abstractplay_moves_are_read(board: fn.Board) -> None:
    for move in board.legal_moves:
        if move.removed is None:
            assert board.parse_move(move.to_abstractplay()) == move


def test_abstractplay_without_signs() -> None:
    board = fn.Board(fen=ONE_MORE)
    assert board.push("c3d3,d4") == fn.Move("c3-d3A-d4A")
    with pytest.raises(fn.AmbiguousMoveError):
        fn.Board().push("d3e3")


def test_abstractplay_has_no_removals() -> None:
    for text in ("xe3", "xe3,d4-e4A"):
        with pytest.raises(fn.InvalidMoveError, match="no removals"):
            fn.Move(text).to_abstractplay()
