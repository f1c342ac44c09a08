"""Every class is a proper value: pickles, copies, compares, hashes, evals, and bears threads."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import fanorona as fn
from strategies import boards, positions, rule_sets

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {name: getattr(fn, name) for name in fn.__all__}
THREADS = 8
CORE = ["Move", "Position", "Rules", "Step", "Variant"]

FROZEN = [
    fn.TSIVY,
    fn.Variant("3x7"),
    fn.STANDARD,
    fn.HUFFING.replace(first_turn_single=True, repetition=5),
    fn.Position(),
    fn.Position("telo", "huffing"),
    fn.Position.from_fen("3b5/9/3w5/9/9 w c3-d3A"),
    fn.Position.from_fen("8b/9/9/9/w8 w - 0 1 back=a2a1/i4i5", "standard;reversal=no"),
    fn.Step(12, 22, fn.Direction.NE, fn.Kind.APPROACH),
    fn.Move("d3-e3A-e4W"),
    fn.Move("a1-b1", "telo"),
    fn.Move("xe3,d4-e4A"),
    fn.Move("xe3"),
    fn.Outcome(None, fn.Termination.REPETITION),
    *fn.Color,
    *fn.Direction,
    *fn.Kind,
    *fn.Symmetry,
    *fn.Termination,
]
EACH = pytest.mark.parametrize("value", FROZEN, ids=repr)
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


@EACH
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pickles(value: object, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(value, protocol))
    assert type(again) is type(value)
    assert again == value
    assert hash(again) == hash(value)


@EACH
def test_copies(value: object) -> None:
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    assert copy.deepcopy([value, value]) == [value, value]


@EACH
def test_compares(value: object) -> None:
    assert value == copy.copy(value)
    assert not value != copy.copy(value)  # noqa: SIM202  # an operator of its own
    for other in FROZEN:
        if other is not value and type(other) is type(value):
            assert other != value
    for stranger in (None, object(), "text", 1.5, b"", [], ()):
        assert value != stranger
        assert value.__eq__(stranger) is not True


@EACH
def test_cannot_be_changed(value: object) -> None:
    names = [
        name
        for name in ("turn", "capture", "rows", "origin", "winner", "name", "value")
        if hasattr(value, name)
    ]
    assert names
    for name in names:
        before = getattr(value, name)
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
        assert getattr(value, name) == before


@pytest.mark.parametrize(
    "value", [value for value in FROZEN if type(value).__name__ in CORE], ids=repr
)
def test_has_no_place_for_more(value: object) -> None:
    with pytest.raises(AttributeError):
        value.anything = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", [value for value in FROZEN if "<" not in repr(value)], ids=repr)
def test_repr_evals(value: object) -> None:
    assert eval(repr(value), NAMES) == value


@EACH
def test_repr_says_what_it_is(value: object) -> None:
    assert type(value).__name__ in repr(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (fn.TSIVY, "Variant('tsivy')"),
        (fn.ALQUERQUE, "Rules.parse('alquerque')"),
        (
            fn.Position("telo", "theory"),
            "Position(fen='bbb/b1w/www w - 0 1', rules='theory')",
        ),
        (fn.Board("telo"), "Board(fen='bbb/b1w/www w - 0 1', rules='standard')"),
        (
            fn.Step(12, 22, fn.Direction.NE, fn.Kind.APPROACH),
            "Step(12, 22, Direction.NE, Kind.APPROACH)",
        ),
        (fn.Move("d3-e3A"), "Move('d3-e3A')"),
        (fn.Move("a1-b1", "telo"), "Move('a1-b1', 'telo')"),
        (fn.WHITE, "<Color.WHITE: 'w'>"),
    ],
)
def test_repr(value: object, text: str) -> None:
    assert repr(value) == text


@pytest.mark.parametrize("name", CORE)
def test_classes_are_found_where_they_say(name: str) -> None:
    found = getattr(fn, name)
    assert (found.__module__, found.__qualname__) == ("fanorona", name)
    assert found.__doc__
    with pytest.raises(TypeError, match="base type"):
        type("Sub", (found,), {})


@given(positions)
def test_positions_pickle(position: fn.Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.legal_moves() == position.legal_moves()
    assert eval(repr(position), NAMES) == position
    for move in position.legal_moves():
        assert pickle.loads(pickle.dumps(move)) == move
        assert eval(repr(move), NAMES) == move
        assert [pickle.loads(pickle.dumps(step)) for step in move.steps] == list(move.steps)


@given(rule_sets)
def test_rules_pickle(rules: fn.Rules) -> None:
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


@given(boards())
def test_boards_pickle_and_copy(board: fn.Board) -> None:
    for again in (
        *(pickle.loads(pickle.dumps(board, protocol)) for protocol in PROTOCOLS),
        copy.copy(board),
        copy.deepcopy(board),
        board.copy(),
    ):
        assert again == board
        assert again.fen() == board.fen()
        assert again.position == board.position
        assert again.move_stack == board.move_stack
        assert again.repetitions() == board.repetitions()
        assert again.outcome() == board.outcome()
        if board.move_stack or board.position.chain is not None:
            try:
                taken = board.copy().pop()
            except IndexError:
                continue
            assert again.pop() == taken
    fresh = fn.Board(fen=board.fen(), rules=board.rules)
    assert eval(repr(board), NAMES) == fresh


def test_boards_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(fn.Board())


def test_a_subclass_of_board_stays_one() -> None:
    class Game(fn.Board):
        pass

    game = Game("telo")
    assert type(game.copy()) is type(copy.deepcopy(game)) is Game


def test_a_used_view_of_legal_moves_does_not_leak_into_another() -> None:
    board = fn.Board()
    one, other = board.legal_moves, board.legal_moves
    assert list(one) == list(other)
    assert list(one) is not list(one)


def hammer(work: Callable[[int], None]) -> None:
    """Runs ``work`` on several threads at once and raises what any of them raised."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(THREADS)

    def run(number: int) -> None:
        barrier.wait()
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001  # of any kind, a panic too
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_threads_share_a_position() -> None:
    position = fn.Position("dimy")
    expected = (sorted(position.legal_moves()), position.fen(), hash(position))

    def work(number: int) -> None:
        for _ in range(100):
            assert (sorted(position.legal_moves()), position.fen(), hash(position)) == expected
            for move in position.legal_moves():
                assert position.is_legal(move)
                assert position.play(move) == position.play(str(move))
        assert position.perft(4, threads=1 + number % 3) == 3469

    hammer(work)


