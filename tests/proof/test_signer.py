"""The signer: a log that grows is signed, one that was altered is not, and says why; in both stores."""

import errno
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.copying import copy
from ironclad.eventlog.errors import NotFound, NotSigned, Unavailable
from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notary import read_notary
from ironclad.eventlog.ledger.notes import SigningKey, open_note
from ironclad.eventlog.ledger.proofs import verify_consistency, verify_inclusion
from ironclad.eventlog.signer import REFUSED, SIGNING, UNSIGNED, Signing
from ironclad.eventlog.store.database import open_database
from ironclad.eventlog.store.frontier import catch_up
from ironclad.eventlog.store.leaf import leaf
from ironclad.referee.proof.prover import LedgerCondition
from tests import postgresql
from tests.log.conftest import hand, pull, referee_at
from tests.proof.filling import past_triggers

ORIGIN = "games.example/ironclad"
KEY, NEXT = SigningKey(ORIGIN, b"1" * 32), SigningKey(ORIGIN, b"2" * 32)
WITNESS = Witness("witness.example/w1", b"w" * 32)


def until(test: Callable[[], Any], seconds: float = 40.0) -> Any:
    deadline = monotonic() + seconds
    while not (found := test()):
        assert monotonic() < deadline, "it did not come about in time"
        sleep(0.02)
    return found


@pytest.fixture
def signing(tmp_path: Path) -> Signing:
    return Signing(KEY, tmp_path / "elsewhere" / "notary", (WITNESS.verifier,))


@pytest.fixture
def referee(url: str, signing: Signing) -> Iterator[Service]:
    with referee_at(url, signing=signing) as made:
        yield made


def condition(referee: Service) -> str:
    return referee.prover.condition().condition


def signed(referee: Service, least: int | None = None) -> Checkpoint:
    """The checkpoint of the whole log, once it is there."""
    until(lambda: condition(referee) == SIGNING)
    note = referee.prover.checkpoint(referee.queries.log_size() if least is None else least, wait=40.0)
    return open_checkpoint(str(note), [KEY.verifier, NEXT.verifier], ORIGIN)[0]


def refused_for(referee: Service, why: str) -> bool:
    found = referee.prover.condition()
    return found.condition == REFUSED and why in (found.reason or "")


def grown(referee: Service, pulls: int = 6) -> str:
    game = referee.opening.open_game("tug", "long").id
    for _ in range(pulls):
        pull(referee, game)
    return game


def test_an_empty_log_is_signed(referee: Service) -> None:
    assert signed(referee, 0).size == 0


def test_a_log_that_grows_is_signed_and_its_proofs_hold(referee: Service) -> None:
    game, before = grown(referee), None
    for _ in range(4):
        now = signed(referee)
        assert now.size == referee.queries.log_size()
        for position in (1, 2, now.size):
            record = referee.prover.inclusion(position=position)
            proof = [bytes.fromhex(each) for each in record.proof]
            verify_inclusion(bytes.fromhex(record.leaf), position - 1, now.size, proof, now.root)
            assert referee.prover.inclusion(leaf=bytes.fromhex(record.leaf)) == record
        if before is not None:
            proof = [bytes.fromhex(each) for each in referee.prover.consistency(before.size).proof]
            verify_consistency(before.size, now.size, before.root, now.root, proof)
        before = now
        pull(referee, game)


def test_it_goes_on_after_a_restart(url: str, signing: Signing) -> None:
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        first = signed(referee)
    with referee_at(url, signing=signing) as referee:
        assert signed(referee) == first
        pull(referee, game)
        assert signed(referee).size == referee.queries.log_size() > first.size


def without_key(url: str, work: Callable[[Service], None]) -> None:
    with referee_at(url) as referee:
        work(referee)


def mended(url: str) -> None:
    """The head as if it had always stood where the events end."""
    hand(url, "UPDATE head SET position = 0, frontier = NULL", "DELETE FROM tiles", "DELETE FROM leaf_places")
    with closing(open_database(url)) as database:
        database.write(catch_up)


def delete_tail(url: str) -> None:
    past_triggers(url, "DELETE FROM events WHERE position > 10")
    hand(url, "DELETE FROM answers WHERE position > 8")


def delete_tail_well(url: str) -> None:
    delete_tail(url)
    hand(url, "DELETE FROM checkpoints")
    mended(url)


