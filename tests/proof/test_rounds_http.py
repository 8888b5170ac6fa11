"""Dice of v2 over HTTP: a command is committed to, its link follows, and then its dice fall."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.signed import SCHEME_2
from tests.api.running import Server
from tests.proof.checking import first_fault
from tests.proof.over_http import OwnDice
from tests.proof.second_signatures import message
from tests.proof.signing import Key, Signing
from tests.proof.test_dice_http import PULL, refused
from tests.proof.test_signed_http import origin_of
from tests.stores import empty_store

SHOUT = {"type": "shout", "word": "heave"}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose log is signed on both kinds of store: a seat's own chain rests on that."""
    with empty_store(tmp_path_factory.mktemp("log"), request.param) as store:
        running = Server(store).start()
        yield running
        running.stop()


def tug(http: httpx.Client, *own: str) -> OwnDice:
    return OwnDice.opened(http, "tug", "long", *own, dice=V2)


def both(http: httpx.Client) -> OwnDice:
    table = tug(http, "blue", "grey")
    assert table.ready("grey").status_code == 200
    return table


def pull(table: OwnDice, **more: Any) -> httpx.Response:
    due = table.due()
    return table.order(due["seat"], PULL, due["id"], **more)


def held(table: OwnDice) -> None:
    """Every roll holds, by both verifiers."""
    assert first_fault(table.game, table.log()) is None


def names(answer: httpx.Response) -> list[str]:
    return [event["type"] for event in answer.json()["events"]]


def test_a_command_that_rolls_is_committed_to_and_its_link_makes_the_dice_fall(http: httpx.Client) -> None:
    table = both(http)
    begun = next(body for *_, name, body in table.log() if name == "tug.game_begun.1")
    assert begun["dice"] == V2
    version = table.get().json()["version"]
    given = pull(table, id="first")
    assert given.status_code == 202
    assert names(given) == ["command_committed"]
    owed = [{"seat": "blue", "id": "first", "committed": version + 1}]
    assert (given.json()["owed"], given.json()["awaits"]) == (owed, [])
    for path in ("", "/dice"):
        assert table.get(path).json()["owed"] == owed
    assert pull(table, id="first").json() == {**given.json(), "repeated": True}
    done = table.link("blue", "first")
    assert done.status_code == 200
    assert names(done)[:2] == ["link_revealed", "command_accepted"]
    assert "owed" not in done.json()
    accepted = done.json()["events"][1]["data"]
    assert accepted["committed"] == version + 1
    assert len(accepted["rolls"]) == 1
    again = table.link("blue", "first", link=table.chains["blue"].link(0))
    assert again.json() == {**done.json(), "repeated": True}
    first = table.order("blue", PULL, given.json()["events"][0]["data"]["decision"], id="first")
    assert first.status_code == 200
    assert names(first) == ["command_committed", *names(done)]
    assert table.get().json()["owed"] == []
    assert table.get("/dice").json()["scheme"] == V2
    held(table)


def test_a_command_that_neither_rolls_nor_hands_over_stays_one_request(http: httpx.Client) -> None:
    table = both(http)
    given = table.order("blue", SHOUT, None)
    assert given.status_code == 200
    assert names(given)[0] == "command_accepted"
    assert table.settle("blue", PULL, table.due()["id"]).status_code == 200
    held(table)


@pytest.mark.parametrize("own", [(), ("blue",), ("grey",), ("blue", "grey")])
def test_seats_of_each_kind_play_and_every_roll_is_checked_from_the_log(
    http: httpx.Client, own: tuple[str, ...]
) -> None:
    table = tug(http, *own)
    if "grey" in own:
        assert table.ready("grey").status_code == 200
    assert table.play(12) == 12
    held(table)
    commits = [row for row in table.log() if row[3] == "match.command_committed.1"]
    assert len(commits) == 6 * len(own)


def test_a_link_inside_a_command_is_refused_unread(http: httpx.Client) -> None:
    table = both(http)
    size = table.log_size()
    for link in (table.chains["blue"].link(), "0" * 64):
        answer = pull(table, link=link)
        assert answer.status_code == 422
        assert link not in answer.text
    assert table.log_size() == size


