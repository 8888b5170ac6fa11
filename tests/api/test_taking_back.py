"""Taking back over HTTP: who may, when it is free, and what readers learn of it."""

from typing import Any

import httpx
import pytest

from tests.api.running import Table

pytestmark = pytest.mark.every_store


def shout(table: Table, giver: str, word: str, **more: Any) -> int:
    given = table.give(giver, {"type": "shout", "word": word}, **more)
    assert given.status_code == 200, given.text
    return int(given.json()["version"])


def shouts(table: Table, **query: Any) -> dict[str, str]:
    found: dict[str, str] = table.get("/position", **query).json()["position"]["shouts"]
    return found


def refused(answer: httpx.Response, rule: str) -> None:
    assert (answer.status_code, answer.json().get("rule")) == (409, rule), answer.text


def test_the_last_order_is_taken_back_once(table: Table) -> None:
    assert table.get().json()["may_take_back"] is None
    head = shout(table, "blue", "heave")
    assert table.get().json()["may_take_back"] == {"seat": "blue", "to": 1}
    assert table.get("/legal", seat="grey").json()["may_take_back"] == {"seat": "blue", "to": 1}
    body = {"id": "back", "expected_version": head}
    assert table.post("/take-backs", body).status_code == 401
    refused(table.post("/take-backs", body, "grey"), "take-back/seat")
    taken = table.post("/take-backs", body, "blue")
    assert taken.status_code == 200, taken.text
    assert [event["type"] for event in taken.json()["events"]] == ["command_accepted", "taken_back"]
    assert shouts(table) == {}
    assert shouts(table, at=head) == {"blue": "heave"}
    again = table.post("/take-backs", body, "blue")
    assert again.json() == {**taken.json(), "repeated": True}
    assert table.post("/take-backs", {**body, "to": 1}, "blue").status_code == 422
    refused(table.post("/take-backs", {"id": "more"}, "blue"), "take-back/nothing")
    (line,) = table.get("/timelines").json()["items"]
    assert line["taken_back"] == [{"version": head + 1, "to": 1, "by": "blue"}]
    told = table.get("/views/chronicle").json()["items"][-1]
    assert (told["type"], told["to"], told["version"]) == ("taken_back", 1, head + 1)
    assert table.get("/match/events", **{"from": 1}).json()["items"][-1]["type"] == "taken_back"


def test_a_stale_one_takes_nothing_back(table: Table) -> None:
    head = shout(table, "blue", "one")
    shout(table, "blue", "two")
    for version in (head, 1_000):
        late = table.post("/take-backs", {"id": "late", "expected_version": version}, "blue")
        assert (late.status_code, late.json()["type"].rpartition("#")[2]) == (409, "stale"), late.text
    assert table.post("/take-backs", {"id": "back", "timeline": "none"}, "blue").status_code == 404
    assert table.post("/take-backs", {"id": "back", "to": -1}, "blue").status_code == 422
    assert table.post("/take-backs", {"to": 1}, "blue").status_code == 422
    refused(table.post("/take-backs", {"id": "back", "to": 2}, "blue"), "take-back/place")
    assert shouts(table) == {"blue": "two"}
    taken = table.post("/take-backs", {"id": "back"}, "blue").json()
    (due,) = table.get().json()["due"]
    pull = {"type": "pull", "effort": 1}
    for seen in ({}, {"expected_version": taken["version"] - 1}):
        late = table.give("blue", pull, decision=due["id"], **seen)
        assert (late.status_code, late.json()["type"].rpartition("#")[2]) == (409, "stale"), late.text
    given = table.give("blue", pull, decision=due["id"], expected_version=taken["version"])
    assert given.status_code == 200, given.text


def test_what_rolled_and_what_was_answered_stays(table: Table) -> None:
    table.pull()
    refused(table.post("/take-backs", {"id": "back"}, "blue"), "take-back/dice")
    shout(table, "blue", "one")
    assert table.get().json()["may_take_back"]["seat"] == "blue"
    refused(table.post("/take-backs", {"id": "back", "to": 1}, "blue"), "take-back/dice")
    shout(table, "grey", "two")
    refused(table.post("/take-backs", {"id": "back"}, "blue"), "take-back/seat")
    assert shouts(table) == {"blue": "one", "grey": "two"}


def test_on_a_branch_its_owner_takes_back(table: Table) -> None:
    at = shout(table, "blue", "one")
    line = table.post("/forks", {"at": at}, "blue").json()["id"]
    two = {"id": "two", "timeline": line, "seat": "grey", "command": {"type": "shout", "word": "two"}}
    assert table.post("/commands", two, "blue").status_code == 200
    assert table.get("/legal", seat="blue", timeline=line).json()["may_take_back"]["seat"] == "grey"
    body = {"id": "back", "timeline": line, "seat": "grey"}
    assert table.post("/take-backs", body, "grey").status_code == 403
    assert table.post("/take-backs", body, "blue").status_code == 200
    assert shouts(table, timeline=line) == {"blue": "one"}
    refused(table.post("/take-backs", {**body, "id": "more"}, "blue"), "take-back/nothing")
    assert table.version() == at
