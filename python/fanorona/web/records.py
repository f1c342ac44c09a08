"""Game records as the page has them: tags, and the tree of turns as a list of nodes.

Each node but the first names the node before it by ``parent``, its place in the list; what follows
a node stands behind it at once, first its main turn with all that follows, then the others.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from fanorona import record
from fanorona.web.fields import MOST_TEXTS
from fanorona.web.play import declare, side_name

if TYPE_CHECKING:
    from fanorona.web.fields import Fields

MOST_NODES: Final = 4 * MOST_TEXTS
"""The most turns of a record, variations included."""
_START: Final = ("Variant", "Rules", "SetUp", "FEN", "Result", "Termination")
"""Tags that follow from the game."""


def read(text: str) -> dict[str, object]:
    """The first game of a text, in either form of records.

    Raises:
        ValueError: if there is none, it is broken, or it is too large for the page.
    """
    if text.lstrip().startswith("{"):
        game: record.Game | None = record.Game.from_json(text.strip().splitlines()[0])
    else:
        game = record.read_game(io.StringIO(text))
    if game is None:
        msg = "the text has no game"
        raise ValueError(msg)
    nodes = _nodes(game)
    if len(nodes) > MOST_NODES:
        msg = f"the record has more than {MOST_NODES} turns"
        raise ValueError(msg)
    return {
        "variant": game.start.variant.name,
        "rules": str(game.start.rules),
        "fen": game.headers.get("FEN"),
        "tags": {name: value for name, value in game.headers.items() if name not in _START},
        "nodes": nodes,
        "end": _declared_end(game),
    }


def _nodes(game: record.Game) -> list[dict[str, object]]:
    nodes: list[dict[str, object]] = []
    todo: list[tuple[record.GameNode, int | None]] = [(game, None)]
    while todo:
        node, parent = todo.pop()
        place = len(nodes)
        nodes.append(
            {
                "parent": parent,
                "move": None if node.move is None else str(node.move),
                "comment": node.comment,
                "before": node.starting_comment if isinstance(node, record.ChildNode) else "",
                "nags": sorted(node.nags),
            }
        )
        todo.extend((child, place) for child in reversed(node.variations))
    return nodes


def _declared_end(game: record.Game) -> dict[str, object] | None:
    """The end that the players declared, at the end of the main line."""
    if game.end().board().is_game_over():
        return None
    outcome = game.outcome()
    if outcome is None:
        return None
    loser = None if outcome.winner is None else side_name(outcome.winner.other)
    return {"kind": outcome.termination.value, "side": loser}


def write(fields: Fields) -> str:
    """The text of the game that a request carries.

    Raises:
        ValueError: if a field is no such thing, or a turn is not legal.
    """
    fen = fields.optional_text("fen")
    game = record.Game(
        fields.text("variant") if fen is None else None, fields.text("rules", "standard"), fen=fen
    )
    game.headers.update(
        (name, value)
        for name, value in fields.object_of_texts("tags", 100).items()
        if name not in _START
    )
    _fill(game, fields.objects("nodes", MOST_NODES))
    board = game.end().board()
    end = fields.optional_object("end")
    if end is not None:
        declare(board, end)
    outcome = board.outcome()
    if outcome is not None:
        game.headers["Result"] = outcome.result()
        game.headers["Termination"] = outcome.termination.value
    return game.to_text()


def _fill(game: record.Game, nodes: list[Fields]) -> None:
    """Puts the nodes of a request into the tree; one board goes along, forth and back."""
    board = game.board()
    line: list[tuple[int, record.GameNode]] = [(0, game)]
    for place, fields in enumerate(nodes):
        node: record.GameNode = game
        if place > 0:
            parent = fields.number("parent", 0, place - 1)
            while line[-1][0] != parent:
                if len(line) == 1:
                    msg = f"parent {parent}: expected a node on the way to node {place - 1}"
                    raise ValueError(msg)
                line.pop()
                board.pop()
            node = record.ChildNode(line[-1][1], board.push(fields.text("move")))
            line[-1][1].variations.append(node)
            line.append((place, node))
        _comment(node, fields)


def _comment(node: record.GameNode, fields: Fields) -> None:
    node.comment = fields.text("comment", "", 10_000)
    node.nags.update(fields.numbers("nags"))
    before = fields.text("before", "", 10_000)
    if before and isinstance(node, record.ChildNode):
        node.starting_comment = before
