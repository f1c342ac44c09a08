"""The game that a request carries, and what the page shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona import BLACK, WHITE, Board, Color, IllegalMoveError, Position, Variant
from fanorona.web.parts import Part, Staging, parts_of

if TYPE_CHECKING:
    from fanorona.web.fields import Fields

SIDES = {"white": WHITE, "black": BLACK}
"""The sides by the names that requests and answers use."""


def board_of(fields: Fields) -> Board:
    """The board after the turns of a request: ``variant`` or ``fen``, ``rules``, ``moves``.

    Raises:
        ValueError: if a field is no such thing, or a turn is not legal.
    """
    fen = fields.optional_text("fen")
    variant = fields.text("variant") if fen is None else None
    board = Board(variant, fields.text("rules", "standard"), fen=fen)
    for move in fields.texts("moves"):
        board.push(move)
    return board


def declare(board: Board, end: Fields) -> None:
    """Ends a game as its players said: ``kind``, and ``side`` where one side lost.

    Raises:
        ValueError: if there is no such end, or the game is over.
    """
    kind = end.text("kind")
    if kind == "agreement":
        board.agree_draw()
        return
    declared = {"resignation": board.resign, "timeout": board.flag}.get(kind)
    side = SIDES.get(end.text("side", ""))
    if declared is None or side is None:
        msg = f"end {kind!r}: expected agreement, or resignation or timeout of white or black"
        raise ValueError(msg)
    declared(side)


def staging_of(fields: Fields) -> Staging:
    """The turn in progress on the board of a request: ``parts``, ``stop``, ``end``.

    Raises:
        ValueError: if a field is no such thing, or a turn or part is not legal.
    """
    staging = Staging(board_of(fields))
    for text in fields.texts("parts"):
        if staging.played is not None:
            msg = f"part {text!r}: the turn is over"
            raise IllegalMoveError(msg)
        staging.add(text)
    if fields.flag("stop"):
        staging.stop()
    end = fields.optional_object("end")
    if end is not None:
        declare(staging.board, end)
    return staging


def view_of(staging: Staging) -> dict[str, object]:
    """All that the page shows of a board and of the turn that is being made on it."""
    board = staging.board
    variant = board.variant
    white, black = staging.stones()
    in_progress = staging.parts
    offers = staging.offers()
    return {
        "variant": variant.name,
        "rules": str(board.rules),
        "fen": board.fen(),
        "turn": side_name(board.turn),
        "white": names_of(variant, white),
        "black": names_of(variant, black),
        "played": None if staging.played is None else str(staging.played),
        "parts": [shown_part(variant, part) for part in in_progress],
        "offers": [shown_part(variant, part) for part in offers],
        "in_chain": staging.in_chain,
        "can_stop": staging.can_stop,
        "searchable": staging.searchable,
        "last": _last(board),
        "outcome": _outcome(board),
        "quiet": board.quiet_turns,
        "quiet_limit": board.rules.no_capture,
        "repetitions": board.repetitions(),
        "number": board.turn_number,
    }


def _last(board: Board) -> dict[str, object] | None:
    """The last whole turn and its parts; None at the start."""
    before = board.copy()
    if before.is_game_over() and _is_declared(before):
        before.pop()
    if before.position.chain is not None and before.move_stack:
        before.pop()
    if not before.move_stack:
        return None
    move = before.peek()
    before.pop()
    return shown_turn(before.position, str(move))


def _is_declared(board: Board) -> bool:
    outcome = board.outcome()
    return outcome is not None and outcome.termination.value in (
        "agreement",
        "resignation",
        "timeout",
    )


def _outcome(board: Board) -> dict[str, object] | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    return {
        "result": outcome.result(),
        "winner": None if outcome.winner is None else side_name(outcome.winner),
        "termination": outcome.termination.value,
    }


def shown_turn(position: Position, text: str) -> dict[str, object]:
    """A turn as the page shows it: its text and its parts."""
    move = position.parse_move(text)
    parts = [shown_part(position.variant, part) for part in parts_of(position, move)]
    return {"text": str(move), "parts": parts}


def shown_part(variant: Variant, part: Part) -> dict[str, object]:
    """A part of a turn, with points by name."""
    return {
        "text": part.text,
        "from": None if part.origin is None else variant.point_name(part.origin),
        "to": variant.point_name(part.destination),
        "kind": part.kind,
        "captured": names_of(variant, part.captured),
    }


def names_of(variant: Variant, points: int) -> list[str]:
    """The names of a set of points."""
    return [variant.point_name(point) for point in range(variant.points) if points >> point & 1]


def side_name(color: Color) -> str:
    """``white`` or ``black``."""
    return color.name.lower()
