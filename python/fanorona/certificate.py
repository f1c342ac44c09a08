"""Certificates: proofs of values, and the check that needs nothing but the rules and tables.

``docs/solving.md`` defines the file.
"""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from math import comb
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from fanorona import _fanorona
from fanorona.board import Board
from fanorona.enums import Color
from fanorona.errors import MissingTableError
from fanorona.tablebase import Tablebase, build, core_of, open_tablebase

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from fanorona._fanorona import Move, Position

Result: TypeAlias = Literal["white wins", "draw", "black wins"]

MOST_REBUILT: Final = 20_000_000
"""The most positions of tables that are built anew for a check, which takes a minute or so."""


class Certificate:
    """The proof of a position's value, read from a file.

    Reading checks the digest and the form; ``check`` tells whether it is a proof.

    Args:
        source: the file, or the value in Rust for this package's own use.

    Raises:
        CertificateError: if it is no certificate, or was changed.
        OSError: if it cannot be read.

    Example:
        >>> import fanorona as fn
        >>> from fanorona.solve import solve
        >>> proof = solve(fn.Position("3x5"), memory_mb=1).certificate
        >>> proof.check()
        >>> proof.result, proof.largest_table
        ('white wins', 0)
    """

    __slots__ = ("_core",)

    def __init__(self, source: str | os.PathLike[str] | _fanorona.Certificate) -> None:
        if not isinstance(source, _fanorona.Certificate):
            source = _fanorona.Certificate(source)
        self._core = source

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, which appears whole or not at all.

        Raises:
            OSError: if it cannot be written, or the disk is full; a file that was there stays.
        """
        self._core.write(path)

    @property
    def position(self) -> Position:
        """The position that is solved, under the rules ``theory``."""
        return self._core.position

    @property
    def result(self) -> Result:
        """The value that is claimed."""
        return _result(self._core.winner)

    @property
    def largest_table(self) -> int:
        """The most stones of a table that the proof rests on; 0 if it rests on none."""
        return self._core.largest_table

    @property
    def entries(self) -> int:
        """How many positions the proof lists."""
        return self._core.entries

    def check(self, *, tables: Tablebase | None = None) -> None:
        """Returns if this is a proof.

        Args:
            tables: the tables that it names; if not given those of the package, or, where these
                are too few, tables that are built for the purpose.

        Raises:
            CertificateError: if it is none, with the reason.
            MissingTableError: if tables must be given, since they take too long to build.
            KeyboardInterrupt: on Ctrl-C.
        """
        with _tables_for(self, tables) as found:
            self._core.check(found)

    def turn(self, position: Position | Board, *, tables: Tablebase | None = None) -> Move | None:
        """A turn with which the side to move gets what is proved for it, if the proof has one.

        A side that wins is led to the end or into the tables; neither side of a draw loses.

        Args:
            position: a position that the game from ``self.position`` has reached.
            tables: the tables that the proof names; those of the package if not given.
        """
        position = position.position if isinstance(position, Board) else position
        return self._core.turn(position, core_of(tables))

    def __repr__(self) -> str:
        return f"<Certificate: {self.position.fen()}: {self.result}, {self.entries} positions>"


def _result(winner: Color | None) -> Result:
    if winner is None:
        return "draw"
    return "white wins" if winner is Color.WHITE else "black wins"


@contextmanager
def _tables_for(
    certificate: Certificate, tables: Tablebase | None
) -> Iterator[_fanorona.Tablebase]:
    """The tables that a proof needs."""
    if tables is not None:
        yield core_of(tables)
        return
    variant, stones = certificate.position.variant, certificate.largest_table
    shipped = open_tablebase()
    if shipped.most_stones(variant) >= stones:
        yield shipped.core
        return
    positions = sum(comb(variant.points, count) * (2**count - 2) for count in range(2, stones + 1))
    if positions > MOST_REBUILT:
        msg = f"the proof rests on tables of {stones} stones on {variant}, which must be given"
        raise MissingTableError(msg)
    with tempfile.TemporaryDirectory() as folder:
        build(folder, variant=variant, stones=stones)
        yield open_tablebase(folder).core


def verify(
    certificate: Certificate | str | os.PathLike[str], *, tables: Tablebase | None = None
) -> Certificate:
    """Checks a certificate and returns it.

    Args:
        certificate: the certificate, or its file.
        tables: as for ``Certificate.check``.

    Raises:
        CertificateError: if it is no certificate, or no proof, with the reason.
        MissingTableError: if tables must be given, since they take too long to build.
        OSError: if it cannot be read.
        KeyboardInterrupt: on Ctrl-C.

    Example:
        >>> import fanorona as fn
        >>> import tempfile
        >>> from pathlib import Path
        >>> from fanorona.solve import solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "3x5.proof"
        ...     _ = solve(fn.Position("3x5"), certificate=path)
        ...     verify(path).result
        'white wins'
    """
    if not isinstance(certificate, Certificate):
        certificate = Certificate(certificate)
    certificate.check(tables=tables)
    return certificate
