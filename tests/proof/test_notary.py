"""The notary signs a log that grows, and nothing else; its file is never half written."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notary import Notary, NotaryError, RefusedToSign, read_notary
from ironclad.eventlog.ledger.notary_file import decode
from ironclad.eventlog.ledger.notes import SigningKey
from tests.proof import reference

ORIGIN = "games.example/ironclad"
LOG, NEXT = SigningKey(ORIGIN, b"1" * 32), SigningKey(ORIGIN, b"2" * 32)


class Log:
    """A log of some entries, with its proofs."""

    def __init__(self, size: int, changed: int | None = None) -> None:
        self.entries = [b"%d" % number for number in range(size)]
        if changed is not None:
            self.entries[changed] += b"!"

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def root(self) -> bytes:
        return reference.mth(self.entries)

    def prove(self, size1: int, size2: int) -> list[bytes]:
        return reference.proof(size1, self.entries[:size2])

    def sign(self, notary: Notary) -> str:
        return notary.sign(self.size, self.root, self.prove)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "notary.json"


def test_it_signs_a_log_that_grows(file: Path) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        for size in (0, 1, 1, 5, 8, 8, 21):
            log = Log(size)
            note = log.sign(notary)
            assert open_checkpoint(note, [LOG.verifier], ORIGIN)[0] == Checkpoint(ORIGIN, size, log.root)
            assert log.sign(notary) == note
    assert file.stat().st_mode & 0o077 == 0
    assert not [
        each for each in os.listdir(file.parent) if each.endswith(".json") is False and "lock" not in each
    ]


@pytest.mark.parametrize("again", [False, True], ids=["running", "restarted"])
@pytest.mark.parametrize(
    ("log", "why"),
    [
        (Log(8), "fewer"),
        (Log(0), "fewer"),
        (Log(9, changed=0), "another root of 9|two roots of 9|roots of 9 leaves differ"),
        (Log(30, changed=3), "another root of 9"),
        (Log(30, changed=8), "another root of 9"),
    ],
    ids=["shorter", "empty", "changed", "changed and grown", "last event changed"],
)
def test_it_refuses_another_log(file: Path, log: Log, why: str, again: bool) -> None:
    notary = Notary(file, ORIGIN, LOG)
    note = Log(9).sign(notary)
    before = file.read_bytes()
    if again:
        notary.close()
        notary = Notary(file, ORIGIN, LOG)
    with pytest.raises(RefusedToSign, match=why):
        log.sign(notary)
    assert (notary.note, file.read_bytes()) == (note, before)
    Log(12).sign(notary)
    notary.close()


def test_a_forged_proof_is_refused(file: Path) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
        log = Log(9)
        for proof in ([], [bytes(32)] * 3, log.prove(5, 9)[:-1], [b""]):
            with pytest.raises(RefusedToSign):
                notary.sign(9, log.root, lambda *_, proof=proof: proof)


def test_one_process_has_the_file(file: Path) -> None:
    with Notary(file, ORIGIN, LOG), pytest.raises(NotaryError, match="another process"):
        Notary(file, ORIGIN, LOG)
    closed = Notary(file, ORIGIN, LOG)
    closed.close()
    with pytest.raises(NotaryError, match="closed"):
        Log(1).sign(closed)


@pytest.mark.parametrize("call", ["os.replace", "os.pwrite", "ironclad.eventlog.ledger.notary_file._flush"])
def test_what_cannot_be_written_is_not_signed(file: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """The disk fails: nothing is signed, and the file is whole. It is replaced as soon as it can be."""
    with Notary(file, ORIGIN, LOG) as notary:
        note = Log(5).sign(notary)
        if call == "os.replace":
            notary._writer.close()  # so that the file is written as a whole

        def fails(*_: object) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as patched:
            patched.setattr(call, fails)
            with pytest.raises(OSError, match="no space"):
                Log(9).sign(notary)
        assert notary.note == note
        assert sorted(os.listdir(file.parent)) == ["notary.json", "notary.json.lock"]
        left = read_notary(file, ORIGIN)
        assert left is not None
        assert left.last is not None
        assert left.last.size in ((5, 9) if call.endswith("_flush") else (5,))
        before = file.stat().st_ino
        again = Log(12).sign(notary)
        assert file.stat().st_ino != before
    with Notary(file, ORIGIN, LOG) as later:
        assert later.note == again


def test_a_checkpoint_takes_the_place_of_the_last_one(file: Path) -> None:
    """One file for all of them; all that the file has is on the disk before a note is given out."""
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
        first = file.stat()
        for size in (6, 9, 40):
            note = Log(size).sign(notary)
            found = read_notary(file, ORIGIN)
            assert found is not None
            now = file.stat()
            assert (found.note, now.st_ino, now.st_size) == (note, first.st_ino, first.st_size)


def test_a_record_is_flushed_before_its_note_is_given_out(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[bytes] = []
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
        with monkeypatch.context() as patched:
            patched.setattr(
                "ironclad.eventlog.ledger.notary_file._flush", lambda _: flushed.append(file.read_bytes())
            )
            note = Log(9).sign(notary)
    assert len(flushed) == 1
    assert decode(flushed[0]).checkpoint == note


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _restored(file: Path) -> None:
    whole = file.read_bytes()
    file.unlink()
    file.write_bytes(whole)


def _shorter(file: Path) -> None:
    os.truncate(file, 600)


@pytest.mark.parametrize("touch", [_emptied, _restored, _shorter, Path.unlink])
def test_a_file_that_somebody_touched_is_written_as_a_whole(
    file: Path, touch: Callable[[Path], None]
) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
        touch(file)
        note = Log(9).sign(notary)
    with Notary(file, ORIGIN, LOG) as again:
        assert again.note == note


def test_a_log_of_a_long_name_has_a_file_too(file: Path) -> None:
    """Its record is longer than a sector: the file is written as a whole each time."""
    name = "games.example/" + "x" * 600
    key = SigningKey(name, b"1" * 32)
    for size in (3, 5):
        with Notary(file, name, key) as notary:
            notes = [notary.sign(each, Log(each).root, Log(each).prove) for each in (size, size + 1)]
        with Notary(file, name, key) as again:
            assert again.note == notes[-1]


def test_a_file_of_format_1_is_read_and_written_anew(file: Path) -> None:
    note, log = str(Checkpoint(ORIGIN, 5, Log(5).root).sign(LOG)), str(LOG.verifier)
    old = {"format": 1, "origin": ORIGIN, "first_key": log, "handovers": [], "checkpoint": note}
    file.parent.mkdir(parents=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(old), indent=1))
    with Notary(file, ORIGIN, LOG) as notary:
        assert (notary.note, notary.began) == (note, False)
        with pytest.raises(RefusedToSign, match="fewer"):
            Log(4).sign(notary)
        later = Log(9).sign(notary)
    assert decode(file.read_bytes()).format == 2
    with Notary(file, ORIGIN, LOG) as again:
        assert again.note == later


def test_every_damage_to_the_file_is_found(file: Path) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
        notary.hand_over(NEXT)
        Log(7).sign(notary)
    whole = file.read_bytes()
    for place in range(0, len(whole), 3):
        changed = bytes([whole[place] ^ 1])
        write_whole(file, whole[:place] + changed + whole[place + 1 :])
        if _same(file.read_bytes(), whole):
            continue
        with pytest.raises(NotaryError):
            Notary(file, ORIGIN, NEXT).close()
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        write_whole(file, whole[:cut])
        with pytest.raises(NotaryError):
            Notary(file, ORIGIN, NEXT).close()
    write_whole(file, whole)
    Notary(file, ORIGIN, NEXT).close()


def _same(a: bytes, b: bytes) -> bool:
    """Whether only white space of the JSON differs."""
    try:
        return bool(msgspec.json.decode(a) == msgspec.json.decode(b))
    except msgspec.DecodeError:
        return False


def test_a_file_of_another_log_or_key_is_refused(file: Path) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        Log(5).sign(notary)
    with pytest.raises(NotaryError, match="of the log"):
        Notary(file, "another", LOG)
    with pytest.raises(NotaryError, match="handover"):
        Notary(file, ORIGIN, NEXT)
    Notary(file, ORIGIN, LOG).close()


def test_a_file_is_read_without_taking_it(file: Path) -> None:
    assert read_notary(file, ORIGIN) is None
    with Notary(file, ORIGIN, LOG) as notary:
        assert notary.began
        note = Log(5).sign(notary)
        found = read_notary(file, ORIGIN)
        assert found is not None
        assert (found.note, found.last, found.history.current) == (note, notary.last, LOG.verifier)
    with Notary(file, ORIGIN, LOG) as again:
        assert not again.began
    with pytest.raises(NotaryError, match="of the log"):
        read_notary(file, "another")


def test_a_key_is_handed_over_once(file: Path) -> None:
    with Notary(file, ORIGIN, LOG) as notary:
        with pytest.raises(NotaryError, match="nothing to hand over"):
            notary.hand_over(NEXT)
        Log(5).sign(notary)
        with pytest.raises(NotaryError, match="in use before"):
            notary.hand_over(LOG)
        statement = notary.hand_over(NEXT)
        assert notary.handovers == [statement]
        note = Log(8).sign(notary)
        with pytest.raises(NotaryError, match="in use before"):
            notary.hand_over(LOG)
    history = KeyHistory(ORIGIN, LOG.verifier, [statement])
    assert history.open(note)[0].size == 8
    with pytest.raises(NotaryError, match="handover"):
        Notary(file, ORIGIN, LOG)
    with Notary(file, ORIGIN, NEXT) as again:
        assert again.note == note


def test_a_checkpoint_that_was_signed_elsewhere_is_held_to(file: Path) -> None:
    """The file was lost, or another machine signed meanwhile: what the log's own key signed still counts."""
    elsewhere = str(Checkpoint(ORIGIN, 9, Log(9).root).sign(LOG))
    foreign = str(Checkpoint(ORIGIN, 99, Log(9).root).sign(NEXT))
    with Notary(file, ORIGIN, LOG) as notary:
        notary.adopt("rubbish", Log(9).prove)
        notary.adopt(foreign, Log(9).prove)
        assert notary.last is None
        notary.adopt(elsewhere, Log(9).prove)
        assert notary.note == elsewhere
        notary.adopt(str(Checkpoint(ORIGIN, 5, Log(5).root).sign(LOG)), Log(9).prove)
        assert notary.note == elsewhere
        with pytest.raises(RefusedToSign, match="fewer"):
            Log(8).sign(notary)
        with pytest.raises(RefusedToSign, match="forked"):
            notary.adopt(str(Checkpoint(ORIGIN, 9, bytes(32)).sign(LOG)), Log(9).prove)
        with pytest.raises(RefusedToSign):
            notary.adopt(str(Checkpoint(ORIGIN, 12, bytes(32)).sign(LOG)), Log(12).prove)
    with Notary(file, ORIGIN, LOG) as again:
        assert again.note == elsewhere
