"""Writes evidence_vectors.json: `python -m tests.proof.make_evidence_vectors`.

Files of evidence of two histories of a log, true and false, with the exit status of `ironclad audit
--evidence`: 0 where a file proves a contradiction, 1 where it proves none, 2 where it is no such file. The
page and the command line are held to the same file.
"""

import copy
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.ledger.proofs import consistency_proof, inclusion_proof
from ironclad.eventlog.store.leaf import entry
from tests.proof.logs import KEY, Log, Row

OUT = Path(__file__).with_name("evidence_vectors.json")
NEXT = SigningKey(KEY.name, bytes(range(1, 33)))
OTHER = SigningKey("elsewhere.example/log", bytes(range(2, 34)))


def rows(count: int, fork: int) -> list[Row]:
    """Events of a game, of which those from `fork` on are others than in another history."""
    told = [
        f'{{"number":{number},"past":"{"other" if number >= fork else "one"}"}}' for number in range(count)
    ]
    return [("g/main", number, "toy.happened.1", body.encode()) for number, body in enumerate(told, 1)]


def note(log: Log, size: int, key: SigningKey = KEY) -> str:
    checkpoint = Checkpoint(key.name, size, Log(log.rows[:size]).checkpoint.root)
    return str(checkpoint.sign(key))


def history(one: Log, first: int, other: Log, second: int) -> dict[str, Any]:
    """The second history, at the size of the first checkpoint, has another root."""
    proof = [each.hex() for each in consistency_proof(Log(other.rows[:second]).read, first, second)]
    return {
        "format": "ironclad-evidence/v1",
        "kind": "history",
        "log": {"key": str(KEY.verifier), "handovers": []},
        "first": note(one, first),
        "second": note(other, second),
        "root": Log(other.rows[:first]).checkpoint.root.hex(),
        "proof": proof,
    }


def request(one: Log, named: int, position: int, size: int, kind: str = "command_accepted") -> dict[str, Any]:
    """A request in the second history, an event of this kind, names a root of the first."""
    root = Log(one.rows[:named]).checkpoint.root.hex()
    seen = {"checkpoint": {"root": root, "size": named}}
    body = {"seat": "blue", "signature": {"seen": seen, "value": "00" * 64}, "type": kind}
    told = rows(size, 5)
    asked = ("g/match", 1, f"match.{kind}.1", json.dumps(body, separators=(",", ":")).encode())
    log = Log([*told[: position - 1], asked, *told[position:]])
    return {
        "format": "ironclad-evidence/v1",
        "kind": "request",
        "log": {"key": str(KEY.verifier), "handovers": []},
        "checkpoint": note(log, size),
        "position": position,
        "entry": b64encode(entry(*asked)).decode(),
        "inclusion": [each.hex() for each in inclusion_proof(log.read, position - 1, size)],
        "root": Log(log.rows[:named]).checkpoint.root.hex(),
        "proof": [each.hex() for each in consistency_proof(log.read, named, size)],
    }


def changed(evidence: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(evidence), **fields}


def vectors() -> list[dict[str, Any]]:
    one, other = Log(rows(20, 99)), Log(rows(20, 5))
    found = history(one, 11, other, 17)
    same_size = history(one, 13, other, 13)
    power = history(one, 8, other, 20)
    asked = request(one, 9, 12, 18)
    extends = history(one, 11, one, 17)
    before = history(one, 4, other, 17)
    handed = str(handover(Log(one.rows[:12]).checkpoint, KEY, NEXT))
    log = {"key": str(KEY.verifier), "handovers": [handed]}
    later = changed(found, log=log, second=note(other, 17, NEXT))
    honest = request(other, 9, 12, 18)
    first, *rest = found["proof"]
    bent = [("0" if first[0] != "0" else "1") + first[1:], *rest]
    cases: list[tuple[str, int, Any]] = [
        ("two checkpoints, one of which does not extend the other", 0, found),
        ("two roots of one size", 0, same_size),
        ("a first size that is a power of two", 0, power),
        ("a request that names another past", 0, asked),
        ("a commit that names another past", 0, request(one, 9, 12, 18, "command_committed")),
        ("a link that names another past", 0, request(one, 9, 12, 18, "link_revealed")),
        ("an event that is no request", 1, request(one, 9, 12, 18, "game_ended")),
        ("the second is signed by a successor of the key", 0, later),
        ("with words for readers", 0, changed(found, text="The log contradicts itself.", at="2026-11-24")),
        ("the second extends the first", 1, extends),
        ("the two histories part after the first", 1, before),
        ("another root than the proof's", 1, changed(found, root="00" * 32)),
        ("the root of the first checkpoint", 1, changed(found, root=extends["root"])),
        ("a proof that does not hold", 1, changed(found, proof=bent)),
        ("a proof that is too short", 1, changed(found, proof=found["proof"][:-1])),
        ("the first is the larger one", 1, changed(found, first=found["second"], second=found["first"])),
        ("a checkpoint of another log", 1, changed(found, second=note(other, 17, OTHER))),
        ("a successor that was not handed over to", 1, changed(later, log=found["log"])),
        ("a request that names its own log", 1, honest),
        ("a request at another position", 1, changed(asked, position=11)),
        ("an event that is not the one in the log", 1, changed(asked, entry=honest["entry"])),
        ("an event that cannot be read", 1, changed(asked, entry="AAAA")),
        ("no base64", 1, changed(asked, entry="%")),
        ("another format", 2, changed(found, format="ironclad-evidence/v9")),
        ("another kind", 2, changed(found, kind="rumour")),
        ("no key", 2, changed(found, log={"key": "", "handovers": []})),
        ("a root that is no hash", 2, changed(found, root="AB")),
        ("no proof", 2, {name: value for name, value in found.items() if name != "proof"}),
        ("a list", 2, []),
    ]  # fmt: skip
    return [{"name": name, "status": status, "evidence": evidence} for name, status, evidence in cases]


if __name__ == "__main__":
    OUT.write_text(json.dumps({"vectors": vectors()}, indent=1) + "\n", encoding="utf-8")
