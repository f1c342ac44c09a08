"""Matches for tests, and how their logs are had."""

from __future__ import annotations

from typing import TYPE_CHECKING

import fanorona as fn
from fanorona.arena import (
    Adjudication,
    Match,
    parse_player,
    play_match,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

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
