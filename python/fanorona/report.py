"""Reports: what an analyst finds in records, as text, JSON Lines or the records with it.

A report is written to a file that appears when it is complete, and is gone on with after a stop.

Example:
    >>> from fanorona.engine import Limit
    >>> from fanorona.record import Game
    >>> game = Game("telo")
    >>> _ = game.add_main_variation("b1-b2A")
    >>> analyst = Analyst(limit=Limit(depth=12), hash_mb=16)
    >>> for number, game, turns in analyses([(1, game)], analyst):
    ...     print("".join(report(number, game, turns)), end="")
    1.    b1-b2A     loss in 8  blunder, best c1-b2A a2-a3W c2-c1W a3-a2 (win in 11)
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from contextlib import closing
from dataclasses import asdict
from enum import StrEnum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona._fanorona import __version__
from fanorona.annotation import Analyst, describe, write_into_record
from fanorona.executors import check_executor
from fanorona.files import check_target, open_whole_binary
from fanorona.journal import journal_of
from fanorona.tablebase import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Executor
    from os import PathLike

    from fanorona.annotation import TurnAnalysis
    from fanorona.engine import Info
    from fanorona.journal import Journal
    from fanorona.record import Game

FORMAT: Final = "fanorona-report 2"
"""What a journal says that it is."""

_DIGEST: Final = hashlib.sha256().digest_size
"""Bytes before the report on a record in a piece of a journal, which tell of which record it is."""


@unique
class Form(StrEnum):
    """How a report is written.

    Raises:
        ValueError: if there is none of a name.

    Attributes:
        TEXT: a line a turn.
        JSON: an object a turn, as JSON Lines; without times, so equal analyses are equal bytes.
        RECORD: the record with values as comments and better turns as variations.

    Example:
        >>> Form("json")
        <Form.JSON: 'json'>
        >>> Form("xml")
        Traceback (most recent call last):
        ValueError: form 'xml': expected text, json or record
    """

    TEXT = "text"
    JSON = "json"
    RECORD = "record"

    @classmethod
    def _missing_(cls, value: object) -> Form:
        msg = f"form {value!r}: expected text, json or record"
        raise ValueError(msg)


def analyses(
    records: Iterable[tuple[int, Game]], analyst: Analyst, executor: Executor | None = None
) -> Generator[tuple[int, Game, Iterable[TurnAnalysis]]]:
    """Analyses records one after the other.

    Args:
        records: records with their numbers, read as they are needed.
        analyst: who analyses.
        executor: where to work, a record at a time. Here if not given; then turns are analysed as
            they are asked for.

    Yields:
        Number, record and analyses of its turns, in the order of the records.

    Raises:
        ValueError: naming the setting that the engine refuses.
        KeyboardInterrupt: on Ctrl-C.
    """
    check_executor(executor)
    if executor is None:
        for number, game in records:
            yield number, game, analyst.turns(game)
        return
    handed_out: deque[tuple[int, Game]] = deque()

    def games() -> Iterator[Game]:
        for number, game in records:
            handed_out.append((number, game))
            yield game

    with closing(analyst.annotate(games(), executor=executor)) as found:
        for turns in found:
            yield *handed_out.popleft(), turns


def report(
    number: int, game: Game, turns: Iterable[TurnAnalysis], form: Form | str = Form.TEXT
) -> Iterator[str]:
    """The report on a record, piece by piece; each ends with a line break.

    Args:
        number: that of the record.
        game: the record; with ``Form.RECORD`` the analyses are added to it.
        turns: the analyses of its turns.
        form: how to write them.

    Raises:
        ValueError: if there is no such form.
        RecordError: if the record would be too large with them.
    """
    form = Form(form)
    if form is Form.RECORD:
        # Only when all are known, since the variations must not be walked into.
        for turn in list(turns):
            write_into_record(turn)
        yield f"{game.to_text()}\n"
        return
    board = game.start.copy()
    for turn in turns:
        line = json.dumps(_fields(number, turn)) if form is Form.JSON else describe(turn, board)
        yield f"{line}\n"
        board.push(turn.move)


def write(
    path: str | PathLike[str],
    records: Iterable[tuple[int, Game]],
    analyst: Analyst,
    *,
    form: Form | str = Form.TEXT,
    executor: Executor | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> None:
    """Analyses records and writes the report to a file, which appears when all are done.

    Until then finished records are kept in a journal beside it, with ``.part`` after its name. The
    same call goes on from there if it was stopped or killed, whatever the executor; further records
    may have come behind the others. With one thread and a limit of nodes or depth the report is the
    same, byte by byte, however often it was stopped.

    Args:
        path: the file.
        records: records with their numbers, in the same order each time; with ``Form.RECORD`` the
            analyses are added to those that were not in the journal.
        analyst: who analyses.
        form: how the report is written.
        executor: where to work, a record at a time; here if not given.
        on_progress: called with the number of records done.

    Raises:
        ValueError: naming the form, or the setting that the engine refuses; if the journal is that
            of other settings or records, naming what differs, or in use.
        OSError: if the file cannot be written.
        KeyboardInterrupt: on Ctrl-C; the journal stays.

    Example:
        >>> import tempfile
        >>> from fanorona.engine import Limit
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> _ = game.add_main_variation("b1-b2A")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "report.jsonl"
        ...     write(path, [(1, game)], Analyst(limit=Limit(depth=12)), form=Form.JSON)
        ...     json.loads(path.read_text())["judgement"]
        'blunder'
    """
    check_executor(executor)
    path, form = Path(path), Form(form)
    check_target(path)
    left = iter(records)
    with journal_of(path, _work(analyst, form)) as journal:
        _pass_over(journal, left)
        with closing(analyses(left, analyst, executor)) as found:
            for number, game, turns in found:
                # Before the analyses are written into the record.
                digest = _digest(number, game)
                journal.add(digest + "".join(report(number, game, turns, form)).encode())
                if on_progress is not None:
                    on_progress(journal.pieces)
        with open_whole_binary(path) as stream:
            stream.writelines(piece[_DIGEST:] for piece in journal)


def _work(analyst: Analyst, form: Form) -> dict[str, object]:
    """What a report follows from beside the records, as JSON has it."""
    limit, tables = asdict(analyst.limit), analyst.tables
    if limit["time"] is not None:
        limit["time"] = float(limit["time"])
    if tables is not None:
        tables = "shipped" if tables == SHIPPED else str(Path(tables).resolve())
    return {
        "format": FORMAT,
        "version": __version__,
        "form": form,
        **limit,
        "hash_mb": analyst.hash_mb,
        "threads": analyst.threads,
        "tables": tables,
    }


def _pass_over(journal: Journal, records: Iterator[tuple[int, Game]]) -> None:
    """Takes the records that are in the journal.

    Raises:
        ValueError: if they are others, or fewer.
    """
    found = 0
    for piece, (number, game) in zip(journal, records, strict=False):
        found += 1
        if piece[:_DIGEST] != _digest(number, game):
            msg = f"{journal.path}: the journal of other work: record {number} was another"
            raise ValueError(msg)
    if found < journal.pieces:
        msg = f"{journal.path}: the journal of other work: {journal.pieces} records, not {found}"
        raise ValueError(msg)


def _digest(number: int, game: Game) -> bytes:
    return hashlib.sha256(f"{number} {game.to_json()}".encode()).digest()


def info_fields(info: Info) -> dict[str, object]:
    """What a search has found, as JSON has it, without its time.

    Example:
        >>> import fanorona as fn
        >>> from fanorona.engine import Engine, Limit
        >>> info_fields(Engine().analyse(fn.Board("telo"), Limit(depth=12)))["win_in"]
        11
    """
    score = info.score
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "nodes": info.nodes,
        "multipv": info.multipv,
        "score": score.estimate,
        "win_in": score.win_in,
        "loss_in": score.loss_in,
        "pv": [str(move) for move in info.pv],
    }


def _fields(game: int, turn: TurnAnalysis) -> dict[str, object]:
    judgement = turn.judgement
    return {
        "game": game,
        "ply": turn.ply,
        "move": str(turn.move),
        "score": turn.score.estimate,
        "win_in": turn.score.win_in,
        "loss_in": turn.score.loss_in,
        "loss": turn.loss,
        "judgement": None if judgement is None else judgement.name.lower(),
        "best": info_fields(turn.best),
    }
