"""A recorded game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.board import Board
from fanorona.enums import Color, Termination
from fanorona.record import jsonlines, writer
from fanorona.record.headers import START, Headers
from fanorona.record.replay import check_result
from fanorona.record.start import start_of, start_tags
from fanorona.record.tree import ChildNode, GameNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fanorona._fanorona import Move, Rules, Variant
    from fanorona.outcome import Outcome

_DECLARED = {
    "agreement": Termination.AGREEMENT,
    "resignation": Termination.RESIGNATION,
    "timeout": Termination.TIMEOUT,
    "time forfeit": Termination.TIMEOUT,  # as records of other games have it
}


class Game(GameNode):
    """A recorded game: tag pairs, and the tree of turns whose first node it is.

    Args:
        variant: the board, as a ``Variant`` or its name; not to be given beside ``fen``.
        rules: the rule set, as ``Rules`` or their text form.
        fen: a position string to start from in place of the rules' start.
        headers: tag pairs to begin with.

    Raises:
        ValueError: as ``Board``, and if a tag pair cannot be written.

    Attributes:
        headers: the tag pairs.
        start: the board at the start, which is not to be played on; ``board()`` is a copy of it.

    Two games are equal if they have the same tag pairs and the same tree, with comments and glyphs.
    A game changes, so it has no hash.

    Example:
        >>> game = Game("telo", headers={"Event": "Friendly game", "White": "Soa"})
        >>> node = game.add_variation("b1-b2A", comment="straight on")
        >>> other = game.add_variation("a1-b2A", nags=[6])
        >>> print(game)
        [Event "Friendly game"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "Soa"]
        [Black "?"]
        [Result "*"]
        [Variant "telo"]
        [Rules "standard"]
        <BLANKLINE>
        1. b1-b2A {straight on} (1. a1-b2A $6) *
    """

    __slots__ = ("_cursor", "headers", "start")
    __hash__ = None  # type: ignore[assignment]  # a game changes

    headers: Headers
    start: Board

    def __init__(
        self,
        variant: Variant | str | None = None,
        rules: Rules | str = "standard",
        *,
        fen: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(self)
        self.start = Board(variant, rules, fen=fen)
        self.headers = Headers(start_tags(self.start))
        self.headers.update(headers or {})
        self._cursor: tuple[GameNode, Board] | None = None

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> Game:
        """A game without turns that starts as these tags say.

        Raises:
            ValueError: if a tag pair cannot be written or has no sense.

        Example:
            >>> Game.from_tags({"Variant": "5x5", "Round": "2"}).board().variant
            Variant('dimy')
        """
        start = start_of(tags)
        game = cls(rules=start.rules, fen=start.start_fen)
        game.headers.update((name, value) for name, value in tags.items() if name not in START)
        return game

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> Game:
        """The game that was played on a board; an end becomes the tags Result and Termination.

        Args:
            board: the board; it is left as it is.
            headers: tag pairs to begin with.

        Raises:
            ValueError: if a chain is in progress, since a record has whole turns only, or a tag
                pair cannot be written.

        Example:
            >>> board = Board()
            >>> board.push("d3-e3A")
            Move('d3-e3A')
            >>> board.resign(Color.BLACK)
            >>> game = Game.from_board(board)
            >>> game.headers["Result"], game.headers["Termination"]
            ('1-0', 'resignation')
        """
        game = cls(rules=board.rules, fen=board.start_fen)
        replayed = game.board()
        node: GameNode = game
        for move in board.move_stack:
            child = ChildNode(node, replayed.push(move))
            node.variations.append(child)
            node = child
        if replayed.position != board.position:
            msg = f"turn {board.position.chain} is not at its end, and a record has whole turns"
            raise ValueError(msg)
        game.headers.update(headers or {})
        outcome = board.outcome()
        if outcome is not None:
            game.headers["Result"] = outcome.result()
            game.headers["Termination"] = outcome.termination.value
        return game

    def to_board(self) -> Board:
        """The board at the end of the main line, with the end that the players declared.

        A draw by agreement, a resignation and a timeout are taken from the tags Result and
        Termination, if they agree with each other.

        Example:
            >>> game = Game(headers={"Result": "0-1", "Termination": "resignation"})
            >>> game.to_board().outcome().winner
            <Color.BLACK: 'b'>
        """
        board = self.end().board()
        if not board.is_game_over():
            termination = _DECLARED.get(self.headers.get("Termination", "").lower())
            match self.headers["Result"], termination:
                case "1/2-1/2", Termination.AGREEMENT:
                    board.agree_draw()
                case "1-0" | "0-1" as result, Termination.RESIGNATION:
                    board.resign(_loser(result))
                case "1-0" | "0-1" as result, Termination.TIMEOUT:
                    board.flag(_loser(result))
                case _:
                    pass  # not said, or not by these players
        return board

    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or declared; None where that is not known."""
        return self.to_board().outcome()

    def play_at(self, node: GameNode, move: Move | str) -> ChildNode:
        """A child of a node for a legal turn, not yet among its variations.

        For this package's own use. The board is kept, so that a line grows without replaying it.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``Board.push``.
        """
        cursor, self._cursor = self._cursor, None
        board = cursor[1] if cursor is not None and cursor[0] is node else node.board()
        child = ChildNode(node, board.push(move))
        self._cursor = (child, board)
        return child

    def to_text(self) -> str:
        """The game as text: tag pairs, an empty line, and movetext; it ends with a line break.

        Raises:
            RecordError: if a reader would refuse it: Result contradicts how the game ended by the
                rules, a glyph is out of range, or the record is too large.
        """
        self._check_result()
        return writer.text_of(self)

    def to_json(self) -> str:
        """The game as a line of JSON Lines, without the line break.

        The object has ``tags`` and ``moves``, the main line, and where there are such:

        - ``variations``: lists of a node's number and the moves of a variation that begins there;
        - ``comments``, ``starting_comments`` and ``nags``: by node number.

        Nodes are numbered as their moves appear: 0 is the start, then come those of ``moves`` and
        of each variation.

        Raises:
            RecordError: as ``to_text``.

        Example:
            >>> game = Game("telo")
            >>> game.comment = "the smallest board"
            >>> node = game.add_variation("b1-b2A")
            >>> node = game.add_variation("a1-b2A")
            >>> game.to_json()
            '{"tags": {..., "Variant": "telo", "Rules": "standard"}, "moves": ["b1-b2A"],
              "variations": [[0, "a1-b2A"]], "comments": {"0": "the smallest board"}}'
            >>> Game.from_json(game.to_json()) == game
            True
        """
        self._check_result()
        return jsonlines.text_of(self)

    @classmethod
    def from_json(cls, text: str) -> Game:
        """The game that ``to_json`` wrote.

        Raises:
            RecordError: if the text is no game.
        """
        return jsonlines.game_of(text, cls.from_tags)

    def _check_result(self) -> None:
        if self.headers["Result"] != "*":
            check_result(self.headers["Result"], self.end().board().outcome())

    def __str__(self) -> str:
        return self.to_text().removesuffix("\n")

    def __repr__(self) -> str:
        start, result = self.start, self.headers["Result"]
        return f"<Game: {start.variant}, {start.rules}, {self.end().ply()} turns, {result}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        pairs: list[tuple[GameNode, GameNode]] = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if _said(one) != _said(two) or len(one.variations) != len(two.variations):
                return False
            pairs.extend(zip(one.variations, two.variations, strict=True))
        return self.headers == other.headers

    def __copy__(self) -> Game:
        return _rebuild(self.to_json())

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return _rebuild(self.to_json())

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild, (self.to_json(),)


def _loser(result: str) -> Color:
    return Color.BLACK if result == "1-0" else Color.WHITE


def _said(node: GameNode) -> tuple[object, ...]:
    before = node.starting_comment if isinstance(node, ChildNode) else ""
    return node.move, before, node.comment, node.nags


def _rebuild(text: str) -> Game:
    return Game.from_json(text)
