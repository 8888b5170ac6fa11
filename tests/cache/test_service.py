"""Referees that share a Redis: it makes them quicker, and whatever happens to it harms no game."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from sqlite3 import connect
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from ironclad.api.service import Service, ServiceSettings
from ironclad.eventlog.store.recorders import Row
from ironclad.projections import follower
from ironclad.referee.cache import commit_feed
from ironclad.referee.cache import redis_client as links
from ironclad.referee.cache.commit_feed import CommitFeed
from ironclad.referee.positions import Positions
from tests.log.conftest import pull
from tests.redis_server import OwnRedis, own_redis
from tests.toy import TUG, Tug, changed
from tests.waiting import PATIENCE, within

pytestmark = pytest.mark.full

NEVER = 10 * PATIENCE


@pytest.fixture
def redis() -> Iterator[OwnRedis]:
    with own_redis() as made:
        yield made


@pytest.fixture
def url(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis is waited for longer than a busy machine needs: it is never taken for one that is away."""
    monkeypatch.setattr(links, "SECONDS", PATIENCE)


def referee_with(url: str, redis: OwnRedis, ruleset: Any = TUG) -> Service:
    return Service(
        url, {"tug": ruleset}, ServiceSettings(secret=b"of one service", redis=redis.url, exclusive=False)
    )


def await_hearers(redis: OwnRedis, count: int) -> None:
    """Until so many wait at a stream of commits."""
    assert within(lambda: redis.client.info("clients")["blocked_clients"] == count)


class Heard:
    """What a follower of a referee hands on."""

    def __init__(self, referee: Service) -> None:
        self.positions: list[int] = []
        self._listening = Event()
        self._follower = referee.queries.follow(self._take, self._listening.is_set)

    def _take(self, place: int, rows: Sequence[Row]) -> None:
        self.positions += [row[4] for row in rows] or [place]

    def __enter__(self) -> "Heard":
        self._listening.set()
        self._follower.wake()
        assert within(lambda: bool(self.positions))
        return self

    def __exit__(self, *_: object) -> None:
        self._follower.close()


@pytest.mark.usefixtures("patient")
def test_a_view_is_made_once_for_all(url: str, redis: OwnRedis) -> None:
    def fails(_: Tug) -> dict[str, Any]:
        raise AssertionError("the view was made again")

    with referee_with(url, redis) as first:
        game = first.opening.open_game("tug", "long").id
        pull(first, game)
        made = first.queries.view_json(game, "map", seat=None)
        with referee_with(url, redis, changed(TUG, views={"map": fails})) as second:
            assert second.queries.view_json(game, "map", seat=None) == made
            assert second.queries.view_json(game, "map", seat="blue") == made, "nothing is hidden from a seat"
            with pytest.raises(AssertionError):
                second.queries.view_json(game, "map", seat=None, at=1)
        with (
            referee_with(url, redis, changed(TUG, version="1.1", views={"map": fails})) as newer,
            pytest.raises(AssertionError),
        ):
            newer.queries.view_json(game, "map", seat=None)


