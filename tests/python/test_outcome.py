"""How games end: each termination of the rules page, section 5, and which comes first."""

import pytest

import fanorona as fn
from fanorona import Termination as End
from strategies import BLOCKED, FAR, ONE_MORE

THERE_AND_BACK = ["a1-a2", "i5-i4", "a2-a1", "i4-i5"]


def outcome(fen: str, rules: str = "standard", *turns: str) -> tuple[fn.Color | None, End] | None:
    board = fn.Board(fen=fen, rules=rules)
    for turn in turns:
        board.push(turn)
    end = board.outcome()
    assert board.is_game_over() == (end is not None)
    if end is None:
        assert board.result() == "*"
        return None
    assert len(board.legal_moves) == 0
    assert list(board.legal_moves) == []
    if board.rules.capture != "huff":
        assert board.legal_steps == []
    with pytest.raises(fn.IllegalMoveError, match="over"):
        board.push("a1-a2")
    with pytest.raises(fn.IllegalMoveError, match="over"):
        board.agree_draw()
    with pytest.raises(fn.IllegalMoveError, match="over"):
        board.end_turn()
    for color in fn.Color:
        with pytest.raises(fn.IllegalMoveError, match="over"):
            board.resign(color)
    assert board.result() == end.result()
    if turns:
        board.pop()
        assert board.outcome() is None
    return end.winner, end.termination


@pytest.mark.parametrize(
    ("winner", "result"), [(fn.WHITE, "1-0"), (fn.BLACK, "0-1"), (None, "1/2-1/2")]
)
def test_results(winner: fn.Color | None, result: str) -> None:
    assert fn.Outcome(winner, End.RESIGNATION).result() == result


def test_elimination_by_a_turn() -> None:
    assert outcome("9/9/w1bbbbbbb/9/9 w", "standard", "a3-b3A") == (fn.WHITE, End.ELIMINATION)


def test_elimination_whoever_is_to_move() -> None:
    for side in "wb":
        assert outcome(f"9/9/9/4w4/9 {side}") == (fn.WHITE, End.ELIMINATION)
        assert outcome(f"9/9/9/4b4/9 {side}") == (fn.BLACK, End.ELIMINATION)


def test_elimination_in_mid_chain() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    assert board.outcome() is None
    board.push_step(board.legal_steps[0])
    assert board.outcome() == fn.Outcome(fn.WHITE, End.ELIMINATION)
    assert board.move_stack == [fn.Move("c3-d3A-d4A")]


def test_elimination_ends_a_chain_that_has_room_to_go_on() -> None:
    fen = "9/9/2w1b4/9/9 w"
    assert outcome(fen, "standard", "c3-d3A") == (fn.WHITE, End.ELIMINATION)


def test_elimination_by_a_removal_alone() -> None:
    rules = "theory;capture=huff"
    assert outcome("9/9/w1b6/9/9 w", rules, "a3-a2", "xa2") == (fn.BLACK, End.ELIMINATION)


def test_blocked() -> None:
    assert outcome(BLOCKED) == (fn.BLACK, End.BLOCKED)


def test_blocked_by_a_turn() -> None:
    fen = "7wb/6w1w/9/9/9 w"
    assert outcome(fen, "theory;capture=optional", "g4-h4") == (fn.WHITE, End.BLOCKED)


def test_blocked_because_each_removal_leaves_no_turn() -> None:
    # a1 is shut in by a2, b1 and b2, so that removing c3 frees nothing.
    board = fn.Board(fen="9/9/bbb6/bbb6/wbb6 w - 0 1 huff=c3", rules="theory;capture=huff")
    assert board.outcome() == fn.Outcome(fn.BLACK, End.BLOCKED)
    board = fn.Board(fen="9/9/bbb6/bbb6/wbb6 w - 0 1 huff=a2+c3", rules="theory;capture=huff")
    assert board.outcome() is None
    assert {move.removed for move in board.legal_moves} == {fn.TSIVY.point("a2")}


def test_third_occurrence_the_first_position_counting() -> None:
    turns = THERE_AND_BACK * 2
    assert outcome(FAR, "standard", *turns[:-1]) is None
    assert outcome(FAR, "standard", *turns) == (None, End.REPETITION)


