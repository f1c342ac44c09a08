import pickle
import re
import sys

import pytest

from arena.fake_players import first_turn, not_callable  # noqa: F401  # named by texts
from fanorona.arena import EngineSpec, FunctionSpec, Match, PlayerSpec, UgiSpec, parse_player
from fanorona.arena.pool import PlayerPool
from fanorona.board import Board
from fanorona.engine import Limit

TEXTS = [
    "nodes=5000",
    "time=0.1",
    "depth=3,nodes=100",
    "level=3",
    "nodes=10,hash=1,threads=2",
    "time=0.1,tables=none,contempt=-100",
    "time=0.1,ugi:engine --option a,b ugi:x",
    "nodes=7,ugi:'a path/engine'",
    "py:arena.fake_players:first_turn",
    "py:arena.fake_players:Seeded",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_read_back(text: str) -> None:
    spec = parse_player(text)
    assert spec.text == text
    named = parse_player(f"name=some one,{text}")
    assert named.name == "some one"
    assert named == spec
    assert hash(named) == hash(spec)
    assert pickle.loads(pickle.dumps(named)) == spec


def test_what_the_texts_mean() -> None:
    assert parse_player("nodes=10,hash=1") == EngineSpec(Limit(nodes=10), hash_mb=1)
    assert parse_player("ugi:engine") == UgiSpec("engine", Limit(time=0.1))
    assert parse_player("py:arena.fake_players:first_turn") == FunctionSpec(first_turn)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a player needs a limit"),
        ("nodes", "'nodes' is none of time, depth"),
        ("nodes=", "'nodes=' is none of time, depth"),
        ("nodes=x", "nodes=x: expected a number"),
        ("nodes=0", "nodes 0: expected a whole number from 1"),
        ("nodes=1,nodes=2", "nodes is given twice"),
        ("time=nan", "time nan: expected a positive number"),
        ("speed=3", "'speed=3' is none of time, depth"),
        ("hash=4", "a player needs a limit"),
        ("nodes=5,threads=0", "threads 0: expected a whole number from 1"),
        ("nodes=5,contempt=1001", "contempt 1001: expected a whole number from -1000 to 1000"),
        ("nodes=5,contempt=x", "contempt=x: expected a number"),
        ("nodes=5,hash=0", "hash_mb 0: expected a whole number from 1"),
        ("level=11", "level 11: expected a whole number from 1 to 10"),
        ("ugi:", "ugi: expected a command after it"),
        ("ugi: ", "ugi: expected a command after it"),
        ("hash=3,ugi:engine", "hash: no setting of an engine behind a command"),
        ("py:", "py:: "),
        ("py:arena.fake_players", "py:arena.fake_players: "),
        ("py:arena.fake_players:", "py:arena.fake_players:: "),
        ("py:arena.fake_players:missing", "no attribute 'missing'"),
        ("py:arena.fake_players:not_callable", "neither a function nor a class with choose"),
        ("py:no_such_module_here:f", "No module named 'no_such_module_here'"),
        ("nodes=3,py:arena.fake_players:first_turn", "nodes: no setting of a Python function"),
        ("NODES=3", "'NODES=3' is none of time, depth"),
    ],
)
def test_other_texts_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        parse_player(text)


def test_names_tell_equal_players_apart() -> None:
    players = tuple(map(parse_player, ["nodes=5", "nodes=5", "name=x,nodes=9", "nodes=5"]))
    assert Match(players=players).names == ("nodes=5", "nodes=5 (2)", "x", "nodes=5 (3)")


def test_players_wait_for_another_game() -> None:
    pool = PlayerPool()
    spec = EngineSpec(Limit(nodes=5))
    first, second = pool.take(spec), pool.take(spec)
    assert first is not second
    pool.put(spec, first)
    assert pool.take(spec) is first
    pool.put(spec, second)
    pool.close()
    assert pool.take(spec) is not second


def test_a_forked_process_leaves_the_players_alone() -> None:
    pool = PlayerPool()
    spec = EngineSpec(Limit(nodes=5))
    player = pool.take(spec)
    pool.put(spec, player)
    pool.forget()
    assert pool.take(spec) is not player


@pytest.mark.parametrize("spec", [EngineSpec(Limit(nodes=5)), FunctionSpec(first_turn)])
def test_players_choose_a_legal_turn(spec: PlayerSpec) -> None:
    player = spec.open()
    player.new_game(1)
    board = Board("dimy")
    move, _ = player.choose(board)
    assert move in board.legal_moves
    player.close()


def test_a_level_follows_from_its_seed() -> None:
    player = parse_player("level=1").open()
    games = []
    for seed in (1, 2, 1):
        player.new_game(seed)
        board = Board("dimy")
        for _ in range(10):
            move, _score = player.choose(board)
            if move is not None:
                board.push(move)
        games.append(list(map(str, board.move_stack)))
    assert games[0] == games[2]
    assert games[0] != games[1]


def test_a_command_plays() -> None:
    player = parse_player(f"nodes=50,ugi:'{sys.executable}' -m fanorona ugi").open()
    player.new_game(1)
    move, score = player.choose(Board("dimy"))
    player.close()
    assert move in Board("dimy").legal_moves
    assert score is not None


def test_a_class_of_bots_makes_one_for_each_player_and_tells_it_the_seed() -> None:
    spec = parse_player("py:arena.fake_players:Seeded")
    players = [spec.open(), spec.open()]
    board = Board()
    for player, seed in zip(players, (3, 4), strict=True):
        player.new_game(seed)
    chosen = [player.choose(board)[0] for player in players]
    assert chosen == [board.legal_moves[3], board.legal_moves[4]]


def test_a_class_that_cannot_choose_is_refused() -> None:
    with pytest.raises(ValueError, match="neither a function nor a class with choose"):
        parse_player("py:fanorona:Variant")
