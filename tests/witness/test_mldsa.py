"""ML-DSA-44 cosignatures, held to a public implementation's; and a build that lacks the algorithm."""

from pathlib import Path

import pytest

from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import LAST_TIME, Witness, time_of
from ironclad.eventlog.ledger.cosigners import read_any_key, read_cosigner_key, read_log_key
from ironclad.eventlog.ledger.errors import BadCheckpoint, BadKey, BadSignature
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, leaf_hash
from ironclad.eventlog.ledger.mldsa import MlDsaWitness, MlDsaWitnessKey
from ironclad.eventlog.ledger.notes import (
    Note,
    Signature,
    SigningKey,
    encode_vkey,
    open_note,
    parse,
    verified,
)

VECTOR = (Path(__file__).parent / "vectors" / "mldsa_log.txt").read_bytes()
SEED = bytes.fromhex("2886adc2b0eabfce67c0472939127998bf886cf256bfee8ba76a253fce1146e0")
PUBLISHED = ("example.com/mldsa-log+b5df45c5+BuhtcL97l3dcitjZ8Y9J54gmQ1TWn/BMF0yePKpTzhlF", "VIvFAaqsgAAE=")

WITNESS = MlDsaWitness("witness.example/w1", b"m" * 32)
CHECKPOINT = Checkpoint("games.example/ironclad", 7, bytes(range(32)))
SECONDS = 1_790_000_000

here = pytest.mark.skipif(not mldsa.available(), reason="this build has no ML-DSA-44")


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build without the algorithm."""
    monkeypatch.setattr(mldsa, "available", lambda: False)


@here
def test_the_published_checkpoint() -> None:
    """A log's own ML-DSA-44 signature, with the time 0."""
    key = MlDsaWitness("example.com/mldsa-log", SEED).verifier
    assert str(key).startswith(PUBLISHED[0])
    assert str(key).endswith(PUBLISHED[1])
    assert read_log_key(str(key)) == key
    note = open_note(VECTOR, [key])
    assert note.text.split("\n")[1:3] == ["1", "+zoErtsZtGO6sfiSV/v4UJSIyowisE8hvjw0q5+bD38="]
    assert leaf_hash(b"testonly").hex() == "fb3a04aedb19b463bab1f89257fbf8509488ca8c22b04f21be3c34ab9f9b0f7f"
    assert time_of(note.signatures[0]) == 0


def test_the_message_is_laid_out_as_published() -> None:
    """Every field of `cosigned_message` in C2SP tlog-cosignature, in its place."""
    message = mldsa.cosigned_message("witness.example/w1", SECONDS, CHECKPOINT)
    assert message.hex() == (
        "737562747265652f76310a00"
        "12" + b"witness.example/w1".hex() + "000000006ab13b80"
        "16"
        + b"games.example/ironclad".hex()
        + "0000000000000000"
        + "0000000000000007"
        + CHECKPOINT.root.hex()
    )


@here
def test_a_cosignature_is_of_one_checkpoint_at_one_time_by_one_name() -> None:
    text = CHECKPOINT.text()
    line = WITNESS.cosign(text, SECONDS)
    key = read_cosigner_key(str(WITNESS.verifier))
    assert isinstance(key, MlDsaWitnessKey)
    assert key.verify(text, line.body)
    assert time_of(line) == SECONDS
    for place in (0, 7, 8, 9, 1_000, len(line.body) - 1):
        wrong = bytearray(line.body)
        wrong[place] ^= 1
        assert not key.verify(text, bytes(wrong)), place
    for body in (b"", line.body[:-1], line.body + b"\0", (LAST_TIME + 1).to_bytes(8, "big") + line.body[8:]):
        assert not key.verify(text, body)
    for other in (
        Checkpoint(CHECKPOINT.origin, 8, CHECKPOINT.root),
        Checkpoint("games.example/other", 7, CHECKPOINT.root),
        Checkpoint(CHECKPOINT.origin, 7, bytes(32)),
        Checkpoint(CHECKPOINT.origin, 7, CHECKPOINT.root, ("more",)),
    ):
        assert not key.verify(other.text(), line.body)
    assert not key.verify("no checkpoint\n", line.body)
    assert not MlDsaWitnessKey("witness.example/w2", key.public).verify(text, line.body), "it has the name"


