import copy
import io
import itertools
import pickle
import random
from typing import Any

import pytest
from hypothesis import given

import fanorona as fn
from fanorona import record
from strategies import BLOCKED, ONE_MORE, boards


def read(text: str) -> record.Game:
    game = record.read_game(io.StringIO(text))
    assert game is not None
    return game


def same_again(game: record.Game) -> record.Game:
    """The game written and read, as text and as JSON, which both must give it back."""
    text, line = game.to_text(), game.to_json()
    again = read(text)
    assert again == game
    assert again.to_text() == text
    assert record.Game.from_json(line) == game
    assert record.Game.from_json(line).to_json() == line
    assert "\n" not in line
    assert list(record.read_jsonl(io.StringIO(line))) == [game]
    return again


def test_tags_in_their_order() -> None:
    game = record.Game("dimy", "fifty", headers={"Annotator": "R.", "Termination": "unterminated"})
    game.headers["Board"] = "1"
    game.headers["White"] = "Soa"
    assert list(game.headers.items()) == [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "Soa"),
        ("Black", "?"),
        ("Result", "*"),
        ("Variant", "dimy"),
        ("Rules", "fifty"),
        ("Termination", "unterminated"),
        ("Annotator", "R."),
        ("Board", "1"),
    ]
    assert len(game.headers) == 12
    del game.headers["Annotator"]
    assert "Annotator" not in game.headers
    assert "Soa" in repr(game.headers)
    same_again(game)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Result", "2-0", "none of"),
        ("Result", "", "none of"),
        ("Event", "a\nb", "line break"),
        ("Event", "a\rb", "line break"),
        ("Event", "\ud800", "Unicode"),
        ("A b", "x", "letters, digits and underscores"),
        ("", "x", "letters, digits and underscores"),
        ("É", "x", "letters, digits and underscores"),
        ("Variant", "dimy", "does not change"),
        ("Rules", "theory", "does not change"),
        ("FEN", "bbb/b1w/www w - 0 1", "does not change"),
    ],
)
def test_tags_that_cannot_be_written(name: str, value: str, reason: str) -> None:
    game = record.Game()
    with pytest.raises(ValueError, match=reason):
        game.headers[name] = value
    assert game == record.Game()


def test_tags_that_stay() -> None:
    headers = record.Game().headers
    for name in ("Event", "Result", "Variant"):
        with pytest.raises(ValueError, match="cannot be left out"):
            del headers[name]
    with pytest.raises(KeyError):
        del headers["Opening"]
    headers["Variant"] = "tsivy"  # the same value is no change
    assert record.Game(headers=headers).headers == headers


@pytest.mark.parametrize("value", ['"', "\\", '\\"', 'a\\\\"b]', "[x]", " ", "", "Rakoto 🏝 é", "%"])
def test_any_tag_value(value: str) -> None:
    same_again(record.Game(headers={"Event": value, "Unknown_1": value}))


def test_tree() -> None:
    game = record.Game()
    main = game.add_variation("d3-e3A")
    side = game.add_variation("f2-e3A", starting_comment="or  this", comment="ok", nags=[1, 14])
    reply = main.add_variation(next(iter(main.board().legal_moves)))
    assert game.parent is None
    assert game.move is None
    assert game.next() is main
    assert main.next() is reply
    assert reply.next() is None
    assert game.variations == [main, side]
    assert (main.parent, reply.parent, main.root) == (game, main, game)
    assert list(game.mainline()) == [main, reply]
    assert list(game.mainline_moves()) == [main.move, reply.move]
    assert game.end() is reply
    assert reply.end() is reply
    assert (game.ply(), reply.ply()) == (0, 2)
    assert main.is_main_variation()
    assert side.starts_variation()
    assert (side.starting_comment, side.comment, side.nags) == ("or this", "ok", {1, 14})
    assert game.variation(1) is game.variation(side.move) is game.variation(side) is side
    assert game.has_variation(main.move)
    assert not main.has_variation(1)
    for missing in (2, -1, reply.move, reply):
        with pytest.raises(KeyError):
            game.variation(missing)
    assert reply.board().move_stack == [main.move, reply.move]
    assert repr(side) == "<ChildNode: f2-e3A, 0 variations>"
    same_again(game)


