"""Records as JSON Lines, one game an object a line; ``Game.to_json`` describes the object."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from fanorona.errors import RecordError
from fanorona.record.limits import (
    GLYPHS,
    check_characters,
    check_depth,
    check_turns,
    checked_glyph,
)
from fanorona.record.replay import broken_turn, check_result
from fanorona.record.texts import shortened
from fanorona.record.tree import ChildNode, GameNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from fanorona.board import Board
    from fanorona.record.game import Game

FIELDS: Final = ("tags", "moves", "variations", "comments", "starting_comments", "nags")
"""The fields of an object, in the order of writing."""


class _Line(NamedTuple):
    """A line of play: the node that it leaves, its first node if it has one, and its depth."""

    leaves: int
    first: ChildNode | None
    depth: int


def text_of(game: Game) -> str:
    """The game as a JSON object on one line, without the line break.

    Raises:
        RecordError: if the record is too large, or a glyph is out of range.
    """
    nodes, lines = _laid_out(game)
    fields = {
        "tags": dict(game.headers),
        "moves": lines[0][1:],
        "variations": lines[1:],
        "comments": {str(n): node.comment for n, node in enumerate(nodes) if node.comment},
        "starting_comments": {
            str(n): node.starting_comment
            for n, node in enumerate(nodes)
            if isinstance(node, ChildNode) and node.starting_comment
        },
        "nags": {str(n): _glyphs(node) for n, node in enumerate(nodes) if node.nags},
    }
    needed = {name: fields[name] for name in FIELDS if fields[name] or name in FIELDS[:2]}
    text = json.dumps(needed, ensure_ascii=False)
    check_characters(len(text))
    return text


def _laid_out(game: Game) -> tuple[list[GameNode], list[list[int | str]]]:
    """The nodes by number, and the lines: the number of the node that each leaves, its moves."""
    nodes: list[GameNode] = [game]
    lines: list[list[int | str]] = []
    waiting = deque([_Line(0, game.next(), 0)])
    waiting.extend(_Line(0, other, 1) for other in game.variations[1:])
    while waiting:
        leaves, node, depth = waiting.popleft()
        line: list[int | str] = [leaves]
        while node is not None:
            line.append(str(node.move))
            nodes.append(node)
            number = len(nodes) - 1
            waiting.extend(_Line(number, other, depth + 1) for other in node.variations[1:])
            node = node.next()
        lines.append(line)
        check_turns(len(nodes) - 1)
        check_depth(depth)
    return nodes, lines


def _glyphs(node: GameNode) -> list[int]:
    return sorted(map(checked_glyph, node.nags))


def _refuse(reason: str) -> NoReturn:
    raise RecordError(reason)


def game_of(text: str, begin: Callable[[dict[str, str]], Game]) -> Game:
    """The game of a JSON object; ``begin`` makes one without turns from its tags.

    Raises:
        RecordError: if the text is no game.
    """
    fields = _fields_of(text)
    try:
        game = begin(fields["tags"])
        tree = _Tree(game, fields["moves"])
        for line in fields["variations"]:
            tree.add(line)
        nodes = tree.played()
        for name in ("comments", "starting_comments", "nags"):
            for number, value in fields[name].items():
                _set(nodes, name, number, value)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from error
    return game


def _fields_of(text: str) -> dict[str, Any]:
    """The fields of the object, all of them, their types checked down to the nodes' numbers."""
    check_characters(len(text))
    try:
        found = json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        _refuse("no JSON of a game: nested too deep")
    except RecordError:
        raise
    except ValueError as error:  # a number of very many digits too
        raise RecordError(f"no JSON: {error}") from error
    if not isinstance(found, dict):
        _refuse("no JSON object")
    for name in found:
        if name not in FIELDS:
            _refuse(f"field {shortened(name)!r} is none of {', '.join(FIELDS)}")
    return {name: _checked_field(name, found) for name in FIELDS}


