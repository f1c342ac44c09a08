"""The texts that people see, in six languages; moves and positions are never translated.

A catalogue is a flat JSON object, one a language, read by Python and by the page in the browser.
A text may have placeholders, ``{name}``. A text that depends on a number stands once for each
plural category of its language, as ``key#one``, ``key#few`` and so on.

Example:
    >>> say = translator("pl")
    >>> say("color.white")
    'Białe'
    >>> [say("stones", count=count) for count in (1, 2, 5)]
    ['1 kamień', '2 kamienie', '5 kamieni']
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from fanorona.i18n.plural import CATEGORIES, category

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "CATEGORIES",
    "LANGUAGES",
    "Translator",
    "catalogue",
    "catalogue_text",
    "category",
    "preferred",
    "translator",
]

LANGUAGES: Final = {
    "en": "English",
    "fr": "Français",
    "mg": "Malagasy",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
}
"""The languages by their code, each named in itself."""

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class Translator:
    """The texts of one language. Call it with a key, and with the values of the placeholders.

    Args:
        language: a code of ``LANGUAGES``.

    Raises:
        ValueError: if there is no such language.

    Attributes:
        language: the code.

    Example:
        >>> Translator("fr")("stones", count=0)
        '0 pierre'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = catalogue(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The text for a key; ``count`` chooses among its plural forms.

        Raises:
            KeyError: if the catalogue has no such key, or a placeholder has no value.
        """
        text = self._texts.get(key)
        if text is None:
            count = values.get("count")
            if not isinstance(count, int):
                raise KeyError(key)
            text = self._texts[f"{key}#{category(self.language, count)}"]
        return _PLACEHOLDER.sub(lambda found: str(values[found[1]]), text)


@cache
def translator(language: str) -> Translator:
    """The texts of a language.

    Raises:
        ValueError: if there is no such language.

    Example:
        >>> translator("de")
        Traceback (most recent call last):
        ValueError: language 'de': expected one of en fr mg es it pl
    """
    return Translator(language)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key.

    Raises:
        ValueError: if there is no such language.
    """
    texts: dict[str, str] = json.loads(catalogue_text(language))
    return texts


def catalogue_text(language: str) -> bytes:
    """The file of a language's catalogue.

    Raises:
        ValueError: if there is no such language.
    """
    if language not in LANGUAGES:
        msg = f"language {language!r}: expected one of {' '.join(LANGUAGES)}"
        raise ValueError(msg)
    return files("fanorona.i18n").joinpath("catalogues", f"{language}.json").read_bytes()


def preferred(wishes: Iterable[str]) -> str:
    """The first language that is wished for and there is, else English.

    Args:
        wishes: language tags or names of locales, the most wanted first.

    Example:
        >>> preferred(["de-DE", "fr_MG.UTF-8"]), preferred(["C"])
        ('fr', 'en')
    """
    for wish in wishes:
        code = re.split(r"[-_.@]", wish.lower(), maxsplit=1)[0]
        if code in LANGUAGES:
            return code
    return "en"
