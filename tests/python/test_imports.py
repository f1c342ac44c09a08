"""``import fanorona`` needs nothing but the standard library, and little of that."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys
before = set(sys.modules)
import fanorona
print(*sorted(set(sys.modules) - before))
"""

NEEDLESS = {
    "argparse",
    "asyncio",
    "ctypes",
    "hashlib",
    "http",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "random",
    "socket",
    "subprocess",
    "tempfile",
    "unittest",
    "urllib",
    "zipfile",
}


def imported() -> list[str]:
    """The modules that ``import fanorona`` loads into a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.smoke
def test_the_standard_library_is_enough() -> None:
    top = {name.partition(".")[0] for name in imported()}
    assert "fanorona" in top
    assert top - {"fanorona"} <= sys.stdlib_module_names


@pytest.mark.smoke
def test_nothing_needless_is_imported() -> None:
    names = imported()
    assert NEEDLESS.isdisjoint(names)
    own = {name for name in names if name.startswith("fanorona.")}
    assert own <= {
        f"fanorona.{name}"
        for name in ("_fanorona", "board", "enums", "errors", "outcome", "rules", "variants")
    }


@pytest.mark.parametrize(
    "module",
    [
        "board",
        "engine",
        "enums",
        "errors",
        "interchange",
        "outcome",
        "rules",
        "search",
        "ugi",
        "ugi.server",
        "variants",
    ],
)
def test_each_module_can_be_imported_first(module: str) -> None:
    subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import fanorona.{module}"], check=True, timeout=60
    )
