"""What is closed at the end of a ``with`` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class Closing(ABC):
    """A base for what has ``close`` and serves as a context manager.

    Example:
        >>> class Door(Closing):
        ...     def close(self):
        ...         print("closed")
        >>> with Door() as door:
        ...     print("open")
        open
        closed
    """

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Ends what was begun; once more does no harm."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
