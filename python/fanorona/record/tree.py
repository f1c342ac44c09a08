"""The tree of turns of a record: the played game, and what might have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.record.texts import checked_comment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fanorona._fanorona import Move
    from fanorona.board import Board
    from fanorona.record.game import Game

_BEGINS_NO_VARIATION = "a main turn has no starting comment; comment on the turn before it"


class GameNode:
    """A place in a game: the start, which is the ``Game`` itself, or what a turn led to.

    Attributes:
        root: the game that this is a part of.
        variations: what follows: first the main turn, then the others. ``add_variation`` and its
            like, which play the turn, keep illegal ones out.
        nags: the numeric glyphs ``$n`` that stand here, from 0 to 255.

    Example:
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> node = game.add_line(["b1-b2A", "c3-b3"])
        >>> node.ply(), [str(turn.move) for turn in node.path()], game.end() is node
        (2, ['b1-b2A', 'c3-b3'], True)
    """

    __slots__ = ("__weakref__", "_comment", "nags", "root", "variations")

    root: Game
    variations: list[ChildNode]
    nags: set[int]

    def __init__(self, root: Game) -> None:
        self.root = root
        self.variations = []
        self.nags = set()
        self._comment = ""

    @property
    def parent(self) -> GameNode | None:
        """The place before the turn that led here; None at the start."""
        return None

    @property
    def move(self) -> Move | None:
        """The turn that led here; None at the start."""
        return None

    @property
    def comment(self) -> str:
        """What is said here, empty if nothing; white space is folded."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = checked_comment(text)

    def path(self) -> list[ChildNode]:
        """The nodes that lead here, this one included, without the start."""
        nodes = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def ply(self) -> int:
        """How many turns lead here."""
        return len(self.path())

    def board(self) -> Board:
        """The board here, replayed from the start."""
        board = self.root.start.copy()
        for node in self.path():
            board.push(node.move)
        return board

    def next(self) -> ChildNode | None:
        """Where the main turn leads; None at the end of a line."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Iterator[ChildNode]:
        """The nodes that follow along the main turns."""
        node: GameNode = self
        while node.variations:
            child = node.variations[0]
            yield child
            node = child

    def mainline_moves(self) -> Iterator[Move]:
        """The turns that follow along the main line."""
        for node in self.mainline():
            yield node.move

    def end(self) -> GameNode:
        """The last node along the main turns, possibly this one."""
        last: GameNode = self
        for node in self.mainline():
            last = node
        return last

    def variation(self, which: int | Move | ChildNode) -> ChildNode:
        """One of the turns that follow, by index, by move or as itself.

        Raises:
            KeyError: if there is none such.
        """
        return self.variations[self._index(which)]

    def has_variation(self, which: int | Move | ChildNode) -> bool:
        """Whether there is such a turn among those that follow."""
        try:
            self._index(which)
        except KeyError:
            return False
        return True

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> ChildNode:
        """Adds a turn behind those that follow; the first one is the main turn.

        Args:
            move: the turn, as a ``Move`` or as text.
            comment: what is said after it.
            starting_comment: what is said before it, where it begins a variation.
            nags: its glyphs.

        Returns:
            The new node.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``Board.push``.
            ValueError: if there is a ``starting_comment`` and this becomes the main turn, or a
                comment is no Unicode text; the tree is as before then.
        """
        comment, starting_comment = checked_comment(comment), checked_comment(starting_comment)
        if starting_comment and not self.variations:
            raise ValueError(_BEGINS_NO_VARIATION)
        child = self.root.play_at(self, move)
        self.variations.append(child)
        child.comment, child.starting_comment = comment, starting_comment
        child.nags.update(nags)
        return child

    def add_main_variation(
        self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a turn as the main one, before those that followed until now.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``Board.push``.
            ValueError: if the comment is no Unicode text; the tree is as before then.
        """
        child = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return child

    def add_line(self, moves: Iterable[Move | str]) -> GameNode:
        """Adds turns one after the other, and returns the last node.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: as ``Board.push``; the turns
                before are in the tree then.
        """
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def promote_to_main(self, which: int | Move | ChildNode) -> None:
        """Makes one of the turns that follow the main one.

        What was said before it is said here from now on, after this place's own comment.

        Raises:
            KeyError: if there is none such.
        """
        self.variations.insert(0, self.variations.pop(self._index(which)))
        self._settle()

    def remove_variation(self, which: int | Move | ChildNode) -> None:
        """Removes one of the turns that follow, with all that comes after it.

        Raises:
            KeyError: if there is none such.
        """
        del self.variations[self._index(which)]
        self._settle()

    def _index(self, which: int | Move | ChildNode) -> int:
        for index, child in enumerate(self.variations):
            if which is child or which in (index, child.move):
                return index
        raise KeyError(which)

    def _settle(self) -> None:
        """Moves what is said before a main turn to where a record has it."""
        main = self.next()
        if main is not None and main.starting_comment:
            self.comment = f"{self.comment} {main.starting_comment}"
            main.starting_comment = ""


class ChildNode(GameNode):
    """What a turn led to; made by ``add_variation`` and its like.

    Example:
        >>> from fanorona.record import Game
        >>> game = Game("telo")
        >>> first, other = game.add_variation("b1-b2A"), game.add_variation("a1-b2A")
        >>> first.is_main_variation(), other.starts_variation(), other.parent is game
        (True, True, True)
    """

    __slots__ = ("_move", "_parent", "_starting_comment")

    def __init__(self, parent: GameNode, move: Move) -> None:
        # What GameNode does, written out: readers make very many of these.
        self.root = parent.root
        self.variations = []
        self.nags = set()
        self._comment = self._starting_comment = ""
        self._parent = parent
        self._move = move

    @property
    def parent(self) -> GameNode:
        """The place before the turn that led here."""
        return self._parent

    @property
    def move(self) -> Move:
        """The turn that led here."""
        return self._move

    @property
    def starting_comment(self) -> str:
        """What is said before the turn, where it begins a variation.

        Setting it for a main turn is a ``ValueError``: that is said after the turn before it.
        """
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        comment = checked_comment(text)
        if comment and not self.starts_variation():
            raise ValueError(_BEGINS_NO_VARIATION)
        self._starting_comment = comment

    def is_main_variation(self) -> bool:
        """Whether this is the main turn of its parent."""
        return self.parent.next() is self

    def starts_variation(self) -> bool:
        """Whether another turn is the main one of its parent."""
        return not self.is_main_variation()

    def __repr__(self) -> str:
        return f"<ChildNode: {self.move}, {len(self.variations)} variations>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # By its place: pickling from node to node would go as deep as the game is long.
        return _node_at, (
            self.root,
            [node.parent.variations.index(node) for node in self.path()],
        )


def _node_at(game: Game, choices: list[int]) -> GameNode:
    """The node that these choices of variation lead to."""
    node: GameNode = game
    for index in choices:
        node = node.variations[index]
    return node
