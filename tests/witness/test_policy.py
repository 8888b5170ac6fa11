"""Policies: the examples of C2SP tlog-policy, and those of two public parsers; notes held to them.

The cases are those of sigsum-go (`pkg/policy/config_test.go`) and of transparency-dev/formats (the tests of
its policy package), with keys of our own.
"""

import pytest

from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.errors import BadCheckpoint, BadNote, BadPolicy
from ironclad.eventlog.ledger.mldsa import MlDsaWitness
from ironclad.eventlog.ledger.notes import Note, Signature, SigningKey, encode_vkey
from ironclad.eventlog.ledger.policy import (
    BAD,
    DEFINITIONS,
    GOOD,
    MISSING,
    UNCHECKED,
    Group,
    check_note,
    read_policy,
)

ORIGIN = "example.com/log"
LOG, OTHER = SigningKey(ORIGIN, b"l" * 32), SigningKey("example.com/other", b"o" * 32)
W = [Witness(f"witness.example/w{number}", bytes([number]) * 32) for number in range(7)]
CHECKPOINT = Checkpoint(ORIGIN, 42, bytes(range(32)))
KEYS = {f"<{number}>": str(each.verifier) for number, each in enumerate(W)} | {"<log>": str(LOG.verifier)}

EXAMPLE = """
log <log>

witness X1 <1>
witness X2 <2>
witness X3 <3>
group X-witnesses 2 X1 X2 X3

witness Y1 <4>
witness Y2 <5>
witness Y3 <6>
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def filled(text: str) -> bytes:
    for mark, key in KEYS.items():
        text = text.replace(mark, key)
    return text.encode()


def signed(*witnesses: Witness | MlDsaWitness, log: SigningKey = LOG) -> Note:
    text = CHECKPOINT.text()
    return Note(text, (log.sign(text), *(each.cosign(text, 1_790_000_000) for each in witnesses)))


def test_the_specifications_example() -> None:
    policy = read_policy(filled(EXAMPLE))
    assert [str(each.key) for each in policy.logs] == [str(LOG.verifier)]
    assert [each.name for each in policy.witnesses] == ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    assert policy.groups == (
        Group("X-witnesses", 2, ("X1", "X2", "X3")),
        Group("Y-witnesses", 1, ("Y1", "Y2", "Y3")),
        Group("X-and-Y", 2, ("X-witnesses", "Y-witnesses")),
    )
    assert policy.quorum == "X-and-Y"


@pytest.mark.parametrize(
    ("numbers", "enough"),
    [
        ((), False),
        ((1, 2), False),
        ((4,), False),
        ((1, 4), False),
        ((4, 5, 6), False),
        ((1, 2, 3), False),
        ((1, 2, 4), True),
        ((1, 3, 6), True),
        ((1, 2, 3, 4, 5, 6), True),
    ],
)
def test_the_examples_quorum(numbers: tuple[int, ...], enough: bool) -> None:
    """Two of X and one of Y."""
    verdict = check_note(str(signed(*(W[number] for number in numbers))), read_policy(filled(EXAMPLE)))
    assert (verdict.ok, verdict.quorum, verdict.signed) == (enough, enough, True)
    assert len(verdict.named(GOOD)) == len(numbers)
    assert len(verdict.named(MISSING)) == 6 - len(numbers)
    assert ("the quorum X-and-Y is not met" in verdict.reason) is not enough


def test_a_numeric_threshold_of_groups() -> None:
    """sigsum-go: one of A, or two of B."""
    policy = read_policy(
        filled(
            "witness A1 <1>\nwitness A2 <2>\nwitness B1 <3>\nwitness B2 <4>\nwitness B3 <5>\n"
            "group A-group 1 A1 A2\ngroup B-group 2 B1 B2 B3\ngroup G any A-group B-group\nquorum G\n"
        )
    )
    for names, enough in {
        "": False, "A1": True, "A2": True, "B1": False, "B2": False, "B1 B3": True, "A1 B1": True,
    }.items():  # fmt: skip
        assert policy.met_by(names.split()) is enough, names


READ = {
    "the least": ("quorum none\n", "none"),
    "spaces, tabs and comments": (
        "\n# comment\n\t # another\n\twitness \t w1  <1>   https://w1.example.com/  \n\n  quorum\tw1\n",
        "w1",
    ),
    "addresses": ("log <log> https://log.example.com/\nwitness w1 <1>\nquorum w1\n", "w1"),
    "a name that is not ASCII": (
        "witness K\u212alvin-w\udc80 <1>\nquorum K\u212alvin-w\udc80\n",
        "K\u212alvin-w\udc80",
    ),
    "keywords as names": ("witness all <1>\nwitness any <2>\ngroup group 2 all any\nquorum group\n", "group"),
    "one quorum before more witnesses": ("witness a <1>\nquorum a\nwitness b <2>\nlog <log>\n", "a"),
    "a key of a log and of a witness": (
        f"log {encode_vkey('o', 1, W[1].verifier.public)}\nwitness a <1>\nquorum a\n",
        "a",
    ),
    "a comment with a space no-break": ("# \u00a0\nwitness a\u00a0b <1>\nquorum a\u00a0b\n", "a\u00a0b"),
}


@pytest.mark.parametrize("which", READ)
def test_what_is_read(which: str) -> None:
    text, quorum = READ[which]
    for mark, key in KEYS.items():
        text = text.replace(mark, key)
    policy = read_policy(text.encode("utf-8", "surrogateescape"))
    assert policy.quorum == quorum
    urls = [each.url for each in (*policy.logs, *policy.witnesses) if each.url]
    assert all(each in text for each in urls)
    assert len(urls) == text.count("https://")


WRONG = {
    "nothing": ("", "no quorum"),
    "a control character": ("quorum none\n\x01", "line 2 .*0x01"),
    "a carriage return": ("quorum none\r\n", "0x0d"),
    "a form feed in a comment": ("# \f\nquorum none\n", "line 1 .*0x0c"),
    "DEL": ("# \x7f\nquorum none\n", "0x7f"),
    "a last line that is cut": ("witness w1 <1>\nwitness w <2>\nquorum w", "cut"),
    "an unknown keyword": ("quibble w1\nquorum none\n", "'quibble'"),
    "a comment at the end of a line": (
        "witness w1 <1> https://w1.example.com/ # comment\nquorum w1\n",
        "or none",
    ),
    "a log without a key": ("log\nquorum none\n", "a log has a key"),
    "a log with a key that is none": ("log garbage\nquorum none\n", "no key of a note"),
    "a log with a witness's key": ("log <1>\nquorum none\n", "not a log's"),
    "a log with a key of an unknown type": (
        f"log {encode_vkey('o', 0x63, bytes(32))}\nquorum none\n",
        "type 99",
    ),
    "a log twice": ("log <log>\n  log <log> https://log.example.com/\nquorum none\n", "two logs comes twice"),
    "a witness without a key": ("witness w1\nquorum none\n", "a witness has"),
    "a witness with an ECDSA key": (f"witness w1 {encode_vkey('e', 2, bytes(91))}\nquorum w1\n", "type 2"),
    "a witness with a log's key": ("witness w1 <log>\nquorum w1\n", "not a witness's"),
    "a witness named none": ("witness none <1>\nquorum none\n", "none is taken"),
    "a name twice": ("witness w1 <1>\nwitness w1 <2>\nquorum w1\n", "'w1' comes twice"),
    "a group with a witness's name": ("witness w1 <1>\ngroup w1 any w1\nquorum w1\n", "'w1' comes twice"),
    "a key twice": ("witness w1 <1>\nwitness w2 <1>\nquorum w1\n", "two witnesses comes twice"),
    "a key twice under another name": (
        f"witness w1 <1>\nwitness w2 {encode_vkey('impostor', 4, W[1].verifier.public)}\nquorum w1\n",
        "two witnesses comes twice",
    ),
    "a group without members": ("witness w1 <1>\ngroup g1 1\nquorum w1\n", "members"),
    "a group named none": ("witness w1 <1>\ngroup none any w1\nquorum none\n", "none is taken"),
    "the threshold 0": ("witness w1 <1>\ngroup g1 0 w1\nquorum g1\n", "1 to 1"),
    "a threshold below 0": ("witness w1 <1>\ngroup g1 -1 w1\nquorum g1\n", "1 to 1"),
    "a threshold above the members": ("witness w1 <1>\ngroup g1 2 w1\nquorum g1\n", "1 to 1"),
    "a threshold with a zero before it": ("witness w1 <1>\ngroup g1 01 w1\nquorum g1\n", "1 to 1"),
    "a threshold in other digits": ("witness w1 <1>\ngroup g1 \u0661 w1\nquorum g1\n", "1 to 1"),
    "an unknown member": ("witness w1 <1>\ngroup g1 any w2\nquorum g1\n", "'w2'"),
    "a member that comes later": ("group g1 any w1\nwitness w1 <1>\nquorum g1\n", "'w1'"),
    "none as a member": ("witness w1 <1>\ngroup g1 any none w1\nquorum g1\n", "'none'"),
    "a group in itself": ("witness w1 <1>\ngroup g1 any w1 g1\nquorum g1\n", "'g1'"),
    "a member twice in a group": ("witness w1 <1>\ngroup g1 all w1 w1\nquorum g1\n", "comes twice"),
    "a member of two groups": (
        "witness w1 <1>\nwitness w2 <2>\ngroup g1 any w1 w2\ngroup g2 any w1\nquorum g1\n",
        "comes twice",
    ),
    "no quorum": ("witness w1 <1>\n", "no quorum"),
    "two quorums": ("witness w1 <1>\nquorum w1\nquorum w1\n", "one quorum line"),
    "an unknown quorum": ("quorum unknown\n", "'unknown'"),
    "a quorum that comes later": ("quorum w1\nwitness w1 <1>\n", "line 1 .*'w1'"),
    "a quorum without a name": ("quorum\n", "one name"),
    "a Kelvin sign for a K": ("witness K <1>\nquorum \u212a\n", "named"),
}


@pytest.mark.parametrize("which", WRONG)
def test_what_is_no_policy(which: str) -> None:
    text, why = WRONG[which]
    with pytest.raises(BadPolicy, match=why):
        read_policy(filled(text))


def test_a_policy_is_bounded_and_large_enough() -> None:
    """The format asks for 32 of each at least."""
    many = [Witness(f"w{number}", number.to_bytes(32, "big")).verifier for number in range(40)]
    lines = [f"log {SigningKey(each.name, each.public).verifier}" for each in many]
    lines += [f"witness {each.name} {each}" for each in many]
    lines += [f"group g{each.name} any {each.name}" for each in many]
    lines += ["group all 32 " + " ".join(f"g{each.name}" for each in many), "quorum all", ""]
    policy = read_policy("\n".join(lines).encode())
    assert policy.met_by(each.name for each in many[:32])
    assert not policy.met_by(each.name for each in many[:31])
    with pytest.raises(BadPolicy, match="bytes"):
        read_policy(b"#" * 5_000_000)
    groups = "".join(f"group g{number + 1} any g{number}\n" for number in range(DEFINITIONS))
    with pytest.raises(BadPolicy, match="at most"):
        read_policy(filled(f"witness w <1>\ngroup g0 any w\n{groups}quorum w\n"))


ONE = read_policy(filled("log <log>\nwitness w <1>\nquorum w\n"))


def test_a_log_that_is_not_of_the_policy_signed_nothing() -> None:
    text = CHECKPOINT.text()
    for note in (
        Note(text, (W[1].cosign(text, 1),)),
        signed(W[1], log=SigningKey(ORIGIN, b"x" * 32)),
        signed(W[1], log=OTHER),
    ):
        verdict = check_note(note, ONE)
        assert (verdict.ok, verdict.signed, verdict.quorum) == (False, False, True)
        assert verdict.reason == "no log of the policy signed it"
    key = SigningKey(ORIGIN, b"x" * 32)
    assert check_note(signed(W[1], log=key), ONE, [key.verifier]).ok, "a key that is known from elsewhere"


def test_the_logs_key_is_of_the_checkpoints_origin() -> None:
    """A known log cannot sign another's checkpoint."""
    policy = read_policy(f"log {OTHER.verifier}\nquorum none\n".encode())
    assert not check_note(signed(log=OTHER), policy).ok


