"""The full-screen game, driven by textual's pilot."""

from __future__ import annotations

import asyncio
import io
import threading
import time
from typing import TYPE_CHECKING, Any, NoReturn, cast

import pytest

pytest.importorskip("textual", reason="needs fanorona[tui]")

from textual.widgets import Input, Label, OptionList

import fanorona as fn
from fanorona import record
from fanorona.engine import Engine, Limit
from fanorona.errors import DamagedTableError, EngineError
from fanorona.i18n import LANGUAGES, translator
from fanorona.terminal.question import Question
from fanorona.terminal.screen import KEYS, FullScreen
from fanorona.terminal.session import Session
from strategies import BLOCKED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from fanorona.engine import PlayResult

BOTH = set(fn.Color)


class Player:
    """A person before the screen."""

    def __init__(self, app: FullScreen, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def board(self) -> fn.Board:
        return self.app.session.board

    def in_chain(self) -> bool:
        return self.board.position.chain is not None

    async def settle(self) -> None:
        """Waits until the engine has answered and all is drawn."""
        await self.pilot.pause()
        for _ in range(2000):
            if not self.app.thinking:
                break
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def click(self, *names: str) -> None:
        for name in names:
            place = self.app.view.place(self.board.variant.point(name))
            await self.pilot.click(self.app.view, offset=place)
            await self.settle()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def go_to(self, name: str) -> None:
        """Moves the cursor to a point by keys alone."""
        variant, view = self.board.variant, self.app.view
        wanted = view.place(variant.point(name))
        while (at := view.place(view.cursor)) != wanted:
            if at[0] != wanted[0]:
                await self.pilot.press("left" if at[0] > wanted[0] else "right")
            else:
                await self.pilot.press("up" if at[1] > wanted[1] else "down")

    def text(self, name: str) -> str:
        """What is seen of a label, which is not always what was given to it."""
        return str(self.app.query_one(f"#{name}", Label).visual)


def play(
    script: Callable[[Player], Awaitable[None]],
    people: set[fn.Color],
    *,
    language: str = "en",
    size: tuple[int, int] = (110, 30),
    **start: str,
) -> None:
    """Runs a script before a game."""
    session = Session(
        fn.Board(**start), people, Limit(depth=1), Engine(hash_mb=1), Engine(hash_mb=1)
    )

    async def run() -> None:
        app = FullScreen(session, translator(language))
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)

    asyncio.run(run())


async def answer(player: Player, key: str, text: str) -> None:
    """Presses a key that asks something, and answers."""
    await player.press(key)
    assert isinstance(player.app.screen, Question)
    player.app.screen.query_one(Input).value = text
    await player.press("enter")


def turns(board: fn.Board) -> list[str]:
    return [str(move) for move in board.move_stack]


def test_a_turn_by_mouse_and_the_answer_to_it() -> None:
    async def script(player: Player) -> None:
        await player.click("d2", "e3")
        assert turns(player.board)[0].startswith("d2-e3A")
        if player.in_chain():
            await player.press("e")
        assert len(player.board.move_stack) == 2
        assert player.text("state") == "White to move"
        assert player.text("message").startswith("Black: ")
        assert player.text("played").startswith("1. d2-e3A ")

    play(script, {fn.WHITE})


def test_approach_and_withdrawal_are_chosen_by_stone_and_by_key() -> None:
    async def script(player: Player) -> None:
        for last, wanted in [("f3", "d3-e3A"), ("c3", "d3-e3W")]:
            await player.click("d3", "e3")
            assert "a for approach" in player.text("message")
            assert not player.board.move_stack
            await player.click(last)
            assert turns(player.board) == [wanted]
            await player.press("u")
        for key, wanted in [("a", "d3-e3A"), ("w", "d3-e3W")]:
            await player.click("d3", "e3")
            await player.press(key)
            assert turns(player.board) == [wanted]
            await player.press("u")

    play(script, BOTH)


@pytest.mark.deep
def test_a_whole_game_by_keys_alone() -> None:
    async def script(player: Player) -> None:
        while not player.board.is_game_over():
            move = player.app.session.numbered()[0]
            before = len(player.board.move_stack)
            steps = list(move.steps)
            for index, step in enumerate(steps):
                if index == 0:
                    await player.go_to(player.board.variant.point_name(step.origin))
                    await player.press("enter")
                await player.go_to(player.board.variant.point_name(step.destination))
                await player.press("enter")
                await player.press("a" if step.kind is fn.Kind.APPROACH else "w")
            if len(player.board.move_stack) == before:
                await player.press("e")
            assert player.board.move_stack[-1] == move
            if len(player.board.move_stack) > 30:
                return
        assert "(" in player.text("state")

    play(script, BOTH, variant="telo")


