r"""Data sets: records, positions and self-play samples as columns, in NumPy and Arrow files.

Files are written and read in batches, so they may be larger than memory. The suffix of a file's
name says what it is: ``.npz``, ``.parquet`` or ``.arrow``. It needs the extra ``data`` (numpy and
pyarrow; ``.npz`` needs numpy alone). ``docs/datasets.md`` describes the columns.

Example:
    >>> import io, tempfile
    >>> from pathlib import Path
    >>> from fanorona import record
    >>> games = record.games(io.StringIO("1. d3-e3A c3-d3A *\n\n1. f2-e3A 1-0"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "positions.npz"
    ...     rows = write(path, POSITIONS, batches_of_positions(games))
    ...     batches = list(Dataset(path).batches())
    >>> rows, batches[0]["result"].tolist(), batches[0]["move"]
    (3, [2, 2, 1], ['d3-e3A', 'c3-d3A', 'f2-e3A'])
"""

from fanorona.extras import of_extra

with of_extra("data"):
    from fanorona.dataset.columns import GAMES, POSITIONS, SAMPLES, Batch, Column, Schema
    from fanorona.dataset.files import Dataset, write
    from fanorona.dataset.games import batches_of_games, games_of
    from fanorona.dataset.positions import batches_of_positions, boards_of
    from fanorona.dataset.samples import batches_of_samples, samples_of

__all__ = [
    "GAMES",
    "POSITIONS",
    "SAMPLES",
    "Batch",
    "Column",
    "Dataset",
    "Schema",
    "batches_of_games",
    "batches_of_positions",
    "batches_of_samples",
    "boards_of",
    "games_of",
    "samples_of",
    "write",
]
