"""Notes, checkpoints, cosignatures and the history of a key: what holds, and what does not."""

import random
from base64 import b64encode

import pytest

from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness, read_witness_key, time_of
from ironclad.eventlog.ledger.cosigners import read_any_key
from ironclad.eventlog.ledger.errors import (
    BadCheckpoint,
    BadHistory,
    BadKey,
    BadNote,
    BadSignature,
    LedgerError,
)
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT
from ironclad.eventlog.ledger.history import KeyHistory, handover
from ironclad.eventlog.ledger.notes import (
    NOTE_BYTES,
    Note,
    Signature,
    SigningKey,
    encode_vkey,
    open_note,
    parse,
    read_signing_key,
    read_vkey,
    verified,
)

# The example of golang.org/x/mod/sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_SIGNS = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
LINE = (
    "— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

# The examples of C2SP signed-note and tlog-cosignature; the keys that made them are not published.
SALVATORE = """Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
"""  # noqa: E501 - a line of a note
SOFA = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""  # noqa: E501 - lines of a note

ORIGIN = "games.example/ironclad"
LOG, NEXT, LAST = (SigningKey(ORIGIN, bytes([number]) * 32) for number in (1, 2, 3))
WITNESS = Witness("witness.example/w1", b"w" * 32)
ROOT = bytes(range(32))
CHECKPOINT = Checkpoint(ORIGIN, 7, ROOT)


def test_the_published_example() -> None:
    key = read_vkey(PETER)
    assert str(key) == PETER
    note = open_note(f"{TEXT}\n{LINE}".encode(), [key])
    assert (note.text, str(note)) == (TEXT, f"{TEXT}\n{LINE}")
    signer = read_signing_key(PETER_SIGNS)
    assert signer.verifier == key
    assert signer.encoded() == PETER_SIGNS
    assert signer.sign(TEXT).line() == LINE


def test_the_specifications_examples_are_read() -> None:
    note = parse(SALVATORE)
    assert note.text.endswith("sole:\n\ned è subito sera.\n")
    assert [each.name for each in note.signatures] == ["quasimodo.example/salvatore"]
    note = parse(SOFA.encode())
    checkpoint = parse_checkpoint(note.text, "example.com/behind-the-sofa")
    assert (checkpoint.size, checkpoint.text()) == (20_852_163, note.text)
    assert time_of(note.signatures[1]) == 1_679_315_147
    with pytest.raises(BadSignature):
        time_of(note.signatures[0])
    assert str(note) == SOFA


def test_every_wrong_character_of_a_note_is_refused() -> None:
    whole, key = f"{TEXT}\n{LINE}".encode(), read_vkey(PETER)
    for place in range(len(whole)):
        for bit in range(8):
            wrong = bytearray(whole)
            wrong[place] ^= 1 << bit
            with pytest.raises(LedgerError):
                open_note(bytes(wrong), [key])
        with pytest.raises(LedgerError):
            open_note(whole[:place], [key])
        with pytest.raises(LedgerError):
            open_note(whole[:place] + whole[place + 1 :], [key])


def test_every_wrong_character_of_a_key_is_refused() -> None:
    for place in range(len(PETER)):
        for wrong in (PETER[:place] + chr(ord(PETER[place]) + 1) + PETER[place + 1 :], PETER[:place]):
            with pytest.raises(BadKey):
                read_vkey(wrong)
    for place in range(len(PETER_SIGNS)):
        with pytest.raises(BadKey) as refused:
            read_signing_key(
                PETER_SIGNS[:place] + chr(ord(PETER_SIGNS[place]) + 1) + PETER_SIGNS[place + 1 :]
            )
        assert PETER_SIGNS[-20:] not in str(refused.value)


def test_random_notes_agree_with_their_parts() -> None:
    """Texts, names and numbers of signatures at random: what was signed is read and verified as it was."""
    chance = random.Random(1)
    letters = "aé \n—+=/0ß漢"
    for number in range(1_000):
        text = "".join(chance.choice(letters) for _ in range(chance.randrange(40))) + "\n"
        keys = [SigningKey(f"key{each}", chance.randbytes(32)) for each in range(chance.randint(1, 4))]
        note = Note(text, tuple(key.sign(text) for key in keys))
        again = parse(str(note).encode())
        assert again == note
        assert [key for key, _ in verified(again, [key.verifier for key in keys])] == [
            key.verifier for key in keys
        ]
        other = SigningKey(f"key{number}", b"\1" * 32).verifier
        with pytest.raises(BadSignature):
            open_note(str(note), [other])


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "\n",
        "text\n",
        "text\n\n",
        "text\n" + LINE,
        "text\n\n" + LINE.rstrip(),
        "text\n\n" + LINE.replace("—", "-"),
        "text\n\n" + LINE.replace("— ", "—"),
        "text\n\n" + LINE.replace("— ", "—  "),
        "text\n\n" + LINE.replace("PeterNeumann ", "PeterNeumann  "),
        "text\n\n" + LINE.replace("PeterNeumann", "Peter+Neumann"),
        "text\n\n" + LINE.replace("PeterNeumann", "Peter\u00a0Neumann"),
        "text\n\n" + LINE.replace("PeterNeumann", ""),
        "text\n\n" + LINE.replace("nAM=", "nAN="),
        "text\n\n" + LINE.replace("nAM=", "nAM"),
        "text\n\n— name AAAAAA==\n",
        "tab\tin the text\n\n" + LINE,
        "return\r\n\n" + LINE,
        "text\n\n" + LINE + LINE.replace(" ", "\t", 1),
        "text\n\n" + LINE * 101,
        "x" * NOTE_BYTES + "\n\n" + LINE,
        b"\xff\n\n" + LINE.encode(),
        "\ud800\n\n" + LINE,
    ],
)
def test_what_is_no_note(bad: str | bytes) -> None:
    with pytest.raises(BadNote):
        parse(bad)


