"""Pictures: what is drawn, that it is XML, and that it is the same each time."""

from __future__ import annotations

import io
import pickle
import re
import shlex
import subprocess
import sys
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from fanorona import record, svg
from fanorona.cli import main
from strategies import FAR, ONE_MORE, ROOT, boards, positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NAME = "{http://www.w3.org/2000/svg}"
PAGE = ROOT / "docs" / "pictures.md"

points_of_tsivy = st.integers(0, fn.TSIVY.points - 1)


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # our own picture


def group(picture: str, name: str) -> list[ET.Element]:
    """The elements of the group of this class; none where there is no such group."""
    found = [
        element for element in parsed(picture).iter() if element.get("class", "").split() == [name]
    ]
    return [child for element in found for child in (element if len(element) else [element])]


def stones(picture: str, name: str = "stones") -> set[str]:
    return {element.get("class", "") for element in group(picture, name)}


def places(picture: str) -> dict[str, tuple[int, int]]:
    """Where each point with a stone is drawn."""
    return {
        element.get("class", "").split()[1]: (int(element.get("x", "")), int(element.get("y", "")))
        for element in group(picture, "stones")
    }


@given(positions | boards())
def test_every_stone_is_drawn_and_nothing_else(shown: fn.Position | fn.Board) -> None:
    position = shown.position if isinstance(shown, fn.Board) else shown
    variant = position.variant
    wanted = {
        f"{name} {variant.point_name(point)}"
        for name, side in (("white", position.white), ("black", position.black))
        for point in range(variant.points)
        if side >> point & 1
    }
    picture = svg.board(shown)
    assert stones(picture) == wanted
    assert str(position) in (parsed(picture).findtext(f"{NAME}desc") or "")


@given(boards(), st.sampled_from(sorted(svg.THEMES)), st.sampled_from(fn.Color))
def test_equal_arguments_give_equal_bytes(board: fn.Board, theme: str, side: fn.Color) -> None:
    first = svg.board(board, colors=theme, orientation=side, size=300)
    again = svg.board(board.copy(), colors=svg.THEMES[theme], orientation=side, size=300)
    assert first == again


def test_bytes_do_not_depend_on_the_process() -> None:
    script = "import fanorona as fn; print(fn.Board()._repr_svg_())"
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] == f"{fn.Board()._repr_svg_()}\n"


def test_the_pictures_of_the_documentation_are_those_that_are_drawn_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    commands = re.findall(r"^fanorona (render .*)$", page, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "images").mkdir(parents=True)
    (tmp_path / "game.pgn").write_text(page.partition("```pgn\n")[2].partition("```")[0])
    drawn = set()
    for command in commands:
        assert main(shlex.split(command)) == 0
        drawn |= {path.name for path in Path("docs/images").iterdir()}
    assert drawn == {path.name for path in (ROOT / "docs" / "images").glob("*.svg")}
    for name in drawn:
        path = Path("docs", "images", name)
        assert path.read_bytes() == (ROOT / path).read_bytes()


def test_names_of_definitions_are_unique_and_all_references_lead_somewhere() -> None:
    root = parsed(svg.strip(played("tsivy", "1. d3-e3A c3-d3A")))
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))
    used = set()
    for element in root.iter():
        used |= {element.get("href", "#")[1:]} - {""}
        used |= {found[1] for value in element.attrib.values() if (found := URL.fullmatch(value))}
    assert used <= set(names)


URL = re.compile(r"url\(#(.*)\)")


@pytest.mark.parametrize("variant", fn.VARIANTS)
def test_black_at_the_bottom_is_half_a_turn(variant: fn.Variant) -> None:
    position = fn.Position(variant)
    upright, turned = (places(svg.board(position, orientation=side)) for side in fn.Color)
    box = parsed(svg.board(position)).get("viewBox", "").split()
    width, height = int(box[2]), int(box[3])
    assert turned == {name: (width - x, height - y) for name, (x, y) in upright.items()}
    assert upright["a1"][1] > upright[f"a{variant.rows}"][1]


