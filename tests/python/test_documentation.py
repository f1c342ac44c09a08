"""The pages of the documentation: what they show can be run, and every public name is there."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import fanorona as fn
from fanorona.cli import main
from fanorona.cli.results import HEADING
from strategies import ROOT

DOCS: Final = ROOT / "docs"
PAGES: Final = sorted(DOCS.rglob("*.md"))
README: Final = ROOT / "README.md"

TRANSCRIPT: Final = re.compile(
    r"(<!-- slow -->\n\n)?^```console\n(.*?)```", re.DOTALL | re.MULTILINE
)
COMMAND: Final = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
FILES: Final = (
    re.compile(r"`([\w.]+)`[^`\n]*:\n\n```(?:python|pgn)\n(.*?)```", re.DOTALL),
    re.compile(r"`([\w.]+)` that holds `([^`]+)`"),
)
"""How a page names a file and says what is in it; what comes later is added."""


def transcripts(*, slow: bool) -> list[Path]:
    """The pages with commands and their output, those marked as slow or the others."""
    return [
        page
        for page in [README, *PAGES]
        if any(bool(mark) == slow for mark, _ in TRANSCRIPT.findall(page.read_text("utf-8")))
    ]


def check_transcripts(page: Path, capsys: pytest.CaptureFixture[str], *, slow: bool) -> None:
    """Runs the commands of a page in the working directory and compares what they print."""
    text = page.read_text(encoding="utf-8")
    for pattern in FILES:
        for name, content in pattern.findall(text):
            with Path(name).open("a", encoding="utf-8") as file:
                file.write(f"{content}\n")
    for mark, block in TRANSCRIPT.findall(text):
        commands = COMMAND.findall(block)
        assert commands
        for command, wanted in commands if bool(mark) == slow else ():
            program, *words = shlex.split(command)
            assert program == "fanorona", "a transcript is of fanorona; other commands are sh"
            assert main(words) == 0
            found = capsys.readouterr().out
            same = doctest.OutputChecker().check_output(wanted, found, doctest.ELLIPSIS)
            assert same, f"{command}\n{found}"


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory whose modules can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bots", raising=False)


@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("page", transcripts(slow=False), ids=lambda page: str(page.name))
def test_commands_print_what_is_shown(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_transcripts(page, capsys, slow=False)


@pytest.mark.deep
@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("page", transcripts(slow=True), ids=lambda page: str(page.name))
def test_slow_commands_print_what_is_shown(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_transcripts(page, capsys, slow=True)


def test_code_without_a_prompt_is_a_file_that_a_command_uses() -> None:
    for page in [README, *PAGES]:
        text = page.read_text(encoding="utf-8")
        assert text.count("```python\n") == len(re.findall(r"`:\n\n```python\n", text)), page


def test_the_perft_table_of_the_first_page_is_right() -> None:
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| depth") :].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        depth, *counts = [cell.strip().replace(",", "") for cell in row.strip("|").split("|")]
        for board, count in zip(fn.VARIANTS, counts, strict=True):
            if count and int(count) < 500_000:
                assert fn.Position(board).perft(int(depth)) == int(count), (board, depth)


def test_the_page_of_results_begins_as_the_command_writes_it() -> None:
    assert (DOCS / "results.md").read_text(encoding="utf-8").startswith(HEADING)


def documented() -> set[str]:
    """The modules that the reference lists whole."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md"))
    return set(re.findall(r"automodule:: ([\w.]+)", pages))


INTERNAL: Final = {
    # What `import fanorona` has, and what other modules hand on, is documented there.
    *("board", "certificate", "enums", "errors", "outcome", "rules", "search", "variants"),
    # For the package's own use.
    *("closing", "extras", "files", "journal", "last_turn", "movetext", "slices"),
    # Programs.
    *("__main__", "cli", "i18n", "terminal", "web"),
}
"""The modules that the reference does not list."""


def test_every_public_module_is_in_the_reference() -> None:
    package = Path(fn.__file__).parent
    names = {path.stem for path in package.glob("*.py")} - {"__init__"}
    names |= {path.parent.name for path in package.glob("*/__init__.py")}
    listed = {module.split(".")[1] for module in documented()}
    assert listed == names - INTERNAL


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
