"""docs/ledger.md tells the truth: its example, its calls, its words."""

import re
from pathlib import Path

import pytest

from ironclad.api.app import create_app
from ironclad.api.http.problems import KINDS
from ironclad.api.service import Service
from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness, read_witness_key
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.history import _HEADER
from ironclad.eventlog.ledger.notes import SigningKey, read_vkey
from ironclad.eventlog.ledger.proofs import verify_consistency, verify_inclusion
from ironclad.eventlog.store.leaf import entry
from tests.proof import reference

TOP = Path(__file__).resolve().parents[2]
TEXT = (TOP / "docs" / "ledger.md").read_text(encoding="utf-8")
EXAMPLE = TEXT.partition("## An example")[2].partition("## How it is kept")[0]
HASHES = dict(re.findall(r"^(entry of the first|leaf \d|root of \w+) +([0-9a-f]+)$", EXAMPLE, re.M))


def test_the_example_is_right() -> None:
    entries = [entry("g/main", version, "match.resigned.1", b'{"seat":"blue"}') for version in (1, 2, 3)]
    leaves = [leaf_hash(each) for each in entries]
    assert {
        "entry of the first": entries[0].hex(),
        **{f"leaf {number}": leaf.hex() for number, leaf in enumerate(leaves)},
        "root of two": reference.mth(entries[:2]).hex(),
        "root of three": reference.mth(entries).hex(),
    } == HASHES
    two, three = reference.mth(entries[:2]), reference.mth(entries)
    verify_inclusion(leaves[1], 1, 3, [leaves[0], leaves[2]], three)
    verify_consistency(2, 3, two, three, [leaves[2]])
    log, witness = re.findall(r"`(\S+\+[0-9a-f]{8}\+\S+)`", EXAMPLE)
    (note,) = re.findall(r"```\n(games\.example.*?)```", EXAMPLE, re.S)
    checkpoint = Checkpoint("games.example/ironclad", 3, three)
    for key in (read_vkey(log), read_witness_key(witness)):
        assert open_checkpoint(note, [key])[0] == checkpoint
    key, other = SigningKey(checkpoint.origin, b"\1" * 32), Witness("witness.example/w1", b"\2" * 32)
    made = checkpoint.sign(key)
    assert str(made.signed(other.cosign(made.text, 1_790_000_000))) == note


def test_its_calls_are_there() -> None:
    told = set(re.findall(r"`(?:GET |POST )?(/log/[\w/]+)", TEXT))
    with Service("sqlite://", {}) as referee:
        rules = [str(rule) for rule in create_app(referee).url_map.iter_rules()]
    for path in told - {"/log/"}:
        plain = path.partition("/L/")[0].partition("/N")[0].removesuffix("/L")
        assert any(plain in rule for rule in rules), path
    assert len(told) > 6


@pytest.mark.parametrize("kind", ["not-signed", "entries-closed"])
def test_its_problems_are_ours(kind: str) -> None:
    assert f"`{kind}`" in TEXT
    assert kind in KINDS


def test_the_handover_begins_as_it_says() -> None:
    assert f"    {_HEADER}" in TEXT


MODULES = re.findall(r"`((?:eventlog|referee|projections)/[\w/.]+)`", TEXT)


@pytest.mark.parametrize("path", sorted(set(MODULES)))
def test_its_modules_are_there(path: str) -> None:
    assert (TOP / path).exists()
