"""A timed game over HTTP: every call about clocks, what it refuses, and what the clocks show."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironclad.domain.kernel.fair.fair_tournament import request_digest
from tests.clocks.over_http import Wire, wire

MINUTE = 60_000
FULL = {
    "stages": [{"bank_ms": "10m", "increment_ms": "30s", "cap_ms": "11m"}],
    "reserve": "drawn",
    "reserve_ms": "5m",
    "vacation_days": 3,
}


@pytest.fixture
def game() -> Iterator[Wire]:
    with wire() as made:
        yield made.open(FULL)


def kinds(events: list[dict[str, object]]) -> list[object]:
    return [each["type"] for each in events]


def test_the_clocks_and_their_ledger_are_read(game: Wire) -> None:
    game.pull(after="2m")
    game.table.clock.later("1m")
    found = game.clock()
    assert (found["running"], found["holder"]) == (["grey"], ["grey"])
    assert found["seats"]["blue"]["left_ms"] == 8 * MINUTE + 30_000
    assert found["seats"]["grey"]["left_ms"] == 9 * MINUTE
    assert found["seats"]["grey"]["deadline"] == game.table.at("12m")
    assert found["seats"]["blue"]["deadline"] is None
    assert found["control"]["reserve_ms"] == 5 * MINUTE
    ledger = found["ledger"]["items"]
    assert [(each["seat"], each["what"], each["ms"]) for each in ledger] == [
        ("blue", "control_set", 10 * MINUTE),
        ("grey", "control_set", 10 * MINUTE),
        ("blue", "ran", -2 * MINUTE),
        ("blue", "clock_pressed", 30_000),
    ]
    then = game.clock(at=game.table.at("1m"), limit=0)
    assert then["seats"]["blue"]["left_ms"] == 9 * MINUTE
    assert then["ledger"] == {"items": [], "next": None}


def test_the_ledger_comes_in_pages(game: Wire) -> None:
    for _ in range(5):
        game.pull(after="1m")
    whole = game.clock()["ledger"]["items"]
    found, first = [], 1
    while first:
        page = game.clock(**{"from": first, "limit": 3})["ledger"]
        found += page["items"]
        first = page["next"]
    assert found == whole


def test_time_is_given_and_drawn(game: Wire) -> None:
    assert kinds(game.done("/clock/time", {"to": "grey", "ms": "5m"}, "blue")) == [
        "command_accepted",
        "time_given",
    ]
    assert game.clock()["seats"]["grey"]["left_ms"] == 15 * MINUTE
    assert game.refused("/clock/time", {"to": "blue", "ms": 1}, "blue") == "clock/time"
    game.done("/clock/reserve", {}, "blue")
    found = game.clock()["seats"]["blue"]
    assert (found["left_ms"], found["reserve_ms"]) == (11 * MINUTE, 4 * MINUTE)
    assert game.refused("/clock/reserve", {"ms": "9m"}, "blue") == "clock/reserve"
    assert game.post("/clock/time", {"to": "grey", "ms": "soon"}, "blue").status_code == 422
    assert game.post("/clock/time", {"to": "grey", "ms": "1m"}).status_code == 401


def test_a_pause_is_agreed_on_and_ended_together(game: Wire, tmp_path: Path) -> None:
    until = game.table.at("10h")
    made = game.done("/clock/pauses", {"until": until, "why": "supper"}, "blue")[1]["data"]
    assert game.refused(f"/clock/pauses/{made['pause']}/accept", {}, "blue") == "clock/own-proposal"
    assert game.clock()["proposals"][0]["until"] == until
    game.done(f"/clock/pauses/{made['pause']}/accept", {}, "grey")
    game.table.clock.later("1h")
    found = game.clock()
    assert (found["paused"]["until"], found["seats"]["blue"]["left_ms"]) == (until, 10 * MINUTE)
    record = game.client.get(f"/api/v1/games/{game.game}").json
    order = {"id": "no", "decision": record["due"][0]["id"], "command": {"type": "pull", "effort": 1}}
    assert game.refused("/commands", order, "blue") == "clock/paused"
    assert kinds(game.done("/clock/resume", {}, "blue"))[1] == "resume_asked"
    assert game.refused("/clock/resume", {}, "blue") == "clock/asked"
    assert kinds(game.done("/clock/resume", {}, "grey"))[1] == "clocks_resumed"
    other = game.done("/clock/pauses", {"until": until}, "grey")[1]["data"]
    game.done(f"/clock/pauses/{other['pause']}/decline", {}, "blue")
    game.pull(after="1m")
    found = game.table.verdict(tmp_path)
    assert found.ok, found.first_failure


def test_an_adjournment_takes_the_sealed_command_alone(game: Wire, tmp_path: Path) -> None:
    until = game.table.at("10h")
    made = game.done("/clock/pauses", {"until": until, "adjourn": True}, "grey")[1]["data"]
    game.done(f"/clock/pauses/{made['pause']}/accept", {}, "blue")
    record = game.client.get(f"/api/v1/games/{game.game}").json
    command = {"type": "pull", "effort": 2}
    asked = {"id": "sealed", "decision": record["due"][0]["id"], "expected_version": None, "command": command}
    digest = request_digest(game.game, "main", "blue", asked)
    assert game.refused("/clock/adjournment", {"digest": digest}, "grey") == "clock/adjourn"
    assert kinds(game.done("/clock/adjournment", {"digest": digest}, "blue"))[1:] == [
        "move_sealed",
        "clocks_paused",
    ]
    game.table.clock.to("10h1m")
    other = {**asked, "id": "other", "command": {"type": "pull", "effort": 1}}
    assert game.refused("/commands", other, "blue") == "clock/sealed"
    events = game.done("/commands", asked, "blue")
    assert "sealed_move_opened" in kinds(events)
    assert kinds(events)[-1] == "clock_pressed"
    found = game.table.verdict(tmp_path)
    assert found.ok, found.first_failure


def test_a_sealed_command_that_the_rules_refuse_frees_its_seat(game: Wire, tmp_path: Path) -> None:
    made = game.done("/clock/pauses", {"until": game.table.at("10h"), "adjourn": True}, "grey")[1]["data"]
    game.done(f"/clock/pauses/{made['pause']}/accept", {}, "blue")
    record = game.client.get(f"/api/v1/games/{game.game}").json
    command = {"type": "pull", "effort": 9}
    asked = {"id": "sealed", "decision": record["due"][0]["id"], "expected_version": None, "command": command}
    digest = request_digest(game.game, "main", "blue", asked)
    game.done("/clock/adjournment", {"digest": digest}, "blue")
    assert game.refused("/commands", asked, "blue") == "clock/paused"
    game.table.clock.to("10h1m")
    assert game.refused("/commands", asked, "blue") == "2"
    assert game.table.events("sealed_move_opened")[0]["version"] is None
    game.pull()
    found = game.table.verdict(tmp_path)
    assert found.ok, found.first_failure


def test_a_vacation_stops_the_own_clock_alone(game: Wire, tmp_path: Path) -> None:
    start, end = game.table.at("1m"), game.table.at("2d1m")
    game.done("/clock/vacations", {"from": start, "to": end}, "blue")
    assert (
        game.refused("/clock/vacations", {"from": end, "to": game.table.at("3d1m")}, "blue")
        == "clock/vacation"
    )
    game.table.clock.to("1d")
    found = game.clock()["seats"]["blue"]
    assert (found["left_ms"], found["vacation_days"]) == (9 * MINUTE, 1)
    assert found["vacation"] == {"from": start, "to": end}
    game.done("/clock/vacations/end", {}, "blue")
    assert game.clock()["seats"]["blue"]["vacation_days"] == 2
    assert game.refused("/clock/vacations/end", {}, "blue") == "clock/vacation"
    assert game.table.verdict(tmp_path).ok


def test_another_control_is_set_when_both_ask_for_it(game: Wire, tmp_path: Path) -> None:
    assert kinds(game.done("/clock/control", {"control": "90m+30s"}, "blue"))[1] == "control_asked"
    assert game.clock()["asked"][0]["seat"] == "blue"
    assert game.refused("/clock/control", {"control": "1d"}, "grey") == "clock/asked"
    game.done("/clock/control/withdraw", {"of": "blue"}, "grey")
    body = {"control": "90m+30s", "carry": "fresh"}
    game.done("/clock/control", body, "grey")
    events = game.done("/clock/control", body, "blue")
    assert kinds(events)[1] == "control_set"
    assert game.clock()["seats"]["grey"]["left_ms"] == 90 * MINUTE
    assert game.post("/clock/control", {"control": "soon"}, "blue").status_code == 422
    assert game.table.verdict(tmp_path).ok


def test_a_flag_is_forgiven_by_the_other_seat(game: Wire, tmp_path: Path) -> None:
    game.table.clock.later("11m")
    assert game.post("/draw-offers", {}, "blue").status_code == 409
    assert game.client.get(f"/api/v1/games/{game.game}").json["outcome"]["winner"] == "grey"
    assert game.refused("/clock/forgive", {"of": "blue"}, "blue") == "clock/by"
    events = game.done("/clock/forgive", {"of": "blue", "ms": "2m", "why": "a slip"}, "grey")
    assert kinds(events)[1:] == ["flag_forgiven", "end_lifted"]
    assert game.clock()["seats"]["blue"]["left_ms"] == 2 * MINUTE
    game.pull(after="2m")
    found = game.table.verdict(tmp_path)
    assert found.ok, found.first_failure


def test_a_game_becomes_timed_while_it_runs(tmp_path: Path) -> None:
    with wire() as made:
        made.open(None)
        assert made.clock()["control"] is None
        assert made.refused("/clock/time", {"to": "grey", "ms": 1}, "blue") == "clock/control"
        made.pull(after="1h")
        body = {"control": "10m", "carry": "fresh"}
        for seat in ("blue", "grey"):
            events = made.done("/clock/control", body, seat)
        assert kinds(events)[1:] == ["control_set", "clock_pressed"]
        assert made.clock()["running"] == ["grey"]
        made.pull(after="3m")
        assert made.clock()["seats"]["grey"]["left_ms"] == 7 * MINUTE
        found = made.table.verdict(tmp_path)
        assert found.ok, found.first_failure


def test_a_bad_control_names_each_fault() -> None:
    with wire() as made:
        control = {"stages": [{"bank_ms": -1, "cap": 3}]}
        body = {"ruleset": "tug", "scenario": "long", "control": control}
        answer = made.client.post("/api/v1/games", json=body)
        assert answer.status_code == 422
        assert "stages[0].bank_ms" in answer.text
        assert "stages[0].cap" in answer.text


def test_the_same_request_again_gets_the_first_answer(game: Wire) -> None:
    body = {"to": "grey", "ms": "5m", "id": "gift"}
    first, again = (game.post("/clock/time", body, "blue") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert game.clock()["seats"]["grey"]["left_ms"] == 15 * MINUTE
