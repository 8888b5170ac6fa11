"""A tournament game over HTTP, with servers, a witness and a beacon's file, verified without any of them."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from ironclad.domain.kernel.fair.fair_tournament import request_digest
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import Note, parse
from tests import postgresql
from tests.api.running import Server
from tests.proof.over_http import OwnDice
from tests.proof.parties import OwnChain
from tests.proof.test_bundle_http import ironclad
from tests.proof.tournament import value
from tests.stores import Store
from tests.waiting import within

WITNESS = Witness("witness.example/w1", b"w" * 32)
PULL = {"type": "pull", "effort": 1}


def described(folder: Path) -> dict[str, str]:
    """The environment of servers with a beacon that speaks every second: its file knows the time to come."""
    rounds = "".join(json.dumps({"round": n, "value": value(n).hex()}) + "\n" for n in range(1, 1_000))
    (folder / "rounds.jsonl").write_text(rounds)
    beacon = {
        "name": "lighthouse",
        "genesis": int(time.time()),
        "period": 1,
        "lead": 2,
        "rounds": "rounds.jsonl",
    }
    (folder / "beacon.json").write_text(json.dumps(beacon))
    return {
        "IRONCLAD_BEACON": str(folder / "beacon.json"),
        "IRONCLAD_WITNESSES": str(WITNESS.verifier),
        "IRONCLAD_LOG_KEY_FILE": str(folder / "log.key"),
        "IRONCLAD_SECRET": "a secret of the servers of this log",
    }


@contextmanager
def serving(folder: Path, kind: str) -> Iterator[list[httpx.Client]]:
    """Clients of one server over SQLite, or of two over PostgreSQL."""
    with ExitStack() as stack:
        url = (
            f"sqlite:///{folder / 'log.db'}" if kind == "sqlite" else stack.enter_context(postgresql.schema())
        )
        clients = []
        for _ in range(1 if kind == "sqlite" else 2):
            server = Server(Store(url, environment=described(folder))).start()
            stack.callback(server.stop)
            clients.append(stack.enter_context(server.client()))
        yield clients


def opened(http: httpx.Client) -> OwnDice:
    answer = http.post("/games", json={"ruleset": "tug", "scenario": "long", "dice": "tournament"})
    assert answer.status_code == 201, answer.text
    table = OwnDice(http, answer.json()["id"])
    for seat in ("blue", "grey"):
        assert table.sit(seat, OwnChain(seat, table.game, length=512)).status_code == 201
    assert table.ready("grey").status_code == 200
    return table


def witnessed(http: httpx.Client, position: int) -> None:
    """Cosign a checkpoint of the log that has an event."""
    assert within(lambda: http.get("/log/checkpoint", params={"at_least": position}).status_code == 200)
    note = parse(http.get("/log/checkpoint", params={"at_least": position}).json()["note"])
    line = WITNESS.cosign(note.text, int(time.time()))
    answer = http.post("/log/cosignatures", json={"note": str(Note(note.text, (*note.signatures[:1], line)))})
    assert answer.status_code == 200, answer.text


def state(table: OwnDice, seat: str) -> str:
    found = table.get("/intents").json()["items"]
    return next(str(each["state"]) for each in found if each["seat"] == seat)


def commit(table: OwnDice, seat: str, request: dict[str, Any]) -> httpx.Response:
    digest = request_digest(table.game, "main", seat, {"expected_version": None, **request})
    return table.post("/intents", {"digest": digest, "id": f"intent-{os.urandom(4).hex()}"}, seat)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def test_a_game_is_played_and_verified_without_its_servers(tmp_path: Path, kind: str) -> None:
    bundle = tmp_path / "game.bundle"
    with serving(tmp_path, kind) as clients:
        turns = cycle(clients)
        table = opened(clients[0])
        for turn in range(2):
            due = table.due()
            seat, request = due["seat"], {"id": f"turn-{turn}", "decision": due["id"], "command": PULL}
            early = table.order(seat, PULL, due["id"])
            assert (early.status_code, early.json()["rule"]) == (409, "dice/intent")
            for _ in range(20):  # a machine that is very busy may let a round pass: then it is another's
                table.http = next(turns)
                made = commit(table, seat, request)
                assert made.status_code == 201, made.text
                again = commit(table, seat, request)
                assert (again.status_code, again.json()["rule"]) == (409, "dice/intent")
                witnessed(next(turns), made.json()["position"])
                assert within(lambda seat=seat: state(table, seat) in ("due", "late"))
                if state(table, seat) == "due":
                    break
            table.http = next(turns)
            given = table.order(seat, id=request["id"], command=PULL, decision=request["decision"])
            assert given.status_code == 200, given.text
        key = clients[0].get("/log/keys").json()["keys"][0]["key"]
        assert table.post("/intents", {"digest": "0" * 64}).status_code == 401
        others = table.post("/intents", {"digest": "0" * 64, "seat": "blue"}, "grey")
        assert others.status_code == 403, "a seat's token is for that seat"
        assert table.post("/intents", {"digest": "0" * 63}, "grey").status_code == 422
        answer = clients[0].get(f"/games/{table.game}/bundle")
        assert answer.status_code == 200, answer.text
        bundle.write_bytes(answer.content)
    status, verdict = ironclad("verify", bundle, "--log-key", key, "--beacon", tmp_path / "rounds.jsonl")
    # The toy's rules are no part of the build: everything but them is held.
    assert (status, verdict["first_failure"]["detail"]) == (1, "rules not checked: needs the rules of tug")
    told = {check["name"]: check["detail"] for check in verdict["checks"]}
    assert "2 intents answered" in told["dice"]
    assert "held to the file" in told["dice"]


def test_a_server_that_offers_no_such_level_says_so(http: httpx.Client) -> None:
    asked = {"ruleset": "tug", "scenario": "long", "dice": "tournament"}
    answer = http.post("/games", json=asked)
    assert (answer.status_code, answer.json()["rule"]) == (409, "dice/tournament")
    assert "follows no beacon" in answer.json()["reason"]
    assert http.post("/games", json={**asked, "dice": "loaded"}).status_code == 422
    plain = OwnDice.opened(http, "tug", "long")
    assert plain.get("/intents").json() == {"game": plain.game, "tournament": None, "items": []}
    refused = plain.post("/intents", {"digest": "0" * 64}, "blue")
    assert (refused.status_code, refused.json()["rule"]) == (409, "dice/intent")
