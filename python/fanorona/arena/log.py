"""Logs of matches: JSON Lines, the configuration first, then one game a line in index order.

A log holds no times, so a match whose players are reproducible always gives the same bytes. An
interrupted log is continued; a line that was cut is played again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fanorona.arena.game import GameResult
from fanorona.board import Board
from fanorona.closing import Closing
from fanorona.errors import RecordError
from fanorona.files import open_to_go_on, write_all
from fanorona.journal import difference
from fanorona.record import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fanorona.arena.match import Match

_RESULTS = ("1-0", "0-1", "1/2-1/2")
_BEGIN = b'{"format":"fanorona-match '


def config_line(match: Match) -> bytes:
    """The first line of a match's log, with its line break.

    The number of games is not in it: a log may be continued with more.
    """
    return _line(match.config())


def game_line(game: GameResult) -> bytes:
    """A game's line, with its line break."""
    fields: dict[str, object] = {
        "game": game.index,
        "opening": game.opening,
        "white": game.white,
        "black": game.black,
        "result": game.result,
        "end": game.end,
    }
    if game.reason is not None:
        fields["reason"] = game.reason
    fields["moves"] = list(game.moves)
    return _line(fields)


def is_log(begin: bytes) -> bool:
    """Whether a file that begins like this is the log of a match.

    Example:
        >>> is_log(b'{"format":"fanorona-match 1","version":')
        True
    """
    return begin.startswith(_BEGIN)


def records_of_log(lines: Iterable[bytes]) -> Iterator[Game | RecordError]:
    """The games of a log as records, one by one; a broken line is an error in its place.

    Who won is in the tag Result. Where no rule ended the game, how it did is a comment on the last
    turn, such as ``illegal_move: no turn``.

    Args:
        lines: those of the log, such as a file that is open for reading bytes.

    Raises:
        RecordError: if the first line is not that of a log.

    Example:
        >>> from fanorona.arena import Match, parse_player, play_game
        >>> match = Match(players=(parse_player("depth=1"), parse_player("depth=2")), games=2)
        >>> lines = [config_line(match), *(game_line(play_game(task)) for task in match.tasks())]
        >>> [(game.headers["White"], game.headers["Black"]) for game in records_of_log(lines)]
        [('depth=1', 'depth=2'), ('depth=2', 'depth=1')]
    """
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, b""))
    try:
        config: dict[str, Any] = json.loads(first)
        start = Board(config["variant"], config["rules"])
        names = [str(player["name"]) for player in config["players"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        msg = "not the first line of a match's log"
        raise RecordError(msg, line=1) from None
    for number, line in numbered:
        game = _game_of(line)
        if game is None:
            yield RecordError("not a game of a match", line=number)
            continue
        try:
            yield _record_of(game, start, names)
        except (ValueError, IndexError, TypeError) as error:
            yield RecordError(str(error), line=number)


def _record_of(played: GameResult, start: Board, names: list[str]) -> Game:
    board = start.copy()
    for move in played.moves:
        board.push(move)
    players = {"White": names[played.white], "Black": names[played.black]}
    game = Game.from_board(board, {**players, "Result": played.result})
    if board.outcome() is None:
        reason = "" if played.reason is None else f": {played.reason}"
        game.end().comment = f"{played.end}{reason}"
    return game


def _line(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


class MatchLog(Closing):
    """A log that is open for continuing it; one at a time where the system can lock files.

    Args:
        path: the file; made if it does not exist.
        match: the match that it is the log of.

    Raises:
        ValueError: if the file is the log of another match, naming what differs, such as the
            version of the package; if it is no log, or in use.
        OSError: if it cannot be opened, or is something else than a file, such as a pipe.

    Attributes:
        games: the games that it held when it was opened.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> from fanorona.arena import Match, parse_player, play_game
        >>> players = parse_player("depth=1"), parse_player("depth=2")
        >>> match = Match(players=players, games=2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "match.jsonl"
        ...     with MatchLog(path, match) as log:
        ...         log.write(play_game(next(match.tasks())))
        ...     with MatchLog(path, match) as log:
        ...         [game.index for game in log.games]
        [0]
    """

    def __init__(self, path: Path, match: Match) -> None:
        self._stream = open_to_go_on(path, busy="another match is writing this log")
        try:
            self.games = self._read(path, match)
        except BaseException:
            self._stream.close()
            raise

    def write(self, game: GameResult) -> None:
        """Appends a game."""
        write_all(self._stream, game_line(game))

    def close(self) -> None:
        """Closes the file."""
        self._stream.close()

    def _read(self, path: Path, match: Match) -> list[GameResult]:
        """Reads the whole lines and cuts off what follows them."""
        lines = self._stream.read()
        header = config_line(match)
        whole = lines[: lines.rfind(b"\n") + 1]
        first, *rest = whole.splitlines(keepends=True) or [b""]
        if not (first == header or (not first and header.startswith(lines))):
            found = difference(lines, header)
            kind = "no log" if found is None else f"the log of another match: {found}"
            msg = f"{path}: {kind}"
            raise ValueError(msg)
        games = []
        for number, line in enumerate(rest):
            game = _game_of(line)
            if game is None or not match.fits(game, number):
                msg = f"{path}: line {number + 2} is not game {number} of this match"
                raise ValueError(msg)
            games.append(game)
        self._stream.seek(len(whole))
        self._stream.truncate()
        if not whole:
            write_all(self._stream, header)
        return games


def _game_of(line: bytes) -> GameResult | None:
    """The game on a line; None if it is none."""
    try:
        fields: dict[str, Any] = json.loads(line)
        game = GameResult(
            index=fields["game"],
            opening=fields["opening"],
            white=fields["white"],
            black=fields["black"],
            result=fields["result"],
            end=fields["end"],
            reason=fields.get("reason"),
            moves=tuple(fields["moves"]),
        )
        # What reads back as the same bytes has all fields, each of its type.
        good = game.result in _RESULTS and game_line(game) == line
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return game if good else None
