"""Invitations by link: made, taken once, told clearly when they are over; on every store."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Kind, Rate, Settings
from ironclad.referee.people.invitations import OPEN_AT_MOST
from ironclad.referee.people.roles import Role
from tests.api.shared import CHEAP, Shared, service
from tests.stores import Store
from tests.toy import TUG

pytestmark = pytest.mark.every_store

NEVER = "0" * 64


@pytest.fixture
def home(store: Store) -> Iterator[Shared]:
    """One's own machine: no account is needed."""
    with service(store, accounts=False) as shared:
        yield shared


@pytest.fixture
def club(store: Store) -> Iterator[Shared]:
    """A service that many use, with Ann, Bob and Eve."""
    with service(store) as shared:
        for name in ("Ann", "Bob", "Eve"):
            shared.add(name)
        yield shared


def browser(shared: Shared) -> FlaskClient:
    return create_app(shared.referee, shared.settings, shared.referee.limiter).test_client()


def signed_in(shared: Shared, name: str) -> FlaskClient:
    client = browser(shared)
    client.set_cookie(
        "ironclad-session", shared.referee.people.tokens.give(account(shared, name), "session", "")[0]
    )
    return client


def account(shared: Shared, name: str) -> str:
    found = shared.referee.people.accounts.find(name)
    assert found is not None
    return found.account


def hosted(shared: Shared, by: str | None = None, **more: Any) -> tuple[str, str]:
    """A game of which somebody holds blue, and that seat's token."""
    game = shared.open_game(by, **more)
    return game, shared.sit(game, "blue", by, **({} if by else {"player": "Ada"}))


def invited(shared: Shared, game: str, token: str | None = None, by: str | None = None, **body: Any) -> str:
    """The path of a new invitation, to grey unless it is to watch."""
    answer = shared.post(f"/games/{game}/invitations", {"seat": "grey", **body}, by, token)
    assert answer.status_code == 201, answer.text
    path: str = answer.json["path"]  # type: ignore[index]
    assert re.fullmatch("/invitations/[0-9a-f]{64}", path)
    return path


def form_of(page: TestResponse) -> dict[str, str]:
    assert page.status_code == 200, page.text
    (id,) = re.findall(r'name="id" value="([^"]+)"', page.text)
    return {"id": id}


def seats(shared: Shared, game: str) -> dict[str, str | None]:
    return {each.seat: each.name for each in shared.referee.queries.game(game).seats}


def test_a_link_seats_whoever_opens_it_first_and_nobody_after(home: Shared) -> None:
    game, token = hosted(home)
    path = invited(home, game, token)
    guest, late = browser(home), browser(home)
    page = guest.get(path)
    form = form_of(page)
    assert "Ada" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "strict-origin", "only where, never which"
    sat = guest.post(path, data={**form, "player": "Bo <b>"})
    assert (sat.status_code, sat.headers["Location"]) == (303, f"/games/{game}")
    assert seats(home, game) == {"blue": "Ada", "grey": "Bo <b>"}
    assert "Bo &lt;b&gt; (you)" in guest.get(f"/games/{game}").text
    again = guest.post(path, data={**form, "player": "Bo <b>"})
    assert again.status_code == 303, "the same form sent twice is answered as the first time"
    for answer in (late.get(path), late.post(path, data={"player": "Cy"})):
        assert "was used" in answer.text
        assert "grey" not in (answer.headers.get("Set-Cookie") or "")
    assert late.post(path, data={"player": "Cy"}).status_code == 409
    assert seats(home, game)["grey"] == "Bo <b>"


def test_only_hashes_of_links_are_kept(home: Shared) -> None:
    game, token = hosted(home)
    secret = invited(home, game, token).rpartition("/")[2]
    with home.referee.open_games.log.database.reader() as connection:
        rows = connection.execute("SELECT * FROM invitations").fetchall()
    assert len(rows) == 1
    assert secret not in repr(rows)
    assert bytes.fromhex(secret) not in [
        bytes(each) for each in rows[0] if isinstance(each, bytes | memoryview)
    ]
    assert secret not in home.get(f"/games/{game}/invitations", token=token).text


