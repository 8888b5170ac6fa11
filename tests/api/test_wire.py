"""The connection under a request: found among the process's own, seen to be read or not, cut off."""

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from ironclad.api.serving import connection as wire
from ironclad.api.serving.connection import Connection
from tests.api.running import PATIENCE

WRITER = """
import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute("BEGIN IMMEDIATE")
"""


def pair(host: str) -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection: the client's, and the one of the server."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as listening:
        client = socket.create_connection(listening.getsockname()[:2])
        server, _ = listening.accept()
    return client, server


def name_of(client: socket.socket) -> str:
    host, port = client.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    client, server = pair("127.0.0.1")
    with client, server:
        yield client, server


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_connection_is_found_by_its_client(host: str) -> None:
    with ExitStack() as stack:
        pairs = [pair(host) for _ in range(5)]
        for client, server in pairs:
            stack.enter_context(client)
            stack.enter_context(server)
            connection = Connection.of(name_of(client), 65_536)
            assert connection is not None
            stack.callback(connection.close)
            connection.cut()
            client.settimeout(PATIENCE)
            assert client.recv(1) == b""


def test_a_client_of_nobody_is_not_found() -> None:
    assert Connection.of("127.0.0.1:1", 65_536) is None
    assert Connection.of("", 65_536) is None


def test_a_system_that_does_not_tell_has_no_connections(
    ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_OPEN_FILES", "/nowhere")
    assert Connection.of(name_of(ends[0]), 65_536) is None


def test_looking_leaves_nothing_open(ends: tuple[socket.socket, socket.socket]) -> None:
    before = len(os.listdir("/dev/fd"))
    for _ in range(20):
        connection = Connection.of(name_of(ends[0]), 65_536)
        assert connection is not None
        connection.close()
        assert Connection.of("127.0.0.1:1", 65_536) is None
    assert len(os.listdir("/dev/fd")) <= before


def test_looking_lets_go_of_no_lock(tmp_path: Path) -> None:
    """To close any handle on a file lets go of the process's locks on it: a database's is not touched."""
    path = tmp_path / "log.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (n)")
        connection.execute("BEGIN EXCLUSIVE")
        assert Connection.of("127.0.0.1:1", 65_536) is None
        other = subprocess.run(
            [sys.executable, "-c", WRITER, str(path)], capture_output=True, text=True, check=False
        )
        assert "locked" in other.stderr


def test_room_is_there_as_long_as_the_client_reads(ends: tuple[socket.socket, socket.socket]) -> None:
    client, server = ends

    async def fill() -> None:
        connection = Connection.of(name_of(client), 65_536)
        assert connection is not None
        server.setblocking(False)
        assert await connection.room(0.1)
        sent = 0
        while await connection.room(0.2):
            with suppress(BlockingIOError):
                sent += server.send(b"x" * 65_536)
        assert not connection.takes_more
        waiting = asyncio.create_task(connection.room(PATIENCE))
        await asyncio.sleep(0.05)
        left = sent
        while left:
            left -= len(client.recv(left))
        assert await waiting
        connection.close()

    asyncio.run(fill())
