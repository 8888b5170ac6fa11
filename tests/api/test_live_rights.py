"""A live stream ends soon after its reader has lost the token or the right that it was opened with."""

from collections.abc import Iterator
from contextlib import ExitStack
from time import sleep

import httpx
import pytest

from tests.api.running import Server, Table
from tests.api.streaming import stream

pytestmark = pytest.mark.every_store

PASSWORD = "correct horse battery"
BOUNDS = {"accounts": True, "look_seconds": 0.3, "ping_seconds": 0.2}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with accounts, which looks often."""
    running = Server(tmp_path_factory.mktemp("rights") / "log.db", bounds=BOUNDS).start()
    with running.client() as client:
        yield client
    assert running.stop() == 0


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A game on a service without accounts, which looks often."""
    bounds = {name: each for name, each in BOUNDS.items() if name != "accounts"}
    running = Server(tmp_path_factory.mktemp("seats") / "log.db", bounds=bounds).start()
    with running.client() as client:
        yield Table.open(client)
    assert running.stop() == 0


def entered(http: httpx.Client, name: str) -> dict[str, str]:
    """A new account, signed in: the header that says so."""
    assert http.post("/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
    return signed_in(http, name)


def signed_in(http: httpx.Client, name: str) -> dict[str, str]:
    given = http.post("/sessions", json={"name": name, "password": PASSWORD})
    return {"Authorization": f"Bearer {given.json()['token']}"}


def opened(http: httpx.Client, by: dict[str, str], private: bool) -> str:
    asked = {"ruleset": "tug", "scenario": "long", "private": private}
    game: str = http.post("/games", json=asked, headers=by).json()["id"]
    return game


def test_a_stream_ends_with_its_token(http: httpx.Client) -> None:
    ann = entered(http, "Ann")
    game, other = opened(http, ann, private=False), signed_in(http, "Ann")
    with ExitStack() as open_ones:
        lost, kept, nobodys = (
            open_ones.enter_context(stream(http, game, headers=by)) for by in (ann, other, {})
        )
        assert http.delete("/sessions/current", headers=ann).status_code == 200
        with pytest.raises(EOFError):
            lost.event()
        assert http.post(f"/games/{game}/forks", json={"at": 1}, headers=other).status_code == 201
        assert [each.take(2)[-1]["type"] for each in (kept, nobodys)] == ["timeline_opened"] * 2


def test_a_seats_stream_goes_on_while_its_token_is_good(table: Table) -> None:
    """It is looked at again outside its request, several times before the pull."""
    by_header = {"Authorization": f"Bearer {table.tokens['blue']}"}
    by_cookies = {
        "Cookie": "; ".join(f"ironclad-{seat}={token}" for seat, token in table.tokens.items()),
        "Sec-Fetch-Site": "same-origin",
    }
    with ExitStack() as open_ones:
        lives = [
            open_ones.enter_context(stream(table.http, table.game, headers=by))
            for by in (by_header, by_cookies)
        ]
        sleep(4 * BOUNDS["look_seconds"])
        table.pull()
        assert [live.event()["type"] for live in lives] == ["command_accepted"] * 2


def test_a_stream_of_a_private_game_ends_for_who_was_dismissed(http: httpx.Client) -> None:
    bob, eve = entered(http, "Bob"), entered(http, "Eve")
    game = opened(http, bob, private=True)
    assert http.post(f"/games/{game}/readers", json={"name": "Eve"}, headers=bob).status_code == 200
    with stream(http, game, headers=bob) as hosts, stream(http, game, headers=eve) as guests:
        assert http.delete(f"/games/{game}/readers/Eve", headers=bob).status_code == 200
        with pytest.raises(EOFError):
            guests.event()
        assert http.get(f"/games/{game}/events/stream", headers=eve).status_code == 404
        assert http.post(f"/games/{game}/forks", json={"at": 1}, headers=bob).status_code == 201
        assert hosts.take(2)[-1]["type"] == "timeline_opened"


def test_who_takes_a_seat_meanwhile_comes_again_with_that_seats_eyes(http: httpx.Client) -> None:
    """What a stream may show is settled when it is opened; for another seat it must be opened again."""
    kim = entered(http, "Kim")
    game = opened(http, kim, private=False)
    with stream(http, game, headers=kim) as live:
        assert http.post(f"/games/{game}/seats/grey", json={}, headers=kim).status_code == 201
        with pytest.raises(EOFError):
            live.take(1_000)
        last = live.last_id
    with stream(http, game, last=last, headers=kim) as again:
        assert again.last_id == last
