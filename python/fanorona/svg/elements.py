"""Elements of XML as text."""

from __future__ import annotations

import re
from typing import Final

_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}


def escaped(text: str) -> str:
    r"""Text as it may stand in an element or an attribute; what XML forbids is replaced.

    Example:
        >>> escaped('1 < 2 & "\x00"')
        '1 &lt; 2 &amp; &quot;�&quot;'
    """
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


def number(value: float) -> str:
    """A coordinate with at most two decimals, the same on every machine.

    Example:
        >>> number(12.0), number(1 / 3), number(-0.001)
        ('12', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element; children are XML already.

    Attributes of the value None are left out. An underscore in a name stands for a hyphen, one at
    its end for nothing.

    Example:
        >>> element("g", element("circle", r=1.50), class_="stone", stroke_width=2, id=None)
        '<g class="stone" stroke-width="2"><circle r="1.5"/></g>'
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = escaped(value) if isinstance(value, str) else number(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(words)
    return f"<{opening}>{''.join(children)}</{tag}>" if children else f"<{opening}/>"
