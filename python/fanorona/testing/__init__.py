"""Hypothesis strategies for whoever tests code that plays Fanorona.

They need hypothesis (extra ``testing``). Examples shrink towards the Telo board, few turns and the
usual rules. ``fanorona.vectors`` gives the same kind of facts as a file, for programs in other
languages.

Example:
    >>> from hypothesis import given, settings
    >>> from fanorona import testing
    >>> @settings(max_examples=20, database=None)
    ... @given(testing.positions_and_moves())
    ... def turns_read_back(pair):
    ...     position, move = pair
    ...     assert position.parse_move(str(move)) == move
    >>> turns_read_back()
"""

from fanorona.extras import of_extra

with of_extra("testing"):
    from fanorona.testing.games import boards, records
    from fanorona.testing.positions import (
        in_chain,
        placements,
        played,
        positions,
        positions_and_moves,
    )
    from fanorona.testing.rules import rule_sets, stepwise_rule_sets, variants

__all__ = [
    "boards",
    "in_chain",
    "placements",
    "played",
    "positions",
    "positions_and_moves",
    "records",
    "rule_sets",
    "stepwise_rule_sets",
    "variants",
]
