import pytest

import fanorona as fn
from fanorona import errors

ERRORS = [
    fn.InvalidPositionError,
    fn.InvalidMoveError,
    fn.IllegalMoveError,
    fn.AmbiguousMoveError,
]


@pytest.mark.parametrize("error", ERRORS)
def test_each_is_a_value_error_of_its_own(error: type[Exception]) -> None:
    assert error.__bases__ == (ValueError,)
    assert getattr(errors, error.__name__) is error
    assert error.__doc__


def test_by_meaning() -> None:
    start = fn.Position()
    with pytest.raises(fn.InvalidPositionError, match="TURN"):
        fn.Position.from_fen("8b/9/9/9/w8 x")
    with pytest.raises(fn.InvalidMoveError, match="d3e"):
        start.parse_move("d3e")
    with pytest.raises(fn.IllegalMoveError, match="a5-a4"):
        start.parse_move("a5-a4")
    with pytest.raises(fn.AmbiguousMoveError, match="d3-e3A or d3-e3W"):
        start.parse_move("d3-e3")


def test_long_input_is_not_repeated_in_full() -> None:
    with pytest.raises(fn.InvalidMoveError) as caught:
        fn.Move.parse("a1-" * 100_000)
    assert len(str(caught.value)) < 300
    with pytest.raises(fn.InvalidPositionError) as refused:
        fn.Position.from_fen("x" * 100_000)
    assert len(str(refused.value)) < 300
