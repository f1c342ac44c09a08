"""Which room of the package may use which: the arrows of ARCHITECTURE.md, read from the imports."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import fanorona

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = Path(fanorona.__file__).parent

USERS: Final[dict[str, set[str]]] = {
    "cli": {"__main__"},
    "web": {"cli"},
    "terminal": {"cli"},
    "envs": set(),
    "testing": set(),
    "arena": {"cli", "envs"},
    "batch": {"envs"},
    "dataset": {"cli"},
    "vectors": {"cli"},
    "interchange": set(),
    "benchmark": {"cli"},
    "statistics": {"cli"},
    "annotation": {"cli", "report"},
    "report": {"cli"},
    "selfplay": {"cli", "dataset"},
    "i18n": {"cli", "terminal", "web"},
    # Notebooks and environments that draw look it up when they are asked to.
    "svg": {"cli", "board", "envs"},
}
"""The rooms that only these others may use."""


def modules() -> dict[str, ast.Module]:
    """The modules of the package by name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def used(tree: ast.AST, known: set[str], *, later: bool) -> Iterator[str]:
    """The modules of the package that are imported to run, in functions too if ``later``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                name = inner if inner in known else node.module
                if name in known:
                    yield name
        elif not is_for_types(node) and (later or not isinstance(node, ast.FunctionDef)):
            yield from used(node, known, later=later)


TREES: Final = modules()


@pytest.mark.parametrize("room", USERS)
def test_a_room_is_used_by_those_that_may(room: str) -> None:
    prefix = f"fanorona.{room}"
    found = {
        name.split(".")[1]
        for name, tree in TREES.items()
        for other in used(tree, set(TREES), later=True)
        if f"{other}.".startswith(f"{prefix}.") and not f"{name}.".startswith(f"{prefix}.")
    }
    assert found <= USERS[room]


def test_no_module_needs_itself() -> None:
    graph = {
        name: {other for other in used(tree, set(TREES), later=False) if other != name}
        for name, tree in TREES.items()
    }
    # The package's own `__init__` gathers names, and is there for whoever asks one of its modules.
    graph["fanorona"] = set()
    assert len(list(TopologicalSorter(graph).static_order())) == len(TREES)
