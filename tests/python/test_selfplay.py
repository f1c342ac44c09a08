"""Games of self-play: which of their turns are random."""

from __future__ import annotations

from fanorona.selfplay import sample_games, unpack


def test_without_random_turns_the_first_turn_is_searched_for() -> None:
    [packed] = sample_games("dimy", count=1, nodes=50, random_turns=0, random_every=0)
    [other] = sample_games("dimy", count=1, first=1, nodes=50, random_turns=0, random_every=0)
    assert next(unpack(packed)).turns == 0
    assert packed == other
