"""Records as rows, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fanorona.dataset.columns import BATCH, GAMES, Batch, batches
from fanorona.record import Game, RecordError
from fanorona.variants import size_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def batches_of_games(games: Iterable[Game | RecordError], size: int = BATCH) -> Iterator[Batch]:
    """Records as batches of ``GAMES``, nothing left out.

    Args:
        games: the records.
        size: rows of a batch.

    Raises:
        RecordError: if there is one among the records, or one cannot be written.

    Example:
        >>> from fanorona.record import Game
        >>> game = Game("telo", headers={"White": "Soa"})
        >>> _ = game.add_main_variation("b1-b2A", comment="straight on")
        >>> [batch] = batches_of_games([game])
        >>> batch["white"], batch["board"], batch["moves"]
        (['Soa'], ['3x3'], ['b1-b2A'])
        >>> next(games_of([batch])) == game
        True
    """
    return batches(map(_row, whole(games)), GAMES, size)


def games_of(found: Iterable[Batch]) -> Iterator[Game | RecordError]:
    """The records in batches of ``GAMES``, by their column ``record`` alone.

    Yields:
        Each record, and in the place of a broken one its error, as a value.

    Example:
        >>> from fanorona.record import Game
        >>> rows = {"record": [Game("telo").to_json(), "{}"]}
        >>> [type(found).__name__ for found in games_of([rows])]
        ['Game', 'RecordError']
    """
    for batch in found:
        for text in batch["record"]:
            try:
                yield Game.from_json(text)
            except RecordError as error:
                yield error.with_traceback(None)


def whole(games: Iterable[Game | RecordError]) -> Iterator[Game]:
    """The records, up to the first that is broken.

    Raises:
        RecordError: which stands in its place.
    """
    for game in games:
        if isinstance(game, RecordError):
            raise game
        yield game


def _row(game: Game) -> tuple[Any, ...]:
    moves = [str(node.move) for node in game.mainline()]
    return (
        game.headers["White"],
        game.headers["Black"],
        game.headers["Result"],
        size_name(game.start.variant),
        str(game.start.rules),
        len(moves),
        " ".join(moves),
        game.to_json(),
    )
