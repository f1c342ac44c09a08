"""A player of Fanoron-Dimy that learns from nothing but games against itself.

A small network estimates who wins from the stones alone. Many games are played at once: each turn
goes where the network likes the position best, with some chance, and afterwards the network is
fitted to what became of the positions. It needs PyTorch, whose CPU build is named in
requirements.txt beside this file:

    pip install -r requirements.txt
    python learner.py                 # some minutes; tells how it does, and writes learned.pt

In the folder above, it meets the engine:

    fanorona match py:learner.learner:Learned level=2 --variant dimy --games 20
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

import torch
from torch import nn

import fanorona as fn
from fanorona.arena import FunctionSpec, Match, play_match

sys.path.append(str(Path(__file__).parents[1]))
import bots  # of the folder above

WEIGHTS = Path(__file__).with_name("learned.pt")
POINTS = fn.DIMY.points
GAMES = 256  # played at the same time
LONGEST = 100  # turns; a game that goes on is a draw
KEPT = 8  # rounds whose positions are learned from
STEPS = 40  # of learning, in each round
TRUST = 0.7  # how much the end of a game counts beside the network's own estimates


class Network(nn.Sequential):
    """From the stones of the mover and of the opponent to -1 (lost for the mover) … 1 (won)."""

    def __init__(self) -> None:
        super().__init__(
            nn.Linear(2 * POINTS, 128),
            nn.ReLU(),
            nn.Linear(128, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
            nn.Tanh(),
        )


def planes(positions: list[fn.Position]) -> torch.Tensor:
    """The stones as zeros and ones, seen by the mover: Black turns the board round."""
    sides = [position.turn is fn.BLACK for position in positions]
    black = torch.tensor(sides, dtype=torch.bool)
    both = [[position.white, position.black] for position in positions]
    stones = torch.tensor(both, dtype=torch.int64).reshape(-1, 2)
    bits = stones.unsqueeze(2) >> torch.arange(POINTS) & 1
    bits = torch.where(black[:, None, None], bits.flip(1, 2), bits)
    return bits.reshape(len(positions), 2 * POINTS).float()


@torch.no_grad()
def values(network: Network, positions: list[fn.Position]) -> list[float]:
    """What positions are worth to the side to move; without stones or turns, they are lost."""
    found = network(planes(positions)).squeeze(1).tolist()
    return [
        value if position.has_legal_move() else -1.0
        for value, position in zip(found, positions, strict=True)
    ]


class Game:
    """A game of self-play: its positions, and what the best turn was thought to be worth."""

    def __init__(self) -> None:
        self.path = [fn.Position("dimy")]
        self.thought = [(0.0, 0.0)]

    def turns(self) -> list[fn.Position]:
        """The positions after each legal turn; none where the game is over."""
        here = self.path[-1]
        return [here.play(move) for move in here.legal_moves()] if len(self.path) <= LONGEST else []

    def go(self, turns: list[fn.Position], found: list[float], chosen: int) -> None:
        """Plays a turn. One that is not the best says nothing about the position before it."""
        best = min(found)
        self.path.append(turns[chosen])
        self.thought.append((best, TRUST if found[chosen] == best else 0.0))

    def targets(self) -> list[float]:
        """What each position should have been worth to the side to move there."""
        value = 0.0 if self.path[-1].has_legal_move() else -1.0
        found = [value]
        for thought, trust in reversed(self.thought[1:]):
            value = -(trust * value + (1 - trust) * thought)
            found.append(value)
        return found[::-1]


def play(network: Network, chance: float, rng: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
    """Plays games at once; returns their positions and what these should have been worth."""
    games = [Game() for _ in range(GAMES)]
    running = [(game, game.turns()) for game in games]
    while running:
        worth = iter(values(network, [position for _, turns in running for position in turns]))
        for game, turns in running:
            found = [next(worth) for _ in turns]
            best = min(range(len(turns)), key=found.__getitem__)
            game.go(turns, found, rng.randrange(len(turns)) if rng.random() < chance else best)
        running = [(game, turns) for game, _ in running if (turns := game.turns())]
    positions = [position for game in games for position in game.path]
    targets = [target for game in games for target in game.targets()]
    return planes(positions), torch.tensor(targets)


def learn(rounds: int, seed: int, weights: Path) -> None:
    """Learns for so many rounds, telling now and then how it does, and writes the network."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    memory: list[tuple[torch.Tensor, torch.Tensor]] = []
    meet(network, 0)
    for number in range(1, rounds + 1):
        chance = 0.05 + 0.25 * (1 - number / rounds)
        memory = [*memory, play(network, chance, rng)][-KEPT:]
        stones, targets = (torch.cat(parts) for parts in zip(*memory, strict=True))
        for part in torch.randperm(len(stones)).split(512)[:STEPS]:
            error = (network(stones[part]).squeeze(1) - targets[part]).square().mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
        if number % 25 == 0 or number == rounds:
            meet(network, number)
    torch.save(network.state_dict(), weights)


class Learned:
    """The turn that is best after the best answer, as the network sees it."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or Network()
        if network is None:
            self.network.load_state_dict(torch.load(WEIGHTS, weights_only=True))

    def choose(self, board: fn.Board) -> fn.Move:
        """The turn to play."""
        moves = list(board.legal_moves)
        after = [board.position.play(move) for move in moves]
        answers = [[position.play(move) for move in position.legal_moves()] for position in after]
        worth = iter(values(self.network, [each for several in answers for each in several]))
        # An answer is as good for the other side as what it leads to is bad for this one.
        found = [min((next(worth) for _ in several), default=1.0) for several in answers]
        return moves[max(range(len(moves)), key=found.__getitem__)]


def meet(network: Network, number: int, games: int = 100) -> dict[str, float]:
    """Plays against bots that do not learn; prints and returns the share of the points."""
    learned = FunctionSpec(Learned(network).choose, name="learned")
    scores = {}
    for name, bot in (("random", bots.Anything), ("greedy", bots.greedy)):
        match = Match(players=(learned, FunctionSpec(bot)), games=games, variant=fn.DIMY)
        standings = play_match(match)
        if standings.accounts[0].faults:
            raise RuntimeError(standings.ends)
        scores[name] = standings.tallies[0].points / games
    print(json.dumps({"round": number, "games": number * GAMES, **scores}), flush=True)
    return scores


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=100, help="rounds of 256 games (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="file to write")
    options = parser.parse_args()
    torch.set_num_threads(1)
    learn(options.rounds, options.seed, options.weights)


if __name__ == "__main__":
    main()
