"""Reports on records: the same bytes however often the work was stopped, and where it was done."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import fanorona as fn
from fanorona import record, report
from fanorona.annotation import Analyst
from fanorona.arena import Match, parse_player, play_match
from fanorona.cli import main
from fanorona.engine import Limit
from fanorona.journal import Journal
from fanorona.report import Form, write
from strategies import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fanorona.annotation import TurnAnalysis

ANALYST = Analyst(limit=Limit(nodes=60), hash_mb=1)
WORDS = ["--nodes", "60", "--hash", "1"]
"""The same for the command line."""


def played(count: int, variant: str = "telo") -> Iterator[tuple[int, record.Game]]:
    """Random games with their numbers."""
    for number in range(1, count + 1):
        rng = random.Random(number)
        board = fn.Board(variant)
        while moves := sorted(board.legal_moves):
            board.push(rng.choice(moves))
        yield number, record.Game.from_board(board, {"Round": str(number)})


def write_records(path: Path, count: int, variant: str = "telo") -> Path:
    text = "\n".join(game.to_text() for _, game in played(count, variant))
    path.write_text(text, encoding="utf-8")
    return path


class Counting:
    """Counts how often each record is analysed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rounds: Counter[str] = Counter()
        turns = Analyst.turns

        def counted(analyst: Analyst, game: record.Game) -> Iterator[TurnAnalysis]:
            self.rounds[game.headers["Round"]] += 1
            return turns(analyst, game)

        monkeypatch.setattr(Analyst, "turns", counted)


def stopped(path: Path, count: int, after: int, form: Form = Form.TEXT) -> None:
    """Has a report written and stops it."""

    def stop(done: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(path, played(count), ANALYST, form=form, on_progress=stop)
    assert not path.exists()


@pytest.mark.parametrize("form", Form)
def test_a_report_goes_on_where_it_was_stopped(
    form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole", tmp_path / "path"
    write(whole, played(12), ANALYST, form=form)
    counting = Counting(monkeypatch)
    stopped(path, 12, 3, form)
    stopped(path, 12, 7, form)
    done: list[int] = []
    with ThreadPoolExecutor(2) as threads:
        write(path, played(12), ANALYST, form=form, executor=threads, on_progress=done.append)
    assert path.read_bytes() == whole.read_bytes()
    assert done == [8, 9, 10, 11, 12]
    assert counting.rounds == {str(number): 1 for number in range(1, 13)}
    assert sorted(tmp_path.iterdir()) == [path, whole]


def test_what_was_cut_off_or_damaged_is_done_again(tmp_path: Path) -> None:
    whole, path, part = tmp_path / "whole", tmp_path / "path", tmp_path / "path.part"
    write(whole, played(5), ANALYST)
    stopped(path, 5, 3)
    kept = part.read_bytes()
    tails = (b"\1\2\3", bytes(12), bytes(4096))
    cuts = (kept[:-7], kept[:-7] + bytes(7), kept[:9], b"", *(kept + tail for tail in tails), kept)
    for cut in cuts:
        part.write_bytes(cut)
        write(path, played(5), ANALYST)
        assert path.read_bytes() == whole.read_bytes()
        assert not part.exists()


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (["--nodes", "61", "--hash", "1"], "nodes 60, not 61"),
        (["--depth", "3", "--hash", "1"], "depth null, not 3; nodes 60, not null"),
        (["--nodes", "60"], "hash_mb 1, not 64"),
        ([*WORDS, "--threads", "2"], "threads 1, not 2"),
        ([*WORDS, "--tables", "none"], 'tables "shipped", not null'),
        ([*WORDS, "--json"], 'form "text", not "json"'),
    ],
)
def test_a_journal_of_other_settings_is_refused(
    words: list[str], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, part = tmp_path / "path", tmp_path / "path.part"
    source = str(write_records(tmp_path / "games.pgn", 4))
    stopped(path, 4, 2)
    kept = part.read_bytes()
    assert main(["analyse", source, *words, "-o", str(path)]) == 1
    told = f"error: {part}: the journal of other work: {difference}\n"
    assert capsys.readouterr().err.startswith(told)
    assert part.read_bytes() == kept
    assert not path.exists()
    assert main(["analyse", source, *WORDS, "-o", str(path)]) == 0


def test_a_journal_of_other_records_is_refused(tmp_path: Path) -> None:
    path, part, whole = tmp_path / "path", tmp_path / "path.part", tmp_path / "whole"
    stopped(path, 6, 3)
    kept = part.read_bytes()
    first, second, third = played(3)
    for records, difference in (
        ([first, third, second], "record 3 was another"),
        ([first, (3, second[1]), third], "record 3 was another"),
        ([first, second], "3 records, not 2"),
        ([], "3 records, not 0"),
    ):
        with pytest.raises(ValueError, match=rf"path\.part: the journal of.*: {difference}"):
            write(path, records, ANALYST)
        assert part.read_bytes() == kept
    # More may have come meanwhile.
    write(path, played(8), ANALYST)
    write(whole, played(8), ANALYST)
    assert path.read_bytes() == whole.read_bytes()


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    part = tmp_path / "path.part"
    for content in (b"a letter\n", b"[1]\n", b'{"a": 1}', b"[" * 99_999, bytes(99), b"\xff\n"):
        part.write_bytes(content)
        with pytest.raises(ValueError, match=r"path\.part: no journal$"):
            write(tmp_path / "path", played(1), ANALYST)
        assert part.read_bytes() == content


def test_nothing_is_left_where_nothing_can_be_done(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="hash_mb 0"):
        write(tmp_path / "path", played(1), Analyst(limit=Limit(nodes=1), hash_mb=0))
    with pytest.raises(ValueError, match="form 'xml': expected text, json or record"):
        write(tmp_path / "path", played(1), ANALYST, form="xml")
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "folder" / "path", played(1), ANALYST)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="not a regular file"):
        write(folder, played(1), ANALYST)
    assert list(tmp_path.iterdir()) == [folder]
    write(tmp_path / "path", [], ANALYST)
    assert (tmp_path / "path").read_bytes() == b""


