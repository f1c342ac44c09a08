"""A question over the full-screen game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fanorona.extras import of_extra

with of_extra("tui"):
    from textual.binding import Binding
    from textual.containers import Vertical
    from textual.screen import ModalScreen
    from textual.widgets import Input, Label

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Question(ModalScreen[str | None]):
    """Asks for a line of text, which Escape refuses.

    Args:
        text: the question.
    """

    CSS = """
    Question { align: center middle; }
    Question Vertical { width: 60; height: auto; padding: 1 2; background: $panel; }
    """
    BINDINGS: ClassVar = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The question and the line for its answer."""
        with Vertical():
            yield Label(self.text, markup=False)
            yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Takes the line as the answer."""
        _ = self.dismiss(event.value)
