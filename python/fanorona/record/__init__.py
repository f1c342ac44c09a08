"""Records of games: read, written, and edited as trees of turns.

Text is shaped as in Portable Game Notation, and its twin is JSON Lines, one game an object a line.
A record keeps whole turns only, and only legal ones.

Example:
    >>> import io
    >>> game = read_game(io.StringIO('[White "Soa"] 1. d3-e3A {the centre} (1. f2-e3A) *'))
    >>> game.headers["White"], game.next().comment, [str(node.move) for node in game.variations]
    ('Soa', 'the centre', ['d3-e3A', 'f2-e3A'])
    >>> game.end().board().turn
    <Color.BLACK: 'b'>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.errors import RecordError
from fanorona.record.game import Game
from fanorona.record.headers import Headers
from fanorona.record.lines import Lines, TextStream
from fanorona.record.reader import read_next
from fanorona.record.tree import ChildNode, GameNode

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ChildNode",
    "Game",
    "GameNode",
    "Headers",
    "RecordError",
    "TextStream",
    "games",
    "read_game",
    "read_jsonl",
]


def read_game(stream: TextStream) -> Game | None:
    r"""Reads the next game of a text stream.

    Nothing behind the game is lost: the next call goes on there, after an error too. Lines are
    counted from the first call for the stream, which nothing else should move in between. Files
    are best opened with ``encoding="utf-8", errors="surrogateescape"``; then bytes that are not
    UTF-8 break only the game in which they stand.

    Returns:
        The game; None at the end of the stream.

    Raises:
        RecordError: if the game is broken.

    Example:
        >>> import io
        >>> stream = io.StringIO("1. d3-e3A a1-a2 *\n\n1. f2-e3A *\n")
        >>> read_game(stream)
        Traceback (most recent call last):
        fanorona.errors.RecordError: line 1: turn 1 (Black): illegal move a1-a2: ...
        >>> read_game(stream), read_game(stream)
        (<Game: tsivy, standard, 1 turns, *>, None)
    """
    game = read_next(Lines(stream))
    if isinstance(game, RecordError):
        raise game
    return game


def games(stream: TextStream) -> Iterator[Game | RecordError]:
    r"""Reads all games of a text stream, one by one.

    Yields:
        Each game, and in the place of a broken one its error, as a value.

    Example:
        >>> import io
        >>> for game in games(io.StringIO("1. d3-e3A (\n\n1. f2-e3A 1-0")):
        ...     print(repr(game))
        RecordError('variation not closed')
        <Game: tsivy, standard, 1 turns, 1-0>
    """
    lines = Lines(stream)
    while (game := read_next(lines)) is not None:
        yield game


def read_jsonl(stream: TextStream) -> Iterator[Game | RecordError]:
    r"""Reads all games of a JSON Lines stream, one by one; empty lines do not count.

    Yields:
        Each game, and in the place of a broken one its error, as a value.

    Example:
        >>> import io
        >>> for game in read_jsonl(io.StringIO('{"tags": {}, "moves": ["d3-e3A"]}\n{"tags": 1}')):
        ...     print(game if isinstance(game, RecordError) else repr(game))
        <Game: tsivy, standard, 1 turns, *>
        line 2: field 'tags': expected an object
    """
    lines = Lines(stream)
    while (line := lines.take()) is not None:
        if not line or line.isspace():
            continue
        try:
            yield Game.from_json(line)
        except RecordError as error:
            error.line = lines.number
            yield error.with_traceback(None)
