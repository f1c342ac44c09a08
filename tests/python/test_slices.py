"""Tables whose pairs are built apart are those that are built together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from cluster import cluster, killed_in_mid_run
from fanorona import Variant
from fanorona.cli import main
from fanorona.files import open_to_go_on
from fanorona.slices import SCRATCH, Slice
from fanorona.tablebase import BusyTablesError, build, open_tablebase, verify

if TYPE_CHECKING:
    from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "build.lock"}


def test_threads_build_the_same_files(tmp_path: Path) -> None:
    whole, apart = tmp_path / "whole", tmp_path / "apart"
    build(whole, variant="3x5", stones=5, distances=True)
    told: dict[str, int] = {}
    with ThreadPoolExecutor(2) as threads:
        build(
            apart,
            variant="3x5",
            stones=5,
            distances=True,
            executor=threads,
            on_table=told.__setitem__,
        )
        assert contents(apart) == contents(whole)
        tables = {name: len(data) for name, data in contents(whole).items() if "v" in name}
        assert told == tables
        # What is there is left, what is missing is made.
        (apart / "3x5-2v3.dtc").unlink()
        told.clear()
        build(
            apart,
            variant="3x5",
            stones=5,
            distances=True,
            executor=threads,
            on_table=told.__setitem__,
        )
    assert set(told) == {f"3x5-{pair}.{kind}" for pair in ("2v3", "3v2") for kind in ("wdl", "dtc")}
    assert contents(apart) == contents(whole)
    assert all(table.is_good for table in verify(apart))


@pytest.mark.parametrize("where", ["here", "apart"])
def test_one_pair_of_the_largest_is_enough(tmp_path: Path, where: str) -> None:
    whole = tmp_path / "whole"
    build(whole, variant="3x5", stones=5)
    with ThreadPoolExecutor(1) as threads:
        executor = threads if where == "apart" else None
        build(tmp_path / "one", variant="3x5", stones=5, fewer=2, executor=executor)
    wanted = contents(whole)
    for name in ("3x5-1v4.wdl", "3x5-4v1.wdl"):
        wanted.pop(name)
    found = contents(tmp_path / "one")
    assert found.keys() == wanted.keys()
    assert all(data == wanted[name] for name, data in found.items() if name.endswith(".wdl"))


@pytest.mark.parametrize("where", ["here", "apart"])
@pytest.mark.parametrize("fewer", [0, 3])
def test_a_pair_that_cannot_be_is_refused(tmp_path: Path, where: str, fewer: int) -> None:
    with ThreadPoolExecutor(1) as threads:
        executor = threads if where == "apart" else None
        with pytest.raises(ValueError, match=f"fewer {fewer}: expected 1 to 2"):
            build(tmp_path / "x", variant="telo", stones=5, fewer=fewer, executor=executor)


def test_wrong_arguments_are_refused_here(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        for keywords, message in (
            ({"stones": 1}, "stones 1"),
            ({"stones": 10}, "stones 10"),
            ({"compression": 99}, "compression 99"),
            ({"memory_mb": -1}, "memory_mb -1"),
        ):
            given = {"stones": 5, **keywords}
            with pytest.raises(ValueError, match=message):
                build(tmp_path / "x", variant="telo", executor=threads, **given)  # type: ignore[arg-type]
    assert not list(tmp_path.glob("x/3x3-1v2*"))


def test_what_a_dead_machine_has_left_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / f"{SCRATCH}old").mkdir()
    (tmp_path / f"{SCRATCH}old" / "3x3-1v2.wdl").write_bytes(b"half")
    with ThreadPoolExecutor(1) as threads:
        build(tmp_path, variant="telo", stones=3, executor=threads)
    assert not list(tmp_path.glob(f"{SCRATCH}*"))
    with open_tablebase(tmp_path) as tables:
        assert tables.most_stones("telo") == 3


def test_names_of_a_slice(tmp_path: Path) -> None:
    def names(stones: int, fewer: int) -> list[str]:
        return Slice(
            folder=tmp_path,
            variant=Variant("telo"),
            stones=stones,
            fewer=fewer,
            distances=False,
            threads=1,
            memory_mb=100,
            compression=9,
        ).names

    assert names(4, 2) == ["3x3-2v2.wdl"]
    assert names(5, 2) == ["3x3-2v3.wdl", "3x3-3v2.wdl"]


@pytest.mark.deep
@pytest.mark.filterwarnings("default")  # Dask's own
def test_a_cluster_builds_the_same_files_with_a_worker_killed(tmp_path: Path) -> None:
    whole, apart = tmp_path / "whole", tmp_path / "apart"
    build(whole, variant="dimy", stones=5)
    half = apart / "5x5-2v2.wdl"
    with killed_in_mid_run(tmp_path, half.exists) as dask:
        build(apart, variant="dimy", stones=5, executor=dask)
    assert contents(apart) == contents(whole)


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_the_command_builds_on_a_cluster(tmp_path: Path) -> None:
    words = ["tables", "build", "--variant", "3x5", "--stones", "4", "--dtc", "--dir"]
    assert main([*words, str(tmp_path / "alone")]) == 0
    with cluster(tmp_path) as machines:
        more = ["--scheduler", machines.address]
        assert main([*words, str(tmp_path / "apart"), *more]) == 0
    assert contents(tmp_path / "apart") == contents(tmp_path / "alone")


def test_a_second_builder_is_refused_and_takes_nothing_away(tmp_path: Path) -> None:
    working = tmp_path / f"{SCRATCH}working"
    working.mkdir()
    held = open_to_go_on(tmp_path / "build.lock", busy="this test")
    with ThreadPoolExecutor(1) as threads, held:
        with pytest.raises(BusyTablesError, match="another process is building tables here"):
            build(tmp_path, variant="telo", stones=3, executor=threads)
        assert working.exists()
        held.close()
        build(tmp_path, variant="telo", stones=3, executor=threads)
    assert not working.exists()
    assert open_tablebase(tmp_path).most_stones("telo") == 3
