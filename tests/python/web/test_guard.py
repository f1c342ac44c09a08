"""Who may ask the server, and what for."""

from __future__ import annotations

import asyncio
import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from fanorona.i18n import LANGUAGES
from fanorona.web.app import create_app
from fanorona.web.guard import LARGEST_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

    from httpx2 import Response

ORIGIN = "http://127.0.0.1:8319"
GAME = {"variant": "telo", "rules": "standard", "moves": []}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url=ORIGIN) as client:
        yield client


def post(client: TestClient, path: str, body: object, **headers: str) -> Response:
    return client.post(
        path,
        content=body if isinstance(body, bytes) else json.dumps(body),
        headers={"origin": ORIGIN, "content-type": "application/json", **headers},
    )


def test_the_page_itself_is_answered(client: TestClient) -> None:
    assert post(client, "/api/view", GAME).json()["turn"] == "white"


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "10.0.0.1", "a b", ""])
@pytest.mark.parametrize("path", ["/", "/api/setup", "/static/main.js"])
def test_a_foreign_host_is_refused(client: TestClient, host: str, path: str) -> None:
    assert client.get(path, headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "[::1]:8319"])
def test_the_loopback_has_three_names(client: TestClient, host: str) -> None:
    assert client.get("/api/setup", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://example.org", "https://127.0.0.1:8319", "http://127.0.0.1", "null", ""]
)
def test_a_foreign_origin_may_not_post(client: TestClient, origin: str) -> None:
    assert post(client, "/api/view", GAME, origin=origin).status_code == 403


def test_a_post_without_an_origin_is_refused(client: TestClient) -> None:
    assert client.post("/api/view", json=GAME).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_may_be_posted(client: TestClient, kind: str) -> None:
    assert post(client, "/api/view", GAME, **{"content-type": kind}).status_code == 415


def test_large_bodies_are_refused(client: TestClient) -> None:
    body = b'{"variant": "' + b"x" * LARGEST_BODY + b'"}'
    answer = post(client, "/api/view", body)
    assert answer.status_code == 413
    assert str(LARGEST_BODY) in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"variant": "\\ud800"}',
        b"[" * 100_000,
        b"1" * 10_000,
        b'{"variant": NaN}',
        b"[]",
        b"null",
        b"3",
    ],
)
def test_what_is_no_object_is_a_bad_request(client: TestClient, body: bytes) -> None:
    answer = post(client, "/api/view", body)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", 3),
        ("variant", "x" * 2000),
        ("rules", ["standard"]),
        ("moves", "d3-e3A"),
        ("moves", [1]),
        ("moves", ["b1-b2A"] * 6000),
        ("parts", {}),
        ("stop", "yes"),
        ("end", "resignation"),
        ("end", {"kind": "boredom"}),
        ("end", {"kind": "resignation", "side": "green"}),
        ("fen", "9/9"),
        ("level", 0),
        ("level", 11),
        ("level", True),
        ("level", 2.0),
        ("lines", 6),
    ],
)
def test_an_error_names_the_field(client: TestClient, field: str, value: object) -> None:
    path = {"level": "/api/move", "lines": "/api/analysis"}.get(field, "/api/view")
    answer = post(client, path, {**GAME, field: value})
    assert answer.status_code == 400
    named = "ROWS" if field == "fen" else field
    assert named.lower() in answer.json()["error"].lower()
    assert len(answer.json()["error"]) < 400


@pytest.mark.parametrize("move", ["a1-a9", "a1-b1", "nonsense", "\u00e9", "a1-b2A-b2A"])
def test_illegal_turns_are_bad_requests(client: TestClient, move: str) -> None:
    assert post(client, "/api/view", {**GAME, "moves": [move]}).status_code == 400
    assert post(client, "/api/view", {**GAME, "parts": [move]}).status_code == 400


@pytest.mark.parametrize(("path", "more"), [("/api/move", {"level": 1}), ("/api/hint", {})])
def test_an_engine_goes_on_from_parts_of_turns_that_are_made_by_steps(
    client: TestClient, path: str, more: dict[str, object]
) -> None:
    game = {"fen": "1b1b1/2w2/1b3/2b2/4w w", "moves": [], "parts": ["c4-c3A"], **more}
    answer = post(client, path, {**game, "rules": "theory"})
    assert answer.json()["turn"]["text"].startswith("c4-c3A")
    answer = post(client, path, {**game, "rules": "theory;capture=huff"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("parts ['c4-c3A']: ")


def test_a_finished_game_takes_nothing(client: TestClient) -> None:
    end = {"kind": "resignation", "side": "white"}
    over = {"variant": "telo", "moves": [], "end": end}
    view = post(client, "/api/view", over).json()
    assert view["outcome"] == {"result": "0-1", "winner": "black", "termination": "resignation"}
    assert view["offers"] == []
    assert post(client, "/api/move", {**over, "level": 1}).json()["turn"] is None
    answer = post(client, "/api/view", {**GAME, "parts": ["b1-b2A", "b2-a2A"]})
    assert answer.status_code == 400
    assert "the turn is over" in answer.json()["error"]


@pytest.mark.smoke
@pytest.mark.parametrize("path", ["/", "/api/setup", "/static/main.js", "/catalogues/mg.json"])
def test_every_answer_says_what_the_page_may_do(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/static/", 404),
        ("GET", "/catalogues/de.json", 404),
        ("GET", "/catalogues/..%2f..%2fpy.json", 404),
        ("GET", "/api/view", 405),
        ("PUT", "/api/view", 405),
        ("DELETE", "/", 405),
    ],
)
def test_other_addresses_and_methods(
    client: TestClient, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.smoke
def test_all_modules_are_loaded_at_once(client: TestClient) -> None:
    modules = {path.name for path in files("fanorona.web").joinpath("static").iterdir()}
    named = re.findall(r'"/static/([\w.]+\.js)"', client.get("/").text)
    assert sorted(named) == sorted(name for name in modules if name.endswith(".js"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_served(client: TestClient, language: str) -> None:
    answer = client.get(f"/catalogues/{language}.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["color.white"]


def test_a_client_that_goes_away_in_mid_request_is_no_failure() -> None:
    headers = {"host": "127.0.0.1:8319", "origin": ORIGIN, "content-type": "application/json"}
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/api/view",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    messages: Iterator[MutableMapping[str, Any]] = iter(
        [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    )
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return next(messages)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(create_app()(scope, receive, send))
    assert sent[0]["status"] == 400
