"""The pages of the documentation: what they show can be run, and every public name is there."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from strategies import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DOCS: Final = ROOT / "docs"
PAGES: Final = sorted(DOCS.rglob("*.md"))


def documented() -> set[str]:
    """The modules that the reference lists whole."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md"))
    return set(re.findall(r"automodule:: ([\w.]+)", pages))


def test_every_page_is_in_the_contents() -> None:
    listed = {DOCS / "index.md"}
    for page in PAGES:
        for block in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            names = [line for line in block.splitlines() if line and not line.startswith(":")]
            listed |= {(page.parent / f"{name}.md").resolve() for name in names}
    assert sorted(listed) == PAGES


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert target.startswith("https://") or (page.parent / target).exists(), (page, target)


@pytest.mark.deep
def test_the_site_builds_without_a_warning_and_has_every_public_name(tmp_path: Path) -> None:
    inventory = pytest.importorskip("sphinx.util.inventory", reason="needs Sphinx")
    words = ["-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", str(DOCS), "."]
    subprocess.run([sys.executable, *words], cwd=tmp_path, check=True, timeout=300)
    content = (tmp_path / "objects.inv").read_bytes()
    found = {
        name
        for kind, names in inventory.InventoryFile.loads(content, uri="").data.items()
        if kind.startswith("py:")
        for name in names
    }
    for module in {"fanorona", *documented()}:
        for name in getattr(importlib.import_module(module), "__all__", ()):
            assert any(one == f"{module}.{name}" or one.endswith(f".{name}") for one in found), name