def test_a_chain_goes_on_or_is_stopped() -> None:
    async def script(player: Player) -> None:
        await player.click("c3", "d3")
        assert player.in_chain()
        assert "press e" in player.text("message")
        await player.press("u")
        assert not player.in_chain()
        await player.click("c3", "d3")
        await player.press("e")
        assert turns(player.board) == ["c3-d3A"]
        await player.press("u")
        await player.click("c3", "d3", "d4")
        assert turns(player.board) == ["c3-d3A-d4A"]
        assert player.text("state") == "White wins (all stones are captured)"

    play(script, BOTH, fen="3b5/9/2w1b4/9/9 w")


def test_a_stone_can_be_let_go() -> None:
    async def script(player: Player) -> None:
        await player.click("d3")
        assert player.text("message") == "choose where it goes"
        await player.press("escape")
        assert player.text("message") == "choose a stone"
        await player.press("e")
        assert "chain" in player.text("message")

    play(script, BOTH)


def test_turns_are_chosen_from_the_list_under_huff_rules_too() -> None:
    async def script(player: Player) -> None:
        assert player.text("message") == "choose a turn from the list"
        await player.click("a1", "a2")
        assert not player.board.move_stack
        listed = player.app.query_one(OptionList)
        wanted = player.app.session.numbered()[0]
        listed.focus()
        listed.highlighted = 0
        await player.press("enter")
        assert player.board.move_stack == [wanted]

    play(script, BOTH, fen="9/9/2b1w1b2/9/w8 w", rules="huffing")


def test_black_is_at_the_bottom_for_black_and_flipping_turns() -> None:
    async def script(player: Player) -> None:
        view = player.app.view
        assert len(player.board.move_stack) == 1
        assert view.place(0) > view.place(player.board.variant.points - 1)
        assert view.place(0)[1] < view.place(player.board.variant.points - 1)[1]
        await player.press("f")
        assert view.place(0)[1] > view.place(player.board.variant.points - 1)[1]
        for point in range(player.board.variant.points):
            assert view.point_near(*view.place(point)) == point
        assert view.point_near(0, 0) is None

    play(script, {fn.BLACK}, variant="dimy")


def test_the_largest_board_fits_on_a_small_terminal() -> None:
    async def script(player: Player) -> None:
        app = player.app
        for widget in (app.view, app.query_one("#message"), app.query_one(OptionList)):
            assert app.screen.region.contains_region(widget.region)
        assert app.query_one(OptionList).size.height >= 5
        await player.click("a1", "i5", "d3")
        assert player.text("message") == "choose where it goes"

    play(script, BOTH, size=(80, 24))


def test_hints_analysis_and_undo() -> None:
    async def script(player: Player) -> None:
        await player.press("u")
        assert player.text("message") == "nothing to take back"
        await player.press("h")
        assert player.text("message").startswith("c1-b2A  (win in ")
        await player.press("y")
        assert player.text("message").count("\n") == 2
        await player.click("b1", "b2")
        assert len(player.board.move_stack) == 2
        await player.press("u")
        assert not player.board.move_stack

    play(script, {fn.WHITE}, variant="telo")


def test_saving_loading_and_another_game(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"

    async def script(player: Player) -> None:
        await player.click("d3", "e3", "f3")
        await answer(player, "s", str(path))
        assert player.text("message") == f"saved {path}"
        await player.press("n")
        assert not player.board.move_stack
        await answer(player, "l", str(path))
        assert player.text("message") == f"loaded {path}"
        assert turns(player.board) == ["d3-e3A"]
        await answer(player, "l", str(tmp_path / "none.pgn"))
        assert "none.pgn" in player.text("message")
        await player.press("s", "escape")
        await answer(player, "s", "")
        assert turns(player.board) == ["d3-e3A"]

    play(script, BOTH)
    game = record.read_game(io.StringIO(path.read_text(encoding="utf-8")))
    assert game is not None
    assert [str(move) for move in game.mainline_moves()] == ["d3-e3A"]


def test_names_of_files_are_shown_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(player: Player) -> None:
        await answer(player, "l", "x[/].pgn")
        assert "x[/].pgn" in player.text("message")
        for key, said in (("s", "saved"), ("l", "loaded")):
            await answer(player, key, "x[red]y.pgn")
            assert player.text("message") == f"{said} x[red]y.pgn"

    play(script, BOTH)


@pytest.mark.parametrize("text", ["[/]", "a [b]bold[/b] question"])
def test_a_question_is_shown_as_it_is(text: str) -> None:
    async def script(player: Player) -> None:
        _ = player.app.push_screen(Question(text))
        await player.settle()
        assert str(player.app.screen.query_one(Label).visual) == text

    play(script, BOTH)


def test_a_record_of_another_board_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Variant "telo"]\n1. b1-b2A *\n')

    async def script(player: Player) -> None:
        await answer(player, "l", str(path))
        assert player.board.variant == fn.TELO
        await player.click("c3", "b3")
        assert turns(player.board) == ["b1-b2A", "c3-b3"]

    play(script, BOTH)


