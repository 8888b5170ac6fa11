"""A witness's answers: those of public implementations to the same requests; and what an attacker may try."""

import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness, time_of
from ironclad.eventlog.ledger.errors import BadKey
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, leaf_hash
from ironclad.eventlog.ledger.mldsa import MlDsaWitness
from ironclad.eventlog.ledger.notes import Note, SigningKey, VerifierKey, parse, read_vkey, verified
from ironclad.eventlog.witness.cosigning import Answer, CosigningWitness
from ironclad.eventlog.witness.heads import Head, WitnessHeads
from ironclad.eventlog.witness.protocol import (
    PROOF_LINES,
    SIZE_TYPE,
    AddCheckpoint,
    BadRequest,
    read_request,
    read_size,
)
from tests.witness.logs import KEY, Tree

VECTORS = (Path(__file__).parent / "vectors" / "litewitness.txt").read_text("utf-8")
SIGSUM = VerifierKey(
    "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562",
    bytes.fromhex("ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f"),
)
WITNESS = Witness(
    "example.com/witness", bytes.fromhex("31ffc2116ecbe003acaa800ab70757bd7d53206e3febef6a6d0796d95530b34f")
)
SECONDS = 1_790_000_000


@pytest.fixture
def heads(tmp_path: Path) -> Iterator[WitnessHeads]:
    with WitnessHeads(tmp_path / "heads", tmp_path / "copy", new=True) as made:
        yield made


def witness_of(heads: WitnessHeads, *logs: VerifierKey, **more: object) -> CosigningWitness:
    return CosigningWitness(logs or (KEY.verifier,), (WITNESS,), heads, lambda: SECONDS, **more)  # type: ignore[arg-type]


def vectors() -> list[tuple[int, str, bytes]]:
    """Each published answer's status and body, with the request."""
    found = []
    for block in re.split(r"^> ", VECTORS, flags=re.MULTILINE)[1:]:
        answer, _, request = block.partition("\n")
        status, _, body = answer.partition(" ")
        found.append((int(status), body, request.encode()))
    return found


def cosigned(answer: Answer, request: bytes) -> Note:
    """The checkpoint of a request with the lines of an answer, which hold."""
    assert (answer.status, answer.kind) == (200, "text/plain; charset=utf-8"), answer.body
    note = parse(read_request(request).note.text.encode() + b"\n" + answer.body)
    assert [key for key, _ in verified(note, [WITNESS.verifier])] == [WITNESS.verifier]
    return note


# -- public implementations


def test_a_public_witness_answers_the_same(heads: WitnessHeads) -> None:
    """One difference: of a line in base64 that is not canonical litewitness says 403, as of a wrong one."""
    witness, statuses = witness_of(heads, SIGSUM), []
    for status, body, request in vectors():
        answer = witness.add_checkpoint(request)
        statuses.append((status, answer.status))
        if status == 200:
            note = cosigned(answer, request)
            assert time_of(note.signatures[0]) == SECONDS
        elif status == 409:
            assert (answer.body, answer.kind) == (f"{body}\n".encode(), SIZE_TYPE)
        else:
            assert "—".encode() not in answer.body or answer.status == 400
    assert len(statuses) == 11
    assert {pair for pair in statuses if pair[0] != pair[1]} == {(403, 400)}
    head = heads.head(SIGSUM.name)
    assert head is not None
    assert (head.size, head.root.hex()) == (
        5,
        "42bb57ad06420afa4882c4a63ac6a1ec77480b330b2f20dfc53a0caa5f564e36",
    )


