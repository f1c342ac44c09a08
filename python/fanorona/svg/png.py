"""Pictures as PNG, by an optional library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fanorona.extras import of_extra

if TYPE_CHECKING:
    from types import ModuleType


def png(picture: str) -> bytes:
    """Turns a picture of this package into PNG, in the size that it was drawn for.

    Args:
        picture: what ``board`` or ``strip`` returned.

    Raises:
        ModuleNotFoundError: if the library is not installed, which comes with ``fanorona[png]``.
        ValueError: if the text is no picture.

    Example:
        >>> import fanorona as fn
        >>> from fanorona import svg
        >>> svg.png(svg.board(fn.Position("telo"), size=200))[1:4]
        b'PNG'
    """
    library = _library()
    try:
        return bytes(library.svg_to_bytes(svg_string=picture))
    except (ValueError, RuntimeError) as error:
        msg = f"picture: {error}"
        raise ValueError(msg) from None


def _library() -> ModuleType:
    with of_extra("png"):
        import resvg_py  # noqa: PLC0415  # optional
    return resvg_py
