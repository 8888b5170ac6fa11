"""Receipts: each answer to a request of v2 proves that the log has it, and extends what its seat had seen."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ironclad.domain.match.signed import SCHEME_2
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.ledger.checkpoints import open_checkpoint
from ironclad.eventlog.ledger.notes import read_vkey
from ironclad.eventlog.ledger.proofs import verify_consistency, verify_inclusion
from ironclad.eventlog.signer import Signing as Signed
from ironclad.referee import match_requests
from tests.log.conftest import referee_at
from tests.proof.logs import KEY
from tests.proof.second_seen import leaf
from tests.proof.signing import Key, Signing
from tests.proof.test_signed_bundle import Player
from tests.proof.test_signed_http import PULL, tug


@pytest.fixture
def table(http: httpx.Client) -> Signing:
    return tug(http, "blue", "grey", scheme=SCHEME_2)


def holds(table: Signing, answer: httpx.Response) -> dict[str, Any]:
    """An answer's receipt, held to the log's key and to what the seat had seen last."""
    assert answer.status_code in (200, 201), answer.text
    body = answer.json()
    body = body["receipt"] if "events" in body.get("receipt", {}) else body
    receipt: dict[str, Any] = body["receipt"]
    assert "receipt_problem" not in body
    return check(table, receipt)


def check(table: Signing, receipt: dict[str, Any]) -> dict[str, Any]:
    key = read_vkey(table.http.get("/log/keys").json()["keys"][0]["key"])
    checkpoint, _ = open_checkpoint(receipt["checkpoint"], [key], table.origin)
    inclusion = [bytes.fromhex(each) for each in receipt["inclusion"]]
    consistency = [bytes.fromhex(each) for each in receipt["consistency"]]
    row = next(row for row in table.log() if row[0] == receipt["position"])
    assert row[3] == "match.command_accepted.1"
    assert receipt["leaf"] == leaf(table.game, row).hex()
    verify_inclusion(
        leaf(table.game, row), receipt["position"] - 1, checkpoint.size, inclusion, checkpoint.root
    )
    seen = row[4]["signature"]["seen"]["checkpoint"]
    root = bytes.fromhex(seen["root"])
    verify_consistency(seen["size"], checkpoint.size, root, checkpoint.root, consistency)
    return receipt


def test_every_call_is_answered_with_one(table: Signing) -> None:
    holds(table, table.ready("grey"))
    due = table.due()
    holds(table, table.order(due["seat"], PULL, due["id"]))
    holds(table, table.post("/draw-offers", {}, "blue"))
    offer = next(each["id"] for each in table.get().json()["proposals"])
    holds(table, table.post(f"/draw-offers/{offer}/decline", {}, "grey"))
    proposal = table.post("/rewinds", {"at": 1}, "blue")
    holds(table, proposal)
    holds(table, table.post(f"/rewinds/{proposal.json()['id']}/withdraw", {}, "blue"))
    holds(table, table.register("blue", Key(f"new {table.game}"), table.keys["blue"]))
    shouted = table.order("blue", {"type": "shout", "word": "ho"}, None)
    version = shouted.json()["events"][0]["version"]
    holds(table, shouted)
    holds(table, table.post("/take-backs", {"to": version - 1}, "blue"))
    proposal = table.post("/rewinds", {"at": 1}, "blue")
    holds(table, table.post(f"/rewinds/{proposal.json()['id']}/accept", {}, "grey"))
    holds(table, table.post("/resignation", {}, "blue"))


def test_a_repeated_request_and_one_that_is_asked_for_get_one_too(table: Signing) -> None:
    body = {"id": "once", "command": {"type": "shout", "word": "x"}}
    first = table.post("/commands", body, "blue")
    receipt = holds(table, first)
    assert table.order("grey", {"type": "shout", "word": "y"}, None, id="once").status_code == 200
    again = table.post("/commands", body, "blue")
    assert again.json()["repeated"]
    assert holds(table, again)["position"] == receipt["position"]
    asked = table.get("/commands/once/receipt", seat="blue")
    assert check(table, asked.json())["position"] == receipt["position"]
    twice = table.get("/commands/once/receipt")
    assert (twice.status_code, "name the seat" in twice.json()["detail"]) == (404, True)
    assert table.get("/commands/never/receipt").status_code == 404
    assert table.get("/commands/once/receipt", seat="nobody").status_code == 404


def test_what_is_not_signed_as_v2_has_none(http: httpx.Client) -> None:
    table = tug(http)
    due = table.due()
    answer = table.order(due["seat"], PULL, due["id"], id="plain")
    assert "receipt" not in answer.json()
    asked = table.get("/commands/plain/receipt")
    assert (asked.status_code, "has no receipt" in asked.json()["detail"]) == (404, True)


def test_where_no_checkpoint_comes_in_time_it_is_said_and_asked_for_later(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signing = Signed(KEY, tmp_path / "notary")
    with referee_at(sqlite_url, signing=signing) as referee:
        player = Player(referee, scheme=SCHEME_2)
        player.sit("blue")
        signed = player.signed("blue", {"type": "shout", "word": "x"}, timeline="main", id="late")
        resigns = player.signed("blue", {"type": "resign"}, seen=signed["seen"])
        monkeypatch.setattr("ironclad.referee.proof.receipts.WAIT_SECONDS", 0.0)
        signer = referee.open_games.ledger.signer
        assert signer is not None
        signer.close()
        command = {"command": {"type": "shout", "word": "x"}, "timeline": "main"}
        answer = referee.commands.handle(player.game, "blue", {**command, **signed})
        assert answer.receipt is None
        assert "ask for the receipt again" in str(answer.receipt_problem)
        assert msgspec.to_builtins(answer)["receipt"] is None
        with pytest.raises(NotFound, match="ask for the receipt again"):
            referee.receipts.of_request(player.game, ("blue",), "late")
        game = player.game
    monkeypatch.undo()
    with referee_at(sqlite_url, signing=signing) as referee:
        receipt = referee.receipts.of_request(game, ("blue", "grey"), "late")
        assert receipt.position == answer.events[0].position
        ends = {name: resigns[name] for name in ("id", "signature", "seen")}
        with pytest.raises(Exception, match="checkpoint of"):
            referee.match.request(game, "blue", match_requests.Resign(), **ends)