@pytest.mark.usefixtures("patient")
def test_the_position_at_a_head_is_shared(url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    with referee_with(url, redis) as first:
        game = first.opening.open_game("tug", "long").id
        for _ in range(5):
            pull(first, game)
        first.upkeep.settle()
        expected = first.queries.position(game)
        with referee_with(url, redis) as second:
            monkeypatch.setattr(Positions, "_rebuild", None)
            assert second.queries.position(game) == expected


@pytest.mark.usefixtures("patient")
def test_a_shared_position_of_another_past_is_not_believed(
    url: str, redis: OwnRedis, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A backup is put in and played on, while Redis still has the positions of the log before it."""
    backup = f"sqlite:///{tmp_path / 'backup.db'}"

    def shout(word: str) -> dict[str, Any]:
        return {"id": "c1", "command": {"type": "shout", "word": word}}

    with referee_with(url, redis) as first:
        game = first.opening.open_game("tug", "long").id
        pull(first, game)
        with connect(tmp_path / "log.db") as rows, connect(tmp_path / "backup.db") as copy:
            rows.backup(copy)
        first.commands.handle(game, "blue", shout("before the loss"))
        first.upkeep.settle()
        left, (_, version) = first.queries.position(game), first.queries.head(game)
    settings = ServiceSettings(secret=b"of one service", exclusive=False)
    with Service(backup, {"tug": TUG}, settings) as alone:
        alone.commands.handle(game, "blue", shout("after the loss"))
        true = alone.queries.position(game)
        assert alone.queries.head(game)[1] == version
    assert true != left
    with referee_with(backup, redis) as second:
        refused: list[bool] = []
        second.on_position_refused(lambda: refused.append(True))
        assert second.queries.position(game) == true
        assert refused
        assert f"the shared position of {game}/main at {version} is not believed" in caplog.text
    with referee_with(url, redis) as again:
        assert again.queries.position(game) == left


@pytest.mark.usefixtures("patient")
def test_a_commit_wakes_the_others(url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would not look by themselves for as long as the test lasts."""
    monkeypatch.setattr(follower, "_LOOK_SECONDS", NEVER)
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.opening.open_game("tug", "long").id
        with Heard(second) as heard:
            await_hearers(redis, 2)
            for _ in range(5):
                pull(first, game)
                size = first.queries.log_size()
                assert within(lambda: heard.positions[-1] == size)  # noqa: B023
            assert heard.positions == list(range(heard.positions[0], size + 1))


@pytest.mark.parametrize("harm", ["killed", "frozen", "flushed", "poisoned"])
def test_no_harm_to_redis_harms_a_game(url: str, redis: OwnRedis, harm: str) -> None:
    """Redis costs a command a tenth of a second at most; a hundred times that is still not to wait for it."""
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.opening.open_game("tug", "long").id
        slowest, played, faults = 0.0, 0, list[Exception]()

        def play() -> None:
            nonlocal slowest, played
            try:
                for _ in range(60):
                    begun = monotonic()
                    pull(first, game)
                    first.queries.view_json(game, "map", seat=None)
                    first.limiter.allow("blue", 10_000, 60)
                    slowest, played = max(slowest, monotonic() - begun), played + 1
                    sleep(0.01)
            except Exception as fault:
                faults.append(fault)

        with Heard(second) as heard:
            player = Thread(target=play, daemon=True)
            player.start()
            assert within(lambda: played >= 10 or bool(faults))
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
            player.join(PATIENCE)
            assert not faults
            assert played == 60
            assert slowest < 100 * 2 * links.SECONDS
            size = first.queries.log_size()
            assert within(lambda: heard.positions[-1] == size)
            assert heard.positions == list(range(heard.positions[0], size + 1))
        assert second.queries.view_json(game, "map", seat=None) == first.queries.view_json(
            game, "map", seat=None
        )
    with Service(url, {"tug": TUG}, ServiceSettings(exclusive=False)) as alone:
        assert alone.queries.log_size() == size


@pytest.mark.parametrize("frozen", [False, True])
def test_a_referee_that_waits_at_the_stream_closes(
    url: str, redis: OwnRedis, frozen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait there for as long as the test lasts."""
    with referee_with(url, redis) as first:
        first.opening.open_game("tug", "long")  # the log has its name, and so its stream
    monkeypatch.setattr(commit_feed, "_BLOCK_SECONDS", NEVER)
    referee = referee_with(url, redis)
    await_hearers(redis, 1)
    if frozen:
        redis.freeze()
    closing = Thread(target=referee.close, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_a_referee_closes_that_is_about_to_wait_at_the_stream(
    url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection that it will wait with is made again after it was cut."""
    monkeypatch.setattr(commit_feed, "_BLOCK_SECONDS", NEVER)
    about, waits = Event(), CommitFeed._await

    def wait_later(self: CommitFeed, key: str, last: str) -> str:
        about.set()
        assert within(self._closing.is_set)
        sleep(0.2)
        return waits(self, key, last)

    with referee_with(url, redis) as first:
        first.opening.open_game("tug", "long")
        monkeypatch.setattr(CommitFeed, "_await", wait_later)
        referee = referee_with(url, redis)
        assert about.wait(PATIENCE)
        closing = Thread(target=referee.close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive()


@pytest.mark.usefixtures("patient")
def test_redis_that_comes_back_is_used_again(
    url: str, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ironclad.referee.cache.redis_client.REST_SECONDS", 0.1)
    monkeypatch.setattr(commit_feed, "REST_SECONDS", 0.1)
    monkeypatch.setattr(follower, "_LOOK_SECONDS", NEVER)
    with referee_with(url, redis) as first, referee_with(url, redis) as second:
        game = first.opening.open_game("tug", "long").id
        redis.kill()
        pull(first, game)
        redis.start()
        with Heard(second) as heard:

            def woken() -> bool:
                pull(first, game)
                return within(lambda: heard.positions[-1] == first.queries.log_size(), 0.5)

            assert within(woken)
            assert heard.positions == list(range(heard.positions[0], first.queries.log_size() + 1))
