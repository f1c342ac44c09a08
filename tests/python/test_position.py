import pytest
from hypothesis import given

import fanorona as fn
from fanorona.search import MOST_THREADS
from strategies import BLOCKED, FAR, ONE_MORE, positions, texts, turns_of

START = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1"
IN_CHAIN = "3b5/9/3w5/9/9 w c3-d3A 0 1"


def point_set(*names: str) -> int:
    return sum(1 << fn.TSIVY.point(name) for name in names)


@pytest.mark.smoke
def test_a_turn_is_played() -> None:
    position = fn.Position()
    assert texts(position.legal_moves()) == ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]
    after = position.play("d3-e3A")
    assert after.turn is fn.BLACK
    assert (after.white.bit_count(), after.black.bit_count()) == (22, 21)


def test_the_start() -> None:
    position = fn.Position()
    assert position == fn.Position("tsivy", "standard") == fn.Position(fn.TSIVY, fn.STANDARD)
    assert position == fn.Position("5x9") == fn.Position(fen=START) == fn.Position.from_fen(START)
    assert position.fen() == START
    assert (position.variant, position.rules, position.turn) == (fn.TSIVY, fn.STANDARD, fn.WHITE)
    assert (position.white, position.black) == fn.TSIVY.start()
    assert position.chain is None
    assert not position.can_end_turn


def test_counters_are_checked_and_ignored() -> None:
    assert fn.Position.from_fen(f"{FAR} - 17 23").fen() == f"{FAR} - 0 1"
    with pytest.raises(fn.InvalidPositionError, match="QUIET"):
        fn.Position.from_fen(f"{FAR} - x 23")


@pytest.mark.parametrize("text", [FAR, FAR.upper(), "8b/9/9/9/w8", f"{FAR} -", f"{FAR} - 0"])
def test_reading_is_lenient_in_case_and_missing_fields(text: str) -> None:
    assert fn.Position.from_fen(text).fen() == f"{FAR} - 0 1"


@pytest.mark.parametrize(
    ("text", "rules", "field"),
    [
        ("", "standard", "ROWS"),
        ("9/9/9/9/9 w", "standard", "ROWS"),
        ("w8/9/9/9 w", "standard", "ROWS: 4 ranks"),
        ("w3/4/4 w", "standard", "ROWS"),
        (f"{FAR} e3-f3A", "standard", "CHAIN"),
        (f"{FAR} a1-a2", "standard", "CHAIN"),
        (f"{FAR} xa1", "standard", "CHAIN"),
        ("3b5/9/3w5/9/9 w C3-d3A", "standard", "CHAIN"),
        ("3b5/9/3w5/9/9 w c3-d3A 1 1", "standard", "QUIET"),
        ("3b5/9/3w5/9/9 w c3-d3A", "standard;capture=huff", "CHAIN"),
        ("3b5/9/3w5/9/9 b c3-d3A", "standard", "CHAIN"),
        (f"{FAR} - 0 1 first=w", "standard", "LAST"),
        (f"{FAR} - 0 1 back=a2a1/-", "standard", "LAST"),
        (f"{FAR} - 0 1 huff=i5", "standard", "LAST"),
        (f"{FAR} - 0 1 first=bw", "standard;first_turn_single=yes", "LAST"),
        (f"{FAR} - 0 1 first=", "standard;first_turn_single=yes", "LAST"),
        (f"{FAR} - 0 1 back=a2b2/-", "alquerque", "LAST"),
        (f"{FAR} - 0 1 back=a2a1", "alquerque", "LAST"),
        (f"{FAR} - 0 1 back=-/a2a1", "alquerque", "LAST"),
        (f"{FAR} - 0 1 back=a2a1/-,back=a2a1/-", "alquerque", "LAST"),
        (f"{FAR} - 0 1 huff=a1", "huffing", "LAST"),
        (f"{FAR} - 0 1 huff=i5+i5", "huffing", "LAST"),
        (f"{FAR} - 0 1 huff=", "huffing", "LAST"),
        (f"{FAR} - 0 1 colour=red", "huffing", "LAST"),
    ],
)
def test_texts_that_are_no_positions(text: str, rules: str, field: str) -> None:
    with pytest.raises(fn.InvalidPositionError, match=field):
        fn.Position.from_fen(text, rules)


