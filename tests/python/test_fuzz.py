"""Damaged texts and hostile values: each gives a value or a ``ValueError``, nothing else."""

from __future__ import annotations

import contextlib
import math
import random
from typing import TYPE_CHECKING, Any

import pytest

import fanorona as fn
from fanorona.interchange import board_from_aec, board_to_aec

if TYPE_CHECKING:
    from collections.abc import Callable

COUNTS = pytest.mark.parametrize(
    "count", [3_000, pytest.param(100_000, marks=pytest.mark.deep)], ids=["quick", "deep"]
)

FENS = [
    "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w - 0 1",
    "3b5/9/3w5/9/9 w c3-d3A 0 1",
    "8b/9/9/9/w8 w - 0 1 first=w,back=-/i4i5,huff=i5",
    "bbb/b1w/www b - 7 12",
    "8b/9/9/9/w8 b - 4294967295 4294967295 back=a2a1/i4i5",
]
RULES = [
    "standard",
    "huffing;first_turn_single=yes",
    "standard;reversal=no;most=yes",
    "alquerque;capture=huff;most=yes;repetition=3;no_capture=none",
]
MOVES = ["d3-e3A", "d3-e3A-e4W-d4A", "xe3,d4-e4A", "xe3", "d3e3+,e4-", "a1-a2"]
NAMES = ["tsivy", "telo", "dimy", "5x9", "3x7"]
STATES = [
    "WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0",
    "9/9/3W5/9/3B5 W D3 E C3,D3 0",
]
SPICE = [
    *"wbWBxXaAeEiI0123456789-+/,;= \t\n\0",
    "\u00e9",
    "\u0663",
    "\uff15",
    "\U0001f600",
    "\u202e",
    "99999999999999999999",
    "w" * 50,
    "-e3A" * 50,
    "=yes",
    ";most=yes",
]


def damaged(texts: list[str], count: int) -> list[str]:
    """Texts made from good ones by a few random changes; the same ones every time."""
    source = random.Random(" ".join(texts))
    found = []
    for _ in range(count):
        text = source.choice(texts)
        for _ in range(source.randrange(1, 4)):
            at, end = sorted(source.randrange(len(text) + 1) for _ in range(2))
            match source.randrange(5):
                case 0:
                    text = text[:at] + text[at + 1 :]
                case 1:
                    text = text[:at] + source.choice(SPICE) + text[at:]
                case 2:
                    text = text[:at] + source.choice(SPICE) + text[at + 1 :]
                case 3:
                    text = text[:at] + text[end:]
                case _:
                    other = source.choice(texts)
                    text = text[:at] + other[min(at, len(other)) :]
        found.append(text)
    return found


def survive(read: Callable[[str], Any], texts: list[str]) -> list[Any]:
    """The values read; any error but a ``ValueError`` passes through and fails the test."""
    values, messages = [], []
    for text in texts:
        try:
            values.append(read(text))
        except ValueError as error:
            messages.append(str(error))
    assert all(0 < len(message) < 500 for message in messages)
    return values


