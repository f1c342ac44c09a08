"""Reading the object that a request carries, field by field."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_TEXTS: Final = 5000
"""The most turns of a game that a request may carry."""


class Fields:
    """An object of a request.

    Args:
        values: what was read from JSON.

    Raises:
        ValueError: if it is no object.

    Example:
        >>> Fields({"level": 3}).number("level", 1, 10)
        3
        >>> Fields({"level": "3"}).number("level", 1, 10)
        Traceback (most recent call last):
        ValueError: level "3": expected a whole number from 1 to 10
    """

    def __init__(self, values: object) -> None:
        if not isinstance(values, dict):
            msg = f"request {_shown(values)}: expected an object"
            raise ValueError(msg)  # noqa: TRY004  # bad input is a ValueError everywhere
        self._values: Mapping[str, object] = values

    def text(self, name: str, otherwise: str | None = None, most: int = 1000) -> str:
        """A text of at most so many characters.

        Raises:
            ValueError: naming the field, if it is none, or missing without a value for that.
        """
        value = self._values.get(name, otherwise)
        if not isinstance(value, str) or len(value) > most:
            raise self._error(name, value, f"a text of at most {most} characters")
        return value

    def optional_text(self, name: str, most: int = 1000) -> str | None:
        """A text, or None where there is none.

        Raises:
            ValueError: naming the field.
        """
        return None if self._values.get(name) is None else self.text(name, most=most)

    def flag(self, name: str) -> bool:
        """True or false, false where nothing is said.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise self._error(name, value, "true or false")
        return value

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number.

        Raises:
            ValueError: naming the field, if it is none or out of range.
        """
        value = self._values.get(name)
        if type(value) is not int or not least <= value <= most:
            raise self._error(name, value, f"a whole number from {least} to {most}")
        return value

    def texts(self, name: str, most: int = MOST_TEXTS) -> list[str]:
        """A list of texts, empty where nothing is said.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name, [])
        if (
            not isinstance(value, list)
            or len(value) > most
            or not all(isinstance(item, str) and len(item) <= 1000 for item in value)
        ):
            raise self._error(name, value, f"a list of at most {most} texts")
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of whole numbers, empty where nothing is said.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name, [])
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise self._error(name, value, "a list of whole numbers")
        return value

    def objects(self, name: str, most: int) -> list[Fields]:
        """A list of objects.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise self._error(name, value, f"a list of at most {most} objects")
        return [Fields(item) for item in value]

    def optional_object(self, name: str) -> Fields | None:
        """An object, or None where there is none.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name)
        if value is not None and not isinstance(value, dict):
            raise self._error(name, value, "an object")
        return None if value is None else Fields(value)

    def object_of_texts(self, name: str, most: int) -> dict[str, str]:
        """An object whose values are texts, empty where nothing is said.

        Raises:
            ValueError: naming the field.
        """
        value = self._values.get(name, {})
        if (
            not isinstance(value, dict)
            or len(value) > most
            or not all(isinstance(item, str) for item in value.values())
        ):
            raise self._error(name, value, f"an object of at most {most} texts")
        return value

    @staticmethod
    def _error(name: str, value: object, expected: str) -> ValueError:
        return ValueError(f"{name} {_shown(value)}: expected {expected}")


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
