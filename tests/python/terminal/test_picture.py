"""Boards as characters: stones and lines in their places, turned round, with colours or not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

import fanorona as fn
from fanorona.last_turn import last_turn
from fanorona.terminal.picture import ASCII, UNICODE, Glyphs, Look
from strategies import boards, positions

ESCAPES = re.compile(r"\x1b\[[\d;]*m")
PLAIN = str.maketrans("○●·×─│╱╲", "WB.x-|/\\")


def plain(lines: list[str]) -> list[str]:
    return [ESCAPES.sub("", line).translate(PLAIN).rstrip() for line in lines]


@given(positions)
def test_stones_and_lines_are_those_of_the_text_board(position: fn.Position) -> None:
    lines = Look(ASCII, colored=False).lines(position)
    wanted = str(position).splitlines()
    found = []
    for line in lines[:-1]:
        board = line[3:].partition("  ")[0] if line[0] != " " else line[3:]
        # Every second character of the wider board; slopes stand between lines there.
        found.append(board.replace("---", "-").replace(" ", ""))
    assert found == [line[3:] for line in wanted[: len(found)]]


@given(boards())
def test_looks_differ_in_characters_and_colours_only(board: fn.Board) -> None:
    last, taken = last_turn(board)
    first, *others = (
        plain(Look(glyphs, colored).lines(board.position, last=last, taken=taken))
        for glyphs in (ASCII, UNICODE)
        for colored in (False, True)
    )
    assert all(other == first for other in others)
    assert not ESCAPES.search("".join(Look(UNICODE, colored=False).lines(board.position)))


@given(positions)
def test_turning_round_reverses_everything(position: fn.Position) -> None:
    upright, turned = (
        Look(ASCII, colored=False).lines(position, flipped=flipped) for flipped in (False, True)
    )
    width = len(upright[0])
    assert [line.ljust(width)[::-1] for line in reversed(upright[:-1])] == [
        line.ljust(width) for line in turned[:-1]
    ]
    assert upright[-1].split() == turned[-1].split()[::-1]


def test_captured_stones_are_marked() -> None:
    board = fn.Board("telo")
    board.push("b1-b2A")
    last, taken = last_turn(board)
    lines = Look(ASCII, colored=True).lines(board.position, last=last, taken=taken)
    assert plain(lines)[0] == "3  B---x---B  3"
    # The way of the stone, b1 and b2, has another ground.
    assert "".join(lines).count("48;5;209") == 2


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE])
def test_no_two_things_look_alike_without_colour(glyphs: Glyphs) -> None:
    characters = [getattr(glyphs, name) for name in Glyphs.__slots__]
    assert len(set(characters)) == len(characters)
    assert all(len(character) == 1 for character in characters)