def test_only_one_is_at_a_report(tmp_path: Path) -> None:
    def again(_: int) -> None:
        with pytest.raises(ValueError, match="another process is at this work"):
            write(tmp_path / "path", played(2), ANALYST)

    write(tmp_path / "path", played(2), ANALYST, on_progress=again)


@pytest.mark.parametrize("flags", [[], ["--json"], ["--record"]], ids=str)
def test_a_file_has_what_is_printed_without_it(
    flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, path = tmp_path / "games.pgn", tmp_path / "path"
    source.write_text(
        (DATA / "games" / "features.pgn").read_text(encoding="utf-8")
        + '\n[Variant "telo"]\n\n1. a1-a2 *\n\n[Variant "telo"]\n\n1. b1-b2A *\n',
        encoding="utf-8",
    )
    words = ["analyse", str(source), *WORDS, *flags]
    assert main(words) == 1
    printed = capsys.readouterr()
    assert main([*words, "--output", str(path)]) == 1
    written = capsys.readouterr()
    assert path.read_text(encoding="utf-8") == printed.out
    assert written.out == ""
    assert written.err == printed.err
    assert written.err.startswith("error: ")
    if flags == ["--json"]:
        lines = list(map(json.loads, printed.out.splitlines()))
        with source.open(encoding="utf-8") as stream:
            games = len(list(record.games(stream)))
        assert lines[-1]["game"] == games
        assert games - 1 not in {line["game"] for line in lines}
        assert "time" not in lines[0]["best"]


def run(*words: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "fanorona", "analyse", *map(str, words), *WORDS]
    return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_standard_input_is_read_as_files_are(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 break their game alone, whatever the locale says."""
    source = tmp_path / "latin.pgn"
    source.write_bytes(
        b'[White "Ren\xe9"]\n[Variant "telo"]\n\n1. b1-b2A *\n\n'
        b'[White "Ren\xc3\xa9"]\n[Variant "telo"]\n\n1. b1-b2A *\n'
    )
    named = run(source, "--record")
    assert named.stderr.decode().splitlines() == ["error: line 1: bytes that are not UTF-8"]
    assert 'White "René"' in named.stdout.decode()
    for encoding in ("utf-8:strict", "latin-1", "ascii"):
        # Only the output follows the locale.
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        with source.open("rb") as stream:
            found = run("-", "--json", stdin=stream, env=environment)
        assert (found.returncode, found.stderr) == (1, named.stderr)
        assert {json.loads(line)["game"] for line in found.stdout.splitlines()} == {2}


def test_all_forms_of_records_are_analysed(tmp_path: Path) -> None:
    text, lines = tmp_path / "games.pgn", tmp_path / "games.jsonl"
    text.write_text("\n".join(game.to_text() for _, game in played(2)), encoding="utf-8")
    lines.write_text("".join(f"{game.to_json()}\n" for _, game in played(2)), encoding="utf-8")
    log = tmp_path / "log"
    players = parse_player("depth=1"), parse_player("depth=2")
    play_match(Match(players=players, variant=fn.TELO, games=2), log=log)
    expected = run(text, "--json").stdout
    assert expected
    with lines.open("rb") as stream:
        piped = run("-", "--json", stdin=stream)
    for found in (piped, run(lines, "--json")):
        assert (found.returncode, found.stderr, found.stdout) == (0, b"", expected)
    found = run(log, "--json")
    assert (found.returncode, found.stderr) == (0, b"")
    assert {json.loads(line)["game"] for line in found.stdout.splitlines()} == {1, 2}


def test_a_record_is_analysed_before_the_next_one_comes() -> None:
    command = [sys.executable, "-m", "fanorona", "analyse", "-", *WORDS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watchdog = threading.Timer(30, process.kill)
        watchdog.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1. d3-e3A *\n\n1. f2-e3A *\n")
        process.stdin.flush()
        assert b"d3-e3A" in process.stdout.readline()
        watchdog.cancel()


def test_an_output_needs_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--depth", "1", "-o", str(tmp_path / "path")]) == 2
    assert "--output needs a FILE" in capsys.readouterr().err


def pieces(part: Path) -> int:
    """How many records a journal has that nobody writes."""
    with part.open("rb") as stream:
        work = json.loads(stream.readline())
    with Journal(part, work) as journal:
        return journal.pieces


def kill_when_grown(process: subprocess.Popen[bytes], part: Path, size: int) -> None:
    """Kills a process in the middle of its work, as soon as its journal is larger than this."""
    deadline = time.monotonic() + 60
    while not part.exists() or part.stat().st_size <= size:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.kill()
    assert process.wait() < 0


def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    source = write_records(tmp_path / "games.pgn", 60)
    whole, path, part = tmp_path / "whole", tmp_path / "path", tmp_path / "path.part"
    write(whole, played(60), ANALYST, form=Form.JSON)
    command = [sys.executable, "-m", "fanorona", "analyse", "-", *WORDS, "--json", "-o", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        # It cannot have ended before it is killed, since its input has not.
        assert process.stdin is not None
        process.stdin.write(source.read_bytes())
        process.stdin.flush()
        kill_when_grown(process, part, 5000)
    assert not path.exists()
    kept = pieces(part)
    assert 0 < kept < 60
    done: list[int] = []
    write(path, played(60), ANALYST, form=Form.JSON, on_progress=done.append)
    assert done == list(range(kept + 1, 61))
    assert path.read_bytes() == whole.read_bytes()
    assert not part.exists()


@pytest.mark.deep
def test_a_command_killed_again_and_again_goes_on_with_any_number_of_jobs(tmp_path: Path) -> None:
    source = str(write_records(tmp_path / "games.pgn", 150, "tsivy"))
    whole, path, part = tmp_path / "whole", tmp_path / "path", tmp_path / "path.part"
    words = ["analyse", source, "--nodes", "2000", "--hash", "1", "--record", "-o"]
    assert main([*words, str(whole)]) == 0
    kept = [0]
    for jobs in ("2", "1", "3"):
        command = [sys.executable, "-m", "fanorona", *words, str(path), "--jobs", jobs]
        with subprocess.Popen(command) as process:
            size = part.stat().st_size if part.exists() else 0
            kill_when_grown(process, part, size + whole.stat().st_size // 6)
        assert not path.exists()
        kept.append(pieces(part))
    assert kept == sorted(set(kept))
    assert kept[-1] < 150
    assert main([*words, str(path), "--jobs", "2"]) == 0
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == sorted([Path(source), path, whole])


def test_analyses_come_with_their_records() -> None:
    with ThreadPoolExecutor(2) as threads:
        for executor in (None, threads):
            found = list(report.analyses(played(5), ANALYST, executor))
            assert [number for number, _, _ in found] == [1, 2, 3, 4, 5]
            for _, game, turns in found:
                assert [turn.node for turn in turns] == list(game.mainline())
