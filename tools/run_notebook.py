"""Runs a notebook from its first cell to its last and writes it with what came out.

Needs nbclient and ipykernel, which are in the dev extra. Two runs give the same file: what differs
from run to run, such as times and numbers of cells' runs, is left out.

    python tools/run_notebook.py docs/tour.ipynb
"""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from fanorona.files import write_whole_text


def run(path: Path) -> str:
    """The text of the notebook after a run.

    Raises:
        nbclient.exceptions.CellExecutionError: if a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = number
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = number
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    }
    return f"{nbformat.writes(notebook, indent=1)}\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--output", type=Path, help="file to write (default: the notebook itself)")
    options = parser.parse_args()
    write_whole_text(options.output or options.notebook, run(options.notebook))
