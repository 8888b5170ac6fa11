"""Signing in on the pages: cookies, forms, seats by session; all without scripts."""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from ironclad.referee.people.roles import Role
from tests.api.shared import PASSWORD, Shared, service
from tests.api.test_pages import Page
from tests.stores import Store

GOOD = {"name": "Ann", "password": PASSWORD}


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as found:
        for name in ("Ann", "Bob"):
            found.add(name)
        yield found


@pytest.fixture
def browser(shared: Shared) -> Client:
    """Nobody's browser, with cookies of its own."""
    return shared.client.application.test_client()


def enter(browser: Client, **more: Any) -> TestResponse:
    answer = browser.post("/sign-in", data=GOOD, **more)
    assert answer.status_code == 303, answer.text
    return answer


def test_signing_in_gives_a_cookie_that_scripts_and_other_sites_cannot_use(browser: Client) -> None:
    cookie = enter(browser).headers["Set-Cookie"]
    assert cookie.startswith("ironclad-session=")
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=1209600"):
        assert part in cookie
    assert "Domain" not in cookie
    assert "Secure" not in cookie
    assert "Ann" in browser.get("/").text


def test_over_https_the_cookie_is_bound_to_this_host(browser: Client) -> None:
    cookie = enter(browser, base_url="https://localhost").headers["Set-Cookie"]
    assert cookie.startswith("__Host-ironclad-session=")
    assert "Secure" in cookie
    assert "Ann" in browser.get("/", base_url="https://localhost").text


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
@pytest.mark.parametrize(
    "path",
    ["/sign-in", "/sign-out", "/sign-up", "/account/password", "/account/erasure", "/account/tokens/x"],
)
def test_no_other_site_signs_anyone_in_or_out(browser: Client, path: str, headers: dict[str, str]) -> None:
    enter(browser)
    answer = browser.post(path, data={**GOOD, "old": PASSWORD, "new": "another good one"}, headers=headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers
    assert browser.get("/account").status_code == 200


def test_a_session_is_no_token_for_the_api(browser: Client) -> None:
    enter(browser)
    for site in (None, "cross-site", "same-site", "none"):
        headers = {"Sec-Fetch-Site": site} if site else {}
        assert browser.get("/api/v1/accounts/me", headers=headers).status_code == 401
    own = {"Sec-Fetch-Site": "same-origin"}
    body = {"ruleset": "tug", "scenario": "long"}
    assert browser.post("/api/v1/games", json=body, headers=own).status_code == 401
    assert browser.delete("/api/v1/sessions/current", headers=own).status_code == 401


def test_our_own_pages_scripts_read_as_whoever_is_signed_in(shared: Shared, browser: Client) -> None:
    game = shared.open_game("Ann", private=True)
    own = {"Sec-Fetch-Site": "same-origin"}
    path = f"/api/v1/games/{game}/events"
    assert browser.get(path, headers=own).status_code == 404
    enter(browser)
    read = browser.get(path, headers=own)
    assert (read.status_code, read.headers["Cache-Control"]) == (200, "no-store")
    assert browser.get(path).status_code == 404


def test_a_programs_token_is_no_session(shared: Shared, browser: Client) -> None:
    browser.set_cookie("ironclad-session", shared.tokens["Ann"])
    assert browser.get("/account").status_code == 401


@pytest.mark.parametrize(
    ("back", "to"),
    [("/games/abc", "/games/abc"), ("/games/abc/table", "/games/abc/table"), ("/games/abc/tables", "/"),
     ("//evil.example", "/"), ("https://evil.example/games/a", "/"), ("", "/"),
     ("/games/../../x", "/"), ("/games/a\r\nSet-Cookie: x", "/"), ("/account", "/")],
)  # fmt: skip
def test_one_goes_back_to_a_game_and_nowhere_else(browser: Client, back: str, to: str) -> None:
    assert browser.post("/sign-in", data={**GOOD, "back": back}).headers["Location"] == to
    form = Page(browser.get("/sign-in", query_string={"back": back}).text)
    assert form.all("input", name="back")[0]["value"] == (to if to != "/" else "")


def test_a_wrong_password_signs_nobody_in(browser: Client) -> None:
    for form in ({**GOOD, "password": "x" * 12}, {"name": "Nobody", "password": PASSWORD}):
        answer = browser.post("/sign-in", data=form)
        assert answer.status_code == 401
        assert "Set-Cookie" not in answer.headers
        assert PASSWORD not in answer.text
    assert browser.post("/sign-in", data={"name": "Ann"}).status_code == 422


def test_a_visitor_is_sent_to_sign_in_and_plays_then(shared: Shared, browser: Client) -> None:
    game = shared.open_game("Ann")
    page = Page(browser.get(f"/games/{game}").text)
    assert f"/sign-in?back=/games/{game}" in [each["href"] for each in page.all("a")]
    assert not page.all("button") or "Take the seat" not in page.text
    assert browser.post(f"/games/{game}/seats/blue", data={"player": "Eve"}).status_code == 401
    enter(browser)
    taken = browser.post(f"/games/{game}/seats/blue")
    assert taken.status_code == 303
    assert "Set-Cookie" not in taken.headers, "the session plays the account's seats"
    page = Page(browser.get(f"/games/{game}").text)
    assert "Ann (you)" in page.text


def test_an_account_is_made_on_the_page(shared: Shared, browser: Client) -> None:
    form = {"name": "Carol", "password": PASSWORD}
    assert browser.post("/sign-up", data=form).status_code == 303
    assert "Carol" in browser.get("/account").text
    assert browser.post("/sign-up", data=form).status_code == 409


def test_where_sign_up_is_closed_no_form_offers_it(store: Store) -> None:
    with service(store, sign_up=False) as shared:
        browser = shared.client.application.test_client()
        assert "sign-up" not in browser.get("/sign-in").text
        assert browser.post("/sign-up", data=GOOD).status_code == 403


def test_signing_out_ends_the_token_too(browser: Client) -> None:
    kept = enter(browser).headers["Set-Cookie"].partition(";")[0]
    assert browser.post("/sign-out").status_code == 303
    assert browser.get("/account").status_code == 401
    assert browser.get("/account", headers={"Cookie": kept}).status_code == 401, "the stolen cookie is none"


def test_the_account_page_revokes_changes_and_erases(shared: Shared, browser: Client) -> None:
    enter(browser)
    page = Page(browser.get("/account").text)
    actions = [str(each["action"]) for each in page.all("form") if "/account/tokens/" in str(each["action"])]
    assert len(actions) == 1, "the program's token; this browser signs out instead"
    assert browser.post(actions[0]).status_code == 303
    assert shared.get("/accounts/me", "Ann").status_code == 401
    wrong = {"old": "x" * 12, "new": "another good one"}
    assert browser.post("/account/password", data=wrong).status_code == 403
    assert browser.post("/account/password", data={**wrong, "old": PASSWORD}).status_code == 303
    assert browser.get("/account").status_code == 200
    assert browser.post("/account/erasure", data={"password": "another good one"}).status_code == 303
    assert browser.get("/account").status_code == 401


def test_a_private_game_is_opened_and_seen_on_the_page(shared: Shared, browser: Client) -> None:
    enter(browser)
    form = {"setup": "tug/long", "title": "Behind doors", "private": "yes", "id": "x1"}
    path = browser.post("/games", data=form).headers["Location"]
    assert browser.get(path).status_code == 200
    assert "Behind doors" in browser.get("/").text
    visitor = shared.client.application.test_client()
    assert visitor.get(path).status_code == 404
    assert "Behind doors" not in visitor.get("/").text
    shared.add("Dora", Role.DIRECTOR)
    visitor.post("/sign-in", data={"name": "Dora", "password": PASSWORD})
    assert visitor.get(path).status_code == 200


def test_readers_are_invited_on_the_page(shared: Shared, browser: Client) -> None:
    path = f"/games/{shared.open_game('Ann', private=True)}"
    bob = shared.client.application.test_client()
    bob.post("/sign-in", data={"name": "Bob", "password": PASSWORD})
    enter(browser)
    assert bob.get(path).status_code == 404
    assert bob.post(f"{path}/readers", data={"name": "Bob"}).status_code == 404
    assert "1 reader" in browser.get(path).text
    assert browser.post(f"{path}/readers", data={"name": "nobody"}).status_code == 404
    assert browser.post(f"{path}/readers", data={"name": "bob"}).status_code == 303
    page = Page(bob.get(path).text)
    assert "2 readers" in page.text
    assert not page.all("input", id="reader"), "Bob says nothing of who reads"
    assert bob.post(f"{path}/readers", data={"name": "Bob"}).status_code == 403
    assert Page(browser.get(path).text).all("input", id="reader")
    assert browser.post(f"{path}/readers/dismissal", data={"name": "Bob"}).status_code == 303
    assert bob.get(path).status_code == 404


def test_the_pages_for_accounts_are_well_formed(browser: Client) -> None:
    enter(browser)
    for path in ("/sign-in", "/account", "/"):
        page = Page(browser.get(path).text)
        identifiers = [found["id"] for _, found in page.elements if "id" in found]
        assert len(identifiers) == len(set(identifiers)), path
        assert len(page.all("h1")) == 1
        assert not [
            key for _, found in page.elements for key in found if key.startswith("on") or key == "style"
        ]
        for each in page.all("input", type="password"):
            assert each["autocomplete"] in ("current-password", "new-password")
