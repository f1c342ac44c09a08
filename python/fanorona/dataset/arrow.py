"""Arrow tables: Parquet files and Arrow's own, written and read in batches."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any, Final

from fanorona.dataset.columns import rows_of
from fanorona.extras import of_extra

with of_extra("data"):
    import pyarrow as pa
    import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fanorona.dataset.columns import Batch, Schema

KEY: Final = b"fanorona"
"""The key under which a file's metadata say what it holds."""


def _arrow_schema(schema: Schema, about: str) -> Any:  # noqa: ANN401  # pyarrow is untyped
    fields = [
        pa.field(
            column.name,
            pa.string() if column.is_text else pa.from_numpy_dtype(column.dtype),
            nullable=False,
        )
        for column in schema.columns
    ]
    return pa.schema(fields, metadata={KEY: about})


def write(
    stream: IO[bytes], schema: Schema, about: str, found: Iterable[Batch], *, parquet: bool
) -> int:
    """Writes batches that have been checked; returns the number of rows."""
    arrow_schema = _arrow_schema(schema, about)
    rows = 0
    if parquet:
        writer = pq.ParquetWriter(stream, arrow_schema, compression="zstd")
    else:
        writer = pa.ipc.new_file(stream, arrow_schema)
    with writer:
        for batch in found:
            rows += rows_of(batch)
            columns = [
                pa.array(batch[field.name], field.type, from_pandas=False) for field in arrow_schema
            ]
            writer.write_batch(pa.record_batch(columns, schema=arrow_schema))
    return rows


class Reader:
    """A Parquet or Arrow file that is open for reading.

    Args:
        path: the file.
        parquet: whether it is a Parquet file.

    Raises:
        ValueError: if it is none.
        OSError: if it cannot be read.

    Attributes:
        about: what the file says that it holds.
    """

    def __init__(self, path: Path, *, parquet: bool) -> None:
        self._source = pa.OSFile(str(path))
        try:
            self._file = pq.ParquetFile(self._source) if parquet else pa.ipc.open_file(self._source)
            self._schema = self._file.schema_arrow if parquet else self._file.schema
            self.about = (self._schema.metadata or {}).get(KEY, b"{}").decode()
        except BaseException:
            self._source.close()
            raise
        self._parquet = parquet

    def close(self) -> None:
        """Closes the file."""
        self._source.close()

    def rows(self, schema: Schema) -> int:
        """The number of rows."""
        self._check(schema)
        if self._parquet:
            return int(self._file.metadata.num_rows)
        numbers = range(self._file.num_record_batches)
        return sum(self._file.get_batch(number).num_rows for number in numbers)

    def batches(self, schema: Schema, size: int) -> Iterator[Batch]:
        """All rows in batches of at most ``size``."""
        self._check(schema)
        for found in self._record_batches(size):
            for start in range(0, found.num_rows, size):
                part = found.slice(start, size)
                yield {
                    column.name: (
                        part.column(column.name).to_pylist()
                        if column.is_text
                        else part.column(column.name).to_numpy(zero_copy_only=False)
                    )
                    for column in schema.columns
                }

    def _record_batches(self, size: int) -> Iterator[Any]:
        if self._parquet:
            yield from self._file.iter_batches(batch_size=size)
            return
        for number in range(self._file.num_record_batches):
            yield self._file.get_batch(number)

    def _check(self, schema: Schema) -> None:
        expected = _arrow_schema(schema, json.dumps({}))
        for field in expected:
            index = self._schema.get_field_index(field.name)
            if index < 0 or self._schema.field(index).type != field.type:
                msg = f"column {field.name}: expected one of type {field.type}"
                raise ValueError(msg)
