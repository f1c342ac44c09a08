"""Playing what a record says, and what can be wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.errors import RecordError
from fanorona.record.texts import shortened

if TYPE_CHECKING:
    from fanorona.board import Board
    from fanorona.outcome import Outcome


def broken_turn(board: Board, text: str, cause: ValueError) -> RecordError:
    """The error of a turn that this board refused."""
    error = RecordError(str(cause), turn=board.turn_number, color=board.turn, move=shortened(text))
    # The traceback would keep the reader alive for as long as the error.
    error.__cause__ = cause.with_traceback(None)
    return error


def check_result(result: str, outcome: Outcome | None) -> None:
    """Refuses a result that contradicts an end by the rules; ``*`` contradicts none.

    Raises:
        RecordError: naming both.
    """
    if outcome is not None and result not in ("*", outcome.result()):
        end = f"{outcome.result()} ({outcome.termination.value})"
        msg = f"result {result} contradicts the end by the rules, {end}"
        raise RecordError(msg)