def test_the_published_race(tmp_path: Path, heads: WitnessHeads) -> None:
    """A request for 3 is held up before it is kept; one for 5 comes meanwhile. The log is not set back."""
    (first,) = [request for status, _, request in vectors()[:1] if status == 200]
    to_three = next(request for status, _, request in vectors() if status == 200 and b"\n3\n" in request)
    to_five = next(request for status, body, request in vectors() if body == "3")
    keeping, go_on = Event(), Event()

    class Slow:
        def head(self, origin: str) -> Head | None:
            return heads.head(origin)

        def keep(self, origin: str, head: Head) -> None:
            if head.size == 3:
                keeping.set()
                assert go_on.wait(20)
            heads.keep(origin, head)

    witness = CosigningWitness([SIGSUM], [WITNESS], Slow(), lambda: SECONDS)
    assert witness.add_checkpoint(first).status == 200
    answers: dict[int, Answer] = {}
    one = Thread(target=lambda: answers.__setitem__(3, witness.add_checkpoint(to_three)))
    two = Thread(target=lambda: answers.__setitem__(5, witness.add_checkpoint(to_five)))
    one.start()
    assert keeping.wait(20)
    two.start()
    two.join(0.2)
    assert two.is_alive(), "the second waits for the first"
    go_on.set()
    one.join()
    two.join()
    assert (answers[3].status, answers[5].status, answers[5].body) == (200, 409, b"3\n")
    head = heads.head(SIGSUM.name)
    assert head is not None
    assert head.size == 3


LOG = SigningKey("example.com/log", b"z" * 32)
ONE_LEAF = leaf_hash(b"leaf")
ZERO_SIZE = {  # name: (known size, old, new, root, proof, status)
    "empty tree": (0, 0, 0, EMPTY_ROOT, (), 200),
    "invalid empty root": (0, 0, 0, ONE_LEAF, (), 422),
    "zero empty root": (0, 0, 0, bytes(32), (), 422),
    "empty tree with proof": (0, 0, 0, EMPTY_ROOT, (ONE_LEAF,), 422),
    "first nonempty tree": (0, 0, 1, ONE_LEAF, (), 200),
    "first nonempty tree with proof": (0, 0, 1, ONE_LEAF, (ONE_LEAF,), 422),
    "old size mismatch": (1, 0, 1, ONE_LEAF, (ONE_LEAF,), 409),
    "old size greater than new": (1, 1, 0, EMPTY_ROOT, (), 400),
}


@pytest.mark.parametrize("which", ZERO_SIZE)
@pytest.mark.parametrize("begun", [False, True])
def test_the_published_table_of_empty_logs(heads: WitnessHeads, which: str, begun: bool) -> None:
    """Each request twice, of a log that was cosigned at 0 before or not at all."""
    known, old, size, root, proof, status = ZERO_SIZE[which]
    if known or begun:
        first = Checkpoint(LOG.name, known, ONE_LEAF if known else EMPTY_ROOT)
        heads.keep(LOG.name, Head(known, first.root, str(first.sign(LOG))))
    before = heads.head(LOG.name)
    witness = witness_of(heads, LOG.verifier)
    note = Checkpoint(LOG.name, size, root).sign(LOG)
    request = AddCheckpoint(old, proof, note)
    for _ in range(2):
        answer = witness.add_checkpoint(request.encode())
        assert answer.status == status, answer.body
        if status == 200:
            cosigned(answer, request.encode())
            head = heads.head(LOG.name)
            assert head is not None
            assert (head.size, head.root) == (size, root)
            request = AddCheckpoint(size, proof, note)
        else:
            assert heads.head(LOG.name) == before
            assert "—".encode() not in answer.body


def test_the_published_request_with_too_many_hashes(heads: WitnessHeads) -> None:
    (_, _, first), *_ = vectors()
    old, rest = first.split(b"\n", 1)
    witness = witness_of(heads, SIGSUM)
    line = b"KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
    assert witness.add_checkpoint(old + b"\n" + 64 * line + rest).status == 400
    assert witness.add_checkpoint(old + b"\n" + PROOF_LINES * line + rest).status == 422
    assert witness.add_checkpoint(first).status == 200


