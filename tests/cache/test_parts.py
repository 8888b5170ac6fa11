"""The link, the view cache and the limiter, each by itself: over a Redis in this process, or a real one."""

import socket
from collections.abc import Iterator
from threading import Event
from time import monotonic
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import ConnectionError as NoConnection

from ironclad.eventlog.store import BadStoreURL
from ironclad.referee.cache import redis_client as links
from ironclad.referee.cache import view_cache
from ironclad.referee.cache.connecting import Attempt
from ironclad.referee.cache.limiter import RedisLimiter
from ironclad.referee.cache.redis_client import REST_SECONDS, RedisClient
from ironclad.referee.cache.view_cache import RedisViewCache
from ironclad.referee.limits import Limiter, LocalLimiter
from tests.redis_server import NONSENSE, OwnRedis, no_redis, own_redis
from tests.waiting import PATIENCE

SECRET = b"a secret of tests"


class Clock:
    """A time that passes when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def fake() -> FakeServer:
    return FakeServer()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def link(fake: FakeServer, clock: Clock) -> Iterator[RedisClient]:
    made = RedisClient("redis://fake", make=lambda *_, **__: FakeRedis(server=fake), clock=clock)
    yield made
    made.close()


@pytest.fixture(scope="module")
def real() -> Iterator[OwnRedis]:
    with own_redis() as redis:
        yield redis


def cache_over(link: RedisClient, log: str | None = "log") -> RedisViewCache:
    return RedisViewCache(link, SECRET, lambda: log)


# -- the link


@pytest.mark.parametrize("answer", NONSENSE)
def test_what_is_no_redis_is_left_alone(answer: bytes) -> None:
    """Something else listens there, and answers: no call fails for it."""
    with no_redis(answer) as url:
        link = RedisClient(url)
        assert cache_over(link).find("view", "game") is None
        cache_over(link).put(b"value", "view", "game")
        assert RedisLimiter(link).allow("someone", 5, 1.0) == (True, 0.0)
        assert link.ask(lambda redis: redis.ping()) is None
        link.close()


def test_a_failure_is_followed_by_rest(link: RedisClient, fake: FakeServer, clock: Clock) -> None:
    asked = []

    def ask() -> Any:
        return link.ask(lambda redis: (asked.append(clock.now), redis.ping())[1])

    assert ask() is True
    fake.connected = False
    assert (ask(), ask(), len(asked)) == (None, None, 2)
    clock.now += REST_SECONDS
    assert (ask(), ask(), len(asked)) == (None, None, 3), "one tries, the others rest on"
    fake.connected = True
    assert ask() is None
    clock.now += REST_SECONDS
    assert (ask(), ask(), len(asked)) == (True, True, 5)


def test_a_fault_of_ours_is_no_fault_of_redis(link: RedisClient) -> None:
    with pytest.raises(KeyError):
        link.ask(lambda _: {}["missing"])
    assert link.ask(lambda redis: redis.ping()) is True


def test_what_is_no_redis_url_is_refused() -> None:
    with pytest.raises(BadStoreURL, match="redis://") as refused:
        RedisClient("http://:password@127.0.0.1")
    assert "password" not in str(refused.value)


# -- the view cache


def test_what_is_put_is_found_under_its_whole_key(link: RedisClient) -> None:
    cache = cache_over(link)
    cache.put(b"a view", "view", "game", "1")
    assert cache.find("view", "game", "1") == b"a view"
    assert cache.find("view", "game1", "") is None
    assert cache.find("view", "game") is None
    assert cache_over(link, "another log").find("view", "game", "1") is None


def test_a_log_without_a_name_has_no_cache(link: RedisClient, fake: FakeServer) -> None:
    cache = cache_over(link, None)
    cache.put(b"a view", "view")
    assert cache.find("view") is None
    assert FakeRedis(server=fake).keys() == []


@pytest.mark.parametrize("how", ["cut", "changed", "swapped", "forged", "emptied", "another type"])
def test_what_is_not_sound_is_not_believed(link: RedisClient, fake: FakeServer, how: str) -> None:
    redis, cache = FakeRedis(server=fake), cache_over(link)
    cache.put(b"one", "one")
    (index, name) = sorted(redis.keys(), key=len)
    cache.put(b"two", "two")
    other = next(key for key in redis.scan_iter() if key not in (index, name))
    kept = redis.get(name)
    assert kept is not None
    if how == "another type":
        redis.delete(name)
        redis.rpush(name, "one")
    elif how == "forged":
        RedisViewCache(link, b"another secret", lambda: "log").put(b"forged", "one")
    else:
        wrong = {"cut": kept[:-1], "changed": kept[:-1] + b"!", "swapped": redis.get(other), "emptied": b""}
        redis.set(name, wrong[how] or b"")
    assert cache.find("one") is None


def test_a_cache_is_bounded(link: RedisClient, fake: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_cache, "ENTRIES", 5)
    monkeypatch.setattr(view_cache, "ENTRY_BYTES", 100)
    redis, cache = FakeRedis(server=fake), cache_over(link)
    for number in range(12):
        cache.put(b"value", str(number))
    assert [number for number in range(12) if cache.find(str(number))] == [7, 8, 9, 10, 11]
    cache.put(b"x" * 101, "large")
    assert cache.find("large") is None
    assert all(0 < redis.ttl(key) <= view_cache.KEPT_SECONDS for key in redis.scan_iter())


def test_a_cache_that_is_gone_is_empty(link: RedisClient, fake: FakeServer) -> None:
    cache = cache_over(link)
    cache.put(b"a view", "view")
    fake.connected = False
    assert cache.find("view") is None
    cache.put(b"another", "view")


# -- the limiter


@pytest.fixture
def two_links(real: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RedisClient]]:
    """To an empty Redis that is waited for, so that a busy machine is not taken for one that is away."""
    monkeypatch.setattr(links, "SECONDS", PATIENCE)
    real.client.flushall()
    made = [RedisClient(real.url) for _ in range(2)]
    yield made
    for link in made:
        link.close()


@pytest.mark.full
def test_counts_are_shared_and_kept_in_redis(real: OwnRedis, two_links: list[RedisClient]) -> None:
    limiters = [RedisLimiter(link, Refusing()) for link in two_links]
    allowed = [limiters[number % 2].allow("blue", 5, 6_000) for number in range(7)]
    assert [each[0] for each in allowed] == [True] * 5 + [False] * 2
    assert 1_000 < allowed[-1][1] <= 1_200
    assert limiters[0].allow("grey", 5, 6_000) == (True, 0.0)
    assert not any(b"blue" in key for key in real.client.scan_iter())
    assert all(0 < real.client.pttl(key) <= 6_000_100 for key in real.client.keys("ironclad:limit:*"))


@pytest.mark.full
def test_what_was_counted_is_forgotten_in_time(real: OwnRedis, two_links: list[RedisClient]) -> None:
    """Redis has no other clock than its machine's: half an hour passes by moving what is due back."""
    limiter = RedisLimiter(two_links[0], Refusing())
    assert [limiter.allow("short", 2, 3_600)[0] for _ in range(3)] == [True, True, False]
    assert 1_700 < limiter.allow("short", 2, 3_600)[1] <= 1_800
    (key,) = real.client.keys("ironclad:limit:*")
    due = int(real.client.get(key) or 0)
    real.client.set(key, due - 1_800_000_000, keepttl=True)
    assert [limiter.allow("short", 2, 3_600)[0] for _ in range(2)] == [True, False]


