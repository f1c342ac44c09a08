"""The same results on one thread, several threads, several processes and a cluster."""

from __future__ import annotations

import io
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from cluster import cluster, killed_in_mid_run
from fanorona import executors, record, report, selfplay
from fanorona.annotation import Analyst
from fanorona.arena import Match, parse_player, play_match
from fanorona.arena.workers import workers
from fanorona.cli import main
from fanorona.engine import Limit
from fanorona.executors import dask_executor, in_order, scheduler_address
from fanorona.solve import first_turns
from fanorona.tablebase import build
from strategies import DATA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class LaterFirst(Executor):
    """Runs what was submitted in reverse order, when a result is asked for."""

    def __init__(self) -> None:
        self.submitted: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.sizes: list[int] = []

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:  # noqa: ANN401
        later = self

        class Waiting(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:  # noqa: ANN401
                while later.submitted and not self.done():
                    future, run = later.submitted.pop()
                    if future.set_running_or_notify_cancel():
                        future.set_result(run())
                return super().result(timeout)

        future = Waiting()
        self.sizes.append(len(arguments[0]))
        self.submitted.append((future, lambda: function(*arguments, **keywords)))
        return future


@given(st.lists(st.integers(), max_size=2000))
def test_results_are_in_order_whatever_is_done_first(tasks: list[int]) -> None:
    assert list(in_order(str, tasks, LaterFirst())) == list(map(str, tasks))


def test_short_tasks_are_put_together_and_long_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(10**9))
    monkeypatch.setattr("fanorona.executors.time.perf_counter", lambda: next(clock) * 1e-6)
    executor = LaterFirst()
    assert list(in_order(abs, range(50_000), executor)) == list(range(50_000))
    assert max(executor.sizes) == executors.MOST_TASKS
    clock = iter(range(10**9))
    monkeypatch.setattr("fanorona.executors.time.perf_counter", lambda: next(clock))
    executor = LaterFirst()
    list(in_order(abs, range(1000), executor))
    assert set(executor.sizes) == {1}


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(10**9):
            taken += 1
            yield number

    executor = LaterFirst()
    with closing(in_order(abs, tasks(), executor)) as results:
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        waiting = [future for future, _ in executor.submitted]
    assert taken < executors.CHUNKS_AHEAD + 10 * executors.MOST_TASKS
    assert all(future.cancelled() for future in waiting)


class AtOnce(Executor):
    """Has done what was submitted before it can be asked for."""

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:  # noqa: ANN401
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **keywords))
        return future


def test_what_is_done_does_not_wait_for_further_tasks() -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(1, 1000):
            taken += 1
            yield number

    for result in in_order(abs, tasks(), AtOnce()):
        if result < 20:
            assert taken < 2 * result + 1, "tasks that may take long to come were asked for first"


