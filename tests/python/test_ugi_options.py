"""What an engine is told about its options."""

from __future__ import annotations

import pytest

from fanorona.errors import EngineProtocolError
from fanorona.ugi.options import EngineOptions


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def options(sent: list[str]) -> EngineOptions:
    options = EngineOptions("tortoise", sent.append)
    options.declare("option name Level type spin default 0 min 0 max 10")
    options.declare("option name Clear Hash type button")
    return options


def test_only_changes_are_sent(options: EngineOptions, sent: list[str]) -> None:
    for level in (0, 3, 3, 4):
        options.set("level", level)
    assert sent == ["setoption name Level value 3", "setoption name Level value 4"]


def test_buttons_are_pressed_each_time(options: EngineOptions, sent: list[str]) -> None:
    options.set("clear hash", "")
    options.set("Clear Hash", "")
    assert sent == ["setoption name Clear Hash"] * 2


def test_a_level_for_one_search_gives_way_to_the_chosen_one(
    options: EngineOptions, sent: list[str]
) -> None:
    options.choose("Level", 5)
    for level in (2, None, 2):
        options.set_level(level)
    assert [line.split()[-1] for line in sent] == ["5", "2", "5", "2"]


def test_what_does_not_exist_or_fit_is_refused(options: EngineOptions, sent: list[str]) -> None:
    with pytest.raises(ValueError, match="tortoise has no option 'Speed'; it has: Level, Clear"):
        options.set("Speed", 1)
    with pytest.raises(ValueError, match="Level '11' is not a whole number from 0 to 10"):
        options.choose("Level", 11)
    with pytest.raises(EngineProtocolError, match="tortoise"):
        options.declare("option name type")
    assert sent == []