@COUNTS
@pytest.mark.parametrize("rules", RULES)
def test_positions(count: int, rules: str) -> None:
    values = survive(
        lambda text: fn.Position.from_fen(text, rules), damaged(FENS, count // len(RULES))
    )
    assert values
    for position in values:
        assert fn.Position.from_fen(position.fen(), rules) == position
        for move in position.legal_moves()[:3]:
            position.play(move)


@COUNTS
def test_moves(count: int) -> None:
    values = survive(fn.Move.parse, damaged(MOVES, count))
    assert values
    assert all(fn.Move.parse(str(move)) == move for move in values)


@COUNTS
def test_moves_of_a_position(count: int) -> None:
    for fen in (FENS[0], FENS[1]):
        position = fn.Position.from_fen(fen)
        values = survive(position.parse_move, damaged([*MOVES, "c3-d3A-d4A"], count))
        assert values
        assert all(position.is_legal(move) for move in values)


@COUNTS
def test_rules(count: int) -> None:
    values = survive(fn.Rules.parse, damaged(RULES, count))
    assert values
    assert all(fn.Rules.parse(str(rules)) == rules for rules in values)


@COUNTS
def test_variants(count: int) -> None:
    values = survive(fn.Variant, damaged(NAMES, count))
    assert values
    assert set(values) <= set(fn.VARIANTS)


@COUNTS
def test_points(count: int) -> None:
    values = survive(fn.TSIVY.point, damaged(["a1", "e3", "i5"], count))
    assert values
    assert set(values) <= set(range(45))


@COUNTS
@pytest.mark.parametrize("rules", ["standard", "huffing"])
def test_states_of_fanorona_aec(count: int, rules: str) -> None:
    values = survive(lambda text: board_from_aec(text, rules), damaged(STATES, count // 2))
    assert values
    for board in values:
        assert board_from_aec(board_to_aec(board), rules).position.fen() == board.position.fen()


HOSTILE: list[Any] = [
    None,
    True,
    False,
    b"tsivy",
    bytearray(b"e3"),
    math.nan,
    math.inf,
    -1,
    2**31,
    2**63,
    2**64,
    -(2**64),
    10**5000,
    1j,
    "\ud800",
    "a1\udfff",
    "\0",
    "tsivy\0",
    "",
    "w" * 100_000,
    [],
    {},
    object(),
    object,
    fn.Position,
    ...,
    NotImplemented,
]
ANY: Any = fn
POSITION: Any = fn.Position()
VARIANT: Any = fn.TSIVY
STEP = fn.Position().legal_steps()[0]
MOVE = fn.Move("d3-e3A")

CALLS: dict[str, Callable[[Any], object]] = {
    "Variant": ANY.Variant,
    "Variant.parse": ANY.Variant.parse,
    "Variant.point": VARIANT.point,
    "Variant.point_name": VARIANT.point_name,
    "Variant.neighbours": VARIANT.neighbours,
    "Variant.start": VARIANT.start,
    "Variant.apply_symmetry": lambda x: VARIANT.apply_symmetry(x, 0),
    "Variant.apply_symmetry point": lambda x: VARIANT.apply_symmetry(fn.Symmetry.IDENTITY, x),
    "Symmetry.apply": ANY.Symmetry.IDENTITY.apply,
    "Symmetry.apply variant": lambda x: ANY.Symmetry.IDENTITY.apply(0, x),
    "Rules": ANY.Rules,
    "Rules.parse": ANY.Rules.parse,
    "Rules capture": lambda x: ANY.Rules(capture=x),
    "Rules most": lambda x: ANY.Rules(most=x),
    "Rules repetition": lambda x: ANY.Rules(repetition=x),
    "Rules.replace": lambda x: ANY.STANDARD.replace(no_capture=x),
    "Step origin": lambda x: ANY.Step(x, 0, fn.Direction.N, fn.Kind.PAIKA),
    "Step direction": lambda x: ANY.Step(0, 0, x, fn.Kind.PAIKA),
    "Step kind": lambda x: ANY.Step(0, 0, fn.Direction.N, x),
    "Move": ANY.Move,
    "Move variant": lambda x: ANY.Move("a1-b1", x),
    "Move.parse": ANY.Move.parse,
    "Move.from_steps": ANY.Move.from_steps,
    "Move.from_steps step": lambda x: ANY.Move.from_steps([STEP, x]),
    "Move.from_steps removed": lambda x: ANY.Move.from_steps([STEP], removed=x),
    "Move.transform": lambda x: ANY.Move("a1-b1").transform(x),
    "Position": ANY.Position,
    "Position rules": lambda x: ANY.Position("tsivy", x),
    "Position fen": lambda x: ANY.Position(fen=x),
    "Position.from_fen": ANY.Position.from_fen,
    "Position.from_fen rules": lambda x: ANY.Position.from_fen("8b/9/9/9/w8 w", x),
    "Position.from_stones": lambda x: ANY.Position.from_stones(x, 2, turn=fn.WHITE),
    "Position.from_stones turn": lambda x: ANY.Position.from_stones(1, 2, turn=x),
    "Position.parse_move": POSITION.parse_move,
    "Position.play": POSITION.play,
    "Position.play_step": POSITION.play_step,
    "Position.is_legal": POSITION.is_legal,
    "Position.captured": POSITION.captured,
    "Position.perft": lambda x: ANY.Position.from_fen("9/9/9/bb7/wb7 w").perft(x),
    "Position.perft threads": lambda x: POSITION.perft(2, threads=x),
    "Position.divide": lambda x: ANY.Position.from_fen("9/9/9/bb7/wb7 w").divide(x),
    "Position.transform": POSITION.transform,
    "Position.step_of": POSITION.step_of,
    "Position.action_of": POSITION.action_of,
    "Board": ANY.Board,
    "Board rules": lambda x: ANY.Board("tsivy", x),
    "Board fen": lambda x: ANY.Board(fen=x),
    "Board variant and fen": lambda x: ANY.Board(x, fen="8b/9/9/9/w8 w"),
    "Board.push": lambda x: ANY.Board().push(x),
    "Board.parse_move": lambda x: ANY.Board().parse_move(x),
    "Board.push_step": lambda x: ANY.Board().push_step(x),
    "Board.resign": lambda x: ANY.Board().resign(x),
    "Board.flag": lambda x: ANY.Board().flag(x),
    "board_from_aec": board_from_aec,
}


@pytest.mark.parametrize("name", CALLS)
def test_hostile_values(name: str) -> None:
    for value in HOSTILE:
        # A panic of the core is neither of these, nor an Exception at all.
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            CALLS[name](value)


def test_hostile_values_are_equal_to_nothing() -> None:
    for value in HOSTILE:
        for good in (fn.TSIVY, fn.STANDARD, fn.Position(), fn.Board(), STEP, MOVE):
            assert good != value
        assert value not in fn.Board().legal_moves


@pytest.mark.parametrize("value", [None, True, 0, 1.5, b"tsivy", [], ...], ids=repr)
@pytest.mark.parametrize(
    "name", ["Variant", "Rules.parse", "Move", "Board rules", "Position.from_fen", "Board.push"]
)
def test_the_wrong_type_is_a_type_error(name: str, value: object) -> None:
    with pytest.raises(TypeError):
        CALLS[name](value)


@pytest.mark.parametrize("number", [-1, 2**63, -(2**63) - 1, 10**30])
def test_numbers_of_any_size_are_value_errors(number: int) -> None:
    point = fn.Direction.N, fn.Kind.PAIKA
    calls: dict[str, Callable[[], object]] = {
        "origin": lambda: fn.Step(number, 0, *point),
        "point": lambda: fn.TSIVY.point_name(number),
        "action": lambda: fn.Position().step_of(number),
        "depth": lambda: fn.Position().perft(number),
        "ROWS": lambda: fn.Position.from_stones(number, 0, turn=fn.WHITE),
    }
    for name, call in calls.items():
        with pytest.raises(ValueError, match=name):
            call()


HALF_PAIRS: dict[str, tuple[Callable[[str], object], str]] = {
    "from_fen": (fn.Position.from_fen, "ROWS"),
    "side": (lambda text: fn.Position.from_fen(f"9/9/2w1b4/9/9 {text}"), "TURN"),
    "Position": (lambda text: fn.Position(fen=text), "ROWS"),
    "Board": (lambda text: fn.Board(fen=text), "ROWS"),
    "Move": (fn.Move, "invalid move"),
    "parse_move": (fn.Position().parse_move, "invalid move"),
    "play": (fn.Position().play, "invalid move"),
    "push": (lambda text: fn.Board().push(text), "invalid move"),
    "Variant": (fn.Variant, "variant"),
    "variant": (fn.Position, "variant"),
    "Rules": (fn.Rules.parse, "rules"),
    "capture": (lambda text: fn.Rules(capture=text), "capture"),  # type: ignore[arg-type]  # wrong on purpose
    "point": (fn.TSIVY.point, "point"),
    "aec": (lambda text: board_from_aec(f"{text} W - - - 0"), "ROWS"),
}


@pytest.mark.parametrize("reader", HALF_PAIRS)
def test_half_a_surrogate_pair_is_named_by_its_reader(reader: str) -> None:
    read, field = HALF_PAIRS[reader]
    for text in ("\ud800", "e3\udcff"):
        with pytest.raises(ValueError, match=field) as refused:
            read(text)
        assert not isinstance(refused.value, UnicodeError)
