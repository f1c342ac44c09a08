import re
from typing import Any

import pytest
from hypothesis import given

import fanorona as fn
from fanorona import rules as module
from strategies import rule_sets

FIELDS = [
    "capture",
    "most",
    "chain",
    "first_turn_single",
    "reversal",
    "repetition",
    "no_capture",
    "at_limit",
    "both_blocked",
    "setup",
]
TABLE = {
    "standard": "mandatory False optional False True 3 None draw loss standard",
    "theory": "mandatory False optional False True None None draw loss standard",
    "fifty": "mandatory False optional False True None 50 draw loss mirrored",
    "alquerque": "optional False none False False None 50 majority majority standard",
    "huffing": "huff True none False False None 50 majority majority standard",
}


@pytest.mark.parametrize("name", TABLE)
def test_presets(name: str) -> None:
    preset = fn.Rules.parse(name)
    assert " ".join(str(getattr(preset, field)) for field in FIELDS) == TABLE[name]
    assert module.PRESETS[name] == getattr(fn, name.upper()) == preset


def test_the_default_is_standard() -> None:
    assert fn.Rules() == fn.STANDARD
    assert fn.Position().rules == fn.Board().rules == fn.STANDARD


@pytest.mark.parametrize("name", ["standard", "theory", "fifty", "alquerque"])
def test_the_text_of_a_preset_is_its_name(name: str) -> None:
    assert str(fn.Rules.parse(name)) == name


def test_huffing_is_written_out() -> None:
    assert str(fn.HUFFING) == "alquerque;capture=huff;most=yes"


def test_text_names_each_field_that_differs_in_table_order() -> None:
    rules = fn.STANDARD.replace(setup="mirrored", most=True, no_capture=7)
    assert str(rules) == "standard;most=yes;no_capture=7;setup=mirrored"
    assert fn.Rules.parse("standard;setup=mirrored;no_capture=7;most=yes") == rules


@given(rule_sets)
def test_text_and_repr_and_fields_give_the_rules_back(rules: fn.Rules) -> None:
    assert fn.Rules.parse(str(rules)) == rules
    assert eval(repr(rules), {"Rules": fn.Rules}) == rules
    fields: dict[str, Any] = {field: getattr(rules, field) for field in FIELDS}
    assert fn.Rules(**fields) == rules == fn.ALQUERQUE.replace(**fields)
    assert hash(fn.Rules(**fields)) == hash(rules)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'rules "": expected standard, theory'),
        ("chess", 'rules "chess": expected standard, theory'),
        ("standard;", 'rules "": expected field=value'),
        ("standard;most", 'rules "most": expected field=value'),
        ("standard;most=true", 'most "true": expected yes or no'),
        ("standard;most=yes;most=yes", 'rules "most=yes": field given twice'),
        ("standard;colour=red", 'rules field "colour": expected one of capture, most'),
        ("standard ;most=yes", 'rules "standard ": expected standard, theory'),
        ("standard;repetition=1", 'repetition "1": expected none or a number from 2'),
        ("standard;repetition=0", 'repetition "0"'),
        ("standard;repetition=+3", 'repetition "+3"'),
        ("standard;repetition=\uff14", 'repetition "\uff14"'),
        ("standard;no_capture=0", 'no_capture "0": expected none or a number from 1'),
        ("standard;no_capture=4294967296", 'no_capture "4294967296"'),
        ("standard;capture=none", 'capture "none": expected one of mandatory'),
        ("standard;chain=mandatory", 'chain "mandatory": expected one of optional'),
        ("standard\0", 'rules "standard'),
    ],
)
def test_texts_that_are_no_rules(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        fn.Rules.parse(text)
    with pytest.raises(ValueError, match=re.escape(said)):
        fn.Position(rules=text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("most", 1),
        ("most", "yes"),
        ("reversal", None),
        ("repetition", True),
        ("repetition", 3.0),
        ("repetition", "3"),
        ("capture", None),
        ("capture", b"huff"),
        ("colour", "red"),
    ],
)
def test_values_of_the_wrong_type(field: str, value: object) -> None:
    fields: dict[str, Any] = {field: value}
    with pytest.raises(TypeError, match=field):
        fn.Rules(**fields)
    with pytest.raises(TypeError, match=field):
        fn.STANDARD.replace(**fields)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("capture", "Huff"),
        ("chain", ""),
        ("repetition", 1),
        ("repetition", -3),
        ("no_capture", 0),
        ("no_capture", 2**32),
        pytest.param("no_capture", 10**5000, id="huge"),
    ],
)
def test_values_out_of_range(field: str, value: object) -> None:
    fields: dict[str, Any] = {field: value}
    with pytest.raises(ValueError, match=field):
        fn.Rules(**fields)


def test_replace_leaves_the_original_alone() -> None:
    rules = fn.Rules()
    assert rules.replace(most=True).most
    assert not rules.most
    assert rules.replace() == rules


def test_position_only_arguments_are_refused() -> None:
    anything: Any = fn.Rules
    with pytest.raises(TypeError):
        anything("theory")
