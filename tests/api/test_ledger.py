"""The ledger over HTTP, checked with the log's key and nothing else; on SQLite and on workers."""

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from time import time
from typing import Any

import httpx
import pytest

from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, SigningKey, open_note, parse, read_vkey
from ironclad.eventlog.ledger.proofs import (
    consistency_proof,
    inclusion_proof,
    verify_consistency,
    verify_inclusion,
)
from ironclad.eventlog.ledger.tiles import Tile, TileReader, entries_of, tile_of
from ironclad.eventlog.ledger.tree import Frontier, root_at
from tests import postgresql
from tests.api.running import Server, Table
from tests.api.shared import service
from tests.api.test_openapi import check
from tests.api.test_shared_port import Parent, asked, until
from tests.stores import Store

pytestmark = pytest.mark.every_store

ORIGIN = "games.example/ironclad"
WITNESS, OTHER = (Witness(f"witness.example/{name}", name.encode() * 32) for name in ("a", "b"))


@dataclass
class Log:
    """A client of a log that trusts its first key, and its address."""

    address: str
    http: httpx.Client
    keys: KeyHistory

    @classmethod
    def at(cls, address: str, http: httpx.Client) -> "Log":
        told = http.get("/log/keys").json()
        first = read_vkey(told["keys"][0]["key"])
        return cls(address, http, KeyHistory(told["origin"], first, told["handovers"]))

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Below the log's prefix."""
        with httpx.Client(timeout=30) as client:
            return client.get(f"{self.address}/log/{path}", params=query)

    def checkpoint(self, **query: Any) -> Checkpoint:
        answer = self.get("checkpoint", **query)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        return self.keys.open(answer.content)[0]

    def whole(self) -> Checkpoint:
        """A checkpoint of all that is in the log now."""
        size = self.http.get("/ready").json()["log_size"]
        found: list[Checkpoint] = []

        def there() -> bool:
            answer = self.get("checkpoint", at_least=size)
            if answer.status_code == 200:
                found.append(self.keys.open(answer.content)[0])
            return bool(found)

        until(there, 60)
        return found[0]

    def fetch(self, tile: Tile) -> bytes:
        answer = self.get(tile.path)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"] == "application/octet-stream"
        return answer.content


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("IRONCLAD_WITNESSES", f"{WITNESS.verifier}, {OTHER.verifier}")
        patched.setenv("IRONCLAD_LOG_ORIGIN", ORIGIN)
        server = Server(tmp_path_factory.mktemp("ledger") / "log.db").start()
    with server.client() as http:
        until(lambda: http.get("/log/checkpoint").status_code == 200, 60)
        yield Log.at(server.address, http)
    server.stop()


@pytest.fixture(scope="module")
def on_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    """Several workers over PostgreSQL, each call answered by any."""
    folder = tmp_path_factory.mktemp("workers")
    with postgresql.schema() as url:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("IRONCLAD_LOG_KEY_FILE", str(folder / "log.key"))
            patched.setenv("IRONCLAD_LOG_ORIGIN", ORIGIN)
            patched.setenv("IRONCLAD_WITNESSES", f"{WITNESS.verifier},{OTHER.verifier}")
            parent = Parent(url, folder / "said", workers=4)
        try:
            with asked(parent.api) as http:
                until(lambda: http.get("/log/checkpoint").status_code == 200, 60)
                yield Log.at(parent.api.removesuffix("/api/v1"), http)
        finally:
            parent.stop()


@pytest.fixture(params=["on_sqlite", pytest.param("on_workers", marks=pytest.mark.full)])
def log(request: pytest.FixtureRequest) -> Log:
    found: Log = request.getfixturevalue(request.param)
    return found


def table_of(log: Log) -> Table:
    """A game of the ruleset that every server has, with both seats taken."""
    opened = log.http.post("/games", json={"ruleset": "american_civil_war", "scenario": "campaign"})
    assert opened.status_code == 201, opened.text
    table = Table(log.http, opened.json()["id"])
    for seat in ("union", "confederate"):
        taken = table.post(f"/seats/{seat}", {"player": seat})
        assert taken.status_code == 201, taken.text
        table.tokens[seat] = taken.json()["token"]
    return table


def hashes(words: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in words]


def test_what_is_acknowledged_is_in_the_next_checkpoint(log: Log) -> None:
    table_of(log)
    before = log.whole()
    table_of(log)
    after = log.whole()
    assert after.origin == ORIGIN
    assert after.size > before.size
    answer = log.http.get("/log/proofs/consistency", params={"from": before.size, "to": after.size}).json()
    verify_consistency(before.size, after.size, before.root, after.root, hashes(answer["proof"]))
    assert (hashes([answer["root1"]]), hashes([answer["root2"]])) == ([before.root], [after.root])


