from __future__ import annotations

import json
import os
from collections import deque
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fanorona as fn
from arena import fake_players
from fanorona.arena import (
    Adjudication,
    EngineSpec,
    FunctionSpec,
    GameResult,
    Match,
    Sprt,
    Standings,
    iter_match,
    parse_player,
    play_match,
    random_openings,
)
from fanorona.arena.pool import POOL
from fanorona.arena.workers import workers
from fanorona.engine import Limit

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from fanorona.arena.match import Schedule

DIMY = fn.Variant("dimy")
NOTHING = Adjudication()


def match_of(
    *players: str,
    games: int = 10,
    variant: fn.Variant = DIMY,
    rules: fn.Rules = fn.STANDARD,
    seed: int = 0,
    opening_turns: int = 4,
    schedule: Schedule = "round-robin",
    adjudication: Adjudication = NOTHING,
) -> Match:
    return Match(
        players=tuple(map(parse_player, players)),
        games=games,
        variant=variant,
        rules=rules,
        seed=seed,
        opening_turns=opening_turns,
        schedule=schedule,
        adjudication=adjudication,
    )


def fake(name: str) -> str:
    return f"py:arena.fake_players:{name}"


def log_of(match: Match, path: Path, executor: Executor | None = None) -> bytes:
    play_match(match, log=path, executor=executor)
    return path.read_bytes()


SMALL = match_of("nodes=60,hash=1", "nodes=200,hash=1", fake("first_turn"), games=6)
"""18 games, quick ones."""


@pytest.fixture(scope="module")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return log_of(SMALL, tmp_path_factory.mktemp("match") / "log")


# Pairs, colours and openings


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet"])
def test_pairs_swap_sides(schedule: Schedule) -> None:
    match = match_of("nodes=1", "nodes=2", "nodes=3", schedule=schedule)
    tasks = list(match.tasks())
    assert len(tasks) == match.total == 10 * len(match.pairings)
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        assert (first.white, first.black) == (second.black, second.white)
        assert first.moves == second.moves
        assert first.specs == second.specs[::-1]
    for pairing in match.pairings:
        games = [task for task in tasks if {task.white, task.black} == set(pairing)]
        assert sum(task.white == pairing[0] for task in games) == 5
        assert len({task.moves for task in games}) == 5
        assert sorted(task.opening for task in games) == [n // 2 for n in range(10)]


def test_a_gauntlet_is_run_by_the_first() -> None:
    match = match_of("nodes=1", "nodes=2", "nodes=3", schedule="gauntlet")
    assert match.pairings == [(0, 1), (0, 2)]


@pytest.mark.parametrize("variant", ["dimy", "tsivy", "3x7"])
@pytest.mark.parametrize("rules", ["standard", "alquerque", "huffing", "fifty"])
def test_openings_decide_nothing(variant: str, rules: str) -> None:
    source = random_openings(variant=variant, rules=rules, turns=4, seed=3)
    found = list(islice(source, 30))
    positions = set()
    for opening in found:
        board = fn.Board(variant, rules)
        for move in opening:
            board.push(move)
        assert len(opening) == 4
        assert not board.is_game_over()
        assert abs(board.position.white.bit_count() - board.position.black.bit_count()) <= 1
        positions.add(board.position.fen())
    assert len(positions) == 30


def test_openings_follow_from_the_seed() -> None:
    def found(seed: int) -> list[tuple[str, ...]]:
        source = random_openings(variant="dimy", rules="standard", turns=4, seed=seed)
        return list(islice(source, 20))

    assert found(3) == found(3)
    assert found(3) != found(4)


def test_openings_come_to_an_end() -> None:
    source = random_openings(variant="telo", rules="standard", turns=0)
    assert next(source) == ()
    with pytest.raises(ValueError, match="only 1 different"):
        next(source)


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (["nodes=1"], {}),
        (["nodes=1", "nodes=2"], {"games": 3}),
        (["nodes=1", "nodes=2"], {"games": 0}),
        (["nodes=1", "nodes=2"], {"opening_turns": -1}),
        (["nodes=1", "nodes=2"], {"rules": fn.THEORY}),
    ],
)
def test_impossible_matches_are_refused(players: list[str], settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"expected|needs|given"):
        match_of(*players, **settings)


