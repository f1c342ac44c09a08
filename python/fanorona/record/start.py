"""Where a game starts, and the tags that say so."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fanorona._fanorona import Rules, Variant
from fanorona.board import Board
from fanorona.record.headers import TagError

if TYPE_CHECKING:
    from collections.abc import Mapping


def start_of(tags: Mapping[str, str]) -> Board:
    """The board that the tags start from, which is shared and must not be played on.

    Without ``Variant`` it is that of ``FEN``, or Tsivy; without ``Rules`` they are standard.

    Raises:
        TagError: if a tag has no sense, or two contradict each other.

    Example:
        >>> start_of({"Variant": "telo"}).fen()
        'bbb/b1w/www w - 0 1'
    """
    fen = tags.get("FEN")
    match tags.get("SetUp"):
        case "0" if fen is not None:
            raise TagError("SetUp", "'0', but there is a tag FEN")
        case "1" if fen is None:
            raise TagError("SetUp", "'1', but there is no tag FEN")
        case None | "0" | "1":
            pass
        case _:
            raise TagError("SetUp", "neither '0' nor '1'")
    return _start(tags.get("Variant"), tags.get("Rules", "standard"), fen)


def start_tags(board: Board) -> dict[str, str]:
    """The tags that say that a game starts as this board did.

    Example:
        >>> start_tags(Board(fen="bbb/b1w/www b"))["FEN"]
        'bbb/b1w/www b - 0 1'
    """
    return dict(_tags(board.variant, board.rules, board.start_fen))


@lru_cache(maxsize=64)
def _start(variant: str | None, rules: str, fen: str | None) -> Board:
    try:
        board_rules = Rules.parse(rules)
    except ValueError as error:
        raise TagError("Rules", error) from None
    try:
        size = None if variant is None else Variant(variant)
    except ValueError as error:
        raise TagError("Variant", error) from None
    try:
        return Board(size, board_rules, fen=fen)
    except ValueError as error:
        raise TagError("FEN", error) from None


@lru_cache(maxsize=64)
def _tags(variant: Variant, rules: Rules, fen: str) -> tuple[tuple[str, str], ...]:
    tags = (("Variant", variant.name), ("Rules", str(rules)))
    if fen == Board(variant, rules).fen():
        return tags
    return (*tags, ("SetUp", "1"), ("FEN", fen))