def test_every_event_of_a_game_can_be_proved(log: Log) -> None:
    table = table_of(log)
    told = table.get("/match/events").json()["items"]
    checkpoint = log.whole()
    for event in told[:3]:
        answer = log.http.get("/log/proofs/inclusion", params={"position": event["position"]}).json()
        leaf, proof = bytes.fromhex(answer["leaf"]), hashes(answer["proof"])
        place = (event["position"] - 1, answer["size"])
        verify_inclusion(leaf, *place, proof, bytes.fromhex(answer["root"]))
        again = log.http.get("/log/proofs/inclusion", params={"leaf": answer["leaf"], "size": answer["size"]})
        assert again.json() == answer
        older = log.http.get(
            "/log/proofs/inclusion", params={"position": event["position"], "size": checkpoint.size}
        ).json()
        verify_inclusion(leaf, place[0], checkpoint.size, hashes(older["proof"]), checkpoint.root)


def test_a_stranger_verifies_by_tiles_alone(log: Log) -> None:
    """From the checkpoint, the tiles and the bundles: nothing that the server computes is trusted."""
    table_of(log)
    checkpoint = log.whole()
    read = TileReader.fetching(log.fetch, checkpoint.size)
    assert root_at(read, checkpoint.size) == checkpoint.root
    tree, found = Frontier(), []
    while tree.size < checkpoint.size:
        tile = tile_of(0, tree.size, checkpoint.size)
        bundle = Tile(None, tile.number, tile.width)
        entries = entries_of(bundle, log.fetch(bundle))
        found += entries
        tree.extend([leaf_hash(each) for each in entries])
    assert tree.root() == checkpoint.root
    index = checkpoint.size // 2
    proof = inclusion_proof(read, index, checkpoint.size)
    verify_inclusion(leaf_hash(found[index]), index, checkpoint.size, proof, checkpoint.root)
    assert consistency_proof(read, index, checkpoint.size)
    assert any(b"match.game_opened.1" in each for each in found)


def test_tiles_may_be_kept_and_checkpoints_may_not(log: Log) -> None:
    size = log.whole().size
    width = size if size < 256 else 256
    tile, bundle = log.get(Tile(0, 0, width).path), log.get(Tile(None, 0, width).path)
    assert "immutable" in tile.headers["Cache-Control"]
    assert bundle.headers["Content-Encoding"] == "gzip"
    assert log.get("checkpoint").headers["Cache-Control"] == "no-store"


def test_the_service_says_that_it_signs(log: Log) -> None:
    log.whole()
    told = log.http.get("/ready").json()
    assert told["status"] == "ok"
    assert told["log"]["condition"] == "signing"
    assert told["log"]["signed"] <= told["log_size"]
    assert told["log"]["reason"] is None


WRONG = [
    ("proofs/inclusion", {}, 422, "unreadable"),
    ("proofs/inclusion", {"position": 0}, 422, "unreadable"),
    ("proofs/inclusion", {"position": -1}, 422, "unreadable"),
    ("proofs/inclusion", {"position": "one"}, 422, "unreadable"),
    ("proofs/inclusion", {"position": 10**12}, 404, "not-found"),
    ("proofs/inclusion", {"position": 2, "size": 1}, 404, "not-found"),
    ("proofs/inclusion", {"position": 1, "size": 0}, 422, "unreadable"),
    ("proofs/inclusion", {"position": 1, "size": 10**12}, 404, "not-found"),
    ("proofs/inclusion", {"position": 1, "size": 2**60}, 422, "unreadable"),
    ("proofs/inclusion", {"position": 1, "leaf": "0" * 64}, 422, "unreadable"),
    ("proofs/inclusion", {"leaf": "0" * 64}, 404, "not-found"),
    ("proofs/inclusion", {"leaf": "0" * 63}, 422, "unreadable"),
    ("proofs/inclusion", {"leaf": "X" * 64}, 422, "unreadable"),
    ("proofs/inclusion", {"position": 1, "more": 1}, 422, "unreadable"),
    ("proofs/consistency", {}, 422, "unreadable"),
    ("proofs/consistency", {"from": 0}, 422, "unreadable"),
    ("proofs/consistency", {"from": 0, "to": 0}, 422, "unreadable"),
    ("proofs/consistency", {"from": 3, "to": 2}, 422, "unreadable"),
    ("proofs/consistency", {"from": 1, "to": 10**12}, 404, "not-found"),
    ("proofs/consistency", {"from": "x"}, 422, "unreadable"),
    ("checkpoint", {"witnesses": 99}, 404, "not-found"),
    ("checkpoint", {"witnesses": 101}, 422, "unreadable"),
    ("checkpoint", {"at_least": -1}, 422, "unreadable"),
    ("keys", {"more": 1}, 422, "unreadable"),
]


@pytest.mark.parametrize(("path", "query", "status", "kind"), WRONG)
def test_what_is_asked_wrongly_is_told(
    on_sqlite: Log, path: str, query: dict[str, Any], status: int, kind: str
) -> None:
    table_of(on_sqlite)
    on_sqlite.whole()
    answer = on_sqlite.http.get(f"/log/{path}", params=query)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/api/docs#{kind}")


