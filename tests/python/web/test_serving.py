"""The server over real connections: malformed requests, closed tabs, busy engines."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from fanorona.cli import main
from fanorona.web.searches import BusyError, Engines
from page_server import PageServer, running

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = {"variant": "tsivy", "rules": "standard", "moves": []}


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with running() as server:
        yield server


def request(server: PageServer, path: str, body: object) -> bytes:
    """The bytes of a post."""
    text = json.dumps(body)
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}"
    ).encode()


def is_serving(server: PageServer) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    try:
        headers = {"Origin": server.origin, "Content-Type": "application/json"}
        connection.request("POST", "/api/view", json.dumps(GAME), headers)
        return len(json.loads(connection.getresponse().read())["offers"]) == 5
    finally:
        connection.close()


def malformed(server: PageServer, chance: random.Random) -> bytes:
    """A request with something wrong in it: bytes, protocol, JSON, or values."""
    paths = ["/api/view", "/api/move", "/api/hint", "/api/record/read", "/api/record/write"]
    path = chance.choice(paths)
    junk: list[object] = [None, -1, 2**70, 1.5, "x", "\u0000", [], {}, [[]], "d3-e3A", True]
    match chance.randrange(4):
        case 0:
            return chance.randbytes(chance.randrange(1, 200)) + b"\r\n\r\n"
        case 1:
            whole = bytearray(request(server, path, GAME))
            for _ in range(chance.randrange(1, 6)):
                whole[chance.randrange(len(whole))] = chance.randrange(256)
            return bytes(whole)
        case 2:
            return request(server, path, GAME)[: chance.randrange(1, 200)]
        case _:
            names = ["variant", "rules", "fen", "moves", "parts", "end", "nodes", "tags", "text"]
            body = {name: chance.choice(junk) for name in chance.sample(names, 4)}
            return request(server, path, {**body, "level": chance.choice(junk)})


def bombard(server: PageServer, count: int) -> None:
    chance = random.Random(count)
    for _ in range(count):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
            connection.sendall(malformed(server, chance))
            connection.shutdown(socket.SHUT_WR)
            try:
                answer = connection.recv(64)
            except ConnectionError:
                continue
            assert not answer.startswith(b"HTTP/1.1 500"), answer
    assert is_serving(server)
    assert server.becomes_idle()


def test_malformed_requests_leave_it_serving(server: PageServer) -> None:
    bombard(server, 150)


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_ten_thousand_malformed_requests_leave_it_serving(server: PageServer) -> None:
    bombard(server, 10_000)


@pytest.mark.parametrize(
    ("path", "more"), [("/api/analysis", {"lines": 3}), ("/api/move", {"level": 10})]
)
def test_a_closed_tab_frees_its_search(server: PageServer, path: str, more: object) -> None:
    assert isinstance(more, dict)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request(server, path, {**GAME, **more}))
        engines = server.app.state.analyses if "lines" in more else server.app.state.engines
        end = time.monotonic() + 5
        while not engines.searching:
            assert time.monotonic() < end
            time.sleep(0.002)
        if "lines" in more:
            assert connection.recv(12) == b"HTTP/1.1 200"
    assert server.becomes_idle(2)


def test_an_analysis_tells_its_lines(server: PageServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"Origin": server.origin, "Content-Type": "application/json"}
    connection.request("POST", "/api/analysis", json.dumps({**GAME, "lines": 2}), headers)
    answer = connection.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    infos: list[dict[str, Any]] = []
    while len(infos) < 4:
        line = answer.readline().decode()
        if line.startswith("data: "):
            infos.append(json.loads(line.removeprefix("data: ")))
    answer.close()
    connection.close()
    assert [info["place"] for info in infos] == [1, 2, 1, 2]
    assert [info["depth"] for info in infos] == [1, 1, 2, 2]
    assert {"estimate", "win_in", "loss_in", "table_sign"} == set(infos[0]["score"])
    assert {info["turn"] for info in infos} == {"white"}
    assert server.becomes_idle(2)


def test_engines_are_few() -> None:
    async def ask() -> None:
        engines = Engines(1, hash_mb=1, patience=0.05)
        async with engines.lend() as first:
            assert engines.searching == 1
            with pytest.raises(BusyError, match="all engines are searching"):
                async with engines.lend():
                    pass
        async with engines.lend() as second:
            assert second is first
        assert engines.searching == 0

    asyncio.run(ask())


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_the_command_serves_until_ctrl_c() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "fanorona", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    connection = http.client.HTTPConnection(address.split("/")[2], timeout=10)
    connection.request("GET", "/")
    assert b"<title>Fanorona</title>" in connection.getresponse().read()
    connection.close()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert rest == ""
    assert errors == "press Ctrl-C to end\n"


def test_a_taken_port_is_an_error(server: PageServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", str(server.port)]) == 1
    assert "ddress already in use" in capsys.readouterr().err


def test_a_host_without_an_address_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "no.such.host.invalid"]) == 1
    assert "host 'no.such.host.invalid'" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "x", "1e3"])
def test_ports_are_checked(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["serve", f"--port={port}"])
    assert caught.value.code == 2
    assert f"'{port}' is not a port" in capsys.readouterr().err
