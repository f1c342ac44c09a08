from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import fanorona as fn
from fanorona import solve
from fanorona.cli.results import Results, Row
from fanorona.engine import Engine, Limit
from fanorona.journal import Journal
from fanorona.tablebase import build, open_tablebase

if TYPE_CHECKING:
    from pathlib import Path

VALUES = {"telo": "white wins", "3x5": "white wins", "5x3": "white wins", "3x7": "white wins"}


def run(*words: str | int | Path, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fanorona", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(("variant", "value"), VALUES.items())
def test_a_board_is_solved_and_its_proof_checked(variant: str, value: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    found = run("solve", "--variant", variant, "--memory-mb", 16, "--certificate", proof)
    assert (found.returncode, found.stdout.splitlines()[-1]) == (0, f"result: {value}")
    checked = run("solve", "verify", proof)
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, f"result: {value}")
    as_json = run("solve", "verify", proof, "--json")
    assert json.loads(as_json.stdout)["valid"] is True
    assert solve.verify(proof).result == value


def test_dimy_is_a_draw() -> None:
    seen: list[solve.Progress] = []
    solution = solve.solve(fn.Position("dimy"), memory_mb=16, progress=seen.append)
    assert solution.result == "draw"
    assert (solution.white_wins, solution.black_wins) == (False, False)
    assert solution.certificate is not None
    assert solve.verify(solution.certificate) is solution.certificate
    assert all(progress.attacker in {fn.WHITE, fn.BLACK} for progress in seen)


def test_a_changed_proof_is_refused(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    solve.solve(fn.Position("3x5"), memory_mb=1, certificate=proof)
    data = bytearray(proof.read_bytes())
    data[100] ^= 1
    proof.write_bytes(data)
    checked = run("solve", "verify", proof)
    assert checked.returncode == 1
    assert "refused: " in checked.stderr
    assert "the digest differs" in checked.stderr
    assert json.loads(run("solve", "verify", proof, "--json").stdout)["valid"] is False
    with pytest.raises(solve.CertificateError, match="digest"):
        solve.Certificate(proof)


def test_wrong_usage_has_status_2(tmp_path: Path) -> None:
    assert run("solve", "verify").returncode == 2
    assert run("solve", "--variant", "4x4").returncode == 2
    assert run("solve", "--fen", "nonsense").returncode == 2
    assert run("solve", "verify", tmp_path / "missing").returncode == 1


def test_an_answer_that_was_not_found_is_unknown() -> None:
    found = run("solve", "--variant", "dimy", "--nodes", 100, "--memory-mb", 1)
    assert (found.returncode, found.stdout.splitlines()[-1]) == (1, "result: unknown")


def test_tables_that_the_package_lacks_are_built_for_the_check(tmp_path: Path) -> None:
    build(tmp_path, variant="3x5", stones=4)
    proof = tmp_path / "proof"
    with open_tablebase(tmp_path) as tables:
        solution = solve.solve(fn.Position("3x5"), tables=tables, memory_mb=1, certificate=proof)
        assert solution.certificate is not None
        assert solution.certificate.largest_table == 4
        solve.verify(proof, tables=tables)
    assert solve.verify(proof).result == "white wins"
    empty = tmp_path / "empty"
    empty.mkdir()
    refused = run("solve", "verify", proof, "--tables", empty)
    assert refused.returncode == 1
    assert "table 1v1" in refused.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"memory_mb": 0}, "memory_mb"),
        ({"nodes": 0}, "nodes 0"),
        ({"interval": 0.0}, "interval 0.0"),
        ({"interval": float("nan")}, "interval nan"),
    ],
)
def test_arguments_out_of_range_are_named(change: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve.solve(fn.Position("telo"), **change)  # type: ignore[arg-type]  # wrong on purpose


def test_more_memory_than_there_is_is_an_error() -> None:
    with pytest.raises(MemoryError, match="memory of 1099511627776 MB"):
        solve.solve(fn.Position("telo"), memory_mb=2**40)


def test_other_rules_and_chains_are_refused() -> None:
    with pytest.raises(ValueError, match="rules alquerque"):
        solve.solve(fn.Position("dimy", "alquerque"))
    chain = fn.Position.from_fen("3b5/9/2w1b4/9/9 w").play_step
    step = fn.Position.from_fen("3b5/9/2w1b4/9/9 w").legal_steps()[0]
    with pytest.raises(ValueError, match="chain"):
        solve.solve(chain(step), memory_mb=1)


def test_a_file_that_cannot_be_written_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    for option in ("--certificate", "--checkpoint"):
        failed = run("solve", "--variant", "3x5", "--memory-mb", 1, option, file / "x")
        assert failed.returncode == 1
        assert "Not a directory" in failed.stderr
        assert "Traceback" not in failed.stderr
    assert file.read_text() == "kept"


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    for option in ("--certificate", "--checkpoint"):
        words = ["solve", "--variant", "3x5", "--memory-mb", 1, option, tmp_path / "x"]
        failed = run(*map(str, words), preexec_fn=little_room)
        assert failed.returncode == 1
        assert "File too large" in failed.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_killed_search_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    words = ["solve", "--variant", "5x7", "--memory-mb", "16", "--checkpoint", str(checkpoint)]
    command = [sys.executable, "-m", "fanorona", *words, "--interval", "0.2"]
    size = 0
    for _ in range(2):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as search:
            while not checkpoint.exists() or checkpoint.stat().st_size <= size:
                assert search.poll() is None
                time.sleep(0.05)
            os.kill(search.pid, signal.SIGKILL)
        size = checkpoint.stat().st_size
    nodes = run(*words, "--nodes", 1, "--json")
    assert json.loads(nodes.stdout)["nodes"] > 1000


def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    words = ["solve", "--variant", "5x7", "--memory-mb", "16", "--checkpoint", str(checkpoint)]
    command = [sys.executable, "-m", "fanorona", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as search:
        while not checkpoint.exists():
            assert search.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        search.send_signal(signal.SIGINT)
        assert search.wait(timeout=20) == 130
    assert checkpoint.stat().st_size > 10_000


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    solve.solve(fn.Position("telo"), memory_mb=1, checkpoint=checkpoint)
    with pytest.raises(ValueError, match="another position"):
        solve.solve(fn.Position("3x5"), memory_mb=1, checkpoint=checkpoint)
    checkpoint.write_bytes(checkpoint.read_bytes()[:-1])
    with pytest.raises(ValueError, match="truncated"):
        solve.solve(fn.Position("telo"), memory_mb=1, checkpoint=checkpoint)


@pytest.mark.parametrize("variant", ["3x5", "3x7", "dimy"])
def test_the_engine_plays_what_is_proved(variant: str) -> None:
    solution = solve.solve(fn.Position(variant), memory_mb=16)
    proof = solution.certificate
    assert proof is not None
    prover = Engine(certificate=proof)
    other = Engine(hash_mb=1)
    winner = fn.WHITE if solution.result == "white wins" else None
    for proven in (fn.WHITE, fn.BLACK) if winner is None else (winner,):
        board = fn.Board(variant)
        while board.outcome() is None and len(board.move_stack) < 100:
            engine = prover if board.turn is proven else other
            move = engine.play(board, Limit(nodes=2000)).move
            assert move is not None
            board.push(move)
        outcome = board.outcome()
        assert outcome is None or outcome.winner in {None, proven}
        if winner is not None:
            assert outcome is not None
            assert outcome.winner is winner


def test_a_page_of_results(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    words = ["--variant", "telo", "--variant", "3x5", "--memory-mb", "1"]
    found = run("solve", "results", *words, "--output", page)
    assert found.returncode == 0, found.stderr
    text = page.read_text(encoding="utf-8")
    assert "| 3×3 (telo) | white wins |" in text
    assert "## First turns of 3×5" in text
    for turn in fn.Position("3x5").legal_moves():
        assert f"| `{turn}` | " in text


def test_tables_are_counted_in_the_page(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    found = run("solve", "results", "--variant", "telo", "--memory-mb", "1", "--output", page)
    assert found.returncode == 0, found.stderr
    text = page.read_text(encoding="utf-8")
    assert "| 2 | 72 | 88.89 % | 0.00 % | 11.11 % | 44.44 % |" in text
    # Each point is empty or one of two colours, and both colours are there.
    assert f"| 2 to 9 | {3**9 - 2 * 2**9 + 1:,} |" in text


def test_the_ending_of_the_legend_is_counted_where_its_tables_are(tmp_path: Path) -> None:
    rows: list[Row] = [
        {"table": name, "won": won, "drawn": 1, "lost": 0, "with_capture": 0}
        for name, won in (("5x9-3v5.wdl", 3), ("5x9-5v3.wdl", 9))
    ]
    with Journal(tmp_path / "part", {}) as journal:
        results = Results(tmp_path / "page", journal)
        for row in rows:
            results.add(row)
    text = (tmp_path / "page").read_text(encoding="utf-8")
    assert "telo noho dimy" in text.lower()
    assert "| three to move | 4 | 75.00 % | 25.00 % | 0.00 % | 0.00 % |" in text
    assert "| five to move | 10 | 90.00 % | 10.00 % | 0.00 % | 0.00 % |" in text
    assert "Tables of" not in text


def test_a_page_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    page, part = tmp_path / "results.md", tmp_path / "results.md.part"
    words = ["--variant", "3x5", "--variant", "5x7", "--nodes", "3000", "--memory-mb", "4"]
    command = [sys.executable, "-m", "fanorona", "solve", "results", *words, "--output", str(page)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not page.exists() or "First turns of 3×5" not in page.read_text(encoding="utf-8"):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.kill()
    assert part.exists()
    kept = page.read_text(encoding="utf-8").splitlines()
    assert run("solve", "results", *words[:-1], "5", "--output", page).returncode == 1
    assert not part.exists()
    text = page.read_text(encoding="utf-8")
    # With its nodes and its time, so nothing was searched again.
    assert all(line in text for line in kept)
    assert "## First turns of 5×7" in text


def test_a_page_is_written_also_where_only_the_page_is_left(tmp_path: Path) -> None:
    page, part = tmp_path / "results.md", tmp_path / "results.md.part"
    empty = tmp_path / "empty"
    empty.mkdir()
    row = {
        "board": "telo",
        "result": "white wins",
        "white_wins": True,
        "nodes": 7,
        "seconds": 0.1,
        "entries": None,
        "largest_table": None,
        "numbers": None,
    }
    turns = [None, *map(str, fn.Position("telo", "theory").legal_moves())]
    with Journal(part, {"format": "fanorona-results 2", "boards": ["telo"]}) as journal:
        for turn in turns:
            journal.add(json.dumps({**row, "turn": turn}).encode())
    found = run("solve", "results", "--variant", "telo", "--tables", empty, "--output", page)
    assert found.returncode == 0, found.stderr
    text = page.read_text(encoding="utf-8")
    assert all(f"| `{turn}` | won | 7 |" in text for turn in turns[1:])
    assert not part.exists()


def test_a_page_of_other_boards_is_not_gone_on_with(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    (tmp_path / "results.md.part").write_bytes(b'{"format":"fanorona-results 2"}\n')
    found = run("solve", "results", "--variant", "telo", "--output", page)
    assert found.returncode == 1
    assert "the journal of other work" in found.stderr


def values_of_first_turns(variant: str) -> list[str | None]:
    start = fn.Position(variant)
    solver = solve.Solver(variant, memory_mb=16)
    afters = [start.play(move) for move in start.legal_moves()]
    return [solver.solve(after, proof=False).result for after in afters]


@pytest.mark.parametrize(("variant", "value"), VALUES.items())
def test_the_value_of_a_board_is_that_of_its_best_first_turn(variant: str, value: str) -> None:
    results = values_of_first_turns(variant)
    assert None not in results
    assert value in results


def test_no_first_turn_of_dimy_wins_and_one_draws() -> None:
    assert "draw" in values_of_first_turns("dimy")
    assert "white wins" not in values_of_first_turns("dimy")


def test_an_unsolved_board_is_in_the_page_with_its_numbers(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    found = run("solve", "results", "--variant", "5x7", "--nodes", 20000, "--output", page)
    assert found.returncode == 1
    assert "| 5×7 | not solved: " in page.read_text(encoding="utf-8")


def test_no_pipe_is_waited_for_or_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    start = fn.Position("telo")
    for refused in (
        lambda: solve.solve(start, memory_mb=1, checkpoint=pipe),
        lambda: solve.solve(start, memory_mb=1, certificate=pipe),
        lambda: solve.Certificate(pipe),
        lambda: proof_of(start).write(pipe),
    ):
        with pytest.raises(
            (OSError, ValueError), match=r"pipe.*not a regular file|not a regular file.*pipe"
        ):
            refused()
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def proof_of(position: fn.Position) -> solve.Certificate:
    found = solve.solve(position, memory_mb=1).certificate
    assert found is not None
    return found


def test_a_link_is_followed_and_what_a_killed_process_left_is_replaced(tmp_path: Path) -> None:
    real, link, other = tmp_path / "real", tmp_path / "link", tmp_path / "other"
    real.write_text("old")
    link.symlink_to(real)
    other.write_text("precious")
    (tmp_path / "real.part").symlink_to(other)
    proof_of(fn.Position("telo")).write(link)
    assert link.is_symlink()
    assert solve.verify(real).result == "white wins"
    assert other.read_text() == "precious"
    assert not (tmp_path / "real.part").exists()


def test_a_proof_that_could_not_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("none/proof", "file/proof"):
        seen: list[solve.Progress] = []
        with pytest.raises(OSError, match="proof"):
            # Without an end, were it begun.
            solve.solve(fn.Position(), certificate=tmp_path / name, progress=seen.append)
        assert not seen


@pytest.mark.parametrize("memory_mb", [0, -1])
def test_memory_is_named_with_its_value(memory_mb: int) -> None:
    with pytest.raises(ValueError, match=f"memory_mb {memory_mb}: expected at least 1"):
        solve.Solver("telo", memory_mb=memory_mb)


@pytest.mark.parametrize("wrong", [3, "tables", True])
def test_tables_of_another_type_are_refused(wrong: Any) -> None:  # noqa: ANN401  # of another type
    position = fn.Position("3x5")
    certificate = solve.solve(position, memory_mb=1).certificate
    assert certificate is not None
    said = f"^tables: expected a Tablebase, not {type(wrong).__name__}$"
    for ask in (
        lambda: solve.solve(position, tables=wrong),
        lambda: certificate.check(tables=wrong),
        lambda: certificate.turn(position, tables=wrong),
        lambda: list(solve.first_turns(position, tables=wrong)),
    ):
        with pytest.raises(TypeError, match=said):
            ask()
