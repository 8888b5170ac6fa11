"""The pages: complete without scripts or network, safe against what users type and other sites send."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

from tests.api.running import PATIENCE, Server, Table


class Page(HTMLParser):
    """A page's elements: (tag, attributes), and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [found for name, found in self.elements if name == tag and wanted.items() <= found.items()]


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def show(browser: httpx.Client, path: str) -> Page:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def test_the_first_page_lists_games_and_opens_one(browser: httpx.Client, table: Table) -> None:
    page = show(browser, "/")
    assert f"/games/{table.game}" in [each["href"] for each in page.all("a")]
    form = {"setup": "tug/short", "title": "From the page", "option.end": "drift", "id": "from-a-page"}
    opened = browser.post("/games", data=form)
    assert opened.status_code == 303
    again = browser.post("/games", data=form)
    assert again.headers["Location"] == opened.headers["Location"], "sending a form twice opens one game"
    page = show(browser, opened.headers["Location"])
    assert "From the page" in page.text
    assert page.text.count("free") == 2


def test_a_seat_is_taken_by_a_cookie_of_the_page(browser: httpx.Client, http: httpx.Client) -> None:
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    path = f"/games/{game}"
    taken = browser.post(f"{path}/seats/blue", data={"player": "Ada"})
    assert taken.status_code == 303
    cookie = taken.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Strict", f"Path={path}"):
        assert part in cookie
    assert "Ada (you)" in show(browser, path).text
    token = re.search(r"ironclad-blue=([^;]+)", cookie)[1]  # type: ignore[index]
    assert token not in browser.get(path).text


def test_the_page_is_read_and_gives_no_orders(browser: httpx.Client, table: Table) -> None:
    """Its one form goes to an event; a player's browser is shown the same."""
    cookie = {"Cookie": f"ironclad-blue={table.tokens['blue']}"}
    for headers in ({}, cookie):
        page = Page(browser.get(f"/games/{table.game}", headers=headers).text)
        assert [form["method"] for form in page.all("form")] == ["get"]
        assert not page.all("script")
    size = table.log_size()
    form = {"id": "order", "seat": "blue", "command": '{"type":"pull","effort":1}', "decision": "1.blue"}
    for path in ("orders", "acts/resign", "seats/grey/house"):
        assert browser.post(f"/games/{table.game}/{path}", data=form, headers=cookie).status_code == 404
    assert table.log_size() == size


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
def test_a_form_from_another_site_is_refused(
    browser: httpx.Client, table: Table, headers: dict[str, str]
) -> None:
    cookie = {"Cookie": f"ironclad-blue={table.tokens['blue']}"}
    free = table.http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    size = table.log_size()
    for path, data in ((f"/games/{free}/seats/blue", {"player": "Eve"}), ("/games", {"setup": "tug/long"})):
        answer = browser.post(path, data=data, headers={**cookie, **headers})
        assert answer.status_code == 403
    assert table.log_size() == size
    own = browser.post(
        f"/games/{free}/seats/blue", data={"player": "Ada"}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert own.status_code == 303


def test_every_event_has_its_page(browser: httpx.Client, table: Table) -> None:
    table.pull(4)
    head = table.version()
    knots = {at: table.get("/views/map", at=at).json()["data"]["knot"] for at in range(1, head + 1)}
    for at, knot in knots.items():
        page = show(browser, f"/games/{table.game}?at={at}")
        assert page.all("circle", cx=str(knot)), "the map is the map at that event"
        (slider,) = page.all("input", type="range")
        assert (slider["value"], slider["min"], slider["max"]) == (str(at), "1", str(head))
        steps = {rel: [each["href"] for each in page.all("a", rel=rel)] for rel in ("prev", "next")}
        assert steps["prev"] == ([f"/games/{table.game}?at={at - 1}"] if at > 1 else [])
        assert steps["next"] == ([f"/games/{table.game}?at={at + 1}"] if at < head else [])


def test_the_page_shows_lines_that_the_game_left(browser: httpx.Client, table: Table) -> None:
    table.pull(3)
    proposal = table.post("/rewinds", {"at": 3, "reason": "a slip"}, "blue").json()
    assert "Blue proposes to go back to event 3 of main: a slip" in show(browser, f"/games/{table.game}").text
    line = table.post(f"/rewinds/{proposal['id']}/accept", {}, "grey").json()["id"]
    page = show(browser, f"/games/{table.game}")
    assert f"for {line} by Blue: a slip" in page.text
    left = show(browser, f"/games/{table.game}?timeline=main")
    assert "timeline main" in left.text
    assert left.all("input", type="hidden", name="timeline", value="main")


def test_what_users_type_is_text(browser: httpx.Client, http: httpx.Client) -> None:
    evil = '<script>alert(1)</script><img src=x onerror="alert(2)">\'"&{{7*7}}'
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long", "title": evil}).json()["id"]
    table = Table(http, game)
    for seat in ("blue", "grey"):
        taken = table.post(f"/seats/{seat}", {"player": evil[:64]})
        table.tokens[seat] = taken.json()["token"]
    table.give("blue", {"type": "shout", "word": evil}, decision=None)
    table.pull(2)
    proposal = table.post("/rewinds", {"at": 3, "reason": evil}, "blue")
    assert proposal.status_code == 201, proposal.text
    for path in ("/", f"/games/{game}", f"/games/{game}?at=2", f"/games/{game}?timeline={evil}"):
        page = Page(browser.get(path).text)
        assert all(str(each.get("src")).startswith("/web/") for each in page.all("script"))
        assert not page.all("img", src="x")
    assert evil in show(browser, f"/games/{game}").text


def test_pages_load_nothing_from_elsewhere_and_run_no_inline_script(
    browser: httpx.Client, table: Table
) -> None:
    for path in ("/", f"/games/{table.game}", "/games/none", "/api/docs"):
        answer = browser.get(path)
        page = Page(answer.text)
        for name, attributes in page.elements:
            for where in ("src", "href", "action"):
                value = attributes.get(where)
                assert value is None or value.startswith(("/", "#")), (path, name, value)
            assert not [key for key in attributes if key.startswith("on")]
    policy = browser.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    for file in ("ironclad.css", "ironclad.svg"):
        assert browser.get(f"/static/{file}").status_code == 200
    assert "http" not in browser.get("/static/ironclad.css").text


def test_everything_on_a_page_has_a_name(browser: httpx.Client, http: httpx.Client) -> None:
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    browser.post(f"/games/{game}/seats/blue", data={"player": "Ada"})
    for path in ("/", f"/games/{game}", "/api/docs"):
        page = show(browser, path)
        assert page.all("html", lang="en")
        assert len(page.all("h1")) == 1
        assert page.all("main", id="main")
        identifiers = [found["id"] for _, found in page.elements if "id" in found]
        assert len(identifiers) == len(set(identifiers)), path
        for _, found in page.elements:
            if "aria-labelledby" in found:
                assert found["aria-labelledby"] in identifiers


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/none", 404),
        ("/nothing", 404),
        ("/games/{g}?at=999", 404),
        ("/games/{g}?at=-1", 422),
        ("/games/{g}?at=x", 422),
        ("/games/{g}?at=%C2%B2", 422),
        ("/games/{g}?from=9999999999999", 422),
        ("/games/{g}?timeline=none", 404),
        ("/?cursor=nonsense", 422),
    ],
)
def test_a_bad_address_gives_a_page_that_says_so(
    browser: httpx.Client, table: Table, path: str, status: int
) -> None:
    answer = browser.get(path.replace("{g}", table.game))
    assert answer.status_code == status
    assert answer.headers["Content-Type"].startswith("text/html")
    assert Page(answer.text).all("h1")


