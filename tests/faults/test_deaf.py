"""Clients that ask for much and read nothing: others are served as before, and they are cut off in time."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from tests.api.running import Server, Table
from tests.api.test_live import LONG_WORD
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

DEAF = 60
STALL_SECONDS = 3.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("deaf") / "log.db", bounds={"stall_seconds": STALL_SECONDS})
    yield running.start()
    assert running.stop() == 0


def deaf(server: Server, path: str, times: int) -> socket.socket:
    """A client that asks for the same some times over, one after the other, and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    client.sendall(f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)
    return client


def connections(server: Server) -> int:
    """How many sockets the server has open; one that it closes while they are counted is none."""
    assert server.process is not None
    folder = f"/proc/{server.process.pid}/fd"
    count = 0
    for each in os.listdir(folder):
        with suppress(FileNotFoundError):
            count += "socket" in os.readlink(f"{folder}/{each}")
    return count


@pytest.mark.parametrize("path", ["/events?limit=500", "/position", "/views/chronicle", "/events/stream"])
def test_clients_that_never_read_hurt_nobody(server: Server, path: str) -> None:
    with server.client() as http, ExitStack() as stack:
        table = Table.open(http)
        for _ in range(40):
            assert table.give("blue", {"type": "shout", "word": LONG_WORD}).status_code == 200
        before = connections(server)
        for _ in range(DEAF):
            stack.enter_context(deaf(server, f"/games/{table.game}{path}", 5))
        assert within(lambda: connections(server) > before)
        served, until = 0, time.monotonic() + STALL_SECONDS + PATIENCE
        while connections(server) > before:
            assert time.monotonic() < until, "who reads nothing holds a connection for ever"
            table.version()
            served += connections(server) > before
            table.pull()
        assert served, "nobody was answered before those who read nothing were cut off"
