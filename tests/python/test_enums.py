import pytest

import fanorona as fn
from fanorona import enums


def test_colors() -> None:
    assert [color.value for color in fn.Color] == ["w", "b"]
    assert fn.WHITE.other is fn.BLACK
    assert fn.BLACK.other is fn.WHITE


def test_directions_have_the_order_of_the_action_index() -> None:
    assert [direction.name for direction in fn.Direction] == [
        "SW",
        "S",
        "SE",
        "W",
        "E",
        "NW",
        "N",
        "NE",
    ]
    assert [direction.value for direction in fn.Direction] == list(range(8))
    assert [kind.name for kind in fn.Kind] == ["PAIKA", "APPROACH", "WITHDRAWAL"]
    assert [kind.value for kind in fn.Kind] == [0, 1, 2]


@pytest.mark.parametrize("direction", fn.Direction)
def test_opposite_directions(direction: fn.Direction) -> None:
    assert direction.opposite.opposite is direction
    swapped = direction.name.translate(str.maketrans("NSEW", "SNWE"))
    assert direction.opposite.name == swapped


@pytest.mark.parametrize("direction", fn.Direction)
@pytest.mark.parametrize("kind", fn.Kind)
def test_steps_of_the_core_have_the_same_members(direction: fn.Direction, kind: fn.Kind) -> None:
    position = fn.Position()
    step = position.step_of((22 * 8 + direction) * 3 + kind)
    assert step is not None
    assert (step.origin, step.direction, step.kind) == (22, direction, kind)
    north = (direction >= fn.Direction.NW) - (direction <= fn.Direction.SE)
    east = ("E" in direction.name) - ("W" in direction.name)
    assert step.destination == 22 + 9 * north + east


@pytest.mark.parametrize("symmetry", fn.Symmetry)
def test_inverse_symmetries(symmetry: fn.Symmetry) -> None:
    assert symmetry.inverse.inverse is symmetry
    for point in range(25):
        assert symmetry.inverse.apply(symmetry.apply(point, "dimy"), "dimy") == point


def test_symmetries_are_a_group() -> None:
    images = {
        tuple(symmetry.apply(point, "dimy") for point in range(25)) for symmetry in fn.Symmetry
    }
    assert len(images) == 8
    assert {
        tuple(one[other[point]] for point in range(25)) for one in images for other in images
    } == images


def test_symmetries_do_what_their_names_say() -> None:
    square = fn.DIMY
    image = {
        symmetry.name: [
            square.point_name(symmetry.apply(square.point(name), square)) for name in ("a1", "b1")
        ]
        for symmetry in fn.Symmetry
    }
    assert image == {
        "IDENTITY": ["a1", "b1"],
        "MIRROR_FILES": ["e1", "d1"],
        "MIRROR_RANKS": ["a5", "b5"],
        "ROTATE_180": ["e5", "d5"],
        "TRANSPOSE": ["a1", "a2"],
        "ROTATE_90": ["e1", "e2"],
        "ROTATE_270": ["a5", "a4"],
        "ANTITRANSPOSE": ["e5", "e4"],
    }


def test_symmetry_needs_its_board() -> None:
    assert fn.Symmetry.MIRROR_FILES.apply(0) == 8
    assert fn.Symmetry.MIRROR_FILES.apply(0, fn.TELO) == 2
    with pytest.raises(ValueError, match="square"):
        fn.Symmetry.TRANSPOSE.apply(0)
    with pytest.raises(ValueError, match="point 45"):
        fn.Symmetry.IDENTITY.apply(45)


def test_the_text_of_a_termination_holds_its_name() -> None:
    for termination in fn.Termination:
        assert termination.name in str(termination)
        assert not isinstance(termination, str | int)
    assert [termination.name for termination in fn.Termination] == (
        [
            "ELIMINATION",
            "BLOCKED",
            "REPETITION",
            "NO_CAPTURE",
            "MAJORITY",
            "AGREEMENT",
            "RESIGNATION",
            "TIMEOUT",
        ]
    )


def test_package_and_module_agree() -> None:
    for name in ("Color", "Direction", "Kind", "Symmetry", "Termination"):
        assert getattr(fn, name) is getattr(enums, name)


@pytest.mark.parametrize("symmetry", list(fn.Symmetry)[4:])
def test_errors_call_a_symmetry_as_python_does(symmetry: fn.Symmetry) -> None:
    refused = f"{symmetry.value} needs a square board"
    with pytest.raises(ValueError, match=refused):
        fn.Position().transform(symmetry)
    with pytest.raises(ValueError, match=refused):
        symmetry.apply(0, "tsivy")
