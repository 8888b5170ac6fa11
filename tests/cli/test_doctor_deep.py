"""`ironclad doctor --deep` finds every way to forge a signed log, in its database or beside it."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from ironclad.api.service import Service
from ironclad.api.serving.signing import apart_of
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.signer import Signing
from ironclad.eventlog.store.database import open_database
from ironclad.eventlog.store.frontier import catch_up
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.tiles import TileStore
from ironclad.referee.checkup import Apart, Finding, examine
from tests.log.conftest import hand, pull, referee_at
from tests.proof.filling import past_triggers
from tests.proof.test_signer import KEY, NEXT, ORIGIN, WITNESS, signed
from tests.toy import TUG

STRANGER = Witness("witness.example/w2", b"v" * 32)
SECONDS = 1_767_000_000  # before the clock of these tests


@dataclass
class Log:
    """A signed and cosigned log, and a backup of it from before its last events."""

    folder: Path
    first: Checkpoint
    last: Checkpoint

    @property
    def file(self) -> Path:
        return self.folder / "log.db"

    @property
    def url(self) -> str:
        return f"sqlite:///{self.file}"

    @property
    def notary(self) -> Path:
        return self.folder / "apart" / "notary"

    def examine(self, deep: bool = True, apart: Apart | None = None) -> dict[str, Finding]:
        known = apart or Apart(KEY.verifier, notary=self.notary, cosigners=(WITNESS.verifier,))
        return {each.check: each for each in examine(self.url, {"tug": TUG}, deep, known)}

    def wrong(self, deep: bool = True, apart: Apart | None = None) -> dict[str, str]:
        """What does not hold."""
        return {name: each.found for name, each in self.examine(deep, apart).items() if not each.holds}


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Its first checkpoint is cosigned by a witness that is known, its last by one that is not, too."""
    made = Log(tmp_path, Checkpoint(ORIGIN, 0, b""), Checkpoint(ORIGIN, 0, b""))
    signing = Signing(KEY, made.notary, (WITNESS.verifier, STRANGER.verifier))
    with referee_at(made.url, signing=signing, snapshot_every=4) as referee:
        game = referee.opening.open_game("tug", "long").id
        for _ in range(4):
            pull(referee, game)
        made.first = signed(referee)
        cosign(referee, WITNESS)
    shutil.copy(made.file, tmp_path / "backup.db")
    with referee_at(made.url, signing=signing, snapshot_every=4) as referee:
        for _ in range(3):
            pull(referee, game)
        made.last = signed(referee)
        cosign(referee, WITNESS, STRANGER)
    return made


def cosign(referee: Service, *witnesses: Witness) -> None:
    note = referee.prover.checkpoint()
    lines = [each.cosign(note.text, SECONDS) for each in witnesses]
    referee.prover.cosign(str(note.signed(*lines)))


def test_a_signed_log_holds(log: Log) -> None:
    found = log.examine()
    assert {name: each.found for name, each in found.items() if not each.holds} == {}
    assert found["signing"].found == f"signing, {ORIGIN}"
    assert found["notary"].found == f"{log.last.size} events in {log.notary}"
    continued = rf"the log continues \d+ checkpoints, the largest of {log.last.size} events"
    assert re.fullmatch(continued, found["checkpoints"].found)
    lines = "2 lines of witnesses hold, 1 of witnesses that cannot be checked here"
    assert found["cosignatures"].found == lines


def rewritten(url: str, place: int, mended: bool) -> None:
    """Another body of an event; mended: with its leaf, the tiles and the frontier as if it had been so."""
    body = b'{"effort":3}'
    past_triggers(url, f"UPDATE events SET body = ? WHERE position = {place}", values=(body,))
    if mended:
        with closing(open_database(url)) as database, database.reader() as connection:
            row = connection.execute(
                "SELECT stream, version, name FROM events WHERE position = ?", (place,)
            ).fetchone()
        past_triggers(url, f"UPDATE events SET leaf = ? WHERE position = {place}", values=(leaf(*row, body),))
        mend(url)


def mend(url: str) -> None:
    """The head and the tiles as if the log had always been as it is."""
    hand(url, "UPDATE head SET position = 0, frontier = NULL", "DELETE FROM tiles", "DELETE FROM leaf_places")
    with closing(open_database(url)) as database:
        database.write(catch_up)
        TileStore(database).catch_up()


def cut(url: str, after: int, mended: bool) -> None:
    past_triggers(url, f"DELETE FROM events WHERE position > {after}")
    if mended:
        hand(url, f"DELETE FROM answers WHERE position > {after}")
        mend(url)


def swap(url: str, first: int, second: int) -> None:
    """Two events change places, each with its own leaf."""
    past_triggers(url, f"UPDATE events SET position = -1 WHERE position = {first}")
    past_triggers(url, f"UPDATE events SET position = {first} WHERE position = {second}")
    past_triggers(url, f"UPDATE events SET position = {second} WHERE position = -1")
    mend(url)


