"""The board of the full-screen game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fanorona.enums import Kind
from fanorona.extras import of_extra
from fanorona.variants import FILES

with of_extra("tui"):
    from rich.style import Style
    from rich.text import Text
    from textual.binding import Binding
    from textual.message import Message
    from textual.widget import Widget

if TYPE_CHECKING:
    from textual.events import Click
    from textual.geometry import Size

    from fanorona._fanorona import Move, Position

ACROSS: Final = 6
"""Columns from a file to the next."""
DOWN: Final = 3
"""Lines from a rank to the next."""
LEFT: Final = 3
"""Columns before the first file."""
TOP: Final = 2
"""Lines above the first rank."""

WOOD: Final = "#dcb27a"
LINE: Final = Style.parse(f"#5a3516 on {WOOD}")
RIM: Final = Style.parse("bold #f3dfbd on #5f3a20")
WHITE_STONE: Final = Style.parse("bold #5c4a30 on #fdf8ea")
BLACK_STONE: Final = Style.parse("bold #e8d9c4 on #1d1512")
WAY: Final = Style.parse("bold #ffffff on #b3261e")
TARGET: Final = Style.parse("bold #ffffff on #1f6f43")
APPROACH: Final = Style.parse("bold #ffffff on #b3261e")
WITHDRAWAL: Final = Style.parse("bold #ffffff on #1b5e8c")


@dataclass(frozen=True, slots=True)
class Picture:
    """What the board shows.

    Attributes:
        position: the stones.
        flipped: whether Black is at the bottom.
        last: the last turn, or the chain in progress.
        taken: bitboard of the stones that it took.
        chosen: the stone that is to go.
        targets: where it may go.
        groups: the stones that would fall, by kind of capture.
    """

    position: Position
    flipped: bool = False
    last: Move | None = None
    taken: int = 0
    chosen: int | None = None
    targets: frozenset[int] = frozenset()
    groups: dict[Kind, int] = field(default_factory=dict)


class BoardView(Widget, can_focus=True):
    """A board that is pointed at with the mouse, or with arrow keys and Enter."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"
    BINDINGS = [  # noqa: RUF012  # as textual has it
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("enter,space", "point", show=False),
    ]

    class Pointed(Message):
        """A point was chosen.

        Attributes:
            point: its index.
        """

        def __init__(self, point: int) -> None:
            self.point = point
            super().__init__()

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self.picture = picture
        self.cursor = picture.position.variant.points // 2

    def show(self, picture: Picture) -> None:
        """Shows something else, on a board of any size."""
        resized = picture.position.variant != self.picture.position.variant
        self.picture = picture
        if resized:
            self.cursor = picture.position.variant.points // 2
        self.refresh(layout=resized)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002  # Textual's
        """The width of the board with its rim."""
        return (self.picture.position.variant.cols - 1) * ACROSS + 2 * LEFT + 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  # Textual's
        """The height of the board with its rim."""
        return (self.picture.position.variant.rows - 1) * DOWN + 2 * TOP + 1

    def place(self, point: int) -> tuple[int, int]:
        """The column and the line of a point."""
        variant = self.picture.position.variant
        seen = variant.points - 1 - point if self.picture.flipped else point
        rank, file = divmod(seen, variant.cols)
        return LEFT + file * ACROSS, TOP + (variant.rows - 1 - rank) * DOWN

    def point_near(self, column: int, line: int) -> int | None:
        """The point whose stone covers this place, or nearly so."""
        for point in range(self.picture.position.variant.points):
            x, y = self.place(point)
            if abs(x - column) <= 2 and abs(y - line) <= 1:
                return point
        return None

    def on_click(self, event: Click) -> None:
        """Chooses the point that is clicked on."""
        point = self.point_near(event.x, event.y)
        if point is not None:
            self.cursor = point
            self.post_message(self.Pointed(point))
            self.refresh()

    def action_move(self, across: int, down: int) -> None:
        """Moves the cursor."""
        variant = self.picture.position.variant
        turn = -1 if self.picture.flipped else 1
        rank, file = divmod(self.cursor, variant.cols)
        rank, file = rank - down * turn, file + across * turn
        if 0 <= rank < variant.rows and 0 <= file < variant.cols:
            self.cursor = rank * variant.cols + file
            self.refresh()

    def action_point(self) -> None:
        """Chooses the point under the cursor."""
        self.post_message(self.Pointed(self.cursor))

    def render(self) -> Text:
        """The board as styled text."""
        width = self.get_content_width(self.size, self.size)
        height = self.get_content_height(self.size, self.size, width)
        cells = [[(" ", RIM)] * width for _ in range(height)]
        for line in range(1, height - 1):
            for column in range(1, width - 1):
                cells[line][column] = (" ", LINE)
        self._draw_lines(cells)
        self._draw_coordinates(cells)
        for point in range(self.picture.position.variant.points):
            column, line = self.place(point)
            left, middle, right, style = self._face(point)
            for shift, character in ((-1, left), (0, middle), (1, right)):
                if character:
                    cells[line][column + shift] = (character, style)
        text = Text(no_wrap=True, end="")
        for line, row in enumerate(cells):
            for character, style in row:
                text.append(character, style)
            if line + 1 < height:
                text.append("\n")
        return text

    def _draw_lines(self, cells: list[list[tuple[str, Style]]]) -> None:
        variant = self.picture.position.variant
        for point in range(variant.points):
            x, y = self.place(point)
            for near in variant.neighbours(point):
                to_x, to_y = self.place(near)
                if (to_y, to_x) < (y, x):
                    continue
                if y == to_y:
                    glyph, length = "─", ACROSS
                elif x == to_x:
                    glyph, length = "│", DOWN
                else:
                    glyph, length = ("╲" if to_x > x else "╱"), DOWN
                for part in range(1, length):
                    column = x + (to_x - x) * part // length
                    cells[y + (to_y - y) * part // length][column] = (glyph, LINE)

    def _draw_coordinates(self, cells: list[list[tuple[str, Style]]]) -> None:
        variant = self.picture.position.variant
        for file in range(variant.cols):
            column, _ = self.place(file)
            for row in (cells[0], cells[-1]):
                row[column] = (FILES[file], RIM)
        for rank in range(variant.rows):
            _, line = self.place(rank * variant.cols)
            for column in (0, -1):
                cells[line][column] = (str(rank + 1), RIM)

    def _face(self, point: int) -> tuple[str, str, str, Style]:
        """The three characters of a point, empty ones being transparent, and their style."""
        picture = self.picture
        position = picture.position
        left = right = " "
        if position.white >> point & 1:
            middle, style = "○", WHITE_STONE
        elif position.black >> point & 1:
            middle, style = "●", BLACK_STONE
        else:
            taken = picture.taken >> point & 1
            middle, style = ("×" if taken else "·"), LINE
            left = right = ""
        for kind, mark, color in (
            (Kind.APPROACH, "A", APPROACH),
            (Kind.WITHDRAWAL, "W", WITHDRAWAL),
        ):
            if picture.groups.get(kind, 0) >> point & 1:
                middle, style = mark, color
        if point in picture.targets:
            left, right, style = "<", ">", TARGET
        elif point == picture.chosen or point in self._ends():
            left, right = ("«", "»") if point == picture.chosen else ("(", ")")
            style = style if style in (WHITE_STONE, BLACK_STONE) else WAY
        if point == self.cursor and self.has_focus:
            left, right = "[", "]"
        return left, middle, right, style

    def _ends(self) -> set[int | None]:
        """Where the last turn began and where it ended."""
        last = self.picture.last
        return set() if last is None else {last.origin, last.destination}