MONKEYS = read_vkey("monkeys+db4d9f7e+AULaJMvTtDLHPUcUrjdDad9vDlh/PTfC2VV60JUtCfWT")
M5 = (
    "monkeys\n5\n41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=\n\n— monkeys 202fftzGl3LVoqjXfwCFZZXs8I+5G22"
    "+Ek2K0AOyBuSJ/8/CZawNF+6fNlTKOCd622pbzJNkkJFWuw9DbicZCkEx9AY=\n"
)
M8 = (
    "monkeys\n8\nV8K9aklZ4EPB+RMOk1/8VsJUdFZR77GDtZUQq84vSbo=\n\n— monkeys 202ffoUEboiQYpHzICeaFmoy3RNviHT"
    "pAxYrq/eO4QQVQMvu9UebKBMX2MJC76NLthZaKsnKbCA8GxrjePZhvDCH7Ag=\n"
)
MONKEYS_PROOF = tuple(
    bytes.fromhex(each)
    for each in (
        "b9e1d62618f7fee8034e4c5010f727ab24d8e4705cb296c374bf2025a87a10d2",
        "aac66cd7a79ce4012d80762fe8eec3a77f22d1ca4145c3f4cee022e7efcd599d",
        "89d0f753f66a290c483b39cd5e9eafb12021293395fad3d4a2ad053cfbcfdc9e",
        "29e40bb79c966f4c6fe96aff6f30acfce5f3e8d84c02215175d6e018a5dee833",
    )
)
UPDATES = {  # name: (first note, old, note, proof, status)
    "consistency": (M5, 5, M8, MONKEYS_PROOF, 200),
    "another old size": (M5, 2, M8, MONKEYS_PROOF, 409),
    "the same again": (M5, 5, M5, (), 200),
    "no proof": (M5, 5, M8, (), 422),
    "a proof cut short": (M5, 5, M8, MONKEYS_PROOF[:3], 422),
    "smaller": (M8, 8, M5, MONKEYS_PROOF, 400),
    "a proof from nothing": (None, 0, M5, MONKEYS_PROOF, 422),
}


@pytest.mark.parametrize("which", UPDATES)
def test_the_published_updates_of_another_witness(heads: WitnessHeads, which: str) -> None:
    first, old, note, proof, status = UPDATES[which]
    witness = witness_of(heads, MONKEYS)
    if first is not None:
        assert witness.add_checkpoint(AddCheckpoint(0, (), parse(first)).encode()).status == 200
    assert witness.add_checkpoint(AddCheckpoint(old, proof, parse(note)).encode()).status == status


# -- requests


def test_the_specifications_request_is_read() -> None:
    body = (
        "old 20852014\nPlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
        "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n"
        "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n\nexample.com/behind-the-sofa\n20852163\n"
        "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa "
        "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
        "— example.com/behind-the-sofa "
        "opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QU"
        "XTS5Rovnzv++qbSzm9Q=\n"
    ).encode()
    request = read_request(body)
    assert (request.old, len(request.proof), len(request.note.signatures)) == (20_852_014, 4, 2)
    assert request.encode() == body


GOOD = Tree().request(3, 9)
MALFORMED = (
    b"", b"\n", b"old 3", b"old 3\n", b"old 3\n\n", b"hello", b"\n\n", b"old 3\n\nno note\n",
    GOOD.replace(b"old 3", b"old 03"), GOOD.replace(b"old 3", b"old -3"), GOOD.replace(b"old 3", b"old +3"),
    GOOD.replace(b"old 3", b"old  3"), GOOD.replace(b"old 3", b"old 3 "), GOOD.replace(b"old 3", b"Old 3"),
    GOOD.replace(b"old 3", b"old"), GOOD.replace(b"old 3", b"old \xd9\xa3"),
    GOOD.replace(b"old 3", b"size 3"),
    GOOD.replace(b"old 3", b"old 9223372036854775808"), GOOD.replace(b"old 3", b"old 9" + b"9" * 5_000),
    GOOD.replace(b"=\n", b"\n", 1), GOOD.replace(b"=\n", b"=\r\n", 1), GOOD.replace(b"=\n", b"= \n", 1),
    GOOD.replace(b"old 3\n", b"old 3\nAAAA\n"), GOOD.replace(b"old 3\n", b"\nold 3\n"),
    GOOD[:-1], GOOD + b"\xff", GOOD.replace(b"\n9\n", b"\n09\n"), GOOD.replace(b"old 3\n", b"old 3\n\n", 1),
)  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED)
def test_what_is_no_request(heads: WitnessHeads, body: bytes) -> None:
    """400, or 404 and 403 where a whole note is left that is another log's or has another text."""
    answer = witness_of(heads).add_checkpoint(body)
    assert answer.status in (400, 403, 404)
    assert "—".encode() not in answer.body.removeprefix(b"this is no request to add a checkpoint: ")[:1]
    assert heads.head(KEY.name) is None


