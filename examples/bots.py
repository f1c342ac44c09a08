"""Bots that do not learn, each a function or a class: what ``fanorona.arena.Bot`` describes.

    fanorona match py:bots:Anything py:bots:greedy py:bots:minimax level=2 --variant dimy

Everybody meets everybody; run it in this folder, and the bots will be found.
"""

from __future__ import annotations

import math
import random

import fanorona as fn

WON = 1000.0


class Anything:
    """Any legal turn, all as likely."""

    def new_game(self, seed: int) -> None:
        """What follows depends on this number alone."""
        self.chance = random.Random(seed)

    def choose(self, board: fn.Board) -> fn.Move:
        """The turn to play."""
        return self.chance.choice(list(board.legal_moves))


def greedy(board: fn.Board) -> fn.Move:
    """The turn that takes the most stones."""
    return max(board.legal_moves, key=lambda turn: board.position.captured(turn).bit_count())


def material(position: fn.Position) -> int:
    """Stones more than the other side has, from the view of the side to move."""
    lead = position.white.bit_count() - position.black.bit_count()
    return lead if position.turn is fn.WHITE else -lead


def worth(position: fn.Position, depth: int, low: float, high: float) -> float:
    """What a position is worth to the side to move, so many turns ahead: alpha-beta search."""
    moves = position.legal_moves()
    if not moves:
        return -WON - depth  # lost, the later the better
    if depth <= 0:
        return material(position)
    for after in sorted(map(position.play, moves), key=material):
        low = max(low, -worth(after, depth - 1, -high, -low))
        if low >= high:
            break
    return low


def minimax(board: fn.Board) -> fn.Move:
    """The turn after which the other side is worst off, four turns ahead."""
    best, chosen = -math.inf, board.legal_moves[0]
    for move in board.legal_moves:
        found = -worth(board.position.play(move), 3, -math.inf, -best)
        if found > best:
            best, chosen = found, move
    return chosen


class Node:
    """A position of a search by playouts, and how they went for the side that moved there."""

    def __init__(self, position: fn.Position) -> None:
        self.position = position
        self.untried = position.legal_moves()
        self.children: list[tuple[fn.Move, Node]] = []
        self.visits = 0
        self.points = 0.0

    def most_promising(self) -> Node:
        """The child with the best mean, little tried ones preferred."""
        bonus = math.sqrt(2 * math.log(self.visits))
        nodes = [node for _, node in self.children]
        return max(nodes, key=lambda node: (node.points + bonus * node.visits**0.5) / node.visits)


class TreeSearch:
    """Monte-Carlo tree search: random games tell which turns are worth looking into."""

    playouts = 200
    longest = 60  # turns of a random game; then the stones count

    def new_game(self, seed: int) -> None:
        """What follows depends on this number alone."""
        self.chance = random.Random(seed)

    def choose(self, board: fn.Board) -> fn.Move:
        """The turn that was looked into most."""
        root = Node(board.position)
        self.chance.shuffle(root.untried)
        for _ in range(self.playouts):
            self.visit(root)
        return max(root.children, key=lambda child: child[1].visits)[0]

    def visit(self, root: Node) -> None:
        """Goes down the tree, adds a node, plays a random game, and tells the nodes."""
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].most_promising())
        if path[-1].untried:
            move = path[-1].untried.pop()
            node = Node(path[-1].position.play(move))
            self.chance.shuffle(node.untried)
            path[-1].children.append((move, node))
            path.append(node)
        points = self.playout(path[-1].position)
        for node in reversed(path):
            node.visits += 1
            points = 1 - points  # each node counts for the side that moved there
            node.points += points

    def playout(self, position: fn.Position) -> float:
        """What a random game gives the side to move: 1, 0.5 or 0."""
        side = position.turn
        for _ in range(self.longest):
            moves = position.legal_moves()
            if not moves:
                return 0.0 if position.turn is side else 1.0
            position = position.play(self.chance.choice(moves))
        lead = material(position) if position.turn is side else -material(position)
        return 0.5 + 0.5 * (lead > 0) - 0.5 * (lead < 0)