def alter_row(url: str) -> None:
    past_triggers(url, "UPDATE events SET body = ? WHERE position = 5", values=(b"{}",))


def alter_leaf_well(url: str) -> None:
    past_triggers(url, "UPDATE events SET body = ?, name = 'x' WHERE position = 5", values=(b"{}",))
    with closing(open_database(url)) as database, database.reader() as connection:
        row = connection.execute(
            "SELECT stream, version, name, body FROM events WHERE position = 5"
        ).fetchone()
    past_triggers(
        url, "UPDATE events SET leaf = ? WHERE position = 5", values=(leaf(*row[:3], bytes(row[3])),)
    )
    mended(url)


ALTERED = {
    "deleted tail": (delete_tail, "is at"),
    "deleted tail, head and checkpoints": (delete_tail_well, "fewer than the"),
    "altered row": (alter_row, "event 5 is not what its leaf was made of"),
    "altered row, leaf and head": (alter_leaf_well, "not those of the last checkpoint"),
}


@pytest.mark.parametrize("which", ALTERED)
def test_an_altered_log_is_not_signed_and_says_why(
    url: str, signing: Signing, which: str, caplog: pytest.LogCaptureFixture
) -> None:
    work, why = ALTERED[which]
    with referee_at(url, signing=signing) as referee:
        grown(referee)
        last = signed(referee)
    work(url)
    names = count(1)
    later = {"signing": signing, "ids": lambda: f"later-{next(names)}"}
    with caplog.at_level(logging.ERROR), referee_at(url, **later) as referee:
        until(lambda: refused_for(referee, why))
        with pytest.raises(NotSigned, match="not signed any more") as refused:
            referee.prover.checkpoint()
        assert why in str(refused.value)
        if "checkpoints" not in which:
            assert refused.value.last is not None
            assert open_checkpoint(refused.value.last, [KEY.verifier], ORIGIN)[0] == last
        # It continues to serve what it can prove, and games; but no new chain is in a signed checkpoint now.
        assert referee.prover.consistency(2, 4).size2 == 4
        if work is not delete_tail or url.startswith("sqlite:"):  # PostgreSQL has no place to append to then
            opened = referee.opening.open_game("tug", "long").id
            with pytest.raises(Unavailable, match="not in a signed checkpoint"):
                pull(referee, opened)
        sleep(0.5)
        assert condition(referee) == REFUSED
    assert any(why in each.getMessage() for each in caplog.records)
    with referee_at(url, signing=signing) as referee:
        until(lambda: condition(referee) == REFUSED)


def test_a_restored_backup_is_not_signed_until_it_is_replaced(tmp_path: Path, signing: Signing) -> None:
    url, backup = (f"sqlite:///{tmp_path / name}" for name in ("log.db", "backup.db"))
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        signed(referee)
    copy(url, backup, lambda *_: None)
    with referee_at(url, signing=signing) as referee:
        pull(referee, game)
        last = signed(referee)
    with referee_at(backup, signing=signing) as referee:
        until(lambda: refused_for(referee, "a backup was restored"))
        with pytest.raises(Unavailable, match="not in a signed checkpoint"):
            pull(referee, game, effort=2)
        for _ in range(3):
            referee.opening.open_game("tug", "long")
        assert referee.queries.log_size() >= last.size
    with referee_at(backup, signing=signing) as referee:  # as long as the true log, and another one
        until(lambda: refused_for(referee, "not those of the last checkpoint"))
    with referee_at(url, signing=signing) as referee:
        assert signed(referee) == last


def test_a_hand_in_the_log_while_it_is_served(url: str, referee: Service) -> None:
    """What was signed before is held to at the next signature."""
    game = grown(referee)
    signed(referee)
    past_triggers(url, "UPDATE events SET leaf = ? WHERE position = 3", values=(b"\0" * 32,))
    referee.prover._tiles._known._levels.clear()
    pull(referee, game)
    until(lambda: refused_for(referee, "not the one that the last checkpoint"))
    pull(referee, game)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def rewritten(file: Path) -> None:
    """The size of its checkpoint is another one."""
    file.write_bytes(file.read_bytes().replace(b"ironclad\\n", b"ironclad\\n1"))


def unreadable(file: Path) -> None:
    """Root may read any file, so a directory takes its place."""
    file.unlink()
    file.mkdir()


def of_another_log(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"games.example", b"other.example"))