def _checked_field(name: str, found: dict[str, Any]) -> Any:  # noqa: ANN401  # JSON
    kind, expected = (list, "an array") if name in ("moves", "variations") else (dict, "an object")
    field = found.get(name, None if name in FIELDS[:2] else kind())
    if not isinstance(field, kind):
        _refuse(f"field {name!r}: expected {expected}")
    if isinstance(field, dict) and name != "nags":
        for key, value in field.items():
            if not isinstance(value, str):
                _refuse(f"field {name!r}: {shortened(key)!r} is no string")
    return field


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        _refuse(f"name {shortened(twice)!r} stands twice in an object")
    return found


class _Tree:
    """The tree of an object: first by numbers, then played, each turn once and taken back."""

    def __init__(self, game: Game, moves: list[Any]) -> None:
        self._game = game
        self._texts = [""]
        self._following: list[list[int]] = [[]]
        self._depths = [0]
        self._extend(0, moves, depth=0)
        self._end = len(moves)

    def add(self, line: object) -> None:
        """Adds a variation, given as the number of the node that it leaves and its moves."""
        match line:
            case [int(leaves), *moves] if moves and not isinstance(leaves, bool):
                pass
            case _:
                _refuse("field 'variations': expected arrays of a node's number and moves")
        if not (0 <= leaves < len(self._texts) and self._following[leaves]):
            _refuse(f"field 'variations': no move to vary after node {shortened(str(leaves))}")
        self._extend(leaves, moves, depth=self._depths[leaves] + 1)

    def _extend(self, parent: int, moves: list[Any], *, depth: int) -> None:
        check_turns(len(self._texts) - 1 + len(moves))
        check_depth(depth)
        for text in moves:
            if not isinstance(text, str) or not text.isascii():
                _refuse("a move is not in move text")
            number = len(self._texts)
            self._texts.append(text)
            self._following[parent].append(number)
            self._following.append([])
            self._depths.append(depth)
            parent = number

    def played(self) -> list[GameNode]:
        """Plays the tree into the game, checks its result, and gives the nodes by number."""
        nodes: list[GameNode] = [self._game] * len(self._texts)
        board = self._game.board()
        # What is to be entered, after its parent, or as a complement to be taken back.
        todo = [(0, 0)]
        while todo:
            parent, number = todo.pop()
            if number < 0:
                board.pop()
                continue
            if number > 0:
                nodes[number] = self._child(nodes[parent], board, self._texts[number])
                todo.append((parent, ~number))
            if number == self._end:
                check_result(self._game.headers["Result"], board.outcome())
            todo.extend((number, child) for child in reversed(self._following[number]))
        return nodes

    @staticmethod
    def _child(parent: GameNode, board: Board, text: str) -> ChildNode:
        try:
            child = ChildNode(parent, board.push(text))
        except ValueError as error:
            raise broken_turn(board, text, error) from error
        parent.variations.append(child)
        return child


def _set(nodes: list[GameNode], field: str, number: str, value: Any) -> None:  # noqa: ANN401  # JSON
    """Gives a node what the object says about it."""
    if not (number.isascii() and number.isdigit() and number == str(int(number))):
        _refuse(f"field {field!r}: {shortened(number)!r} is no node's number")
    if int(number) >= len(nodes):
        _refuse(f"field {field!r}: there is no node {number}")
    node = nodes[int(number)]
    match field, node:
        case "comments", _:
            node.comment = value
        case "starting_comments", ChildNode():
            node.starting_comment = value
        case "nags", _:
            node.nags.update(_checked_glyphs(value))
        case _:
            _refuse(f"field {field!r}: nothing begins at node {number}")


def _checked_glyphs(value: object) -> list[int]:
    if isinstance(value, list) and all(type(glyph) is int and glyph in GLYPHS for glyph in value):
        return value
    return _refuse("field 'nags': expected arrays of numbers from 0 to 255")
