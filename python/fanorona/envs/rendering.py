"""How the environments show a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fanorona.envs.game import StepGame

RENDER_MODES: Final = ["ansi", "svg"]
"""What ``render_mode`` may be, beside None: text for a terminal, a picture as text."""


def checked_render_mode(mode: str | None) -> str | None:
    """The mode itself.

    Raises:
        ValueError: if it is none.
    """
    if mode is not None and mode not in RENDER_MODES:
        msg = f"render_mode {mode!r}: expected 'ansi', 'svg' or None"
        raise ValueError(msg)
    return mode


def rendered(game: StepGame, mode: str | None) -> str | None:
    """The position as the mode says; None without a mode.

    Example:
        >>> from fanorona.envs.game import StepGame
        >>> print(rendered(StepGame("telo"), "ansi").splitlines()[-1])
        White to move
    """
    match mode:
        case "ansi":
            return str(game.board)
        case "svg":
            from fanorona import svg  # noqa: PLC0415  # training draws nothing

            return svg.board(game.board.position)
        case _:
            return None
