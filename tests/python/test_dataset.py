from __future__ import annotations

import json
import random
import tracemalloc
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fanorona as fn
from fanorona import dataset, record
from fanorona.dataset.files import SUFFIXES
from fanorona.selfplay import sample_games, unpack
from fanorona.testing import records
from strategies import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fanorona.dataset import Batch

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)


def played(count: int) -> Iterator[record.Game]:
    """Random games."""
    for number in range(count):
        rng = random.Random(number)
        board = fn.Board(rng.choice(fn.VARIANTS), rng.choice(["standard", "alquerque"]))
        while moves := sorted(board.legal_moves):
            board.push(rng.choice(moves))
        yield record.Game.from_board(board)


def recorded() -> list[record.Game]:
    """The games of the data that tests share."""
    games: list[record.Game] = []
    for path in sorted((DATA / "games").glob("*.pgn")):
        with path.open(encoding="utf-8") as stream:
            games += (game for game in record.games(stream) if isinstance(game, record.Game))
    return games


def joined(batches: Iterator[Batch]) -> dict[str, list[Any]]:
    """All rows in one."""
    found: dict[str, list[Any]] = {}
    for batch in batches:
        for name, values in batch.items():
            found.setdefault(name, []).extend(list(values))
    return found


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(games=st.lists(records(), max_size=4), size=st.integers(1, 5))
@SHARED
def test_records_there_and_back(
    tmp_path: Path, suffix: str, games: list[record.Game], size: int
) -> None:
    path = tmp_path / f"games{suffix}"
    rows = dataset.write(path, dataset.GAMES, dataset.batches_of_games(games, size))
    found = dataset.Dataset(path)
    assert (rows, len(found), found.schema) == (len(games), len(games), dataset.GAMES)
    assert list(dataset.games_of(found.batches(size))) == games
    assert list(dataset.games_of(found.batches())) == games


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_positions_say_what_was_played(tmp_path: Path, suffix: str) -> None:
    games = recorded()
    path = tmp_path / f"positions{suffix}"
    dataset.write(path, dataset.POSITIONS, dataset.batches_of_positions(games, 50))
    rows = joined(dataset.Dataset(path).batches(64))
    boards = dataset.boards_of(dataset.Dataset(path).batches())
    row = 0
    for number, game in enumerate(games):
        board = game.start.copy()
        for ply, node in enumerate(game.mainline()):
            found = {name: values[row] for name, values in rows.items()}
            position, result = board.position, game.headers["Result"]
            side = 0 if board.turn is fn.WHITE else 1
            expected = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": (2, 2)}
            assert found == {
                "game": number,
                "ply": ply,
                "board": f"{board.variant.rows}x{board.variant.cols}",
                "rules": str(board.rules),
                "white": position.white,
                "black": position.black,
                "turn": side,
                "quiet": board.quiet_turns,
                "result": expected[result][side],
                "move": str(node.move),
                "fen": board.fen(),
            }
            set_up = next(boards)
            assert (set_up.fen(), set_up.rules) == (board.fen(), board.rules)
            board.push(node.move)
            row += 1
    assert row == len(rows["fen"]) > 500


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_samples_there_and_back(tmp_path: Path, suffix: str) -> None:
    packed = list(sample_games("dimy", count=60, nodes=40, seed=3))
    assert len(packed) == 3
    path = tmp_path / f"samples{suffix}"
    about = {"board": "5x5", "rules": "standard"}
    rows = dataset.write(path, dataset.SAMPLES, dataset.batches_of_samples(packed), about)
    found = dataset.Dataset(path)
    assert found.about == {"version": fn.__version__, **about}
    assert b"".join(dataset.samples_of(found.batches(7))) == b"".join(packed)
    columns = joined(found.batches())
    samples = list(unpack(b"".join(packed)))
    assert rows == len(samples)
    for name in ("own", "enemy", "score", "result", "turns"):
        assert columns[name] == [getattr(sample, name) for sample in samples]


words = st.fixed_dictionaries(
    {
        "own": st.integers(0, 2**45 - 1),
        "enemy": st.integers(0, 2**45 - 1),
        "score": st.integers(-(2**15), 2**15 - 1),
        "result": st.integers(-1, 1),
        "turns": st.integers(0, 1023),
    }
)


@given(st.lists(words, min_size=1, max_size=10))
def test_samples_of_any_numbers(rows: list[dict[str, int]]) -> None:
    batch = {name: [row[name] for row in rows] for name in rows[0]}
    (packed,) = dataset.samples_of([batch])
    assert [sample._asdict() for sample in unpack(packed)] == rows
    (again,) = dataset.batches_of_samples([packed])
    assert {name: values.tolist() for name, values in again.items()} == batch


