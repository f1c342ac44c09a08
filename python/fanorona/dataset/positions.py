"""The positions of records as rows, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fanorona.board import Board
from fanorona.dataset.columns import BATCH, POSITIONS, Batch, batches
from fanorona.dataset.games import whole
from fanorona.enums import Color
from fanorona.variants import size_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fanorona.record import Game, RecordError

UNKNOWN: Final = 2
"""The result of a game that has none."""

_WHITE_SCORES: Final = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def batches_of_positions(games: Iterable[Game | RecordError], size: int = BATCH) -> Iterator[Batch]:
    """The positions of the main lines of records as batches of ``POSITIONS``.

    Args:
        games: the records; their number in the column ``game`` counts from 0.
        size: rows of a batch.

    Raises:
        RecordError: if there is one among the records.

    Example:
        >>> from fanorona.record import Game
        >>> game = Game("telo", headers={"Result": "0-1"})
        >>> _ = game.add_main_variation("b1-b2A").add_main_variation("c3-b3")
        >>> [batch] = batches_of_positions([game])
        >>> batch["turn"].tolist(), batch["result"].tolist()
        ([0, 1], [-1, 1])
        >>> [board.fen() for board in boards_of([batch])]
        ['bbb/b1w/www w - 0 1', 'b1b/bww/w1w b - 0 1']
    """
    rows = (row for number, game in enumerate(whole(games)) for row in _rows(number, game))
    return batches(rows, POSITIONS, size)


def boards_of(found: Iterable[Batch]) -> Iterator[Board]:
    """The positions in batches of ``POSITIONS``, each as a board without history.

    Raises:
        ValueError: if ``fen`` or ``rules`` of a row is none.

    Example:
        >>> rows = {"fen": ["bbb/b1w/www w - 0 1"], "rules": ["standard"]}
        >>> [board.turn.name for board in boards_of([rows])]
        ['WHITE']
    """
    for batch in found:
        for fen, rules in zip(batch["fen"], batch["rules"], strict=True):
            yield Board(fen=fen, rules=rules)


def _rows(number: int, game: Game) -> Iterator[tuple[Any, ...]]:
    board = game.start.copy()
    size = size_name(board.variant)
    rules = str(board.rules)
    score = _WHITE_SCORES.get(game.headers["Result"], UNKNOWN)
    for ply, node in enumerate(game.mainline()):
        position = board.position
        is_white = position.turn is Color.WHITE
        yield (
            number,
            ply,
            size,
            rules,
            position.white,
            position.black,
            0 if is_white else 1,
            board.quiet_turns,
            score if is_white or score == UNKNOWN else -score,
            str(node.move),
            board.fen(),
        )
        board.push(node.move)
