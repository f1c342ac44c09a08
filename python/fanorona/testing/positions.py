"""Strategies for positions and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from fanorona._fanorona import Position
from fanorona.enums import Color
from fanorona.testing.rules import rule_sets, stepwise_rule_sets, variants

if TYPE_CHECKING:
    from fanorona._fanorona import Move, Rules


@st.composite
def choices(draw: st.DrawFn, most: int = 30) -> list[int]:
    """Numbers that pick one of several legal turns; long lists as often as short ones."""
    count = draw(st.integers(0, most))
    return draw(st.lists(st.integers(0, 255), min_size=count, max_size=count))


@st.composite
def placements(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Position:
    """Any stones on any board, at the start of a turn; now and then those of one side only.

    Args:
        draw: given by hypothesis.
        rules: the rule sets; ``rule_sets()`` if not given.

    Example:
        >>> from hypothesis import find
        >>> position = find(placements(), lambda position: not position.legal_moves())
        >>> position.variant
        Variant('telo')
    """
    variant = draw(variants())
    points = st.sampled_from([None, Color.WHITE, Color.BLACK])
    needed = set(Color) if draw(st.integers(0, 9)) else {draw(st.sampled_from(Color))}
    colors = draw(
        st.lists(points, min_size=variant.points, max_size=variant.points).filter(needed.issubset)
    )
    white, black = (
        sum(1 << point for point, other in enumerate(colors) if other is color) for color in Color
    )
    return Position.from_stones(
        white,
        black,
        turn=draw(st.sampled_from(Color)),
        variant=variant,
        rules=draw(rule_sets() if rules is None else rules),
    )


@st.composite
def played(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Position:
    """Positions at the start of a turn, reached by play from a start or from any stones.

    Args:
        draw: given by hypothesis.
        rules: the rule sets; ``rule_sets()`` if not given.

    Example:
        >>> from hypothesis import find
        >>> position = find(played(), lambda position: len(position.legal_moves()) > 1)
        >>> position.chain is None
        True
    """
    rules = rule_sets() if rules is None else rules
    path = [draw(st.builds(Position, variants(), rules) | placements(rules))]
    for choice in draw(choices()):
        moves = path[-1].legal_moves()
        if not moves:
            # A finished game says little; mostly look at what came before.
            return path[-1 - draw(st.integers(0, min(4, len(path) - 1)))]
        path.append(path[-1].play(moves[choice % len(moves)]))
    return path[-1]


def into_chain(position: Position, choice: int) -> Position:
    """A position in mid-chain after this one where there is one, else the position itself."""
    if position.rules.capture == "huff":
        return position
    chains = [move for move in position.legal_moves() if len(move.steps) > 1]
    if not chains:
        return position
    steps = chains[choice % len(chains)].steps
    for step in steps[: 1 + choice % (len(steps) - 1)]:
        position = position.play_step(step)
    return position


def in_chain(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Positions in mid-chain.

    Args:
        rules: the rule sets, all with chains and without huffing; such ones if not given.

    Example:
        >>> from hypothesis import find
        >>> find(in_chain(), lambda position: position.can_end_turn).chain is not None
        True
    """
    rules = (
        stepwise_rule_sets().filter(lambda rules: rules.chain != "none") if rules is None else rules
    )
    starts = placements(rules) | played(rules)
    found = st.builds(into_chain, starts, st.integers(0, 255))
    return found.filter(lambda position: position.chain is not None)


def positions(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Positions at the start of a turn and in mid-chain, finished ones too.

    Args:
        rules: the rule sets; all if not given. Only if not given are there many in mid-chain.

    Example:
        >>> from hypothesis import find
        >>> find(positions(), lambda position: len(position.legal_moves()) > 3).variant
        Variant('telo')
    """
    if rules is None:
        return played() | in_chain()
    return st.builds(into_chain, played(rules), st.integers(0, 255))


@st.composite
def positions_and_moves(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None
) -> tuple[Position, Move]:
    """A position with one of its legal turns.

    Args:
        draw: given by hypothesis.
        rules: the rule sets; all if not given.

    Example:
        >>> from hypothesis import find
        >>> position, move = find(positions_and_moves(), lambda pair: pair[1].is_capture)
        >>> position.is_legal(move)
        True
    """
    position = draw(positions(rules).filter(Position.has_legal_move))
    return position, draw(st.sampled_from(position.legal_moves()))