def test_without_redis_each_process_counts_for_itself(link: RedisClient, fake: FakeServer) -> None:
    fake.connected = False
    limiter = RedisLimiter(link, LocalLimiter(Clock()))
    assert [limiter.allow("blue", 2, 60)[0] for _ in range(3)] == [True, True, False]


class Refusing(Limiter):
    """A limiter that must not be asked."""

    def allow(self, key: str, limit: int, seconds: float) -> tuple[bool, float]:
        raise NoConnection("Redis was not asked")


def test_a_name_that_is_never_looked_up_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered, asked = Event(), []

    def hang(*arguments: Any, **_: Any) -> Any:
        asked.append(arguments[0])
        answered.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 1))]

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    link = RedisClient("redis://redis.example/0")
    begun = monotonic()
    assert link.ask(lambda redis: redis.get("key")) is None
    assert monotonic() - begun < 10
    assert asked == ["redis.example"]
    assert link.ask(lambda redis: redis.get("key")) is None
    assert asked == ["redis.example"], "it is left alone for a while"
    answered.set()
    link.close()


@pytest.mark.parametrize("late", [False, True])
def test_a_connection_that_came_too_late_is_closed(late: bool) -> None:
    go, ours, theirs = Event(), *socket.socketpair()

    def connect() -> socket.socket:
        go.wait(60 if late else 0)
        return ours

    attempt = Attempt(connect)
    if not late:
        assert attempt.result(60) is ours
        ours.close()
    else:
        with pytest.raises(TimeoutError):
            attempt.result(0.01)
        go.set()
    theirs.settimeout(60)
    assert theirs.recv(1) == b""
    theirs.close()
