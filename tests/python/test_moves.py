import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from strategies import positions

CHAIN = fn.Move("d3-e3A-e4W-d4A")
LETTERED = ["f2-e3A", "d3-e3W", "d3-e3A-e4W-d4A", "d3-e3", "xe3,d4-e4A", "xe3,d4-e4", "xe3"]


@pytest.mark.parametrize("text", LETTERED)
def test_move_text_is_canonical(text: str) -> None:
    assert str(fn.Move.parse(text)) == text
    assert fn.Move(text) == fn.Move.parse(text, fn.TSIVY) == fn.Move.parse(text, "5x9")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("F2-E3a", "f2-e3A"),
        ("d3-e3w", "d3-e3W"),
        ("D3-E3A-E4W", "d3-e3A-e4W"),
        ("Xe3,d4-e4a", "xe3,d4-e4A"),
        ("f2e3+", "f2-e3A"),
        ("d3e3", "d3-e3"),
        ("d3e3+,e4-,d4+", "d3-e3A-e4W-d4A"),
        ("a3-a4", "a3-a4"),
        ("b3-a3a", "b3-a3A"),
        ("b3-a3A-a4W", "b3-a3A-a4W"),
    ],
)
def test_lenient_forms(text: str, canonical: str) -> None:
    assert str(fn.Move.parse(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d3",
        "d3e",
        "d3-",
        "d3-e3A-",
        "d3-e3B",
        "d3-e3AA",
        "d3 - e3",
        " d3-e3",
        "d3-e3\n",
        "d3-e3-e4",
        "d3-e3A-e4",
        "d3-e3-e4A",
        "d3-e3+",
        "d3e3A",
        "d3e3+-e4W",
        "d3-e3A,e4-",
        "d3-d3A",
        "d3-f3A",
        "b1-c2A",
        "j1-i1",
        "a6-a5",
        "x",
        "xe3,",
        "x e3",
        "xe3,xd4",
        "xe3-d4",
        "d4-e4A,xe3",
        "d3–e3A",
        "d3-e3\u0410",
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.parse(text)


def test_points_of_another_board() -> None:
    assert str(fn.Move("e5-d4", "dimy")) == "e5-d4"
    with pytest.raises(fn.InvalidMoveError):
        fn.Move("f2-e3A", "dimy")


def test_steps() -> None:
    names = [(fn.TSIVY.point_name(step.destination), step.kind.name) for step in CHAIN.steps]
    assert names == [("e3", "APPROACH"), ("e4", "WITHDRAWAL"), ("d4", "APPROACH")]
    assert [step.direction.name for step in CHAIN.steps] == ["E", "N", "W"]
    assert CHAIN.origin == CHAIN.steps[0].origin == fn.TSIVY.point("d3")
    assert CHAIN.destination == CHAIN.steps[-1].destination == fn.TSIVY.point("d4")
    assert CHAIN.is_capture
    assert CHAIN.removed is None
    assert CHAIN.variant == fn.TSIVY


def test_paika() -> None:
    move = fn.Move("d3-e3")
    assert [step.kind for step in move.steps] == [fn.Kind.PAIKA]
    assert not move.is_capture


def test_removal() -> None:
    alone = fn.Move("xe3")
    assert (alone.removed, alone.origin, alone.destination) == (22, None, None)
    assert alone.steps == ()
    assert alone.is_capture
    followed = fn.Move("xe3,d4-e4")
    assert (followed.removed, followed.origin) == (22, fn.TSIVY.point("d4"))
    assert followed.is_capture


def test_from_steps() -> None:
    assert fn.Move.from_steps(CHAIN.steps) == CHAIN
    assert fn.Move.from_steps(list(CHAIN.steps), removed=0) == fn.Move("xa1,d3-e3A-e4W-d4A")
    assert fn.Move.from_steps([], removed=22) == fn.Move("xe3")
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps([])
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps(CHAIN.steps[::-1])
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps(CHAIN.steps, "dimy")
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps([fn.Move("d3-e3").steps[0], CHAIN.steps[1]])
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps([], removed=45)


def test_a_step_need_not_be_on_any_board() -> None:
    step = fn.Step(200, 3, fn.Direction.N, fn.Kind.PAIKA)
    with pytest.raises(fn.InvalidMoveError):
        fn.Move.from_steps([step])
    with pytest.raises(fn.IllegalMoveError):
        fn.Position().play_step(step)
    with pytest.raises(ValueError, match="no such step"):
        fn.Position().action_of(step)


def test_moves_of_different_boards_differ() -> None:
    assert fn.Move("a1-b1", "telo") != fn.Move("a1-b1", "dimy")


def test_order() -> None:
    moves = fn.Position().legal_moves()
    ordered = sorted(moves)
    moves.reverse()
    assert sorted(moves) == ordered
    assert fn.Move("a1-b1") < fn.Move("b1-c1")
    assert fn.Move("a1-b1") <= fn.Move("a1-b1")


def test_abstractplay() -> None:
    assert CHAIN.to_abstractplay() == "d3e3+,e4-,d4+"
    assert fn.Move("d3-e3").to_abstractplay() == "d3e3"


@given(positions, st.sampled_from(fn.Symmetry))
def test_every_legal_move_has_its_texts_and_images(
    position: fn.Position, symmetry: fn.Symmetry
) -> None:
    variant = position.variant
    for move in position.legal_moves():
        assert move.variant == variant
        assert fn.Move.parse(str(move), variant) == move
        assert fn.Move.parse(str(move).swapcase(), variant) == move
        assert fn.Move.from_steps(move.steps, variant, removed=move.removed) == move
        if move.removed is None:
            assert fn.Move.parse(move.to_abstractplay(), variant) == move
        if symmetry in variant.symmetries:
            image = move.transform(symmetry)
            assert image.transform(symmetry.inverse) == move
            assert image.origin == (
                None if move.origin is None else symmetry.apply(move.origin, variant)
            )
        else:
            with pytest.raises(fn.InvalidMoveError):
                move.transform(symmetry)
