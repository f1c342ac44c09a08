"""Plural categories of whole numbers, as the Common Locale Data Repository (CLDR) has them."""

from __future__ import annotations

from typing import Final

CATEGORIES: Final = {
    "en": ("one", "other"),
    "fr": ("one", "many", "other"),
    "mg": ("one", "other"),
    "es": ("one", "many", "other"),
    "it": ("one", "many", "other"),
    "pl": ("one", "few", "many", "other"),
}
"""The categories of each language; Polish has ``other`` for fractions only."""


def category(language: str, count: int) -> str:
    """The plural category of a whole number from 0.

    Args:
        language: a key of ``CATEGORIES``.
        count: the number.

    Raises:
        ValueError: if there is no such language.

    Example:
        >>> [category("pl", count) for count in (1, 2, 5, 12, 22)]
        ['one', 'few', 'many', 'many', 'few']
        >>> category("fr", 0), category("en", 0), category("es", 1_000_000)
        ('one', 'other', 'many')
    """
    if language not in CATEGORIES:
        msg = f"language {language!r}: expected one of {' '.join(CATEGORIES)}"
        raise ValueError(msg)
    if language == "pl":
        return _polish(count)
    if count == 1 or (count == 0 and language in ("fr", "mg")):
        return "one"
    if count > 0 and count % 1_000_000 == 0 and "many" in CATEGORIES[language]:
        return "many"
    return "other"


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
    return "few" if few else "many"