def test_only_legal_turns_grow() -> None:
    game = record.Game()
    for text, error in [
        ("a1-a2", fn.IllegalMoveError),
        ("d3-e3", fn.AmbiguousMoveError),
        ("hello", fn.InvalidMoveError),
    ]:
        with pytest.raises(error):
            game.add_variation(text)
        with pytest.raises(error):
            game.add_main_variation(text)
    assert game == record.Game()
    with pytest.raises(fn.IllegalMoveError):
        game.add_line(["d3-e3A", "a1-a2"])
    assert game.end().ply() == 1, "what was legal stays"


def test_promotion_and_removal() -> None:
    game = record.Game()
    game.comment = "start"
    first = game.add_variation("d3-e3A")
    second = game.add_variation("f2-e3A", starting_comment="better")
    third = game.add_main_variation("d3-e3W", comment="best", nags={3})
    assert game.variations == [third, first, second]
    game.promote_to_main(second)
    assert game.variations == [second, third, first]
    assert (game.comment, second.starting_comment) == ("start better", "")
    same_again(game)
    first.starting_comment = "said"
    game.remove_variation(second)
    game.remove_variation(0)
    assert game.variations == [first]
    assert game.comment == "start better said"
    with pytest.raises(KeyError):
        game.remove_variation(second)
    same_again(game)


def test_a_main_turn_has_no_starting_comment() -> None:
    game = record.Game()
    with pytest.raises(ValueError, match="starting comment"):
        game.add_variation("d3-e3A", starting_comment="x")
    assert not game.variations
    node = game.add_variation("d3-e3A", starting_comment=" ")
    with pytest.raises(ValueError, match="starting comment"):
        node.starting_comment = "x"
    assert not node.starting_comment


def test_comments_are_folded() -> None:
    game = record.Game()
    game.comment = " a\n\tb\r\n c\u00a0d "
    assert game.comment == "a b c\u00a0d"
    with pytest.raises(ValueError, match="Unicode"):
        game.comment = "\udcff"
    same_again(game)


@pytest.mark.parametrize(
    "comment",
    ["}", "{", "a } b", "{}", ";", "%", "(", "$1", "1-0", '[Event "x"]', "} " * 100, "x" * 200],
)
def test_any_comment(comment: str) -> None:
    game = record.Game()
    game.comment = comment
    main = game.add_variation("d3-e3A", comment=comment)
    side = game.add_variation("f2-e3A", starting_comment=comment, comment=comment)
    for node in (main, side):
        node.add_variation(min(node.board().legal_moves), comment=comment)
    same_again(game)
    assert max(map(len, game.to_text().splitlines())) <= max(80, len(comment.strip()) + 4)


def test_movetext_layout() -> None:
    game = read(
        "{c0} 1. d3-e3A! {c1} (1. f2-e3A $10 $2 {c2}) (1. d2-e3A) 1... d4-d3A {long "
        + "word " * 20
        + "} *"
    )
    assert game.to_text().split("\n\n")[1] == (
        "{c0} 1. d3-e3A $1 {c1} (1. f2-e3A $2 $10 {c2}) (1. d2-e3A) 1... d4-d3A {long\n"
        "word word word word word word word word word word word word word word word word\n"
        "word word word word} *\n"
    )


def test_black_first_and_set_up_in_mid_chain() -> None:
    black = record.Game("telo", "theory", fen="bbb/b1w/www b - 0 7")
    black.add_variation(min(black.board().legal_moves))
    assert "\n7... a2-b2A *" in str(black)
    assert black.headers["SetUp"] == "1"
    assert black.headers["FEN"] == "bbb/b1w/www b - 0 7"
    same_again(black)
    chain = record.Game(fen="3b5/9/3w5/9/9 w c3-d3A 0 1")
    chain.add_variation("c3-d3A-d4A")
    assert same_again(chain).outcome() == fn.Outcome(fn.WHITE, fn.Termination.ELIMINATION)
    stopped = record.Game(fen="3b5/9/3w5/9/9 w c3-d3A 0 1")
    stopped.add_variation("c3-d3A")
    assert same_again(stopped).end().board().turn is fn.BLACK


def test_the_start_by_the_rules_needs_no_position() -> None:
    start = fn.Board("tsivy", "fifty").fen()
    assert "FEN" not in record.Game(fen=start, rules="fifty").headers
    assert "FEN" in record.Game(fen=start).headers, "the start of fifty is mirrored"


