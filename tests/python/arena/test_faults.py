"""Players at fault lose, and the match goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena import fake_players
from arena.matches import DIMY, fake, match_of
from fanorona.arena import (
    EngineSpec,
    FunctionSpec,
    GameResult,
    Match,
    iter_match,
    parse_player,
    play_match,
)
from fanorona.arena.pool import POOL
from fanorona.engine import Limit

if TYPE_CHECKING:
    import fanorona as fn


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
        2 * [f"(fake_players.py, line {raises})"] + 2 * [f"(test_faults.py, line {own})"],
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
