import pytest

import fanorona as fn
from fanorona import variants

SIZES = ["3x3", "3x5", "3x7", "3x9", "5x3", "5x5", "5x7", "5x9"]
EVERY = pytest.mark.parametrize("variant", fn.VARIANTS, ids=str)


def rows(variant: fn.Variant, rules: str = "standard") -> str:
    return fn.Position(variant, rules).fen().split()[0]


def test_the_eight_boards_in_order() -> None:
    assert [f"{variant.rows}x{variant.cols}" for variant in fn.VARIANTS] == SIZES
    assert list(fn.VARIANTS) == sorted(fn.VARIANTS)


@pytest.mark.parametrize(
    ("variant", "name", "size"),
    [(fn.TELO, "telo", "3x3"), (fn.DIMY, "dimy", "5x5"), (fn.TSIVY, "tsivy", "5x9")],
)
def test_three_boards_have_names(variant: fn.Variant, name: str, size: str) -> None:
    assert variant == fn.Variant(name) == fn.Variant(size) == fn.Variant.parse(size)
    assert variant.name == str(variant) == name


def test_the_other_boards_are_named_by_size() -> None:
    names = {variant.name for variant in fn.VARIANTS}
    assert names == set(SIZES) - {"3x3", "5x5", "5x9"} | {"telo", "dimy", "tsivy"}


@pytest.mark.parametrize(
    "name", ["", "chess", "4x4", "3x11", "7x9", "9x5", "5x9 ", " 5x9", "5 x 9", "5x09", "tsivy\0"]
)
def test_no_such_board(name: str) -> None:
    with pytest.raises(ValueError, match="variant"):
        fn.Variant(name)


@EVERY
def test_points_are_named_by_file_and_rank(variant: fn.Variant) -> None:
    names = [f"{file}{rank + 1}" for rank in range(variant.rows) for file in "abcdefghi"][:99]
    names = [name for name in names if ord(name[0]) - ord("a") < variant.cols]
    assert [variant.point_name(point) for point in range(variant.points)] == names
    assert [variant.point(name) for name in names] == list(range(variant.points))


def test_point_of_the_specification() -> None:
    assert (fn.TSIVY.point("e3"), fn.TSIVY.point_name(22)) == (22, "e3")


@pytest.mark.parametrize("name", ["", "a", "a0", "a6", "j1", "a10", "1a", "a1 ", "e³", "\uff411"])
def test_no_such_point_name(name: str) -> None:
    with pytest.raises(ValueError, match="point"):
        fn.TSIVY.point(name)


@pytest.mark.parametrize("point", [-1, 45, 256, 2**31])
def test_no_such_point(point: int) -> None:
    with pytest.raises(ValueError, match="point"):
        fn.TSIVY.point_name(point)
    with pytest.raises(ValueError, match="point"):
        fn.TSIVY.neighbours(point)


@EVERY
def test_strong_and_weak_points_alternate(variant: fn.Variant) -> None:
    strong = [point for point in range(variant.points) if variant.strong >> point & 1]
    assert strong == list(range(0, variant.points, 2))


@EVERY
def test_lines(variant: fn.Variant) -> None:
    for point in range(variant.points):
        rank, file = divmod(point, variant.cols)
        expected = []
        for other in range(variant.points):
            distance = (abs(other // variant.cols - rank), abs(other % variant.cols - file))
            straight = distance in {(0, 1), (1, 0)}
            if straight or (distance == (1, 1) and (rank + file) % 2 == 0):
                expected.append(other)
        assert variant.neighbours(point) == expected


def test_starts() -> None:
    assert rows(fn.TSIVY) == "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww"
    assert rows(fn.DIMY) == "bbbbb/bbbbb/bw1bw/wwwww/wwwww"
    assert rows(fn.TELO) == "bbb/b1w/www"
    assert rows(fn.TSIVY, "fifty") == "bbbbbbbbb/bbbbbbbbb/wbwb1wbwb/wwwwwwwww/wwwwwwwww"
    assert rows(fn.DIMY, "fifty") == "bbbbb/bbbbb/wb1wb/wwwww/wwwww"
    assert rows(fn.TELO, "fifty") == "bbb/w1b/www"


@EVERY
def test_start_gives_the_stones_of_the_position(variant: fn.Variant) -> None:
    for rules in ("standard", "fifty"):
        position = fn.Position(variant, rules)
        assert variant.start(rules) == (position.white, position.black)
    assert variant.start() == variant.start(fn.STANDARD)


@EVERY
def test_actions(variant: fn.Variant) -> None:
    assert variant.action_count == variant.points * 24 + 1


@EVERY
def test_symmetries(variant: fn.Variant) -> None:
    count = 8 if variant.rows == variant.cols else 4
    assert variant.symmetries == tuple(fn.Symmetry)[:count]
    for symmetry in variant.symmetries:
        image = [variant.apply_symmetry(symmetry, point) for point in range(variant.points)]
        assert sorted(image) == list(range(variant.points))
        for point in range(variant.points):
            neighbours = {image[other] for other in variant.neighbours(point)}
            assert neighbours == set(variant.neighbours(image[point]))
    for symmetry in tuple(fn.Symmetry)[count:]:
        with pytest.raises(ValueError, match="square"):
            variant.apply_symmetry(symmetry, 0)


def test_module_and_package_agree() -> None:
    assert variants.TSIVY is fn.TSIVY
    assert variants.Variant is fn.Variant
