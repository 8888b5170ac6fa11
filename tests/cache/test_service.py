"""Referees that share a Redis: it makes them quicker, and whatever happens to it harms no game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from projections import follower
from projections.cache import wakes
from projections.positions import Positions
from projections.referee import Referee
from projections.store.recorders import Row
from tests.log.conftest import pull
from tests.redis_server import OwnRedis, own_redis
from tests.toy import TUG, Tug

SOON = 0.5


@pytest.fixture
def redis() -> Iterator[OwnRedis]:
    with own_redis() as made:
        yield made


@pytest.fixture
def url(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


def referee_with(url: str, redis: OwnRedis, ruleset: Any = TUG) -> Referee:
    return Referee(url, {"tug": ruleset}, secret=b"of one service", redis=redis.url, exclusive=False)


def within(seconds: float, true: Callable[[], bool]) -> bool:
    until = monotonic() + seconds
    while not true() and monotonic() < until:
        sleep(0.005)
    return true()


class Heard:
    """What a follower of a referee hands on."""

    def __init__(self, referee: Referee) -> None:
        self.positions: list[int] = []
        self._listening = Event()
        self._follower = referee.follow(self._take, self._listening.is_set)

    def _take(self, place: int, rows: Sequence[Row]) -> None:
        self.positions += [row[4] for row in rows] or [place]

    def __enter__(self) -> "Heard":
        self._listening.set()
        self._follower.wake()
        assert within(5, lambda: bool(self.positions))
        return self

    def __exit__(self, *_: object) -> None:
        self._follower.close()


def test_a_view_is_made_once_for_all(url: str, redis: OwnRedis) -> None:
    def fails(_: Tug) -> dict[str, Any]:
        raise AssertionError("the view was made again")

    with referee_with(url, redis) as first:
        game = first.open_game("tug", "long").id
        pull(first, game)
        made = first.view_json(game, "map", seat=None)
        with referee_with(url, redis, replace(TUG, views={"map": fails})) as second:
            assert second.view_json(game, "map", seat=None) == made
            for other in ({"seat": "blue"}, {"seat": None, "at": 1}):
                with pytest.raises(AssertionError):
                    second.view_json(game, "map", **other)
        with (
            referee_with(url, redis, replace(TUG, version="1.1", views={"map": fails})) as newer,
            pytest.raises(AssertionError),
        ):
            newer.view_json(game, "map", seat=None)


def test_the_position_at_a_head_is_shared(url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    with referee_with(url, redis) as first:
        game = first.open_game("tug", "long").id
        for _ in range(5):
            pull(first, game)
        first.settle()
        expected = first.position(game)
        with referee_with(url, redis) as second:
            monkeypatch.setattr(Positions, "_rebuild", None)
            assert second.position(game) == expected


def test_a_commit_wakes_the_others_at_once(
    url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "_LOOK_SECONDS", 60.0)
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.open_game("tug", "long").id
        with Heard(second) as heard:
            sleep(SOON)  # until it waits at the stream of a log that has just got its name
            assert within(2, lambda: redis.client.exists(*redis.client.keys("*commits") or ["none"]) == 1)
            sleep(wakes._BLOCK_SECONDS)
            for _ in range(5):
                pull(first, game)
                size = first.log_size()
                assert within(SOON, lambda: heard.positions[-1] == size)  # noqa: B023
            assert heard.positions == list(range(heard.positions[0], size + 1))


@pytest.mark.parametrize("harm", ["killed", "frozen", "flushed", "poisoned"])
def test_no_harm_to_redis_harms_a_game(url: str, redis: OwnRedis, harm: str) -> None:
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.open_game("tug", "long").id
        slowest, faults = 0.0, []

        def play() -> None:
            nonlocal slowest
            try:
                for _ in range(60):
                    begun = monotonic()
                    pull(first, game)
                    first.view_json(game, "map", seat=None)
                    first.limiter.allow("blue", 10_000, 60)
                    slowest = max(slowest, monotonic() - begun)
                    sleep(0.01)
            except Exception as fault:
                faults.append(fault)

        with Heard(second) as heard:
            player = Thread(target=play)
            player.start()
            sleep(0.2)
            if harm == "killed":
                redis.kill()
            elif harm == "frozen":
                redis.freeze()
            elif harm == "flushed":
                redis.client.flushall()
            else:
                for key in redis.client.scan_iter("*"):
                    redis.client.delete(key)
                    redis.client.set(key, b"poison" * 20)
            player.join()
            assert not faults
            assert slowest < 0.4
            size = first.log_size()
            assert within(2, lambda: heard.positions[-1] == size)
            assert heard.positions == list(range(heard.positions[0], size + 1))
        begun = monotonic()
        assert second.view_json(game, "map", seat=None) == first.view_json(game, "map", seat=None)
        assert monotonic() - begun < 0.4
    with Referee(url, {"tug": TUG}, exclusive=False) as alone:
        assert alone.log_size() == size


@pytest.mark.parametrize("frozen", [False, True])
def test_a_referee_closes_at_once(url: str, redis: OwnRedis, frozen: bool) -> None:
    referee = referee_with(url, redis)
    pull(referee, referee.open_game("tug", "long").id)
    sleep(wakes._BLOCK_SECONDS + 0.2)  # until it waits at the stream
    if frozen:
        redis.freeze()
    begun = monotonic()
    referee.close()
    assert monotonic() - begun < 0.5


def test_redis_that_comes_back_is_used_again(
    url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.cache.link.REST_SECONDS", 0.1)
    monkeypatch.setattr(wakes, "REST_SECONDS", 0.1)
    monkeypatch.setattr(follower, "_LOOK_SECONDS", 60.0)
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.open_game("tug", "long").id
        redis.kill()
        pull(first, game)
        redis.start()
        with Heard(second) as heard:
            sleep(SOON)

            def woken() -> bool:
                pull(first, game)
                return within(SOON, lambda: heard.positions[-1] == first.log_size())

            assert within(5, woken)
            assert heard.positions == list(range(heard.positions[0], first.log_size() + 1))
