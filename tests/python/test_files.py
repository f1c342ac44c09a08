"""Files appear whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from fanorona.files import open_whole_binary, open_whole_text, write_whole_text
from fanorona.selfplay import SIZE, unpack, write

if TYPE_CHECKING:
    from pathlib import Path


class InterruptedWriteError(Exception):
    """What goes wrong in the middle."""


def test_a_file_is_replaced_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    write_whole_text(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    write_whole_text(path, "two\n")
    assert path.read_text() == "two\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize("text", [True, False])
def test_nothing_half_written_is_left(tmp_path: Path, *, text: bool) -> None:
    path = tmp_path / "old"
    path.write_text("old")

    def fail() -> None:
        if text:
            with open_whole_text(path) as lines:
                lines.write("new")
                raise InterruptedWriteError
        with open_whole_binary(path) as stream:
            stream.write(b"new")
            raise InterruptedWriteError

    with pytest.raises(InterruptedWriteError):
        fail()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["old"]


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        write_whole_text(tmp_path / "file" / "game.pgn", "")


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old")
    real.chmod(0o600)
    link = tmp_path / "link"
    link.symlink_to(real)
    write_whole_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o600


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (fifo, tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            write_whole_text(path, "")
    assert fifo.is_fifo()


def test_self_play_is_reproducible_and_whole(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, "telo", games=3, nodes=60, seed=9)
    data = (tmp_path / "a").read_bytes()
    assert data == (tmp_path / "b").read_bytes()
    samples = list(unpack(data))
    assert len(samples) == len(data) // SIZE > 0
    for sample in samples:
        assert not sample.own & sample.enemy
        assert sample.result in (-1, 0, 1)
    with pytest.raises(ValueError, match="17 bytes"):
        list(unpack(b"x" * 17))
