"""A game of American Civil War over HTTP: set-up and after, read at any event, the same after a restart."""

from random import Random
from typing import Any

from tests.api.running import Server, Table

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