# The log: the same bytes always


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
    "other",
    [
        match_of("nodes=60,hash=1", "nodes=201,hash=1", fake("first_turn"), games=6),
        match_of("nodes=60,hash=1", "nodes=200,hash=1", fake("first_turn"), games=6, seed=1),
        match_of(
            "nodes=60,hash=1", "nodes=200,hash=1", fake("first_turn"), games=6, rules=fn.FIFTY
        ),
        match_of(
            "nodes=60,hash=1", "nodes=200,hash=1", fake("first_turn"), games=6, opening_turns=5
        ),
        match_of(
            "nodes=60,hash=1", "nodes=200,hash=1", fake("first_turn"), games=6, schedule="gauntlet"
        ),
    ],
)
def test_logs_of_other_matches_are_refused(small_log: bytes, tmp_path: Path, other: Match) -> None:
    path = tmp_path / "log"
    path.write_bytes(small_log)
    with pytest.raises(ValueError, match="another match"):
        play_match(other, log=path)
    assert path.read_bytes() == small_log


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
    ]


@pytest.mark.parametrize("number", range(11))
def test_broken_logs_are_refused(small_log: bytes, tmp_path: Path, number: int) -> None:
    path = tmp_path / "log"
    broken = broken_logs(small_log)[number]
    path.write_bytes(broken)
    with pytest.raises(ValueError, match=r"another match|is not game"):
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


# Players at fault


@pytest.mark.parametrize(
    ("name", "end", "reason"),
    [
        ("crashes", "crash", "LookupError: out of ideas in turn"),
        ("cheats", "illegal_move", "a1-a2"),
        ("gives_nothing", "illegal_move", "no move"),
        ("gives_a_number", "illegal_move", "int"),
        ("sleeps", "time_out", "too late"),
    ],
)
def test_faults_lose_and_the_match_goes_on(
    tmp_path: Path, name: str, end: str, reason: str
) -> None:
    match = match_of(fake(name), "nodes=50", games=4)
    told: list[GameResult] = []
    standings = play_match(match, log=tmp_path / "log", progress=lambda game, _: told.append(game))
    assert standings.games == 4
    faults = [game for game in told if game.loser_at_fault is not None]
    assert len(faults) >= 2
    for game in faults:
        assert game.loser_at_fault == 0
        assert game.result == ("0-1" if game.white == 0 else "1-0")
        assert game.end == end
        assert game.reason is not None
        assert reason in game.reason
    assert standings.accounts[0].faults == len(faults)
    assert standings.accounts[1].faults == 0
    # What was read back is the same.
    assert list(iter_match(match, log=tmp_path / "log")) == told


def test_the_fault_of_a_bot_tells_its_line() -> None:
    def pushes_nonsense(board: fn.Board) -> fn.Move:
        return board.push("a1-a1")

    faults: list[str | None] = []
    for spec in (parse_player(fake("crashes")), FunctionSpec(pushes_nonsense)):
        match = Match(players=(spec, parse_player("nodes=50")), games=2, variant=DIMY)
        play_match(match, progress=lambda game, _: faults.append(game.reason))
    source = Path(fake_players.__file__).read_text(encoding="utf-8").splitlines()
    raises = next(n for n, line in enumerate(source, 1) if "raise LookupError" in line)
    # The line of the bot, not that of the library which it called last.
    own = pushes_nonsense.__code__.co_firstlineno + 1
    for reason, place in zip(
        faults,
        2 * [f"(fake_players.py, line {raises})"] + 2 * [f"(test_match.py, line {own})"],
        strict=True,
    ):
        assert reason is not None
        assert reason.endswith(place)


def test_an_engine_that_cannot_start_loses() -> None:
    standings = play_match(match_of("ugi:no-such-engine-anywhere", "nodes=50", games=2))
    assert standings.accounts[0].faults == 2
    assert standings.ends == {"crash": 2}


def test_players_get_boards_of_their_own() -> None:
    standings = play_match(match_of(fake("meddler"), fake("first_turn"), games=2))
    assert standings.accounts[0].faults == 0


def test_a_healthy_opponent_is_kept() -> None:
    match = match_of(fake("cheats"), "nodes=50", games=2)
    games = iter_match(match)
    next(games)
    spec = EngineSpec(Limit(nodes=50))
    player = POOL.take(spec)
    POOL.put(spec, player)
    next(games)
    assert POOL.take(spec) is player
    POOL.dismiss(player)
    games.close()


# Adjudication, time, the test that ends a match