SCRIPT = {"Sec-Fetch-Site": "same-origin", "Ironclad-Page": "table"}


def test_a_script_acts_by_cookies_only_as_our_own_pages_do(browser: httpx.Client, http: httpx.Client) -> None:
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    for seat in ("blue", "grey"):  # of one table: this browser holds both seats
        browser.post(f"/games/{game}/seats/{seat}", data={"player": seat})
    path, own = f"/api/v1/games/{game}", {**SCRIPT, "Origin": str(browser.base_url).rstrip("/")}

    def pull(number: int, seat: str, headers: dict[str, str]) -> httpx.Response:
        (due,) = browser.get(path).json()["due"]
        body = {
            "id": f"p{number}",
            "decision": due["id"],
            "command": {"type": "pull", "effort": 1},
            "seat": seat,
        }
        return browser.post(f"{path}/commands", json=body, headers=headers)

    assert pull(1, "blue", own).status_code == 200
    assert pull(2, "grey", own).status_code == 200
    for missing in own:
        fewer = {name: value for name, value in own.items() if name != missing}
        assert pull(3, "blue", fewer).status_code == 401, missing
    assert pull(3, "blue", {**own, "Origin": "https://evil.example"}).status_code == 401
    assert pull(3, "blue", {**own, "Sec-Fetch-Site": "same-site"}).status_code == 401
    form = browser.post(
        f"{path}/resignation", content="seat=blue", headers={**own, "Content-Type": "text/plain"}
    )
    assert form.status_code in (401, 415)
    renewed = browser.post(f"{path}/seats/blue/renewal", json={}, headers=own)
    assert renewed.status_code == 401, "no script gets a token"
    third = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    for _ in range(2):  # the answer may be lost, and asked for again
        body = {"player": "Ann", "id": "a-secret-of-the-page"}
        taken = browser.post(f"/api/v1/games/{third}/seats/blue", json=body, headers=own)
        assert (taken.is_success, taken.json()["token"]) == (True, ""), "it goes into a cookie"
        kept = taken.headers.get_list("Set-Cookie")
        assert len(kept) == 2
        assert all("HttpOnly" in each and "SameSite=Strict" in each for each in kept)
    taken = browser.post(f"/api/v1/games/{third}/resignation", json={"seat": "blue"}, headers=own)
    assert taken.status_code == 200, "which plays it"
    other = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    body = {"id": "x", "command": {"type": "shout", "word": "ho"}}
    assert browser.post(f"/api/v1/games/{other}/commands", json=body, headers=own).status_code == 401
    assert pull(3, "blue", own).status_code == 200
