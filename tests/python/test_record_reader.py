import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fanorona as fn
from fanorona import record

ONE = '[White "Soa"]\n\n1. d3-e3A *\n'


def read_all(text: str) -> list[record.Game | record.RecordError]:
    return list(record.games(io.StringIO(text)))


def read(text: str) -> record.Game:
    (game,) = read_all(text)
    assert isinstance(game, record.Game), game
    return game


def moves(game: record.Game | record.RecordError) -> list[str]:
    assert isinstance(game, record.Game), game
    return [str(move) for move in game.mainline_moves()]


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        ONE.replace("\n", "\r\n"),
        ONE.replace("\n", "\r"),
        "\ufeff" + ONE,
        "\n\n" + ONE + "\n\n",
        "% escaped\n" + ONE.replace("\n", "\n% [Event {(;\n"),
        '[White "Soa"] 1.d3-e3A *',
        '  [ White  "Soa" ]\n1d3-e3A*',
        '[White "Soa"]\n\n1...d3-e3A\n\n*',
        '[White "Soa"]\n\n1\n.\nd3-e3A\n',
        '[White "Soa"]\n\n\n77. D3-E3a *',
        '[White "Soa"]\n1. d3e3+ *',
        '[White "Soa"]\n[White "Soa"]\n[Result "*"]\n[SetUp "0"]\n1. d3-e3A',
        '[White "Soa"]\n[Variant "5x9"]\n[Rules "standard;capture=mandatory"]\n1. d3-e3A',
        '[White "Soa"]\n\n\n[Variant "tsivy"]\n1. {} d3-e3A ; \n',
    ],
)
def test_the_same_game_written_differently(text: str) -> None:
    stream = io.StringIO(text, newline=None)
    game = record.read_game(stream)
    assert game is not None
    assert game.headers["White"] == "Soa"
    assert game == read(ONE)
    assert record.read_game(stream) is None
    assert record.read_game(stream) is None


@pytest.mark.parametrize("text", ["", "\n \n", "% only\n", "\ufeff", "; a comment\n{ another }"])
def test_no_game(text: str) -> None:
    assert read_all(text) == []


def test_tags_are_kept() -> None:
    game = read('[Opening "a \\"b\\" \\\\ \\c [d]"][X_1 ""]\n[Termination "adjudication"]\n1-0')
    assert game.headers["Opening"] == 'a "b" \\ \\c [d]'
    assert game.headers["X_1"] == ""
    assert game.headers["Termination"] == "adjudication"
    assert game.headers["Result"] == "1-0"


def test_text_forms_are_made_canonical() -> None:
    game = read('[Variant "3x3"]\n[Rules "huffing"]\n[FEN "BBB/B1W/WWW"]\n*')
    assert game.headers["Variant"] == "telo"
    assert game.headers["Rules"] == "alquerque;capture=huff;most=yes"
    assert "FEN" not in game.headers


def test_comments_glyphs_and_variations() -> None:
    game = read(
        "{one} ; two\n$7 1.d3-e3A!?{a}{ b\nc } $20 ({before} 1. f2-e3A!! ; rest } of it\n) "
        "{after} ( 1. d2-e3A??(1. d3-e3W ?! ) )\n1... f4-f3A?{end}! 1-0 {resigned} ; at last"
    )
    first, second, third, fourth = game.variations
    assert (game.comment, game.nags) == ("one two", {7})
    assert (first.comment, first.nags) == ("a b c after", {5, 20})
    assert (second.starting_comment, second.comment, second.nags) == ("before", "rest } of it", {3})
    assert (third.nags, fourth.nags) == ({4}, {6})
    assert (game.end().comment, game.end().nags) == ("end resigned at last", {1, 2})
    assert moves(game) == ["d3-e3A", "f4-f3A"]


