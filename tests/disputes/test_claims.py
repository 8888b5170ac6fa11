"""Officials and claims over HTTP: named, made, answered, withdrawn, settled, and read."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.disputes.hall import NAMED, STANDS, Hall, hall, kinds, of_kind


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        yield made.open(officials=NAMED, control="10m+30s")


def test_officials_are_named_as_a_game_is_opened(game: Hall) -> None:
    found = game.read("/claims")
    assert found["officials"]["by"] == game.referee.people.accounts.find("Ann").account
    assert len(found["officials"]["deputies"]) == 1
    assert found["policy"]["limits"] == "strict"
    assert "Carl" not in str(found)


def test_the_same_opening_names_officials_once(game: Hall) -> None:
    body = {"ruleset": "tug", "scenario": "long", "officials": NAMED, "id": "an-opening"}
    first = game.post("/api/v1/games", "Ann", **body)
    again = game.post("/api/v1/games", "Ann", **body)
    assert (first.status_code, again.status_code, again.json["id"]) == (201, 200, first.json["id"])
    other = game.post("/api/v1/games", "Ann", **{**body, "officials": {"chief": "Dora"}})
    assert other.status_code == 422
    game.game = first.json["id"]
    assert [kind for kind, _ in game.match_events()].count("officials_named") == 1


@pytest.mark.parametrize(
    ("officials", "status"),
    [
        ({"chief": "Nobody"}, 404),
        ({"chief": "Bob"}, 409),
        ({"chief": "Carl", "deputies": ["Carl"]}, 409),
        ({"chief": "Carl", "keys": {}}, 422),
        ({}, 422),
    ],
)
def test_who_cannot_be_named_opens_no_game(game: Hall, officials: dict[str, Any], status: int) -> None:
    before = game.rows()
    answer = game.post("/api/v1/games", "Ann", ruleset="tug", scenario="long", officials=officials)
    assert answer.status_code == status, answer.text
    assert game.rows() == before


def test_seats_name_officials_together() -> None:
    with hall() as game:
        game.open()
        assert kinds(game.done("/officials", "Ann", **NAMED))[1:] == ["officials_asked"]
        assert game.refused("/officials", "Ann", **NAMED) == "officials/asked"
        assert kinds(game.done("/officials", "Bob", **NAMED))[1:] == ["officials_named"]
        assert game.refused("/officials", "Ann", **NAMED) == "officials/named"
        assert game.read("/claims")["officials"]["by"] == "agreement"


def test_a_claim_has_its_case_and_what_happened_since(game: Hall) -> None:
    first = game.pull()
    game.pull()
    number = game.claim(first)
    found = game.read(f"/claims/{number}", "Bob")
    assert (found["state"], found["sealed"], found["late"]) == ("made", True, False)
    assert found["since"] == {"commands": 1, "rolls": 1, "facts": 0, "handovers": 1}
    assert found["may"] == ["answer_claim", "withdraw_claim", "add_evidence", "settle_claim"]
    answer = game.call("GET", f"/claims/{number}/case")
    (case,) = yaml.safe_load_all(answer.text)
    assert case["when"][0]["command"] == {"type": "pull", "effort": 1}
    assert case["when"][0]["then"][0]["event"]["type"] == "rope_pulled"


def test_a_claim_goes_its_way(game: Hall) -> None:
    number = game.claim(game.pull())
    game.done(f"/claims/{number}/answer", "Bob", agrees=False, says="It does not.")
    game.done(f"/claims/{number}/evidence", "Ann", items=[{"statement": "I saw it."}])
    events = {"timeline": "main", "from": 1, "to": 2}
    game.done(f"/claims/{number}/evidence", "Carl", items=[{"events": events}])
    assert game.read(f"/claims/{number}")["state"] == "answered"
    game.done(f"/claims/{number}/withdraw", "Ann")
    assert game.read("/claims")["items"][0]["state"] == "withdrawn"
    assert game.refused(f"/claims/{number}/answer", "Bob", agrees=True, says="Yes.") == "claim/state"


def test_a_request_that_comes_twice_is_answered_once(game: Hall) -> None:
    version = game.pull()
    about = {"timeline": "main", "version": version}
    body = {"id": "c-1", "kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS, "about": about}
    first, rows = game.post("/claims", "Ann", **body), None
    rows = game.rows()
    again = game.post("/claims", "Ann", **body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["events"] == first.json["events"]
    assert game.rows() == rows
    assert game.post("/claims", "Ann", **{**body, "says": "Other."}).status_code == 422
    assert game.refused("/claims", "Bob", **{**body, "id": "c-2"}) == "claim/open"


@pytest.mark.parametrize("by", ["Otto", "Olga", "Carl", "Judge 1"])
def test_only_seats_claim(game: Hall, by: str) -> None:
    version = game.pull()
    about = {"timeline": "main", "version": version}
    body = {"kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS, "about": about}
    assert game.refused("/claims", by, **body) == "claim/by"
    assert game.post("/claims", "", **body).status_code == 401


@pytest.mark.parametrize(
    ("about", "rule"),
    [
        ({"timeline": "main", "version": 99}, "claim/place"),
        ({"timeline": "other", "version": 1}, "claim/place"),
        ({"flag": "blue"}, "claim/flag"),
        ({"timeline": "main", "version": 2, "flag": "blue"}, "claim/about"),
        ({"timeline": "main", "version": 2, "rule": "2"}, "claim/about"),
        ({}, "claim/about"),
    ],
)
def test_a_claim_points_at_what_there_is(game: Hall, about: dict[str, Any], rule: str) -> None:
    game.pull()
    body = {"kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS, "about": about}
    assert game.refused("/claims", "Ann", **body) == rule


@pytest.mark.parametrize(
    "wrong",
    [
        {"about": {"timeline": "main", "version": "2"}},
        {"about": {"timeline": "main", "version": 2, "more": 1}},
        {"asks": {"type": "gold"}},
        {"asks": {"type": "time", "seat": "blue"}},
        {"says": "x" * 2_001},
        {"clauses": "2"},
        {"kind": "other"},
    ],
)
def test_what_is_no_claim_is_not_understood(game: Hall, wrong: dict[str, Any]) -> None:
    version = game.pull()
    about = {"timeline": "main", "version": version}
    body = {"kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS, "about": about, **wrong}
    before = game.rows()
    assert game.post("/claims", "Ann", **body).status_code == 422
    assert game.rows() == before


def test_a_refused_request_is_judged_again(game: Hall) -> None:
    game.pull()
    version = game.read("", "Ann")["version"]
    body = {"kind": "rules", "clauses": ["2"], "says": "It is legal.", "asks": STANDS}

    def about(effort: int) -> dict[str, Any]:
        request = {"type": "pull", "effort": effort}
        decision = game.read("", "Bob")["due"][0]["id"]
        refused = {"timeline": "main", "version": version, "request": request, "decision": decision}
        return {**body, "about": {"refused": refused}}

    assert game.refused("/claims", "Bob", **about(2)) == "claim/accepted"
    made = of_kind(game.done("/claims", "Bob", **about(9)), "claim_made")
    assert made["about"]["rule"]


def test_seats_settle_by_time(game: Hall) -> None:
    number = game.claim(game.pull())
    remedy = {"type": "time", "seat": "blue", "ms": 60_000}
    assert kinds(game.done(f"/claims/{number}/settle", "Ann", remedy=remedy))[1:] == ["settlement_offered"]
    settled = game.done(f"/claims/{number}/settle", "Bob", remedy=remedy)
    assert kinds(settled)[2:5] == ["claim_settled", "remedy_applied", "time_adjusted"]
    assert game.read(f"/claims/{number}")["state"] == "settled"
