"""How Sphinx builds these pages: ``make docs``."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pygments.lexers.special import TextLexer

import fanorona

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "fanorona"
author = "The fanorona developers"
copyright = "2026, the fanorona developers"  # noqa: A001  # Sphinx's name
version = release = fanorona.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Headings can be linked to, as they can where the pages are read without Sphinx.
myst_heading_anchors = 3

# Docstrings mark names with single backticks where they are written in Rust.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"fanorona {release}"


def _stub() -> dict[str, ast.FunctionDef]:
    """What the stub says of the methods of classes in Rust, by qualified name."""
    path = Path(fanorona.__file__).with_name("_fanorona.pyi")
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    suffix = "" if method.name == "__new__" else f".{method.name}"
                    found[f"fanorona.{node.name}{suffix}"] = method
    return found


STUB: Final = _stub()
VEIL: Final = "\0"


def typed_signature(
    app: Sphinx, what: str, name: str, value: object, options: object, signature: str, returns: str
) -> tuple[str, str | None] | None:
    """The signature with the types that the stub has; compiled code has none."""
    method = STUB.get(name)
    if method is None or what not in {"class", "method"}:
        return None
    own = {"self", "cls"}
    method.args.posonlyargs = [one for one in method.args.posonlyargs if one.arg not in own]
    method.args.args = [one for one in method.args.args if one.arg not in own]
    result = None if what == "class" or method.returns is None else ast.unparse(method.returns)
    return f"({ast.unparse(method.args)})", result


def veiled_colons(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Hides colons from napoleon, to whom what stands before one in an attribute is its type."""
    if what in {"attribute", "property"} and lines:
        lines[0] = lines[0].replace(":", VEIL)


def typed_attribute(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Brings the colons back, and adds the type that the stub has."""
    lines[:] = [line.replace(VEIL, ":") for line in lines]
    method = STUB.get(name)
    if what in {"attribute", "property"} and method is not None and method.returns is not None:
        lines += ["", f":type: {ast.unparse(method.returns)}", ""]


def without_aliases(
    app: Sphinx, what: str, name: str, value: object, skip: bool, options: object
) -> bool | None:
    """Fields of named tuples are described with the tuple, not once more by Python's own words."""
    return True if str(value.__doc__).startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    """Records are shown as they are."""
    app.add_lexer("pgn", TextLexer)
    app.connect("autodoc-skip-member", without_aliases)
    app.connect("autodoc-process-signature", typed_signature)
    # Before and after napoleon, whose priority is 500.
    app.connect("autodoc-process-docstring", veiled_colons, priority=100)
    app.connect("autodoc-process-docstring", typed_attribute, priority=900)
