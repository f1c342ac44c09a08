"""The catalogues agree with each other: keys, placeholders, plural forms."""

import json
import re

import pytest

from fanorona.i18n import CATEGORIES, LANGUAGES, catalogue, catalogue_text, category, translator

OTHERS = [language for language in LANGUAGES if language != "en"]


def bases(language: str) -> dict[str, set[str]]:
    """The keys without their plural categories, with the categories of each."""
    found: dict[str, set[str]] = {}
    for key in catalogue(language):
        base, _, form = key.partition("#")
        found.setdefault(base, set()).add(form)
    return found


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


@pytest.mark.smoke
@pytest.mark.parametrize("language", OTHERS)
def test_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(bases(language)) == list(bases("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    for base, forms in bases(language).items():
        assert forms in ({""}, set(CATEGORIES[language])), base
        assert (forms == {""}) == (bases("en")[base] == {""}), base


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_placeholders(language: str) -> None:
    wanted = {key.partition("#")[0]: placeholders(text) for key, text in catalogue("en").items()}
    for key, text in catalogue(language).items():
        assert placeholders(text) == wanted[key.partition("#")[0]], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_tidy(language: str) -> None:
    for key, text in catalogue(language).items():
        assert text, key
        assert text == " ".join(text.split()), key
        assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    pairs = json.loads(catalogue_text(language), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language: str) -> None:
    same = [
        key
        for key, text in catalogue(language).items()
        if text == catalogue("en").get(key)
        and re.search(r"[a-z]{4}.* .*[a-z]{4}", re.sub(r"\{\w+\}", "", text))
    ]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_its_form(language: str) -> None:
    say = translator(language)
    for count in [*range(130), 1_000_000, 1_000_001, 2_000_000]:
        assert category(language, count) in CATEGORIES[language]
        assert say("stones", count=count).startswith(str(count))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="language 'xx'"):
        category("xx", 1)
    with pytest.raises(KeyError, match="nothing"):
        translator("en")("nothing")
    with pytest.raises(KeyError, match="stones"):
        translator("en")("stones")
