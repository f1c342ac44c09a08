"""Turns made part by part are the legal turns, under every rule set."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fanorona import VARIANTS, Board, IllegalMoveError
from fanorona.rules import PRESETS
from fanorona.web.parts import Staging, parts_of, stones_after

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = [*PRESETS, "theory;capture=huff", "standard;most=yes", "standard;chain=forced"]
BOARDS = [variant.name for variant in VARIANTS]


def positions(variant: str, rules: str, games: int) -> Iterator[Board]:
    """Boards of random games."""
    chance = random.Random(f"{variant} {rules}")
    for _ in range(games):
        board = Board(variant, rules)
        while not board.is_game_over() and len(board.move_stack) < 40:
            yield board
            board.push(chance.choice(list(board.legal_moves)))


def staged(board: Board, texts: list[str]) -> Staging:
    staging = Staging(board.copy())
    for text in texts:
        staging.add(text)
    return staging


def turns_by_parts(board: Board) -> list[str]:
    """Every turn that can be made by choosing among offers."""
    turns = []
    todo: list[list[str]] = [[]]
    while todo:
        texts = todo.pop()
        staging = staged(board, texts)
        if staging.played is not None:
            turns.append(str(staging.played))
            continue
        if staging.can_stop:
            staging.stop()
            turns.append(str(staging.played))
            staging = staged(board, texts)
        todo.extend([*texts, offer.text] for offer in staging.offers())
    return sorted(turns)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("variant", ["telo", "3x5", "dimy"])
def test_parts_make_exactly_the_legal_turns(variant: str, rules: str) -> None:
    for board in positions(variant, rules, 2):
        if len(board.legal_moves) <= 40:
            assert turns_by_parts(board) == sorted(map(str, board.legal_moves))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("variant", BOARDS)
def test_parts_take_what_the_turn_takes(variant: str, rules: str) -> None:
    for board in positions(variant, rules, 1):
        position = board.position
        for move in list(board.legal_moves)[:20]:
            taken = 0
            for part in parts_of(position, move):
                assert taken & part.captured == 0
                taken |= part.captured
            assert taken == position.captured(move)
            after = position.play(move)
            assert stones_after(position, move) == (after.white, after.black)


def test_a_refused_part_changes_nothing() -> None:
    for rules in ("standard", "huffing"):
        staging = Staging(Board("telo", rules))
        before = staging.offers()
        with pytest.raises(IllegalMoveError, match="part 'a1-a2'"):
            staging.add("a1-a2")
        with pytest.raises(IllegalMoveError):
            staging.stop()
        assert staging.offers() == before
        assert staging.parts == []


def test_a_removal_shows_before_the_turn_is_made() -> None:
    board = Board(fen="3b5/9/2w1b4/9/7w1 b - 0 1 huff=c3", rules="theory;capture=huff")
    staging = Staging(board)
    assert [offer.kind for offer in staging.offers()] == ["removal"]
    staging.add("xc3")
    assert staging.played is None
    assert staging.stones()[0].bit_count() == 1
    assert {offer.text for offer in staging.offers()} >= {"e3-e4"}
    staging.add("e3-e4")
    assert str(staging.played) == "xc3,e3-e4"


@pytest.mark.parametrize("rules", ["theory", "theory;capture=huff"])
def test_a_board_is_searchable_unless_parts_wait_for_a_whole_turn(rules: str) -> None:
    staging = Staging(Board(rules=rules, fen="1b1b1/2w2/1b3/2b2/4w w"))
    assert staging.searchable
    staging.add("c4-c3A")
    assert staging.searchable == (rules == "theory")
    staging.stop()
    assert staging.searchable


def test_a_chain_that_was_set_up_goes_on() -> None:
    board = Board(fen="1b1b1/5/1bw2/5/5 w c4-c3A")
    staging = Staging(board)
    assert [part.text for part in staging.parts] == []
    assert staging.can_stop
    staging.add("c3-d3W")
    assert [part.text for part in staging.parts] == ["c3-d3W"]
