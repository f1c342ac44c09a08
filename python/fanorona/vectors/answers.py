"""What the rules answer to each kind of question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fanorona._fanorona import Position, Rules, Variant
from fanorona.board import Board
from fanorona.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_DEPTH: Final = 12
"""The deepest perft that is answered."""
MOST_TURNS: Final = 10_000
"""The longest game that is answered."""

_REASONS: Final[dict[type[ValueError], str]] = {
    InvalidMoveError: "invalid",
    IllegalMoveError: "illegal",
    AmbiguousMoveError: "ambiguous",
}


def answered(question: Mapping[str, Any]) -> dict[str, Any]:
    """A whole vector: the question's fields, then those of the answer.

    Fields that are no part of the question are left out, so a vector may be given as well.

    Raises:
        ValueError: if it is no question, naming the field.

    Example:
        >>> answered({"kind": "text", "rules": "standard", "fen": "bbb/b1w/www w", "text": "b1-b3"})
        {'kind': 'text', 'rules': 'standard', 'fen': 'bbb/b1w/www w', ..., 'refused': 'illegal'}
    """
    kind = question.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        msg = f"kind {kind!r}: expected one of {', '.join(KINDS)}"
        raise ValueError(msg)
    fields, answer = KINDS[kind]
    asked: dict[str, Any] = {"kind": kind}
    for name, type_ in fields.items():
        value = question.get(name)
        if not isinstance(value, type_) or isinstance(value, bool):
            msg = f"{name} {value!r}: expected a value of type {type_.__name__}"
            raise ValueError(msg)  # noqa: TRY004  # the text is wrong
        asked[name] = value
    note = {"note": question["note"]} if "note" in question else {}
    return {**asked, **note, **answer(asked)}


def _board(asked: Mapping[str, Any]) -> dict[str, Any]:
    variant = Variant.parse(asked["board"])
    lines = [
        f"{variant.point_name(point)}-{variant.point_name(other)}"
        for point in range(variant.points)
        for other in sorted(variant.neighbours(point))
        if point < other
    ]
    mirrored = Rules(setup="mirrored")
    return {
        "start": Position(variant).fen(),
        "mirrored": Position(variant, mirrored).fen(),
        "lines": lines,
    }


def _perft(asked: Mapping[str, Any]) -> dict[str, Any]:
    depth = asked["depth"]
    if not 0 <= depth <= MOST_DEPTH:
        msg = f"depth {depth}: expected 0 to {MOST_DEPTH}"
        raise ValueError(msg)
    position = Position.from_fen(asked["fen"], asked["rules"])
    return {"nodes": [position.perft(turns) for turns in range(1, depth + 1)]}


def _position(asked: Mapping[str, Any]) -> dict[str, Any]:
    board = Board(fen=asked["fen"], rules=asked["rules"])
    position = board.position
    after = {str(move): _after(board, str(move)) for move in sorted(board.legal_moves)}
    offered = position.rules.capture != "huff"
    actions = sorted(position.actions()) if offered and after else []
    return {"turns": after, "actions": actions if offered else None, **_end(board)}


def _after(board: Board, text: str) -> str:
    board.push(text)
    fen = board.fen()
    board.pop()
    return fen


def _end(board: Board) -> dict[str, Any]:
    outcome = board.outcome()
    end = None if outcome is None else outcome.termination.name.lower()
    return {"result": board.result(), "end": end}


def _game(asked: Mapping[str, Any]) -> dict[str, Any]:
    turns = asked["turns"]
    if len(turns) > MOST_TURNS or not all(isinstance(text, str) for text in turns):
        msg = f"turns: expected at most {MOST_TURNS} texts"
        raise ValueError(msg)
    board = Board(fen=asked["fen"], rules=asked["rules"])
    fens = []
    for text in turns:
        board.push(text)
        fens.append(board.fen())
    return {"fens": fens, **_end(board)}


def _fen(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Which field of a text keeps it from being a position, and the canonical text if none."""
    rules = Rules.parse(asked["rules"])
    try:
        return {"canonical": Board(fen=asked["fen"], rules=rules).fen(), "refused": None}
    except InvalidPositionError as error:
        _, field, *_ = str(error).split(": ")
        return {"canonical": None, "refused": field}


def _text(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Which turn a text is in a position, or how it is none."""
    position = Position.from_fen(asked["fen"], asked["rules"])
    try:
        return {"turn": str(position.parse_move(asked["text"])), "refused": None}
    except ValueError as error:
        return {"turn": None, "refused": _REASONS[type(error)]}


KINDS: Final[dict[str, tuple[dict[str, type], Callable[[Mapping[str, Any]], dict[str, Any]]]]] = {
    "board": ({"board": str}, _board),
    "fen": ({"rules": str, "fen": str}, _fen),
    "text": ({"rules": str, "fen": str, "text": str}, _text),
    "position": ({"rules": str, "fen": str}, _position),
    "game": ({"rules": str, "fen": str, "turns": list}, _game),
    "perft": ({"rules": str, "fen": str, "depth": int}, _perft),
}
"""The kinds of vectors: the fields of the question with their types, and what answers it."""
