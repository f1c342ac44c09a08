"""What keeps other pages, other machines and oversized requests out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from fanorona.extras import of_extra
from fanorona.web.fields import Fields

with of_extra("web"):
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 1 << 20
"""Bytes that the body of a request may have."""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class Guard:
    """Adds the headers of safety to every answer, and lets only the page itself post.

    A post must say that it is JSON and that it comes from the page's own origin, which scripts of
    other pages cannot.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = _refusal(scope) if scope["method"] == "POST" else None
        if refusal is None:
            await self._app(scope, receive, send_safely)
        else:
            status, reason = refusal
            response = JSONResponse({"error": reason}, status_code=status)
            await response(scope, receive, send_safely)


def _refusal(scope: Scope) -> tuple[int, str] | None:
    """The status and the reason with which a post is refused."""
    headers = Headers(scope=scope)
    if headers.get("origin") != f"{scope['scheme']}://{headers.get('host')}":
        return 403, "only the page itself may post"
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return 415, "content type: expected application/json"
    return None


class TooLargeError(ValueError):
    """The body of a request is too large."""


async def read_fields(request: Request) -> Fields:
    """The object in the body of a request.

    Raises:
        TooLargeError: if the body is too large.
        ValueError: if it is no JSON object.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            msg = f"the request has more than {LARGEST_BODY} bytes"
            raise TooLargeError(msg)
    try:
        values = json.loads(body)
        # Half a surrogate pair passes for JSON but is no text that could be sent back.
        json.dumps(values, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        msg = "the request is no JSON text"
        raise ValueError(msg) from None
    return Fields(values)
