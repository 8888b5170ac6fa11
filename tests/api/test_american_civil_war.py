"""A game of American Civil War over HTTP: set-up and after, read at any event, the same after a restart."""

from random import Random
from typing import Any

import httpx
import pytest

from tests.api.running import Server, Table
from tests.waiting import within

pytestmark = pytest.mark.every_store

COMMANDS = 120


def play(table: Table, commands: int) -> list[dict[str, Any]]:
    """Let both seats answer what is due with random legal orders; the receipts."""
    random = Random(1861)
    receipts = []
    for number in range(commands):
        game = table.get().json()
        if game["outcome"] is not None:
            break
        due = game["due"][0]
        legal = table.get("/legal", seat=due["seat"]).json()
        assert legal["commands"], f"{due} can be answered by nothing"
        body = {
            "id": f"order-{number}",
            "decision": due["id"],
            "expected_version": game["version"],
            "command": random.choice(legal["commands"]),
        }
        given = table.post("/commands", body, due["seat"])
        assert given.status_code == 200, (due, body, given.text)
        receipts.append(given.json())
    return receipts


@pytest.mark.full
def test_a_campaign_is_played_read_and_found_again(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http, "campaign", "american_civil_war", title="The whole war")
        receipts = play(table, COMMANDS)
        assert len(receipts) == COMMANDS
        head = table.version()
        assert receipts[-1]["version"] == head
        kinds = {event["type"] for receipt in receipts for event in receipt["events"]}
        assert len(kinds) > 3
        described = http.get("/rulesets/american_civil_war").json()["views"]
        assert all(described.values()), "every view says what it shows"
        for at in (1, head // 2, head):
            drawn = table.get("/map", at=at)
            assert drawn.status_code == 200
            assert drawn.text.startswith("<svg")
            for view in described:
                shown = table.get(f"/views/{view}", at=at)
                assert shown.status_code == 200, shown.text
                assert shown.json()["at"] == at
        assert table.get("/compare", a="@1", b=f"@{head}").json()["differences"]
        paths = ("", "/position", f"/position?at={head // 2}", "/events?limit=500")
        before = [http.get(f"/games/{table.game}{path}").content for path in paths]
    assert own_server.kill() == -9
    own_server.start()
    with own_server.client() as http:
        table.http = http
        assert [http.get(f"/games/{table.game}{path}").content for path in paths] == before
        assert http.get(f"{own_server.address}/games/{table.game}").status_code == 200


def test_an_order_that_breaks_a_rule_names_its_clause(http: Any) -> None:
    table = Table.open(http, "campaign", "american_civil_war")
    size = table.log_size()
    (due, *_) = table.get().json()["due"]
    legal = table.get("/legal", seat=due["seat"]).json()["commands"]
    other = next(seat for seat in table.tokens if seat != due["seat"])
    refused = table.give(other, legal[0], decision=due["id"])
    assert refused.status_code in (403, 409)
    body = refused.json()
    assert body["detail"]
    assert table.log_size() == size
    schemas = http.get("/rulesets/american_civil_war").json()["commands"]
    assert legal[0]["type"] in schemas


def test_a_player_plays_a_turn_against_the_house(http: httpx.Client) -> None:
    """The player's orders are random; the computer player answers by itself whatever it is asked."""
    game = http.post("/games", json={"ruleset": "american_civil_war", "scenario": "campaign"}).json()["id"]
    token = http.post(f"/games/{game}/seats/union", json={"player": "ann"}).json()["token"]
    seated = http.post(f"/games/{game}/seats/confederate/house", json={})
    assert seated.status_code == 201, seated.text
    there = seated.json()["seats"][1]
    assert (there["seat"], there["player"], there["name"]) == ("confederate", "house", "the computer player")
    assert http.post(f"/games/{game}/seats/confederate/house", json={}).status_code == 200
    assert http.post(f"/games/{game}/seats/union/house", json={}).json()["rule"] == "match/seat-taken"
    assert http.post(f"/games/{game}/seats/france/house", json={}).status_code == 404

    def due_of_union() -> list[dict[str, Any]]:
        return [each for each in http.get(f"/games/{game}").json()["due"] if each["seat"] == "union"]

    def turn() -> int:
        shown: dict[str, Any] = http.get(f"/games/{game}/views/map").json()
        return int(shown["data"]["play"]["turn"])

    random = Random(1861)
    for number in range(400):
        assert within(lambda: bool(due_of_union()))
        if turn() == 2:
            return
        (due,) = due_of_union()
        offers = http.get(f"/games/{game}/legal", params={"seat": "union"}).json()["commands"]
        ends = [each for each in offers if each["type"].startswith("end_")]
        command = random.choice(ends if ends and random.random() < 0.5 else offers)
        body = {"id": f"order-{number}", "decision": due["id"], "command": command}
        given = http.post(f"/games/{game}/commands", json=body, headers={"Authorization": f"Bearer {token}"})
        assert given.status_code == 200, given.text
    raise AssertionError("the first turn does not end")


def test_a_force_is_told_how_far_it_goes_and_goes_there(http: httpx.Client) -> None:
    """Every place in reach with each step's price; the command told with it is accepted as it is."""
    table = Table.open(http, "campaign", "american_civil_war")
    for _ in range(40):
        due = table.get().json()["due"][0]
        if due["kind"] == "movement":
            break
        offers = table.get("/legal", seat=due["seat"], told="true").json()
        assert len(offers["told"]) == len(offers["commands"])
        ends = [each for each in offers["commands"] if each["type"].startswith("end_")]
        given = table.give(due["seat"], (ends or offers["commands"])[0], decision=due["id"])
        assert given.status_code == 200, given.text
    seat, size = due["seat"], table.log_size()
    (hex_id, *_) = sorted(table.get("/views/map").json()["data"]["forces"], key=lambda f: f["side"] != seat)
    asked = {"seat": seat, "command": {"type": "move_force", "from": hex_id["hex"], "path": []}}
    found = table.http.post(f"/games/{table.game}/reach", json=asked)
    assert found.status_code == 200, found.text
    reached = found.json()["reached"]
    assert reached == sorted(reached, key=lambda each: each["cost"])
    for each in reached:
        assert each["steps"][-1]["place"] == each["place"]
        paid = [charge for step in each["steps"] for charge in step["charges"]]
        assert sum(charge["amount"] for charge in paid) == each["cost"]
        assert all(charge["rule"] for charge in paid)
    far = next(each for each in reached if len(each["steps"]) == 1 and not each["meets"])
    by_way = {**asked, "command": {**asked["command"], "path": far["command"]["path"]}}
    onward = table.http.post(f"/games/{table.game}/reach", json=by_way).json()["reached"]
    assert onward[0] == far, "the last hex that is named is a goal too"
    assert all(each["command"]["path"][0] == far["place"] for each in onward)
    assert {each["cost"] + each["left"] for each in (far, *onward)} == {far["cost"] + far["left"]}
    nowhere = {**asked, "command": {**asked["command"], "path": ["0101", "4713"]}}
    assert table.http.post(f"/games/{table.game}/reach", json=nowhere).status_code == 409
    commands = [far["command"], {"type": "end_movement"}, {**far["command"], "path": ["4713"]}]
    meant = table.http.post(f"/games/{table.game}/foresight", json={"seat": seat, "commands": commands})
    assert meant.status_code == 200, meant.text
    march, ends, refused_march = meant.json()["items"]
    assert "moves" in march["then"][0]["text"]
    assert ends["asked"] or ends["roll"]
    assert refused_march["refused"]["rule"]
    assert all(each["rule"] for each in meant.json()["why"])
    many = {"seat": seat, "commands": commands * 9}
    assert table.http.post(f"/games/{table.game}/foresight", json=many).status_code == 422
    unknown = {"seat": seat, "commands": [{"type": "no_such"}]}
    assert table.http.post(f"/games/{table.game}/foresight", json=unknown).status_code == 422
    assert table.log_size() == size, "asking changes nothing"
    other = next(each for each in table.tokens if each != seat)
    refused = table.http.post(f"/games/{table.game}/reach", json={**asked, "seat": other})
    assert refused.status_code == 409
    end = table.http.post(
        f"/games/{table.game}/reach", json={"seat": seat, "command": {"type": "end_movement"}}
    )
    assert end.json()["rule"] == "5.0/1"
    advised = table.http.get(f"/games/{table.game}/advice", params={"seat": seat}).json()
    assert advised["decision"] == due["id"]
    assert advised["told"]
    legal = {"seat": seat, "commands": [advised["command"]]}
    assert table.http.post(f"/games/{table.game}/foresight", json=legal).json()["items"][0]["refused"] is None
    asked_whole = {"seat": seat, "whole": True}
    whole = table.http.get(f"/games/{table.game}/advice", params=asked_whole).json()
    assert whole["commands"][0] == whole["command"] == advised["command"]
    assert advised["commands"] == []
    nobody = table.http.get(f"/games/{table.game}/advice", params={"seat": other}).json()
    assert nobody["command"] is None
    assert table.log_size() == size, "advice changes nothing"
    assert table.give(seat, reached[-1]["command"], decision=due["id"]).status_code == 200
