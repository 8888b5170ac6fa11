"""Two clients with chains of their own play over HTTP; every roll is checked from the log alone."""

import copy
from typing import Any

import httpx
import pytest

from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Server
from tests.proof.checking import checker_of, first_fault
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain

PULL = {"type": "pull", "effort": 1}


def refused(answer: httpx.Response, rule: str) -> str:
    """The reason of a refusal under a rule."""
    assert answer.status_code == 409, answer.text
    assert answer.json()["rule"] == rule, answer.text
    return str(answer.json()["reason"])


def tug(http: httpx.Client, *own: str) -> OwnDice:
    return OwnDice.opened(http, "tug", "long", *own)


def pull(table: OwnDice, **more: Any) -> httpx.Response:
    due = table.due()
    return table.order(due["seat"], PULL, due["id"], **more)


def held(table: OwnDice) -> None:
    """Every roll holds, by both verifiers."""
    assert first_fault(table.game, table.log()) is None


def test_two_clients_play_and_every_roll_is_checked_from_the_log(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    assert "grey has revealed no link" in refused(pull(table), "dice/ready")
    assert table.ready("grey").status_code == 200
    assert "grey has a share in force" in refused(table.ready("grey"), "dice/ready")
    assert table.play(40) == 40
    rows = table.log()
    assert first_fault(table.game, rows) is None
    custody = {
        chain["party"]: chain["custody"]
        for *_, name, body in rows
        if name == "match.dice_anchored.1"
        for chain in body["epoch"]["chains"]
    }
    assert custody == {"server": "server", "blue": "client", "grey": "client"}
    begun = next(body for *_, name, body in rows if name == "tug.game_begun.1")
    assert begun["dice"] == "ironclad-dice/v1"
    stands = table.get("/dice").json()
    assert stands["next_roll"] == 41
    assert {each["party"]: each["index"] for each in stands["shares"]} == {
        "server": 40,
        "blue": 20,
        "grey": 21,
    }
    assert stands["series"] == {"blue": 2, "grey": 2}


def test_a_part_of_the_civil_war_is_played_so(http: httpx.Client) -> None:
    table = OwnDice.opened(http, "american_civil_war", "campaign", "union", "confederate")
    rolls = table.play(60)
    rows = table.log()
    assert first_fault(table.game, rows) is None
    accepted = [b for *_, line, _, name, b in rows if name == "match.command_accepted.1" and line == "main"]
    rolled = [roll for body in accepted for roll in body["rolls"]]
    assert len(rolled) == rolls > 0
    assert {roll["rule"] for roll in rolled if roll.get("unprompted")} == {"3.2.1/3"}
    over = [body["dice_proof"]["revealed"] for body in accepted if body["command"]["type"] == "set_up"]
    assert over == [["union"], ["confederate"]]


@pytest.mark.parametrize("own", [(), ("blue",), ("grey",)])
def test_a_seat_that_says_nothing_leaves_its_chain_to_the_service(
    http: httpx.Client, own: tuple[str, ...]
) -> None:
    table = tug(http, *own)
    if own == ("grey",):
        assert table.ready("grey").status_code == 200
    assert table.play(12) == 12
    held(table)


def test_what_is_wrong_with_a_link_is_said_and_nothing_is_used_up(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    blue, size = table.chains["blue"], table.log_size()
    due = "link 1 of blue's chain 1 on main is due"
    assert due in refused(pull(table, link=None), "dice/link")
    assert "this is link 3" in refused(pull(table, link=blue.link(3)), "dice/link")
    elsewhere = OwnChain("blue", table.game, "f00d").link()
    for wrong in (elsewhere, table.chains["grey"].link(), "0" * 64, "nonsense"):
        assert due in refused(pull(table, link=wrong), "dice/link")
    assert table.log_size() == size
    assert pull(table, link="0" * 65).status_code == 422
    bad = table.order("blue", {"type": "pull", "effort": 9}, table.due()["id"])
    refused(bad, "2")
    first = pull(table)
    assert first.status_code == 200
    assert blue.used == 1
    assert "this is link 1, which was revealed before" in refused(
        table.order("blue", {"type": "shout", "word": "heave"}, None, link=blue.link(0)), "dice/link"
    )
    held(table)


def test_a_link_is_not_used_up_where_nothing_is_rolled(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    for _ in range(3):
        assert table.order("blue", {"type": "shout", "word": "heave"}, None).status_code == 200
    assert table.chains["blue"].used == 0
    assert pull(table).status_code == 200
    assert table.order("grey", {"type": "shout", "word": "ho"}, None, link=None).status_code == 200
    held(table)


def test_the_same_command_again_gets_the_first_answer(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    decision, link = table.due()["id"], table.chains["blue"].link()
    asked = {"id": "once", "decision": decision, "command": PULL, "link": link}
    first = table.post("/commands", asked, "blue")
    again = table.post("/commands", asked, "blue")
    assert again.json() == {**first.json(), "repeated": True}
    other = table.post("/commands", {**asked, "link": "0" * 64}, "blue")
    assert other.status_code == 422
    assert other.json()["type"].endswith("id-reused")
    held(table)


def test_a_changed_log_is_named(http: httpx.Client) -> None:
    """A changed die, a link reused, skipped, or of another timeline."""
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(10)
    rows = table.log()
    commands = [row for row in rows if row[3] == "match.command_accepted.1" and row[1] == "main"]
    place = rows.index(commands[6])
    before = commands[4][4]["dice_proof"]["shares"]

    def blue(body: dict[str, Any]) -> dict[str, Any]:
        return next(each for each in body["dice_proof"]["shares"] if each["party"] == "blue")

    old = next(each for each in before if each["party"] == "blue")
    elsewhere = OwnChain("blue", table.game, "f00d", length=512).link(4)
    changes = {
        "faces": lambda b: b["rolls"][0].update(faces=[b["rolls"][0]["faces"][0] % 6 + 1]),
        "reused": lambda b: blue(b).update(old),
        "skipped": lambda b: blue(b).update(index=5, link=table.chains["blue"]._kept.link(5).hex()),
        "link": lambda b: blue(b).update(link=elsewhere),
    }
    for word, change in changes.items():
        changed = copy.deepcopy(rows)
        change(changed[place][4])
        assert first_fault(table.game, changed) == (commands[6][0], word)
    assert first_fault("another", rows) is not None


def test_a_rewind_has_chains_of_its_own(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(6)
    left = dict(table.chains)
    proposed = table.post("/rewinds", {"at": 3}, "blue").json()["id"]
    mine = OwnChain("blue", table.game, proposed)
    body = {"timeline": proposed, "anchor": mine.anchor, "length": mine.length}
    assert table.post("/dice/anchors", body, "blue").status_code == 200
    theirs = OwnChain("grey", table.game, proposed)
    dice = {"anchor": theirs.anchor, "length": theirs.length}
    accepted = table.post(f"/rewinds/{proposed}/accept", {"dice": dice}, "grey")
    assert accepted.status_code == 200, accepted.text
    refused(pull(table, link=left["grey"].link()), "dice/link")
    table.chains = {"blue": mine, "grey": theirs}
    assert "blue has revealed no link" in refused(pull(table), "dice/ready")
    assert table.ready("blue").status_code == 200
    assert table.play(6) == 6
    held(table)
    assert table.get("/dice").json()["next_roll"] == 7
    assert table.get("/dice", timeline="main").json()["next_roll"] == 7


def test_after_a_rewind_without_anchors_they_are_waited_for(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(4)
    proposed = table.post("/rewinds", {"at": 3}, "grey").json()["id"]
    table.post(f"/rewinds/{proposed}/accept", {}, "blue")
    assert "blue, grey has not anchored" in refused(pull(table, link=None), "dice/anchor")
    for seat in ("grey", "blue"):
        table.chains[seat] = OwnChain(seat, table.game, proposed)
        body = {"anchor": table.chains[seat].anchor, "length": 256}
        assert table.post("/dice/anchors", body, seat).status_code == 200
    for seat in ("grey", "blue"):
        assert table.ready(seat).status_code == 200
    assert table.play(4) == 4
    held(table)


def test_new_chains_need_the_other_seat_once_it_has_shown_a_link(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(3)
    lost = OwnChain("blue", table.game, series=2)
    body = {"anchor": lost.anchor, "length": lost.length, "id": "offer-1"}
    first = table.post("/dice/anchors", body, "blue")
    assert first.json()["events"][-1]["type"] == "dice_offered"
    assert table.post("/dice/anchors", body, "blue").json() == {**first.json(), "repeated": True}
    (offer,) = table.get("/dice").json()["offers"]
    refused(table.post("/dice/anchors", {"agrees_to": offer["offer"]}, "blue"), "dice/agreement")
    refused(table.post("/dice/anchors", {"agrees_to": "another"}, "grey"), "dice/agreement")
    refused(table.post("/dice/anchors", {}, "grey"), "dice/anchor")
    refused(table.post("/dice/anchors", {"anchor": "0" * 64, "length": 5}, "grey"), "dice/length")
    assert table.post("/dice/anchors", {"anchor": "0" * 64}, "grey").status_code == 422
    assert pull(table).status_code == 200, "the game continues while an offer waits"
    agreed = table.post("/dice/anchors", {"agrees_to": offer["offer"]}, "grey")
    assert agreed.json()["events"][-1]["data"]["epoch"]["agreed"] == ["blue", "grey"]
    table.chains["blue"] = lost
    assert table.get("/dice").json()["shares"] == []
    refused(pull(table), "dice/ready")
    assert table.ready("grey").status_code == 200
    assert table.play(5) == 5
    held(table)


def test_a_seat_may_leave_its_chain_to_the_service_later_and_take_it_back(http: httpx.Client) -> None:
    table = tug(http, "blue")
    table.play(3)
    assert table.post("/dice/anchors", {"custody": "server"}, "blue").status_code == 200
    del table.chains["blue"]
    table.play(3)
    table.chains["blue"] = OwnChain("blue", table.game, series=2)
    body = {"anchor": table.chains["blue"].anchor, "length": 256}
    assert table.post("/dice/anchors", body, "blue").status_code == 200
    table.ready("blue")
    table.play(3)
    held(table)


def test_a_seat_brings_its_chain_before_the_other_has_shown_a_link_only(http: httpx.Client) -> None:
    opened = http.post("/games", json={"ruleset": "tug", "scenario": "long", "dice": V1}).json()["id"]
    table = OwnDice(http, opened)
    assert table.sit("blue", OwnChain("blue", table.game)).status_code == 201
    assert table.ready("blue").status_code == 200
    refused(table.sit("grey", OwnChain("grey", table.game)), "dice/agreement")
    both = {"player": "g", "custody": "server", "dice": {"anchor": "0" * 64, "length": 256}}
    assert table.post("/seats/grey", both).status_code == 422
    assert table.sit("grey").status_code == 201
    table.play(4)
    held(table)


def test_a_branch_is_rolled_by_the_service_alone(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(2)
    branch = table.post("/forks", {"at": 3}, "blue").json()["id"]
    for seat in ("grey", "blue"):
        due = table.get("/timelines")
        assert due.status_code == 200
        decision = {"grey": "1.grey", "blue": "2.blue"}[seat]
        more = {"timeline": branch, "seat": seat, "link": None}
        asked = {"id": f"what-if-{seat}", "decision": decision, "command": PULL, **more}
        given = table.post("/commands", asked, "blue")
        assert given.status_code == 200, given.text
        assert given.json()["events"][0]["data"]["dice_proof"]["revealed"] == ["server"]
    refused(
        table.post(
            "/commands", {**asked, "id": "x", "decision": "2.grey", "seat": "grey", "link": "0" * 64}, "blue"
        ),
        "dice/link",
    )
    table.play(2)
    held(table)
    assert branch in checker_of(table.game, table.log()).what_ifs


def test_chains_outlive_the_server(server: Server) -> None:
    """Killed between two commands: the table is read from the log, the service's chains come from the key."""
    with server.client() as http:
        table = tug(http, "blue")
        table.play(5)
        table.order("blue", {"type": "shout", "word": "heave"}, None)
    assert server.kill() == -9
    server.start()
    with server.client() as http:
        table.http = http
        table.play(5)
        held(table)
        epochs = [row for row in table.log() if row[3] == "match.dice_anchored.1"]
        assert len(epochs) == 2
