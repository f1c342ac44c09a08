"""Endgame tables from Python: asking, building, checking, and what goes wrong."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

import fanorona as fn
from fanorona import tablebase
from fanorona.errors import DamagedTableError, MissingTableError
from fanorona.tablebase import Tablebase, build, open_tablebase, verify
from forged_tables import forge

if TYPE_CHECKING:
    from pathlib import Path

TABLES = open_tablebase()

WON_BY_CAPTURE = "9/9/1w7/9/b1w6 w"
BLOCKED = "9/9/9/bb7/wb7 w"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    build(path, variant="telo", stones=4, distances=True)
    return path


@pytest.mark.smoke
def test_the_tables_that_come_with_the_package() -> None:
    assert [TABLES.most_stones(name) for name in ("telo", "dimy", "tsivy", "3x5")] == [9, 5, 5, 0]
    assert all(table.is_good for table in verify(every=100))
    values = [path.stat().st_size for path in tablebase.SHIPPED.glob("*.wdl")]
    assert len(values) * 2 == len(TABLES.names)
    assert sum(values) < 1_000_000


def test_values_and_distances() -> None:
    position = fn.Position.from_fen(WON_BY_CAPTURE)
    assert (TABLES.probe_wdl(position), TABLES.probe_dtc(position)) == (1, 1)
    blocked = fn.Position.from_fen(BLOCKED)
    assert (TABLES.probe_wdl(blocked), TABLES.probe_dtc(blocked)) == (-1, 0)
    drawn = fn.Position.from_fen("w8/9/9/9/8b w")
    assert (TABLES.probe_wdl(drawn), TABLES.probe_dtc(drawn)) == (0, None)
    assert TABLES.get_dtc(drawn, 7) is None


def test_a_side_without_stones_has_lost() -> None:
    for turn, value in (("w", 1), ("b", -1)):
        position = fn.Position.from_fen(f"9/9/9/4w4/9 {turn}")
        assert (TABLES.probe_wdl(position), TABLES.probe_dtc(position)) == (value, 0)


def test_a_board_is_asked_like_its_position() -> None:
    board = fn.Board(fen=WON_BY_CAPTURE)
    assert TABLES.probe_wdl(board) == TABLES.probe_wdl(board.position)
    assert TABLES.probe_dtc(board) == TABLES.probe_dtc(board.position)


@pytest.mark.parametrize("rules", ["standard", "theory", "fifty", "theory;repetition=5"])
def test_rule_sets_with_the_same_turns_share_tables(rules: str) -> None:
    assert TABLES.probe_wdl(fn.Position.from_fen(WON_BY_CAPTURE, rules)) == 1


@pytest.mark.parametrize(
    ("fen", "rules", "reason"),
    [
        (WON_BY_CAPTURE, "alquerque", "rules alquerque"),
        (WON_BY_CAPTURE, "theory;chain=forced", "theory;chain=forced"),
        (WON_BY_CAPTURE, "theory;most=yes", "most=yes"),
        (WON_BY_CAPTURE, "standard;first_turn_single=yes", "first_turn_single=yes"),
        ("3b5/9/3w5/9/9 w c3-d3A 0 1", "standard", "chain"),
        ("www6/bbb6/9/9/9 w", "standard", "5x9-3v3.wdl"),
        ("w1b/3/3/3/w1b w", "standard", "5x3-2v2.wdl"),
    ],
)
def test_what_no_table_tells(fen: str, rules: str, reason: str) -> None:
    position = fn.Position.from_fen(fen, rules)
    for probe in (TABLES.probe_wdl, TABLES.probe_dtc, TABLES.best_line):
        with pytest.raises(MissingTableError, match=reason) as error:
            probe(position)
        assert isinstance(error.value, KeyError)
        assert str(error.value).startswith("no table: ")
    assert TABLES.get_wdl(position) is None
    assert TABLES.get_wdl(position, 7) == 7
    assert TABLES.get_dtc(position, "?") == "?"


def test_a_position_with_captures_and_many_stones_is_refused_at_once() -> None:
    with pytest.raises(MissingTableError, match="5x9-22v22"):
        TABLES.probe_wdl(fn.Position())


def test_the_best_line_leads_to_the_conversion() -> None:
    example = TABLES.statistics("5x5-3v2.dtc").example
    assert example is not None
    line = TABLES.best_line(example)
    assert len(line) == TABLES.probe_dtc(example)
    for left, move in zip(range(len(line), 0, -1), line, strict=True):
        distance = TABLES.probe_dtc(example)
        assert distance == (left if example.turn is fn.WHITE else -left)
        assert move.is_capture == (left == 1)
        example = example.play(move)


def test_closed_tables_say_so() -> None:
    with open_tablebase() as tables:
        assert tables.probe_wdl(fn.Position("telo")) == 1
    with pytest.raises(ValueError, match="closed"):
        tables.probe_wdl(fn.Position("telo"))
    tables.close()


def test_pickles_and_copies(folder: Path) -> None:
    tables = Tablebase(folder)
    for again in (pickle.loads(pickle.dumps(tables)), copy.copy(tables), copy.deepcopy(tables)):
        assert again.directory == folder
        assert again.names == tables.names


def test_many_threads_ask_tables_that_nobody_has_read() -> None:
    tables = open_tablebase()
    position = fn.Position("telo")
    found: list[tuple[int, int | None]] = []

    def ask() -> None:
        found.extend((tables.probe_wdl(position), tables.probe_dtc(position)) for _ in range(100))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {(1, 1)}
    assert len(found) == 800


def test_what_is_built_does_not_depend_on_threads(folder: Path, tmp_path: Path) -> None:
    build(tmp_path, variant="telo", stones=4, distances=True, threads=3)
    assert contents(tmp_path) == contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "build.lock"}


def test_a_second_build_finds_everything(folder: Path) -> None:
    before = contents(folder)
    told: list[tuple[str, int]] = []
    build(
        folder,
        variant="telo",
        stones=4,
        distances=True,
        on_table=lambda name, size: told.append((name, size)),
    )
    assert sorted(name for name, _ in told) == sorted(Tablebase(folder).names)
    assert {size for _, size in told} == {0}
    assert contents(folder) == before


def test_boards_share_a_folder(tmp_path: Path) -> None:
    for variant in ("telo", "3x5"):
        build(tmp_path, variant=variant, stones=2)
    assert Tablebase(tmp_path).names == ["3x3-1v1.wdl", "3x5-1v1.wdl"]
    with pytest.raises(MissingTableError, match=r"3x3-1v1\.dtc"):
        Tablebase(tmp_path).probe_dtc(fn.Position.from_fen("3/3/wb1 w"))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("stones", 1, "stones 1: expected 2 to 45 on 5x9"),
        ("stones", 46, "stones 46: expected 2 to 45 on 5x9"),
        ("stones", -1, "stones -1: "),
        ("stones", 10**30, "stones "),
        ("stones", 45, "memory_mb 4096: "),
        ("memory_mb", 0, "memory_mb 0: "),
        ("memory_mb", -5, "memory_mb -5: "),
        ("threads", 0, "threads 0: expected 1 to 256"),
        ("compression", 0, "compression 0: expected 1 to 22"),
        ("compression", 23, "compression 23: expected 1 to 22"),
        ("variant", "4x4", "4x4"),
    ],
)
def test_arguments_out_of_range(tmp_path: Path, field: str, value: object, reason: str) -> None:
    arguments: dict[str, object] = {"variant": "tsivy", "stones": 5, field: value}
    with pytest.raises(ValueError, match=reason):
        build(tmp_path / "new", **arguments)  # type: ignore[arg-type]  # wrong on purpose
    assert not (tmp_path / "new").exists()


def test_memory_that_no_machine_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="memory_mb"):
        build(tmp_path / "new", variant="tsivy", stones=30, memory_mb=2**62)


def test_an_exception_of_a_callback_ends_the_build(tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StopError

    with pytest.raises(StopError):
        build(tmp_path, variant="telo", stones=4, on_table=stop)
    with pytest.raises(StopError):
        build(tmp_path, variant="telo", stones=4, on_progress=stop)
    assert {path.suffix for path in tmp_path.iterdir()} <= {".wdl", ".lock", ".sha256"}


def test_progress_ends_with_all_the_work(folder: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    build(tmp_path, variant="dimy", stones=4, on_progress=lambda *done: told.append(done))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0
    tables = Tablebase(folder)
    assert tables.statistics("3x3-2v2.wdl", on_progress=lambda *_: None).won > 0


def test_verify_tells_what_is_wrong_with_each_table(folder: Path, tmp_path: Path) -> None:
    for name, data in contents(folder).items():
        (tmp_path / name).write_bytes(data)
    changed = tmp_path / "3x3-3v1.wdl"
    data = changed.read_bytes()
    changed.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    (tmp_path / "3x3-2v2.dtc").unlink()
    found = {table.name: table for table in verify(tmp_path)}
    assert len(found) == 12
    assert found["3x3-1v1.wdl"].is_good
    assert "3x3-3v1.wdl" in str(found["3x3-3v1.wdl"].problem)
    assert "there is no 3x3-2v2.dtc" in str(found["3x3-2v2.dtc"].problem)
    for table in found.values():
        assert table.is_good == (table.problem is None)


def test_steps_beyond_every_table_compare_one_position() -> None:
    (table,) = verify(names=["3x3-1v1.wdl"], every=10**30)
    assert (table.positions, table.wrong) == (1, 0)


def test_errors_of_the_system_name_the_file_as_a_text(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(FileNotFoundError) as caught:
        open_tablebase(missing)
    assert caught.value.filename == str(missing)


@pytest.mark.parametrize("argument", ["every", "threads"])
def test_verify_refuses_what_is_not_positive(argument: str, folder: Path) -> None:
    with pytest.raises(ValueError, match=f"{argument} 0"):
        list(verify(folder, **{argument: 0}))  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match=r"name \"table\""):
        list(verify(folder, ["table"]))


def test_statistics_count_every_position() -> None:
    # 45 * 44 / 2 places for one side's two stones, and those of the rest for the other's.
    found = TABLES.statistics("5x9-2v2.wdl")
    assert found.won + found.drawn + found.lost == 990 * 903
    assert found.example is not None
    assert TABLES.probe_dtc(found.example) == found.farthest


def test_digests_are_those_of_the_list(folder: Path) -> None:
    tables = Tablebase(folder)
    lines = (folder / "manifest.sha256").read_text().splitlines()
    assert lines == [f"{tables.digest(name).hex()}  {name}" for name in tables.names]
    with pytest.raises(MissingTableError, match="5x9-1v1"):
        tables.digest("5x9-1v1.wdl")
    with pytest.raises(ValueError, match="name"):
        tables.digest("../3x3-1v1.wdl")


FORGED = """
import resource, sys
from fanorona.tablebase import Tablebase
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
for call in (lambda: tables.load("tsivy"), lambda: tables.statistics("5x9-8v37.wdl", threads=1)):
    tables = Tablebase(sys.argv[1])
    try:
        call()
    except OSError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded in other ways there")
def test_a_small_file_that_asks_for_too_much_memory_is_refused(tmp_path: Path) -> None:
    # Nearly as many sets of eight points as places, each with eight bytes beside its two bits.
    path = forge(tmp_path, 8, 37)
    assert path.stat().st_size < 1000
    arguments = [sys.executable, "-c", FORGED, str(tmp_path)]
    run = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=60)
    assert (run.stdout, run.returncode) == (f"{path}: out of memory\n" * 2, 0), run.stderr


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing"):
        Tablebase(tmp_path / "missing")
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="file"):
        Tablebase(tmp_path / "file")
    (tmp_path / "manifest.sha256").write_text("nonsense\n")
    with pytest.raises(DamagedTableError, match="line 1"):
        Tablebase(tmp_path)