def test_without_a_log_in_the_policy_the_caller_knows_it() -> None:
    policy = read_policy(filled("witness w <1>\nquorum w\n"))
    verdict = check_note(signed(W[1]), policy)
    assert (verdict.ok, verdict.signed) == (True, None)
    assert not check_note(signed(W[1]), policy, [OTHER.verifier]).ok


def test_a_bad_line_of_a_known_key_makes_the_note_bad() -> None:
    """And one of an unknown key is passed over, whatever it holds."""
    policy = read_policy(filled("log <log>\nwitness a <1>\nwitness b <2>\nquorum a\n"))
    good = signed(W[1], W[2])
    moved = good.signatures[2].body[:-1] + bytes([good.signatures[2].body[-1] ^ 1])
    forged = Note(good.text, (*good.signatures[:2], Signature(W[2].name, W[2].verifier.key_id, moved)))
    verdict = check_note(forged, policy)
    assert [each.found for each in verdict.witnesses] == [GOOD, BAD]
    assert (verdict.ok, verdict.quorum) == (False, True)
    assert verdict.reason == "the line of b is not of that key or not of this text"
    other = Checkpoint(ORIGIN, 43, CHECKPOINT.root).text()
    assert check_note(Note(other, (LOG.sign(other), *good.signatures[1:])), policy).named(BAD) == ("a", "b")
    assert check_note(Note(good.text, (*good.signatures, Signature("x", b"1234", b"y"))), policy).ok