def test_every_cut_of_a_request_is_refused(heads: WitnessHeads) -> None:
    witness, whole = witness_of(heads), Tree().request(0, 9)
    for end in range(len(whole)):
        assert witness.add_checkpoint(whole[:end]).status in (400, 403)
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1
        assert witness.add_checkpoint(bytes(changed)).status in (400, 403, 404, 409, 422), place
    assert heads.head(KEY.name) is None
    assert witness.add_checkpoint(whole).status == 200


@pytest.mark.parametrize(
    "body", [b"", b"50", b"050\n", b"x\n", b" 5\n", b"5\n\n", b"-1\n", b"\xff\n", b"9" * 30]
)
def test_what_is_no_size(body: bytes) -> None:
    """The cases of sigsum-go's client (`TestProcessConflictResponse`), and others."""
    with pytest.raises(BadRequest):
        read_size(body)
    assert [read_size(each) for each in (b"0\n", b"50\n")] == [0, 50]


# -- whose signature


def test_only_known_keys_of_the_log_count(heads: WitnessHeads) -> None:
    tree, stranger = Tree(), SigningKey(KEY.name, b"s" * 32)
    witness = witness_of(heads)
    text = tree.checkpoint(5).text()
    by_stranger = AddCheckpoint(0, (), Note(text, (stranger.sign(text),)))
    assert witness.add_checkpoint(by_stranger.encode()).status == 403
    both = AddCheckpoint(0, (), Note(text, (stranger.sign(text), KEY.sign(text))))
    note = cosigned(witness.add_checkpoint(both.encode()), both.encode())
    assert len(note.signatures) == 1
    head = heads.head(KEY.name)
    assert head is not None
    assert parse(head.note).signatures == (KEY.sign(text),), "strangers' lines are not kept"
    wrong = KEY.sign(tree.checkpoint(6).text())
    forged = AddCheckpoint(5, tree.proof(5, 6), Note(tree.checkpoint(7).text(), (wrong, stranger.sign(text))))
    assert witness.add_checkpoint(forged.encode()).status == 403


def test_a_log_may_have_two_keys_and_logs_are_apart(heads: WitnessHeads) -> None:
    new, other = SigningKey(KEY.name, b"n" * 32), SigningKey("other.example/log", b"o" * 32)
    witness = witness_of(heads, KEY.verifier, new.verifier, other.verifier)
    assert witness.add_checkpoint(Tree().request(0, 5)).status == 200
    assert witness.add_checkpoint(Tree(key=new).request(5, 9)).status == 200
    assert witness.add_checkpoint(Tree(key=other).request(0, 2)).status == 200
    assert {origin: head.size for origin, head in heads.origins().items()} == {KEY.name: 9, other.name: 2}
    text = Tree().checkpoint(11).text()
    by_other = AddCheckpoint(9, Tree().proof(9, 11), Note(text, (other.sign(text),)))
    assert witness.add_checkpoint(by_other.encode()).status == 403, (
        "one log's key signs no other's checkpoint"
    )
    with pytest.raises(BadKey):
        witness_of(heads, VerifierKey("o" * 256, bytes(32)))


@pytest.mark.skipif(not mldsa.available(), reason="this build has no ML-DSA-44")
def test_both_keys_of_a_witness_cosign(heads: WitnessHeads) -> None:
    """But ML-DSA-44 signs no extension lines, which are not in its message."""
    second = MlDsaWitness(WITNESS.name, b"q" * 32)
    witness = CosigningWitness([KEY.verifier], [WITNESS, second], heads, lambda: SECONDS)
    request = Tree().request(0, 5)
    answer = witness.add_checkpoint(request)
    note = parse(read_request(request).note.text.encode() + b"\n" + answer.body)
    keys = [WITNESS.verifier, second.verifier]
    assert [key for key, _ in verified(note, keys)] == keys
    assert [time_of(each) for each in note.signatures] == [SECONDS, SECONDS]
    longer = replace(Tree().checkpoint(6), extensions=("more",)).sign(KEY)
    answer = witness.add_checkpoint(AddCheckpoint(5, Tree().proof(5, 6), longer).encode())
    note = parse(longer.text.encode() + b"\n" + answer.body)
    assert [key for key, _ in verified(note, keys)] == keys[:1]


