"""A file of work that has been done so far, which whoever does it goes on from."""

from __future__ import annotations

import json
import os
import struct
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from fanorona.closing import Closing
from fanorona.files import open_to_go_on, write_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_LENGTH: Final = struct.Struct("<Q")
_CHECKSUM: Final = struct.Struct("<I")
_FRAME_SIZE: Final = _LENGTH.size + _CHECKSUM.size
"""Bytes before a piece: its length, and the CRC-32 of the length and the piece."""
_LONGEST_WORK: Final = 1 << 16
"""How far the line of other work is read, so as to tell what differs."""


@contextmanager
def journal_of(path: Path, work: Mapping[str, object]) -> Iterator[Journal]:
    """The journal of a file that the block is to write, beside it, with ``.part`` after its name.

    It is removed when the block has ended without an error, or while it is still empty.

    Args:
        path: the file that is to be.
        work: what the pieces follow from.

    Raises:
        ValueError: as ``Journal``.
        OSError: as ``Journal``.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "squares"
        ...     with journal_of(path, {"most": 2}) as journal:
        ...         for number in range(journal.pieces, 3):
        ...             journal.add(b"%d," % number**2)
        ...         _ = path.write_bytes(b"".join(journal))
        ...     path.read_bytes(), [path.name for path in Path(folder).iterdir()]
        (b'0,1,4,', ['squares'])
    """
    journal = Journal(path.with_name(f"{path.name}.part"), work)
    finished = False
    try:
        yield journal
        finished = True
    finally:
        journal.close()
        if finished or not journal.pieces:
            journal.path.unlink(missing_ok=True)


def difference(found: bytes, wanted: bytes) -> str | None:
    r"""What differs between the first lines of two files that tell in JSON of which work they are.

    Args:
        found: the beginning of the one that is there.
        wanted: the beginning of the one that was asked for.

    Returns:
        The fields with their values; None where ``found`` tells of no work.

    Example:
        >>> difference(b'{"format":"x 1","seed":1}\n...', b'{"format":"x 1","seed":2}\n')
        'seed 1, not 2'
        >>> difference(b"Dear diary,", b'{"format":"x 1","seed":2}\n')
    """
    try:
        theirs = json.loads(found.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None
    if not isinstance(theirs, dict) or "format" not in theirs:
        return None
    ours = json.loads(wanted.partition(b"\n")[0])
    differences = [
        f"{name} {there}, not {here}"
        for name in {**ours, **theirs}
        if (there := json.dumps(theirs.get(name))) != (here := json.dumps(ours.get(name)))
    ]
    return "; ".join(differences) or "the same, written in another way"


class Journal(Closing):
    """A journal that is open for going on; one at a time where the system can lock files.

    First comes a line of JSON that tells of which work it is, then the pieces. A piece that was cut
    off or damaged is forgotten with all behind it.

    Args:
        path: the file; made if it does not exist.
        work: what the pieces follow from.

    Raises:
        ValueError: if the file is the journal of other work, naming what differs; if it is no
            journal, or in use.
        OSError: if it cannot be opened, or is something else than a file.

    Attributes:
        path: the file.
        pieces: how many pieces it holds.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "work.part"
        ...     with Journal(path, {"seed": 1}) as journal:
        ...         journal.add(b"one")
        ...     with Journal(path, {"seed": 1}) as journal:
        ...         journal.add(b"two")
        ...         list(journal)
        [b'one', b'two']
    """

    def __init__(self, path: Path, work: Mapping[str, object]) -> None:
        self.path = path
        self._stream = open_to_go_on(path, busy="another process is at this work")
        try:
            self._header = json.dumps(work, separators=(",", ":")).encode() + b"\n"
            self.pieces = self._begin()
        except BaseException:
            self._stream.close()
            raise

    def add(self, piece: bytes) -> None:
        """Appends a piece."""
        write_all(self._stream, _frame(piece) + piece)
        self.pieces += 1

    def __iter__(self) -> Iterator[bytes]:
        """All pieces, read one by one; none must be added meanwhile."""
        self._stream.seek(len(self._header))
        for _ in range(self.pieces):
            piece = self._read_piece()
            if piece is None:
                msg = f"{self.path}: changed while it was in use"
                raise ValueError(msg)
            yield piece

    def close(self) -> None:
        """Closes the file."""
        self._stream.close()

    def _begin(self) -> int:
        """Checks the first line and the pieces, and goes behind the last whole one."""
        first = self._read(len(self._header))
        if first != self._header:
            if not self._header.startswith(first):
                msg = f"{self.path}: {self._difference()}"
                raise ValueError(msg)
            self._cut(0)
            write_all(self._stream, self._header)
            return 0
        pieces, end = 0, len(self._header)
        while (piece := self._read_piece()) is not None:
            pieces += 1
            end += _FRAME_SIZE + len(piece)
        self._cut(end)
        return pieces

    def _difference(self) -> str:
        """What this file is, where it is not the journal that was asked for."""
        self._stream.seek(0)
        found = difference(self._read(_LONGEST_WORK), self._header)
        return "no journal" if found is None else f"the journal of other work: {found}"

    def _read_piece(self) -> bytes | None:
        frame = self._read(_FRAME_SIZE)
        if len(frame) < _FRAME_SIZE:
            return None
        (length,) = _LENGTH.unpack_from(frame)
        if length > os.fstat(self._stream.fileno()).st_size:
            return None
        piece = self._read(length)
        return piece if frame == _frame(piece) else None

    def _read(self, size: int) -> bytes:
        """So many bytes, fewer only at the end of the file."""
        parts = []
        while size and (part := self._stream.read(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _cut(self, end: int) -> None:
        self._stream.seek(end)
        self._stream.truncate()


def _frame(piece: bytes) -> bytes:
    """What stands before a piece; never all zeros, which a power failure may leave in a file."""
    length = _LENGTH.pack(len(piece))
    return length + _CHECKSUM.pack(zlib.crc32(piece, zlib.crc32(length)))
