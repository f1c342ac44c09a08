"""Playing on the page as people do, by mouse, by touch or by keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from fanorona import Board, Kind

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from fanorona import Move, Step

IDLE = "#board[aria-busy=false]"


class Hands(Protocol):
    """A way to act on the page."""

    def press(self, target: Locator) -> None:
        """Presses a button or a point."""


class Mouse:
    """Clicks."""

    def press(self, target: Locator) -> None:
        target.click()


class Touch:
    """Taps."""

    def press(self, target: Locator) -> None:
        target.tap()


class Keys:
    """Tab, arrows, Enter: never the mouse."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, target: Locator) -> None:
        point = target.get_attribute("data-point")
        if point is None:
            self._tab_to(target)
        else:
            self._walk_to(point)
        self._page.keyboard.press("Enter")

    def _tab_to(self, target: Locator) -> None:
        for _ in range(80):
            if target.evaluate("element => element === document.activeElement"):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {target}")

    def _focused_point(self) -> str | None:
        found: str | None = self._page.evaluate(
            "() => document.activeElement.closest('#board .point')?.dataset.point ?? null"
        )
        return found

    def _is_turned(self) -> bool:
        first = self._page.locator("#board [data-point=a1]").bounding_box()
        second = self._page.locator("#board [data-point=b1]").bounding_box()
        assert first is not None
        assert second is not None
        return first["x"] > second["x"]

    def _walk_to(self, point: str) -> None:
        for _ in range(80):
            if self._focused_point() is not None:
                break
            self._page.keyboard.press("Tab")
        left, right, down, up = "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"
        if self._is_turned():
            left, right, down, up = right, left, up, down
        while (here := self._focused_point()) != point:
            assert here is not None
            if here[0] != point[0]:
                key = right if here[0] < point[0] else left
            else:
                key = up if here[1] < point[1] else down
            self._page.keyboard.press(key)


class PageDriver:
    """A page and the game that is played on it.

    Attributes:
        page: playwright's page.
        complaints: errors and warnings of the console.
        requests: the addresses that were asked for.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.hands: Hands = Mouse()
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.set_default_timeout(10_000)

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def go(self) -> None:
        """Loads the page, and waits until it can be played on."""
        self.page.goto(self.origin)
        self.page.wait_for_selector("html[data-ready]")
        self.idle()

    def idle(self) -> None:
        """Waits until all has been played and shown."""
        self.page.wait_for_selector(IDLE)

    def stored(self) -> dict[str, Any]:
        """The game as the page keeps it."""
        game: dict[str, Any] = json.loads(
            self.page.evaluate("() => localStorage.getItem('fanorona.game')")
        )
        return game

    def moves(self) -> list[str]:
        """The turns that lead to what is shown."""
        tree = self.stored()["tree"]
        moves = []
        at = tree["here"]
        while at:
            moves.append(tree["nodes"][at]["move"])
            at = tree["nodes"][at]["parent"]
        return moves[::-1]

    def board(self) -> Board:
        """The game that is shown, whole turns only."""
        tree = self.stored()["tree"]
        variant = None if tree["fen"] else tree["variant"]
        board = Board(variant, tree["rules"], fen=tree["fen"])
        for move in self.moves():
            board.push(move)
        return board

    def stones(self, color: str) -> set[str]:
        """The points on which stones of a colour are drawn."""
        found = self.page.locator(f"#board .stone.{color}").evaluate_all(
            "stones => stones.map((stone) => stone.dataset.stone)"
        )
        return set(found)

    def shows(self, board: Board) -> bool:
        """Whether the stones that are drawn are those of a board."""
        name = board.variant.point_name
        position = board.position
        return all(
            self.stones(color) == {name(p) for p in range(board.variant.points) if bits >> p & 1}
            for color, bits in (("white", position.white), ("black", position.black))
        )

    def status(self) -> str:
        """The line below the board."""
        return self.page.locator("#status").inner_text()

    def press(self, selector: str) -> None:
        self.hands.press(self.page.locator(selector))

    def point(self, name: str) -> Locator:
        return self.page.locator(f"#board [data-point={name}]")

    def touch_point(self, name: str) -> None:
        self.hands.press(self.point(name))

    def new_game(
        self,
        variant: str = "tsivy",
        *,
        preset: str = "standard",
        color: str | None = "white",
        level: int = 1,
    ) -> None:
        """Starts a game through the dialog, against the engine if a colour is given."""
        self.page.click("#open-new")
        self.page.check(f"#new-variants input[value='{variant}']")
        self.page.select_option("#new-preset", preset)
        self.page.check(f"#new-opponents input[value={'engine' if color else 'person'}]")
        if color:
            self.page.check(f"#new-colors input[value={color}]")
            self.page.fill("#new-level", str(level))
        self.page.click("#new-start")
        self.page.wait_for_selector("#new-game", state="hidden")
        self.idle()

    def start_from(self, fen: str) -> None:
        """Goes on from a position string, through the dialog, under the rules of the last game."""
        self.page.click("#open-record")
        self.page.fill("#record-fen", fen)
        self.page.click("#fen-load")
        self.page.wait_for_selector("#record", state="hidden")
        self.idle()

    def play(self, move: Move | str) -> None:
        """Plays a whole turn by pressing points and, where they are needed, buttons."""
        board = self.board()
        turn = board.parse_move(str(move))
        name = board.variant.point_name
        if turn.removed is not None:
            self.touch_point(name(turn.removed))
            self.idle()
        for place, step in enumerate(turn.steps):
            if place == 0:
                self.touch_point(name(step.origin))
            self.touch_point(name(step.destination))
            self._say_which(board, step)
            self.idle()
            if board.rules.capture != "huff":
                board.push_step(step)
        if self.page.locator("#actions .stop").is_visible() and self.stored()["parts"]:
            self.press("#actions .stop")
        self.idle()

    def _say_which(self, board: Board, step: Step) -> None:
        """Chooses between approach and withdrawal where both are possible."""
        if board.rules.capture == "huff":
            choice = self.page.locator(f"#actions .{step.kind.name.lower()}")
            if choice.is_visible():
                self.hands.press(choice)
            return
        ways = [
            other
            for other in board.legal_steps
            if (other.origin, other.destination) == (step.origin, step.destination)
        ]
        if len(ways) > 1:
            kind = "approach" if step.kind is Kind.APPROACH else "withdrawal"
            self.press(f"#actions .{kind}")
