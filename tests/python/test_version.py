"""The version stands once, and everything that names it agrees."""

import re
import tomllib
from importlib import metadata

import pytest

import fanorona
from strategies import ROOT


def test_crate_and_package_agree() -> None:
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert manifest["workspace"]["package"]["version"] == fanorona.__version__
    for crate in ("fanorona", "fanorona-py"):
        text = (ROOT / "rust" / crate / "Cargo.toml").read_text(encoding="utf-8")
        assert tomllib.loads(text)["package"]["version"] == {"workspace": True}


@pytest.mark.smoke
def test_the_installed_package_agrees() -> None:
    assert metadata.version("fanorona") == fanorona.__version__


def test_the_changelog_agrees() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert versions[1] == fanorona.__version__


def test_the_locked_version_agrees() -> None:
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    own = {
        package["name"]: package["version"]
        for package in lock["package"]
        if package["name"] in {"fanorona", "fanorona-py"}
    }
    assert own == dict.fromkeys(["fanorona", "fanorona-py"], fanorona.__version__)


@pytest.mark.smoke
def test_release_builds_are_tested() -> None:
    assert fanorona.DEBUG_BUILD is False
