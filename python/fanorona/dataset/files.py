"""Files of data sets, whatever their form."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from fanorona._fanorona import __version__
from fanorona.dataset import npz
from fanorona.dataset.columns import BATCH, SCHEMAS, Batch, Schema
from fanorona.files import open_whole_binary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

SUFFIXES: Final = (".npz", ".parquet", ".arrow")
"""The suffixes of names of files."""


class _Reader(Protocol):
    about: str

    def close(self) -> None: ...
    def rows(self, schema: Schema) -> int: ...
    def batches(self, schema: Schema, size: int) -> Iterator[Batch]: ...


def form_of(path: Path) -> str:
    """The suffix that says what a file is.

    Raises:
        ValueError: if it is none of a data set's.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        msg = f"{path}: the name of a data set ends with {', '.join(SUFFIXES)}"
        raise ValueError(msg)
    return suffix


def write(
    path: str | PathLike[str],
    schema: Schema,
    found: Iterable[Mapping[str, object]],
    about: Mapping[str, str] | None = None,
) -> int:
    """Writes a data set; the file appears when all batches have been written.

    Args:
        path: the file; its suffix says in which form.
        schema: the columns.
        found: the batches, which are taken one by one.
        about: what else the file says about itself, such as the board and rules of samples.

    Returns:
        The number of rows.

    Raises:
        ValueError: if the suffix is none of ``.npz``, ``.parquet`` and ``.arrow``, or a batch does
            not have the columns.
        OSError: if the file cannot be written.
        ModuleNotFoundError: if pyarrow is needed and missing.

    Example:
        >>> import tempfile
        >>> from fanorona.dataset import SAMPLES, batches_of_samples
        >>> from fanorona.selfplay import sample_games
        >>> packed = list(sample_games("telo", count=3, nodes=50))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     name = f"{folder}/samples.parquet"
        ...     rows = write(name, SAMPLES, batches_of_samples(packed), {"board": "3x3"})
        ...     found = Dataset(name)
        ...     len(found) == rows, found.about["board"]
        (True, '3x3')
    """
    path = Path(path)
    form = form_of(path)
    text = json.dumps({"format": schema.name, "version": __version__, **(about or {})})
    checked = map(schema.checked, found)
    with open_whole_binary(path) as stream:
        if form == ".npz":
            return npz.write(stream, path.resolve().parent, schema, text, checked)
        from fanorona.dataset import arrow  # noqa: PLC0415  # pyarrow may be missing

        return arrow.write(stream, schema, text, checked, parquet=form == ".parquet")


class Dataset:
    """A file that holds a data set.

    Args:
        path: the file.

    Raises:
        ValueError: if it is none.
        OSError: if it cannot be read.
        ModuleNotFoundError: if pyarrow is needed and missing.

    Attributes:
        path: the file.
        schema: its columns.
        about: what else the file says about itself.

    Example:
        >>> import tempfile
        >>> from fanorona.dataset import GAMES, batches_of_games
        >>> from fanorona.record import Game
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = write(f"{folder}/games.npz", GAMES, batches_of_games([Game("telo")]))
        ...     found = Dataset(f"{folder}/games.npz")
        ...     found.schema.name, len(found), [batch["board"] for batch in found.batches()]
        ('fanorona-games 1', 1, [['3x3']])
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        with self._open() as reader:
            try:
                about = json.loads(reader.about)
                self.schema = SCHEMAS[about["format"]]
                self.about: dict[str, str] = {
                    str(key): str(value) for key, value in about.items() if key != "format"
                }
            except (ValueError, KeyError, TypeError, RecursionError):
                msg = "it does not say which data set it holds"
                raise ValueError(msg) from None
            self._rows = reader.rows(self.schema)

    def __len__(self) -> int:
        """The number of rows."""
        return self._rows

    def batches(self, size: int = BATCH) -> Iterator[Batch]:
        """All rows in their order, in batches of at most ``size``.

        Raises:
            ValueError: if the file is damaged, or ``size`` is less than 1.
            OSError: if it cannot be read.
        """
        if size < 1:
            msg = f"size {size}: expected at least 1"
            raise ValueError(msg)
        with self._open() as reader:
            yield from reader.batches(self.schema, size)

    @contextmanager
    def _open(self) -> Iterator[_Reader]:
        form = form_of(self.path)
        try:
            reader: _Reader
            if form == ".npz":
                reader = npz.Reader(self.path)
            else:
                from fanorona.dataset import arrow  # noqa: PLC0415  # pyarrow may be missing

                reader = arrow.Reader(self.path, parquet=form == ".parquet")
            try:
                yield reader
            finally:
                reader.close()
        except ValueError as error:
            msg = f"{self.path}: {error}"
            raise ValueError(msg) from error

    def __repr__(self) -> str:
        return f"<Dataset: {self.path}, {self.schema.name}, {len(self)} rows>"
