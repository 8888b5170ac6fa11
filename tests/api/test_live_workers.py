"""Streams of several servers over one PostgreSQL log: taken up again at any of them, Redis or no Redis."""

from collections.abc import Iterator
from threading import Thread
from time import monotonic
from typing import Any

import httpx
import pytest

from tests import postgresql
from tests.api.running import Server, Table
from tests.api.streaming import stream, whole
from tests.api.test_durability import await_view
from tests.redis_server import OwnRedis, own_redis

pytestmark = pytest.mark.full


@pytest.fixture
def redis() -> Iterator[OwnRedis]:
    with own_redis() as made:
        yield made


@pytest.fixture
def servers(redis: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Server]]:
    monkeypatch.setenv("IRONCLAD_SECRET", "the same for every server of this log")
    with postgresql.schema() as url:
        pair = [Server(url, bounds={"redis": redis.url, "wait_seconds": 1.0}).start() for _ in range(2)]
        yield pair[0], pair[1]
        for each in pair:
            if each.process is not None:
                each.stop()


def test_a_stream_is_taken_up_again_at_another_server(
    servers: tuple[Server, Server], redis: OwnRedis
) -> None:
    """A burst of commands at both servers; Redis is killed in the middle of it, and then one server."""
    here, there = servers
    with here.client() as first, there.client() as second:
        table = Table.open(first)
        elsewhere = Table(second, table.game, table.tokens)
        got: list[dict[str, Any]] = []
        with stream(second, table.game, after=0) as live:
            burst = Thread(target=lambda: [(table.pull(), elsewhere.pull()) for _ in range(25)])
            burst.start()
            got += live.take(40)
            redis.kill()
            got += live.take(40)
        burst.join()
        there.kill()
        table.pull(3)
        expected = whole(table)
        with stream(first, table.game, last=got[-1]["position"]) as live:
            got += live.until(expected[-1]["position"])
        assert got == expected


@pytest.mark.parametrize("harm", ["none", "killed", "frozen"])
def test_what_one_server_answers_another_tells_at_once(
    servers: tuple[Server, Server], redis: OwnRedis, harm: str
) -> None:
    here, there = servers
    with here.client() as first, there.client() as second:
        table = Table.open(first)
        table.pull()
        with stream(second, table.game) as live:
            if harm == "killed":
                redis.kill()
            elif harm == "frozen":
                redis.freeze()
            delays = []
            for _ in range(5):
                (receipt,) = table.pull()
                answered = monotonic()
                assert live.take(len(receipt["events"])) == receipt["events"]
                delays.append(monotonic() - answered)
            assert min(delays) < 2, "a Redis that does not answer is waited for by nobody"


def test_a_view_waits_for_a_version_that_another_server_makes(servers: tuple[Server, Server]) -> None:
    with servers[0].client() as first, servers[1].client() as second:
        table = Table.open(first)
        version = table.version()
        views: list[httpx.Response] = []
        waiting = Thread(target=lambda: views.append(await_view(second, table.game, version + 2)))
        waiting.start()
        table.pull()
        waiting.join()
        assert views[0].status_code == 200
        assert views[0].json()["at"] >= version + 2
        late = second.get(f"/games/{table.game}/views/map", params={"min_version": version + 50})
        assert (late.status_code, late.json()["type"]) == (409, "/api/docs#not-yet")
