"""Pictures of positions and games as SVG, after the manner of python-chess.

Example:
    >>> import fanorona as fn
    >>> from fanorona import svg
    >>> picture = svg.board(fn.Position(), arrows=[("d3", "e3")], size=480)
    >>> picture.startswith("<svg"), picture.endswith("</svg>")
    (True, True)
"""

from fanorona.svg.diagram import board, inline
from fanorona.svg.marks import Arrow
from fanorona.svg.picture import Picture
from fanorona.svg.png import png
from fanorona.svg.strip import strip
from fanorona.svg.theme import THEMES, Theme

__all__ = ["THEMES", "Arrow", "Picture", "Theme", "board", "inline", "png", "strip"]
