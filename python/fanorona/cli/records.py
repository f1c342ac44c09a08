"""Reading game records of either form, from a file or from standard input."""

from __future__ import annotations

import io
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fanorona import record
from fanorona.arena.log import is_log, records_of_log

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD: Final = "-"
"""The file name that means standard input or output."""
READ: Final = {".pgn": "text", ".txt": "text", ".jsonl": "jsonl", ".json": "jsonl"}
"""The forms that suffixes of file names stand for, where a file is read."""

_OBJECT: Final = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*("\w+"\s*:|\})')


@contextmanager
def reading_games(
    name: str, form: str | None = None
) -> Iterator[tuple[str, Iterator[record.Game | record.RecordError]]]:
    """The form of a file, ``text`` or ``jsonl``, and its games one by one.

    Without ``form`` the suffix of the name tells it, else what the file begins with. The log of a
    match has the form ``jsonl`` as well.
    """
    with _reading(name) as source:
        form = form or READ.get(Path(name).suffix.lower()) or _guess(source)
        if form == "jsonl" and is_log(source.peek(1)):
            yield form, records_of_log(source)
            return
        stream = io.TextIOWrapper(source, encoding="utf-8", errors="surrogateescape")
        yield form, record.read_jsonl(stream) if form == "jsonl" else record.games(stream)
        stream.detach()


def _guess(source: io.BufferedReader) -> str:
    """The form of what begins like this."""
    return "jsonl" if _OBJECT.match(source.peek(1)) else "text"


@contextmanager
def _reading(name: str) -> Iterator[io.BufferedReader]:
    if name != STANDARD:
        with Path(name).open("rb") as source:
            yield source
        return
    # A reader of its own: it can be looked into whatever stands in for standard input. It reads
    # past the buffer there, which would wait until it is full.
    raw: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    source = io.BufferedReader(raw)
    try:
        yield source
    finally:
        source.detach()