def test_a_hundred_signatures_are_read_and_unknown_ones_passed_over() -> None:
    mine = LOG.sign("text\n")
    others = tuple(SigningKey(f"other{number}", bytes(32)).sign("text\n") for number in range(99))
    note = open_note(str(Note("text\n", (*others, mine))), [LOG.verifier])
    assert len(note.signatures) == 100
    same_id = Signature("another", mine.key_id, mine.body)
    same_name = Signature(mine.name, bytes(4), mine.body)
    with pytest.raises(BadSignature, match="none of the keys"):
        open_note(str(Note("text\n", (same_id, same_name))), [LOG.verifier])


def test_a_bad_signature_of_a_known_key_spoils_a_note_that_another_signed() -> None:
    forged = Signature(LOG.name, LOG.verifier.key_id, bytes(64))
    note = Note("text\n", (NEXT.sign("text\n"), forged))
    with pytest.raises(BadSignature, match="not of that key"):
        open_note(str(note), [LOG.verifier, NEXT.verifier])


def test_a_signature_takes_the_place_of_the_same_keys() -> None:
    note = CHECKPOINT.sign(LOG)
    first, second = (WITNESS.cosign(note.text, time) for time in (5, 6))
    assert note.signed(first).signed(second).signatures == (*note.signatures, second)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\tb", "a\u2003b", "a\nb"])
def test_names_that_no_key_has(name: str) -> None:
    with pytest.raises(BadKey):
        SigningKey(name, bytes(32))
    with pytest.raises(BadKey):
        Witness(name, bytes(32))
    with pytest.raises(BadKey):
        read_vkey(encode_vkey(name, 1, bytes(32)))


def test_a_key_of_another_type_or_length() -> None:
    assert read_any_key(str(LOG.verifier)) == LOG.verifier
    assert read_any_key(str(WITNESS.verifier)) == WITNESS.verifier
    with pytest.raises(BadKey, match="type 4"):
        read_vkey(str(WITNESS.verifier))
    with pytest.raises(BadKey, match="type 1"):
        read_witness_key(str(LOG.verifier))
    with pytest.raises(BadKey, match="type 6"):
        read_any_key(encode_vkey("a", 6, bytes(32)))
    for bad in (encode_vkey("a", 1, bytes(31)), encode_vkey("a", 1, bytes(33))):
        with pytest.raises(BadKey):
            read_vkey(bad)
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(BadKey):
            SigningKey("a", seed)
        with pytest.raises(BadKey):
            Witness("a", seed)
    with pytest.raises(BadNote):
        LOG.sign("no newline")
    assert LOG.seed.hex() not in repr(LOG)
    assert str(WITNESS.seed) not in repr(WITNESS)


