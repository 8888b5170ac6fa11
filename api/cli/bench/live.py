"""Readers: hundreds of live streams of one server, and views that a Redis has already.

Times are those of a real server over HTTP, of a process that readers and commands share.
"""

import asyncio
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlsplit

from redis import Redis, RedisError

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.over_http import WARM_UP, BenchFault, Client, quantile, unanswered
from ironclad.api.cli.bench.play import Figure, time
from ironclad.api.serving.ports import HeldPort
from ironclad.domain.kernel.engine.ruleset import Ruleset

READERS = 500
GAMES = 50
ROUNDS = 8
VIEWS = 500
VIEW = "map"
_SECONDS = 60.0  # past which a thing is not slow, but amiss


# -- live streams


@dataclass
class Audience:
    """Open streams, and when each reader got each event: seconds by reader and position."""

    api: str
    got: list[dict[int, float]] = field(default_factory=list)
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    async def join(self, game: str) -> None:
        """One more reader of a game, from the end of the log on."""
        where = urlsplit(self.api)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 20)
        host = f"{where.hostname}:{where.port}"
        writer.write(f"GET {where.path}/games/{game}/events/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        while not (line := await reader.readline()).startswith(b"id: "):
            if not line:
                raise BenchFault("a stream was not opened")
        times: dict[int, float] = {}
        self.got.append(times)
        self._tasks.append(asyncio.create_task(self._read(reader, writer, times)))

    @staticmethod
    async def _read(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, times: dict[int, float]
    ) -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    times[int(line[4:])] = perf_counter()
        finally:
            writer.close()

    async def await_event(self, readers: range, position: int) -> None:
        """Wait until these readers have an event. Raises BenchFault."""
        until = perf_counter() + _SECONDS
        while any(position not in self.got[number] for number in readers):
            if perf_counter() > until:
                raise BenchFault("an event did not reach every reader")
            await asyncio.sleep(0.005)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def live(directory: Path, ruleset: Ruleset[Any]) -> Iterator[Figure]:
    """live/p50 and live/p99: from the answer to a command to its last event at each of ten readers.

    An event that is there before the answer took no time.
    """
    with over_http.server(directory) as api:
        delays = asyncio.run(_delays(api, ruleset))
    bare = round_trips(GAMES * ROUNDS)
    for share in ("p50", "p99"):
        part = int(share[1:]) / 100
        against = f"a bare round trip on loopback, {share} ({READERS} readers of {GAMES} games)"
        yield time(f"live/{share}", quantile(delays, part) * 1000, quantile(bare, part) * 1000, "ms", against)


async def _delays(api: str, ruleset: Ruleset[Any]) -> list[float]:
    each = READERS // GAMES
    players = await asyncio.to_thread(lambda: [Player(api, ruleset) for _ in range(GAMES)])
    audience, delays = Audience(api), []
    try:
        for player in players:
            for _ in range(each):
                await audience.join(player.game)
        for _ in range(ROUNDS):  # in each, several commands are always under way
            given = await asyncio.gather(*(asyncio.to_thread(player.play) for player in players))
            for seat, (answered, position) in enumerate(given):
                readers = range(seat * each, (seat + 1) * each)
                await audience.await_event(readers, position)
                delays += [max(1e-6, audience.got[reader][position] - answered) for reader in readers]
    finally:
        await audience.leave()
        for player in players:
            player.close()
    return delays


class Player:
    """Plays a new game for every seat: the first of the commands that each due decision allows."""

    def __init__(self, api: str, ruleset: Ruleset[Any]) -> None:
        self._client, self._root = Client(api), urlsplit(api).path
        body = {"ruleset": ruleset.name, "scenario": next(iter(ruleset.identity.scenarios)), "title": "bench"}
        self.game: str = self._client.ask("POST", f"{self._root}/games", body)[1]["id"]
        self._path = f"{self._root}/games/{self.game}"
        self._tokens = {
            seat: self._client.ask("POST", f"{self._path}/seats/{seat}", {"player": f"bench-{seat}"})[1][
                "token"
            ]
            for seat in ruleset.seats
        }
        self._given = 0

    def play(self) -> tuple[float, int]:
        """Give one command: when it was answered, and the position of its last event."""
        (due, *_) = unanswered(self._client.ask("GET", self._path)[1])
        token = self._tokens[due["seat"]]
        offered = self._client.ask("GET", f"{self._path}/legal?seat={due['seat']}&limit=1", token=token)[1]
        body = {"id": f"bench-{self._given}", "decision": due["id"], "command": offered["commands"][0]}
        self._given += 1
        _, answer = self._client.ask("POST", f"{self._path}/commands", body, token)
        return perf_counter(), max(event["position"] for event in answer["events"])

    def close(self) -> None:
        self._client.close()


def round_trips(count: int, size: int = 600) -> list[float]:
    """Seconds of each of some exchanges of as many bytes as an event has, between two threads."""
    here, there = _connected()
    with here, there:

        def echo() -> None:
            while data := there.recv(size):
                there.sendall(data)

        echoing = Thread(target=echo, daemon=True)
        echoing.start()
        times = []
        for _ in range(count):
            started, left = perf_counter(), size
            here.sendall(b"x" * size)
            while left:
                left -= len(here.recv(left))
            times.append(perf_counter() - started)
        here.shutdown(socket.SHUT_RDWR)
        echoing.join()
    return times


def _connected() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        here = socket.create_connection(listening.getsockname())
        there, _ = listening.accept()
    for each in (here, there):
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return here, there


# -- views


def views(directory: Path, game: str) -> Iterator[Figure]:
    """view/redis p50: a view that Redis has, of a late position; nothing where there is no Redis."""
    with _redis() as url:
        if url is None:
            return
        with over_http.server(directory, {"IRONCLAD_REDIS": url}) as api:
            client, root = Client(api), urlsplit(api).path
            path = f"{root}/games/{game}/views/{VIEW}"
            size = len(json.dumps(client.ask("GET", path)[1]))
            times, empty = [], []
            for _ in range(VIEWS + WARM_UP):
                times.append(client.ask("GET", path)[0])
                empty.append(client.ask("GET", f"{root}/health")[0])
            client.close()
        bare = _bare_gets(url, size)
    against = f"an empty call, then a bare GET of the same {size:,} bytes from Redis"
    limit = quantile(empty[WARM_UP:], 0.5) + quantile(bare, 0.5)
    yield time("view/redis p50", quantile(times[WARM_UP:], 0.5) * 1000, limit * 1000, "ms", against)


def _bare_gets(url: str, size: int) -> list[float]:
    with Redis.from_url(url) as redis:
        redis.set("ironclad:bench", b"x" * size, ex=60)
        times = []
        for _ in range(VIEWS):
            started = perf_counter()
            redis.get("ironclad:bench")
            times.append(perf_counter() - started)
        redis.delete("ironclad:bench")
    return times


@contextmanager
def _redis() -> Iterator[str | None]:
    """The Redis that IRONCLAD_REDIS names, else one of the run's own, else none."""
    named, program = os.environ.get("IRONCLAD_REDIS"), shutil.which("redis-server")
    if named or program is None:
        yield named
        return
    with HeldPort("127.0.0.1", 0, socket.SO_REUSEADDR) as held:
        settings = ["--port", str(held.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        process = subprocess.Popen([program, *settings], stdout=subprocess.DEVNULL)
        try:
            url = f"redis://127.0.0.1:{held.port}/0"
            _await_redis(url)
            yield url
        finally:
            process.terminate()
            process.wait()


def _await_redis(url: str) -> None:
    until = perf_counter() + _SECONDS
    with Redis.from_url(url) as redis:
        while True:
            try:
                redis.ping()
                return
            except RedisError as refused:
                if perf_counter() > until:
                    raise BenchFault(f"Redis does not answer at {url}: {refused}") from refused
                sleep(0.02)