def test_where_games_end() -> None:
    found = read_all(
        '1. d3-e3A\n\n1. f2-e3A 1-0\n1. d2-e3A *\n[Event "a"]\n[Event "a"]\n'
        '\n[Event "b"]\n\n[Event "c"]\n1. d3-e3W\n[Event "d"]\n\n1. d3-e3A\n\nf4-f3A\n\n0-1'
    )
    assert [
        (moves(game), game.headers["Event"]) for game in found if isinstance(game, record.Game)
    ] == [
        (["d3-e3A"], "?"),
        (["f2-e3A"], "?"),
        (["d2-e3A"], "?"),
        ([], "a"),
        ([], "b"),
        (["d3-e3W"], "c"),
        (["d3-e3A", "f4-f3A"], "d"),
    ]


@pytest.mark.parametrize(
    ("broken", "line", "reason"),
    [
        ("1. d3-e3A {open\n\n", 1, "comment not closed"),
        ("{open\n\n", 1, "comment not closed"),
        ("1. d3-e3A 1-0 {open\n\n", 1, "comment not closed"),
        ("1. d3-e3A\n(1. f2-e3A\n(1. d2-e3A)\n\n", 2, "variation not closed"),
        ("1. d3-e3A\n(1. f2-e3A *\n", 2, "variation not closed"),
        ("1. d3-e3A )\n", 1, "a bracket closes that was not opened"),
        ("(1. d3-e3A)\n", 1, "a variation before any turn"),
        ("1. d3-e3A ((1. f2-e3A))\n", 1, "a variation before any turn"),
        ("1. d3-e3A () *\n", 1, "a variation without a turn"),
        ("1. d3-e3A ($1 1. f2-e3A) *\n", 1, "a glyph before the first turn"),
        ("1. d3-e3A $256\n", 1, r"glyph \$256 is not from 0 to 255"),
        ("1. d3-e3A $" + "9" * 5000 + "\n", 1, "glyph"),
        ("1. d3-e3A !!!\n", 1, "unexpected '!!!'"),
        ("1. d3-e3A ] *\n", 1, "unexpected ']'"),
        ("1. d3-e3A 1/2 *\n", 1, "unexpected '/'"),
        ("1. d3-e3A * 2.\n", 1, "'2' after the result"),
        ("1. d3-e3A *\n", None, ""),
        ('[Event "open]\n', 1, "is no tag pair"),
        ("[Event]\n", 1, "is no tag pair"),
        ('[Event "a"] [White\n', 1, "is no tag pair"),
        ('[Ev ent "a"]\n', 1, "is no tag pair"),
        ('[Event "a"]\n[Event "b"]\n', 2, "tag Event: it stands here twice"),
        ('[Event "a"]\n[Result "2-0"]\n', 2, "tag Result: '2-0' is none of"),
        ('[Event "a"]\n[Variant "chess"]\n*\n', 2, "tag Variant"),
        ('[Event "a"]\n[Rules "chess"]\n*\n', 2, "tag Rules"),
        ('[Event "a"]\n[FEN "9/9"]\n*\n', 2, "tag FEN: .*ROWS"),
        ('[Variant "telo"]\n[FEN "9/9/9/bb7/wb7"]\n*\n', 2, "tag FEN: variant telo"),
        ('[FEN "9/9/9/bb7/wb7"]\n[SetUp "0"]\n*\n', 2, "tag SetUp"),
        ('[SetUp "1"]\n*\n', 1, "tag SetUp"),
        ('[SetUp "yes"]\n*\n', 1, "tag SetUp"),
        ('[Result "1-0"]\n\n0-1\n', 3, "result 0-1 contradicts the tag Result, 1-0"),
        ('[FEN "9/9/9/bb7/wb7"]\n1/2-1/2', 2, r"result 1/2-1/2 contradicts .* 0-1 \(blocked\)"),
        ('[FEN "9/9/9/bb7/wb7"]\n\n1. a1-a2', 3, "the game is over"),
        ("1. d3-e3A\n\n2. a1-a2\n", 3, r"turn 1 \(Black\): illegal move a1-a2"),
        ("1. d3-e3\n", 1, r"turn 1 \(White\): ambiguous move d3-e3: could be"),
        ("hello\n", 1, "invalid move"),
        ("x" * 5000 + "\n", 1, "invalid move"),
        ("\0\x01\x7f\n", 1, "unexpected"),
        ('[White "\udcff"]\n', 1, "bytes that are not UTF-8"),
        ("1. d3-e3A {\udcff}\n", 1, "bytes that are not UTF-8"),
    ],
)
def test_a_broken_game_does_not_stop_the_next(broken: str, line: int | None, reason: str) -> None:
    found = read_all(f"{broken}\n{ONE}{broken}\n{ONE}")
    assert found[1::2] == [read(ONE)] * 2
    assert len(found) == 4
    if line is not None:
        first, second = found[::2]
        assert isinstance(first, record.RecordError)
        assert isinstance(second, record.RecordError)
        assert first.reason == second.reason
        lines = broken.count("\n") + 1 + ONE.count("\n")
        assert (first.line, second.line) == (line, line + lines)
        with pytest.raises(record.RecordError, match=reason):
            raise first


