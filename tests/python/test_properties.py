"""What holds of every position and every game."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from strategies import boards, in_chain, placements, played, positions, stepwise, texts

if TYPE_CHECKING:
    from collections.abc import Callable

Taken = TypeVar("Taken")

choices = st.integers(0, 255)


@given(positions | placements())
def test_a_position_string_gives_the_position_back(position: fn.Position) -> None:
    fen = position.fen()
    again = fn.Position.from_fen(fen, position.rules)
    assert again == position
    assert hash(again) == hash(position)
    assert again.fen() == fen
    assert (again.white, again.black, again.turn, again.chain) == (
        position.white,
        position.black,
        position.turn,
        position.chain,
    )
    assert fn.Position.from_fen(fen, str(position.rules)) == position


@given(boards())
def test_a_game_string_gives_position_and_counters_back(board: fn.Board) -> None:
    again = fn.Board(fen=board.fen(), rules=board.rules)
    assert again.fen() == board.fen()
    assert again.position == board.position


@given(positions)
def test_move_text_gives_the_move_back(position: fn.Position) -> None:
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves) == len(set(map(str, moves)))
    for move in moves:
        assert position.parse_move(str(move)) == move
        assert position.play(move) == position.play(str(move))


@given(positions | placements())
def test_the_legal_turns_are_those_found_legal(position: fn.Position) -> None:
    moves = position.legal_moves()
    assert position.has_legal_move() == bool(moves)
    assert all(map(position.is_legal, moves))
    for move in moves[:5]:
        for count in range(1, len(move.steps)):
            steps = move.steps[:count]
            shorter = fn.Move.from_steps(steps, position.variant, removed=move.removed)
            assert position.is_legal(shorter) == (shorter in moves)


@given(played(), st.integers(0, 24 * 45 - 1))
def test_a_single_step_is_legal_as_a_turn_if_listed(position: fn.Position, action: int) -> None:
    try:
        step = position.step_of(action % (position.variant.action_count - 1))
    except ValueError:
        return
    assert step is not None
    move = fn.Move.from_steps([step], position.variant)
    assert position.is_legal(move) == (move in position.legal_moves())


@given(positions)
def test_stones_never_appear_and_fall_by_what_is_captured(position: fn.Position) -> None:
    own, enemy = position.white, position.black
    if position.turn is fn.BLACK:
        own, enemy = enemy, own
    for move in position.legal_moves():
        after = position.play(move)
        own_after, enemy_after = after.white, after.black
        if position.turn is fn.BLACK:
            own_after, enemy_after = enemy_after, own_after
        captured = position.captured(move)
        assert captured & ~enemy == 0
        assert enemy_after == enemy & ~captured
        assert own_after.bit_count() == own.bit_count()
        assert after.turn is position.turn.other
        assert after.chain is None
        if position.chain is None:
            assert move.is_capture == (captured != 0)
            if move.origin is None or move.destination is None:
                assert own_after == own
            else:
                assert own_after == own ^ 1 << move.origin ^ 1 << move.destination


@given(positions, st.sampled_from(fn.Symmetry))
def test_symmetry_commutes_with_moving(position: fn.Position, symmetry: fn.Symmetry) -> None:
    if symmetry not in position.variant.symmetries:
        with pytest.raises(fn.InvalidPositionError):
            position.transform(symmetry)
        return
    image = position.transform(symmetry)
    assert image.transform(symmetry.inverse) == position
    assert image.canonical() == position.canonical()
    moves = position.legal_moves()
    assert sorted(move.transform(symmetry) for move in moves) == sorted(image.legal_moves())
    for move in moves:
        assert position.play(move).transform(symmetry) == image.play(move.transform(symmetry))


@given(positions)
def test_the_canonical_image_is_an_image(position: fn.Position) -> None:
    images = [position.transform(symmetry) for symmetry in position.variant.symmetries]
    assert position.canonical() in images
    assert len({image.canonical() for image in images}) == 1


@given(positions, positions)
def test_equal_positions_have_equal_hashes(one: fn.Position, other: fn.Position) -> None:
    if one == other:
        assert hash(one) == hash(other)
        assert (one.fen(), one.rules) == (other.fen(), other.rules)
    else:
        assert (one.fen(), one.rules) != (other.fen(), other.rules)
    assert one != one.fen()


@given(positions)
def test_ways_to_the_same_position_agree(position: fn.Position) -> None:
    by_fen: dict[str, fn.Position] = {}
    for move in position.legal_moves():
        after = position.play(move)
        same = by_fen.setdefault(after.fen(), after)
        assert same == after
        assert hash(same) == hash(after)


def by_steps(position: fn.Position) -> dict[tuple[fn.Step, ...], fn.Position]:
    """Every way to finish the turn step by step: the steps still to play, and where they lead."""
    found: dict[tuple[fn.Step, ...], fn.Position] = {}
    if position.can_end_turn:
        found[()] = position.end_turn()
    for step in position.legal_steps():
        after = position.play_step(step)
        if after.chain is None:
            found[step,] = after
        else:
            found |= {(step, *rest): end for rest, end in by_steps(after).items()}
    return found


@given(played(stepwise) | in_chain)
def test_a_turn_built_step_by_step_is_the_whole_turn(position: fn.Position) -> None:
    done = () if position.chain is None else position.chain.steps
    whole = {move.steps[len(done) :]: position.play(move) for move in position.legal_moves()}
    assert by_steps(position) == whole


@given(positions)
def test_actions_are_the_legal_steps(position: fn.Position) -> None:
    if position.rules.capture == "huff":
        with pytest.raises(fn.IllegalMoveError):
            position.actions()
        return
    actions = position.actions()
    assert actions == sorted(set(actions))
    end = position.variant.action_count - 1
    assert (end in actions) == position.can_end_turn
    steps = [position.step_of(action) for action in actions if action != end]
    assert sorted(map(repr, steps)) == sorted(map(repr, position.legal_steps()))
    # The end of the turn is never the only choice.
    assert actions != [end]
    if position.chain is not None:
        assert steps


@given(in_chain)
def test_in_mid_chain(position: fn.Position) -> None:
    chain = position.chain
    assert chain is not None
    moves = position.legal_moves()
    assert moves
    assert all(move.steps[: len(chain.steps)] == chain.steps for move in moves)
    assert (chain in moves) == position.can_end_turn
    if position.can_end_turn:
        assert position.captured(chain) == 0
        assert position.play(chain) == position.end_turn()


@given(boards(), st.lists(choices, max_size=12))
def test_pop_restores_everything(board: fn.Board, turns: list[int]) -> None:
    if board.position.chain is not None and board.outcome() is None:
        board.push(min(board.legal_moves))
    seen = []
    for choice in turns:
        moves = sorted(board.legal_moves)
        if not moves:
            break
        before = board.copy()
        seen.append(before)
        move = board.push(moves[choice % len(moves)])
        assert board.move_stack == [*before.move_stack, move]
        assert board.peek() == move
    for before in reversed(seen):
        board.pop()
        assert board == before
        assert board.repetitions() == before.repetitions()
        assert board.position == before.position
        assert texts(board.legal_moves) == texts(before.legal_moves)


def take_all_back(take_back: Callable[[], Taken]) -> list[Taken]:
    """What was taken back until nothing was left, latest first."""
    taken = []
    with contextlib.suppress(IndexError):
        while True:
            taken.append(take_back())
    return taken


@given(boards())
def test_pop_goes_all_the_way_back(board: fn.Board) -> None:
    take_all_back(board.pop)
    assert board == fn.Board(fen=board.start_fen, rules=board.rules)


@given(boards(stepwise))
def test_pop_step_goes_all_the_way_back(board: fn.Board) -> None:
    end = board.outcome()
    if end is not None and end.termination in {
        fn.Termination.AGREEMENT,
        fn.Termination.RESIGNATION,
    }:
        assert board.pop_step() is None
    final = board.copy()
    taken = take_all_back(board.pop_step)
    assert board == fn.Board(fen=board.start_fen, rules=board.rules)
    for step in reversed(taken):
        if step is None:
            board.end_turn()
        else:
            board.push_step(step)
    assert board == final


@given(boards(stepwise), choices)
def test_steps_on_a_board_are_the_whole_turn(board: fn.Board, choice: int) -> None:
    moves = list(board.legal_moves)
    if not moves:
        return
    move = moves[choice % len(moves)]
    whole = board.copy()
    whole.push(move)
    chain = board.position.chain
    for step in move.steps[0 if chain is None else len(chain.steps) :]:
        board.push_step(step)
    if len(board.move_stack) < len(whole.move_stack):
        board.end_turn()
    assert board == whole


@given(boards())
def test_games_agree_with_positions(board: fn.Board) -> None:
    again = fn.Board(fen=board.start_fen, rules=board.rules)
    position = again.position
    for move in board.move_stack:
        position = position.play(move)
        again.push(move)
        assert again.position == position
    assert again.quiet_turns == board.quiet_turns or board.position.chain is not None
    assert again.turn_number == board.turn_number