def test_times_are_those_of_the_lines() -> None:
    text = CHECKPOINT.text()
    note = Note(text, (LOG.sign(text), W[1].cosign(text, 7), W[1].cosign(text, 9), W[1].cosign(text, 8)))
    verdict = check_note(note, ONE)
    assert [(each.name, each.key, each.time) for each in verdict.witnesses] == [("w", KEYS["<1>"], 9)]
    assert [(each.name, each.time) for each in verdict.logs] == [(ORIGIN, None)]


@pytest.mark.skipif(not mldsa.available(), reason="this build has no ML-DSA-44")
def test_logs_and_witnesses_with_ml_dsa_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """They count where they can be checked; elsewhere their lines are named, and are no errors."""
    log, witness = MlDsaWitness(ORIGIN, b"q" * 32), MlDsaWitness("witness.example/q", b"w" * 32)
    policy = read_policy(
        filled(f"log {log.verifier}\nlog <log>\nwitness w <1>\nwitness q {witness.verifier}\nquorum q\n")
    )
    text = CHECKPOINT.text()
    note = Note(text, (log.cosign(text, 0), W[1].cosign(text, 1), witness.cosign(text, 1)))
    assert check_note(note, policy).ok
    assert not check_note(Note(text, note.signatures[:2]), policy).ok
    assert check_note(signed(witness), policy).ok
    monkeypatch.setattr(mldsa, "available", lambda: False)
    verdict = check_note(note, policy)
    assert (verdict.ok, verdict.signed, verdict.quorum, verdict.undecided) == (False, False, False, True)
    assert verdict.reason == "the log's line cannot be checked here"
    verdict = check_note(signed(W[1], witness), policy)
    assert [each.found for each in verdict.witnesses] == [GOOD, UNCHECKED]
    assert verdict.reason == ("the quorum q is not met: w cosigned it; the lines of q cannot be checked here")
    assert verdict.undecided


@pytest.mark.parametrize("rubbish", [b"", b"\xff", b"text\n", b"text\n\n\xe2\x80\x94 a AAAAAAA=\n"])
def test_what_is_no_note_of_a_checkpoint(rubbish: bytes) -> None:
    with pytest.raises((BadNote, BadCheckpoint)):
        check_note(rubbish, ONE)
