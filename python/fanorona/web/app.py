"""The application: which address answers what."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fanorona import VARIANTS, Rules, __version__
from fanorona.engine import STRONGEST_LEVEL, Engine, Limit, PlayResult
from fanorona.extras import of_extra
from fanorona.i18n import LANGUAGES, catalogue_text
from fanorona.rules import PRESETS
from fanorona.web import records
from fanorona.web.guard import LARGEST_BODY, Guard, TooLargeError, read_fields
from fanorona.web.play import shown_turn, side_name, staging_of, view_of
from fanorona.web.searches import BusyError, Engines
from fanorona.web.verdict import verdict_of

with of_extra("web"):
    from anyio import to_thread
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import ClientDisconnect
    from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from starlette.requests import Request

    from fanorona import Board, Variant
    from fanorona.engine import Info, Score
    from fanorona.web.fields import Fields

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")
"""The names of one's own machine."""
_INDEX: Final = Path(__file__).with_name("static") / "index.html"
HINT_SECONDS: Final = 0.4
"""The time for a hint."""
ANALYSIS_SECONDS: Final = 60.0
"""The longest that a position is analysed without being asked again."""
MOST_PAGE_LINES: Final = 5
"""The most lines of an analysis on the page."""


def create_app(
    hosts: Sequence[str] = LOOPBACK, *, engines: int = 2, analyses: int = 2
) -> Starlette:
    """The page's application.

    Args:
        hosts: the names under which it may be asked for; requests for others are refused.
        engines: how many turns and hints are searched for at once.
        analyses: how many analyses run at once.

    Example:
        >>> [route.path for route in create_app().routes][:2]
        ['/', '/api/setup']
    """
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/api/setup", _setup),
            Route("/api/view", _answering(_view), methods=["POST"]),
            Route("/api/move", _answering(_move), methods=["POST"]),
            Route("/api/hint", _answering(_hint), methods=["POST"]),
            Route("/api/analysis", _answering(_analysis), methods=["POST"]),
            Route("/api/record/read", _answering(_read_record), methods=["POST"]),
            Route("/api/record/write", _answering(_write_record), methods=["POST"]),
            Route("/catalogues/{language}.json", _catalogue),
            Mount("/static", StaticFiles(packages=[("fanorona.web", "static")])),
        ],
        middleware=[
            Middleware(Guard),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={HTTPException: _http_error},
    )
    app.state.engines = Engines(engines)
    app.state.analyses = Engines(analyses, hash_mb=64)
    return app


def _answering(
    answer: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that tells what is wrong with a request."""

    @functools.wraps(answer)
    async def endpoint(request: Request) -> Response:
        try:
            return await answer(request)
        except TooLargeError as error:
            return _error(413, str(error))
        except ValueError as error:
            return _error(400, str(error))
        except BusyError as error:
            return _error(503, str(error))
        except ClientDisconnect:
            # In the middle of the body; nobody reads this answer.
            return _error(400, "the request ends too early")

    return endpoint


def _error(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"error": reason}, status_code=status)


async def _http_error(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette's
    if not isinstance(error, HTTPException):
        raise error
    return JSONResponse(
        {"error": error.detail}, status_code=error.status_code, headers=error.headers
    )


async def _page(request: Request) -> Response:  # noqa: ARG001  # the same for everyone
    return FileResponse(_INDEX, media_type="text/html; charset=utf-8")


async def _catalogue(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    return Response(catalogue_text(language), media_type="application/json")


async def _setup(request: Request) -> Response:  # noqa: ARG001  # the same for everyone
    return JSONResponse(
        {
            "version": __version__,
            "languages": LANGUAGES,
            "levels": STRONGEST_LEVEL,
            "variants": [_shown_variant(variant) for variant in VARIANTS],
            "presets": {name: _shown_rules(rules) for name, rules in PRESETS.items()},
        }
    )


def _shown_variant(variant: Variant) -> dict[str, object]:
    name = variant.point_name
    return {
        "name": variant.name,
        "rows": variant.rows,
        "cols": variant.cols,
        "points": [name(point) for point in range(variant.points)],
        "lines": [
            [name(point), name(other)]
            for point in range(variant.points)
            for other in variant.neighbours(point)
            if point < other
        ],
    }


def _shown_rules(rules: Rules) -> dict[str, object]:
    fields = (
        "capture",
        "most",
        "chain",
        "first_turn_single",
        "reversal",
        "repetition",
        "no_capture",
        "at_limit",
        "both_blocked",
        "setup",
    )
    return {"text": str(rules), **{field: getattr(rules, field) for field in fields}}


async def _view(request: Request) -> Response:
    staging = staging_of(await read_fields(request))
    return JSONResponse({**view_of(staging), "verdict": verdict_of(staging.board)})


async def _move(request: Request) -> Response:
    fields = await read_fields(request)
    level = fields.number("level", 1, STRONGEST_LEVEL)
    return await _searched(request, fields, Limit(level=level, time=10.0))


async def _hint(request: Request) -> Response:
    return await _searched(request, await read_fields(request), Limit(time=HINT_SECONDS))


async def _searched(request: Request, fields: Fields, limit: Limit) -> Response:
    staging = staging_of(fields)
    if not staging.searchable:
        msg = f"parts {fields.texts('parts')}: under huff rules an engine plays whole turns only"
        raise ValueError(msg)
    board = staging.board
    engines: Engines = request.app.state.engines

    def search(engine: Engine) -> PlayResult:
        return engine.play(board, limit)

    result = await engines.search(request, search)
    turn = None if result.move is None else shown_turn(board.position, str(result.move))
    return JSONResponse({"turn": turn, "score": _shown_score(result.info.score)})


async def _analysis(request: Request) -> Response:
    fields = await read_fields(request)
    lines = fields.number("lines", 1, MOST_PAGE_LINES)
    board = staging_of(fields).board
    analyses: Engines = request.app.state.analyses
    found = analyses.analysis(board, Limit(time=ANALYSIS_SECONDS), lines)
    return StreamingResponse(_events(found, board), media_type="text/event-stream")


async def _events(found: AsyncIterator[Info], board: Board) -> AsyncIterator[str]:
    """What an analysis finds out, as server-sent events."""
    try:
        async for info in found:
            yield _event("info", _shown_info(info, board))
        yield _event("end", {})
    except BusyError as error:
        yield _event("busy", {"error": str(error)})


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def _shown_info(info: Info, board: Board) -> dict[str, object]:
    return {
        "place": info.multipv,
        "depth": info.depth,
        "nodes": info.nodes,
        "time": info.time,
        "turn": side_name(board.turn),
        "score": _shown_score(info.score),
        "moves": [str(move) for move in info.pv],
    }


def _shown_score(score: Score) -> dict[str, int | None]:
    return {
        "estimate": score.estimate,
        "win_in": score.win_in,
        "loss_in": score.loss_in,
        "table_sign": score.table_sign,
    }


async def _read_record(request: Request) -> Response:
    fields = await read_fields(request)
    text = fields.text("text", most=LARGEST_BODY)
    return JSONResponse(await to_thread.run_sync(records.read, text))


async def _write_record(request: Request) -> Response:
    text = await to_thread.run_sync(records.write, await read_fields(request))
    return JSONResponse({"text": text})