# -- attacks


def test_two_roots_at_one_size_are_never_cosigned_and_both_notes_are_kept(heads: WitnessHeads) -> None:
    found: list[tuple[str, str, str]] = []
    witness = witness_of(heads, fork=lambda *each: found.append(each))
    honest, forked = Tree(), Tree(fork=4)
    assert witness.add_checkpoint(honest.request(0, 9)).status == 200
    answer = witness.add_checkpoint(forked.request(9, 9))
    assert (answer.status, answer.kind) == (409, "text/plain; charset=utf-8")
    ((origin, first, second),) = found
    assert origin == KEY.name
    sizes = {parse(each).text.split("\n")[1] for each in (first, second)}
    assert sizes == {"9"}
    assert len({parse(each).text for each in (first, second)}) == 2
    assert all(verified(parse(each), [KEY.verifier]) for each in (first, second)), (
        "evidence that stands alone"
    )
    assert witness.add_checkpoint(honest.request(9, 9)).status == 200


def test_a_fork_is_never_cosigned(heads: WitnessHeads) -> None:
    """Whatever old size and proof it is offered with: a larger, an equal and a smaller one."""
    honest, forked = Tree(), Tree(fork=4)
    witness = witness_of(heads)
    assert witness.add_checkpoint(honest.request(0, 9)).status == 200
    for size in (5, 8, 9, 10, 16, 40):
        for old in (0, 1, 4, 5, 8, 9, 10, 40):
            for tree in (honest, forked):
                proof = tree.proof(old, size)
                request = AddCheckpoint(old, proof, forked.note(size))
                assert witness.add_checkpoint(request.encode()).status in (400, 409, 422)
    assert heads.head(KEY.name) == Head(9, honest.checkpoint(9).root, str(honest.note(9)))


def test_a_smaller_size_is_never_cosigned_after_a_larger(heads: WitnessHeads) -> None:
    witness, tree = witness_of(heads), Tree()
    assert witness.add_checkpoint(tree.request(0, 9)).status == 200
    for old in range(10):
        answer = witness.add_checkpoint(tree.request(old, 8))
        assert answer.status == (400 if old > 8 else 409)
    assert witness.add_checkpoint(tree.request(0, 8)).body == b"9\n"


def test_requests_at_once_are_cosigned_in_one_order(heads: WitnessHeads) -> None:
    """Forty threads push two forks of one log: the sizes that are cosigned are of one of them."""
    trees, witness, good = (Tree(), Tree(fork=0)), witness_of(heads), list[tuple[int, bytes]]()

    def push(number: int) -> None:
        tree = trees[number % 2]
        for size in range(1 + number, 60, 7):
            old = heads.head(KEY.name)
            note = tree.note(size)
            request = AddCheckpoint(old.size if old else 0, tree.proof(old.size if old else 0, size), note)
            answer = witness.add_checkpoint(request.encode())
            if answer.status == 200:
                good.append((size, b64decode(note.text.split("\n")[2])))

    threads = [Thread(target=push, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert good
    assert any(all(root == tree.checkpoint(size).root for size, root in good) for tree in trees)
    head = heads.head(KEY.name)
    assert head is not None
    assert head.size == max(size for size, _ in good)


def test_nothing_is_cosigned_that_could_not_be_kept(tmp_path: Path, heads: WitnessHeads) -> None:
    """A full disk: no line is given, and the next request is held to what was kept."""
    witness, tree = witness_of(heads), Tree()
    assert witness.add_checkpoint(tree.request(0, 5)).status == 200
    (tmp_path / "copy").unlink()
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "x").touch()
    with pytest.raises(OSError, match=r"."):
        witness.add_checkpoint(tree.request(5, 9))
    (tmp_path / "copy" / "x").unlink()
    (tmp_path / "copy").rmdir()
    assert witness.add_checkpoint(tree.request(5, 7)).status == 200
    assert witness.add_checkpoint(tree.request(7, 7)).status == 200
