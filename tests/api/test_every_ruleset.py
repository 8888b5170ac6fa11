"""Games of every ruleset over HTTP: nothing is stored of commands that are unknown, not allowed or stale."""

from random import Random
from typing import Any

import httpx
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Table

COMMANDS = 60


def offers_of(table: Table, due: dict[str, Any]) -> list[dict[str, Any]]:
    """The commands for one decision; a game that hides something lists them for the seat alone."""
    token = {"Authorization": f"Bearer {table.tokens[due['seat']]}"}
    path = f"/games/{table.game}/legal"
    found = table.http.get(path, params={"seat": due["seat"], "decision": due["id"]}, headers=token)
    assert found.status_code == 200, found.text
    commands: list[dict[str, Any]] = found.json()["commands"]
    return commands


def bent(command: dict[str, Any], random: Random) -> dict[str, Any]:
    """The command with one field of a value that does not fit."""
    fields = [name for name in command if name != "type"]
    if not fields:
        return {**command, "nonsense": 1}
    values: list[Any] = [None, -1, 2**53, "nowhere", "x" * 300, [], [[]], {}, {"x": -5}, True, ["x", "x"]]
    return {**command, random.choice(fields): random.choice(values)}


def refuse_all(
    table: Table, due: dict[str, Any], command: dict[str, Any], stale: str, random: Random
) -> None:
    """Requests that are refused, each for a reason of its own; the log stays as it is."""
    size, seat = table.log_size(), due["seat"]
    other = next(each for each in table.tokens if each != seat)
    asked: list[tuple[str, dict[str, Any], dict[str, Any], set[int]]] = [
        (seat, {"type": "no_such_command"}, {"decision": due["id"]}, {422}),
        (seat, {}, {"decision": due["id"]}, {422}),
        (seat, {**command, "no_such_field": 1}, {"decision": due["id"]}, {422}),
        (seat, command, {"decision": None}, {422}),
        (seat, command, {"decision": "no such decision"}, {409}),
        (seat, command, {"decision": due["id"], "expected_version": 10**6}, {409}),
        (other, command, {"decision": due["id"]}, {403, 409}),
    ]
    if stale not in ("", *(each["id"] for each in table.get().json()["due"])):
        asked.append((seat, command, {"decision": stale}, {409}))
    for number, (who, what, more, statuses) in enumerate(asked):
        answer = table.give(who, what, **more)
        assert answer.status_code in statuses, (number, answer.status_code, answer.text)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["detail"]
    for _ in range(4):
        answer = table.give(seat, bent(command, random), decision="no such decision")
        assert answer.status_code in (409, 422), answer.text
    assert table.log_size() == size


@pytest.mark.full
@pytest.mark.parametrize("name", games.names())
def test_what_is_refused_is_not_stored(http: httpx.Client, name: str) -> None:
    scenario = next(iter(games.ruleset(name).identity.scenarios))
    table, random, stale = Table.open(http, scenario, name, dice=V1), Random(name), ""
    for number in range(COMMANDS):
        due = random.choice(table.get().json()["due"])
        command = random.choice(offers_of(table, due))
        if number % 5 == 0:
            refuse_all(table, due, command, stale, random)
        given = table.give(due["seat"], command, decision=due["id"])
        assert given.status_code == 200, given.text
        stale = due["id"]


@pytest.mark.full
@pytest.mark.parametrize("name", games.names())
def test_what_the_rules_forbid_names_a_clause(http: httpx.Client, name: str) -> None:
    """A command with a changed field is carried out, or refused: 422 if unreadable, else 409 with a rule."""
    scenario = next(iter(games.ruleset(name).identity.scenarios))
    table, random, statuses = Table.open(http, scenario, name, dice=V1), Random(name), list[int]()
    for _ in range(COMMANDS):
        due = random.choice(table.get().json()["due"])
        command = random.choice(offers_of(table, due))
        size = table.log_size()
        answer = table.give(due["seat"], bent(command, random), decision=due["id"])
        statuses.append(answer.status_code)
        assert answer.status_code in (200, 409, 422), answer.text
        if answer.status_code == 200:
            continue
        assert table.log_size() == size
        assert answer.status_code == 422 or answer.json()["rule"]
        given = table.give(due["seat"], command, decision=due["id"])
        assert given.status_code == 200, given.text
    assert {409, 422} <= set(statuses)