def test_threads_share_a_board() -> None:
    board = fn.Board("dimy", "theory")
    played = [0] * THREADS

    def work(number: int) -> None:
        for turn in range(300):
            moves = sorted(board.legal_moves)
            try:
                if turn % 3 == 2:
                    board.pop()
                elif turn % 3 == 1:
                    board.push_step(board.legal_steps[number % 3])
                else:
                    board.push(moves[(number + turn) % len(moves)])
                    played[number] += 1
            except (fn.IllegalMoveError, IndexError, ZeroDivisionError):
                pass  # another thread was faster
            board.fen()
            board.outcome()
            assert board.repetitions() >= 0
            assert len(board.copy().move_stack) < 3000

    hammer(work)
    assert sum(played) > THREADS
    while board.move_stack:
        board.pop()
    if board.position.chain is not None:
        board.pop()
    assert board == fn.Board("dimy", "theory")


def test_threads_share_a_view_of_legal_moves() -> None:
    moves = fn.Board().legal_moves

    def work(_: int) -> None:
        for _ in range(100):
            assert len(moves) == 5
            assert all(move in moves for move in moves)

    hammer(work)


def test_legal_moves_are_values_too() -> None:
    board = fn.Board()
    moves = board.legal_moves
    board.push("d3-e3A")
    assert len(moves) == 5, "later changes of the board do not show"
    for again in (pickle.loads(pickle.dumps(moves)), copy.copy(moves), copy.deepcopy(moves)):
        assert again == moves
        assert hash(again) == hash(moves)
        assert list(again) == list(moves)
    assert moves != board.legal_moves
    assert moves[0] in moves
    assert moves[0] not in board.legal_moves