def test_repetition_as_the_rules_say() -> None:
    assert outcome(FAR, "theory;repetition=2", *THERE_AND_BACK) == (None, End.REPETITION)
    assert outcome(FAR, "theory", *THERE_AND_BACK * 10) is None
    assert outcome(FAR, "theory;repetition=4", *THERE_AND_BACK * 2) is None
    assert outcome(FAR, "theory;repetition=4", *THERE_AND_BACK * 3) == (None, End.REPETITION)


def test_the_position_that_repeats_need_not_be_the_first() -> None:
    board = fn.Board(fen=FAR, rules="theory;repetition=2")
    for turn in ["a1-b1", "i5-h5", "b1-a1", "h5-h4", "a1-b1"]:
        board.push(turn)
        assert board.outcome() is None
    board.push("h4-h5")
    assert board.outcome() == fn.Outcome(None, End.REPETITION)


def test_repetition_compares_the_side_to_move() -> None:
    # White goes round a triangle in three turns, Black to and fro in two.
    board = fn.Board(fen=FAR, rules="theory;repetition=2")
    for turn in ["a1-b2", "i5-i4", "b2-b1", "i4-i5", "b1-a1"]:
        board.push(turn)
    assert board.fen().startswith(FAR.replace(" w", " b"))
    assert board.repetitions() == 1
    assert board.outcome() is None


def test_repetition_ignores_history_and_compares_stones() -> None:
    # With reversal=no the first position remembers nothing and the later ones do.
    rules = "theory;repetition=2;reversal=no"
    turns = ["a1-b2", "i5-h4", "b2-b1", "h4-h5", "b1-a1", "h5-i5"]
    assert outcome(FAR, rules, *turns) == (None, End.REPETITION)


def test_repetitions_are_counted_and_taken_back() -> None:
    board = fn.Board(fen=FAR)
    assert board.repetitions() == 1
    for turn in THERE_AND_BACK:
        board.push(turn)
    assert board.repetitions() == 2
    board.pop()
    assert board.repetitions() == 1
    board.push("i4-i5")
    assert board.repetitions() == 2


IN_CHAIN = "3b4b/9/3w5/9/8b w c3-d3A 0 1"
OPTIONAL = "theory;capture=optional;repetition=2"


def test_mid_chain_positions_are_no_occurrences() -> None:
    board = fn.Board(fen=IN_CHAIN, rules=OPTIONAL)
    assert board.repetitions() == 0
    board.end_turn()
    # Black goes round a triangle, and the stones are those of the chain with White to move.
    for turn in ["i1-h2", "d3-c3", "h2-i2", "c3-d3", "i2-i1"]:
        assert board.repetitions() == 1
        board.push(turn)
    assert board.fen().split()[:2] == IN_CHAIN.split()[:2]
    assert board.repetitions() == 1
    assert board.outcome() is None


def test_the_position_after_a_chain_is_an_occurrence() -> None:
    board = fn.Board(fen=IN_CHAIN, rules=OPTIONAL)
    board.end_turn()
    for turn in ["i1-i2", "d3-c3", "i2-i1", "c3-d3"]:
        assert board.outcome() is None
        board.push(turn)
    assert board.outcome() == fn.Outcome(None, End.REPETITION)


def test_no_capture_draw() -> None:
    assert outcome(f"{FAR} - 48 1", "fifty", "a1-a2") is None
    assert outcome(f"{FAR} - 49 1", "fifty", "a1-a2") == (None, End.NO_CAPTURE)
    assert outcome(f"{FAR} - 50 1", "fifty") == (None, End.NO_CAPTURE)
    assert outcome(f"{FAR} - 4294967295 1", "standard", "a1-a2") is None


def test_no_capture_counts_both_players() -> None:
    assert outcome(FAR, "theory;no_capture=3", "a1-a2", "i5-i4") is None
    assert outcome(FAR, "theory;no_capture=3", "a1-a2", "i5-i4", "a2-a3") == (None, End.NO_CAPTURE)


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("8b/9/9/9/w8 w - 49 1", None),
        ("8b/9/9/9/w1w6 w - 49 1", fn.WHITE),
        ("7bb/9/9/9/w8 w - 49 1", fn.BLACK),
        ("7bb/9/9/9/w1w6 w - 49 1", None),
    ],
)
def test_majority_at_the_limit(fen: str, winner: fn.Color | None) -> None:
    assert outcome(fen, "alquerque", "a1-a2") == (winner, End.MAJORITY)


