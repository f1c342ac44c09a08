"""What is said where the library of an extra is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fanorona.extras import of_extra

CATCHING = """
try:
    {code}
except ModuleNotFoundError as error:
    print(error.name.partition(".")[0], error, sep=": ")
"""
PICTURE = "from fanorona import Position, svg; svg.png(svg.board(Position()))"
CLUSTER = "from fanorona import executors; executors.dask_executor('tcp://127.0.0.1:1').__enter__()"
ARROW = "from fanorona.dataset import Dataset; Dataset('games.parquet')"


def without(library: str, code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter where a library is not installed."""
    script = f"import sys; sys.modules[{library!r}] = None\n{code}"
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("code", "library", "extra"),
    [
        ("import fanorona.batch", "numpy", "rl"),
        ("import fanorona.envs.aec", "numpy", "rl"),
        ("import fanorona.envs.aec", "gymnasium", "rl"),
        ("import fanorona.envs.aec", "pettingzoo", "rl"),
        ("import fanorona.envs.game", "numpy", "rl"),
        ("import fanorona.envs.gym", "gymnasium", "rl"),
        ("import fanorona.envs.openspiel", "numpy", "openspiel"),
        ("import fanorona.envs.openspiel", "pyspiel", "openspiel"),
        ("import fanorona.envs.symmetry", "numpy", "rl"),
        ("import fanorona.envs.vector", "gymnasium", "rl"),
        ("import fanorona.dataset", "numpy", "data"),
        ("import fanorona.dataset.npz", "numpy", "data"),
        (ARROW, "pyarrow", "data"),
        ("import fanorona.testing", "hypothesis", "testing"),
        ("import fanorona.testing.games", "hypothesis", "testing"),
        ("import fanorona.web.app", "starlette", "web"),
        ("import fanorona.web.guard", "starlette", "web"),
        ("import fanorona.web.server", "uvicorn", "web"),
        ("import fanorona.terminal.board_view", "rich", "tui"),
        ("import fanorona.terminal.question", "textual", "tui"),
        ("import fanorona.terminal.screen", "textual", "tui"),
        (PICTURE, "resvg_py", "png"),
        (CLUSTER, "distributed", "dask"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(code: str, library: str, extra: str) -> None:
    done = without(library, CATCHING.format(code=code))
    assert done.stderr == ""
    assert done.stdout == f"{library}: {library} is missing: pip install 'fanorona[{extra}]'\n"


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (["play", "--full-screen"], "textual", "tui"),
        (["serve"], "starlette", "web"),
        (["serve"], "uvicorn", "web"),
        (["render", "--output", "board.png"], "resvg_py", "png"),
        (["dataset", "games.npz"], "numpy", "data"),
        (["dataset", "games.parquet"], "pyarrow", "data"),
        (
            ["match", "nodes=9", "nodes=8", "--games", "2", "--scheduler", "tcp://127.0.0.1:1"],
            "distributed",
            "dask",
        ),
    ],
)
def test_a_command_says_it_in_one_line(words: list[str], library: str, extra: str) -> None:
    done = without(library, f"from fanorona.cli import main; sys.exit(main({words}))")
    assert done.stderr == f"error: {library} is missing: pip install 'fanorona[{extra}]'\n"
    assert (done.stdout, done.returncode) == ("", 1)
    assert not Path("board.png").exists()


@pytest.mark.parametrize("name", ["fanorona.none", None])
def test_what_is_no_library_is_no_matter_of_an_extra(name: str | None) -> None:
    wrong = ModuleNotFoundError("something else", name=name)
    with pytest.raises(ModuleNotFoundError) as caught, of_extra("rl"):
        raise wrong
    assert caught.value is wrong


def test_the_extra_of_the_inner_block_is_said() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match=r"fanorona\[rl\]"),
        of_extra("data"),
        of_extra("rl"),
    ):
        import no_such_library  # type: ignore[import-not-found]  # noqa: F401, PLC0415  # there is none
