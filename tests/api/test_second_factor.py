"""The second factor over HTTP and on the pages, and what a thief of a password or of a session can do."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pyotp
import pytest
from werkzeug.test import Client

from ironclad.api.settings import ALWAYS
from ironclad.referee.people.roles import Role
from tests.api.shared import PASSWORD, Shared, service
from tests.api.test_pages import Page
from tests.stores import Store

PATH = "/accounts/me/second-factor"
NEW = "another good one"


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as found:
        found.add("Olga", Role.OPERATOR)
        yield found


class App:
    """An authenticator app with the secret of an account; each code that it gives is of another time step."""

    def __init__(self, secret: str) -> None:
        self._made, self._step = pyotp.HOTP(secret), 0

    def code(self) -> str:
        """A code that is good now and was not used: of the last step, this one or the next; else it waits."""
        while True:
            now = int(time.time()) // 30
            self._step = max(self._step + 1, now - 1)
            if self._step <= now + 1:
                return self._made.at(self._step)
            time.sleep(30 * (self._step - 1) - time.time() + 0.1)

    def wrong(self) -> str:
        now = int(time.time()) // 30
        right = {self._made.at(step) for step in range(now - 2, now + 4)}
        return next(each for each in (f"{number:06}" for number in range(10)) if each not in right)


def set_up(shared: Shared, name: str = "Olga") -> tuple[App, list[str]]:
    """Turn the second factor of an account on; its app, and the recovery codes."""
    begun = shared.post(PATH, {"password": PASSWORD}, name)
    assert begun.status_code == 201, begun.text
    app = App(begun.json["secret"])
    confirmed = shared.post(f"{PATH}/confirmation", {"code": app.code()}, name)
    assert confirmed.status_code == 201, confirmed.text
    return app, confirmed.json["recovery_codes"]


def sign_in(shared: Shared, **more: Any) -> Any:
    return shared.post("/sessions", {"name": "Olga", "password": PASSWORD, **more})


def test_from_setting_it_up_to_removing_it(shared: Shared) -> None:
    assert shared.get(PATH, "Olga").json["state"] == "off"
    app, recovery = set_up(shared)
    state = shared.get(PATH, "Olga").json
    assert (state["state"], state["recovery_codes_left"], state["wrong_codes"]) == ("on", 8, 0)
    asked = sign_in(shared)
    assert (asked.status_code, asked.json["type"]) == (401, "/api/docs#code-needed")
    assert "WWW-Authenticate" in asked.headers
    code = app.code()
    assert sign_in(shared, code=code).status_code == 201
    again = sign_in(shared, code=code)
    assert (again.status_code, again.json["type"]) == (401, "/api/docs#not-signed-in")
    assert sign_in(shared, code=recovery[0]).status_code == 201
    assert sign_in(shared, code=recovery[0]).status_code == 401
    body = {"password": PASSWORD, "code": recovery[1]}
    newer = shared.post(f"{PATH}/recovery-codes", body, "Olga").json["recovery_codes"]
    assert not set(newer) & set(recovery)
    assert sign_in(shared, code=recovery[2]).status_code == 401
    removed = shared.post(f"{PATH}/removal", {"password": PASSWORD, "code": newer[0]}, "Olga")
    assert (removed.status_code, removed.json["status"]) == (200, "removed")
    assert sign_in(shared).status_code == 201
    twice = shared.post(f"{PATH}/removal", {"password": PASSWORD, "code": newer[1]}, "Olga")
    assert twice.status_code == 404


def test_the_address_for_the_app_names_the_account(shared: Shared) -> None:
    uri = shared.post(PATH, {"password": PASSWORD}, "Olga").json["uri"]
    parsed = pyotp.parse_uri(uri)
    assert (parsed.name, parsed.issuer) == ("Olga", "Ironclad")


def test_a_stolen_password_alone_is_good_for_nothing(shared: Shared) -> None:
    app, _ = set_up(shared)
    assert sign_in(shared).status_code == 401
    statuses = [sign_in(shared, code=app.wrong()).status_code for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    paused = sign_in(shared, code=app.code())
    assert (paused.status_code, int(paused.headers["Retry-After"])) == (429, pytest.approx(60, abs=3))
    seen = shared.get(PATH, "Olga").json
    assert seen["wrong_codes"] == 5, "its owner sees that somebody has the password"


def test_a_stolen_session_alone_is_good_for_no_setting(shared: Shared) -> None:
    """A thief of a token who has no password sets up no factor, and takes none away."""
    assert shared.post(PATH, {"password": "x" * 12}, "Olga").status_code == 403
    app, recovery = set_up(shared)
    stolen = shared.tokens["Olga"]
    code = app.code()
    for path, body in (
        (f"{PATH}/removal", {"password": "x" * 12, "code": code}),
        (f"{PATH}/recovery-codes", {"password": "x" * 12, "code": code}),
        (PATH, {"password": "x" * 12}),
        (f"{PATH}/confirmation", {"code": code}),
        ("/accounts/me/password", {"old": "x" * 12, "new": NEW, "code": code}),
        ("/accounts/me/erasure", {"password": "x" * 12, "code": code}),
    ):
        assert shared.post(path, body, token=stolen).status_code in (403, 409), path
    assert sign_in(shared, code=code).status_code == 201, "none of these used the code up"
    assert sign_in(shared, code=recovery[0]).status_code == 201


def test_a_stolen_session_and_password_without_a_code_change_nothing(shared: Shared) -> None:
    app, _ = set_up(shared)
    for path, body in (
        ("/accounts/me/password", {"old": PASSWORD, "new": NEW}),
        ("/accounts/me/erasure", {"password": PASSWORD}),
        (f"{PATH}/removal", {"password": PASSWORD, "code": app.wrong()}),
        (f"{PATH}/recovery-codes", {"password": PASSWORD, "code": ""}),
    ):
        assert shared.post(path, body, "Olga").status_code == 403, path
    assert shared.post(PATH, {"password": PASSWORD}, "Olga").status_code == 409
    changed = {"old": PASSWORD, "new": NEW, "code": app.code()}
    assert shared.post("/accounts/me/password", changed, "Olga").status_code == 200


def test_setting_it_up_ends_a_stolen_session(shared: Shared) -> None:
    stolen = shared.sign_in("Olga")
    set_up(shared)
    assert shared.get("/accounts/me", token=stolen).status_code == 401
    assert shared.get("/accounts/me", "Olga").status_code == 200


def test_it_is_asked_of_every_role_and_only_of_who_has_it(shared: Shared) -> None:
    for role in (Role.PLAYER, Role.DIRECTOR):
        shared.add(role.value, role)
    set_up(shared, "director")
    asked = shared.post("/sessions", {"name": "director", "password": PASSWORD})
    assert asked.status_code == 401
    ignored = {"name": "player", "password": PASSWORD, "code": "123456"}
    assert shared.post("/sessions", ignored).status_code == 201


def test_a_seats_token_has_no_second_factor(shared: Shared) -> None:
    token = shared.sit(shared.open_game("Olga"), "blue", "Olga")
    assert shared.get(PATH, token=token).status_code == 403
    assert shared.get(PATH).status_code == 401


@pytest.mark.parametrize(
    "code", ["", " ", "12345", "1234567", "١٢٣٤٥٦", "1" * 64, "x", "\0", "-" * 24, "é" * 24]
)
def test_what_is_no_code_is_a_wrong_one(shared: Shared, code: str) -> None:
    set_up(shared)
    assert sign_in(shared, code=code).status_code == 401
    assert sign_in(shared, code=code + "1" * 65).status_code == 422
    assert sign_in(shared, code=1).status_code == 422


def test_guesses_are_counted_as_sign_ins(store: Store) -> None:
    with service(store, rates=ALWAYS) as found:
        found.add("Olga")
        found.post(PATH, {"password": PASSWORD}, "Olga")
        tried = [found.post(f"{PATH}/confirmation", {"code": "x"}, "Olga").status_code for _ in range(30)]
        assert tried.count(403) < 20
        assert tried[-1] == 429


# -- the pages


@pytest.fixture
def browser(shared: Shared) -> Client:
    made = shared.client.application.test_client()
    assert made.post("/sign-in", data={"name": "Olga", "password": PASSWORD}).status_code == 303
    return made


def test_the_pages_set_it_up_ask_for_it_and_turn_it_off(shared: Shared, browser: Client) -> None:
    assert "Set up an authenticator app" in browser.get("/account").text
    begun = browser.post("/account/second-factor", data={"password": PASSWORD})
    assert begun.headers["Cache-Control"] == "no-store"
    page = Page(begun.text)
    assert page.all("svg"), "a QR code"
    found = re.search(r'<code id="secret">([A-Z2-7]{32})</code>', begun.text)
    assert found is not None
    app = App(found[1])
    assert found[1] not in browser.get("/account").text
    on = browser.post("/account/second-factor/confirmation", data={"code": app.code()})
    assert on.headers["Cache-Control"] == "no-store"
    recovery = re.findall(r"<code>([A-Z2-7-]{29})</code>", on.text)
    assert len(recovery) == 8
    assert "8 recovery codes are left" in browser.get("/account").text

    other = shared.client.application.test_client()
    data = {"name": "Olga", "password": PASSWORD}
    refused = other.post("/sign-in", data=data)
    assert refused.status_code == 401
    assert "second factor" in refused.text
    assert "Set-Cookie" not in refused.headers
    assert other.post("/sign-in", data={**data, "code": app.wrong()}).status_code == 401
    assert other.post("/sign-in", data={**data, "code": recovery[0]}).status_code == 303
    assert "1 wrong codes were given" in other.get("/account").text
    form = {"password": PASSWORD, "code": recovery[1]}
    made = other.post("/account/second-factor/recovery-codes", data=form)
    (code, *_) = re.findall(r"<code>([A-Z2-7-]{29})</code>", made.text)
    form = {"password": PASSWORD, "code": code}
    assert other.post("/account/second-factor/removal", data=form).status_code == 303
    assert browser.post("/sign-in", data=data).status_code == 303


@pytest.mark.parametrize("path", ["", "/confirmation", "/recovery-codes", "/removal"])
def test_no_other_site_changes_it(browser: Client, path: str) -> None:
    data = {"password": PASSWORD, "code": "123456"}
    headers = {"Origin": "https://evil.example"}
    assert browser.post("/account/second-factor" + path, data=data, headers=headers).status_code == 403
    own = {"Sec-Fetch-Site": "same-origin", "Ironclad-Page": "1", "Origin": "http://localhost"}
    answer = browser.post("/api/v1" + PATH + path, json=data, headers=own)
    assert answer.status_code in (401, 422), "no script of a page, by a cookie"
