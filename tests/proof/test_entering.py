"""A seat entered from elsewhere by its key: for just that seat, now, and never where an account has it."""

import time
from typing import Any

import httpx

from ironclad.referee.authorization import ENTRY_SECONDS
from tests.api.shared import service
from tests.proof.signing import Key, Signing
from tests.proof.test_signed_http import origin_of, pull, tug
from tests.stores import Store


def enter(table: Signing, seat: str, key: Key, **more: Any) -> httpx.Response:
    """Ask to be let into a seat; `more` puts other things into the request than were signed."""
    at = more.pop("signed_at", int(time.time()))
    text = table.asked(more.pop("signed_seat", seat), "", {"type": "enter", "at": at})
    return table.http.post(
        f"/games/{table.game}/seats/{seat}/entry", json={"at": at, "signature": key.sign(text), **more}
    )


def test_a_seats_key_lets_its_player_in_beside_the_tokens_that_there_are(http: httpx.Client) -> None:
    table = tug(http)
    before = dict(table.tokens)
    entered = enter(table, "blue", table.keys["blue"])
    assert (entered.status_code, entered.json()["seat"]) == (201, "blue"), entered.text
    table.tokens["blue"] = entered.json()["token"]
    assert pull(table).status_code == 200
    table.tokens = before
    assert [pull(table).status_code for _ in range(2)] == [200, 200], "the first browser plays on"


def test_nobody_else_is_let_in(http: httpx.Client) -> None:
    table, other = tug(http), tug(http)
    now, mine = int(time.time()), table.keys["blue"]
    assert enter(table, "blue", table.keys["grey"]).status_code == 403
    assert enter(table, "blue", mine, signed_seat="grey").status_code == 403
    assert enter(table, "blue", mine, at=now - 1, signed_at=now).status_code == 403
    for late in (-2, 2):
        answer = enter(table, "blue", mine, signed_at=now + late * ENTRY_SECONDS)
        assert (answer.status_code, "clock" in answer.json()["detail"]) == (403, True)
    assert enter(other, "blue", mine).status_code == 403
    assert enter(table, "blue", mine, signature="ab").status_code == 403
    assert enter(table, "red", mine).status_code == 404
    assert enter(table, "blue", mine, at="now").status_code == 422
    free = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    nobody = Signing(http, free, origin=origin_of(http))
    assert enter(nobody, "blue", mine).status_code == 404
    answer = http.post(f"/games/{free}/seats/blue", json={"player": "no-key"})
    assert answer.status_code == 201
    assert enter(nobody, "blue", mine).status_code == 404


def test_an_old_key_is_none(http: httpx.Client) -> None:
    table = tug(http)
    old, new = table.keys["blue"], Key(f"new {table.game}")
    assert table.register("blue", new, old).status_code == 200
    assert enter(table, "blue", old).status_code == 403
    assert enter(table, "blue", new).status_code == 201


def test_where_accounts_are_required_one_signs_in(store: Store) -> None:
    seat = "blue"
    with service(store) as shared:
        shared.add("Ann")
        game = shared.open_game("Ann")
        shared.sit(game, seat, "Ann")
        body = {"at": int(time.time()), "signature": "ab" * 64}
        assert shared.post(f"/games/{game}/seats/{seat}/entry", body).status_code == 401
        assert shared.post(f"/games/{game}/seats/{seat}/entry", body, "Ann").status_code == 404, (
            "it has no key"
        )


def test_a_pages_script_is_told_no_token(http: httpx.Client) -> None:
    table = tug(http)
    at = int(time.time())
    signature = table.keys["blue"].sign(table.asked("blue", "", {"type": "enter", "at": at}))
    headers = {
        "Sec-Fetch-Site": "same-origin",
        "Ironclad-Page": "table",
        "Origin": str(http.base_url.copy_with(path="/")).rstrip("/"),
    }
    path = f"/games/{table.game}/seats/blue/entry"
    answer = http.post(path, json={"at": at, "signature": signature}, headers=headers)
    assert (answer.status_code, answer.json()["token"]) == (201, "")
    assert "ironclad-blue" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    http.cookies.clear()
