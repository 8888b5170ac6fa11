"""Versions, errata and moves of the rules over HTTP."""

from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from ironclad.domain import games
from tests.api.running import Table

PUBLISHED = games.ruleset("american_civil_war").identity.published
NEWEST = PUBLISHED.newest


@pytest.fixture
def old(http: httpx.Client) -> Table:
    return Table.open(http, "campaign", "american_civil_war", version="1.0")


def refused(answer: httpx.Response, rule: str) -> None:
    assert (answer.status_code, answer.json().get("rule")) == (409, rule), answer.text


def ids(items: Any) -> list[str]:
    return [each["id"] for each in items]


def test_a_ruleset_lists_its_versions_and_errata(http: httpx.Client) -> None:
    found = http.get("/rulesets/american_civil_war").json()
    assert [each["version"] for each in found["versions"]] == [each.version for each in PUBLISHED.versions]
    assert found["versions"][-1]["errata"] == list(NEWEST.errata)
    assert found["version"] == NEWEST.version
    assert ids(found["errata"]) == [each.id for each in PUBLISHED.errata]
    assert all(each["clause"] and each["before"] and each["after"] for each in found["errata"])
    assert {each["name"] for each in found["options"] if not each["movable"]} == {"kansas_is_us_state"}


def test_a_game_is_moved_by_both_seats(old: Table, http: httpx.Client) -> None:
    assert (old.get().json()["ruleset_version"], old.get().json()["errata"]) == ("1.0", [])
    body = {"version": NEWEST.version, "readings": {"cavalry_zoc": "exerts"}}
    assert old.post("/rules", body).status_code == 401
    asked = old.post("/rules", {**body, "id": "ask"}, "union")
    assert asked.status_code == 201, asked.text
    assert old.post("/rules", {**body, "id": "ask"}, "union").status_code == 200
    waits = old.get().json()["rules_asked"]
    assert (waits["seat"], waits["version"], waits["readings"]) == ("union", *body.values())
    refused(old.post("/rules", {**body, "readings": {}}, "confederate"), "rules/asked")
    assert old.post("/rules/withdraw", {}, "confederate").status_code == 200
    assert old.get().json()["rules_asked"] is None
    for seat in ("confederate", "union"):
        moved = old.post("/rules", body, seat)
        assert moved.status_code == 201, moved.text
    assert [each["type"] for each in moved.json()["events"]] == ["command_accepted", *["rules_moved"] * 2]
    record = old.get().json()
    assert (record["ruleset_version"], ids(record["errata"])) == (NEWEST.version, list(NEWEST.errata))
    assert record["options"]["cavalry_zoc"] == "exerts"
    told = old.get("/views/chronicle").json()["items"][-1]
    assert (told["type"], told["rules"]) == ("rules_moved", NEWEST.version)
    last = old.get("/events", **{"from": record["version"]}).json()["items"][-1]
    assert last["name"] == "ruling.rules_moved.1"
    refused(old.post("/rules", {"version": "1.0"}, "union"), "rules/older")


def test_what_is_not_movable_is_refused(old: Table) -> None:
    refused(old.post("/rules", {"version": "9.9"}, "union"), "rules/version")
    refused(old.post("/rules", {"version": "1.0"}, "union"), "rules/same")
    fixed = {"version": NEWEST.version, "readings": {"kansas_is_us_state": "us_state"}}
    refused(old.post("/rules", fixed, "union"), "rules/reading")
    refused(old.post("/rules/withdraw", {}, "union"), "rules/none")
    for wrong in ({}, {"version": 1}, {"version": "1.1", "readings": ["a"]}, {"version": "1.1", "more": 1}):
        assert old.post("/rules", wrong, "union").status_code == 422


def test_an_unknown_version_opens_no_game(http: httpx.Client) -> None:
    body = {"ruleset": "american_civil_war", "scenario": "campaign", "version": "0.1"}
    answer = http.post("/games", json=body)
    assert answer.status_code == 422
    assert "1.0" in answer.json()["detail"]


def test_answers_have_the_shapes_that_the_document_says(old: Table, http: httpx.Client) -> None:
    document = http.get("/openapi.json").json()
    asked = old.post("/rules", {"version": NEWEST.version}, "union")
    for method, path, status, answer in (
        ("post", "/games/{game}/rules", "201", asked),
        ("get", "/games/{game}", "200", old.get()),
        ("get", "/rulesets/{ruleset}", "200", http.get("/rulesets/american_civil_war")),
    ):
        described = document["paths"][f"/api/v1{path}"][method]["responses"][status]["content"]
        schema = {**described["application/json"]["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(answer.json())


def test_the_pages_say_which_version_holds(old: Table, http: httpx.Client) -> None:
    site = str(http.base_url).partition("/api/")[0]
    old.post("/rules", {"version": NEWEST.version}, "union")
    page = httpx.get(f"{site}/games/{old.game}/table", timeout=60).text
    assert "Rules: version 1.0" in page
    assert f"asks to continue by version {NEWEST.version}" in page
    assert "1.0" in httpx.get(f"{site}/games/{old.game}", timeout=60).text