def test_a_checkpoint_is_signed_and_opened() -> None:
    note = str(CHECKPOINT.sign(LOG))
    assert note.startswith(f"{ORIGIN}\n7\n{b64encode(ROOT).decode()}\n\n— {ORIGIN} ")
    assert open_checkpoint(note, [LOG.verifier], ORIGIN)[0] == CHECKPOINT
    with pytest.raises(BadCheckpoint, match="not of"):
        open_checkpoint(note, [LOG.verifier], "another")
    with pytest.raises(BadSignature):
        open_checkpoint(note, [NEXT.verifier], ORIGIN)
    assert parse_checkpoint(f"o\n0\n{b64encode(EMPTY_ROOT).decode()}\nmore\n").extensions == ("more",)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "o\n7\n",
        "o\n\n{root}\n",
        "\n7\n{root}\n",
        "o\n7\n{root}\n\n",
        "o\n7\n{root}\n\nmore\n",
        "o\n07\n{root}\n",
        "o\n-7\n{root}\n",
        "o\n+7\n{root}\n",
        "o\n7.0\n{root}\n",
        "o\n 7\n{root}\n",
        "o\n٧\n{root}\n",
        "o\n7\n{root}",
        "o\n7\n{root}\r\n",
        "o\n7\nAAAA\n",
        "o\n7\n{root}=\n",
        "o\n0\n{root}\n",
        "o\n9223372036854775808\n{root}\n",
        "o\n99999999999999999999999999\n{root}\n",
    ],
)
def test_what_is_no_checkpoint(bad: str) -> None:
    with pytest.raises(BadCheckpoint):
        parse_checkpoint(bad.replace("{root}", b64encode(ROOT).decode()))


def test_a_cosignature_is_of_one_text_at_one_time() -> None:
    text = CHECKPOINT.text()
    signature = WITNESS.cosign(text, 1_679_315_147)
    key = read_witness_key(str(WITNESS.verifier))
    assert key.verify(text, signature.body)
    assert time_of(signature) == 1_679_315_147
    for place in range(len(signature.body)):
        wrong = bytearray(signature.body)
        wrong[place] ^= 1
        assert not key.verify(text, bytes(wrong))
    assert not key.verify(text, signature.body[:-1])
    assert not key.verify(Checkpoint(ORIGIN, 8, ROOT).text(), signature.body)
    assert not read_any_key(encode_vkey(WITNESS.name, 1, key.public)).verify(text, signature.body)
    with pytest.raises(BadCheckpoint):
        WITNESS.cosign("no checkpoint\n", 1)


def history(*notes: Note | str) -> KeyHistory:
    return KeyHistory(ORIGIN, LOG.verifier, [str(each) for each in notes])


def test_a_key_hands_over_to_its_successor() -> None:
    nine = Checkpoint(ORIGIN, 9, ROOT)
    found = history(handover(CHECKPOINT, LOG, NEXT), handover(nine, NEXT, LAST))
    assert found.current == LAST.verifier
    assert found.keys_for(6) == [LOG.verifier]
    assert found.keys_for(7) == [LOG.verifier, NEXT.verifier]
    assert found.keys_for(8) == [NEXT.verifier]
    assert found.keys_for(10) == [LAST.verifier]
    for size, key in [(6, LOG), (7, LOG), (7, NEXT), (8, NEXT), (9, LAST), (10**9, LAST)]:
        found.open(str(Checkpoint(ORIGIN, size, ROOT).sign(key)))
    for size, key in [(6, NEXT), (8, LOG), (8, LAST), (10, NEXT)]:
        with pytest.raises(BadSignature):
            found.open(str(Checkpoint(ORIGIN, size, ROOT).sign(key)))
    with pytest.raises(BadCheckpoint, match="another root"):
        found.open(str(Checkpoint(ORIGIN, 7, bytes(32)).sign(NEXT)))


def test_a_handover_that_does_not_hold() -> None:
    good = handover(CHECKPOINT, LOG, NEXT)
    earlier, other = Checkpoint(ORIGIN, 6, ROOT), Checkpoint("another", 7, ROOT)
    bad: list[list[Note | str]] = [
        ["", ""],
        [Note(good.text, good.signatures[:1])],
        [Note(good.text, good.signatures[1:])],
        [handover(CHECKPOINT, NEXT, LAST)],
        [good, handover(earlier, NEXT, LAST)],
        [good, handover(CHECKPOINT, NEXT, LOG)],
        [handover(CHECKPOINT, LOG, LOG)],
        [handover(other, LOG, NEXT)],
        [CHECKPOINT.sign(LOG)],
        [good, good],
    ]
    for notes in bad:
        with pytest.raises(BadHistory):
            history(*notes)
    whole = str(good).encode()
    for place in range(len(whole)):
        wrong = bytearray(whole)
        wrong[place] ^= 1
        with pytest.raises(BadHistory):
            KeyHistory(ORIGIN, LOG.verifier, [bytes(wrong)])
