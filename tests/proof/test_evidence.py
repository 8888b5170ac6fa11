"""Evidence that a log contradicts itself: the vectors, and the command that reads a file of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ironclad.api.cli import main
from ironclad.eventlog.ledger.evidence import LENGTH_LIMIT, NoEvidence, Unusable, read_evidence
from tests.proof.logs import KEY
from tests.proof.make_evidence_vectors import OTHER, OUT, vectors

VECTORS = json.loads(OUT.read_text("utf-8"))["vectors"]


def status_of(data: bytes) -> int:
    try:
        read_evidence(data)
    except NoEvidence:
        return 1
    except Unusable:
        return 2
    return 0


@pytest.mark.parametrize("vector", VECTORS, ids=[each["name"] for each in VECTORS])
def test_a_vector_proves_what_it_should(vector: dict[str, Any]) -> None:
    assert status_of(json.dumps(vector["evidence"]).encode()) == vector["status"]


def test_the_vectors_are_as_they_are_made() -> None:
    assert vectors() == VECTORS


def test_every_changed_byte_of_a_file_proves_nothing_else() -> None:
    """No byte of what is proved can be changed: the file then proves nothing, or the same."""
    proof = read_evidence(json.dumps(VECTORS[0]["evidence"]).encode())
    whole = json.dumps(VECTORS[0]["evidence"]).encode()
    for at in range(0, len(whole), 3):
        forged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        try:
            assert read_evidence(forged) == proof
        except (NoEvidence, Unusable):
            continue


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["audit", *arguments])
    return found.exit_code, found.output


def test_the_command_says_what_a_file_proves(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    for vector in VECTORS:
        file.write_text(json.dumps(vector["evidence"]))
        assert run("--evidence", str(file))[0] == vector["status"], vector["name"]
    file.write_text(json.dumps(VECTORS[0]["evidence"]))
    status, said = run("--evidence", str(file))
    assert (status, "signed a log of 11 events, and one of 17 events" in said) == (0, True)
    assert str(KEY.verifier) in said
    status, said = run("--evidence", str(file), "--json", "--log-key", str(KEY.verifier))
    assert (status, json.loads(said)["origin"]) == (0, KEY.name)
    status, said = run("--evidence", str(file), "--log-key", str(OTHER.verifier))
    assert (status, "another log" in said) == (1, True)


def test_what_cannot_be_asked_is_said(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    file.write_bytes(b" " * (LENGTH_LIMIT + 1))
    assert run("--evidence", str(file))[0] == 2
    file.write_text("not JSON")
    assert run("--evidence", str(file))[0] == 2
    file.write_text(json.dumps(VECTORS[0]["evidence"]))
    assert run("--evidence", str(file), "http://127.0.0.1:1")[0] == 2
    assert run("--evidence", str(tmp_path / "none"))[0] == 2
    assert run()[0] == 2
