"""Writing files so that nothing half-written is ever found."""

from __future__ import annotations

import io
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def whole_bytes(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that appears under its name only when the block has ended without an error.

    It is written beside ``path``, synced, and renamed; until then an older file stays as it was.

    Raises:
        OSError: if the folder cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        # The name that was asked for says more than that of the file beside it.
        raise type(error)(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        # mkstemp makes files private; a new file gets what the user's umask says.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """A UTF-8 text file that appears like one of ``whole_bytes``; lines end with a line feed.

    Raises:
        OSError: if the folder cannot be written.
    """
    with whole_bytes(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        yield text
        text.flush()
        # The bytes below are synced and closed by their own block.
        text.detach()


def write_whole(path: Path, text: str) -> None:
    """Writes a text file in one piece.

    Raises:
        OSError: if the folder cannot be written.
    """
    with whole_file(path) as stream:
        stream.write(text)
