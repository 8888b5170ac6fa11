"""The odds of a battle over HTTP: exact, with every modifier and assumption, and nothing is changed."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient

from ironclad.api.app import create_app
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Given, starting_position
from tests.api.running import Table
from tests.api.test_openapi import check
from tests.stores import Store

ATTACK = {"type": "move_force", "from": "2227", "path": ["2228"]}
SET = {
    "vessels.ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "2131"},
    "standing": {"confederate": "never", "union": "never"},
    "forces.2227.union.asp": 3,
    "forces.2228.confederate.asp": 3,
    "leaders.E": {"rating": 1, "hex": "2228"},
}
NOT_LED = {"seat": "confederate", "command": {"type": "choose_leader"}}
LED = {"seat": "confederate", "command": {"type": "choose_leader", "leader": "E"}}


@cache
def position() -> dict[str, Any]:
    ruleset = games.ruleset("american_civil_war")
    return ruleset.storage.to_document(starting_position(Given(scenario="bare_map", set=SET), ruleset))


@pytest.fixture
def field(http: httpx.Client) -> Table:
    """A game in which three strength points may attack three."""
    return Table.open(http, "bare_map", "american_civil_war", position=position())


def results(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 200, answer.text
    (table,) = [each for each in answer.json()["odds"]["forecast"]["tables"] if each["name"] == "result"]
    return {row["what"]: row["probability"] for row in table["rows"]}


EVEN = {"the attacker wins": "1/6", "a draw": "1/3", "the defender wins": "1/2"}
AGAINST_A_LEADER = {"a draw": "1/6", "the defender wins": "5/6"}


def test_the_odds_of_an_attack(field: Table) -> None:
    before = field.log_size()
    answer = field.post("/odds", {"command": ATTACK})
    assert results(answer) == AGAINST_A_LEADER
    body = answer.json()
    assert (body["game"], body["seat"], body["command"], body["at"]) == (field.game, "union", ATTACK, 1)
    told = {each["kind"]: each["text"] for each in body["odds"]["assumptions"]}
    assert told["defending_leader"] == "leader E takes part in the defence"
    assert all(each["line"]["side"] for each in body["odds"]["forecast"]["modifiers"])
    (leader,) = [each for each in body["odds"]["assumptions"] if each["kind"] == "defending_leader"]
    assert [each["text"] for each in leader["choices"]] == [
        "choose leader: Leader E",
        "choose leader: No leader",
    ]
    other = {"seat": leader["seat"], "command": leader["choices"][1]["command"]}
    assert results(field.post("/odds", {"command": ATTACK, "answers": [other]})) == EVEN
    outcomes = body["odds"]["forecast"]["outcomes"]
    assert sum(Fraction(each["probability"]) for each in outcomes) == 1
    assert field.log_size() == before
    assert field.get().json()["version"] == 1


def test_an_answer_takes_the_place_of_an_assumption(field: Table) -> None:
    answer = field.post("/odds", {"seat": "union", "command": ATTACK, "answers": [NOT_LED]})
    assert results(answer) == EVEN
    answer = field.post("/odds", {"seat": "union", "command": ATTACK, "answers": [LED]})
    assert results(answer) == AGAINST_A_LEADER
    lines = [each["line"] for each in answer.json()["odds"]["forecast"]["modifiers"]]
    outcome = [(each["amount"], each["rule"], each["side"]) for each in lines if each["roll"] == "outcome"]
    assert sorted(outcome) == [(-1, "9.3/5", "confederate"), (-1, "9.4/4", "confederate")]


def test_the_battle_under_way_and_any_event_before(field: Table) -> None:
    """Once the attack is given the odds need no command; at the first event they still do."""
    due = field.get().json()["due"][0]["id"]
    assert field.give("union", ATTACK, decision=due).status_code == 200
    assert results(field.post("/odds", {})) == AGAINST_A_LEADER
    assert results(field.post("/odds", {"answers": [NOT_LED]})) == EVEN
    assert results(field.post("/odds", LED)) == AGAINST_A_LEADER
    assert results(field.post("/odds", {"command": ATTACK, "at": 1})) == AGAINST_A_LEADER
    assert results(field.post("/odds", {"command": ATTACK, "at": 1, "timeline": "main"})) == AGAINST_A_LEADER
    late = field.post("/odds", {"command": ATTACK})
    assert (late.status_code, late.json()["rule"]) == (409, "9.3/2")


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "9.0/1"),
    ({"command": {"type": "end_movement"}}, "9.0/1"),
    ({"command": {"type": "attack_here", "hex": "2227"}}, "9.0/1"),
    ({"command": {"type": "move_force", "from": "2227", "path": ["2230"]}}, "2.1/2"),
    ({"command": ATTACK, "seat": "confederate"}, "3.2.2/5"),
]


@pytest.mark.parametrize(("body", "rule"), REFUSED)
def test_no_battle_and_an_illegal_command_are_refused_with_the_clause(
    field: Table, body: dict[str, Any], rule: str
) -> None:
    answer = field.post("/odds", body)
    assert answer.status_code == 409, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.json()["type"], answer.json()["rule"]) == ("/api/docs#refused", rule)


WRONG: list[tuple[dict[str, Any], int]] = [
    ({"command": {"type": "dance"}}, 422),
    ({"command": {"type": "move_force"}}, 422),
    ({"command": ATTACK, "answers": [{"seat": "union"}]}, 422),
    ({"command": ATTACK, "answers": [LED] * 33}, 422),
    ({"command": ATTACK, "answers": [{**LED, "seat": "blue"}]}, 404),
    ({"command": ATTACK, "seat": "blue"}, 404),
    ({"command": ATTACK, "at": 99}, 404),
    ({"command": ATTACK, "timeline": "nowhere"}, 404),
    ({"command": ATTACK, "dice": [6, 6]}, 422),
]


@pytest.mark.parametrize(("body", "status"), WRONG)
def test_what_is_not_understood(field: Table, body: dict[str, Any], status: int) -> None:
    assert field.post("/odds", body).status_code == status


def test_a_ruleset_without_odds_says_so(table: Table) -> None:
    answer = table.post("/odds", {"command": {"type": "pull", "effort": 1}})
    assert answer.status_code == 404
    assert "gives no odds" in answer.json()["detail"]


def test_answers_are_as_described(http: httpx.Client, field: Table) -> None:
    document = http.get("/openapi.json").json()
    for body in ({"command": ATTACK}, {}, {"command": {"type": "dance"}}, {"seat": "blue"}):
        check(document, "post", "/games/{game}/odds", field.post("/odds", body))


@pytest.fixture
def impatient(store: Store) -> Iterator[FlaskClient]:
    """A service that counts a hundred trials at most."""
    with Service(store.url, installed(), ServiceSettings(redis=store.redis)) as referee:
        yield create_app(referee, Settings(rulesets=installed(), odds_trials=100)).test_client()


def test_too_many_ways_are_a_problem_not_a_hung_worker(impatient: FlaskClient) -> None:
    opened = impatient.post(
        "/api/v1/games",
        json={"ruleset": "american_civil_war", "scenario": "bare_map", "position": position()},
    )
    assert opened.status_code == 201, opened.text
    answer = impatient.post(f"/api/v1/games/{opened.json['id']}/odds", json={"command": ATTACK})
    assert answer.status_code == 422
    assert answer.json["type"] == "/api/docs#too-many-ways"
    assert "100 trials" in answer.json["detail"]
