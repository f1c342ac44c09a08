"""Files that are never found half-written, and files of which each piece that was written stays."""

from __future__ import annotations

import errno
import io
import os
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def check_regular(path: Path) -> None:
    """Refuses the name of something that exists and is no file, such as a pipe or a device.

    Raises:
        OSError: naming the path.
    """
    if path.exists() and not path.is_file():
        msg = "not a regular file"
        raise OSError(errno.EINVAL, msg, str(path))


def check_target(path: Path) -> None:
    """Refuses a name under which no file could be written, before long work for what goes there.

    Raises:
        OSError: naming the path.
    """
    check_regular(path)
    folder = path.resolve().parent
    if not folder.is_dir():
        number = errno.ENOTDIR if folder.exists() else errno.ENOENT
    elif not os.access(folder, os.W_OK):
        number = errno.EACCES
    else:
        return
    raise OSError(number, os.strerror(number), str(path))


def _lock(stream: IO[bytes], path: Path, *, busy: str) -> None:
    """Locks a file until it is closed, where the system can.

    Args:
        stream: the open file.
        path: its name.
        busy: what the error says of whoever has locked it.

    Raises:
        ValueError: if it is locked by another.
    """
    try:
        import fcntl  # noqa: PLC0415  # there is none on Windows
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        msg = f"{path}: {busy}"
        raise ValueError(msg) from None


def open_to_go_on(path: Path, *, busy: str) -> IO[bytes]:
    """Opens a file that is read and then appended to, alone; made if it does not exist.

    It has no buffer: what has been written stays, whatever becomes of this process.

    Args:
        path: the file.
        busy: what the error says of whoever has it open.

    Raises:
        ValueError: if another has it open in this way, where the system can lock files.
        OSError: if it cannot be opened, or is something else than a file, such as a pipe.
    """
    check_regular(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    stream: IO[bytes] = os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0)
    try:
        _lock(stream, path, busy=busy)
    except BaseException:
        stream.close()
        raise
    return stream


def write_all(stream: IO[bytes], data: bytes) -> None:
    """Writes all of ``data``, of which a stream without a buffer may take a part at a time.

    Raises:
        OSError: if it cannot be written.
    """
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]


@contextmanager
def open_whole_binary(path: Path) -> Iterator[IO[bytes]]:
    """A binary file that appears under its name only when the block has ended without an error.

    It is written beside the file, synced, and renamed; until then an older file stays as it was.
    A link is followed, and an older file's permissions are kept.

    Raises:
        OSError: if the folder cannot be written, or the name is that of something else than a
            file, such as a device.
    """
    target = path.resolve()
    check_regular(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".fanorona-")
    except OSError as error:
        # The name that was asked for says more than that of the file beside it.
        raise type(error)(error.errno, error.strerror, str(path)) from None
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.chmod(_mode(target))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The permissions of a file, or those that a new one gets: mkstemp makes files private."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def open_whole_text(path: Path) -> Iterator[IO[str]]:
    """A UTF-8 text file that appears like one of ``open_whole_binary``; lines end with a line feed.

    Raises:
        OSError: if the folder cannot be written.
    """
    with open_whole_binary(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        yield text
        text.flush()
        # The bytes below are synced and closed by their own block.
        text.detach()


def write_whole_text(path: Path, text: str) -> None:
    """Writes a text file in one piece.

    Raises:
        OSError: if the folder cannot be written.
    """
    with open_whole_text(path) as stream:
        stream.write(text)
