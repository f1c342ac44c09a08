"""Logs of matches: the same bytes always."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fanorona as fn
from arena.matches import SMALL, fake, log_of, match_of
from fanorona.arena import (
    Standings,
    iter_match,
    play_match,
    records_of_log,
)
from fanorona.arena.log import config_line, game_line, is_log
from fanorona.arena.workers import workers
from fanorona.record import Game, RecordError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path


@pytest.fixture(scope="module")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return log_of(SMALL, tmp_path_factory.mktemp("match") / "log")


def executors() -> dict[str, Callable[[], AbstractContextManager[Executor | None]]]:
    return {
        "again": nullcontext,
        "threads": lambda: ThreadPoolExecutor(2),
        "processes": lambda: workers(2),
    }


@pytest.mark.parametrize("kind", executors())
def test_logs_are_the_same_everywhere(small_log: bytes, tmp_path: Path, kind: str) -> None:
    with executors()[kind]() as executor:
        assert log_of(SMALL, tmp_path / "log", executor) == small_log


@pytest.mark.deep
def test_longer_logs_are_the_same_everywhere(tmp_path: Path) -> None:
    match = match_of("nodes=500", "level=4", "depth=3", games=40, variant=fn.TSIVY)
    serial = log_of(match, tmp_path / "serial")
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert log_of(match, tmp_path / "processes", executor) == serial
    with ThreadPoolExecutor(3) as executor:
        assert log_of(match, tmp_path / "threads", executor) == serial


def test_levels_give_the_same_log(tmp_path: Path) -> None:
    match = match_of("level=1", "level=2", games=4)
    assert log_of(match, tmp_path / "a") == log_of(match, tmp_path / "b")


def test_logged_games_can_be_replayed(small_log: bytes) -> None:
    header, *games = map(json.loads, small_log.splitlines())
    assert header["players"][2]["player"] == fake("first_turn")
    assert [game["game"] for game in games] == list(range(18))
    for game in games:
        board = fn.Board(header["variant"], header["rules"])
        for move in game["moves"]:
            board.push(move)
        outcome = board.outcome()
        assert outcome is not None
        assert (outcome.result(), outcome.termination.name.lower()) == (
            game["result"],
            game["end"],
        )


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_cut_logs_are_continued(small_log: bytes, tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "log"
    path.write_bytes(small_log[: data.draw(st.integers(0, len(small_log)))])
    standings = play_match(SMALL, log=path)
    assert path.read_bytes() == small_log
    assert standings.games == 18


def test_a_log_can_be_continued_with_more_games(tmp_path: Path) -> None:
    short, long = (match_of("nodes=60", "nodes=200", games=games) for games in (4, 8))
    whole = log_of(long, tmp_path / "long")
    assert whole.startswith(log_of(short, tmp_path / "log"))
    assert log_of(long, tmp_path / "log") == whole
    # A log that holds more than is asked for is left as it is.
    assert play_match(short, log=tmp_path / "log").games == 4
    assert (tmp_path / "log").read_bytes() == whole


@pytest.mark.parametrize(
    ("settings", "difference"),
    [
        ({"seed": 1, "rules": "fifty"}, 'rules "standard", not "fifty"; seed 0, not 1'),
        ({"opening_turns": 5}, "opening_turns 4, not 5"),
        (
            {"schedule": "gauntlet", "seed": 2},
            'seed 0, not 2; schedule "round-robin", not "gaunt.*"',
        ),
        ({"players": SMALL.players[::-1]}, r"players \[.*\], not \[.*\]"),
    ],
)
def test_logs_of_other_matches_are_refused(
    small_log: bytes, tmp_path: Path, settings: dict[str, Any], difference: str
) -> None:
    path = tmp_path / "log"
    path.write_bytes(small_log)
    with pytest.raises(ValueError, match=f"log: the log of another match: {difference}$"):
        play_match(replace(SMALL, **settings), log=path)
    assert path.read_bytes() == small_log


def test_a_log_of_another_version_is_refused_with_it(small_log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(small_log.replace(fn.__version__.encode(), b"0.0.1", 1))
    told = f'log: the log of another match: version "0.0.1", not "{re.escape(fn.__version__)}"$'
    with pytest.raises(ValueError, match=told):
        play_match(SMALL, log=path)


def broken_logs(whole: bytes) -> list[bytes]:
    lines = whole.splitlines(keepends=True)
    return [
        b"something else",
        b"something else\n",
        b"\n" + whole,
        b"".join([*lines[:3], *lines[2:]]),
        b"".join([*lines[:2], *lines[3:]]),
        b"".join([*lines[:2], b"\n", *lines[2:]]),
        b"".join([*lines[:2], b"[1]\n", *lines[2:]]),
        whole.replace(b'"1-0"', b'"2-0"', 1),
        whole.replace(b'"white":0', b'"white":1', 1),
        whole.replace(b'"end"', b'"END"', 1),
        b"\x00" * 50 + b"\n",
        b"[" * 99_999 + b"\n" + whole,
        whole.replace(b",", b", ", 1),
    ]


@pytest.mark.parametrize("number", range(13))
def test_broken_logs_are_refused(small_log: bytes, tmp_path: Path, number: int) -> None:
    path = tmp_path / "log"
    broken = broken_logs(small_log)[number]
    path.write_bytes(broken)
    with pytest.raises(ValueError, match=r": no log$|is not game|written in another way$"):
        play_match(SMALL, log=path)
    assert path.read_bytes() == broken


@pytest.mark.skipif(os.name == "nt", reason="there is no lock")
def test_a_log_has_one_writer(tmp_path: Path) -> None:
    games = iter_match(SMALL, log=tmp_path / "log")
    next(games)
    with pytest.raises(ValueError, match="another match is writing"):
        play_match(SMALL, log=tmp_path / "log")
    games.close()
    assert play_match(SMALL, log=tmp_path / "log").games == 18


def test_what_is_finished_is_in_the_log(small_log: bytes, tmp_path: Path) -> None:
    games = iter_match(SMALL, log=tmp_path / "log")
    for count in range(1, 4):
        next(games)
        lines = (tmp_path / "log").read_bytes().splitlines()
        assert lines == small_log.splitlines()[: count + 1]
    games.close()


def test_an_interrupted_match_keeps_its_games(tmp_path: Path) -> None:
    match = match_of(fake("is_interrupted"), "nodes=50")
    standings = Standings(match)
    games = iter_match(match, log=tmp_path / "log")
    with pytest.raises(KeyboardInterrupt):
        deque(map(standings.add, games))
    assert len((tmp_path / "log").read_bytes().splitlines()) == 1 + standings.games


def test_a_log_as_records(small_log: bytes) -> None:
    assert is_log(small_log)
    records = list(records_of_log(small_log.splitlines(keepends=True)))
    config, *games = map(json.loads, small_log.splitlines())
    assert len(records) == len(games) == 18
    for record, game in zip(records, games, strict=True):
        assert isinstance(record, Game)
        assert [str(node.move) for node in record.mainline()] == game["moves"]
        assert record.headers["White"] == config["players"][game["white"]]["name"]
        assert record.headers["Black"] == config["players"][game["black"]]["name"]
        assert record.headers["Result"] == game["result"]
        ended_by_rule = record.end().board().is_game_over()
        assert record.headers.get("Termination") == (game["end"] if ended_by_rule else None)
        assert record.end().comment == ("" if ended_by_rule else game["end"])


def test_how_a_game_was_lost_is_a_comment() -> None:
    match = match_of(fake("gives_nothing"), "nodes=50", games=2)
    games = list(iter_match(match))
    [record, _] = records_of_log([config_line(match), *map(game_line, games)])
    assert isinstance(record, Game)
    assert games[0].reason
    assert record.end().comment == f"{games[0].end}: {games[0].reason}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"white":0', b'"white":7'),
        (b'"white":0', b'"white":"x"'),
        (b'"moves":["', b'"moves":["a1-a1","'),
        (b'"moves":["', b'"moves":[3,"'),
        (b'"result"', b'"other"'),
        (b"}", b""),
    ],
)
def test_a_broken_line_of_a_log_is_an_error_in_its_place(
    small_log: bytes, old: bytes, new: bytes
) -> None:
    lines = small_log.splitlines(keepends=True)[:3]
    assert old in lines[1]
    lines[1] = lines[1].replace(old, new)
    broken, whole = records_of_log(lines)
    assert isinstance(broken, RecordError)
    assert broken.line == 2
    assert isinstance(whole, Game)


@pytest.mark.parametrize(
    "first", [b"", b"{}", b"[]", b"[" * 10_000, b'{"variant":"x","rules":"standard","players":[]}']
)
def test_no_log_has_no_records(first: bytes) -> None:
    assert not is_log(first)
    with pytest.raises(RecordError, match="line 1: not the first line of a match's log"):
        list(records_of_log([first]))
