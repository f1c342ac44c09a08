from __future__ import annotations

import copy
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fanorona as fn
from fanorona import vectors
from fanorona.cli import main
from fanorona.vectors.answers import KINDS, MOST_DEPTH
from fanorona.vectors.generate import FORMAT, RULE_SETS
from strategies import DATA, positions, texts

if TYPE_CHECKING:
    from pathlib import Path

PUBLISHED = DATA / "vectors.jsonl"
LINES = PUBLISHED.read_text(encoding="utf-8").splitlines()
FIRST, *VECTORS = map(json.loads, LINES)


def differences(*objects: Any) -> list[vectors.Difference]:  # noqa: ANN401
    return list(vectors.check(json.dumps(each) for each in (FIRST, *objects)))


def test_the_published_file_is_what_is_generated() -> None:
    assert list(vectors.generate())[1:] == LINES[1:]
    assert FIRST["format"] == FORMAT


def test_every_board_rule_set_kind_and_end_is_asked_about() -> None:
    assert {vector["kind"] for vector in VECTORS} == set(KINDS)
    rules = [fn.Rules.parse(vector["rules"]) for vector in VECTORS if "rules" in vector]
    for field, values in {
        "capture": {"mandatory", "optional", "huff"},
        "most": {False, True},
        "chain": {"optional", "forced", "none"},
        "first_turn_single": {False, True},
        "reversal": {False, True},
        "at_limit": {"draw", "majority"},
        "both_blocked": {"loss", "majority"},
        "setup": {"standard", "mirrored"},
    }.items():
        assert {getattr(each, field) for each in rules} == values, field
    for kind in ("position", "perft", "game"):
        starts = {
            fn.Position.from_fen(vector["fen"], vector["rules"]).variant
            for vector in VECTORS
            if vector["kind"] == kind
        }
        assert starts == set(fn.VARIANTS)
    ends = {vector["end"] for vector in VECTORS if vector["kind"] == "game"}
    assert {"elimination", "blocked", "repetition", "no_capture", "majority"} <= ends
    chains = [vector for vector in VECTORS if vector["kind"] == "position" and _in_chain(vector)]
    assert len(chains) > 20


def _in_chain(vector: dict[str, Any]) -> bool:
    return fn.Position.from_fen(vector["fen"], vector["rules"]).chain is not None


def stepwise_turns(position: fn.Position, before: tuple[fn.Step, ...] = ()) -> set[str]:
    """The turns that single steps lead to; slow and obvious."""
    done = before or (position.chain.steps if position.chain else ())
    found = {str(fn.Move.from_steps(done, position.variant))} if position.can_end_turn else set()
    for step in position.legal_steps():
        after = position.play_step(step)
        if after.chain is None:
            found.add(str(fn.Move.from_steps((*done, step), position.variant)))
        else:
            found |= stepwise_turns(after, (*done, step))
    return found


def test_turns_of_positions_are_those_that_steps_lead_to() -> None:
    for vector in VECTORS:
        if vector["kind"] == "position" and vector["actions"] is not None and vector["end"] is None:
            position = fn.Position.from_fen(vector["fen"], vector["rules"])
            assert stepwise_turns(position) == set(vector["turns"]), vector


@given(positions)
def test_positions_are_answered_as_boards_answer(position: fn.Position) -> None:
    asked = {"kind": "position", "rules": str(position.rules), "fen": position.fen()}
    answer = vectors.answered(asked)
    board = fn.Board(fen=position.fen(), rules=position.rules)
    assert sorted(answer["turns"]) == texts(board.legal_moves)
    assert (answer["end"] is None) == (not board.is_game_over())
    assert differences(answer) == []


@given(st.sampled_from(VECTORS), st.data())
def test_any_wrong_answer_is_found(vector: dict[str, Any], data: st.DataObject) -> None:
    fields, _ = KINDS[vector["kind"]]
    answers = sorted(set(vector) - set(fields) - {"kind", "note"})
    field = data.draw(st.sampled_from(answers))
    wrong = copy.deepcopy(vector)
    value = wrong[field]
    if isinstance(value, (list, dict)) and value:
        dropped = data.draw(st.sampled_from(range(len(value))))
        del value[dropped if isinstance(value, list) else sorted(value)[dropped]]
    else:
        wrong[field] = "something else"
    (difference,) = differences(wrong)
    assert (difference.line, difference.field) == (2, field)
    del wrong[field]
    (difference,) = differences(wrong)
    assert difference.found == "nothing"


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ({}, "kind None: expected one of board, fen"),
        ({"kind": ["board"]}, "kind"),
        ({"kind": "board", "board": 5}, "board 5"),
        ({"kind": "board", "board": "4x4"}, "4x4"),
        ({"kind": "perft", "rules": "x", "fen": "bbb/b1w/www w", "depth": 1}, "x"),
        ({"kind": "perft", "rules": "standard", "fen": "bbb w", "depth": 1}, "ROWS"),
        ({"kind": "perft", "rules": "standard", "fen": "bbb/b1w/www w", "depth": True}, "depth"),
        (
            {"kind": "perft", "rules": "standard", "fen": "bbb/b1w/www w", "depth": MOST_DEPTH + 1},
            "depth 13: expected 0 to 12",
        ),
        ({"kind": "game", "rules": "standard", "fen": "bbb/b1w/www w", "turns": [1]}, "turns"),
        ({"kind": "game", "rules": "standard", "fen": "bbb/b1w/www w", "turns": ["a1-a2"]}, "a1"),
        ([], "no JSON object"),
    ],
)
def test_a_broken_question_is_named_and_the_next_is_checked(vector: object, message: str) -> None:
    found = differences(vector, {**VECTORS[0], "lines": []})
    assert [(each.line, each.field) for each in found] == [(2, ""), (3, "lines")]
    assert message in found[0].found


@pytest.mark.parametrize("first", ["", "x", "[]", '{"format": "fanorona-vectors 2"}', "[" * 9999])
def test_other_files_are_refused(first: str) -> None:
    with pytest.raises(ValueError, match="line 1: expected an object with the format"):
        list(vectors.check([first]))


def test_the_command_writes_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vectors.jsonl"
    options = ["vectors", "--variant", "telo", "--rules", "theory", "--positions", "5"]
    assert main(options) == 0
    written = capsys.readouterr().out
    assert main([*options, "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == written
    assert main([*options, "--seed", "1"]) == 0
    assert capsys.readouterr().out != written
    assert main(["vectors", "--check", str(path)]) == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdin", io.StringIO(written.replace('"nodes":[4', '"nodes":[5')))
    assert main(["vectors", "--check", "-"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("line 3: nodes: found [5,")
    assert err == "answers that differ: 1\n"
    assert main(["vectors", "--check", str(path), "--seed", "1"]) == 2
    assert main(["vectors", "--check", str(tmp_path / "none")]) == 1


def test_rule_sets_of_the_default_differ() -> None:
    assert len(set(RULE_SETS)) == 10