def test_no_chain_in_a_position_string_where_rules_have_none() -> None:
    with pytest.raises(fn.InvalidPositionError, match="CHAIN"):
        fn.Position.from_fen(IN_CHAIN, "standard;chain=none")


@pytest.mark.parametrize(
    ("last", "rules"),
    [
        ("first=wb", "standard;first_turn_single=yes"),
        ("first=b", "standard;first_turn_single=yes"),
        ("back=a2a1/-", "alquerque"),
        ("back=a2a1/i4i5", "standard;reversal=no"),
        ("huff=i5", "huffing"),
        ("first=w,back=-/i4i5,huff=i5", "huffing;first_turn_single=yes"),
    ],
)
def test_history_is_part_of_the_position(last: str, rules: str) -> None:
    position = fn.Position.from_fen(f"{FAR} - 0 1 {last}", rules)
    assert position.fen() == f"{FAR} - 0 1 {last}"
    bare = fn.Position.from_fen(FAR, rules)
    assert position != bare
    assert hash(position) != hash(bare)


def test_from_stones() -> None:
    white, black = point_set("a1"), point_set("i5")
    position = fn.Position.from_stones(white, black, turn=fn.WHITE)
    assert position == fn.Position.from_fen(FAR)
    assert fn.Position.from_stones(1, 2, turn=fn.BLACK, variant="telo", rules="theory").fen() == (
        "3/3/wb1 b - 0 1"
    )


@pytest.mark.parametrize(("white", "black"), [(0, 0), (1, 1), (1 << 45, 1), (1, 1 << 63)])
def test_stones_that_are_no_position(white: int, black: int) -> None:
    with pytest.raises(fn.InvalidPositionError):
        fn.Position.from_stones(white, black, turn=fn.WHITE)


def test_str_is_a_board_for_people() -> None:
    lines = str(fn.Position("telo")).splitlines()
    assert lines == [
        "3  B-B-B",
        "   |\\|/|",
        "2  B-.-W",
        "   |/|\\|",
        "1  W-W-W",
        "   a b c",
        "White to move",
    ]
    assert str(fn.Position.from_fen(IN_CHAIN)).splitlines()[-1] == "White to go on after c3-d3A"


def test_parse_move_needs_no_letters_where_one_turn_matches() -> None:
    position = fn.Position()
    assert str(position.parse_move("F2-e3")) == "f2-e3A"
    assert str(position.parse_move("f2e3")) == "f2-e3A"
    assert str(fn.Position.from_fen(ONE_MORE).parse_move("c3-d3-d4")) == "c3-d3A-d4A"


def test_a_letterless_text_is_matched_as_a_whole() -> None:
    position = fn.Position.from_fen(ONE_MORE)
    assert str(position.parse_move("c3-d3")) == "c3-d3A"


def test_errors_leave_the_position_alone() -> None:
    position = fn.Position()
    for text, error in [
        ("d3-e3", fn.AmbiguousMoveError),
        ("a5-a4", fn.IllegalMoveError),
        ("a1-a2", fn.IllegalMoveError),
        ("d3e", fn.InvalidMoveError),
    ]:
        for method in (position.parse_move, position.play, position.captured):
            with pytest.raises(error):
                method(text)
    with pytest.raises(fn.IllegalMoveError):
        position.play(fn.Move("a1-a2"))
    with pytest.raises(fn.IllegalMoveError, match="another board"):
        position.play(fn.Move("a1-b1", "telo"))
    assert position == fn.Position()


