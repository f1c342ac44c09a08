"""Choosing turns point by point."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from fanorona.terminal.choice import Choice
from strategies import boards, stepwise


@given(boards(stepwise), st.integers(0, 255), st.booleans())
def test_every_step_can_be_pointed_at(board: fn.Board, number: int, by_stone: bool) -> None:
    steps = board.legal_steps
    if not steps:
        return
    step = steps[number % len(steps)]
    choice = Choice(board)
    if board.position.chain is None:
        assert choice.point_at(step.origin) is None
    assert choice.origin == step.origin
    assert step.destination in choice.targets()
    found = choice.point_at(step.destination)
    twins = [
        other
        for other in steps
        if (other.origin, other.destination) == (step.origin, step.destination)
    ]
    if len(twins) == 1:
        assert found == step
        return
    assert found is None
    groups = choice.groups()
    assert set(groups) == {fn.Kind.APPROACH, fn.Kind.WITHDRAWAL}
    for kind, stones in groups.items():
        # What fell is what the whole turn of this single step would take.
        other = next(twin for twin in twins if twin.kind is kind)
        after = board.position.play_step(other)
        gone = (board.position.white | board.position.black) & ~(after.white | after.black)
        assert stones == gone & ~(1 << step.origin)
    if by_stone:
        stones = groups[step.kind]
        assert choice.point_at(stones.bit_length() - 1) == step
    else:
        assert choice.capture_by(step.kind) == step


@given(boards(), st.lists(st.integers(0, 44), max_size=12))
def test_pointing_anywhere_gives_legal_steps_or_nothing(board: fn.Board, points: list[int]) -> None:
    choice = Choice(board)
    for point in points:
        step = choice.point_at(point % board.variant.points)
        if step is not None:
            assert step in board.legal_steps
            board.push_step(step)
            choice = Choice(board)


def test_the_same_stone_again_lets_it_go_and_another_takes_its_place() -> None:
    board = fn.Board()
    choice = Choice(board)
    d3, d2, a1 = map(board.variant.point, ("d3", "d2", "a1"))
    choice.point_at(d3)
    choice.point_at(d2)
    assert choice.origin == d2
    for point in (d2, d3, a1):
        choice.point_at(point)
    assert choice.targets() == set()
    assert choice.capture_by(fn.Kind.APPROACH) is None
