"""What many games look like: branching, length, chains, and the complexity that follows.

The estimates are those of Schadd, Winands, Uiterwijk, van den Herik and Bergsma, "Best play in
Fanorona leads to draw", New Mathematics and Natural Computation 4(3), 2008.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from math import comb, log10
from typing import TYPE_CHECKING, Final

from fanorona._fanorona import random_statistics
from fanorona.engine import Engine, Limit
from fanorona.enums import Color, Kind, Termination

if TYPE_CHECKING:
    from fanorona._fanorona import Variant
    from fanorona.board import Board

PUBLISHED: Final = {
    "branching": 11.19,
    "length": 43.81,
    "state_space_log10": 21.0,
    "game_tree_log10": 46.0,
}
"""The published figures for Tsivy, from 10,000 games of alpha-beta players."""

LONGEST_MEASURED_GAME: Final = 1000
"""Turns after which a game is broken off; only rule sets without a draw rule get there."""


@dataclass(slots=True)
class Statistics:
    """Sums over games.

    Attributes:
        games: games played.
        turns: turns played in all games.
        legal: legal turns, counted over all positions in which a turn was played.
        most_legal: the most legal turns met in a position.
        longest: the most turns of a game.
        chains: turns by their number of capturing steps; paikas and removals have none.
        results: games by result, ``1-0``, ``0-1``, ``1/2-1/2``, and ``*`` for those broken off.
        terminations: games by how they ended.

    Example:
        >>> both = Statistics(games=1, turns=6, legal=18) + Statistics(games=1, turns=8, legal=24)
        >>> both.branching, both.length
        (3.0, 7.0)
    """

    games: int = 0
    turns: int = 0
    legal: int = 0
    most_legal: int = 0
    longest: int = 0
    chains: Counter[int] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    terminations: Counter[Termination] = field(default_factory=Counter)

    @property
    def branching(self) -> float:
        """The average number of legal turns."""
        return self.legal / self.turns if self.turns else 0.0

    @property
    def length(self) -> float:
        """The average number of turns of a game."""
        return self.turns / self.games if self.games else 0.0

    @property
    def game_tree_log10(self) -> float:
        """The decimal logarithm of the game-tree complexity: branching to the power of length."""
        return self.length * log10(self.branching) if self.branching else 0.0

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(
            games=self.games + other.games,
            turns=self.turns + other.turns,
            legal=self.legal + other.legal,
            most_legal=max(self.most_legal, other.most_legal),
            longest=max(self.longest, other.longest),
            chains=self.chains + other.chains,
            results=self.results + other.results,
            terminations=self.terminations + other.terminations,
        )


def state_space_log10(variant: Variant) -> float:
    """The decimal logarithm of the number of ways to place the stones of both sides.

    A side has at most the stones it starts with, half of all points but the centre.

    Example:
        >>> from fanorona import TSIVY
        >>> round(state_space_log10(TSIVY), 1)
        21.5
    """
    most = variant.points // 2
    sides = range(most + 1)
    placements = sum(
        comb(variant.points, white) * comb(variant.points - white, black)
        for white in sides
        for black in sides
    )
    return log10(placements)


def random_games(board: Board, games: int, *, first: int = 0, seed: int = 0) -> Statistics:
    """Plays random games from a position; every legal turn is as likely as any other.

    Args:
        board: where the games start.
        games: how many.
        first: the number of the first game; a game follows from the seed and its number.
        seed: a number from 0 to 2**64 - 1.

    Raises:
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> from fanorona import Board
        >>> found = random_games(Board(), 100, seed=1)
        >>> found.games, 30 < found.length < 60
        (100, True)
    """
    found = random_statistics(board.core, first, games, seed=seed, longest=LONGEST_MEASURED_GAME)
    results = dict(zip(("1-0", "0-1", "1/2-1/2"), found["results"], strict=True))
    results["*"] = found["unfinished"]
    return Statistics(
        games=found["games"],
        turns=found["turns"],
        legal=found["legal"],
        most_legal=found["most_legal"],
        longest=found["longest"],
        chains=Counter({steps: count for steps, count in enumerate(found["chains"]) if count}),
        results=Counter({result: count for result, count in results.items() if count}),
        terminations=Counter(
            {
                end: count
                for end, count in zip(Termination, found["terminations"], strict=True)
                if count
            }
        ),
    )


def engine_game(
    board: Board, limit: Limit, *, number: int = 0, seed: int = 0, random_turns: int = 4
) -> Statistics:
    """Plays one game of the engine against itself.

    Args:
        board: where the game starts; it is left as it is.
        limit: the engine's limit for a turn.
        number: the number of the game; it follows from the seed and its number where the limit is
            one of nodes or depth.
        seed: any whole number.
        random_turns: how many turns at the beginning are random, so that games differ.

    Raises:
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> from fanorona.board import Board
        >>> from fanorona.engine import Limit
        >>> found = engine_game(Board("telo"), Limit(nodes=50), seed=7)
        >>> found.games, found.turns == found.longest
        (1, True)
    """
    board = board.copy()
    rng = random.Random(f"{seed}:{number}")
    engines = {color: Engine(hash_mb=16) for color in Color}
    found = Statistics(games=1)
    while not board.is_game_over() and found.turns < LONGEST_MEASURED_GAME:
        legal = board.legal_moves
        move = rng.choice(sorted(legal)) if found.turns < random_turns else None
        chosen = move or engines[board.turn].play(board, limit).move
        if chosen is None:
            break
        found.turns += 1
        found.legal += len(legal)
        found.most_legal = max(found.most_legal, len(legal))
        found.chains[sum(step.kind is not Kind.PAIKA for step in chosen.steps)] += 1
        board.push(chosen)
    found.longest = found.turns
    found.results[board.result()] += 1
    outcome = board.outcome()
    if outcome is not None:
        found.terminations[outcome.termination] += 1
    return found
