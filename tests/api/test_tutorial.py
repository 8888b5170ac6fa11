"""A lesson over HTTP: opened by a form, played by one browser for both seats, on no list."""

import html
import json
import re
from collections.abc import Iterator

import httpx
import pytest

from ironclad.api.rulebook.rulesets import installed
from ironclad.domain.games.american_civil_war.readers.lesson import lesson
from tests.api.running import PATIENCE, Server
from tests.api.shared import PASSWORD, service
from tests.stores import Store


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def begin(browser: httpx.Client, id: str = "") -> str:
    """Send the form; the game."""
    begun = browser.post("/learn", data={"ruleset": "american_civil_war", "id": id})
    assert begun.status_code == 303, begun.text
    found = re.fullmatch(r"/games/(\w+)/table", begun.headers["Location"])
    assert found is not None
    return found[1]


def test_the_page_says_what_is_taught_and_begins(browser: httpx.Client) -> None:
    page = browser.get("/learn")
    assert page.status_code == 200
    for step in lesson().steps:
        assert html.escape(step.title, quote=False).replace("'", "&#39;") in page.text
    assert 'action="/learn"' in page.text


def test_a_lesson_is_a_game_of_ones_own_whose_seats_one_has(browser: httpx.Client) -> None:
    game = begin(browser, "lesson-form-one")
    assert begin(browser, "lesson-form-one") == game, "sending a form twice opens one game"
    other = begin(browser, "lesson-form-two")
    assert other != game
    record = browser.get(f"/api/v1/games/{game}").json()
    assert (record["scenario"], record["title"]) == ("lesson", lesson().title)
    assert all(seat["player"] for seat in record["seats"])
    for step in ("march", "ground", "zone", "attack", "answer"):
        asked = next(each for each in lesson().steps if each.id == step)
        (due,) = browser.get(f"/api/v1/games/{game}").json()["due"]
        body = {"id": f"lesson-{step}", "seat": asked.seat, "decision": due["id"], "command": asked.order}
        page = {
            "Ironclad-Page": "table",
            "Sec-Fetch-Site": "same-origin",
            "Origin": str(browser.base_url).rstrip("/"),
        }
        given = browser.post(f"/api/v1/games/{game}/commands", json=body, headers=page)
        assert given.status_code == 200, given.text
        assert asked.wanted is not None
        happened = [{"type": event["type"], **event["data"]} for event in given.json()["events"]]
        assert any(asked.wanted.items() <= event.items() for event in happened)
    assert browser.get(f"/api/v1/games/{other}").json()["version"] == 1, "each lesson continues by itself"


def test_lessons_stand_on_no_list_and_their_table_has_the_steps(browser: httpx.Client) -> None:
    game = begin(browser)
    listed = browser.get("/api/v1/games", params={"limit": 50}).json()["items"]
    assert game not in [each["id"] for each in listed]
    assert game not in browser.get("/").text
    page = browser.get(f"/games/{game}/table").text
    found = re.search(r"data-steps='([^']*)'", page)
    assert found is not None
    assert [step["id"] for step in json.loads(html.unescape(found[1]))] == [s.id for s in lesson().steps]
    with httpx.Client(base_url=str(browser.base_url), timeout=PATIENCE) as stranger:
        assert 'data-held=""' in stranger.get(f"/games/{game}/table").text
    plain = browser.post(
        "/api/v1/games", json={"ruleset": "american_civil_war", "scenario": "campaign"}
    ).json()
    assert "data-steps" not in browser.get(f"/games/{plain['id']}/table").text


def test_what_is_no_lesson_is_not_begun(browser: httpx.Client) -> None:
    size = browser.get("/api/v1/ready").json()["log_size"]
    for form in ({"ruleset": "tug"}, {"ruleset": "<b>"}, {"ruleset": "no_such"}):
        assert browser.post("/learn", data=form).status_code == 404
    assert browser.post("/learn", data={"ruleset": "x" * 65}).status_code == 422
    assert browser.post("/learn", data={"id": "x" * 65}).status_code == 422
    assert browser.post("/learn", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    bare = {"ruleset": "american_civil_war", "scenario": "lesson"}
    assert browser.post("/api/v1/games", json=bare).status_code == 404
    assert browser.get("/api/v1/ready").json()["log_size"] == size


def test_where_accounts_are_asked_for_a_lesson_is_its_accounts_own(store: Store) -> None:
    with service(store, rulesets=dict(installed())) as shared:
        shared.add("Ann")
        shared.add("Bob")
        app = shared.client.application
        nobody, ann, bob = (app.test_client() for _ in range(3))
        for client, name in ((ann, "Ann"), (bob, "Bob")):
            assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
        assert nobody.post("/learn").status_code in (303, 401, 403)
        begun = ann.post("/learn")
        assert begun.status_code == 303, begun.text
        where = begun.headers["Location"]
        page = ann.get(where)
        assert 'data-held="union confederate"' in page.text
        assert bob.get(where).status_code == 404
