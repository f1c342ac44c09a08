"""The game behind the terminal: undo, draws, files, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import fanorona as fn
from fanorona.engine import Engine, Limit
from fanorona.terminal.session import Session
from strategies import BLOCKED, boards

if TYPE_CHECKING:
    from pathlib import Path

LOST_FOR_WHITE = "9/9/bbbbbbbbb/9/w8 w"
WON_FOR_WHITE = "b8/9/wwwwwwwww/9/9 w"


def session(people: set[fn.Color] | None = None, **start: str) -> Session:
    return seated(fn.Board(**start), {fn.WHITE} if people is None else people)


def seated(board: fn.Board, people: set[fn.Color]) -> Session:
    """A session with small engines, which begin faster."""
    return Session(board, people, Limit(nodes=500), Engine(hash_mb=1), Engine(hash_mb=1))


def test_undo_goes_back_to_the_persons_turn() -> None:
    game = session()
    start = game.board.copy()
    game.play("d3-e3A")
    game.answer()
    after = game.board.copy()
    game.play(game.numbered()[0])
    game.answer()
    game.undo()
    assert game.board == after
    game.undo()
    assert game.board == start
    with pytest.raises(IndexError):
        game.undo()


def test_undo_takes_back_a_declared_end_alone() -> None:
    game = session()
    game.play("d3-e3A")
    game.answer()
    before = game.board.copy()
    game.board.resign(fn.WHITE)
    game.undo()
    assert game.board == before


def test_undo_takes_back_a_turn_that_ended_the_game() -> None:
    game = session(fen="9/9/w1bb5/9/9 w")
    before = game.board.copy()
    game.play("a3-b3A")
    assert game.board.is_game_over()
    game.undo()
    assert game.board == before


def test_undo_with_two_people_takes_back_one_turn() -> None:
    game = session(set(fn.Color))
    game.play("d3-e3A")
    before = game.board.copy()
    game.play(game.numbered()[0])
    game.undo()
    assert game.board == before


def test_the_engine_takes_a_draw_only_where_it_is_not_ahead() -> None:
    assert not session(fen=LOST_FOR_WHITE).agrees_to_draw()
    assert session(fen=WON_FOR_WHITE).agrees_to_draw()


def test_a_finished_game_is_not_thought_about() -> None:
    game = session(fen=BLOCKED)
    for ask in (game.answer, game.hint, game.agrees_to_draw, lambda: game.analyse(1.0)):
        with pytest.raises(fn.IllegalMoveError, match="game is over"):
            ask()
    assert not game.waits_for_people


@given(boards())
def test_saved_games_can_be_loaded(
    tmp_path_factory: pytest.TempPathFactory, board: fn.Board
) -> None:
    path = tmp_path_factory.mktemp("games") / "game.pgn"
    game = seated(board, {fn.WHITE})
    try:
        game.save(str(path))
    except ValueError:
        assert board.position.chain is not None
        assert not path.exists()
        return
    again = session()
    again.load(str(path))
    assert again.board.move_stack == board.move_stack
    assert again.board.position == board.position
    assert again.board.outcome() == board.outcome()


@given(boards())
def test_whoever_leaves_keeps_all_whole_turns(board: fn.Board) -> None:
    game = seated(board, {fn.WHITE}).final_record()
    assert list(game.mainline_moves()) == board.move_stack
    assert game.headers["Result"] == board.result()
    if board.position.chain is None:
        assert game == seated(board, {fn.WHITE}).record()


def test_whoever_resigns_in_mid_chain_and_leaves_has_lost() -> None:
    game = session(fen="3b5/9/2w1b4/9/9 w")
    before = game.board.position
    game.board.push_step(game.board.legal_steps[0])
    game.board.resign(fn.WHITE)
    over = game.final_record().to_board()
    assert over.outcome() == game.board.outcome()
    assert over.position == before


def test_a_broken_or_missing_file_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    game = session()
    game.play("d3-e3A")
    before = game.board.copy()
    path = tmp_path / "broken.pgn"
    for text in ("", "1. d3-e3A a1-a1 *", '{"tags'):
        path.write_text(text)
        with pytest.raises(ValueError, match=r"no game|illegal|line 1"):
            game.load(str(path))
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="line 1"):
        game.load(str(path))
    with pytest.raises(OSError, match="none"):
        game.load(str(tmp_path / "none.pgn"))
    with pytest.raises(OSError, match="not a regular file"):
        game.load(str(tmp_path))
    with pytest.raises(OSError, match="nowhere"):
        game.save(str(tmp_path / "nowhere" / "game.pgn"))
    assert game.board == before


def test_a_folder_of_nobody_is_no_file() -> None:
    game = session()
    for ask in (game.save, game.load):
        with pytest.raises(FileNotFoundError, match="~nobody-of-this-name/game"):
            ask("~nobody-of-this-name/game")


def test_a_new_game_begins_as_the_last_one_did() -> None:
    game = session(fen=WON_FOR_WHITE, rules="theory")
    game.play(game.numbered()[0])
    game.new_game()
    assert game.board == fn.Board(fen=WON_FOR_WHITE, rules="theory")


def test_numbers_and_likenesses() -> None:
    game = session()
    assert [str(move) for move in game.numbered()] == [
        "d2-e3A",
        "d3-e3A",
        "d3-e3W",
        "e2-e3A",
        "f2-e3A",
    ]
    assert [(number, str(move)) for number, move in game.resembling("D3e3")] == [
        (2, "d3-e3A"),
        (3, "d3-e3W"),
    ]
    assert game.resembling("a1-a2") == []


def test_levels() -> None:
    game = session()
    game.set_level(3)
    assert game.limit == Limit(nodes=500, level=3)
    with pytest.raises(ValueError, match="level 11"):
        game.set_level(11)


def test_records_name_the_players() -> None:
    headers = session({fn.BLACK}).record().headers
    assert (headers["White"], headers["Black"]) == ("fanorona engine", "Player")