def test_errors_by_exception() -> None:
    stream = io.StringIO(f"1. a1-a2 *\n\n{ONE}\n1. d3-e3A )\n{ONE}")
    lines = []
    games = []
    while True:
        try:
            game = record.read_game(stream)
        except record.RecordError as error:
            lines.append(error.line)
            continue
        if game is None:
            break
        games.append(game)
    assert lines == [1, 7]
    assert games == [read(ONE)] * 2


def test_files_with_byte_order_marks_in_a_row() -> None:
    assert read_all(f"\ufeff{ONE}\ufeff{ONE}\ufeff\n\ufeff{ONE[15:]}")[:2] == [read(ONE)] * 2
    assert len(read_all(f"\ufeff{ONE}\ufeff{ONE}\ufeff1. d3-e3A\n\n\ufeff1. d3-e3A")) == 4


def test_both_ways_of_reading_share_a_stream() -> None:
    stream = io.StringIO("1. d3-e3A\n" + ONE + "1. a1-a2")
    assert record.read_game(stream) is not None
    again, error = record.games(stream)
    assert again == read(ONE)
    assert isinstance(error, record.RecordError)
    assert error.line == 5


def test_a_line_number_belongs_to_its_stream() -> None:
    for _ in range(3):
        (error,) = read_all("\n1. a1-a2")
        assert isinstance(error, record.RecordError)
        assert error.line == 2


