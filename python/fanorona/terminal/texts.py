"""What both kinds of terminal game say, in the language of the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.board import Board
    from fanorona.engine import PlayResult, Score
    from fanorona.enums import Color
    from fanorona.i18n import Translator


def side(say: Translator, color: Color) -> str:
    """The name of a side.

    Example:
        >>> from fanorona import BLACK
        >>> from fanorona.i18n import translator
        >>> side(translator("es"), BLACK)
        'Negras'
    """
    return say(f"color.{color.name.lower()}")


def score(say: Translator, value: Score) -> str:
    """The value of a position, from its mover's view."""
    for key, turns in (("win", value.win_in), ("loss", value.loss_in)):
        if turns is not None:
            return say(f"terminal.{key}_in", turns=turns)
    if value.table_sign:
        return say("terminal.table_win" if value.table_sign > 0 else "terminal.table_loss")
    return str(value)


def answered(say: Translator, color: Color, result: PlayResult) -> str:
    """What the engine played, and why."""
    return say(
        "terminal.plays",
        side=side(say, color),
        move=result.move,
        score=score(say, result.info.score),
        depth=result.info.depth,
    )


def state(say: Translator, board: Board) -> str:
    """Whose turn it is, or how the game ended.

    Example:
        >>> from fanorona import Board
        >>> from fanorona.i18n import translator
        >>> board = Board()
        >>> state(translator("en"), board)
        'White to move'
        >>> board.agree_draw()
        >>> state(translator("fr"), board)
        "Partie nulle (d'un commun accord)"
    """
    outcome = board.outcome()
    if outcome is None:
        return say(f"turn.{board.turn.name.lower()}")
    winner = "draw" if outcome.winner is None else outcome.winner.name.lower()
    reason = say(f"termination.{outcome.termination.value}")
    return f"{say(f'result.{winner}')} ({reason})"
