"""Two seats play the first turn over HTTP: what each order brings, and what a reader sees of it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.story.playing import VIEWS, Given, Story
from tests.api.story.script import (
    BUILDING,
    CAMPAIGN,
    FIRST_CONFEDERATE_IMPULSE,
    FIRST_UNION_IMPULSE,
    IMPULSES,
    PREPARATIONS,
    RECRUITING,
    SET_UP,
)

pytestmark = pytest.mark.every_store

TO_4405 = FIRST_UNION_IMPULSE[3]
FROM_HARPERS_FERRY = FIRST_UNION_IMPULSE[4]
TO_4306 = FIRST_UNION_IMPULSE[5]
ALEXANDRIA = FIRST_UNION_IMPULSE[9]
"""The order after which the first battle is fought."""
FROM_4405 = FIRST_CONFEDERATE_IMPULSE[4]
ALEXANDRIA_AGAIN = FIRST_CONFEDERATE_IMPULSE[7]
RETREAT = FIRST_CONFEDERATE_IMPULSE[8]


def before(story: Story, given: Given) -> int:
    """The version that the game had before an order."""
    return given.version - len(given.receipt["events"])


def changed(story: Story, given: Given) -> set[str]:
    """The views that an order changed, apart from where in the turn the game stands."""
    at = {before(story, given), given.version}
    shown = {name: [{**story.view(name, each), "play": None} for each in at] for name in VIEWS}
    return {name for name, (first, then) in shown.items() if first != then}


def test_the_script_runs_from_set_up_to_the_second_turn(told: Story) -> None:
    assert len(told.given) == len(CAMPAIGN)
    game = told.game()
    assert game["title"] == "The road to Alexandria"
    assert game["outcome"] is None
    (due,) = game["due"]
    assert (due["seat"], due["kind"], due["rule"]) == ("union", "reinforcements", "4.0/1")
    play = told.view("map", game["version"])["play"]
    assert (play["turn"], play["phase"]) == (2, "recruitment")


def test_versions_run_without_a_gap_from_the_first_event_to_the_last(told: Story) -> None:
    events = told.events()
    assert [event["version"] for event in events] == list(range(1, told.game()["version"] + 1))
    received = [event for given in told.given for event in given.receipt["events"]]
    assert received == events[1:], "the receipts are the log, from the first order on"
    for given in told.given:
        assert given.receipt["events"][0]["type"] == "command_accepted"
        assert given.receipt["events"][-1]["version"] == given.version
    places = [event["position"] for event in events]
    assert places == sorted(set(places))


def test_both_set_up_and_recruit(told: Story) -> None:
    for order in SET_UP:
        placed = told.of(order).one("side_set_up")
        assert placed["leaders"] == order.command["leaders"]
    reckoned = (set(), {"construction"})  # points are computed once both have placed
    for order, source, more in zip(RECRUITING, ("4.1.1", "4.2.1"), reckoned, strict=True):
        given = told.of(order)
        arrived = {(each["hex"], each["count"]) for each in given.events("reinforcement_placed")}
        asked = {(each["hex"], each.get("count", 1)) for each in order.command["placements"]}
        assert arrived == asked
        assert all(each["rule"].startswith(source) for each in given.events("reinforcement_placed"))
        assert changed(told, given) == {"map", "politics", "supply", *more}
        forces = told.forces(given.version)
        assert all(forces[order.seat, hex_id]["asp"] >= count for hex_id, count in asked)


def test_both_build_with_their_points(told: Story) -> None:
    blockader, ironclad, fort = (told.of(order) for order in BUILDING)
    reckoned = told.of(RECRUITING[-1]).events("construction_reckoned")
    points = {each["side"]: each["points"] for each in reckoned}
    assert points == {"union": 1, "confederate": 2}, "the track's, and a tenth of an economy of 23"
    built = blockader.one("unit_built")
    assert (built["unit"], built["zone"], built["left"]) == ("nsp", "North Atlantic", 0)
    laid_down, ordered = (each.one("project_started") for each in (ironclad, fort))
    assert (laid_down["kind"], laid_down["hex"], laid_down["left"]) == ("ironclad", "4713", 1)
    assert (ordered["kind"], ordered["name"], ordered["left"]) == ("fort", "2", 0)
    assert [each.one("construction_ended")["unspent"] for each in (blockader, fort)] == [0, 0]
    vessels = {each["vessel"]: each for each in told.view("naval", fort.version)["vessels"]}
    assert vessels[built["name"]]["place"] == "North Atlantic"
    assert vessels[laid_down["name"]]["where"] == "under construction in Norfolk (4713)"
    building = told.view("construction", fort.version)
    assert [(each["total"], each["left"]) for each in building["points"]] == [(1, 0), (2, 0)]
    assert building["fort_track"] == [{"turn": 2, "forts": 1}]
    assert changed(told, blockader) == {"naval", "construction"}
    assert changed(told, ironclad) == {"naval", "construction"}
    assert changed(told, fort) == {"construction"}


def test_militia_answer_the_call(told: Story) -> None:
    called = told.of(FIRST_UNION_IMPULSE[0])
    event = called.one("militia_called_out")
    assert (event["state"], event["points"], event["rule"]) == ("PA", event["die"], "MT/2")
    assert told.view("politics", called.version)["militia_called"] == ["PA"]
    mustered = told.of(FIRST_UNION_IMPULSE[1])
    assert told.forces(mustered.version)["union", "4502"]["msp"] == 1
    assert ("union", "4502") not in told.forces(told.game()["version"]), "they go home when the turn ends"


def test_every_step_of_a_march_has_its_price(told: Story) -> None:
    steps = told.of(TO_4405).events("force_moved")
    assert [(each["from_hex"], each["to"], each["spent"]) for each in steps] == [
        ("4403", "4404", 3),
        ("4404", "4405", 8),
    ]
    for each in steps:
        assert all(part["rule"] and part["name"] for part in each["cost"])
    assert sum(part["amount"] for each in steps for part in each["cost"]) == 8
    assert changed(told, told.of(TO_4405)) == {"map", "supply"}


def test_one_reaction_succeeds_and_one_fails(told: Story) -> None:
    first = told.of(FROM_HARPERS_FERRY).one("reaction_attempted")
    assert first["success"]
    assert first["modifiers"] == [{"name": "leader G", "amount": 1, "rule": "6.4/3"}]
    assert first["total"] == first["die"] + 1 >= 5
    reacted = told.of(TO_4306)
    assert ("confederate", "4305") in told.forces(before(told, reacted))
    assert ("confederate", "4305") not in told.forces(reacted.version)
    assert told.forces(reacted.version)["confederate", "4306"]["leaders"] == ["G"]
    second = told.of(FROM_4405).one("reaction_attempted")
    assert not second["success"]
    assert second["total"] == second["die"] < 5
    assert changed(told, told.of(FROM_4405)) == set()


def test_the_first_battle_takes_alexandria(told: Story) -> None:
    given = told.of(ALEXANDRIA)
    fought = given.one("battle_fought")
    assert fought["modified"] == fought["die"] + sum(each["amount"] for each in fought["modifiers"])
    assert {each["rule"] for each in fought["modifiers"]} == {"9.3/5", "9.4/4", "9.4/7"}
    was, now = told.forces(before(told, given)), told.forces(given.version)
    losses = given.one("losses_reckoned")["losses"]
    assert was["union", "4406"]["asp"] - losses["attacker"] == now["union", "4406"]["asp"]
    assert losses["defender"] == was["confederate", "4406"]["asp"]
    assert ("confederate", "4406") not in now
    assert given.one("hex_taken")["side"] == "union"
    assert changed(told, given) == {"map", "politics", "supply", "railroads"}
    manpower = told.view("politics", given.version)["union_asp_lost"]
    assert manpower["this_turn"] == losses["attacker"]


def test_the_second_battle_ends_in_a_retreat(told: Story) -> None:
    fought, retreat = told.of(ALEXANDRIA_AGAIN), told.of(RETREAT)
    assert fought.one("battle_fought")["outcome"] == "attacker"
    assert fought.one("force_demoralized")["side"] == "union"
    went = retreat.one("force_retreated")
    assert (went["side"], went["from_hex"], went["path"]) == ("union", "4406", ["4506"])
    force = told.forces(retreat.version)["union", "4506"]
    assert force["leaders"] == ["B"]
    assert force["units"][0]["demoralized"] == 1
    assert ("union", "4406") not in told.forces(retreat.version)
    assert changed(told, retreat) == {"map", "supply", "railroads"}, "the victor has the rails of the hex"


def test_the_chronicle_tells_each_battle_with_its_arithmetic(told: Story) -> None:
    chronicle = told.chronicle()
    for order in (ALEXANDRIA, ALEXANDRIA_AGAIN):
        given = told.of(order)
        entries = {event["type"]: chronicle.get(event["version"]) for event in given.receipt["events"]}
        battle, losses = entries["battle_fought"], entries["losses_reckoned"]
        assert battle is not None
        assert losses is not None
        assert "Alexandria (4406)" in battle["text"]
        told_of = "\n".join(battle["details"])
        event = given.one("battle_fought")
        for modifier in event["modifiers"]:
            assert f"({modifier['rule']})" in told_of
        assert f"die {event['die']}, modified {event['modified']}" in told_of
        assert "ratio" in told_of
        counted = given.one("losses_reckoned")["losses"]
        assert f"{counted['defender']}" in losses["text"]
        assert f"{counted['attacker']}" in losses["text"]


def rolled(data: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in an event that names a die or modifiers."""
    if isinstance(data, dict):
        if "die" in data or "modifiers" in data:
            yield data
        for value in data.values():
            yield from rolled(value)
    elif isinstance(data, list):
        for value in data:
            yield from rolled(value)


