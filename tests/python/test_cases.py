"""Faults seen in other programs, by their numbers on the page of such cases.

11, 19, 20, 24, 26 and 27 concern search, environments and packages and are tested there.
"""

import copy
import pickle

import pytest

import fanorona as fn
from fanorona.interchange import board_from_aec, board_to_aec
from strategies import ONE_MORE, texts, turns_of

START = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1"


def lines(variant: fn.Variant) -> tuple[int, int, int]:
    """The number of horizontal, vertical and diagonal lines between adjacent points."""
    pairs = [
        (point, other)
        for point in range(variant.points)
        for other in variant.neighbours(point)
        if point < other
    ]
    distances = [other - point for point, other in pairs]
    horizontal, vertical = distances.count(1), distances.count(variant.cols)
    return horizontal, vertical, len(pairs) - horizontal - vertical


def reversed_and_swapped(position: fn.Position) -> fn.Position:
    image = position.transform(fn.Symmetry.ROTATE_180)
    return fn.Position.from_stones(
        image.black, image.white, turn=image.turn, variant=image.variant, rules=image.rules
    )


def test_01_no_paika_in_mid_chain() -> None:
    fen = "8b/9/1w1b5/9/9 w"
    assert turns_of(fen) == ["b3-c3A"]
    board = fn.Board(fen=fen)
    board.push_step(board.legal_steps[0])
    assert board.turn is fn.BLACK


def test_02_nothing_wraps_round_the_edge() -> None:
    assert turns_of("b8/9/9/9/8w w") == ["i1-h1", "i1-h2", "i1-i2"]


def test_03_diagonals_from_strong_points_only() -> None:
    assert turns_of("8b/9/9/9/1w7 w") == ["b1-a1", "b1-b2", "b1-c1"]
    assert lines(fn.TSIVY) == (40, 36, 32)
    assert sum(lines(fn.TSIVY)) == 108
    assert sum(lines(fn.DIMY)) == 56
    assert sum(lines(fn.TELO)) == 16


def test_04_no_direction_twice_in_a_row() -> None:
    fen = "9/9/bw2b4/9/9 w"
    assert turns_of(fen) == ["b3-c3W"]
    board = fn.Board(fen=fen)
    board.push_step(board.legal_steps[0])
    assert (board.turn, board.position.chain) == (fn.BLACK, None)
    # The same after a second step.
    assert turns_of("9/2b6/1b3b3/2w6/9 w") == ["c2-c3A", "c2-c3A-d3W"]


def test_05_no_return_to_a_visited_point() -> None:
    assert turns_of("9/9/1bw1b4/9/9 w") == ["c3-d3A", "c3-d3W"]


def test_06_a_chain_may_stop_after_any_capture() -> None:
    assert turns_of(ONE_MORE) == ["c3-d3A", "c3-d3A-d4A"]


def test_07_perft_of_the_start() -> None:
    assert [fn.Position().perft(depth) for depth in (1, 2, 3)] == [5, 39, 724]


def test_08_approach_and_withdrawal_are_told_apart() -> None:
    board = fn.Board()
    assert {fn.Move("d3-e3A"), fn.Move("d3-e3W")} <= set(board.legal_moves)
    assert board.position.captured("d3-e3A") != board.position.captured("d3-e3W")
    with pytest.raises(fn.AmbiguousMoveError, match="d3-e3A or d3-e3W"):
        board.push("d3-e3")
    assert board == fn.Board()


def test_09_a_capture_takes_the_whole_run() -> None:
    board = fn.Board(fen="9/9/w1bbbbbbb/9/9 w")
    assert board.position.captured("a3-b3A").bit_count() == 7
    board.push("a3-b3A")
    assert board.outcome() == fn.Outcome(fn.WHITE, fn.Termination.ELIMINATION)


def test_10_a_blocked_side_loses() -> None:
    board = fn.Board(fen="9/9/9/bb7/wb7 w")
    assert len(board.legal_moves) == 0
    assert board.outcome() == fn.Outcome(fn.BLACK, fn.Termination.BLOCKED)


def test_12_the_turn_passes_only_when_the_chain_is_over() -> None:
    board = fn.Board()
    step = board.position.step_of(310)
    assert step is not None
    assert (fn.TSIVY.point_name(step.origin), step.direction.name) == ("d2", "NE")
    board.push_step(step)
    assert board.turn is fn.BLACK
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    assert board.turn is fn.WHITE