def test_the_line_takes_nothing_but_the_link_that_is_owed(http: httpx.Client) -> None:
    table = both(http)
    due = table.due()
    assert pull(table, id="owed").status_code == 202
    size = table.log_size()
    link, new = table.chains["blue"].link(0), table.chain("blue", 300)
    asked: list[tuple[str, dict[str, Any], str]] = [
        ("/commands", {"id": "other", "command": PULL, "decision": due["id"]}, "blue"),
        ("/commands", {"id": "shout", "command": SHOUT}, "blue"),
        ("/commands", {"id": "shout", "command": SHOUT}, "grey"),
        ("/take-backs", {"id": "back"}, "blue"),
        ("/dice/anchors", {"anchor": new.anchor, "length": 300}, "blue"),
        ("/dice/ready", {"link": link}, "blue"),
    ]
    for path, body, seat in asked:
        assert "the link of blue for its command 'owed' is owed" in refused(
            table.post(path, body, seat), "dice/owed"
        )
    assert table.log_size() == size
    fork = table.post("/forks", {"at": table.get().json()["version"] - 1, "by": "reader"})
    assert fork.status_code == 201
    assert table.post("/rewinds", {"at": 1}, "grey").status_code == 201
    proposal = table.get().json()["proposals"][0]["id"]
    refused(table.post(f"/rewinds/{proposal}/accept", {}, "blue"), "dice/owed")
    assert table.link("blue", "owed").status_code == 200
    held(table)


def test_a_link_is_its_commands_own_and_its_seats(http: httpx.Client) -> None:
    table = both(http)
    blue, size = table.chains["blue"], table.log_size()
    assert table.link("blue", "nothing").status_code == 404
    assert pull(table, id="x").status_code == 202
    size += 1
    assert table.link("blue", "x", "grey").status_code == 403
    assert table.link("blue", "x", timeline="elsewhere").status_code == 404
    assert table.link("grey", "x").status_code == 404
    assert http.post(f"/games/{table.game}/commands/x/link", json={"link": blue.link()}).status_code == 403
    for wrong in (blue.link(2), blue.link(0), table.chains["grey"].link(), "0" * 64, ""):
        assert "link 1 of blue's chain 1 on main is due" in refused(
            table.link("blue", "x", link=wrong), "dice/link"
        )
    assert table.link("blue", "x", link="0" * 65).status_code == 422
    assert table.link("blue", "x", more=1).status_code == 422
    assert table.log_size() == size
    done = table.post("/commands/x/link", {"link": blue.link()}, "blue")
    assert done.status_code == 200
    blue.used += 1
    refused(table.link("blue", "x", link=blue.link()), "dice/link")
    held(table)