def in_no_directory(file: Path) -> None:
    for each in file.parent.iterdir():
        each.unlink()
    file.parent.rmdir()
    file.parent.write_text("no directory")


SPOILT = {
    cut: "is damaged",
    emptied: "is damaged",
    rewritten: "is damaged",
    unreadable: "cannot be read",
    of_another_log: "is of the log 'other.example/ironclad'",
    in_no_directory: "cannot be had",
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_notary_that_cannot_be_used_signs_nothing_and_says_why(
    url: str, signing: Signing, spoil: Callable[[Path], None]
) -> None:
    """Nothing is given out as signed meanwhile, and no dice are rolled; repaired, it is signed on."""
    assert signing.notary is not None
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        last = signed(referee)
    whole = signing.notary.read_bytes()
    spoil(signing.notary)
    names = count(1)
    later = {"signing": signing, "ids": lambda: f"later-{next(names)}"}
    with referee_at(url, **later) as referee:
        found = until(lambda: unsigned(referee))
        assert SPOILT[spoil] in (found.reason or "")
        assert found.signed == last.size
        nothing_is_signed(referee, game, SPOILT[spoil])
        with referee_at(url, ids=later["ids"]) as other:  # another process of the service
            assert until(lambda: unsigned(other)) == found
            nothing_is_signed(other, game, SPOILT[spoil])
    if signing.notary.parent.is_file():
        signing.notary.parent.unlink()
        signing.notary.parent.mkdir()
    if signing.notary.is_dir():
        signing.notary.rmdir()
    write_whole(signing.notary, whole)
    with referee_at(url, signing=signing) as referee:
        pull(referee, game)
        assert signed(referee).size > last.size
        assert referee.prover.condition().reason is None


def unsigned(referee: Service) -> LedgerCondition | None:
    found = referee.prover.condition()
    return found if found.condition == UNSIGNED and found.reason else None


def nothing_is_signed(referee: Service, game: str, why: str) -> None:
    """No checkpoint, no receipt, no bundle, no roll."""
    for ask in (
        referee.prover.checkpoint,
        referee.prover.public_checkpoint,
        lambda: referee.exporter.write(game, BytesIO(), 0.0),
    ):
        with pytest.raises(NotSigned, match="nothing is signed") as refused:
            ask()
        assert why in str(refused.value)
    with pytest.raises(NotFound, match="the log is unsigned"):
        referee.receipts._covering(1)
    with pytest.raises(Unavailable, match="not in a signed checkpoint"):
        pull(referee, referee.opening.open_game("tug", "long").id)


def test_a_notary_that_cannot_be_written_signs_nothing_until_it_can(
    url: str, signing: Signing, monkeypatch: pytest.MonkeyPatch
) -> None:
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        last = signed(referee)

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("ironclad.eventlog.ledger.notary_file.write_whole", full)
            patched.setattr("os.pwrite", full)
            pull(referee, game)
            found = until(lambda: unsigned(referee))
            assert "cannot be written: No space left" in (found.reason or "")
        assert signed(referee).size > last.size
        assert referee.prover.condition().reason is None


def test_a_notary_that_is_lost_begins_with_what_was_published_and_says_so(url: str, signing: Signing) -> None:
    """What was published is held to; that nothing more was signed is the database's word."""
    assert signing.notary is not None
    with referee_at(url, signing=signing) as referee:
        grown(referee)
        last = signed(referee)
        assert referee.prover.condition().reason is None
    signing.notary.unlink()
    with referee_at(url, signing=signing) as referee:
        until(lambda: "was not there" in (referee.prover.condition().reason or ""))
        assert signed(referee) == last
    with referee_at(url, signing=signing) as referee:
        until(lambda: referee.prover.condition().reason is None)
        assert signed(referee) == last


def test_a_notary_that_is_older_than_what_was_published_is_brought_up(url: str, signing: Signing) -> None:
    assert signing.notary is not None
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        signed(referee)
    older = signing.notary.read_bytes()
    with referee_at(url, signing=signing) as referee:
        pull(referee, game)
        last = signed(referee)
    write_whole(signing.notary, older)
    with referee_at(url, signing=signing) as referee:
        until(lambda: (found := read_notary(signing.notary, ORIGIN)) is not None and found.last == last)
        assert signed(referee) == last


@pytest.mark.parametrize("aside", [False, True])
def test_a_process_that_stands_aside_says_nothing_of_the_one_that_signs(
    sqlite_url: str, signing: Signing, caplog: pytest.LogCaptureFixture, aside: bool
) -> None:
    with referee_at(sqlite_url, signing=signing) as first, caplog.at_level(logging.DEBUG):
        signed(first)
        with referee_at(sqlite_url, signing=replace(signing, aside=aside)):
            told = until(lambda: [one for one in caplog.records if "another process" in one.getMessage()])
    assert (told[0].levelno < logging.WARNING) == aside


def test_a_process_without_the_key_signs_nothing(url: str, signing: Signing) -> None:
    with referee_at(url) as referee:
        assert condition(referee) == "unsigned"
        with pytest.raises(NotSigned, match="has the log's key"):
            referee.prover.checkpoint()
        with pytest.raises(NotSigned):
            referee.prover.keys()
        grown(referee)
        assert referee.prover.consistency(2).size2 == referee.queries.log_size()


def test_a_key_hands_over_to_its_successor(url: str, signing: Signing) -> None:
    with referee_at(url, signing=signing) as referee:
        game = grown(referee)
        first = signed(referee)
    both = Signing(KEY, signing.notary, (), NEXT)
    for now in (both, both, Signing(NEXT, signing.notary)):
        with referee_at(url, signing=now) as referee:
            until(lambda: len(referee.prover.keys().keys) == 2)
            pull(referee, game)
            last = signed(referee)
            keys = referee.prover.keys()
            note = str(referee.prover.checkpoint())
        assert [each.key for each in keys.keys] == [str(KEY.verifier), str(NEXT.verifier)]
        assert keys.keys[1].signs_from >= first.size
        history = KeyHistory(ORIGIN, KEY.verifier, keys.handovers)
        assert history.open(note)[0] == last
        open_note(note, [NEXT.verifier])
    with referee_at(url, signing=signing) as referee:  # the old key alone signs no more
        size = referee.prover.condition().signed
        found = until(lambda: unsigned(referee))
        assert "replaced by a handover" in (found.reason or "")
        with pytest.raises(Unavailable, match="not in a signed checkpoint"):
            pull(referee, game)
        assert referee.prover.condition().signed == size


@pytest.mark.parametrize("before", ["handed over", "handing over"])
def test_the_keys_before_are_kept_where_the_notary_stands_elsewhere(
    url: str, signing: Signing, tmp_path: Path, before: str
) -> None:
    """A notary's file is beside its key unless it is named: the next key's is another one."""
    with referee_at(url, signing=Signing(KEY, signing.notary, (), NEXT)) as referee:
        game = grown(referee)
        until(lambda: len(referee.prover.keys().keys) == 2)
        first = signed(referee)
    key, successor = (NEXT, None) if before == "handed over" else (KEY, NEXT)
    with referee_at(url, signing=Signing(key, tmp_path / "next.notary", (), successor)) as referee:
        pull(referee, game)
        assert signed(referee).size > first.size
        keys = referee.prover.keys()
        assert [each.key for each in keys.keys] == [str(KEY.verifier), str(NEXT.verifier)]
        assert KeyHistory(ORIGIN, KEY.verifier, keys.handovers).current == NEXT.verifier


def test_a_key_that_nobody_handed_over_to_has_none_before_it(url: str, tmp_path: Path) -> None:
    with referee_at(url, signing=Signing(KEY, tmp_path / "one")) as referee:
        grown(referee)
        signed(referee)
    with referee_at(url, signing=Signing(NEXT, tmp_path / "other")) as referee:
        until(lambda: [each.key for each in referee.prover.keys().keys] == [str(NEXT.verifier)])


@pytest.mark.full
def test_one_of_several_processes_signs_and_another_takes_over(tmp_path: Path) -> None:
    """Two machines, each with a notary's file of its own: the database's lock lets one sign at a time."""
    with postgresql.schema() as url:
        here = referee_at(url, signing=Signing(KEY, tmp_path / "here"))
        game = grown(here)
        first = signed(here)
        there = referee_at(url, signing=Signing(KEY, tmp_path / "there"))
        pull(there, game)
        assert signed(there).size == here.queries.log_size() > first.size
        assert not (tmp_path / "there").exists()
        here.close()
        until(lambda: (tmp_path / "there").exists())
        pull(there, game)
        assert signed(there).size == there.queries.log_size()
        there.close()
