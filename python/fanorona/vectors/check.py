"""Comparing the answers of others with those of the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fanorona.vectors.answers import answered
from fanorona.vectors.generate import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of a vector that is not as the rules say, or a line that is no vector.

    Attributes:
        line: the number of the line, from 1.
        field: the field; empty where the line is no vector.
        found: what the line has there, as JSON; or what is wrong with the line.
        expected: what the rules say, as JSON.

    Example:
        >>> str(Difference(line=2, field="nodes", found="[4]", expected="[5]"))
        'line 2: nodes: found [4], expected [5]'
    """

    line: int
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        if not self.field:
            return f"line {self.line}: {self.found}"
        return f"line {self.line}: {self.field}: found {self.found}, expected {self.expected}"


def check(lines: Iterable[str]) -> Iterator[Difference]:
    r"""Compares the answers in a file of vectors with those of the rules.

    A vector of which only the question is there has differences in all fields of its answer.

    Args:
        lines: the lines of the file, such as the open file itself.

    Raises:
        ValueError: if the first line is not that of a file of vectors.

    Example:
        >>> first = '{"format": "fanorona-vectors 1"}'
        >>> line = '{"kind": "perft", "rules": "standard", "fen": "bbb/b1w/www w", "depth": 3'
        >>> for difference in check([first, line + ', "nodes": [4, 7, 15]}', line + "}", line]):
        ...     print(difference)
        line 2: nodes: found [4,7,15], expected [4,7,14]
        line 3: nodes: found nothing, expected [4,7,14]
        line 4: no JSON: Expecting ',' delimiter: line 1 column 74 (char 73)
    """
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    header = _object(first)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        msg = f"line 1: expected an object with the format {FORMAT!r}"
        raise ValueError(msg)
    for number, line in numbered:
        if line.strip():
            yield from _differences(number, line)


def _differences(number: int, line: str) -> Iterator[Difference]:
    vector = _object(line)
    if isinstance(vector, str):
        yield Difference(number, "", vector, "")
        return
    try:
        expected = answered(vector)
    except ValueError as error:
        yield Difference(number, "", str(error), "")
        return
    for field, value in expected.items():
        if field not in vector or vector[field] != value:
            found = _json(vector[field]) if field in vector else "nothing"
            yield Difference(number, field, found, _json(value))


def _object(line: str) -> dict[str, Any] | str:
    """The object on a line, or why there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"no JSON: {error}"
    return found if isinstance(found, dict) else "no JSON object"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
