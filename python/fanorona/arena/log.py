"""Logs of matches: JSON Lines, the configuration first, then one game a line in index order.

A log holds no times, so a match whose players are reproducible always gives the same bytes. An
interrupted log is continued; a line that was cut is played again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fanorona.arena.game import GameResult
from fanorona.closing import Closing
from fanorona.files import open_to_go_on, write_all

if TYPE_CHECKING:
    from pathlib import Path

    from fanorona.arena.match import Match

_RESULTS = ("1-0", "0-1", "1/2-1/2")


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


def _line(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


class MatchLog(Closing):
    """A log that is open for continuing it; one at a time where the system can lock files.

    Args:
        path: the file; made if it does not exist.
        match: the match that it is the log of.

    Raises:
        ValueError: if the file is the log of another match, no log, or in use.
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
            msg = f"{path}: the log of another match, or no log"
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