def test_both_blocked() -> None:
    full = "bbb/bbb/www"
    assert outcome(f"{full} w", "theory") == (fn.BLACK, End.BLOCKED)
    assert outcome(f"{full} b", "theory") == (fn.WHITE, End.BLOCKED)
    for side in "wb":
        assert outcome(f"{full} {side}", "alquerque") == (fn.BLACK, End.MAJORITY)
        assert outcome(f"www/www/bbb {side}", "alquerque") == (fn.WHITE, End.MAJORITY)


def test_one_blocked_is_no_majority() -> None:
    assert outcome(BLOCKED, "alquerque") == (fn.BLACK, End.BLOCKED)
    assert outcome("9/9/9/bb7/wb5ww w", "alquerque") is None
    # More stones are no help to the blocked side.
    assert outcome("www/www/www/bbb/3 w", "alquerque") == (fn.BLACK, End.BLOCKED)


@pytest.mark.parametrize(
    ("fen", "rules", "turns", "expected"),
    [
        ("9/9/9/4w4/9 b - 50 1", "fifty", [], (fn.WHITE, End.ELIMINATION)),
        ("bbb/bbb/bbb w - 50 1", "alquerque", [], (fn.BLACK, End.ELIMINATION)),
        ("bbb/bbb/www w - 50 1", "fifty", [], (fn.BLACK, End.BLOCKED)),
        ("bbb/bbb/www w - 50 1", "alquerque", [], (fn.BLACK, End.MAJORITY)),
        ("7wb/6w1w/9/9/9 w - 49 1", "fifty;capture=optional", ["g4-h4"], (fn.WHITE, End.BLOCKED)),
        ("7wb/6w1w/9/9/9 w - 49 1", "alquerque", ["g4-h4"], (fn.WHITE, End.BLOCKED)),
        (
            FAR,
            "theory;repetition=2;no_capture=4",
            THERE_AND_BACK,
            (None, End.REPETITION),
        ),
        (
            "8b/9/9/9/w1w6 w",
            "theory;repetition=2;no_capture=4;at_limit=majority",
            THERE_AND_BACK,
            (None, End.REPETITION),
        ),
    ],
)
def test_precedence(
    fen: str, rules: str, turns: list[str], expected: tuple[fn.Color | None, End]
) -> None:
    assert outcome(fen, rules, *turns) == expected


@pytest.mark.parametrize("color", fn.Color)
def test_declared_ends(color: fn.Color) -> None:
    board = fn.Board()
    board.push("f2-e3A")
    before = board.copy()
    for declare, expected in [
        (board.agree_draw, fn.Outcome(None, End.AGREEMENT)),
        (lambda: board.resign(color), fn.Outcome(color.other, End.RESIGNATION)),
        (lambda: board.flag(color), fn.Outcome(color.other, End.TIMEOUT)),
    ]:
        for take_back in (board.pop, board.pop_step):
            declare()
            assert board.outcome() == expected
            assert board.is_game_over()
            assert board != before
            assert (len(board.legal_moves), board.legal_steps) == (0, [])
            with pytest.raises(fn.IllegalMoveError, match=expected.termination.name):
                board.push(next(iter(before.legal_moves)))
            assert take_back() is None
            assert board == before


def test_a_declaration_in_mid_chain_keeps_the_chain() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    board.resign(fn.BLACK)
    with pytest.raises(fn.IllegalMoveError, match="RESIGNATION"):
        board.end_turn()
    assert board.pop() is None
    assert board.position.chain == fn.Move("c3-d3A")
    assert board.pop() == fn.Move("c3-d3A")
    assert board == fn.Board(fen=ONE_MORE)


def test_a_declaration_can_be_taken_back_once_only() -> None:
    board = fn.Board()
    board.agree_draw()
    board.pop()
    with pytest.raises(IndexError):
        board.pop()
