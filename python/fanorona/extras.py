"""Libraries that an extra of the package brings, and what is said where one is missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def of_extra(extra: str) -> Iterator[None]:
    """A block of imports, of which a failed one says what to install.

    Args:
        extra: the name of the extra that brings what is imported.

    Raises:
        ModuleNotFoundError: if a module is missing; it names the library and the extra.

    Example:
        >>> with of_extra("rl"):
        ...     import no_such_library
        Traceback (most recent call last):
        ModuleNotFoundError: no_such_library is missing: pip install 'fanorona[rl]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        # One of the package itself is no library, and a block within has said its extra already.
        if library in ("", "fanorona") or "pip install" in str(error):
            raise
        msg = f"{library} is missing: pip install 'fanorona[{extra}]'"
        raise ModuleNotFoundError(msg, name=error.name) from None
