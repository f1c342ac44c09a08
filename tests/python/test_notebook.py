"""The example notebook still gives what it shows."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from strategies import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NOTEBOOK = ROOT / "docs" / "tour.ipynb"


@pytest.mark.deep
def test_the_notebook_gives_what_it_shows(tmp_path: Path) -> None:
    pytest.importorskip("nbclient", reason="needs nbclient")
    output = tmp_path / "tour.ipynb"
    words: list[str | Path] = [
        sys.executable,
        ROOT / "tools" / "run_notebook.py",
        NOTEBOOK,
        "--output",
        output,
    ]
    subprocess.run(words, check=True, timeout=300)
    found = output.read_text(encoding="utf-8")
    assert found.count("image/svg+xml") == 5
    assert found == NOTEBOOK.read_text(encoding="utf-8")