def test_adjudication_by_turns() -> None:
    match = match_of(
        "nodes=20", "nodes=30", rules=fn.THEORY, adjudication=Adjudication(max_turns=5)
    )
    games = list(iter_match(match))
    assert {game.end for game in games} <= {"max_turns", "elimination", "blocked"}
    cut = [game for game in games if game.end == "max_turns"]
    assert cut
    assert all(len(game.moves) == 5 and game.result == "1/2-1/2" for game in cut)


def test_adjudication_by_score() -> None:
    match = match_of(fake("last_turn"), "nodes=300", adjudication=Adjudication(resign=100))
    games = list(iter_match(match))
    # A function tells no score, and so never resigns.
    assert all(
        game.result == ("1-0" if game.black == 1 else "0-1")
        for game in games
        if game.end == "resign_score"
    )
    match = match_of("nodes=20", "nodes=400", games=10, adjudication=Adjudication(resign=100))
    assert "resign_score" in play_match(match).ends


@pytest.mark.parametrize("numbers", [{"max_turns": 0}, {"resign": 0}, {"margin": -1.0}])
def test_impossible_adjudication_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Adjudication(**numbers)


def test_time_is_accounted_for(tmp_path: Path) -> None:
    match = match_of("time=0.001", "nodes=50", games=2)
    account, other = play_match(match, log=tmp_path / "log").accounts
    assert account.overruns
    assert not other.overruns
    assert account.largest_overrun is not None
    assert account.overrun_p99 is not None
    assert account.overrun_p99 <= account.largest_overrun
    # No time gets into the log.
    assert b"0.00" not in (tmp_path / "log").read_bytes().split(b"\n", 1)[1]


def test_too_long_a_turn_loses() -> None:
    match = match_of("time=0.000001", "nodes=1", games=2, adjudication=Adjudication(margin=0.0))
    standings = play_match(match)
    assert standings.ends == {"time_out": 2}
    assert standings.accounts[0].losses == 2


def test_a_test_ends_the_match(tmp_path: Path) -> None:
    match = match_of("nodes=500,hash=1", fake("first_turn"), games=200)
    test = Sprt(0, 200)
    standings = play_match(match, log=tmp_path / "serial", sprt=test)
    assert test.decision(standings.tallies[0].pairs) == "H1"
    assert standings.games < 100
    with ThreadPoolExecutor(2) as executor:
        play_match(match, log=tmp_path / "threads", executor=executor, sprt=test)
    log = (tmp_path / "serial").read_bytes()
    assert (tmp_path / "threads").read_bytes() == log
    # The log says already that it has ended.
    assert play_match(match, log=tmp_path / "serial", sprt=test).games == standings.games
    assert (tmp_path / "serial").read_bytes() == log


def test_a_test_is_for_two() -> None:
    with pytest.raises(ValueError, match="two players"):
        play_match(match_of("nodes=1", "nodes=2", "nodes=3"), sprt=Sprt(0, 5))


def test_callables_need_no_text() -> None:
    players = (FunctionSpec(fake_players.first_turn), FunctionSpec(fake_players.last_turn))
    standings = play_match(Match(players=players, games=4, variant=DIMY))
    assert standings.games == 4


# Standings


def test_standings_add_up() -> None:
    standings = play_match(SMALL)
    assert sum(account.points for account in standings.accounts) == 18
    assert sum(account.games for account in standings.accounts) == 36
    assert sum(standings.ends.values()) == 18
    for tally in standings.tallies:
        assert tally.games == 6
        assert sum(tally.pairs) == 3
        points = sum(n * points / 2 for n, points in zip(tally.pairs, range(5), strict=True))
        assert points == tally.points


def test_pairs_are_counted_from_the_first_players_view() -> None:
    match = match_of("nodes=1", "nodes=2", games=6)
    standings = Standings(match)
    # Both sides of a pair: first as White, then as Black.
    for index, result in enumerate(["1-0", "0-1", "1-0", "1-0", "1/2-1/2", "1-0"]):
        opening, white, black = match.seating(index)
        standings.add(
            GameResult(
                index=index,
                opening=opening,
                white=white,
                black=black,
                result=result,
                end="blocked",
                reason=None,
                moves=(),
            )
        )
    tally = standings.tallies[0]
    assert (tally.wins, tally.draws, tally.losses) == (3, 1, 2)
    assert tally.pairs == [0, 1, 1, 0, 1]
