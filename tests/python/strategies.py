"""What several tests share: hypothesis strategies, and small helpers to look at turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

import fanorona as fn

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).parents[2]
DATA: Final = ROOT / "tests" / "data"

FAR: Final = "8b/9/9/9/w8 w"
"""One stone each, far apart: paikas only."""
ONE_MORE: Final = "3b5/9/2w1b4/9/9 w"
"""``c3-d3A`` takes e3 and may go on with ``d3-d4A``, which takes the last stone."""
BLOCKED: Final = "9/9/9/bb7/wb7 w"
"""White cannot move."""


def texts(moves: Iterable[fn.Move]) -> list[str]:
    """Move texts in alphabetical order."""
    return sorted(map(str, moves))


def turns_of(fen: str, rules: str = "standard") -> list[str]:
    """The legal turns of a position string as sorted texts."""
    return texts(fn.Position.from_fen(fen, rules).legal_moves())


variants: Final = st.sampled_from(fn.VARIANTS)

LIMITS: Final = st.none() | st.integers(2, 6) | st.just(2**32 - 1)

rule_sets: Final[st.SearchStrategy[fn.Rules]] = st.sampled_from(
    [fn.STANDARD, fn.THEORY, fn.FIFTY, fn.ALQUERQUE, fn.HUFFING]
) | st.builds(
    fn.Rules,
    capture=st.sampled_from(["mandatory", "optional", "huff"]),
    most=st.booleans(),
    chain=st.sampled_from(["optional", "forced", "none"]),
    first_turn_single=st.booleans(),
    reversal=st.booleans(),
    repetition=LIMITS,
    no_capture=LIMITS,
    at_limit=st.sampled_from(["draw", "majority"]),
    both_blocked=st.sampled_from(["loss", "majority"]),
    setup=st.sampled_from(["standard", "mirrored"]),
)


@st.composite
def choices(draw: st.DrawFn, most: int = 30) -> list[int]:
    """Numbers that pick one of several legal turns; long lists as often as short ones."""
    count = draw(st.integers(0, most))
    return draw(st.lists(st.integers(0, 255), min_size=count, max_size=count))


@st.composite
def placements(draw: st.DrawFn, rules: st.SearchStrategy[fn.Rules] = rule_sets) -> fn.Position:
    """Any stones on any board."""
    variant = draw(variants)
    points = st.sampled_from([None, fn.WHITE, fn.BLACK])
    needed = {fn.WHITE, fn.BLACK} if draw(st.integers(0, 9)) else {draw(st.sampled_from(fn.Color))}
    colors = draw(
        st.lists(points, min_size=variant.points, max_size=variant.points).filter(needed.issubset)
    )
    white, black = (
        sum(1 << point for point, other in enumerate(colors) if other is color)
        for color in fn.Color
    )
    return fn.Position.from_stones(
        white, black, turn=draw(st.sampled_from(fn.Color)), variant=variant, rules=draw(rules)
    )


@st.composite
def played(draw: st.DrawFn, rules: st.SearchStrategy[fn.Rules] = rule_sets) -> fn.Position:
    """Positions at the start of a turn, reached by play from a start or from any stones."""
    path = [draw(st.builds(fn.Position, variants, rules) | placements(rules))]
    for choice in draw(choices()):
        moves = path[-1].legal_moves()
        if not moves:
            # A finished game says little; mostly look at what came before.
            return path[-1 - draw(st.integers(0, min(4, len(path) - 1)))]
        path.append(path[-1].play(moves[choice % len(moves)]))
    return path[-1]


def into_chain(position: fn.Position, choice: int) -> fn.Position:
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


stepwise: Final = rule_sets.filter(lambda rules: rules.capture != "huff")
"""Rule sets that are offered step by step."""

in_chain: Final = st.builds(
    into_chain,
    placements(stepwise.filter(lambda rules: rules.chain != "none"))
    | played(stepwise.filter(lambda rules: rules.chain != "none")),
    st.integers(0, 255),
).filter(lambda position: position.chain is not None)
"""Positions in mid-chain."""

positions: Final = played() | in_chain
"""Positions at the start of a turn and in mid-chain."""


@st.composite
def boards(draw: st.DrawFn, rules: st.SearchStrategy[fn.Rules] = rule_sets) -> fn.Board:
    """Games in progress or finished, in mid-chain too, set up there or come there by play."""
    if draw(st.booleans()):
        position = into_chain(draw(placements(rules)), draw(st.integers(0, 255)))
        board = fn.Board(fen=position.fen(), rules=position.rules)
    else:
        board = fn.Board(draw(variants), draw(rules))
    for choice in draw(choices()):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[choice % len(moves)]
        if choice % 5 == 0 and board.rules.capture != "huff":
            steps = board.legal_steps
            board.push_step(steps[choice % len(steps)])
        else:
            board.push(move)
    if board.is_game_over():
        for _ in range(draw(st.integers(0, min(4, len(board.move_stack))))):
            board.pop()
    if board.outcome() is None and draw(st.integers(0, 7)) == 0:
        if draw(st.booleans()):
            board.agree_draw()
        else:
            board.resign(draw(st.sampled_from(fn.Color)))
    return board
