"""What a witness remembers, in two files: through crashes, backups and damage; and its keys."""

import logging
import os
from pathlib import Path

import pytest

from ironclad.api.serving.witness_files import (
    copy_of_state,
    default_key,
    default_state,
    host_name,
    make_keys,
    open_witness,
    read_keys,
)
from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import check_name
from ironclad.eventlog.witness import heads as heads_module
from ironclad.eventlog.witness.cosigning import CosigningWitness
from ironclad.eventlog.witness.heads import Head, WitnessHeads, WitnessStateError
from tests.witness.logs import KEY, Tree

WITNESS = Witness("witness.example/w1", b"w" * 32)


class Place:
    """Where a witness's two files are, and the witness that is started over them."""

    def __init__(self, folder: Path) -> None:
        self.state, self.copy = folder / "state" / "heads", folder / "key" / "copy"
        for each in (self.state, self.copy):
            each.parent.mkdir()
        WitnessHeads(self.state, self.copy, new=True).close()

    def ask(self, old: int, size: int, tree: Tree | None = None) -> int:
        """The status of a request to a witness that was just started."""
        with WitnessHeads(self.state, self.copy) as heads:
            witness = CosigningWitness([KEY.verifier], [WITNESS], heads, lambda: 1)
            return witness.add_checkpoint((tree or Tree()).request(old, size)).status

    def size(self) -> int:
        with WitnessHeads(self.state, self.copy) as heads:
            head = heads.head(KEY.name)
            return 0 if head is None else head.size


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_it_remembers_through_restarts(place: Place) -> None:
    assert place.ask(0, 5) == 200
    assert place.ask(0, 5) == 409
    assert place.ask(5, 9) == 200
    assert place.ask(9, 9, Tree(fork=2)) == 409
    assert place.ask(5, 8) == 409
    assert place.size() == 9
    assert {each.stat().st_mode & 0o077 for each in (place.state, place.copy)} == {0}


@pytest.mark.parametrize("written", [0, 1, 2])
def test_a_crash_between_the_two_files_and_the_answer(
    place: Place, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after so many of the files: nothing was answered, and no other root at that size is cosigned."""
    assert place.ask(0, 5) == 200
    really, left = heads_module.write_whole, [written]

    def write(file: Path, body: bytes) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        really(file, body)

    monkeypatch.setattr(heads_module, "write_whole", write)
    if written < 2:
        with pytest.raises(KeyboardInterrupt):
            place.ask(5, 9)
    else:
        assert place.ask(5, 9) == 200
    monkeypatch.undo()
    assert place.size() == (5 if written == 0 else 9)
    if written:
        assert place.ask(9, 9, Tree(fork=2)) == 409
        assert place.ask(9, 9) == 200, "the log gets the line that it did not get then"
    else:
        assert place.ask(5, 9) == 200


@pytest.mark.parametrize("which", ["state", "copy"])
def test_one_file_restored_from_a_backup_changes_nothing_and_is_told(
    place: Place, which: str, caplog: pytest.LogCaptureFixture
) -> None:
    file: Path = getattr(place, which)
    assert place.ask(0, 5) == 200
    backup = file.read_bytes()
    for old, new in ((5, 9), (9, 12)):
        assert place.ask(old, new) == 200
    assert caplog.messages == []
    file.write_bytes(backup)
    with caplog.at_level(logging.WARNING):
        assert place.ask(5, 8, Tree(fork=7)) == 409
    assert f"{file} is 2 checkpoints older than its copy: a backup was restored" in caplog.text
    assert place.size() == 12
    assert place.state.read_bytes() == place.copy.read_bytes()


def test_both_files_restored_is_not_seen(place: Place) -> None:
    """The limit, as docs/ledger.md says: keep the two on two disks, and neither in the other's backup."""
    assert place.ask(0, 5) == 200
    backups = [(file, file.read_bytes()) for file in (place.state, place.copy)]
    assert place.ask(5, 9) == 200
    for file, body in backups:
        file.write_bytes(body)
    assert place.ask(5, 9, Tree(fork=7)) == 200


DAMAGE = (b"", b"{", b"null", b"[]", b'{"format":1}', b"\xff", b'{"format":1,"number":1,"logs":{"a":{}}}')
ROOTS = (
    b'{"format":1,"number":9,"logs":{"a":{"size":1,"root":"AAAA","note":""}}}',
    b'{"format":1,"number":9,"logs":{"a":{"size":1,"root":"?","note":""}}}',
)


@pytest.mark.parametrize("damage", [*DAMAGE, *ROOTS, None])
@pytest.mark.parametrize("which", ["state", "copy"])
def test_a_damaged_or_lost_file_is_made_again_from_the_other(
    place: Place, which: str, damage: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    assert place.ask(0, 5) == 200
    file: Path = getattr(place, which)
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)
    with caplog.at_level(logging.WARNING):
        assert place.ask(5, 9) == 200
    assert f"{file} is lost or damaged" in caplog.text
    assert place.state.read_bytes() == place.copy.read_bytes()


@pytest.mark.parametrize("damage", [*DAMAGE, None])
def test_a_witness_that_has_lost_both_signs_no_more(place: Place, damage: bytes | None) -> None:
    assert place.ask(0, 5) == 200
    for file in (place.state, place.copy):
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage)
    with pytest.raises(WitnessStateError, match="must cosign no more"):
        place.ask(5, 9)


