"""Records of random games, read back, and random damage to them."""

from __future__ import annotations

import copy
import io
import json
import random
import tracemalloc
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from fanorona import record
from fanorona.testing import records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@given(records())
def test_records_there_and_back(game: record.Game) -> None:
    text, line = game.to_text(), game.to_json()
    (from_text,) = record.games(io.StringIO(text))
    (from_line,) = record.read_jsonl(io.StringIO(line))
    assert from_text == game
    assert from_line == game
    assert isinstance(from_text, record.Game)
    assert isinstance(from_line, record.Game)
    assert (from_text.to_text(), from_line.to_json()) == (text, line)
    assert (from_line.to_text(), from_text.to_json()) == (text, line)
    assert from_text.end().board() == game.end().board()


@given(st.lists(records(), max_size=5))
def test_many_games_in_a_stream(games: list[record.Game]) -> None:
    for between in ("", "\n", "\n\n"):
        stream = io.StringIO(between.join(game.to_text() for game in games))
        assert list(record.games(stream)) == games
    lines = io.StringIO("".join(f"{game.to_json()}\n" for game in games))
    assert list(record.read_jsonl(lines)) == games


@given(st.lists(records(), min_size=2, max_size=4), st.data())
def test_a_broken_turn_spoils_its_game_only(games: list[record.Game], data: st.DataObject) -> None:
    texts = [game.to_text() for game in games]
    spoilt = data.draw(st.integers(0, len(games) - 1))
    result = games[spoilt].headers["Result"]
    texts[spoilt] = f"{texts[spoilt].rstrip().removesuffix(result)} a1-i9 {result}\n"
    found = list(record.games(io.StringIO("\n".join(texts))))
    error = found.pop(spoilt)
    assert isinstance(error, record.RecordError)
    assert error.move in (None, "a1-i9")
    assert found == games[:spoilt] + games[spoilt + 1 :]


SEEDS: Final = (
    """[Event "a \\" b"]\n[Result "1-0"]\n[Rules "alquerque;capture=huff"]\n
1. d3-e3A {x} (1. f2-e3A $2 ; y\n) 1... c3-d3W 1-0\n\n""",
    '[Variant "telo"]\n\n{c} 1. a1-b2A (1. b1-b2A! {d} (1. c1-b2A)) (1. c2-b2A) b3-c3 *\n',
    '[SetUp "1"]\n[FEN "3b5/9/2w1b4/9/9 w - 0 1"]\n% escaped\n1. c3-d3A-d4A 1-0\n',
    "1. d3-e3A d4-d3A 2. e1-d2A-d1W\n\n1. d3-e3W 1/2-1/2",
)
PIECES: Final = (
    *'{}()[];%$*"\\!?.,-:\n\r\t \0\ufeff\ud800é0x',
    *("1.", "1-0", "1/2-1/2", "\n\n", "$999", "d3-e3A", "a1", '[Event "x"]\n', "null", "1e999"),
    *('"tags"', '"moves"', '"variations"', '"comments"', "[0, ", "{}", "true", "-1", "9" * 5000),
)


def mutants(seeds: Iterable[str], count: int) -> Iterator[str]:
    """Texts with pieces cut out, put in, doubled and exchanged."""
    rng = random.Random(1)
    texts = list(seeds)
    for _ in range(count):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 6)):
            start = rng.randint(0, len(text))
            end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 5, 30)))
            piece = rng.choice(("", rng.choice(PIECES), text[start:end] * 2, rng.choice(texts)))
            text = text[:start] + piece + text[end:]
        yield text


def mutant_objects(seeds: Iterable[str], count: int) -> Iterator[str]:
    """JSON of the wrong shape: values exchanged, doubled and left out."""
    rng = random.Random(2)
    texts = list(seeds)
    strange: tuple[Any, ...] = (
        None,
        True,
        -1,
        0,
        1,
        2,
        1.5,
        10**30,
        "",
        "0",
        "1",
        "x",
        "d3-e3A",
        "\ud800",
        [],
        {},
    )
    for _ in range(count):
        fields: Any = json.loads(rng.choice(texts))
        for _ in range(rng.randint(1, 3)):
            place = fields
            while True:
                keys: list[Any] = list(place) if isinstance(place, dict) else [*range(len(place))]
                key = rng.choice(keys) if keys else "1"
                inner = place[key] if keys else None
                if not isinstance(inner, dict | list) or not inner or rng.random() < 0.2:
                    break
                place = inner
            if not keys:
                break
            if rng.random() < 0.3:
                del place[key]
            else:
                new = rng.choice((*strange, inner, [inner], fields.get("moves")))
                place[key] = copy.deepcopy(new)
                if isinstance(place, dict):
                    place[rng.choice(("1", "2", "Event", "nags", "comments"))] = copy.deepcopy(new)
        yield json.dumps(fields)


def check_reader(
    read: Callable[[io.StringIO], Iterator[record.Game | record.RecordError]], texts: Iterable[str]
) -> None:
    """Whatever the texts are, a game or an error comes of them, and what is read can be written."""
    games = errors = 0
    for text in texts:
        for game in read(io.StringIO(text)):
            if isinstance(game, record.RecordError):
                errors += 1
                assert 1 <= (game.line or 0) <= text.count("\n") + 1
                assert len(str(game)) < 1000
            else:
                games += 1
                assert list(record.games(io.StringIO(game.to_text()))) == [game]
                assert record.Game.from_json(game.to_json()) == game
    assert games
    assert errors


def json_seeds() -> list[str]:
    found = [game for text in SEEDS for game in record.games(io.StringIO(text))]
    games = [game for game in found if isinstance(game, record.Game)]
    assert games == found
    return [game.to_json() for game in games]


def test_damaged_text() -> None:
    check_reader(record.games, mutants(SEEDS, 3_000))


def test_damaged_json() -> None:
    check_reader(record.read_jsonl, mutants(json_seeds(), 1_500))
    check_reader(record.read_jsonl, mutant_objects(json_seeds(), 1_500))


@pytest.mark.deep
def test_damaged_text_at_length() -> None:
    check_reader(record.games, mutants(SEEDS, 100_000))


@pytest.mark.deep
def test_damaged_json_at_length() -> None:
    check_reader(record.read_jsonl, mutants(json_seeds(), 50_000))
    check_reader(record.read_jsonl, mutant_objects(json_seeds(), 50_000))


@given(st.text() | st.text('{}()[];%$*"\\1-0ad3e.A \n', max_size=60))
def test_any_text(text: str) -> None:
    for read in (record.games, record.read_jsonl):
        for game in read(io.StringIO(text)):
            assert isinstance(game, record.Game | record.RecordError)


class Repeated:
    """A stream of the same lines again and again, made as they are read."""

    def __init__(self, text: str, times: int) -> None:
        self.lines = (line for _ in range(times) for line in text.splitlines(keepends=True))

    def readline(self, size: int = -1, /) -> str:
        del size
        return next(self.lines, "")


def check_memory(times: int) -> None:
    board = fn.Board()
    rng = random.Random(2)
    while not board.is_game_over():
        board.push(rng.choice(sorted(board.legal_moves)))
    game = record.Game.from_board(board)
    for text, read in ((game.to_text(), record.games), (f"{game.to_json()}\n", record.read_jsonl)):
        list(read(Repeated(text, 3)))  # what is made once and kept
        tracemalloc.start()
        try:
            assert sum(found == game for found in read(Repeated(text, times))) == times
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 2_000_000


def test_reading_takes_constant_memory() -> None:
    check_memory(300)


@pytest.mark.deep
def test_reading_takes_constant_memory_at_length() -> None:
    check_memory(10_000)
