"""Strategies for games in progress and for records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from fanorona.board import Board
from fanorona.enums import Color
from fanorona.record import Game
from fanorona.testing.positions import choices, into_chain, placements
from fanorona.testing.rules import rule_sets, variants

if TYPE_CHECKING:
    from fanorona._fanorona import Rules
    from fanorona.record import GameNode

_SAID: Final = st.just("") | st.text(max_size=12) | st.text('{};%()[]$* \n"\\1-0', max_size=30)
_NAMES: Final = st.text("ABCxyz019_", min_size=1, max_size=8).filter(
    lambda name: name not in ("Result", "Variant", "Rules", "SetUp", "FEN")
)
_VALUES: Final = st.text(max_size=20).filter(lambda text: not {"\n", "\r"} & set(text))


@st.composite
def boards(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Board:
    """Games in progress or finished, in mid-chain too, set up there or come there by play.

    Args:
        draw: given by hypothesis.
        rules: the rule sets; all if not given.

    Example:
        >>> from hypothesis import find
        >>> board = find(boards(), Board.is_game_over)
        >>> list(board.legal_moves)
        []
    """
    rules = rule_sets() if rules is None else rules
    if draw(st.booleans()):
        position = into_chain(draw(placements(rules)), draw(st.integers(0, 255)))
        board = Board(fen=position.fen(), rules=position.rules)
    else:
        board = Board(draw(variants()), draw(rules))
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
            board.resign(draw(st.sampled_from(Color)))
    return board


@st.composite
def records(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Game:
    """Records: trees of legal turns with all that can be said about them.

    Args:
        draw: given by hypothesis.
        rules: the rule sets; all if not given.

    Example:
        >>> from hypothesis import find
        >>> find(records(), lambda game: len(game.variations) > 1).to_text().count("(")
        1
    """
    rules = rule_sets() if rules is None else rules
    game = Game(draw(variants()), draw(rules), headers=draw(st.dictionaries(_NAMES, _VALUES)))
    if draw(st.booleans()):
        # Set up somewhere, maybe in mid-chain.
        position = into_chain(draw(placements(rules)), draw(st.integers(0, 255)))
        game = Game(fen=position.fen(), rules=position.rules)
    game.comment = draw(_SAID)
    nodes: list[GameNode] = [game]
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=25)):
        # Mostly the last node goes on; sometimes an earlier one gets a variation.
        node = nodes[-1] if choice % 4 else nodes[choice // 4 % len(nodes)]
        moves = sorted(node.board().legal_moves)
        if not moves:
            continue
        before = draw(_SAID) if node.variations else ""
        nodes.append(
            node.add_variation(
                moves[choice % len(moves)],
                comment=draw(_SAID),
                starting_comment=before,
                nags=draw(st.sets(st.integers(0, 255), max_size=2)),
            )
        )
    outcome = game.end().board().outcome()
    results = ["1-0", "0-1", "1/2-1/2"] if outcome is None else [outcome.result()]
    game.headers["Result"] = draw(st.sampled_from(["*", *results]))
    return game