def test_what_would_stop_the_roll_is_refused_before_anything_is_committed_to(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    size = table.log_size()
    assert "grey has revealed no link" in refused(pull(table), "dice/ready")
    refused(table.order("blue", {"type": "pull", "effort": 9}, table.due()["id"]), "2")
    assert table.log_size() == size


@pytest.mark.parametrize("how", ["resignation", "draw"])
def test_a_game_that_ends_while_a_link_is_owed_says_so(http: httpx.Client, how: str) -> None:
    table = both(http)
    assert pull(table, id="owed").status_code == 202
    committed = table.get().json()["version"]
    if how == "resignation":
        assert table.post("/resignation", {}, "blue").status_code == 200
    else:
        assert table.post("/draw-offers", {}, "blue").status_code == 201
        (offer,) = (row[4]["offer"] for row in table.log() if row[3] == "match.draw_offered.1")
        assert table.post(f"/draw-offers/{offer}/accept", {}, "grey").status_code == 200
    (given_up,) = (row[4] for row in table.log() if row[3] == "match.roll_abandoned.1")
    by = "blue" if how == "resignation" else "grey"
    assert given_up == {
        "type": "roll_abandoned",
        "timeline": "main",
        "committed": [committed],
        "owed": ["blue"],
        "by": by,
    }
    late = table.link("blue", "owed")
    assert (late.status_code, late.json()["type"]) == (409, "/api/docs#game-over")
    assert table.get().json()["owed"] == []
    held(table)


def test_a_part_of_the_civil_war_is_played_so(http: httpx.Client) -> None:
    table = OwnDice.opened(http, "american_civil_war", "campaign", "union", "confederate", dice=V2)
    rolls = table.play(60)
    held(table)
    assert rolls > 0


# -- seats that sign


def signing(http: httpx.Client) -> Signing:
    table = Signing.new(http, "tug", "long", origin_of(http), "blue", "grey", scheme=SCHEME_2, dice=V2)
    assert table.ready("grey").status_code == 200
    return table


def test_a_seat_signs_its_command_and_its_link_and_has_a_receipt_of_each(http: httpx.Client) -> None:
    table = signing(http)
    given = pull(table, id="x")
    assert given.status_code == 202, given.text
    assert given.json()["receipt"]["position"] == given.json()["events"][0]["position"]
    done = table.link("blue", "x")
    assert done.status_code == 200, done.text
    revealed, accepted = done.json()["events"][:2]
    assert done.json()["receipt"]["position"] == revealed["position"]
    assert (revealed["data"]["by"], accepted["data"]["signature"]) == ("blue", None)
    assert pull(table).status_code == 202
    held(table)


@pytest.mark.parametrize("hand", ["grey", ""])
def test_a_signed_link_may_be_handed_in_by_anyone(http: httpx.Client, hand: str) -> None:
    table = signing(http)
    assert pull(table, id="x").status_code == 202
    link = table.chains["blue"].link()
    body = {"link": link, "seat": "blue", **table.signed_link("blue", "x", link)}
    new = table.register("blue", Key("another of blue"), table.keys["blue"])
    assert "the link of blue" in refused(new, "dice/owed"), "a new key would undo what was signed"
    path = f"/games/{table.game}/commands/x/link"
    assert http.post(path, json={"link": link, "seat": "blue"}).status_code == 403
    changed = http.post(path, json={**body, "link": table.chains["blue"].link(2)})
    assert refused(changed, "dice/link")
    forged = http.post(path, json={**body, "signature": table.keys["grey"].sign(b"x")})
    assert refused(forged, "signature/wrong")
    done = table.post("/commands/x/link", body, hand) if hand else http.post(path, json=body)
    assert done.status_code == 200, done.text
    assert done.json()["events"][0]["data"].get("by", "") == hand
    table.chains["blue"].used += 1
    assert table.link("blue", "x", link=link).json()["repeated"]
    held(table)


def test_a_link_names_a_checkpoint_that_has_its_command(http: httpx.Client) -> None:
    table = signing(http)
    early = table.seen("main", {})["seen"]["checkpoint"]
    assert pull(table, id="x").status_code == 202
    link = table.chains["blue"].link()
    seen = table.seen("main", {})["seen"]
    command = {"type": "reveal_link", "committed": table.get().json()["version"], "link": link}
    for checkpoint, rule in ((early, "signature/seen"), (seen["checkpoint"], None)):
        said = {**seen, "checkpoint": checkpoint}
        about = (table.origin, table.game, "main", "blue", None, None, "x", command)
        signature = table.keys["blue"].sign(message(*about, b"", said))
        answer = table.link("blue", "x", link=link, signature=signature, seen=said)
        assert answer.status_code == 200 if rule is None else refused(answer, rule)
    held(table)


def test_a_signature_of_another_commit_reveals_nothing(http: httpx.Client) -> None:
    table = signing(http)
    assert pull(table, id="x").status_code == 202
    link = table.chains["blue"].link()
    for other in (1, table.get().json()["version"] + 1):
        said = table.signed_link("blue", "x", link, other)
        refused(table.link("blue", "x", link=link, **said), "signature/wrong")
    assert table.link("blue", "x").status_code == 200
