"""The full-screen game, with mouse and keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from fanorona.board import Board
from fanorona.enums import Color, Kind
from fanorona.errors import EngineError
from fanorona.extras import of_extra
from fanorona.last_turn import last_turn
from fanorona.movetext import movetext
from fanorona.terminal import texts
from fanorona.terminal.board_view import BoardView, Picture
from fanorona.terminal.choice import Choice
from fanorona.terminal.question import Question
from fanorona.terminal.session import LONGEST_ENGINE_GAME

with of_extra("tui"):
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.containers import Horizontal, Vertical
    from textual.widgets import Footer, Label, OptionList

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona._fanorona import Step
    from fanorona.engine import Info, PlayResult
    from fanorona.i18n import Translator
    from fanorona.terminal.session import Session

T = TypeVar("T")

KEYS = {
    "e": "end",
    "h": "hint",
    "u": "undo",
    "f": "flip",
    "y": "analyse",
    "s": "save",
    "l": "load",
    "n": "new",
    "d": "draw",
    "r": "resign",
    "q": "quit",
}
"""The actions by their keys."""
PLAYING = frozenset({"end", "hint", "analyse", "draw", "resign"})
"""The actions that only a game that goes on has."""


class FullScreen(App[None]):
    """A game on the whole terminal.

    Args:
        session: the game.
        say: the language.
    """

    CSS = """
    #beside { width: 1fr; min-width: 24; padding: 0 1; }
    #state { text-style: bold; }
    #message, #played { width: 100%; }
    #message { min-height: 3; }
    #turns { height: 1fr; }
    #played { height: auto; max-height: 10; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("a", "capture('APPROACH')", show=False),
        Binding("w", "capture('WITHDRAWAL')", show=False),
        Binding("escape", "cancel", show=False),
        # With priority, since Textual and a line that is being typed have other uses for them.
        Binding("ctrl+c,ctrl+q", "game('quit')", show=False, priority=True),
    ]

    def __init__(self, session: Session, say: Translator) -> None:
        super().__init__()
        self.session = session
        self.say = say
        self.flipped = session.people == {Color.BLACK}
        self.choice = Choice(session.board)
        self.thinking = False
        self.leaving = False
        self.view = BoardView(self._picture())
        for key, action in KEYS.items():
            self.bind(key, f"game('{action}')", description=say(f"screen.key.{action}"))

    def compose(self) -> ComposeResult:
        """The board, and beside it what there is to say and to choose."""
        with Horizontal():
            yield self.view
            with Vertical(id="beside"):
                yield Label(id="state", markup=False)
                yield Label(id="message", markup=False)
                yield Label(self.say("screen.turns"), markup=False)
                yield OptionList(id="turns", markup=False)
                yield Label(self.say("screen.played"), markup=False)
                yield Label(id="played", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Shows the game, and lets the engine begin where it is its turn."""
        self.view.focus()
        self._go_on()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """Takes a point as the next part of a turn."""
        if self.session.waits_for_people and not self.thinking:
            self._step(self.choice.point_at(event.point))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Plays a turn of the list."""
        if self.session.waits_for_people and not self.thinking:
            self.session.play(self.session.numbered()[event.option_index])
            self.view.focus()
            self._go_on()

    def action_capture(self, kind: str) -> None:
        """Decides between approach and withdrawal, where it is a person's turn."""
        if self.thinking:
            self._tell(self.say("screen.thinking"))
        elif self.session.waits_for_people:
            self._step(self.choice.capture_by(Kind[kind]))

    def action_cancel(self) -> None:
        """Lets go of the stone that has been chosen."""
        if self.thinking:
            self._tell(self.say("screen.thinking"))
            return
        self.choice = Choice(self.session.board)
        self._refresh()

    def action_game(self, name: str) -> None:
        """Does what a key stands for; only flipping and leaving while the engine thinks."""
        if self.thinking and name not in ("flip", "quit"):
            self._tell(self.say("screen.thinking"))
            return
        if name in PLAYING and self.session.board.is_game_over():
            self._tell(self.say("terminal.finished"))
            return
        try:
            getattr(self, f"_{name}")()
        except (ValueError, OSError) as error:
            self._tell(str(error))

    def _step(self, step: Step | None) -> None:
        if step is None:
            self._refresh()
            return
        self.session.board.push_step(step)
        self._go_on()

    def _go_on(self, message: str = "") -> None:
        """Shows the game after a change, and lets the engine play where it is its turn."""
        self.choice = Choice(self.session.board)
        self._refresh(message)
        board = self.session.board
        if self.session.waits_for_people or board.is_game_over():
            return
        if not self.session.people and len(board.move_stack) >= LONGEST_ENGINE_GAME:
            self._tell(self.say("terminal.stopped", turns=LONGEST_ENGINE_GAME))
            return
        self._in_background(self.session.think, self._answered)

    def _answered(self, result: PlayResult) -> None:
        if result.move is not None:
            message = texts.answered(self.say, self.session.board.turn, result)
            self.session.board.push(result.move)
            self._go_on(message)

    def _in_background(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Lets the engine think in another thread, and goes on with what it found.

        Where the engine fails, it says why.
        """
        self.thinking = True
        self._tell(self.say("screen.thinking"))

        def run() -> None:
            try:
                found = work()
            except (ValueError, OSError, EngineError) as error:
                afterwards = partial(self._tell, str(error))
            else:
                afterwards = partial(then, found)
            if self.is_running:
                self.call_from_thread(finish, afterwards)

        def finish(afterwards: Callable[[], None]) -> None:
            self.thinking = False
            if not self.leaving:  # which cuts short what the engine would have played
                afterwards()

        self.run_worker(run, thread=True)

    def _picture(self) -> Picture:
        board = self.session.board
        last, taken = last_turn(board)
        groups = self.choice.groups()
        return Picture(
            board.position,
            self.flipped,
            last,
            taken,
            self.choice.origin,
            frozenset() if groups else frozenset(self.choice.targets()),
            groups,
        )

    def _refresh(self, message: str = "") -> None:
        board = self.session.board
        self.view.show(self._picture())
        self.query_one("#state", Label).update(texts.state(self.say, board))
        self._tell(message or self._advice())
        turns = self.query_one("#turns", OptionList)
        turns.clear_options()
        turns.add_options([str(move) for move in self.session.numbered()])
        start = Board(fen=board.start_fen, rules=board.rules)
        self.query_one("#played", Label).update(movetext(board.move_stack, start))

    def _advice(self) -> str:
        """What a person can do next."""
        if not self.session.waits_for_people:
            return ""
        if self.session.board.rules.capture == "huff":
            return self.say("screen.list")
        if self.choice.destination is not None:
            return self.say("screen.kind")
        if self.session.board.position.chain is not None:
            return self.say("screen.chain")
        return self.say("screen.stone" if self.choice.origin is None else "screen.point")

    def _tell(self, text: str) -> None:
        self.query_one("#message", Label).update(text)

    def _end(self) -> None:
        self.session.board.end_turn()
        self._go_on()

    def _hint(self) -> None:
        self._in_background(self.session.hint, self._hinted)

    def _hinted(self, result: PlayResult) -> None:
        self._tell(f"{result.move}  ({texts.score(self.say, result.info.score)})")

    def _analyse(self) -> None:
        self._in_background(lambda: self.session.analyse(1.0), self._analysed)

    def _analysed(self, infos: list[Info]) -> None:
        self._tell(
            "\n".join(f"{texts.score(self.say, info.score):>8}  {info.pv[0]}" for info in infos)
        )

    def _undo(self) -> None:
        try:
            self.session.undo()
        except IndexError:
            self._tell(self.say("terminal.nothing"))
            return
        self._go_on()

    def _flip(self) -> None:
        self.flipped = not self.flipped
        self.view.show(self._picture())

    def _save(self) -> None:
        self._with_file("terminal.saved", self.session.save)

    def _load(self) -> None:
        self._with_file("terminal.loaded", self.session.load)

    def _with_file(self, said: str, work: Callable[[str], None]) -> None:
        """Asks for the name of a file, and does something with it."""

        def named(name: str | None) -> None:
            if not name:
                return
            try:
                work(name)
            except (ValueError, OSError) as error:
                self._tell(str(error))
                return
            self._go_on(self.say(said, file=name))

        _ = self.push_screen(Question(self.say("screen.file")), named)

    def _new(self) -> None:
        self.session.new_game()
        self._go_on()

    def _draw(self) -> None:
        if self.session.people == set(Color):
            other = texts.side(self.say, self.session.board.turn.other)
            yes = self.say("terminal.yes")
            question = self.say("terminal.agree", side=other, yes=yes)

            def replied(reply: str | None) -> None:
                self._settle_draw(agreed=(reply or "").strip().lower() in (yes, yes[0]))

            _ = self.push_screen(Question(question), replied)
        else:
            self._in_background(
                self.session.agrees_to_draw, lambda agreed: self._settle_draw(agreed=agreed)
            )

    def _settle_draw(self, *, agreed: bool) -> None:
        if agreed:
            self.session.board.agree_draw()
            self._go_on()
        elif self.session.people == set(Color):
            self._tell(self.say("terminal.goes_on"))
        else:
            self._tell(self.say("terminal.declines"))

    def _resign(self) -> None:
        self.session.board.resign(self.session.board.turn)
        self._go_on()

    def _quit(self) -> None:
        self.leaving = True
        # Unlike stopping, this ends a search that is about to begin as well.
        self.session.engine.close()
        self.session.adviser.close()
        self.exit()