class Slotted:
    """A stream that is neither hashed nor weakly referenced."""

    __slots__ = ("lines",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def readline(self, size: int = -1, /) -> str:
        del size
        return self.lines.pop(0) if self.lines else ""


def test_any_stream_with_lines() -> None:
    assert list(record.games(Slotted(ONE.splitlines(keepends=True) * 2))) == [read(ONE)] * 2


def test_bytes_are_refused() -> None:
    stream: Any = io.BytesIO(ONE.encode())
    with pytest.raises(TypeError, match="bytes"):
        record.read_game(stream)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(ONE.encode() + b'[White "\xe9"]\n*\n' + "1. d3-e3A {é} *".encode())
    with path.open(encoding="utf-8", errors="surrogateescape") as stream:
        first, second, third = record.games(stream)
    assert first == read(ONE)
    assert isinstance(second, record.RecordError)
    assert isinstance(third, record.Game)
    assert third.end().comment == "é"


def test_limits_of_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "1. d3-e3A " + "(1. f2-e3A " * 250
    assert isinstance(read_all(deep + ")" * 250)[0], record.Game)
    assert "deep" in str(read_all(deep + "(1. f2-e3A " + ")" * 251)[0])
    monkeypatch.setattr("fanorona.record.limits.MOST_TURNS", 3)
    assert isinstance(read_all("1. d3-e3A (1. d3-e3W) (1. f2-e3A)")[0], record.Game)
    broken, after = read_all("1. d3-e3A (1. d3-e3W) (1. f2-e3A) (1. f2-e3A) *\n" + ONE)
    assert "more than 3 turns" in str(broken)
    assert after == read(ONE)


class Endless:
    """A stream that is made as it is read, in pieces of at most ``most`` characters."""

    def __init__(self, begins: str, filling: str, most: int, times: int) -> None:
        self.pieces = self.made(begins, filling, most, times)

    @staticmethod
    def made(begins: str, filling: str, most: int, times: int) -> Iterator[str]:
        yield (begins + filling * most)[:most]
        for _ in range(times):
            yield from (filling * most)[:most].splitlines(keepends=True)

    def readline(self, size: int = -1, /) -> str:
        piece = next(self.pieces, "")
        assert len(piece) <= size
        return piece


BEGINNINGS = ["", "{", "1. d3-e3A ", "1. d3-e3A {", "(", '[Event "', "1. d3-e3A ; ", "%"]
FILLINGS = ["x", "a1 ", "{} ", "$1 ", "\n{} $1 ", "[", "(", "\0", "é", "\n2. ", "\\", "* "]


@pytest.mark.parametrize("begins", BEGINNINGS)
@pytest.mark.parametrize("filling", FILLINGS)
def test_hostile_streams_take_little_memory(
    begins: str, filling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fanorona.record.limits.MOST_CHARACTERS", 5_000)
    tracemalloc.start()
    try:
        found = list(record.games(Endless(begins, filling, 5_002, times=4)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert all(isinstance(game, record.RecordError) for game in found)
    assert len(found) <= 1
    assert peak < 1_000_000


@pytest.mark.deep
@pytest.mark.parametrize("filling", FILLINGS)
def test_hostile_streams_take_little_time(filling: str) -> None:
    for begins in BEGINNINGS[1:4]:
        found = list(record.games(Endless(begins, filling, 2**22 + 2, times=1)))
        assert all(isinstance(game, record.RecordError) for game in found)


@pytest.mark.deep
def test_the_costliest_game() -> None:
    # Every quiet turn is compared with all before it, so that time grows with the square.
    turns = "a1-a2 i5-i4 a2-a1 i4-i5 " * 5_000
    game = read(f'[Rules "theory"]\n[FEN "8b/9/9/9/w8 w"]\n\n{turns} *')
    assert game.end().ply() == 20_000
    assert record.Game.from_json(game.to_json()) == game


def test_json_lines() -> None:
    game = read("{c} 1. d3-e3A $3 (1. f2-e3A {x} (1. d2-e3A)) (1. d3-e3W) f4-f3A (1... d4-d3A) 1-0")
    fields = json.loads(game.to_json())
    assert fields["moves"] == ["d3-e3A", "f4-f3A"]
    assert fields["variations"] == [
        [0, "f2-e3A"],
        [0, "d2-e3A"],
        [0, "d3-e3W"],
        [1, "d4-d3A"],
    ]
    assert fields["comments"] == {"0": "c", "3": "x"}
    assert fields["nags"] == {"1": [3]}
    assert fields["tags"]["Result"] == "1-0"
    assert record.Game.from_json(game.to_json()) == game
    assert json.loads(record.Game().to_json()).keys() == {"tags", "moves"}


START = '"tags": {}, "moves": ["d3-e3A"]'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[]", "no JSON object"),
        ("{", "no JSON: "),
        ("\ufeff{}", "no JSON: "),
        ('{"tags": {}, "moves": [' + "9" * 5000 + "]}", "no JSON: "),
        ("[" * 100_000, "nested too deep"),
        ('{"tags": {}}', "field 'moves': expected an array"),
        ('{"moves": []}', "field 'tags': expected an object"),
        ('{"tags": {"Event": 1}, "moves": []}', "'Event' is no string"),
        ('{"tags": {"Event": "a", "Event": "b"}, "moves": []}', "'Event' stands twice"),
        ('{"tags": {"E t": "a"}, "moves": []}', "letters, digits and underscores"),
        ('{"tags": {"Event": "\\n"}, "moves": []}', "line break"),
        ('{"tags": {"Event": "\\ud800"}, "moves": []}', "not Unicode"),
        ('{"tags": {"Variant": "chess"}, "moves": []}', "tag Variant"),
        ('{"tags": {"Result": "0-1", "FEN": "9/9/9/4w4/9 b"}, "moves": []}', "0-1 contradicts"),
        ('{"tags": {}, "moves": [1]}', "not in move text"),
        ('{"tags": {}, "moves": ["\\ud800"]}', "not in move text"),
        ('{"tags": {}, "moves": ["a1-a2"]}', r"turn 1 \(White\): illegal move a1-a2"),
        ('{"tags": {}, "moves": [], "extra": 1}', "field 'extra' is none of"),
        (f'{{{START}, "variations": {{}}}}', "field 'variations': expected an array"),
        (f'{{{START}, "variations": [1]}}', "a node's number and moves"),
        (f'{{{START}, "variations": [[]]}}', "a node's number and moves"),
        (f'{{{START}, "variations": [[0]]}}', "a node's number and moves"),
        (f'{{{START}, "variations": [[true, "d3-e3A"]]}}', "a node's number and moves"),
        (f'{{{START}, "variations": [["0", "d3-e3A"]]}}', "a node's number and moves"),
        (f'{{{START}, "variations": [[-1, "d3-e3A"]]}}', "no move to vary after node -1"),
        (f'{{{START}, "variations": [[1, "f4-f3A"]]}}', "no move to vary after node 1"),
        (f'{{{START}, "variations": [[2, "f4-f3A"]]}}', "no move to vary after node 2"),
        (f'{{{START}, "variations": [[0, "a1-a2"]]}}', "illegal move a1-a2"),
        (f'{{{START}, "comments": []}}', "field 'comments': expected an object"),
        (f'{{{START}, "comments": {{"0": 1}}}}', "'0' is no string"),
        (f'{{{START}, "comments": {{"2": "x"}}}}', "there is no node 2"),
        (f'{{{START}, "comments": {{"x": "x"}}}}', "'x' is no node's number"),
        (f'{{{START}, "comments": {{"01": "x"}}}}', "'01' is no node's number"),
        (f'{{{START}, "comments": {{"\\u0661": "x"}}}}', "is no node's number"),
        (f'{{{START}, "comments": {{"{"9" * 5000}": "x"}}}}', "digits"),
        (f'{{{START}, "comments": {{"0": "\\ud800"}}}}', "not Unicode"),
        (f'{{{START}, "starting_comments": {{"0": "x"}}}}', "nothing begins at node 0"),
        (f'{{{START}, "starting_comments": {{"1": "x"}}}}', "no starting comment"),
        (f'{{{START}, "nags": {{"1": 1}}}}', "arrays of numbers from 0 to 255"),
        (f'{{{START}, "nags": {{"1": [256]}}}}', "arrays of numbers from 0 to 255"),
        (f'{{{START}, "nags": {{"1": [true]}}}}', "arrays of numbers from 0 to 255"),
    ],
)
def test_broken_json(line: str, reason: str) -> None:
    good = f"{{{START}}}"
    found = list(record.read_jsonl(io.StringIO(f"{good}\n\n{line}\n{good}\r\n")))
    assert found[::2] == [record.Game.from_json(good)] * 2
    (error,) = found[1::2]
    assert isinstance(error, record.RecordError)
    assert error.line == 3
    with pytest.raises(record.RecordError, match=reason):
        raise error
    with pytest.raises(record.RecordError, match=reason):
        record.Game.from_json(line)


def test_limits_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(record.RecordError, match="more than 4194304 characters"):
        record.Game.from_json(" " * 5_000_000)
    monkeypatch.setattr("fanorona.record.limits.MOST_TURNS", 2)
    two = record.Game.from_json(f'{{{START}, "variations": [[0, "f2-e3A"]]}}')
    assert len(two.variations) == 2
    with pytest.raises(record.RecordError, match="more than 2 turns"):
        record.Game.from_json(f'{{{START}, "variations": [[0, "f2-e3A"], [0, "f2-e3A"]]}}')
    monkeypatch.setattr("fanorona.record.limits.MOST_DEPTH", 0)
    with pytest.raises(record.RecordError, match="deep"):
        record.Game.from_json(f'{{{START}, "variations": [[0, "f2-e3A"]]}}')


def test_move_text_is_read_as_leniently_as_by_boards() -> None:
    game = record.Game.from_json('{"tags": {"Variant": "telo"}, "moves": ["B1-B2"]}')
    assert game.next() is not None
    assert game.end().move == fn.Move("b1-b2A", "telo")
