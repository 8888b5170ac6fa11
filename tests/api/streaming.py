"""Reading live streams in tests: one after the other over httpx, or hundreds at once over bare sockets."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.api.running import PATIENCE, Server, Table


class Stream:
    """An open stream: its greeting is read, its events are taken one by one."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()
        self.last_id = -1
        greeting = self.block()
        assert greeting.keys() == {"retry", "id"}
        self.last_id = int(greeting["id"])

    def block(self) -> dict[str, str]:
        """The fields up to the next empty line; a comment's field has no name."""
        fields: dict[str, str] = {}
        for line in self._lines:
            if not line:
                return fields
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        raise EOFError

    def event(self) -> dict[str, Any]:
        """The next event, whose id is its position. Raises EOFError at the end."""
        while "data" not in (fields := self.block()):
            pass
        event: dict[str, Any] = json.loads(fields["data"])
        assert int(fields["id"]) == event["position"] > self.last_id
        self.last_id = event["position"]
        return event

    def take(self, count: int) -> list[dict[str, Any]]:
        return [self.event() for _ in range(count)]

    def until(self, position: int) -> list[dict[str, Any]]:
        """The events up to the one at a position of the log."""
        events = []
        while self.last_id < position:
            events.append(self.event())
        return events


@contextmanager
def stream(
    http: httpx.Client,
    game: str,
    last: int | None = None,
    headers: dict[str, str] | None = None,
    **query: Any,
) -> Iterator[Stream]:
    """A stream from the event with the id `last` on."""
    more = {} if last is None else {"Last-Event-ID": str(last)}
    path, sent = f"/games/{game}/events/stream", {**more, **(headers or {})}
    with http.stream("GET", path, params=query, headers=sent, timeout=PATIENCE) as response:
        if response.status_code != 200:
            response.read()
        assert response.status_code == 200, (response, response.text)
        assert response.headers["content-type"] == "text/event-stream"
        live = Stream(response)  # kept here: the response ends with it
        yield live


def whole(table: Table, timeline: str | None = None) -> list[dict[str, Any]]:
    """What a stream of a game has to bring, told by the lists: the match's events and a timeline's."""
    found: list[dict[str, Any]] = []
    for path, query in (("/match/events", {}), ("/events", {"timeline": timeline} if timeline else {})):
        start: str | None = "1"
        while start is not None:
            page = table.get(path, **query, **{"from": start, "limit": 500}).json()
            found += page["items"]
            start = page["next"]
    return sorted(found, key=lambda event: int(event["position"]))


@dataclass
class Crowd:
    """Many readers of one server, each a bare connection; `got` has the ids that each one got."""

    server: Server
    got: list[list[int]] = field(default_factory=list)
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    async def join(self, game: str) -> None:
        """Open one more stream, from the end of the log on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, limit=1 << 20)
        writer.write(f"GET /api/v1/games/{game}/events/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        while not (line := await reader.readline()).startswith(b"id: "):
            assert line, "the stream was not opened"
        ids: list[int] = []
        self.got.append(ids)
        self._writers.append(writer)
        self._tasks.append(asyncio.create_task(self._read(reader, ids)))

    @staticmethod
    async def _read(reader: asyncio.StreamReader, ids: list[int]) -> None:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                ids.append(int(line[4:]))

    async def await_ids(self, count: int) -> None:
        """Wait until every reader has got so many."""
        async with asyncio.timeout(PATIENCE):
            while any(len(ids) < count for ids in self.got):
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        for writer in self._writers:
            writer.close()
        for task in self._tasks:
            with suppress(ConnectionError):
                await task