def test_declared_ends() -> None:
    async def two(player: Player) -> None:
        for reply, result in (("no", "*"), ("yes", "1/2-1/2")):
            await answer(player, "d", reply)
            assert player.board.result() == result
        await player.press("u", "r")
        assert player.text("state") == "Black wins (the other side resigned)"

    async def ahead(player: Player) -> None:
        await player.press("d")
        assert player.board.result() == "1/2-1/2"

    async def behind(player: Player) -> None:
        await player.press("d")
        assert player.board.result() == "*"
        assert player.text("message") == "the engine declines the draw"

    play(two, BOTH)
    play(ahead, {fn.WHITE}, fen="b8/9/wwwwwwwww/9/9 w")
    play(behind, {fn.WHITE}, fen="9/9/bbbbbbbbb/9/w8 w")


@pytest.mark.parametrize("people", [BOTH, {fn.WHITE}], ids=["two", "one"])
def test_a_finished_game_is_not_played_or_thought_about(people: set[fn.Color]) -> None:
    async def script(player: Player) -> None:
        for key in "hydraew":
            await player.press("escape")
            assert player.text("message") == ""
            await player.press(key)
            assert not isinstance(player.app.screen, Question)
            assert player.text("message") == ("" if key in "aw" else "the game is over")
        assert player.text("state") == "Black wins (no turn is left)"

    play(script, people, fen=BLOCKED)


def test_no_turn_is_played_during_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(player: Player) -> None:
        found = threading.Event()
        session = player.app.session
        hint = session.hint()

        def slowly() -> PlayResult:
            assert found.wait(60)
            return hint

        monkeypatch.setattr(session, "hint", slowly)
        await player.click("d3", "e3")
        await player.pilot.press("h")
        for key in ("a", "escape", "w", "u"):
            await player.pilot.press(key)
            assert player.app.thinking
            assert player.text("message") == "the engine is thinking"
            assert not player.board.move_stack
        found.set()
        await player.settle()
        assert player.text("message").startswith(f"{hint.move}  (")
        await player.press("a")
        assert turns(player.board)[0] == "d3-e3A"
        assert len(player.board.move_stack) == 2

    play(script, {fn.WHITE})


@pytest.mark.parametrize(
    "error", [DamagedTableError("damaged"), OSError("no disk"), EngineError("gone")], ids=repr
)
def test_an_engine_that_fails_does_not_end_the_game(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(player: Player) -> None:
        def fail(*_: object) -> NoReturn:
            raise error

        for name in ("hint", "analyse", "agrees_to_draw", "think"):
            monkeypatch.setattr(player.app.session, name, fail)
        for keys in ("h", "y", "d"):
            await player.press("escape", keys)
            assert player.text("message") == str(error)
        await player.click("d2", "e3")
        assert turns(player.board) == ["d2-e3A"]
        assert player.text("message") == str(error)
        await player.press("u")
        assert player.text("message") == "choose a stone"

    play(script, {fn.WHITE})


def test_only_flipping_and_leaving_while_the_engine_thinks() -> None:
    async def script(player: Player) -> None:
        player.app.session.limit = Limit(time=60)
        await player.pilot.click(
            player.app.view, offset=player.app.view.place(fn.TSIVY.point("d2"))
        )
        await player.pilot.click(
            player.app.view, offset=player.app.view.place(fn.TSIVY.point("e3"))
        )
        await player.pilot.pause()
        if player.in_chain():
            await player.pilot.press("e")
        assert player.app.thinking
        for key in ("u", "n", "r", "h"):
            await player.pilot.press(key)
            await player.pilot.pause()
            assert player.text("message") == "the engine is thinking"
        await player.pilot.press("f")
        assert player.app.flipped
        await player.pilot.press("q")

    play(script, {fn.WHITE})


def test_what_is_found_after_leaving_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = []

    async def script(player: Player) -> None:
        boards.append(player.board)
        found = threading.Event()
        session = player.app.session
        think = session.think

        def slowly() -> PlayResult:
            answer = think()
            assert found.wait(60)
            return answer

        monkeypatch.setattr(session, "think", slowly)
        await player.pilot.click(player.app.view, offset=player.app.view.place(point("d2")))
        await player.pilot.click(player.app.view, offset=player.app.view.place(point("e3")))
        player.app.action_game("quit")
        found.set()
        # The thread is to tell what it found before the program gets to its end.
        time.sleep(0.2)

    point = fn.TSIVY.point
    play(script, {fn.WHITE})
    assert turns(boards[0]) == ["d2-e3A"]


def test_the_engine_plays_alone() -> None:
    async def script(player: Player) -> None:
        for _ in range(200):
            await player.settle()
            if player.board.is_game_over():
                return
        pytest.fail("no end")

    play(script, set(), variant="telo", rules="fifty")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_texts(language: str) -> None:
    async def script(player: Player) -> None:
        say = translator(language)
        assert player.text("message") == say("screen.stone")
        shown = {binding.description for _, binding, *_ in bindings(player.app)}
        assert {say(f"screen.key.{action}") for action in KEYS.values()} <= shown

    play(script, BOTH, language=language)


def bindings(app: FullScreen) -> list[Any]:
    return [tuple(cast("Any", bound)) for bound in app.active_bindings.values()]