@pytest.mark.parametrize("variant", fn.VARIANTS)
def test_the_lines_of_the_board_join_all_neighbours_and_no_others(variant: fn.Variant) -> None:
    root = parsed(svg.board(fn.Position(variant)))
    # The start has one empty point only, so that every other place is known from its stone.
    names = {place: name for name, place in places(svg.board(fn.Position(variant))).items()}
    middle = variant.point_name(variant.points // 2)
    joined = set()
    ways = next(
        element.get("d", "") for element in root.iter(f"{NAME}path") if element.get("stroke-width")
    )
    for way in re.findall(r"M(\d+) (\d+)L(\d+) (\d+)", ways):
        x, y, to_x, to_y = map(int, way)
        step = max(abs(to_x - x), abs(to_y - y))
        count = step // 60
        line = [
            names.get((x + (to_x - x) * part // count, y + (to_y - y) * part // count), middle)
            for part in range(count + 1)
        ]
        joined |= {frozenset(pair) for pair in pairwise(line)}
    wanted = {
        frozenset((variant.point_name(point), variant.point_name(near)))
        for point in range(variant.points)
        for near in variant.neighbours(point)
    }
    assert joined == wanted


def played(variant: str, text: str, **headers: str) -> record.Game:
    tags = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    game = record.read_game(io.StringIO(f'[Variant "{variant}"]\n{tags}\n{text} *'))
    assert game is not None
    return game


def test_a_game_shows_its_last_turn_and_what_it_took() -> None:
    board = played("tsivy", "1. d3-e3A c3-d3A 2. d2-e3A-f3W-f4A").to_board()
    picture = svg.board(board)
    assert stones(picture, "ghosts") == {"black d3", "black f4", "black f5", "black g5"}
    assert len(group(picture, "way")) == 4
    assert len(group(picture, "moved")) == 1
    board.resign(fn.BLACK)
    assert stones(svg.board(board), "ghosts") == stones(picture, "ghosts")
    bare = svg.board(board.position)
    assert not group(bare, "ghosts") + group(bare, "way") + group(bare, "moved")


def test_a_chain_in_progress_is_shown() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    assert stones(svg.board(board), "ghosts") == {"black e3"}
    for shown in (board, board.position, fn.Board(fen=board.fen())):
        assert len(group(svg.board(shown), "way")) == 2
    # What fell before a board was set up in mid-chain is not known.
    assert not group(svg.board(fn.Board(fen=board.fen())), "ghosts")


def test_a_removal_under_huff_rules_is_shown() -> None:
    board = fn.Board(rules="huffing", fen="9/9/2b1w1b2/9/w8 w")
    board.push("a1-a2")
    removal = next(move for move in board.legal_moves if move.removed is not None)
    board.push(removal)
    assert "white e3" in stones(svg.board(board), "ghosts")
    alone = fn.Move.parse("xe3")
    assert not group(svg.board(board.position, lastmove=alone), "way")


def test_arguments_are_drawn() -> None:
    position = fn.Position()
    picture = svg.board(
        position,
        lastmove="d3-e3A",
        captured=["f3"],
        arrows=[("a1", "b2"), (22, "e3"), svg.Arrow("a1", "i5", "#123456")],
        squares=["e5", 0],
        targets=1 << 22 | 1,
        size=302,
    )
    assert len(group(picture, "arrow")) == 3
    assert "#123456" in picture
    assert len(group(picture, "targets")) == 2
    assert group(picture, "marks")[0].get("d", "").count("M") == 2
    assert len(group(picture, "way")) == 2
    assert stones(picture, "ghosts") == {"white f3"}
    root = parsed(picture)
    assert (root.get("width"), root.get("height")) == ("302", "182")
    assert len(list(root.iter(f"{NAME}text"))) == 28
    bare = parsed(svg.board(position, coordinates=False))
    assert not list(bare.iter(f"{NAME}text"))
    assert bare.get("width") is None


@given(st.sets(points_of_tsivy), st.sets(points_of_tsivy))
def test_sets_of_points_have_three_forms(squares: set[int], targets: set[int]) -> None:
    forms: list[tuple[int | Iterable[int | str], int | Iterable[int | str]]] = [
        (squares, targets),
        ([fn.TSIVY.point_name(point) for point in squares], iter(sorted(targets))),
        (sum(1 << point for point in squares), sum(1 << point for point in targets)),
    ]
    position = fn.Position.from_fen(FAR)
    pictures = {svg.board(position, squares=one, targets=two) for one, two in forms}
    assert len(pictures) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"squares": ["e9"]}, "squares 'e9'"),
        ({"squares": [45]}, "squares 45"),
        ({"squares": [-1]}, "squares -1"),
        ({"squares": [True]}, "squares True"),
        ({"squares": [None]}, "squares None"),
        ({"squares": 1 << 45}, f"squares {1 << 45}"),
        ({"squares": -1}, "squares -1"),
        ({"targets": ["j1"]}, "targets 'j1'"),
        ({"captured": ["a6"]}, "captured 'a6'"),
        ({"arrows": [("a1", "z9")]}, "arrows 'z9'"),
        ({"arrows": ["a1b2"]}, "arrows 'a1b2'"),
        ({"arrows": [("a1", "b2", "c3")]}, "arrows ('a1', 'b2', 'c3')"),
        ({"lastmove": "a1-z9"}, "invalid move"),
        ({"lastmove": fn.Move.parse("b1-b2A", "telo")}, "lastmove Move('b1-b2A'"),
        ({"size": 0}, "size 0"),
        ({"size": 20_001}, "size 20001"),
        ({"size": 3.5}, "size 3.5"),
        ({"size": True}, "size True"),
        ({"colors": "sepia"}, "colors 'sepia'"),
        ({"colors": {"sky": "blue"}}, "colors 'sky'"),
        ({"colors": {"board": 'red" onload="x'}}, "color board 'red\" onload=\"x'"),
        ({"colors": {"board": "url(#x)"}}, "color board"),
        ({"colors": {"board": 3}}, "color board 3"),
    ],
)
def test_bad_values_are_named(arguments: Mapping[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        svg.board(fn.Position(), **arguments)


@pytest.mark.parametrize(
    "arguments",
    [{"orientation": "white"}, {"squares": "e3"}, {"targets": None}, {"captured": 1.5}],
)
def test_bad_types_are_named(arguments: Mapping[str, Any]) -> None:
    name, value = next(iter(arguments.items()))
    with pytest.raises(TypeError, match=re.escape(f"{name} {value!r}")):
        svg.board(fn.Position(), **arguments)
    with pytest.raises(TypeError, match="position 'x'"):
        svg.board("x")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="arrow color 'no color'"):
        svg.Arrow(1, 2, "no color")


def test_every_color_of_a_theme_is_used() -> None:
    shown = played("tsivy", "1. d3-e3A", White="Soa")
    for field in fields(svg.Theme):
        theme = replace(svg.THEMES["light"], **{field.name: "#fe12ab"})
        drawn = svg.strip(shown, colors=theme) + svg.board(
            fn.Position(), arrows=[(0, 1)], squares=[3], targets=[4], colors=theme
        )
        assert "#fe12ab" in drawn, field.name


@pytest.mark.parametrize("theme", sorted(svg.THEMES))
def test_stones_lines_and_texts_stand_out(theme: str) -> None:
    colors = svg.THEMES[theme]
    for one, two, least in [
        (colors.white, colors.black, 7.0),
        (colors.white_shade, colors.black_shade, 7.0),
        (colors.line, colors.board, 4.5),
        (colors.line, colors.board_shade, 4.5),
        (colors.text, colors.frame, 4.5),
        (colors.ink, colors.paper, 7.0),
        (colors.black_edge, colors.board, 3.0),
        (colors.white_edge, colors.white, 3.0),
        (colors.move, colors.board, 3.0),
        (colors.target, colors.board, 3.0),
    ]:
        assert contrast(one, two) >= least, (one, two)


def contrast(one: str, two: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_a_strip_has_a_diagram_a_turn() -> None:
    game = played("tsivy", "1. d3-e3A c3-d3A 2. d2-e3A-f3W-f4A", White="<Soa>", Black="R & R")
    root = parsed(svg.strip(game))
    said = [element.text for element in root.iter(f"{NAME}text") if element.get("font-size")]
    captions = ["1. d3-e3A", "1... c3-d3A", "2. d2-e3A-f3W-f4A"]
    assert said == ["<Soa> – R & R", *captions]
    assert "1. d3-e3A c3-d3A 2. d2-e3A-f3W-f4A" in (root.findtext(f"{NAME}desc") or "")
    for index, node in enumerate([game, *game.mainline()]):
        part = svg.strip(game, first=index, last=index)
        assert stones(part) == stones(svg.board(node.board()))
        assert stones(part, "ghosts") == stones(svg.board(node.board()), "ghosts")
    one_column = parsed(svg.strip(game, columns=1)).get("viewBox", "").split()
    assert int(one_column[3]) > 4 * 364


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"first": -1}, "first -1: expected a number of turns from 0 to 1"),
        ({"first": 2}, "first 2"),
        ({"last": 2}, "last 2"),
        ({"first": 1, "last": 0}, "last 0"),
        ({"columns": 0}, "columns 0"),
        ({"columns": 101}, "columns 101"),
        ({"size": -5}, "size -5"),
    ],
)
def test_bad_values_of_strips_are_named(arguments: Mapping[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        svg.strip(played("tsivy", "1. d3-e3A"), **arguments)


def test_pictures_stay_out_of_the_record_reader() -> None:
    script = (
        "import sys, fanorona.record, fanorona.engine\n"
        "assert not [name for name in sys.modules if name.startswith('fanorona.svg')]"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_notebooks_find_the_picture() -> None:
    board = fn.Board("dimy")
    board.push(board.legal_moves[0])
    assert board._repr_svg_() == svg.inline(board)
    assert board.position._repr_svg_() == svg.inline(board.position)
    assert "ghosts" in board._repr_svg_()
    picture = svg.board(board)
    assert picture._repr_svg_() == picture
    assert repr(picture) == "<Picture: Fanorona on the dimy board, Black to move>"
    assert pickle.loads(pickle.dumps(picture)) == picture


def test_png() -> None:
    pytest.importorskip("resvg_py", reason="needs fanorona[png]")
    image = svg.png(svg.board(fn.Position(), size=151))
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20]) == 151
    assert int.from_bytes(image[20:24]) == 91
    with pytest.raises(ValueError, match="picture"):
        svg.png("<svg")
