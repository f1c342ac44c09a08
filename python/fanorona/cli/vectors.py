"""``fanorona vectors``: questions about the rules with their answers."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from fanorona import VARIANTS, Rules, Variant
from fanorona.cli.options import UsageError, checked, number
from fanorona.files import open_whole_text
from fanorona.vectors import check, generate
from fanorona.vectors.generate import RULE_SETS

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the subcommand."""
    parser.add_argument(
        "--variant",
        type=checked(Variant.parse),
        action="append",
        help="board; may be given several times (default: all)",
    )
    parser.add_argument(
        "--rules",
        type=checked(Rules.parse),
        action="append",
        help="rule set; may be given several times (default: ten that differ in every field)",
    )
    parser.add_argument(
        "--positions",
        type=number,
        metavar="N",
        help="positions of random games for each board and rule set (default 3)",
    )
    parser.add_argument("--seed", type=number, help="a whole number (default 0)")
    parser.add_argument("-o", "--output", metavar="FILE", help="file (default: standard output)")
    parser.add_argument(
        "--check", metavar="FILE", help="compare the answers in FILE; - is standard input"
    )


def run(options: argparse.Namespace) -> int:
    """Writes vectors, or checks those of a file.

    Returns:
        0, or 1 if answers are wrong.
    """
    if options.check is not None:
        for name in ("variant", "rules", "positions", "seed", "output"):
            if getattr(options, name) is not None:
                msg = f"--{name} cannot be given with --check"
                raise UsageError(msg)
        return _check(options.check)
    lines = generate(
        variants=options.variant or VARIANTS,
        rules=options.rules or RULE_SETS,
        positions=3 if options.positions is None else options.positions,
        seed=options.seed or 0,
    )
    if options.output is None:
        for line in lines:
            print(line)
        return 0
    with open_whole_text(Path(options.output)) as stream:
        stream.writelines(f"{line}\n" for line in lines)
    return 0


def _check(name: str) -> int:
    wrong = 0
    with nullcontext(sys.stdin) if name == "-" else Path(name).open(encoding="utf-8") as stream:
        for difference in check(stream):
            print(difference)
            wrong += 1
    print(f"answers that differ: {wrong}" if wrong else "all answers are right", file=sys.stderr)
    return 1 if wrong else 0
