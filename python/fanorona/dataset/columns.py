"""What the columns of a data set are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Batch: TypeAlias = dict[str, Any]
"""Rows by column: an array of the column's type, or a list of texts, all of the same length."""

BATCH: Final = 8192
"""Rows of a batch, unless said otherwise."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: its name.
        type: NumPy's name for the type of a number, little-endian, or ``text``.

    Example:
        >>> column = POSITIONS.columns[0]
        >>> column.name, column.type, column.is_text
        ('game', 'uint64', False)
    """

    name: str
    type: str

    @property
    def is_text(self) -> bool:
        """Whether it holds texts."""
        return self.type == "text"

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers in a file."""
        return np.dtype(self.type).newbyteorder("<")


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a kind of data set.

    Attributes:
        name: what a file says that it is, with the number of the version.
        columns: the columns.

    Example:
        >>> SAMPLES.name, [column.name for column in SAMPLES.columns]
        ('fanorona-samples 1', ['own', 'enemy', 'score', 'result', 'turns'])
    """

    name: str
    columns: tuple[Column, ...]

    def checked(self, batch: Mapping[str, Any]) -> Batch:
        """The batch with arrays of the right types, which must not be made from larger numbers.

        Raises:
            ValueError: naming the column that is missing, unknown, of another length, or holds what
                its type does not.

        Example:
            >>> SAMPLES.checked({"own": [1], "enemy": [2], "score": [40_000]})
            Traceback (most recent call last):
            ValueError: column score: not numbers of type int16
        """
        for name in batch:
            if all(column.name != name for column in self.columns):
                msg = f"column {name}: none of {self.name}"
                raise ValueError(msg)
        found: Batch = {}
        for column in self.columns:
            if column.name not in batch:
                msg = f"column {column.name}: missing"
                raise ValueError(msg)
            values = batch[column.name]
            found[column.name] = (
                _texts(column, values) if column.is_text else _array(column, values)
            )
        lengths = {len(values) for values in found.values()}
        if len(lengths) > 1:
            msg = f"columns of {', '.join(map(str, sorted(lengths)))} rows in one batch"
            raise ValueError(msg)
        return found


def rows_of(batch: Mapping[str, Sequence[Any]]) -> int:
    """The number of rows of a batch."""
    return len(next(iter(batch.values())))


def _texts(column: Column, values: Iterable[Any]) -> list[str]:
    texts = list(values)
    if not all(isinstance(text, str) for text in texts):
        msg = f"column {column.name}: not texts"
        raise ValueError(msg)
    return texts


def _array(column: Column, values: object) -> np.ndarray[Any, np.dtype[Any]]:
    given = values if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    try:
        array = given.astype(column.dtype)
    except (OverflowError, TypeError, ValueError):
        array = None
    if array is None or array.ndim != 1 or not np.array_equal(array.astype(object), given):
        msg = f"column {column.name}: not numbers of type {column.type}"
        raise ValueError(msg)
    return array


def batches(rows: Iterable[tuple[Any, ...]], schema: Schema, size: int = BATCH) -> Iterator[Batch]:
    """Rows, one value a column, put together to batches of ``size`` rows."""
    waiting: list[tuple[Any, ...]] = []
    for row in rows:
        waiting.append(row)
        if len(waiting) == size:
            yield _batch(waiting, schema)
            waiting = []
    if waiting:
        yield _batch(waiting, schema)


def _batch(rows: list[tuple[Any, ...]], schema: Schema) -> Batch:
    columns = zip(schema.columns, zip(*rows, strict=True), strict=True)
    return {
        column.name: list(values) if column.is_text else np.array(values, column.dtype)
        for column, values in columns
    }


GAMES: Final = Schema(
    "fanorona-games 1",
    (
        Column("white", "text"),
        Column("black", "text"),
        Column("result", "text"),
        Column("board", "text"),
        Column("rules", "text"),
        Column("turns", "uint32"),
        Column("moves", "text"),
        Column("record", "text"),
    ),
)
"""A row a record. ``record`` is the whole of it as JSON; the other columns are there to look at."""

POSITIONS: Final = Schema(
    "fanorona-positions 1",
    (
        Column("game", "uint64"),
        Column("ply", "uint32"),
        Column("board", "text"),
        Column("rules", "text"),
        Column("white", "uint64"),
        Column("black", "uint64"),
        Column("turn", "uint8"),
        Column("quiet", "uint32"),
        Column("result", "int8"),
        Column("move", "text"),
        Column("fen", "text"),
    ),
)
"""A row for each turn of a record's main line: the position, the turn, and what became of it."""

SAMPLES: Final = Schema(
    "fanorona-samples 1",
    (
        Column("own", "uint64"),
        Column("enemy", "uint64"),
        Column("score", "int16"),
        Column("result", "int8"),
        Column("turns", "uint16"),
    ),
)
"""A row for each position of self-play, as ``fanorona.selfplay`` has them."""

SCHEMAS: Final = {schema.name: schema for schema in (GAMES, POSITIONS, SAMPLES)}