def test_huff_removals() -> None:
    board = fn.Board("dimy", "huffing")
    removed = None
    for _ in range(60):
        moves = sorted(board.legal_moves, key=lambda move: (move.removed is None, str(move)))
        if not moves:
            break
        # Not capturing is an offence, and the next turn begins with a removal.
        paikas = [move for move in moves if move.removed is None and not move.is_capture]
        move = board.push(paikas[0] if paikas else moves[0])
        removed = removed or (move if move.removed is not None else None)
    assert removed is not None
    game = record.Game.from_board(board)
    assert f" {removed}" in game.to_text().replace("\n", " ")
    assert str(removed).startswith("x")
    assert same_again(game).to_board() == board


def test_declared_ends() -> None:
    def board_with(declare: str, *arguments: object) -> fn.Board:
        board = fn.Board()
        board.push("d3-e3A")
        getattr(board, declare)(*arguments)
        return board

    for board, result, termination in [
        (board_with("agree_draw"), "1/2-1/2", "agreement"),
        (board_with("resign", fn.WHITE), "0-1", "resignation"),
        (board_with("resign", fn.BLACK), "1-0", "resignation"),
        (board_with("flag", fn.WHITE), "0-1", "timeout"),
        (board_with("flag", fn.BLACK), "1-0", "timeout"),
    ]:
        game = same_again(record.Game.from_board(board))
        assert (game.headers["Result"], game.headers["Termination"]) == (result, termination)
        assert game.to_board() == board
        assert game.outcome() == board.outcome()


def test_ends_that_are_not_told() -> None:
    game = record.Game(headers={"Result": "1-0", "Termination": "agreement"})
    assert game.outcome() is None, "these two do not go together"
    game.headers["Termination"] = "Time Forfeit"
    assert game.outcome() == fn.Outcome(fn.WHITE, fn.Termination.TIMEOUT)
    game.headers["Termination"] = "adjudication"
    assert game.outcome() is None
    assert game.headers["Result"] == "1-0"


def test_a_result_against_the_rules_is_not_written() -> None:
    game = record.Game(fen=BLOCKED, headers={"Result": "1-0"})
    for write in (game.to_text, game.to_json, game.__str__):
        with pytest.raises(record.RecordError, match=r"1-0 contradicts.* 0-1 \(blocked\)"):
            write()
    game.headers["Result"] = "*"
    assert same_again(game).outcome() == fn.Outcome(fn.BLACK, fn.Termination.BLOCKED)


@pytest.mark.parametrize("nag", [-1, 256])
def test_glyphs_out_of_range_are_not_written(nag: int) -> None:
    game = record.Game()
    game.add_variation("d3-e3A", nags=[nag])
    for write in (game.to_text, game.to_json):
        with pytest.raises(record.RecordError, match="glyph"):
            write()


def test_a_chain_in_progress_is_not_recorded() -> None:
    board = fn.Board(fen=ONE_MORE)
    board.push_step(board.legal_steps[0])
    with pytest.raises(ValueError, match="c3-d3A is not at its end"):
        record.Game.from_board(board)
    board.end_turn()
    assert record.Game.from_board(board).to_board() == board


@given(boards())
def test_boards_there_and_back(board: fn.Board) -> None:
    if board.position.chain is not None and board.fen() != board.start_fen:
        with pytest.raises(ValueError, match="not at its end"):
            record.Game.from_board(board)
        return
    game = record.Game.from_board(board, {"White": "Soa"})
    assert game.headers["White"] == "Soa"
    assert same_again(game).to_board() == board
    assert [node.move for node in game.mainline()] == board.move_stack