@pytest.mark.parametrize(
    ("name", "value"), [("own", 2**45), ("enemy", 2**63), ("result", 2), ("turns", 1024)]
)
def test_samples_out_of_range_are_named(name: str, value: int) -> None:
    batch = {"own": [1], "enemy": [2], "score": [3], "result": [0], "turns": [5], name: [value]}
    with pytest.raises(ValueError, match=f"column {name}: {value} is not from"):
        list(dataset.samples_of([batch]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"own": [-1]}, "column own: not numbers of type uint64"),
        ({"score": [1.5]}, "column score: not numbers of type int16"),
        ({"score": ["x"]}, "column score"),
        ({"score": [2**15]}, "column score"),
        ({"score": [[1]]}, "column score"),
        ({"score": [1, 2]}, "columns of 1, 2 rows in one batch"),
        ({"other": [1]}, "column other: none of fanorona-samples 1"),
    ],
)
def test_batches_of_another_kind_leave_no_file(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    batch = {"own": [1], "enemy": [2], "score": [3], "result": [0], "turns": [5]}
    path = tmp_path / "samples.npz"
    with pytest.raises(ValueError, match=message):
        dataset.write(path, dataset.SAMPLES, [batch, {**batch, **change}])
    del batch["turns"]
    with pytest.raises(ValueError, match="column turns: missing"):
        dataset.write(path, dataset.SAMPLES, [batch])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_rows_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    paths = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for path in paths:
        dataset.write(path, dataset.GAMES, dataset.batches_of_games(recorded()))
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_numpy_reads_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "positions.npz"
    dataset.write(path, dataset.POSITIONS, dataset.batches_of_positions(recorded(), 10))
    (batch,) = dataset.Dataset(path).batches(1 << 20)
    with np.load(path, allow_pickle=False) as arrays:
        assert json.loads(str(arrays["about"]))["format"] == "fanorona-positions 1"
        for name, values in batch.items():
            if isinstance(values, list):
                ends, text = arrays[f"{name}_end"], arrays[f"{name}_text"].tobytes()
                assert text[ends[4] : ends[5]].decode() == values[5]
            else:
                assert np.array_equal(arrays[name], values)


def test_a_broken_record_is_raised() -> None:
    found: list[record.Game | record.RecordError] = [
        record.Game(),
        record.RecordError("broken", line=7),
    ]
    for batches in (dataset.batches_of_games(found), dataset.batches_of_positions(found)):
        with pytest.raises(record.RecordError, match="line 7: broken"):
            list(batches)


def test_a_changed_record_is_an_error_in_its_place() -> None:
    (batch,) = dataset.batches_of_games(recorded()[:3])
    batch["record"][1] = "{"
    kinds = [isinstance(game, record.Game) for game in dataset.games_of([batch])]
    assert kinds == [True, False, True]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_files_are_value_errors(tmp_path: Path, suffix: str) -> None:
    whole = tmp_path / f"whole{suffix}"
    dataset.write(whole, dataset.GAMES, dataset.batches_of_games(played(5)))
    data = whole.read_bytes()
    path = tmp_path / f"damaged{suffix}"
    rng = random.Random(suffix)
    refused = 0
    for _ in range(300):
        damaged = bytearray(data)
        if rng.randrange(2):
            del damaged[rng.randrange(len(data)) :]
        for _ in range(rng.randint(0, 3)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        try:
            for batch in dataset.Dataset(path).batches():
                list(dataset.games_of([batch]))
        except (ValueError, OSError):
            refused += 1
    assert refused > 150


def test_archives_of_another_form_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    np.savez(path, about=np.array("{}"))
    with pytest.raises(ValueError, match=r"games\.npz: it does not say which"):
        dataset.Dataset(path)
    np.savez(path, other=np.array(1))
    with pytest.raises(ValueError, match=r"games\.npz: array about: missing"):
        dataset.Dataset(path)
    np.savez(path, about=np.array({"a": 1}, dtype=object))
    with pytest.raises(ValueError, match=r"array about: expected one text"):
        dataset.Dataset(path)
    np.savez(path, about=np.array('{"format": "fanorona-samples 1"}'), own=np.arange(3.0))
    with pytest.raises(ValueError, match="array own: expected one dimension of uint64"):
        dataset.Dataset(path)
    path.write_bytes(b"")
    with pytest.raises(ValueError, match="zip"):
        dataset.Dataset(path)


def test_ends_of_texts_must_go_up_and_be_there(tmp_path: Path) -> None:
    path, other = tmp_path / "games.npz", tmp_path / "other.npz"
    dataset.write(path, dataset.GAMES, dataset.batches_of_games(recorded()[:3]))
    with np.load(path) as arrays:
        found = dict(arrays)
    for ends, message in (
        ([5, 3, 4], "array white_end: goes down"),
        ([1, 2, 2**62], "array white_end: more than"),
        ([1, 2, 1000], "array white_text: ends too early"),
    ):
        np.savez(other, **{**found, "white_end": np.array(ends, "<u8")})
        with pytest.raises(ValueError, match=message):
            list(dataset.Dataset(other).batches())


def test_names_and_sizes_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends with \.npz, \.parquet, \.arrow"):
        dataset.write(tmp_path / "games.csv", dataset.GAMES, [])
    with pytest.raises(ValueError, match="ends with"):
        dataset.Dataset(tmp_path / "games")
    with pytest.raises(FileNotFoundError):
        dataset.Dataset(tmp_path / "games.npz")
    path = tmp_path / "games.npz"
    assert dataset.write(path, dataset.GAMES, []) == 0
    assert list(dataset.Dataset(path).batches()) == []
    with pytest.raises(ValueError, match="size 0"):
        list(dataset.Dataset(path).batches(0))
    with zipfile.ZipFile(path) as archive:
        assert all(entry.date_time[0] == 1980 for entry in archive.infolist())


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, suffix: str) -> None:
    """Four times the rows, about the same memory."""
    (batch,) = dataset.batches_of_positions(recorded(), 1 << 20)
    peaks = []
    for times in (10, 40):
        path = tmp_path / f"{times}{suffix}"
        tracemalloc.start()
        dataset.write(path, dataset.POSITIONS, (batch for _ in range(times)))
        rows = sum(len(found["fen"]) for found in dataset.Dataset(path).batches(1000))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert rows == times * len(batch["fen"])
    assert peaks[1] < 1.5 * peaks[0]