def test_an_error_comes_behind_the_results_before_it() -> None:
    for executor in (None, LaterFirst()):
        results = in_order(lambda number: 12 // number, [3, 2, 0, 1], executor)
        assert [next(results), next(results)] == [4, 6]
        with pytest.raises(ZeroDivisionError):
            next(results)


def test_an_error_of_the_tasks_comes_behind_the_results_before_it() -> None:
    def tasks() -> Iterator[int]:
        yield from range(7)
        raise OSError

    for executor in (None, AtOnce(), LaterFirst()):
        results = in_order(abs, tasks(), executor)
        assert [next(results) for _ in range(7)] == list(range(7))
        with pytest.raises(OSError):  # noqa: PT011  # there is only one
            next(results)


PLAYERS = parse_player("nodes=60"), parse_player("nodes=120"), parse_player("level=2")
MATCH = Match(players=PLAYERS, games=6, variant=fn.DIMY, seed=5)


def work(folder: Path, executor: Executor | None) -> dict[str, bytes]:
    """All that takes an executor, done once: what it has written."""
    folder.mkdir()
    play_match(MATCH, log=folder / "match.jsonl", executor=executor)
    selfplay.write(folder / "self.samples", "dimy", games=90, nodes=60, seed=4, executor=executor)
    with (DATA / "games" / "dimy-standard.pgn").open(encoding="utf-8") as stream:
        games = [game for game in record.games(stream) if isinstance(game, record.Game)]
    analyst = Analyst(limit=Limit(nodes=80), hash_mb=1)
    analyses = [
        [(turn.ply, turn.best.pv, turn.best.nodes, turn.score, turn.loss) for turn in turns]
        for turns in analyst.annotate(games, executor=executor)
    ]
    (folder / "analyses").write_text(repr(analyses))
    numbered = enumerate(games, 1)
    report.write(folder / "report", numbered, analyst, form=report.Form.RECORD, executor=executor)
    turns = [
        (turn.move, turn.solution.result, turn.solution.nodes)
        for turn in first_turns(fn.Position("3x5"), executor=executor, memory_mb=16)
    ]
    (folder / "turns").write_text(repr(turns))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return work(tmp_path_factory.mktemp("alone") / "work", None)


def test_threads_give_the_same_bytes(tmp_path: Path, alone: dict[str, bytes]) -> None:
    assert set(alone) == {"match.jsonl", "self.samples", "analyses", "report", "turns"}
    with ThreadPoolExecutor(3) as threads:
        assert work(tmp_path / "work", threads) == alone


@pytest.mark.deep
def test_processes_give_the_same_bytes(tmp_path: Path, alone: dict[str, bytes]) -> None:
    with workers(2) as processes:
        assert work(tmp_path / "work", processes) == alone


@pytest.mark.deep
@pytest.mark.filterwarnings("default")  # Dask's own
def test_a_cluster_gives_the_same_bytes(tmp_path: Path, alone: dict[str, bytes]) -> None:
    with cluster(tmp_path) as machines, dask_executor(machines.address) as executor:
        assert work(tmp_path / "work", executor) == alone


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_nothing_is_lost_with_a_worker_killed_in_self_play(tmp_path: Path) -> None:
    path, other = tmp_path / "a.samples", tmp_path / "b.samples"
    part = tmp_path / "a.samples.part"
    selfplay.write(other, "dimy", games=1500, nodes=150, seed=8)
    with killed_in_mid_run(tmp_path, lambda: part.exists() and part.stat().st_size > 5000) as dask:
        selfplay.write(path, "dimy", games=1500, nodes=150, seed=8, executor=dask)
    assert path.read_bytes() == other.read_bytes()
    assert not part.exists()


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_nothing_is_lost_with_a_worker_killed_in_a_match(tmp_path: Path) -> None:
    match = Match(players=PLAYERS[:2], games=200, variant=fn.DIMY, seed=5)
    log, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    play_match(match, log=other)
    with killed_in_mid_run(tmp_path, lambda: log.exists() and log.stat().st_size > 5000) as dask:
        play_match(match, log=log, executor=dask)
    assert log.read_bytes() == other.read_bytes()


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_commands_work_on_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(DATA / "games" / "telo-standard.pgn")
    commands: dict[str, list[str]] = {
        "match": ["match", "nodes=50", "nodes=90", "--games", "4", "--variant", "telo"],
        "analyse": ["analyse", source, "--nodes", "50", "--record"],
        "report": ["analyse", source, "--nodes", "50", "--json"],
        "selfplay": ["selfplay", "--variant", "telo", "--games", "50", "--nodes", "40"],
    }
    with cluster(tmp_path) as machines:
        for name, words in commands.items():
            printed = []
            for number, more in enumerate(([], ["--scheduler", machines.address])):
                output = tmp_path / f"{name}{number}"
                target = ["-o", str(output)] if name in {"selfplay", "report"} else []
                assert main([*words, *target, *more]) == 0
                written = output.read_bytes() if target else capsys.readouterr().out
                printed.append(written)
            assert printed[0] == printed[1]
            assert len(printed[0]) > 100


@pytest.mark.deep
@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    import dask  # noqa: PLC0415

    words = ["selfplay", "-o", "x", "--scheduler", "tcp://127.0.0.1:1"]
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        assert main(words) == 1
    assert "127.0.0.1:1" in capsys.readouterr().err
    assert not Path("x.part").exists()


@pytest.mark.parametrize(
    "address",
    ["", "x", "tcp://", "tcp://a", "tcp://a:b", "tcp://a:0", "tcp://a:65536", "a:1 ", "http://a:1"],
)
def test_what_is_no_address_is_wrong_usage(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["selfplay", "-o", "x", "--scheduler", address])
    assert f"scheduler {address!r}: expected an address" in capsys.readouterr().err
    with pytest.raises(ValueError, match="expected an address"), dask_executor(address):
        pass


@pytest.mark.parametrize("address", ["tcp://a:1", "tls://[::1]:65535", "a-b.c:8786", "inproc://x"])
def test_addresses(address: str) -> None:
    assert scheduler_address(address) == address


def test_no_machine_has_so_many_processes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["selfplay", "-o", "x", "--jobs", "99999999999"])
    assert "'99999999999' is not a whole number from 1 to 1024" in capsys.readouterr().err