def test_a_rewritten_row_is_found(log: Log) -> None:
    rewritten(log.url, 5, mended=False)
    assert log.wrong().keys() == {"leaves"}
    assert "event 5 is not what its leaf was made of" in log.wrong()["leaves"]


def test_a_row_that_is_rewritten_with_its_leaf_is_found_by_the_checkpoints(log: Log) -> None:
    rewritten(log.url, log.first.size + 2, mended=True)
    assert log.wrong(deep=False) == {}
    wrong = log.wrong()
    assert wrong.keys() == {"checkpoints"}
    assert f"{log.last.size} (of the notary's file)" in wrong["checkpoints"]
    assert f"{log.last.size} (published)" in wrong["checkpoints"]
    assert f"largest checkpoint that it continues is of {log.first.size}" in wrong["checkpoints"]


def test_a_rewritten_row_is_found_by_the_notary_alone(log: Log) -> None:
    """The published checkpoints were deleted too."""
    rewritten(log.url, 5, mended=True)
    hand(log.url, *(f"DELETE FROM {each}" for each in ("checkpoints", "cosignatures", "kept_checkpoints")))
    wrong = log.wrong()
    assert wrong.keys() == {"checkpoints"}
    assert "(of the notary's file)" in wrong["checkpoints"]
    assert log.wrong(apart=Apart()) == {}, "without the notary's file nothing shows it"


def test_a_tail_that_is_cut_is_found(log: Log) -> None:
    cut(log.url, log.last.size - 2, mended=False)
    wrong = log.wrong()
    assert wrong.keys() >= {"notary", "leaves", "checkpoints"}
    assert f"its last event at {log.last.size - 2}" in wrong["leaves"]


def test_a_tail_that_is_cut_with_all_that_knew_of_it_is_found_at_once(log: Log) -> None:
    cut(log.url, log.first.size, mended=True)
    hand(log.url, f"DELETE FROM checkpoints WHERE size > {log.first.size}")
    hand(log.url, f"DELETE FROM cosignatures WHERE size > {log.first.size}")
    assert log.wrong(deep=False).keys() >= {"notary"}
    wrong = log.wrong()
    assert "a backup was restored, or its tail deleted" in wrong["notary"]
    assert f"fewer than its checkpoints of {log.last.size} (of the notary's file)" in wrong["checkpoints"]


def test_two_events_that_are_swapped_are_found(log: Log) -> None:
    swap(log.url, 6, 7)
    wrong = log.wrong()
    assert wrong.keys() == {"leaves", "checkpoints"}
    assert "are not in their order" in wrong["leaves"]


def test_a_restored_backup_is_found(log: Log) -> None:
    """It is sound in itself: the notary's file knows of what came after it."""
    shutil.copy(log.folder / "backup.db", log.file)
    for each in ("-wal", "-shm"):
        Path(f"{log.file}{each}").unlink(missing_ok=True)
    assert log.wrong(apart=Apart()) == {}
    assert log.wrong(deep=False).keys() == {"notary"}
    wrong = log.wrong()
    assert wrong.keys() == {"notary", "checkpoints"}
    assert f"the log has {log.first.size} events, fewer than the {log.last.size}" in wrong["notary"]


def test_a_checkpoint_that_the_log_does_not_continue_is_found(log: Log) -> None:
    """Somebody has the log's key, and signed another tree of the same size."""
    forged = str(Checkpoint(ORIGIN, log.first.size - 1, b"f" * 32).sign(KEY))
    put(log.url, "INSERT INTO checkpoints (size, note) VALUES (?, ?)", log.first.size - 1, forged)
    wrong = log.wrong()
    assert wrong.keys() == {"checkpoints"}
    assert f"does not continue its checkpoints of {log.first.size - 1} (published)" in wrong["checkpoints"]


def put(url: str, text: str, *values: object) -> None:
    with closing(open_database(url)) as database:
        database.write(lambda connection: connection.execute(text, values))