def test_captured() -> None:
    position = fn.Position.from_fen(ONE_MORE)
    assert position.captured("c3-d3A") == point_set("e3")
    assert position.captured(fn.Move("c3-d3A-d4A")) == point_set("e3", "d5")


def test_mid_chain_speaks_of_whole_turns() -> None:
    position = fn.Position.from_fen(ONE_MORE)
    middle = position.play_step(position.legal_steps()[0])
    assert middle.fen() == IN_CHAIN
    assert middle == fn.Position.from_fen(IN_CHAIN)
    assert middle.turn is fn.WHITE
    assert middle.chain == fn.Move("c3-d3A")
    assert middle.can_end_turn
    assert texts(middle.legal_moves()) == ["c3-d3A", "c3-d3A-d4A"]
    assert middle.captured("c3-d3A") == 0
    assert middle.captured("c3-d3A-d4A") == point_set("d5")
    assert middle.is_legal(fn.Move("c3-d3A"))
    assert not middle.is_legal(fn.Move("d3-d4A"))
    assert str(middle.parse_move("c3-d3-d4")) == "c3-d3A-d4A"
    assert middle.play("c3-d3A") == middle.end_turn() == position.play("c3-d3A")
    assert middle.perft(1) == 2
    assert middle.divide(2) == {"c3-d3A": middle.end_turn().perft(1), "c3-d3A-d4A": 0}
    with pytest.raises(fn.IllegalMoveError):
        middle.play("d3-d4A")


def test_a_chain_that_cannot_go_on_is_the_opponents_turn() -> None:
    position = fn.Position.from_fen("8b/9/2w6/9/9 w b3-c3A")
    assert position.fen() == "8b/9/2w6/9/9 b - 0 1"


def test_a_turn_ends_by_itself() -> None:
    position = fn.Position.from_fen("8b/9/1w1b5/9/9 w")
    after = position.play_step(position.legal_steps()[0])
    assert (after.turn, after.chain, after.can_end_turn) == (fn.BLACK, None, False)
    with pytest.raises(fn.IllegalMoveError, match="no chain"):
        after.end_turn()


@pytest.mark.parametrize("rules", ["standard;chain=forced", "standard;most=yes"])
def test_a_chain_that_must_go_on(rules: str) -> None:
    middle = fn.Position.from_fen(IN_CHAIN, rules)
    assert not middle.can_end_turn
    assert texts(middle.legal_moves()) == ["c3-d3A-d4A"]
    with pytest.raises(fn.IllegalMoveError, match="must go on"):
        middle.end_turn()
    assert fn.TSIVY.action_count - 1 not in middle.actions()


def test_no_turn() -> None:
    for fen in (BLOCKED, "9/9/9/4w4/9 b", "9/9/9/4w4/9 w"):
        position = fn.Position.from_fen(fen)
        assert position.legal_moves() == position.legal_steps() == position.actions() == []
        assert not position.has_legal_move()
        assert (position.perft(0), position.perft(1), position.perft(5)) == (1, 0, 0)
        with pytest.raises(fn.IllegalMoveError):
            position.play("a1-a2")


def test_huff_rules_are_not_offered_step_by_step() -> None:
    position = fn.Position(rules="huffing")
    step = fn.Position().legal_steps()[0]
    for method in (position.legal_steps, position.actions, lambda: position.play_step(step)):
        with pytest.raises(fn.IllegalMoveError, match="step by step"):
            method()


def test_huffing_in_whole_turns() -> None:
    assert turns_of(f"{FAR} - 0 1 huff=i5", "huffing") == ["xi5"]
    assert turns_of("8b/b8/9/9/w8 w - 0 1 huff=i5", "huffing") == [
        "xi5,a1-a2",
        "xi5,a1-b1",
        "xi5,a1-b2",
    ]


