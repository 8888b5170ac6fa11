"""Accounts over HTTP: made, signed in to, seats that belong to them, tokens that end, erasure."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.eventlog.errors import NotSignedIn
from ironclad.eventlog.store.database import tables
from ironclad.referee.people.access import Access
from ironclad.referee.people.roles import Role
from tests.api.shared import PASSWORD, Shared, service
from tests.stores import Store
from tests.toy import TUG

pytestmark = pytest.mark.every_store

PULL = {"id": "a-pull", "command": {"type": "pull", "effort": 1}, "decision": "1.blue"}


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as found:
        for name, role in (("Ann", Role.PLAYER), ("Bob", Role.PLAYER), ("Olga", Role.OPERATOR)):
            found.add(name, role)
        yield found


def kind(answer: Any) -> str:
    return str(answer.json["type"]).partition("#")[2]


def test_an_account_is_made_and_signed_in_to(shared: Shared) -> None:
    made = shared.post("/accounts", {"name": " Carol  of Ohio ", "password": PASSWORD})
    assert made.status_code == 201
    assert (made.json["name"], made.json["role"], made.json["disabled"]) == (
        "Carol  of Ohio",
        "player",
        False,
    )
    entered = shared.post("/sessions", {"name": "CAROL OF OHIO", "password": PASSWORD, "label": "my bot"})
    assert entered.status_code == 201
    assert entered.headers["Cache-Control"] == "no-store"
    me = shared.get("/accounts/me", token=entered.json["token"])
    assert me.json == made.json
    assert PASSWORD not in made.text + entered.text


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann ", "\uff21nn"])
def test_names_that_look_alike_are_one(shared: Shared, name: str) -> None:
    taken = shared.post("/accounts", {"name": name, "password": PASSWORD})
    assert (taken.status_code, kind(taken)) == (409, "name-taken")


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "Caroline1", "Caroline12345", "x" * 129])
def test_a_password_that_is_soon_guessed_is_not_taken(shared: Shared, password: str) -> None:
    answer = shared.post("/accounts", {"name": "Caroline", "password": password})
    assert (answer.status_code, kind(answer)) == (422, "unreadable")
    assert password not in answer.text


def test_a_wrong_password_and_an_unknown_name_are_told_alike(shared: Shared) -> None:
    wrong = shared.post("/sessions", {"name": "Ann", "password": "x" * 12})
    unknown = shared.post("/sessions", {"name": "Nobody", "password": "x" * 12})
    assert wrong.status_code == unknown.status_code == 401
    assert {**wrong.json, "trace": ""} == {**unknown.json, "trace": ""}


@pytest.mark.parametrize("odd", ["\0", "Ann\0", "\x7f", "\u2028"])
def test_what_is_no_text_to_every_database_names_nobody(shared: Shared, odd: str) -> None:
    """PostgreSQL holds no null character: asked for, it is not there; given, it is refused."""
    game, wanted = shared.open_game("Ann", private=True), quote(odd, safe="")
    entry = {"name": odd, "password": PASSWORD}
    refused = [
        (401, shared.post("/sessions", entry)),
        (422, shared.post("/sessions", {**entry, "name": "Ann", "label": odd})),
        (422, shared.post("/accounts", entry)),
        (404, shared.call("PATCH", f"/accounts/{wanted}", "Olga", json={"disabled": True})),
        (404, shared.call("DELETE", f"/tokens/{wanted}", "Ann")),
        (404, shared.post(f"/games/{game}/readers", {"name": odd}, "Ann")),
        (404, shared.call("DELETE", f"/games/{game}/readers/{wanted}", "Ann")),
        (404, shared.get(f"/games/{wanted}", "Ann")),
        (422, shared.get(f"/games/{game}/events?timeline={wanted}", "Ann")),
    ]
    assert [
        (answer.status_code, answer.text) for status, answer in refused if answer.status_code != status
    ] == []


def test_sign_up_may_be_closed(store: Store) -> None:
    with service(store, sign_up=False) as shared:
        shared.add("Olga", Role.OPERATOR)
        body = {"name": "Carol", "password": PASSWORD}
        assert shared.post("/accounts", body).status_code == 403
        assert shared.post("/accounts", body, "Olga").status_code == 201


def test_nobody_makes_himself_an_operator(shared: Shared) -> None:
    body = {"name": "Eve", "password": PASSWORD, "role": "operator"}
    assert shared.post("/accounts", body).status_code == 403
    assert shared.post("/accounts", body, "Ann").status_code == 403
    assert shared.post("/accounts", body, "Olga").status_code == 201
    ann = shared.get("/accounts/me", "Ann").json["account"]
    assert shared.call("PATCH", f"/accounts/{ann}", "Ann", json={"role": "operator"}).status_code == 403
    assert shared.get("/accounts", "Ann").status_code == 403
    assert shared.call("PATCH", f"/accounts/{ann}", "Olga", json={"role": "director"}).status_code == 200
    assert shared.get("/accounts/me", "Ann").json["role"] == "director"


def test_without_an_account_one_may_read_and_no_more(shared: Shared) -> None:
    game = shared.open_game("Ann")
    assert shared.get(f"/games/{game}").status_code == 200
    assert shared.get(f"/games/{game}/events").status_code == 200
    for path, body in (
        ("/games", {"ruleset": "tug", "scenario": "long"}),
        (f"/games/{game}/seats/blue", {"player": "Eve"}),
        (f"/games/{game}/forks", {"at": 1}),
        (f"/games/{game}/odds", {}),
        (f"/games/{game}/commands", PULL),
    ):
        refused = shared.post(path, body)
        assert (refused.status_code, kind(refused)) == (401, "not-signed-in"), path
    for path in ("/tokens", "/accounts", "/accounts/me", "/metrics"):
        assert shared.get(path).status_code == 401, path


def test_a_spectator_only_looks_on(shared: Shared) -> None:
    shared.add("Sam", Role.SPECTATOR)
    game = shared.open_game("Ann")
    assert shared.post("/games", {"ruleset": "tug", "scenario": "long"}, "Sam").status_code == 403
    assert shared.post(f"/games/{game}/seats/blue", {}, "Sam").status_code == 403
    assert shared.get(f"/games/{game}", "Sam").status_code == 200
    assert shared.post(f"/games/{game}/forks", {"at": 1}, "Sam").status_code == 201


# -- seats


def test_a_seat_belongs_to_the_account_that_took_it(shared: Shared) -> None:
    game = shared.open_game("Ann")
    seat_token = shared.sit(game, "blue", "Ann")
    shared.sit(game, "grey", "Bob")
    assert [seat["name"] for seat in shared.get(f"/games/{game}").json["seats"]] == ["Ann", "Bob"]
    elsewhere = shared.sign_in("Ann")
    given = shared.post(f"/games/{game}/commands", PULL, token=elsewhere)
    assert given.status_code == 200, given.text
    again = shared.post(f"/games/{game}/commands", PULL, token=seat_token)
    assert again.json["repeated"]
    other = {**PULL, "id": "b", "decision": "1.grey", "seat": "grey"}
    assert kind(shared.post(f"/games/{game}/commands", other, "Ann")) == "not-your-seat"
    assert shared.post(f"/games/{game}/commands", {**other, "seat": "grey"}, "Bob").status_code == 200
    assert shared.post(f"/games/{game}/resignation", {}, "Olga").status_code == 403


def test_who_holds_both_seats_says_which_acts(shared: Shared) -> None:
    game = shared.open_game("Ann")
    shared.sit(game, "blue", "Ann")
    shared.sit(game, "grey", "Ann")
    unnamed = shared.post(f"/games/{game}/commands", PULL, "Ann")
    assert (unnamed.status_code, kind(unnamed)) == (422, "unreadable")
    assert shared.post(f"/games/{game}/commands", {**PULL, "seat": "blue"}, "Ann").status_code == 200
    grey = {**PULL, "id": "g", "decision": "1.grey", "seat": "grey"}
    assert shared.post(f"/games/{game}/commands", grey, "Ann").status_code == 200
    assert shared.post(f"/games/{game}/resignation", {"seat": "grey"}, "Ann").status_code == 200
    assert shared.get(f"/games/{game}").json["outcome"]["winner"] == "blue"


def test_a_seats_token_is_good_for_the_seat_alone(shared: Shared) -> None:
    game = shared.open_game("Ann")
    token = shared.sit(game, "blue", "Ann")
    for method, path in (("GET", "/tokens"), ("GET", "/accounts/me"), ("DELETE", "/sessions/current")):
        assert shared.call(method, path, token=token).status_code == 403, path
    assert shared.post("/games", {"ruleset": "tug", "scenario": "long"}, token=token).status_code == 403
    assert shared.post(f"/games/{game}/seats/grey", {}, token=token).status_code == 403
    other = shared.open_game("Ann")
    assert shared.post(f"/games/{other}/commands", PULL, token=token).status_code == 403


def test_nobody_sits_under_an_accounts_name(store: Store) -> None:
    with service(store, accounts=False) as shared:
        shared.add("Ann")
        game = shared.open_game()
        taken = shared.post(f"/games/{game}/seats/blue", {"player": "ANN"})
        assert (taken.status_code, kind(taken)) == (409, "name-taken")
        shared.sit(game, "blue", player="Anna")
        assert shared.post(f"/games/{game}/seats/grey", {}).status_code == 422


def test_a_seats_secret_gives_nothing_to_another_account(shared: Shared) -> None:
    game = shared.open_game("Ann")
    body = {"player": "Ann", "id": "a-secret-of-mine-1"}
    first = shared.post(f"/games/{game}/seats/blue", body, "Ann")
    again = shared.post(f"/games/{game}/seats/blue", body, "Ann")
    assert (again.status_code, again.json["token"]) == (200, first.json["token"])
    assert shared.post(f"/games/{game}/seats/blue", body, "Bob").status_code in (403, 422)


# -- tokens


def test_tokens_are_listed_and_revoked(shared: Shared) -> None:
    game = shared.open_game("Ann")
    seat = shared.sit(game, "blue", "Ann")
    second = shared.sign_in("Ann")
    listed = shared.get("/tokens", "Ann")
    assert {each["kind"] for each in listed.json["items"]} == {"program", "seat"}
    assert second not in listed.text
    assert seat not in listed.text
    found = next(each for each in listed.json["items"] if each["kind"] == "seat")
    assert (found["game"], found["seat"]) == (game, "blue")
    assert shared.call("DELETE", f"/tokens/{found['id']}", "Bob").status_code == 404, "not Bob's to revoke"
    left = shared.call("DELETE", f"/tokens/{found['id']}", "Ann")
    assert found["id"] not in {each["id"] for each in left.json["items"]}
    assert shared.post(f"/games/{game}/commands", PULL, token=seat).status_code == 401
    assert shared.call("DELETE", "/sessions/current", token=second).status_code == 200
    assert shared.get("/accounts/me", token=second).status_code == 401
    assert shared.get("/accounts/me", "Ann").status_code == 200


def test_a_revoked_seats_token_is_not_told_again(shared: Shared) -> None:
    game = shared.open_game("Ann")
    body = {"id": "a-secret-of-mine-2"}
    shared.post(f"/games/{game}/seats/blue", body, "Ann")
    seat = next(each for each in shared.get("/tokens", "Ann").json["items"] if each["kind"] == "seat")
    shared.call("DELETE", f"/tokens/{seat['id']}", "Ann")
    assert shared.post(f"/games/{game}/seats/blue", body, "Ann").status_code == 403
    fresh = shared.post(f"/games/{game}/seats/blue/renewal", {}, "Ann")
    assert fresh.status_code == 201
    assert shared.post(f"/games/{game}/commands", PULL, token=fresh.json["token"]).status_code == 200


def test_a_new_password_ends_every_other_token(shared: Shared) -> None:
    game = shared.open_game("Ann")
    seat, other = shared.sit(game, "blue", "Ann"), shared.sign_in("Ann")
    wrong = shared.post("/accounts/me/password", {"old": "x" * 12, "new": "another good one"}, "Ann")
    assert wrong.status_code == 403
    body = {"old": PASSWORD, "new": "another good one"}
    assert shared.post("/accounts/me/password", body, "Ann").status_code == 200
    assert shared.get("/accounts/me", "Ann").status_code == 200
    for token in (seat, other):
        assert shared.get(f"/games/{game}", token=token).status_code == 401
    assert shared.post("/sessions", {"name": "Ann", "password": PASSWORD}).status_code == 401
    shared.sign_in("Ann", "another good one")


def test_a_disabled_account_is_out_at_once(shared: Shared) -> None:
    game = shared.open_game("Ann")
    seat = shared.sit(game, "blue", "Ann")
    ann = shared.get("/accounts/me", "Ann").json["account"]
    assert shared.call("PATCH", f"/accounts/{ann}", "Olga", json={"disabled": True}).status_code == 200
    assert shared.get("/accounts/me", "Ann").status_code == 401
    assert shared.post(f"/games/{game}/commands", PULL, token=seat).status_code == 401
    assert shared.post("/sessions", {"name": "Ann", "password": PASSWORD}).status_code == 401
    shared.call("PATCH", f"/accounts/{ann}", "Olga", json={"disabled": False})
    shared.sign_in("Ann")


class Hands:
    """A clock that the test moves."""

    now = datetime(2026, 11, 21, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_tokens_end_and_a_seats_is_renewed(store: Store) -> None:
    clock = Hands()
    access = Access(100, 200, 10_000, passes=1, memory_kibibytes=64, lanes=1)
    with Service(
        store.url, {TUG.name: TUG}, ServiceSettings(clock=clock, access=access, redis=store.redis)
    ) as referee:
        game = referee.opening.open_game("tug", "long").id
        seated = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
        account = referee.people.accounts.add("Bob", PASSWORD).account
        session, _ = referee.people.tokens.give(account, "session", "")
        program, _ = referee.people.tokens.give(account, "program", "")
        assert seated.expires_at == "2026-11-21T02:46:40Z"

        def good(token: str) -> bool:
            try:
                return bool(referee.authorization.authenticate(token))
            except Exception:
                return False

        clock.now += timedelta(seconds=150)
        assert [good(token) for token in (session, program, seated.token)] == [False, True, True]
        renewed = referee.authorization.renew_seat(
            game, "blue", referee.authorization.authenticate(seated.token)
        )
        clock.now += timedelta(seconds=500)
        assert good(seated.token), "should the answer with the new token be lost"
        clock.now += timedelta(seconds=200)
        assert [good(token) for token in (program, seated.token, renewed.token)] == [False, False, True]
        clock.now += timedelta(seconds=9_000)
        referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
        clock.now += timedelta(seconds=9_000)
        assert good(seated.token), "who knows the seat's secret has the token good again"
        assert not good(renewed.token)


def test_a_token_that_is_not_used_for_long_ends(store: Store) -> None:
    clock, day = Hands(), timedelta(days=1)
    access = Access(passes=1, memory_kibibytes=64, lanes=1)
    settings = ServiceSettings(clock=clock, access=access, redis=store.redis)
    with Service(store.url, {TUG.name: TUG}, settings) as referee:
        account = referee.people.accounts.add("Bob", PASSWORD).account
        used, forgotten = (referee.people.tokens.give(account, "session", "")[0] for _ in range(2))
        program, _ = referee.people.tokens.give(account, "program", "")
        game = referee.opening.open_game("tug", "long").id
        seat = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone").token
        for _ in range(2):
            clock.now += 5 * day
            referee.authorization.authenticate(used)
            referee.open_games.background.settle()
        with pytest.raises(NotSignedIn, match="was not used since"):
            referee.authorization.authenticate(forgotten)
        referee.authorization.authenticate(program)
        clock.now += 32 * day
        with pytest.raises(NotSignedIn):
            referee.authorization.authenticate(program)
        assert referee.authorization.authenticate(seat).seat == "blue"


def test_when_a_token_was_used_is_kept_by_the_hour(shared: Shared) -> None:
    shared.referee.upkeep.settle()
    (token,) = shared.get("/tokens", "Bob").json["items"]
    shared.referee.upkeep.settle()
    used = shared.get("/tokens", "Bob").json["items"][0]["used_at"]
    assert used.endswith(":00:00Z")
    assert used <= token["issued_at"]


def test_a_seat_has_few_tokens_and_the_oldest_end(shared: Shared) -> None:
    game = shared.open_game("Ann")
    shared.sit(game, "blue", "Ann")
    for _ in range(9):
        fresh = shared.post(f"/games/{game}/seats/blue/renewal", {}, "Ann").json["token"]
        assert shared.get(f"/games/{game}", token=fresh).status_code == 200
    seats = [each for each in shared.get("/tokens", "Ann").json["items"] if each["kind"] == "seat"]
    assert len(seats) == 8


# -- erasure


def test_an_erased_account_leaves_pseudonyms_only(shared: Shared) -> None:
    game = shared.open_game("Ann", title="a game")
    seat = shared.sit(game, "blue", "Ann", id="a-secret-of-mine-3")
    assert shared.post(f"/games/{game}/commands", PULL, "Ann").status_code == 200
    shared.post(f"/games/{game}/forks", {"at": 1, "by": "Ann"}, "Ann")
    assert shared.post("/accounts/me/erasure", {"password": "x" * 12}, "Ann").status_code == 403
    assert shared.post("/accounts/me/erasure", {"password": PASSWORD}, "Ann").status_code == 200
    for token in (shared.tokens["Ann"], seat):
        assert shared.get(f"/games/{game}", token=token).status_code == 401
    (blue, _) = shared.get(f"/games/{game}").json["seats"]
    assert blue["player"]
    assert blue["name"] is None
    assert shared.post("/sessions", {"name": "Ann", "password": PASSWORD}).status_code == 401
    shared.referee.upkeep.settle()
    with shared.referee.log.database.reader() as connection:
        names = tables(connection, shared.referee.log.database.scheme)
        kept = repr([connection.execute(f"SELECT * FROM {name}").fetchall() for name in names])
    assert "Ann" not in kept
    assert "Bob" in kept
    shared.post("/accounts", {"name": "Ann", "password": PASSWORD})
    assert shared.post(f"/games/{game}/commands", PULL, token=shared.sign_in("Ann")).status_code == 403


# -- private games


def test_a_private_game_is_not_there_for_others(shared: Shared) -> None:
    shared.add("Dora", Role.DIRECTOR)
    shared.add("Sam", Role.SPECTATOR)
    game = shared.open_game("Ann", private=True)
    seat = shared.sit(game, "blue", "Ann")
    nothing = shared.get("/games/none").json["detail"].replace("none", game)
    paths = [
        "",
        "/events",
        "/match/events",
        "/position",
        "/views/map",
        "/views/chronicle",
        "/map",
        "/timelines",
    ]
    paths += ["/legal?seat=blue", "/compare?a=@1&b=@1", "/readers"]
    for path in paths:
        for by in (None, "Bob", "Sam"):
            answer = shared.get(f"/games/{game}{path}", by)
            assert answer.status_code in (404, 401 if path == "/readers" else 404), (path, by, answer.text)
            if answer.status_code == 404:
                assert answer.json["detail"] == nothing
        if path != "/readers":
            assert shared.get(f"/games/{game}{path}", token=seat).status_code == 200, path
        for by in ("Ann", "Dora"):
            assert shared.get(f"/games/{game}{path}", by).status_code == 200, (path, by)
    assert shared.post(f"/games/{game}/seats/grey", {}, "Bob").status_code == 404
    assert shared.post(f"/games/{game}/forks", {"at": 1}, "Bob").status_code == 404
    listed = {by: game in shared.get("/games", by).text for by in (None, "Ann", "Bob", "Sam", "Dora")}
    assert listed == {None: False, "Ann": True, "Bob": False, "Sam": False, "Dora": True}


def test_readers_are_invited_and_dismissed(shared: Shared) -> None:
    shared.add("Sam", Role.SPECTATOR)
    game = shared.open_game("Ann", private=True)
    assert shared.post(f"/games/{game}/readers", {"name": "nobody"}, "Ann").status_code == 404
    assert shared.post(f"/games/{game}/readers", {"name": "sam"}, "Ann").json["items"] == ["Ann", "Sam"]
    assert shared.post(f"/games/{game}/readers", {"name": "Bob"}, "Sam").status_code == 403
    assert shared.get(f"/games/{game}", "Sam").status_code == 200
    assert game in shared.get("/games", "Sam").text
    shared.post(f"/games/{game}/readers", {"name": "Bob"}, "Ann")
    shared.sit(game, "grey", "Bob")
    assert shared.call("DELETE", f"/games/{game}/readers/Bob", "Ann").status_code == 403
    assert shared.call("DELETE", f"/games/{game}/readers/Sam", "Bob").json["items"] == ["Ann", "Bob"]
    assert shared.get(f"/games/{game}", "Sam").status_code == 404
    public = shared.open_game("Ann")
    assert shared.get(f"/games/{public}/readers", "Ann").status_code == 404


def test_a_private_game_needs_an_account(store: Store) -> None:
    with service(store, accounts=False) as shared:
        body = {"ruleset": "tug", "scenario": "long", "private": True}
        assert shared.post("/games", body).status_code == 401


# -- the embedded service


def test_on_ones_own_machine_no_account_is_needed(store: Store) -> None:
    with service(store, accounts=False) as shared:
        game = shared.open_game()
        token = shared.sit(game, "blue", player="Ada")
        assert shared.post(f"/games/{game}/commands", PULL, token=token).status_code == 200
        assert shared.get("/metrics").status_code == 200
        assert shared.get("/accounts").status_code == 401


def test_every_call_declares_what_it_needs(shared: Shared) -> None:
    app = create_app(shared.referee, shared.settings)
    undeclared = [
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if not hasattr(app.view_functions[rule.endpoint], "needs")
    ]
    assert not undeclared


def test_a_call_that_declares_nothing_answers_nobody(shared: Shared) -> None:
    app = create_app(shared.referee, shared.settings)
    app.add_url_rule("/api/v1/forgotten", "forgotten", lambda: "all secrets")
    answer = app.test_client().get("/api/v1/forgotten")
    assert answer.status_code == 500
    assert "secrets" not in answer.text


def test_passwords_are_hashed_anew_when_their_cost_rises(store: Store) -> None:
    with service(store) as shared:
        shared.add("Ann")
    dearer = Access(passes=2, memory_kibibytes=64, lanes=1)
    with service(store, access=dearer) as shared:
        shared.sign_in("Ann")
        with shared.referee.log.database.reader() as connection:
            (hashed,) = connection.execute("SELECT password FROM accounts").fetchone()
        assert "t=2" in hashed
        shared.sign_in("Ann")