@here
def test_both_kinds_of_a_witness_are_in_one_note() -> None:
    log, old = SigningKey(CHECKPOINT.origin, b"l" * 32), Witness(WITNESS.name, b"e" * 32)
    text = CHECKPOINT.text()
    note = Note(text, (log.sign(text), old.cosign(text, SECONDS), WITNESS.cosign(text, SECONDS)))
    keys = [log.verifier, old.verifier, WITNESS.verifier]
    assert [key for key, _ in verified(parse(str(note).encode()), keys)] == keys
    forged = Note(text, (log.sign(text), MlDsaWitness(WITNESS.name, b"x" * 32).cosign(text, SECONDS)))
    assert [key for key, _ in verified(forged, keys)] == [log.verifier], "another key's line is passed over"
    moved = note.signatures[2].body[:-1] + b"\1"
    with pytest.raises(BadSignature):
        verified(Note(text, (Signature(WITNESS.name, WITNESS.verifier.key_id, moved),)), keys)


@here
def test_what_cannot_be_cosigned() -> None:
    with pytest.raises(BadCheckpoint, match="extension"):
        WITNESS.cosign(Checkpoint("o", 7, bytes(32), ("more",)).text(), SECONDS)
    with pytest.raises(BadCheckpoint, match="255 bytes"):
        WITNESS.cosign(Checkpoint("o" * 256, 7, bytes(32)).text(), SECONDS)
    with pytest.raises(BadCheckpoint, match="empty log"):
        WITNESS.cosign("o\n0\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", SECONDS)
    assert WITNESS.verifier.verify(*_cosigned(Checkpoint("o", 0, EMPTY_ROOT)))
    for name, seed in (("a b", bytes(32)), ("a", bytes(31)), ("a" * 256, bytes(32))):
        with pytest.raises(BadKey):
            MlDsaWitness(name, seed)
    assert WITNESS.seed.hex() not in repr(WITNESS)


def _cosigned(checkpoint: Checkpoint) -> tuple[str, bytes]:
    return checkpoint.text(), WITNESS.cosign(checkpoint.text(), SECONDS).body


def test_keys_of_each_type_have_their_own_length_and_use() -> None:
    pq = encode_vkey("a", 6, bytes(1_312))
    ed, log = encode_vkey("a", 4, bytes(32)), encode_vkey("a", 1, bytes(32))
    assert [str(read_any_key(each)) for each in (pq, ed, log)] == [pq, ed, log]
    for text in (encode_vkey("a", 6, bytes(1_311)), encode_vkey("a", 6, bytes(1_313)), pq[:-1]):
        with pytest.raises(BadKey):
            read_any_key(text)
    for kind in (2, 3, 5, 250, 255):
        with pytest.raises(BadKey, match=f"type {kind}"):
            read_any_key(encode_vkey("a", kind, bytes(91)))
    with pytest.raises(BadKey, match="not a witness's"):
        read_cosigner_key(log)
    with pytest.raises(BadKey, match="not a log's"):
        read_log_key(ed)


@pytest.mark.usefixtures("lacking")
def test_a_build_without_the_algorithm_passes_its_lines_over() -> None:
    """The key is read, no line of it counts, and none is an error."""
    log = SigningKey(CHECKPOINT.origin, b"l" * 32)
    key = read_cosigner_key(encode_vkey("a", 6, bytes(1_312)))
    assert not key.checkable
    text = CHECKPOINT.text()
    line = Signature("a", key.key_id, bytes(2_428))
    note = Note(text, (log.sign(text), line))
    assert [found for found, _ in verified(note, [log.verifier, key])] == [log.verifier]
    assert not key.verify(text, line.body)