STORED = {
    "another key's checkpoint": (
        lambda log: put(
            log.url,
            "UPDATE checkpoints SET note = ? WHERE size = ?",
            str(Checkpoint(ORIGIN, log.first.size, log.first.root).sign(NEXT)),
            log.first.size,
        ),
        {"checkpoints": "no key that this log had"},
    ),
    "no note at all": (
        lambda log: put(log.url, "UPDATE checkpoints SET note = x'00' WHERE size = ?", log.first.size),
        {"checkpoints": "the checkpoint of", "cosignatures": "the line of"},
    ),
    "a checkpoint at another size": (
        lambda log: put(log.url, "UPDATE checkpoints SET size = 2 WHERE size = ?", log.first.size),
        {"checkpoints": "of another size than it is kept for", "cosignatures": "its checkpoint is not there"},
    ),
    "a cosignature of another checkpoint": (
        lambda log: put(
            log.url,
            "UPDATE cosignatures SET line = (SELECT line FROM cosignatures WHERE size = ?1) WHERE size <> ?1"
            " AND witness LIKE 'witness.example/w1%'",
            log.first.size,
        ),
        {"cosignatures": "the line of witness.example/w1"},
    ),
    "a cosignature's time": (
        lambda log: put(log.url, "UPDATE cosignatures SET time = time - 1 WHERE size = ?", log.first.size),
        {"cosignatures": "not of that time"},
    ),
    "a checkpoint that is kept for dice": (
        lambda log: put(log.url, "UPDATE kept_checkpoints SET position = 900"),
        {"checkpoints": "that is kept for dice: it is of another size"},
    ),
    "the log's first key": (
        lambda log: put(log.url, "UPDATE signing SET first_key = ?", str(NEXT.verifier)),
        {"notary": "has other keys of the log than the database"},
    ),
    "what is published of the keys": (
        lambda log: put(log.url, "UPDATE signing SET first_key = 'rubbish'"),
        {"signing": "cannot be read"},
    ),
    "a refused log": (
        lambda log: put(log.url, "UPDATE signing SET condition = 'refused', reason = 'a reason'"),
        {"signing": "the log is refused: a reason"},
    ),
    "a notary that is cut": (
        lambda log: write_whole(log.notary, log.notary.read_bytes()[:-20]),
        {"notary": "is damaged"},
    ),
    "a notary that is lost": (lambda log: log.notary.unlink(), {"notary": "is not there, though the log"}),
}


@pytest.mark.parametrize("which", STORED)
def test_what_is_stored_of_the_signing_is_checked(log: Log, which: str) -> None:
    work, found = STORED[which]
    work(log)
    wrong = log.wrong()
    assert wrong.keys() == found.keys()
    for check, text in found.items():
        assert text in wrong[check]


def test_a_copy_that_knows_no_key_is_held_to_the_roots(log: Log) -> None:
    hand(log.url, "DELETE FROM signing")
    found = log.examine(apart=Apart())
    assert {name: each.found for name, each in found.items() if not each.holds} == {}
    assert "no key is known here" in found["checkpoints"].found
    rewritten(log.url, 5, mended=True)
    assert log.wrong(apart=Apart()).keys() == {"checkpoints"}


def test_every_fault_is_reported_and_not_the_first(log: Log) -> None:
    """Rows, order, checkpoints, lines, answers and positions at once."""
    last = log.last.size
    for place in (3, 4, 9):
        rewritten(log.url, place, mended=False)
    past_triggers(log.url, f"DELETE FROM events WHERE position = {last - 1}")
    hand(log.url, "UPDATE cosignatures SET line = 'x'", "DELETE FROM answers WHERE position > 3")
    hand(log.url, "UPDATE stored_positions SET body = x'00'", "UPDATE head SET position = position + 1")
    wrong = log.wrong()
    assert wrong.keys() >= {"log", "leaves", "checkpoints", "cosignatures", "answers", "positions"}
    for each in (
        "events 3 to 4 are not what their leaves were made of",
        "event 9 is not what its leaf was made of",
        f"event {last - 1} is not in the log",
        f"the head of the log is at {last + 1}",
    ):
        assert each in wrong["leaves"]
    assert wrong["cosignatures"].count("the line of") == 3


def test_what_is_apart_is_found_as_a_server_finds_it(tmp_path: Path) -> None:
    """No file is made by looking."""
    url, settings = f"sqlite:///{tmp_path / 'log.db'}", {"XDG_STATE_HOME": str(tmp_path / "state")}
    assert apart_of(url, settings) == Apart(wrong=f"{tmp_path}/log.db.log-key is not there", absent=True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "log.db.log-key").write_text(KEY.encoded())
    found = apart_of(url, {**settings, "IRONCLAD_WITNESSES": str(WITNESS.verifier)})
    assert (found.key, found.cosigners) == (KEY.verifier, (WITNESS.verifier,))
    assert found.notary == tmp_path / "state" / "ironclad-notary" / "games.example%2Fironclad.notary"
    (tmp_path / "log.db.log-key").write_text("rubbish")
    assert "holds no key" in apart_of(url, settings).wrong


@pytest.mark.parametrize("text", ["rubbish", str(SigningKey("a", b"1" * 32).verifier)])
def test_witnesses_that_cannot_be_read_end_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "log.db"
    open_database(f"sqlite:///{file}").close()
    command = [sys.executable, "-m", "ironclad.api.cli", "doctor", "--url", f"sqlite:///{file}"]
    environment = {**os.environ, "IRONCLAD_WITNESSES": text}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "key" in ended.stderr