def test_actions() -> None:
    position = fn.Position.from_fen(ONE_MORE)
    (action,) = position.actions()
    assert action == (20 * 8 + fn.Direction.E) * 3 + fn.Kind.APPROACH
    step = position.step_of(action)
    assert step is not None
    assert position.action_of(step) == action
    middle = position.play_step(step)
    assert middle.actions() == sorted(middle.actions())
    assert middle.actions()[-1] == 1080
    assert middle.step_of(1080) is None


@pytest.mark.parametrize("action", [0, -1, 1081, 2**31, 2**40])
def test_indices_of_no_step(action: int) -> None:
    with pytest.raises(ValueError, match="action"):
        fn.Position().step_of(action)


@pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)
def test_every_index_is_a_step_the_end_of_the_turn_or_an_error(variant: fn.Variant) -> None:
    position = fn.Position(variant)
    steps = []
    for action in range(variant.action_count - 1):
        try:
            step = position.step_of(action)
        except ValueError:
            continue
        assert step is not None
        assert position.action_of(step) == action
        assert step.destination in variant.neighbours(step.origin)
        steps.append(step)
    lines = sum(len(variant.neighbours(point)) for point in range(variant.points))
    assert len(set(steps)) == len(steps) == 3 * lines
    assert position.step_of(variant.action_count - 1) is None


@pytest.mark.smoke
def test_perft() -> None:
    position = fn.Position()
    assert [position.perft(depth) for depth in range(4)] == [1, 5, 39, 724]


@pytest.mark.parametrize("threads", [1, 2, 7, MOST_THREADS])
def test_perft_on_several_threads(threads: int) -> None:
    assert fn.Position().perft(4, threads=threads) == 18026
    assert sum(fn.Position("dimy").divide(5, threads=threads).values()) == 34608


def test_divide() -> None:
    position = fn.Position()
    counts = position.divide(3)
    assert list(counts) == texts(position.legal_moves())
    assert counts == {text: position.play(text).perft(2) for text in counts}


@pytest.mark.parametrize("depth", [-1, 256, 2**31, 2**62])
def test_depths_out_of_range(depth: int) -> None:
    for method in (fn.Position().perft, fn.Position().divide):
        with pytest.raises(ValueError, match="depth"):
            method(depth)


def test_divide_needs_a_first_turn() -> None:
    with pytest.raises(ValueError, match="depth 0"):
        fn.Position().divide(0)


@pytest.mark.parametrize("threads", [0, -1, MOST_THREADS + 1, 2**62, 2**64])
def test_no_thread(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads .*: expected 1 to {MOST_THREADS}"):
        fn.Position().perft(2, threads=threads)


@given(positions)
def test_perft_counts_the_listed_turns(position: fn.Position) -> None:
    moves = position.legal_moves()
    assert position.perft(1) == len(moves)
    assert position.perft(2) == sum(len(position.play(move).legal_moves()) for move in moves)
    assert position.divide(1) == dict.fromkeys(texts(moves), 1)


def test_symmetries() -> None:
    position = fn.Position.from_fen("8b/9/9/9/ww7 w")
    image = position.transform(fn.Symmetry.MIRROR_FILES)
    assert image.fen() == "b8/9/9/9/7ww w - 0 1"
    assert image != position
    assert image.canonical() == position.canonical()
    with pytest.raises(fn.InvalidPositionError, match="square"):
        position.transform(fn.Symmetry.ROTATE_90)


def test_equality_includes_rules_chain_and_side() -> None:
    position = fn.Position.from_fen(FAR)
    assert position != fn.Position.from_fen(FAR, "theory")
    assert position != fn.Position.from_fen(FAR.replace(" w", " b"))
    middle = fn.Position.from_fen(IN_CHAIN)
    assert middle != fn.Position.from_fen("3b5/9/3w5/9/9 w")
    assert middle != position
    assert position != FAR
    assert len({position, middle, fn.Position.from_fen(FAR), fn.Position.from_fen(IN_CHAIN)}) == 2
