"""Files of vectors: a line that says what it is, then one vector a line."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from fanorona._fanorona import Position, Rules, __version__
from fanorona.board import Board
from fanorona.rules import ALQUERQUE, FIFTY, HUFFING, STANDARD, THEORY
from fanorona.variants import VARIANTS, size_name
from fanorona.vectors.answers import answered
from fanorona.vectors.chosen import chosen_questions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fanorona._fanorona import Variant

FORMAT: Final = "fanorona-vectors 1"
"""What a file of vectors says in its first line."""

RULE_SETS: Final = (
    STANDARD,
    THEORY,
    FIFTY,
    ALQUERQUE,
    HUFFING,
    STANDARD.replace(most=True),
    STANDARD.replace(chain="forced"),
    STANDARD.replace(chain="none"),
    STANDARD.replace(capture="optional", both_blocked="majority"),
    STANDARD.replace(reversal=False, first_turn_single=True),
)
"""The rule sets that are asked about unless others are given: every value of every field."""

_MOST_NODES: Final = 20_000
_DEEPEST: Final = 8
_LONGEST: Final = 400


def line_of(vector: dict[str, Any]) -> str:
    """A vector, or the first line, as text without the line break."""
    return json.dumps(vector, ensure_ascii=False, separators=(",", ":"))


def generate(
    *,
    variants: Sequence[Variant] = VARIANTS,
    rules: Sequence[Rules] = RULE_SETS,
    positions: int = 3,
    seed: int = 0,
) -> Iterator[str]:
    """The lines of a file of vectors, without line breaks.

    First come the questions chosen by hand that belong to these boards and rule sets, then for each
    board and rule set perft from the start, positions of random games, some in mid-chain, and a
    whole random game. The same arguments give the same lines.

    Args:
        variants: the boards.
        rules: the rule sets.
        positions: how many positions of random games there are for each board and rule set.
        seed: any whole number, from which the random games follow.

    Raises:
        ValueError: if ``positions`` is negative.

    Example:
        >>> from fanorona import DIMY, FIFTY
        >>> next(generate(seed=5))
        '{"format":"fanorona-vectors 1","version":"...","seed":5}'
        >>> lines = list(generate(variants=[DIMY], rules=[FIFTY], positions=2))
        >>> [json.loads(line)["kind"] for line in lines[1:]]
        ['board', 'perft', 'position', 'position', 'game']
    """
    if positions < 0:
        msg = f"positions {positions}: expected no less than 0"
        raise ValueError(msg)
    yield line_of({"format": FORMAT, "version": __version__, "seed": seed})
    for variant in variants:
        yield line_of(answered({"kind": "board", "board": size_name(variant)}))
    for question in chosen_questions():
        if _is_asked(question, variants, rules):
            yield line_of(answered(question))
    for variant, rule_set in product(variants, rules):
        for question in _sampled(variant, rule_set, positions, seed):
            yield line_of(answered(question))


def _is_asked(
    question: dict[str, Any], variants: Sequence[Variant], rules: Sequence[Rules]
) -> bool:
    if tuple(variants) == VARIANTS and tuple(rules) == RULE_SETS:
        return True
    if question["kind"] == "fen":
        return False
    variant = Position.from_fen(question["fen"], question["rules"]).variant
    return variant in variants and Rules.parse(question["rules"]) in rules


def _sampled(variant: Variant, rules: Rules, positions: int, seed: int) -> Iterator[dict[str, Any]]:
    asked = {"rules": str(rules)}
    start = Position(variant, rules)
    depth = 1
    while depth < _DEEPEST and start.perft(depth + 1) <= _MOST_NODES:
        depth += 1
    yield {"kind": "perft", **asked, "fen": start.fen(), "depth": depth}
    rng = random.Random(f"{seed}:{variant}:{rules}")
    for _ in range(positions):
        yield {"kind": "position", **asked, "fen": _somewhere(Board(variant, rules), rng)}
    board = Board(variant, rules)
    start_fen = board.fen()
    _play(board, rng, _LONGEST)
    turns = [str(move) for move in board.move_stack]
    yield {"kind": "game", **asked, "fen": start_fen, "turns": turns}


def _play(board: Board, rng: random.Random, turns: int) -> None:
    """Plays random turns until the game is over or there were so many."""
    for _ in range(turns):
        moves = sorted(board.legal_moves)
        if not moves:
            return
        board.push(rng.choice(moves))


def _somewhere(board: Board, rng: random.Random) -> str:
    """A position of a random game, in mid-chain every other time if there is a chain."""
    _play(board, rng, rng.randrange(1, 60))
    while board.is_game_over():
        board.pop()
    chains = [move for move in sorted(board.legal_moves) if len(move.steps) > 1]
    if chains and board.rules.capture != "huff" and rng.randrange(2):
        steps = rng.choice(chains).steps
        for step in steps[: rng.randrange(1, len(steps))]:
            board.push_step(step)
    return board.fen()