@pytest.mark.parametrize("action", [0, -1, 1081])
def test_13_an_index_of_no_legal_step_is_refused(action: int) -> None:
    position = fn.Position()
    assert action not in position.actions()
    with pytest.raises(ValueError, match=str(action)):
        position.step_of(action)


def test_13_nan_is_refused() -> None:
    with pytest.raises(TypeError):
        fn.Position().step_of(float("nan"))  # type: ignore[arg-type]  # wrong on purpose


def test_13_a_step_of_a_good_index_may_still_be_illegal() -> None:
    board = fn.Board()
    step = board.position.step_of(fn.Direction.N * 3)  # a1-a2
    assert step is not None
    with pytest.raises(fn.IllegalMoveError):
        board.push_step(step)
    with pytest.raises(fn.IllegalMoveError):
        board.end_turn()
    assert board == fn.Board()


def test_14_missing_ranks_are_an_error() -> None:
    with pytest.raises(fn.InvalidPositionError, match="4 ranks"):
        fn.Position.from_fen("9/9/9/9 w")


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        ("8b/9/9/9/w8 x", "TURN"),
        ("wwwwwwwwww/9/9/9/8b w", "ROWS"),
        ("w9/9/9/9/8b w", "ROWS"),
        ("w8/9/8/9/8b w", "ROWS"),
        ("w8/9/9/9/7b w", "ROWS"),
        ("w8/0/9/9/8b w", "ROWS"),
        ("w08/9/9/9/8b w", "ROWS"),
        ("w44/9/9/9/8b w", "ROWS"),
        ("w\uff18/9/9/9/8b w", "ROWS"),
        ("w8/9/9/9/8b w - \u0663 1", "QUIET"),
        ("w8/9/9/9/8b w - \u00b2 1", "QUIET"),
        ("w8/9/9/9/8b w - -1 1", "QUIET"),
        ("w8/9/9/9/8b w - +1 1", "QUIET"),
        ("w8/9/9/9/8b w - 01 1", "QUIET"),
        ("w8/9/9/9/8b w - 1.5 1", "QUIET"),
        ("w8/9/9/9/8b w - 4294967296 1", "QUIET"),
        ("w8/9/9/9/8b w - 0 0", "NUMBER"),
        ("w8/9/9/9/8b w - 0 -1", "NUMBER"),
        ("w8/9/9/9/8b w - 0 99999999999999999999", "NUMBER"),
        ("w8/9/9/9/8b w - 0 1 x", "LAST"),
        ("w8/9/9/9/8b w - 0 1 - -", "LAST"),
        ("w8/9/9/9/8b w - 0 1 first=wb", "LAST"),
        ("w8/9/9/9/8b w - 0 1 ", "LAST"),
        ("w8/9/9/9/8b w - 0 1\n", "NUMBER"),
        ("w8/9/9/9/8b\tw", "ROWS"),
        ("w8/9/9/9/8b  w", "TURN"),
        (" w8/9/9/9/8b w", "ROWS"),
        ("w8/9/9/9/8b w c3-d3A", "CHAIN"),
        ("w8/9/9/9/8b w a5-b5A", "CHAIN"),
        ("w8/9/9/9/8b w x", "CHAIN"),
    ],
)
def test_15_bad_fields_are_named(fen: str, field: str) -> None:
    for read in (fn.Position.from_fen, lambda text: fn.Board(fen=text)):
        with pytest.raises(fn.InvalidPositionError, match=field):
            read(fen)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a5-a4", fn.IllegalMoveError),
        ("d3-e3", fn.AmbiguousMoveError),
        ("d3e", fn.InvalidMoveError),
    ],
)
def test_16_texts_are_not_read_as_something_else(text: str, error: type[ValueError]) -> None:
    board = fn.Board()
    with pytest.raises(error):
        board.push(text)
    assert board == fn.Board()
    with pytest.raises(error):
        board.position.play(text)


@pytest.mark.parametrize("side", ["w", "b"])
def test_17_a_side_without_stones_has_lost(side: str) -> None:
    board = fn.Board(fen=f"9/9/9/4w4/9 {side}")
    assert board.outcome() == fn.Outcome(fn.WHITE, fn.Termination.ELIMINATION)