def test_two_roots_in_the_two_files_are_refused(place: Place) -> None:
    assert place.ask(0, 5) == 200
    other = place.copy.parent / "other"
    other.mkdir()
    second = Place(other)
    assert second.ask(0, 5, Tree(fork=1)) == 200
    place.copy.write_bytes(second.copy.read_bytes())
    with pytest.raises(WitnessStateError, match="two roots of"):
        place.size()
    place.state.write_bytes(b'{"format":2,"number":0,"logs":{}}')
    with pytest.raises(WitnessStateError, match="format 2"):
        place.size()


def test_one_witness_at_a_time_has_the_files(place: Place, tmp_path: Path) -> None:
    """Also where only one of the two is the same: a key with another --state."""
    with WitnessHeads(place.state, place.copy):
        for files in (
            (place.state, place.copy),
            (tmp_path / "elsewhere", place.copy),
            (place.state, tmp_path / "elsewhere"),
        ):
            with pytest.raises(WitnessStateError, match="another witness"):
                WitnessHeads(*files, new=True)
    assert place.size() == 0


# -- keys


def test_a_first_start_makes_the_keys_and_later_ones_read_them(tmp_path: Path) -> None:
    key, state = tmp_path / "a" / "key", tmp_path / "b" / "heads"
    made, heads = open_witness(key, state, "club.example/witness")
    heads.close()
    assert made.ed25519.name == "club.example/witness"
    assert (made.ml_dsa is not None) is mldsa.available()
    assert key.stat().st_mode & 0o077 == 0
    again, heads = open_witness(key, state, "ignored")
    assert again == made
    heads.close()
    assert copy_of_state(key).exists()
    for file in (state, copy_of_state(key)):
        file.unlink()
    with pytest.raises(WitnessStateError, match="what the key cosigned is not known"):
        open_witness(key, state, "ignored")


def test_a_key_of_before_is_read_and_one_without_the_algorithm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lines, as `ironclad audit` made them; and three lines where ML-DSA-44 is missing."""
    file = tmp_path / "key"
    file.write_text(f"{WITNESS.name}\n{WITNESS.seed.hex()}\n")
    assert read_keys(file).cosigners == (WITNESS,)
    monkeypatch.setattr(mldsa, "available", lambda: False)
    file.write_text(f"{WITNESS.name}\n{WITNESS.seed.hex()}\n{'00' * 32}\n")
    assert read_keys(file).cosigners == (WITNESS,)
    make_keys(tmp_path / "made", "a")
    assert len((tmp_path / "made").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "content",
    ["", "a", "a\nzz\n", f"a b\n{'00' * 32}\n", f"a\n{'00' * 31}\n", f"a\n{'00' * 32}\nb\nc\n", "\udcff"],
)
def test_a_file_that_holds_no_key_is_refused_and_not_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "key").write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(ValueError, match="holds no key of a witness") as refused:
        read_keys(tmp_path / "key")
    assert "00" * 31 not in str(refused.value)
    with pytest.raises(ValueError, match="spaces"):
        make_keys(tmp_path / "other", "a b")


def test_the_default_places_are_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_key() == tmp_path / ".config" / "ironclad" / "witness.key"
    assert default_state() == tmp_path / ".local" / "state" / "ironclad-witness" / "heads.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", "/c")
    monkeypatch.setenv("XDG_STATE_HOME", "/s")
    assert os.path.commonpath([default_key(), default_state()]) == "/"
    check_name(host_name())


def test_the_head_is_what_was_kept(place: Place) -> None:
    head = Head(3, bytes(32), "a note\n")
    with WitnessHeads(place.state, place.copy) as heads:
        heads.keep("a", head)
        heads.keep("b", Head(0, bytes(32), ""))
    with WitnessHeads(place.state, place.copy) as heads:
        assert heads.origins() == {"a": head, "b": Head(0, bytes(32), "")}
