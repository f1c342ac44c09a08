"""Matches between engines: pairs of games from random openings, logs, and what they prove.

Example:
    >>> from fanorona import Variant
    >>> from fanorona.arena import Match, parse_player, play_match
    >>> players = parse_player("nodes=100"), parse_player("nodes=1000")
    >>> match = Match(players=players, games=6, variant=Variant("dimy"))
    >>> tally = play_match(match).tallies[0]
    >>> tally.wins + tally.draws + tally.losses
    6
"""

from fanorona.arena.game import Adjudication, GameResult, Task, play_game
from fanorona.arena.log import MatchLog, records_of_log
from fanorona.arena.match import Match, iter_match, play_match
from fanorona.arena.openings import random_openings
from fanorona.arena.players import Bot, Player
from fanorona.arena.rating import Estimate, Sprt, elo_difference, estimate, expected_score
from fanorona.arena.specifications import (
    EngineSpec,
    FunctionSpec,
    PlayerSpec,
    UgiSpec,
    parse_player,
)
from fanorona.arena.standings import Account, Results, Standings, Tally

__all__ = [
    "Account",
    "Adjudication",
    "Bot",
    "EngineSpec",
    "Estimate",
    "FunctionSpec",
    "GameResult",
    "Match",
    "MatchLog",
    "Player",
    "PlayerSpec",
    "Results",
    "Sprt",
    "Standings",
    "Tally",
    "Task",
    "UgiSpec",
    "elo_difference",
    "estimate",
    "expected_score",
    "iter_match",
    "parse_player",
    "play_game",
    "play_match",
    "random_openings",
    "records_of_log",
]
