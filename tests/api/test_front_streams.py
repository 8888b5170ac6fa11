"""The front and calls for live streams: a connection is looked for where a reader was let in."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ironclad.api.serving import request_buffer
from ironclad.api.serving.fair_pool import Bounds
from ironclad.api.serving.request_buffer import Front
from ironclad.api.serving.streams import READER, STREAMS, Streams

SCOPE = SimpleNamespace(
    proto="http",
    method="GET",
    path="/api/v1/games/g/events/stream",
    query_string="",
    server="127.0.0.1:8000",
    client="127.0.0.1:1",
    http_version="1.1",
    scheme="http",
    authority="127.0.0.1:8000",
    headers={},
)
App = Callable[[dict[str, Any], Any], list[bytes]]


class FakeStreams:
    """Counts readers that were let go."""

    def __init__(self) -> None:
        self.dismissed: list[object] = []

    def dismiss(self, reader: object) -> None:
        self.dismissed.append(reader)


def answered(app: App, streams: FakeStreams) -> tuple[int, bytes]:
    """What the front answers to a call for a stream."""
    told: list[tuple[int, bytes]] = []
    protocol = SimpleNamespace(response_bytes=lambda status, headers, body: told.append((status, body)))
    made = Front(app, Bounds(1), 1_000, cast(Streams, streams), 65_536)
    asyncio.run(made.__rsgi__(SCOPE, protocol))
    made.close()
    (only,) = told
    return only


def test_a_call_that_is_refused_has_no_connection_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    monkeypatch.setattr(request_buffer.Connection, "of", lambda client, buffer: looks.append(client))

    def refuses(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("404 NOT FOUND", [])
        return [b"no game"]

    assert answered(refuses, streams := FakeStreams()) == (404, b"no game")
    assert looks == streams.dismissed == []


@pytest.mark.parametrize("tells", [True, False])
def test_a_reader_whose_connection_is_not_found_is_answered_at_once(
    monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    """And leaves its place among the streams to another."""
    monkeypatch.setattr(request_buffer.Connection, "can_be_found", lambda: tells)
    reader = object()

    def lets_in(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [])
        if STREAMS not in environ:
            return [b"what is there"]
        environ[READER] = reader
        return [b""]

    assert answered(lets_in, streams := FakeStreams()) == (200, b"what is there")
    assert streams.dismissed == ([reader] if tells else [])