NO_TILES = (
    *("tile/0/000", "tile/0/999", "tile/9/000", "tile/0/000.p/0", "tile/0/000.p/256", "tile/x/000"),
    *("tile/00/000.p/1", "tile/-1/000", "tile/0/0", "tile/0/", "tile/entries/", "tile/entries/x001"),
    *("tile/0/x001/000", "tile/entries/000.p/255", "tile/0/..%2f000", "nothing", "", "tile/1/000.p/1"),
)


def test_what_is_no_tile_is_not_there(store: Store) -> None:
    with service(store) as shared:
        shared.add("ada")
        shared.open_game("ada")
        for path in NO_TILES:
            answer = shared.client.get(f"/log/{path}")
            assert answer.status_code == 404, path
            assert answer.json is not None
            assert answer.json["type"] == "/api/docs#not-found"


def signed_by(log: Log, *witnesses: Witness, seconds: int | None = None) -> str:
    note = parse(log.get("checkpoint").content)
    at = int(time()) if seconds is None else seconds
    return str(Note(note.text, (note.signatures[0], *(each.cosign(note.text, at) for each in witnesses))))


def test_a_witness_cosigns(log: Log) -> None:
    table_of(log)
    log.whole()
    first = signed_by(log, WITNESS, seconds=1_000)
    size = int(first.split("\n")[1])
    for note in (first, first, signed_by(log, WITNESS, seconds=900)):
        answer = log.http.post("/log/cosignatures", json={"note": note})
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["cosignatures"][0]["witness"] == WITNESS.name
        open_note(told["note"], [WITNESS.verifier])
    if told["size"] == size:
        assert [each["time"] for each in told["cosignatures"]] == [1_000]
    both = signed_by(log, OTHER, WITNESS)
    told = log.http.post("/log/cosignatures", json={"note": both}).json()
    assert [each["witness"] for each in told["cosignatures"]] == [WITNESS.name, OTHER.name]
    found = log.get("checkpoint", witnesses=2)
    assert open_checkpoint(found.content, [OTHER.verifier])[0].size == told["size"]
    assert log.keys.open(found.content)[0].size == told["size"]
    table_of(log)
    later = log.whole()
    assert later.size > told["size"]
    assert log.checkpoint(witnesses=2).size == told["size"]
    assert log.http.get("/log/checkpoint", params={"witnesses": 2}).json()["note"] == found.text


def test_a_line_that_does_not_hold_is_not_taken(on_sqlite: Log) -> None:
    log = on_sqlite
    table_of(log)
    checkpoint = log.whole()
    good = parse(signed_by(log, WITNESS))
    text, own, line = good.text, good.signatures[0], good.signatures[1]
    stranger = Witness("witness.example/unknown", bytes(32))
    forged = SigningKey(ORIGIN, bytes(32))
    root = b64decode(text.split("\n")[2])
    larger = Checkpoint(ORIGIN, checkpoint.size + 1_000, root)
    wrong: list[str] = [
        "",
        "rubbish",
        text,
        str(Note(text, (own,))),
        str(Note(text, (line,))),
        str(Note(text, (forged.sign(text), line))),
        str(Note(text, (own, stranger.cosign(text, 1)))),
        str(good).replace(str(checkpoint.size), str(checkpoint.size - 1), 1),
        str(good)[:-1],
        str(good)[:-10] + "AAAA" + str(good)[-6:],
        str(Note(text, (own, WITNESS.cosign(text, int(time()) + 10_000)))),
        str(Note(larger.text(), (forged.sign(larger.text()), WITNESS.cosign(larger.text(), 1)))),
        "x" * 16_385,
    ]
    for note in wrong:
        answer = log.http.post("/log/cosignatures", json={"note": note})
        assert answer.status_code == 422, note
        assert answer.json()["type"] == "/api/docs#unreadable"
    for body in ({}, {"note": 5}, {"note": str(good), "more": 1}, []):
        assert log.http.post("/log/cosignatures", json=body).status_code == 422


def test_the_calls_answer_as_they_are_described(on_sqlite: Log) -> None:
    http = on_sqlite.http
    table_of(on_sqlite)
    on_sqlite.whole()
    document = http.get("/openapi.json").json()
    for path, query in [
        ("/log/checkpoint", {}),
        ("/log/keys", {}),
        ("/log/proofs/inclusion", {"position": 1}),
        ("/log/proofs/inclusion", {"position": 10**12}),
        ("/log/proofs/consistency", {"from": 1}),
        ("/log/proofs/consistency", {"from": 0}),
        ("/ready", {}),
    ]:
        check(document, "get", path, http.get(path, params=query))
    answer = http.post("/log/cosignatures", json={"note": signed_by(on_sqlite, WITNESS)})
    check(document, "post", "/log/cosignatures", answer)
    assert not any(path.startswith("/log/") for path in document["paths"])