def test_equality_copies_and_pickles() -> None:
    game = read('[White "S"] {a} 1. d3-e3A $1 (1. f2-e3A {b}) 1-0')
    others = [
        read(text)
        for text in (
            '[White "T"] {a} 1. d3-e3A $1 (1. f2-e3A {b}) 1-0',
            '[White "S"] 1. d3-e3A $1 (1. f2-e3A {b}) 1-0',
            '[White "S"] {a} 1. d3-e3A (1. f2-e3A {b}) 1-0',
            '[White "S"] {a} 1. d3-e3A $1 (1. d2-e3A {b}) 1-0',
            '[White "S"] {a} 1. d3-e3A $1 ({b} 1. f2-e3A) 1-0',
            '[White "S"] {a} 1. d3-e3A $1 1-0',
            '[White "S"] {a} 1. d3-e3A $1 (1. f2-e3A {b}) *',
        )
    ]
    assert all(game != other for other in others)
    assert game != game.to_text()
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again is not game
    node = pickle.loads(pickle.dumps(game.variations[1]))
    assert node.comment == "b"
    assert node.root == game
    with pytest.raises(TypeError):
        hash(game)
    assert repr(game) == "<Game: tsivy, standard, 1 turns, 1-0>"


def test_long_and_deep_trees_need_no_recursion() -> None:
    game = record.Game(fen="8b/9/9/9/w8 w", rules="theory")
    node: record.GameNode = game
    for turn in ["a1-a2", "i5-i4", "a2-a1", "i4-i5"] * 1000:
        node = node.add_variation(turn)
    same_again(game)
    assert pickle.loads(pickle.dumps(node)).ply() == 4000
    assert copy.deepcopy(game) == game


def nested(depth: int) -> record.Game:
    """A game whose variations lie so deep in each other."""
    game = record.Game(fen="8b/9/9/9/w8 w", rules="theory")
    node: record.GameNode = game
    main = itertools.cycle(["a1-b1", "i5-h5", "a2-a3", "i4-i3"])
    other = itertools.cycle(["a1-a2", "i5-i4", "a2-a1", "i4-i5"])
    for _ in range(depth):
        node.add_variation(next(main))
        node = node.add_variation(next(other))
    return game


def test_limits_of_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    same_again(nested(250))
    for write in (nested(251).to_text, nested(251).to_json):
        with pytest.raises(record.RecordError, match="deep"):
            write()
    monkeypatch.setattr("fanorona.record.limits.MOST_TURNS", 9)
    for write in (nested(5).to_text, nested(5).to_json):
        with pytest.raises(record.RecordError, match="more than 9 turns"):
            write()
    monkeypatch.setattr("fanorona.record.limits.MOST_CHARACTERS", 99)
    for write in (nested(1).to_text, nested(1).to_json):
        with pytest.raises(record.RecordError, match="more than 99"):
            write()


def test_errors_can_be_pickled() -> None:
    bad: Any = next(record.games(io.StringIO("1. d3-e3A\n1... a1-a2")))
    again = pickle.loads(pickle.dumps(bad))
    assert (again.line, again.turn, again.color, again.move) == (2, 1, fn.BLACK, "a1-a2")
    assert str(again) == str(bad)


class TestCases:
    """Faults of other programs."""

    def test_22_paikas_forced_ends_and_early_stops(self) -> None:
        rng = random.Random(22)
        board = fn.Board()
        kinds = set()
        while not board.is_game_over():
            moves = sorted(board.legal_moves)
            move = rng.choice(moves)
            longer = any(str(other).startswith(f"{move}-") for other in moves)
            kinds.add("paika" if not move.is_capture else "stop" if longer else "forced end")
            board.push(move)
        assert kinds == {"paika", "stop", "forced end"}
        game = same_again(record.Game.from_board(board))
        assert list(game.mainline_moves()) == board.move_stack
        assert game.to_board() == board

    def test_25_a_capture_left_undone(self) -> None:
        other = "1. d3-e3A a5-a4\n*\n\n"
        record_of = '[Rules "{}"]\n[FEN "3b4b/9/2w1b4/9/9 w"]\n\n1. c3-c2 i5-i4\n2. c2-c3 *\n\n'
        stream = io.StringIO(
            record_of.format("standard;capture=optional") + record_of.format("standard") + other
        )
        optional = record.read_game(stream)
        assert optional is not None
        assert optional.end().ply() == 3
        same_again(optional)
        with pytest.raises(record.RecordError) as caught:
            record.read_game(stream)
        error = caught.value
        assert (error.line, error.turn, error.color, error.move) == (10, 1, fn.WHITE, "c3-c2")
        assert isinstance(error.__cause__, fn.IllegalMoveError)
        assert "turn 1 (White): illegal move c3-c2" in str(error)
        with pytest.raises(record.RecordError, match="a5-a4"):
            record.read_game(stream)
        assert record.read_game(stream) is None
