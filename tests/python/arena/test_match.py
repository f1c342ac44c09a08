"""Who plays whom from which opening, how games are cut short, and what they add up to."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import fanorona as fn
from arena import fake_players
from arena.matches import DIMY, SMALL, fake, match_of
from fanorona.arena import (
    Adjudication,
    FunctionSpec,
    GameResult,
    Match,
    Sprt,
    Standings,
    iter_match,
    play_match,
    random_openings,
)
from fanorona.arena.openings import MOST_LEAD
from fanorona.arena.pool import POOL
from fanorona.engine import Engine, Limit

if TYPE_CHECKING:
    from pathlib import Path

    from fanorona.arena.match import Schedule


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


def test_the_engine_calls_openings_even() -> None:
    engine = Engine(tables=None)
    leads = []
    for opening in islice(random_openings(variant="tsivy", rules="standard", turns=4), 40):
        board = fn.Board()
        for move in opening:
            board.push(move)
        engine.new_game()
        leads.append(engine.analyse(board, Limit(nodes=60_000)).score.estimate)
    # It looks farther here than there; of random openings of equal material it is a quarter.
    assert sum(lead is not None and abs(lead) <= 2 * MOST_LEAD for lead in leads) >= 30


def test_a_board_without_even_openings_has_openings() -> None:
    # Telo is won after two of its first turns and lost after the others.
    found = list(islice(random_openings(variant="telo", rules="theory", turns=1), 2))
    assert len(set(found)) == 2


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


def test_boards_and_rule_sets_are_given_by_name_too() -> None:
    players = match_of("nodes=1", "nodes=2").players
    named = Match(players=players, games=2, variant="5x9", rules="fifty")
    assert named == Match(players=players, games=2, variant=fn.TSIVY, rules=fn.FIFTY)
    assert (named.variant, named.rules) == (fn.TSIVY, fn.FIFTY)
    # A log is gone on with, whichever name its match was given by.
    assert named.config()["variant"] == "tsivy"
    assert Match(players=players) == Match(players=players, variant="tsivy", rules="standard")
    assert pickle.loads(pickle.dumps(named)) == named
    assert replace(named, rules=fn.STANDARD).rules == fn.STANDARD
    for name in ("variant", "rules"):
        settings: dict[str, Any] = {name: "chess"}
        with pytest.raises(ValueError, match=f'^{name} "chess": expected'):
            Match(players=players, **settings)


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


@pytest.mark.parametrize("end", ["closed", "decided", "failed"])
def test_a_match_that_ends_early_leaves_no_player_open(end: str) -> None:
    match = match_of("nodes=500,hash=1", fake("is_slow"), games=40)
    test = Sprt(0, 1000, alpha=0.4, beta=0.4) if end == "decided" else None
    with ThreadPoolExecutor(3) as executor:
        games = iter_match(match, executor=executor, sprt=test)
        next(games)
        if end == "closed":
            games.close()
        elif end == "decided":
            assert len(list(games)) < 20
        else:
            with pytest.raises(LookupError):
                games.throw(LookupError())
        assert POOL._playing, "threads are still at games"
    assert not POOL._playing
    assert not any(POOL._waiting.values())


def test_a_test_is_for_two() -> None:
    with pytest.raises(ValueError, match="two players"):
        play_match(match_of("nodes=1", "nodes=2", "nodes=3"), sprt=Sprt(0, 5))


def test_callables_need_no_text() -> None:
    players = (FunctionSpec(fake_players.first_turn), FunctionSpec(fake_players.last_turn))
    standings = play_match(Match(players=players, games=4, variant=DIMY))
    assert standings.games == 4


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
