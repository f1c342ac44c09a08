"""Whole documents."""

from __future__ import annotations

from typing import Self

from fanorona.svg.elements import element, escaped


class Picture(str):
    """The text of an SVG document, which notebooks show as a picture.

    Example:
        >>> import fanorona as fn
        >>> from fanorona import svg
        >>> svg.board(fn.Position("telo"))
        <Picture: Fanorona on the telo board, White to move>
    """

    __slots__ = ()

    @classmethod
    def of(
        cls, width: int, height: int, size: int | None, title: str, description: str, *content: str
    ) -> Self:
        """A document of these elements; ``size`` is its width in pixels."""
        return cls(
            element(
                "svg",
                element("title", escaped(title)),
                element("desc", escaped(description)),
                *content,
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {width} {height}",
                width=size,
                height=None if size is None else round(size * height / width),
                role="img",
            )
        )

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return str(self)

    def __repr__(self) -> str:
        title = self.partition("<title>")[2].partition("</title>")[0]
        return f"<Picture: {title}>"
