"""NumPy archives, written and read in batches.

Numbers are arrays of one dimension. Texts are two: ``NAME_text``, all of them one after the other
in UTF-8, and ``NAME_end``, where each ends. ``numpy.load`` reads such a file as well.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
import zlib
from contextlib import ExitStack
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np

from fanorona.closing import Closing
from fanorona.dataset.columns import Schema, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fanorona.dataset.columns import Batch, Column

ABOUT: Final = "about"
"""The array, of no dimension, that says what the file holds."""

MOST_TEXT: Final = 1 << 28
"""The most bytes of one text column in a batch."""

_ENDS: Final = np.dtype("<u8")
_BYTES: Final = np.dtype("u1")
_MOST_ABOUT: Final = 1 << 16


def write(
    stream: IO[bytes], folder: Path, schema: Schema, about: str, found: Iterable[Batch]
) -> int:
    """Writes batches that have been checked; returns the number of rows.

    An archive's arrays lie one behind the other, so until all batches are there each array is kept
    in a nameless file in ``folder``.
    """
    with ExitStack() as stack:
        arrays: dict[str, IO[bytes]] = {
            name: stack.enter_context(tempfile.TemporaryFile(dir=folder))
            for column in schema.columns
            for name in _names(column)
        }
        rows = 0
        ends = dict.fromkeys((column.name for column in schema.columns), 0)
        for batch in found:
            rows += rows_of(batch)
            for column in schema.columns:
                values = batch[column.name]
                if column.is_text:
                    ends[column.name] = _spool_texts(column, values, ends[column.name], arrays)
                else:
                    arrays[column.name].write(values.tobytes())
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            _add_about(archive, about)
            for column in schema.columns:
                for name in _names(column):
                    _add(archive, name, _type(column, name), arrays[name])
    return rows


def _names(column: Column) -> tuple[str, ...]:
    return (f"{column.name}_end", f"{column.name}_text") if column.is_text else (column.name,)


def _type(column: Column, name: str) -> np.dtype[Any]:
    if not column.is_text:
        return column.dtype
    return _ENDS if name.endswith("_end") else _BYTES


def _spool_texts(column: Column, texts: list[str], end: int, arrays: dict[str, IO[bytes]]) -> int:
    encoded = [text.encode() for text in texts]
    ends = end + np.cumsum([len(text) for text in encoded], dtype=_ENDS)
    arrays[f"{column.name}_end"].write(ends.astype(_ENDS).tobytes())
    arrays[f"{column.name}_text"].write(b"".join(encoded))
    return int(ends[-1]) if len(ends) else end


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry of no date, so that the same rows give the same bytes."""
    entry = zipfile.ZipInfo(f"{name}.npy")
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _add_about(archive: zipfile.ZipFile, about: str) -> None:
    with archive.open(_entry(ABOUT), "w") as entry:
        np.lib.format.write_array(entry, np.array(about), allow_pickle=False)


def _add(archive: zipfile.ZipFile, name: str, dtype: np.dtype[Any], array: IO[bytes]) -> None:
    length = array.tell() // dtype.itemsize
    array.seek(0)
    with archive.open(_entry(name), "w", force_zip64=True) as entry:
        header = {"descr": dtype.str, "fortran_order": False, "shape": (length,)}
        np.lib.format.write_array_header_1_0(entry, header)
        shutil.copyfileobj(array, entry, 1 << 20)


class Reader:
    """An archive that is open for reading.

    Args:
        path: the file.

    Raises:
        ValueError: if it is no archive of this kind.
        OSError: if it cannot be read.

    Attributes:
        about: what the file says that it holds.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile as error:
            raise ValueError(str(error)) from error
        try:
            self.about = self._read_about()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._archive.close()

    def rows(self, schema: Schema) -> int:
        """The number of rows that the headers tell."""
        with ExitStack() as stack:
            arrays = self._open(schema, stack)
            return next(iter(arrays.values())).length

    def batches(self, schema: Schema, size: int) -> Iterator[Batch]:
        """All rows in batches of ``size``."""
        with ExitStack() as stack:
            arrays = self._open(schema, stack)
            left = next(iter(arrays.values())).length
            ends = dict.fromkeys((column.name for column in schema.columns), 0)
            while left:
                count = min(size, left)
                batch: Batch = {}
                for column in schema.columns:
                    if column.is_text:
                        texts, ends[column.name] = _read_texts(
                            column, arrays, count, ends[column.name]
                        )
                        batch[column.name] = texts
                    else:
                        batch[column.name] = arrays[column.name].read(count)
                left -= count
                yield batch

    def _read_about(self) -> str:
        with _Array(self._archive, ABOUT) as array:
            if array.shape != () or array.dtype.kind != "U" or array.dtype.itemsize > _MOST_ABOUT:
                msg = f"array {ABOUT}: expected one text"
                raise ValueError(msg)
            return str(array.read(1)[0])

    def _open(self, schema: Schema, stack: ExitStack) -> dict[str, _Array]:
        arrays: dict[str, _Array] = {}
        lengths = set()
        for column in schema.columns:
            for name in _names(column):
                array = stack.enter_context(_Array(self._archive, name))
                expected = _type(column, name)
                if len(array.shape) != 1 or array.dtype != expected:
                    msg = f"array {name}: expected one dimension of {expected}"
                    raise ValueError(msg)
                if not name.endswith("_text"):
                    lengths.add(array.length)
                arrays[name] = array
        if len(lengths) != 1:
            msg = f"arrays of {', '.join(map(str, sorted(lengths)))} rows"
            raise ValueError(msg)
        return arrays


def _read_texts(
    column: Column, arrays: dict[str, _Array], count: int, begin: int
) -> tuple[list[str], int]:
    ends = [begin, *map(int, arrays[f"{column.name}_end"].read(count))]
    if any(end < before for before, end in pairwise(ends)):
        msg = f"array {column.name}_end: goes down"
        raise ValueError(msg)
    if ends[-1] - begin > MOST_TEXT:
        msg = f"array {column.name}_end: more than {MOST_TEXT} bytes in a batch"
        raise ValueError(msg)
    text = arrays[f"{column.name}_text"].read(ends[-1] - begin).tobytes()
    pairs = pairwise(ends)
    return [text[start - begin : end - begin].decode() for start, end in pairs], ends[-1]


class _Array(Closing):
    """An array of an archive that is read from its beginning on."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.name = name
        try:
            self._stream = archive.open(f"{name}.npy")
        except KeyError:
            msg = f"array {name}: missing"
            raise ValueError(msg) from None
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise ValueError(self._said(error)) from error
        try:
            self.shape, self.dtype = self._read_header()
        except BaseException:
            self.close()
            raise

    @property
    def length(self) -> int:
        """How many values there are."""
        return self.shape[0]

    def _read_header(self) -> tuple[tuple[int, ...], np.dtype[Any]]:
        try:
            version = np.lib.format.read_magic(self._stream)
            read = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }[version]
            shape, _, dtype = read(self._stream)
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise ValueError(self._said(error)) from error
        return shape, dtype

    def read(self, count: int) -> np.ndarray[Any, np.dtype[Any]]:
        """The next values."""
        size = count * self.dtype.itemsize
        try:
            data = self._stream.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise ValueError(self._said(error)) from error
        if len(data) < size:
            raise ValueError(self._said("ends too early"))
        return np.frombuffer(data, self.dtype)

    def _said(self, reason: object) -> str:
        return f"array {self.name}: {reason}"

    def close(self) -> None:
        self._stream.close()