def test_18_no_step_twice_and_no_lone_end_of_turn() -> None:
    board = fn.Board(fen="9/9/1w1b5/2b6/9 w")
    (step,) = board.legal_steps
    board.push_step(step)
    assert board.position.chain == fn.Move("b3-c3A")
    (step,) = board.legal_steps
    assert fn.TSIVY.point_name(step.destination) == "c4"
    actions = board.position.actions()
    assert actions == [board.position.action_of(step), 1080]
    board.push_step(step)
    assert board.move_stack == [fn.Move("b3-c3A-c4W")]


@pytest.mark.parametrize(("variant", "turns"), [(fn.TSIVY, 5), (fn.DIMY, 5), (fn.TELO, 4)], ids=str)
def test_21_the_starts_of_the_named_boards(variant: fn.Variant, turns: int) -> None:
    assert fn.Position(variant).perft(1) == turns


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_21_equal_stones_and_an_empty_centre(variant: fn.Variant) -> None:
    for rules in ("standard", "fifty"):
        white, black = variant.start(rules)
        assert white.bit_count() == black.bit_count() == variant.points // 2
        assert white & black == 0
        centre = variant.points // 2
        assert white | black == (1 << variant.points) - 1 ^ 1 << centre


def test_22_a_game_goes_out_and_comes_back() -> None:
    # An early stop, a turn that ends by itself, and paikas.
    fen = "3b3b1/9/2w1b4/9/w6b1 w"
    board = fn.Board(fen=fen)
    for turn in ["c3-d3A", "d5-d4A", "a1-a2", "h1-i1"]:
        board.push(turn)
    again = fn.Board(fen=fen)
    for text in map(str, board.move_stack):
        again.push(text)
    assert again == board
    stepwise = fn.Board(fen=fen)
    for move in board.move_stack:
        chain = stepwise.position.chain
        assert chain is None
        for step in move.steps:
            stepwise.push_step(step)
        if stepwise.position.chain is not None:
            stepwise.end_turn()
    assert stepwise == board
    for other in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), board.copy()):
        assert other == board
        assert other.move_stack == board.move_stack
    assert board_from_aec(board_to_aec(board)).position == board.position


def test_23_an_early_stop_is_no_quiet_turn() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push("c3-d3A")
    assert board.quiet_turns == 0


def test_25_a_capture_left_undone_is_entered_under_its_rules() -> None:
    fen = "8b/9/w1b6/9/9 w"
    board = fn.Board(fen=fen, rules="standard;capture=optional")
    board.push("a3-a2")
    assert board.move_stack == [fn.Move("a3-a2")]
    board = fn.Board(fen=fen)
    with pytest.raises(fn.IllegalMoveError, match="a3-a2"):
        board.push("a3-a2")
    with pytest.raises(fn.IllegalMoveError, match="a capture is possible"):
        board.push(fn.Move("a3-a2"))


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_28_the_start_turned_round_is_the_start(variant: fn.Variant) -> None:
    start, mirrored = fn.Position(variant), fn.Position(variant, "standard;setup=mirrored")
    assert reversed_and_swapped(start) == start
    assert reversed_and_swapped(mirrored) == mirrored
    image = start.transform(fn.Symmetry.MIRROR_FILES)
    assert (image.white, image.black) == (mirrored.white, mirrored.black)
    assert (image.white, image.black) != (start.white, start.black)
    depths = range(5)
    assert [start.perft(depth) for depth in depths] == [mirrored.perft(depth) for depth in depths]


def test_29_a_state_of_fanorona_aec_in_mid_chain() -> None:
    state = "WWWWWWWWW/WWW1WWWWW/BWBWWBWBW/BBBBB1BBB/BBBBBB1BB W E3 NE D2,E3 0"
    board = board_from_aec(state)
    assert board.fen() == "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b - 0 1"
    # It is what the first turn leads to.
    start = fn.Board()
    start.push("d2-e3A")
    assert board.position == start.position


def test_29_a_state_that_can_go_on() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    state = board_to_aec(board)
    assert state == "9/9/3W5/9/3B5 W D3 E C3,D3 0"
    again = board_from_aec(state)
    assert again.position == board.position
    assert texts(again.legal_moves) == ["c3-d3A", "c3-d3A-d4A"]
