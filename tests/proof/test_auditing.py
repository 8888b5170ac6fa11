"""Auditing: an honest server is followed for ever, one that rewrites or shows two histories is caught."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironclad.eventlog.auditing import Alarm, Auditor, NotAudited, Round
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import SigningKey, parse, verified
from ironclad.eventlog.ledger.proofs import consistency_proof, inclusion_proof
from ironclad.eventlog.ledger.tiles import tile_at
from ironclad.eventlog.ledger.tree import Frontier
from ironclad.eventlog.store.leaf import entry
from tests.proof.logs import KEY, Log, Row

STRANGER = SigningKey(KEY.name, bytes(32))
NO_KEYS = b'{"keys":[],"handovers":[]}'
WITNESS = Witness("witness.example", bytes(range(32)))


def rows(count: int, word: str = "a") -> list[Row]:
    return [("g/main", number, "x.y.1", f'{{"{word}":{number}}}'.encode()) for number in range(1, count + 1)]


class FakeServer:
    """A server of a log in memory, which may lie in any way that a test wants."""

    def __init__(self, log: list[Row], key: SigningKey = KEY) -> None:
        self.show(log)
        self.key, self.first, self.handovers = key, key, list[str]()
        self.closed, self.posted = False, list[str]()
        self.answers: dict[str, bytes] = {}

    def show(self, log: list[Row]) -> None:
        self.log = Log(log)

    def get(self, path: str, query: Mapping[str, int]) -> bytes | None:
        if path in self.answers:
            return self.answers[path]
        log = self.log
        match path.removeprefix("/api/v1/log/"):
            case "keys":
                found: Any = {"keys": [{"key": str(self.first.verifier)}], "handovers": self.handovers}
            case "checkpoint":
                found = {"note": str(log.checkpoint.sign(self.key)), "size": log.checkpoint.size}
            case "proofs/consistency":
                proof = consistency_proof(log.read, query["from"], query["to"])
                found = {"proof": [each.hex() for each in proof]}
            case "proofs/inclusion":
                index = query["position"] - 1
                proof = inclusion_proof(log.read, index, query["size"])
                found = {"leaf": log.leaves[index].hex(), "proof": [each.hex() for each in proof]}
            case _:
                return self._entries(path)
        return json.dumps(found).encode()

    def _entries(self, path: str) -> bytes | None:
        if self.closed:
            return None
        tile = tile_at(path.removeprefix("/log/"))
        entries = [entry(*row) for row in self.log.rows[tile.start : tile.start + tile.width]]
        return b"".join(len(each).to_bytes(2, "big") + each for each in entries)

    def post(self, path: str, document: Mapping[str, str]) -> None:
        assert path == "/api/v1/log/cosignatures"
        self.posted.append(document["note"])


def auditor(server: FakeServer, path: Path, log_key: str | None = None, **more: Any) -> Auditor:
    return Auditor(server, path / "state", log_key, Random(1), lambda: 1_800_000_000, **more)


def look(server: FakeServer, path: Path, **more: Any) -> Round:
    """A round of an auditor that was started again over its file."""
    return auditor(server, path, **more).round()


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    server = FakeServer(rows(3))
    first = look(server, tmp_path)
    assert (first.before, first.size, first.sampled, first.closed) == (0, 3, 20, 0)
    assert first.trusted_at_sight
    for size in (3, 4, 300, 700):
        server.show(rows(size))
        seen = look(server, tmp_path)
        assert seen.size == size
        assert not seen.trusted_at_sight
    assert seen.before == 300


def test_an_empty_log_is_followed_too(tmp_path: Path) -> None:
    server = FakeServer([])
    assert look(server, tmp_path).sampled == 0
    server.show(rows(2))
    assert look(server, tmp_path).before == 0


def test_a_named_key_is_not_taken_at_sight(tmp_path: Path) -> None:
    server = FakeServer(rows(3))
    assert not look(server, tmp_path, log_key=str(KEY.verifier)).trusted_at_sight
    with pytest.raises(NotAudited, match="another log"):
        look(server, tmp_path, log_key=str(STRANGER.verifier))
    (tmp_path / "state").unlink()
    with pytest.raises(Alarm, match="checkpoint does not hold"):
        look(server, tmp_path, log_key=str(STRANGER.verifier))


def test_private_entries_are_held_by_their_hashes(tmp_path: Path) -> None:
    server = FakeServer(rows(3))
    server.closed = True
    assert look(server, tmp_path).closed == 20


@pytest.mark.parametrize(
    "forged", [rows(9, "b"), rows(10, "b"), rows(12, "b"), [*rows(5), *rows(12, "b")[5:]]]
)
def test_two_histories_are_an_alarm_with_both_notes(tmp_path: Path, forged: list[Row]) -> None:
    server = FakeServer(rows(10))
    look(server, tmp_path)
    before = (tmp_path / "state").read_bytes()
    server.show(forged)
    with pytest.raises(Alarm) as alarm:
        look(server, tmp_path)
    sizes = [int(parse(note).text.split("\n")[1]) for note in alarm.value.evidence]
    assert sizes == [10, len(forged)]
    assert all(verified(parse(note), [KEY.verifier]) for note in alarm.value.evidence)
    assert (tmp_path / "state").read_bytes() == before, "the good checkpoint is not forgotten"
    server.show(rows(10))
    assert look(server, tmp_path).size == 10


def test_a_log_that_shrinks_is_an_alarm(tmp_path: Path) -> None:
    server = FakeServer(rows(10))
    look(server, tmp_path)
    server.show(rows(9))
    with pytest.raises(Alarm, match="shrunk from 10 events to 9"):
        look(server, tmp_path)


def test_another_key_is_an_alarm(tmp_path: Path) -> None:
    server = FakeServer(rows(10))
    look(server, tmp_path)
    server.key = STRANGER
    with pytest.raises(Alarm, match="checkpoint does not hold"):
        look(server, tmp_path)
    server.first = STRANGER
    with pytest.raises(Alarm, match="checkpoint does not hold"):
        look(server, tmp_path)


def test_a_key_may_hand_over_and_not_take_it_back(tmp_path: Path) -> None:
    server = FakeServer(rows(10))
    look(server, tmp_path)
    new = SigningKey(KEY.name, bytes(31) + b"\1")
    server.handovers = [str(handover(server.log.checkpoint, KEY, new))]
    server.key = new
    server.show(rows(20))
    assert look(server, tmp_path).size == 20
    kept, server.handovers, server.key = server.handovers, [], KEY
    with pytest.raises(Alarm, match="no longer shows a handover"):
        look(server, tmp_path)
    forged = Checkpoint(KEY.name, 10, Frontier().root())
    server.handovers = [str(handover(forged, KEY, new))]
    with pytest.raises(Alarm):
        look(server, tmp_path)
    server.handovers, server.key = kept, new
    assert look(server, tmp_path).size == 20


def test_an_entry_that_is_not_what_the_log_has_is_an_alarm(tmp_path: Path) -> None:
    server = FakeServer(rows(10))
    server.log.rows = rows(10, "b")
    with pytest.raises(Alarm, match="another event"):
        look(server, tmp_path)
    server.show(rows(10))
    server.log.leaves[3] = bytes(32)
    with pytest.raises(Alarm, match=r"not in the log|another event"):
        look(server, tmp_path, samples=200)


def test_what_is_cosigned_was_remembered_first(tmp_path: Path) -> None:
    server = FakeServer(rows(10))
    assert look(server, tmp_path, witness=WITNESS).cosigned
    note = parse(server.posted[0])
    assert [key for key, _ in verified(note, [WITNESS.verifier, KEY.verifier])] == [
        KEY.verifier,
        WITNESS.verifier,
    ]
    server.show(rows(11, "b"))
    with pytest.raises(Alarm):
        look(server, tmp_path, witness=WITNESS)
    assert len(server.posted) == 1, "nothing inconsistent is cosigned"
    (tmp_path / "state").unlink()
    (tmp_path / "state").mkdir()
    with pytest.raises(OSError, match=r"."):
        look(server, tmp_path, witness=WITNESS)
    assert len(server.posted) == 1, "nothing is cosigned that cannot be remembered"


@pytest.mark.parametrize("rubbish", [b"", b"[]", b"{}", b"\xff", b'{"note":5}', b"null", NO_KEYS])
def test_a_server_of_another_kind_is_no_alarm(tmp_path: Path, rubbish: bytes) -> None:
    for path in ("keys", "checkpoint", "proofs/inclusion"):
        server = FakeServer(rows(10))
        server.answers[f"/api/v1/log/{path}"] = rubbish
        with pytest.raises(NotAudited):
            look(server, tmp_path)
        assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    "damage", [b"", b"{}", b'{"format":2,"first_key":"x"}', b'{"format":1,"first_key":"x"}']
)
def test_a_damaged_file_is_said_to_be_that(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "state").write_bytes(damage)
    with pytest.raises((NotAudited, Alarm)):
        look(FakeServer(rows(3)), tmp_path)
    assert (tmp_path / "state").read_bytes() == damage
