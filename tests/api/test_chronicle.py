"""The chronicle and the history of a war over HTTP: every event has words, each turn its row."""

from typing import Any

import httpx
import pytest

from tests.api.running import Table

POSITION: dict[str, Any] = {
    "scenario": "bare_map",
    "turn": 2,
    "phase": "operations",
    "step": "movement",
    "initiative": "union",
    "standing": {"confederate": "never", "union": "never"},
    "forces": {"2227": {"union": {"asp": 4}}, "2228": {"confederate": {"asp": 2}}},
    "vessels": {"ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "2131"}},
}


@pytest.fixture
def fought(http: httpx.Client) -> Table:
    """A game after a march into a battle."""
    table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
    (due,) = table.get().json()["due"]
    order = {"type": "move_force", "from": "2227", "path": ["2228"]}
    given = table.give("union", order, decision=due["id"])
    assert given.status_code == 200, given.text
    return table


def test_with_what_is_no_news_every_event_is_told(fought: Table) -> None:
    events = [each for each in fought.get("/events").json()["items"] if each["type"] != "command_accepted"]
    news = fought.get("/views/chronicle").json()["items"]
    every = fought.get("/views/chronicle", quiet="yes").json()["items"]
    assert [(each["version"], each["type"]) for each in every] == [
        (each["version"], each["type"]) for each in events
    ]
    assert [each for each in every if not each.get("quiet")] == news
    assert {each["topic"] for each in news} >= {"marches", "battles"}
    assert fought.get("/views/chronicle", quiet="maybe").status_code == 422


def test_entries_of_some_types_come_in_pages_too(fought: Table) -> None:
    every = fought.get("/views/chronicle").json()["items"]
    chosen = [each for each in every if each["type"] in ("battle_fought", "losses_taken")]
    asked = {"types": "battle_fought,losses_taken,unheard_of"}
    assert fought.get("/views/chronicle", **asked).json()["items"] == chosen
    first = fought.get("/views/chronicle", **asked, limit=1).json()
    rest = fought.get("/views/chronicle", **asked, **{"from": int(first["next"])}).json()
    assert first["items"] + rest["items"] == chosen
    assert rest["next"] is None
    assert fought.get("/views/chronicle", types="unheard_of").json()["items"] == []


def test_a_battle_has_its_figures(fought: Table) -> None:
    (entry,) = fought.get("/views/chronicle", types="battle_fought").json()["items"]
    card = entry["card"]
    assert (card["attacker"]["side"], card["defender"]["side"]) == ("union", "confederate")
    assert (card["attacker"]["strength"], card["ratio"]) == (4, "2/1")
    assert len(card["chart"]) == 6


def test_the_history_is_a_view_like_others(fought: Table) -> None:
    told = fought.get("/views/history").json()
    (turn,) = told["data"]["turns"]
    assert (turn["turn"], turn["from"], turn["to"], turn["over"]) == (2, 1, told["at"], False)
    lost = {side: sum(kinds.values()) for side, kinds in turn["lost"].items()}
    start = {"union": 4, "confederate": 2}
    for side, points in start.items():
        assert turn["strength"][side]["asp"] == points - lost.get(side, 0)
    both = fought.get("/views", names="history,turns").json()["views"]
    assert both["history"] == told["data"]
    assert [each["turn"] for each in both["turns"]["turns"]] == list(range(1, 18))
    early = fought.get("/views/history", at=1).json()["data"]["turns"]
    assert [(each["to"], each["lost"]) for each in early] == [(1, {})]