def test_events_carry_every_die_that_was_rolled(told: Story) -> None:
    seen = 0
    for given in told.given:
        rolls = given.one("command_accepted")["rolls"]
        facts = [event["data"] for event in given.receipt["events"][1:]]
        faces = [face for roll in rolls for face in roll["faces"]]
        assert all(roll["purpose"] and roll["rule"] for roll in rolls)
        if faces:
            seen += len(faces)
            named = [
                value
                for fact in facts
                for key, value in _leaves(fact)
                if key in ("die", "dice", "union_die", "confederate_die")
            ]
            assert sorted(faces) == sorted(_flat(named)), (given.order, rolls)
        for fact in facts:
            for each in rolled(fact):
                assert all(part["rule"] and part["name"] for part in each.get("modifiers") or ())
    assert seen >= 12


def _leaves(data: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key, value
            yield from _leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from _leaves(value)


def _flat(values: list[Any]) -> list[int]:
    """The dice among values: none rolled is 0 or absent."""
    found = [face for value in values for face in (value if isinstance(value, list) else [value])]
    return [face for face in found if isinstance(face, int) and face]


def test_the_economy_is_reckoned_up_when_the_turn_ends(told: Story) -> None:
    last = told.given[-1]
    assert changed(told, last) == {"map", "economy", "politics", "supply", "construction"}
    was, now = (told.view("economy", at)["recorded"] for at in (before(told, last), last.version))
    assert (was["economy"], now["economy"]) == (23, last.one("economy_reckoned")["economy"])
    assert not any("economy" in changed(told, given) for given in told.given[1:-1])


def test_the_impulses_follow_the_initiative(told: Story) -> None:
    first = told.of(PREPARATIONS[-1]).one("initiative_rolled")
    assert first["first_player"] == "union"
    assert first["union_die"] > first["confederate_die"]
    players = []
    for impulse in IMPULSES:
        play = told.view("map", told.of(impulse[0]).version)["play"]
        players.append((play["turn"], play["impulse"], play["player"]))
    assert players == [(1, 1, "union"), (1, 1, "confederate"), (1, 2, "union"), (1, 2, "confederate")]


def test_the_same_script_again_gives_the_same_war(told: Story, http: httpx.Client) -> None:
    again = Story.begin(http)
    again.play(CAMPAIGN)
    assert again.read("/position")["position"] == told.read("/position")["position"]
    assert again.chronicle() == told.chronicle()


def test_a_game_opens_at_a_position_that_another_gave(told: Story, http: httpx.Client) -> None:
    document = told.read("/position", at=told.of(RETREAT).version)["position"]
    opened = http.post(
        "/games", json={"ruleset": "american_civil_war", "scenario": "campaign", "position": document}
    )
    assert opened.status_code == 201, opened.text
    game = opened.json()["id"]
    assert opened.json()["due"] == [document["due"]]
    assert http.get(f"/games/{game}/position").json()["position"] == document
