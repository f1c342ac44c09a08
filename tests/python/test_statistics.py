"""What ``fanorona.statistics`` counts in engine games."""

import random
from collections import Counter

from fanorona import Board
from fanorona.engine import Limit
from fanorona.statistics import engine_game


def test_a_removal_before_a_paika_makes_no_chain_of_it() -> None:
    start = Board("dimy", "huffing")
    found = engine_game(start, Limit(nodes=1), seed=1, random_turns=1000)
    board, rng, chains = start.copy(), random.Random("1:0"), Counter[int]()
    removals_before_paikas = 0
    while not board.is_game_over():
        move = board.push(rng.choice(sorted(board.legal_moves)))
        steps = str(move).count("A") + str(move).count("W")
        chains[steps] += 1
        removals_before_paikas += move.removed is not None and move.origin is not None and not steps
    assert removals_before_paikas
    assert found.chains == chains