def test_the_same_request_is_told_the_same_link(home: Shared) -> None:
    game, token = hosted(home)
    body = {"seat": "grey", "id": "a-secret-of-my-own"}
    first, again = (home.post(f"/games/{game}/invitations", body, token=token) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json["path"] == again.json["path"]  # type: ignore[index]
    assert len(home.get(f"/games/{game}/invitations", token=token).json["items"]) == 1  # type: ignore[index]


def test_an_invitation_is_withdrawn_by_its_maker_alone(home: Shared) -> None:
    game, token = hosted(home)
    path = invited(home, game, token)
    other, stranger = hosted(home)
    (listed,) = home.get(f"/games/{game}/invitations", token=token).json["items"]  # type: ignore[index]
    assert (listed["seat"], listed["state"]) == ("grey", "open")
    gone = f"/games/{game}/invitations/{listed['id']}"
    assert home.call("DELETE", gone, token=stranger).status_code == 404
    assert home.call("DELETE", gone.replace(game, other), token=stranger).status_code == 404
    assert home.call("DELETE", gone, token=token).json == {"items": []}
    assert home.call("DELETE", gone, token=token).status_code == 409
    guest = browser(home)
    assert "was withdrawn" in guest.get(path).text
    refused = guest.post(path, data={"player": "Bo"})
    assert (refused.status_code, "was withdrawn" in refused.text) == (409, True)
    assert seats(home, game)["grey"] is None


def test_an_invitation_ends_after_its_days(store: Store) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    settings = Settings({TUG.name: TUG}, access=CHEAP)
    with Service(
        store.url, settings.rulesets, ServiceSettings(redis=store.redis, clock=lambda: now[0])
    ) as referee:
        shared = Shared(referee, settings)
        game, token = hosted(shared)
        path = invited(shared, game, token, days=2)
        now[0] += timedelta(days=2, seconds=-1)
        assert browser(shared).get(path).text.count("Sit down as") == 1
        now[0] += timedelta(seconds=1)
        assert "its days are over" in browser(shared).get(path).text
        assert browser(shared).post(path, data={"player": "Bo"}).status_code == 409
        assert shared.get(f"/games/{game}/invitations", token=token).json == {"items": []}


def test_a_seat_that_is_taken_otherwise_meanwhile(home: Shared) -> None:
    game, token = hosted(home)
    path = invited(home, game, token)
    home.sit(game, "grey", player="Cy")
    guest = browser(home)
    assert "taken meanwhile" in guest.get(path).text
    refused = guest.post(path, data={"player": "Bo"})
    assert (refused.status_code, "taken meanwhile" in refused.text) == (409, True)
    taken = home.post(f"/games/{game}/invitations", {"seat": "grey"}, token=token)
    assert (taken.status_code, taken.json["rule"]) == (409, "match/seat-taken")  # type: ignore[index]


@pytest.mark.parametrize("token", [NEVER, "x", "%00", "\ud7ff", "é" * 60, "../games"])
def test_a_link_that_never_was(home: Shared, token: str) -> None:
    guest = browser(home)
    for answer in (guest.get(f"/invitations/{token}"), guest.post(f"/invitations/{token}", data={})):
        assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "no-store"


def test_guessing_links_is_slowed(store: Store) -> None:
    with service(store, accounts=False, rates={Kind.SIGN_IN: Rate(3, 600)}) as shared:
        game, token = hosted(shared)
        path = invited(shared, game, token)
        statuses = [browser(shared).get(f"/invitations/{number:064x}").status_code for number in range(5)]
        assert statuses == [404] * 3 + [429] * 2
        assert browser(shared).get(path).status_code == 200, "who has a link is not slowed by others"


@contextmanager
def two_workers(store: Store) -> Iterator[list[Shared]]:
    """Two processes over one store that many may share; over SQLite one, asked from two threads."""
    settings = Settings({TUG.name: TUG}, access=CHEAP)
    with ExitStack() as stack:
        count = 2 if store.url.startswith("postgresql") else 1
        shared = ServiceSettings(secret=b"s" * 32, redis=store.redis)
        referees = [stack.enter_context(Service(store.url, settings.rulesets, shared)) for _ in range(count)]
        yield [Shared(referees[number % count], replace(settings)) for number in range(2)]


def patiently(ask: Callable[[], TestResponse]) -> TestResponse:
    """Ask again where the store did not answer in time, as our own pages do: a disk may be slow."""
    for _ in range(10):
        if (answer := ask()).status_code != 503:
            return answer
    return answer


def test_of_two_at_once_one_sits_down(store: Store) -> None:
    with two_workers(store) as workers, ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            game, token = hosted(workers[0])
            path = invited(workers[0], game, token)
            guests = [(browser(workers[number % 2]), f"Guest-{number}") for number in range(4)]
            forms = [{"player": name, "id": f"a-secret-of-{name}"} for _, name in guests]
            given = [
                pool.submit(patiently, partial(guest.post, path, data=form))
                for (guest, _), form in zip(guests, forms, strict=True)
            ]
            answers = [each.result() for each in given]
            assert sorted(each.status_code for each in answers) == [303, 409, 409, 409]
            winner = next(
                name for (_, name), each in zip(guests, answers, strict=True) if each.status_code == 303
            )
            assert seats(workers[1], game)["grey"] == winner
            assert all("was used" in each.text for each in answers if each.status_code == 409)


def test_open_invitations_are_bounded_by_game(store: Store) -> None:
    with two_workers(store) as workers, ThreadPoolExecutor(8) as pool:
        game, token = hosted(workers[0])
        call = f"/games/{game}/invitations"

        def invitation(number: int) -> dict[str, str]:
            return {"seat": "grey", "id": f"secret-number-{number}-of-mine"}

        asked = [
            pool.submit(patiently, partial(workers[number % 2].post, call, invitation(number), None, token))
            for number in range(OPEN_AT_MOST + 6)
        ]
        statuses = sorted(each.result().status_code for each in asked)
        assert statuses == [201] * OPEN_AT_MOST + [413] * 6
        listed = workers[0].get(call, token=token).json["items"]  # type: ignore[index]
        assert len(listed) == OPEN_AT_MOST
        workers[0].call("DELETE", f"{call}/{listed[0]['id']}", token=token)
        assert workers[0].post(call, {"seat": "grey"}, token=token).status_code == 201


def test_who_may_invite(club: Shared) -> None:
    game = club.open_game("Ann")
    call = f"/games/{game}/invitations"
    assert club.post(call, {"seat": "grey"}, "Ann").status_code == 201, "who opened it"
    assert club.post(call, {"seat": "grey"}, "Bob").status_code == 403
    assert club.post(call, {"seat": "grey"}).status_code == 401
    seat = club.sit(game, "blue", "Bob")
    assert club.post(call, {"seat": "grey"}, "Bob").status_code == 201, "who sits in it"
    assert club.post(call, {"seat": "grey"}, token=seat).status_code == 201, "by the seat's own token, too"
    assert len(club.get(call, token=seat).json["items"]) == 1  # type: ignore[index]
    assert len(club.get(call, "Bob").json["items"]) == 2, "an account's seats are its own"  # type: ignore[index]
    assert club.get(call, "Eve").json == {"items": []}
    assert club.post(call, {}, "Ann").status_code == 422, "anyone may watch it already"
    for wrong in (
        {"seat": "red"},
        {"seat": "grey", "days": 0},
        {"seat": "grey", "days": 31},
        {"id": "short"},
    ):
        assert club.post(call, wrong, "Ann").status_code in (404, 422)


def test_an_account_sits_under_its_own_name(club: Shared) -> None:
    game, _ = hosted(club, "Ann")
    path = invited(club, game, by="Ann")
    visitor = browser(club)
    page = visitor.get(path)
    assert f"/sign-in?back={path}" in page.text
    assert "<form" not in page.text
    assert visitor.post(path, data={"player": "Bob"}).status_code == 401
    back = visitor.post("/sign-in", data={"name": "Bob", "password": "correct horse battery", "back": path})
    assert back.headers["Location"] == path
    sat = visitor.post(path, data={**form_of(visitor.get(path)), "player": "Somebody else"})
    assert sat.status_code == 303
    assert seats(club, game) == {"blue": "Ann", "grey": "Bob"}
    assert club.referee.authorization.seats_of(game, account(club, "Bob")) == ("grey",)


def test_a_seat_of_a_private_game_brings_the_right_to_read_it(club: Shared) -> None:
    game, _ = hosted(club, "Ann", private=True)
    path = invited(club, game, by="Ann")
    assert club.get(f"/games/{game}", "Bob").status_code == 404
    bob = signed_in(club, "Bob")
    assert bob.post(path, data=form_of(bob.get(path))).status_code == 303
    assert club.get(f"/games/{game}", "Bob").status_code == 200
    assert club.get(f"/games/{game}/readers", "Ann").json == {"items": ["Ann", "Bob"]}


def test_a_link_to_watch_is_for_many_until_somebody_is_dismissed(club: Shared) -> None:
    club.add("Sue", Role.SPECTATOR)
    game, _ = hosted(club, "Ann", private=True)
    path = club.post(f"/games/{game}/invitations", {}, "Ann").json["path"]  # type: ignore[index]
    for name in ("Sue", "Bob"):
        guest = signed_in(club, name)
        assert "invited to watch" in guest.get(path).text
        assert guest.post(path).status_code == 303
        assert club.get(f"/games/{game}", name).status_code == 200
    assert seats(club, game)["grey"] is None
    assert browser(club).post(path).status_code == 401
    assert club.call("DELETE", f"/games/{game}/readers/Bob", "Ann").status_code == 200
    bob = signed_in(club, "Bob")
    assert "was withdrawn" in bob.get(path).text
    assert bob.post(path).status_code == 409, "or who was dismissed would be back at once"
    assert club.get(f"/games/{game}", "Bob").status_code == 404


def test_links_end_with_the_account_that_made_them(club: Shared) -> None:
    game = club.open_game("Ann")
    other = club.open_game("Bob")
    disabled, erased = invited(club, game, by="Ann"), invited(club, other, by="Bob")
    club.referee.people.accounts.change(account(club, "Ann"), None, True)
    club.referee.people.accounts.erase(account(club, "Bob"))
    eve = signed_in(club, "Eve")
    assert "was withdrawn" in eve.get(disabled).text
    assert eve.post(disabled).status_code == 409
    assert eve.get(erased).status_code == eve.post(erased).status_code == 404
    assert seats(club, game)["grey"] is None
    assert seats(club, other)["grey"] is None


def test_a_page_of_another_site_takes_no_seat(home: Shared) -> None:
    game, token = hosted(home)
    path = invited(home, game, token)
    guest = browser(home)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert guest.post(path, data={"player": "Bo"}, headers=headers).status_code == 403
    assert seats(home, game)["grey"] is None
    assert guest.get(path).status_code == 200
