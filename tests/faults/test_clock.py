"""A clock that is set back: by hours, and to before the game was opened."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from time import monotonic, time

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import NotSignedIn
from ironclad.referee import match_requests
from ironclad.referee.cache import redis_client as links
from ironclad.referee.cache.limiter import RedisLimiter
from ironclad.referee.cache.redis_client import RedisClient
from ironclad.referee.people.access import Access
from tests.log.conftest import pull, referee_at, stored
from tests.redis_server import own_redis
from tests.waiting import PATIENCE

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
BACK = [timedelta(hours=6), timedelta(days=400)]  # the game is younger than that


class Clock:
    """Stands still unless it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def play_on(referee: Service, game: str) -> None:
    """Commands of both kinds on every line, a branch, and the game moved to a fork."""
    for _ in range(3):
        pull(referee, game)
    branch = referee.match.request(game, "reader", match_requests.Branch(referee.queries.head(game)[1])).id
    pull(referee, game, timeline=branch, by="reader")
    referee.match.request(game, "blue", match_requests.OfferDraw())
    pull(referee, game)
    at = next(
        at
        for at in range(referee.queries.head(game)[1] - 1, 0, -1)
        if referee.queries.position(game, at=at).boundary
    )
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(at))
    referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    pull(referee, game)


def times(referee: Service) -> dict[str, list[str]]:
    """What the log tells of time, in order, for each stream."""
    found: dict[str, list[str]] = {}
    for _, stream, _, _, body, _ in stored(referee):
        if (at := msgspec.json.decode(body).get("at")) and isinstance(at, str):
            found.setdefault(stream, []).append(at)
    return found


@pytest.mark.parametrize("back", BACK)
@pytest.mark.parametrize("who", ["the same", "restarted", "another"])
def test_time_in_the_log_never_goes_back(url: str, back: timedelta, who: str) -> None:
    """Told by the process that knew the time before, by the next one, and by one whose clock is behind."""
    ahead, behind = Clock(), Clock()
    first = referee_at(url, ids=None, clock=ahead)
    try:
        game = first.opening.open_game("tug", "long").id
        ahead.now += timedelta(minutes=10)
        play_on(first, game)
        if who == "the same":
            ahead.now -= back
            play_on(first, game)
        else:
            behind.now -= back
            if who == "restarted":
                first.close()
            with referee_at(url, ids=None, clock=behind) as second:
                play_on(second, game)
                if who == "another":
                    pull(first, game)
                    pull(second, game)
    finally:
        first.close()
    with referee_at(url) as reader:
        told = times(reader)
    assert len(told) >= 4
    for stream, each in told.items():
        assert all(before <= after for before, after in pairwise(each)), (stream, each)
    last = max(at for each in told.values() for at in each)
    assert last == "2026-07-01T12:10:00.000Z", "it stands still until the clock comes to it again"


def test_time_goes_on_when_the_clock_has_caught_up(url: str) -> None:
    clock = Clock()
    with referee_at(url, clock=clock) as referee:
        game = referee.opening.open_game("tug", "long").id
        for minutes in (10, -30, 15, 30):
            clock.now += timedelta(minutes=minutes)
            pull(referee, game)
        assert [at[11:16] for at in times(referee)[f"{game}/main"]] == ["12:10", "12:10", "12:10", "12:25"]


def test_a_token_is_good_no_longer_and_no_shorter_than_the_step(url: str) -> None:
    clock, life, hour = Clock(), 24 * 3600, timedelta(hours=1)
    with referee_at(url, clock=clock, access=Access(seat_seconds=life)) as referee:
        game = referee.opening.open_game("tug", "long").id
        early = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone").token

        def good(token: str, now: datetime) -> bool:
            clock.now = now
            try:
                return referee.authorization.authenticate(token).seat is not None
            except NotSignedIn:
                return False

        end = NOON + timedelta(seconds=life)
        assert good(early, end - timedelta(seconds=1))
        assert not good(early, end)
        assert good(early, end - hour), "a clock set back by an hour gives an hour, in which it is good"
        assert not good(early, end), "and no more"
        clock.now = NOON - hour
        late = referee.opening.take_seat(game, "grey", "Bob", id="known to Bob alone").token
        assert good(early, NOON - hour), "a token given in what is now the future is good"
        assert good(late, end - hour - timedelta(seconds=1))
        clock.now = NOON
        renewed = referee.authorization.renew_seat(
            game, "blue", referee.authorization.authenticate(early)
        ).token
        assert good(renewed, NOON)
        assert not good(early, NOON + timedelta(minutes=11))


def test_waiting_does_not_look_at_the_clock(url: str) -> None:
    clock = Clock()
    with referee_at(url, clock=clock) as referee:
        game = referee.opening.open_game("tug", "long").id
        clock.now -= timedelta(days=1)
        begun = monotonic()
        assert not referee.queries.wait(game, 5, timeout=0.3)
        assert 0.2 < monotonic() - begun < PATIENCE, "neither at once nor for a day"


@pytest.mark.full
def test_a_redis_whose_clock_is_set_back_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no other clock than the one of its machine: what it counted before is a day ahead then."""
    monkeypatch.setattr(links, "SECONDS", PATIENCE)
    with own_redis() as redis:
        link = RedisClient(redis.url)
        limiter = RedisLimiter(link)
        assert limiter.allow("blue", 2, 3_600)[0]
        (key,) = redis.client.keys("ironclad:limit:*")
        redis.client.set(key, str(int((time() + 86_400) * 1e6)), px=90_000_000)
        assert [limiter.allow("blue", 2, 3_600)[0] for _ in range(3)] == [True, True, False]
        assert 0 < redis.client.pttl(key) <= 3_600_100
        link.close()