def played(path: Path, *, stop_after: int | None = None, executor: Executor | None = None) -> None:
    def stop(done: int, total: int) -> None:
        assert done <= total == 130
        if stop_after is not None and done >= stop_after:
            raise KeyboardInterrupt

    selfplay.write(path, "telo", games=130, nodes=30, seed=2, executor=executor, on_progress=stop)


def test_self_play_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "path"
    part = tmp_path / "path.part"
    played(whole)
    with pytest.raises(KeyboardInterrupt):
        played(path, stop_after=40)
    # A piece that was cut off, one that was damaged, and what power failures leave.
    kept = part.read_bytes()
    assert not path.exists()
    tails = (b"\1\2\3", bytes(12), bytes(4096), b"\xff" * 4096)
    for cut in (kept[:-7], kept[:-7] + bytes(7), *(kept + tail for tail in tails), kept):
        part.write_bytes(cut)
        played(path)
        assert path.read_bytes() == whole.read_bytes()
        assert not part.exists()
    part.write_bytes(kept)
    with pytest.raises(ValueError, match=r"path\.part: the journal of other work"):
        selfplay.write(path, "telo", games=131, nodes=30, seed=2)
    assert part.read_bytes() == kept


def test_no_journal_is_left_where_nothing_can_be_played(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="seed -1: expected 0 to"):
        selfplay.write(tmp_path / "x", "telo", games=5, seed=-1)
    with pytest.raises(ValueError, match="nodes 0"):
        selfplay.write(tmp_path / "x", "telo", games=5, nodes=0)
    with pytest.raises(ValueError, match="games 0"):
        selfplay.write(tmp_path / "x", "telo", games=0)
    with pytest.raises(ValueError, match="4x4"):
        selfplay.write(tmp_path / "x", "4x4", games=5)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="not a regular file"):
        selfplay.write(folder, "telo", games=5)
    assert list(tmp_path.iterdir()) == [folder]


def test_a_journal_is_written_by_one_at_a_time(tmp_path: Path) -> None:
    from fanorona.journal import Journal  # noqa: PLC0415

    path = tmp_path / "work.part"
    with Journal(path, {"a": 1}), pytest.raises(ValueError, match="another process"):
        Journal(path, {"a": 1})


def test_annotating_on_threads_keeps_each_record_its_turns() -> None:
    text = "1. d3-e3A c3-d3A *\n\n1. f2-e3A *\n\n*\n"
    games = [game for game in record.games(io.StringIO(text)) if isinstance(game, record.Game)]
    assert len(games) == 3
    analyst = Analyst(limit=Limit(nodes=20), hash_mb=1)
    with ThreadPoolExecutor(2) as threads:
        found = list(analyst.annotate(games, executor=threads))
    for game, turns in zip(games, found, strict=True):
        assert [turn.node for turn in turns] == list(game.mainline())
        assert [turn.move for turn in turns] == [node.move for node in game.mainline()]


@pytest.mark.parametrize(
    "work",
    [
        lambda folder, executor: play_match(MATCH, log=folder / "log.jsonl", executor=executor),
        lambda folder, executor: selfplay.write(
            folder / "self.samples", "telo", games=1, executor=executor
        ),
        lambda _, executor: selfplay.sample_games("telo", count=1, executor=executor),
        lambda _, executor: list(Analyst(limit=Limit(depth=1)).annotate([], executor=executor)),
        lambda folder, executor: report.write(
            folder / "report", [], Analyst(limit=Limit(depth=1)), executor=executor
        ),
        lambda _, executor: list(first_turns(fn.Position("telo"), executor=executor)),
        lambda folder, executor: build(
            folder / "tables", variant="telo", stones=2, executor=executor
        ),
    ],
    ids=["match", "samples", "sample_games", "annotate", "report", "first_turns", "build"],
)
@pytest.mark.parametrize("executor", [3, Executor])
def test_what_is_no_executor_is_refused_before_anything_is_written(
    work: Callable[[Path, object], object], executor: object, tmp_path: Path
) -> None:
    with pytest.raises(TypeError, match=r"^executor: expected an Executor of concurrent.futures"):
        work(tmp_path, executor)
    assert list(tmp_path.iterdir()) == []
