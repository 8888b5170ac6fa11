"""The frontier moves with what is committed, in both stores, whatever fails; and equals the reference."""

from pathlib import Path
from threading import Barrier, Thread

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, Tracking

from ironclad.eventlog.copying import copy
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.tree import Frontier
from ironclad.eventlog.store.database import Database, migrate_store, open_database
from ironclad.eventlog.store.frontier import FRONTIER, grown, pack, unpack
from ironclad.eventlog.store.leaf import entry
from ironclad.eventlog.store.recorders import StoreProcessRecorder
from tests import postgresql
from tests.log.conftest import events, filled, hand, make_room
from tests.proof import reference
from tests.proof.filling import entries, fill, past_triggers


def kept(database: Database) -> tuple[int, Frontier | None]:
    with database.reader() as connection:
        last, packed = connection.execute(FRONTIER).fetchone()
        return last, unpack(packed)


def check(database: Database) -> int:
    """Hold the frontier to the log by the reference; its size."""
    with database.reader() as connection:
        rows = connection.execute(
            "SELECT stream, version, name, body FROM events ORDER BY position"
        ).fetchall()
    last, frontier = kept(database)
    assert frontier is not None
    assert (last, frontier.size) == (len(rows), len(rows))
    assert frontier.root() == reference.mth([entry(*row[:3], bytes(row[3])) for row in rows])
    return len(rows)


def test_a_new_log_has_the_frontier_of_the_empty_tree(database: Database) -> None:
    assert check(database) == 0


def test_it_moves_with_every_kind_of_append(database: Database, recorder: StoreProcessRecorder) -> None:
    for number in range(1, 6):
        recorder.insert_events(events("alone", number))
        assert check(database) == 2 * number - 1
        more = {"tracking": Tracking("view", number)} if number % 2 else {"also": lambda connection: None}
        recorder.insert_events(events("with more", number), **more)
        assert check(database) == 2 * number
    recorder.insert_events(events("many", *range(1, 300)))
    assert check(database) == 309


def test_what_is_refused_does_not_move_it(database: Database, recorder: StoreProcessRecorder) -> None:
    recorder.insert_events(events("a", 1))
    before = kept(database)[1]
    assert before is not None
    for bad in (events("a", 2, 3, 1), events("b", 1, 1)):
        with pytest.raises(IntegrityError):
            recorder.insert_events(bad)
    with pytest.raises(IntegrityError):
        recorder.insert_events(events("b", 1), standing=[("a", 0)])

    def fails(connection: object) -> None:
        raise OperationalError("fails")

    with pytest.raises(OperationalError):
        recorder.insert_events(events("b", 1), also=fails)
    last, frontier = kept(database)
    assert (last, frontier is not None and pack(frontier)) == (1, pack(before))
    recorder.insert_events(events("a", 2))
    assert check(database) == 2


def test_it_moves_with_batches_in_which_some_fail(database: Database, recorder: StoreProcessRecorder) -> None:
    begin = Barrier(12)

    def append(number: int) -> None:
        begin.wait()
        for version in range(1, 9):
            try:
                more = {"also": lambda connection: None} if number % 3 == 0 else {}
                recorder.insert_events(events(f"stream-{number // 2}", version, version + 100), **more)
            except IntegrityError:
                continue

    threads = [Thread(target=append, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert check(database) == 6 * 8 * 2


@pytest.mark.full
def test_several_processes_move_one_frontier() -> None:
    with postgresql.schema() as url:
        databases = [open_database(url) for _ in range(3)]
        threads = [
            Thread(target=_append_alone, args=(database, f"stream-{number}"))
            for number, database in enumerate(databases)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert check(databases[0]) == 60
        for database in databases:
            database.close()


def _append_alone(database: Database, stream: str) -> None:
    for version in range(1, 21):
        StoreProcessRecorder(database).insert_events(events(stream, version))


def test_a_commit_that_fails_does_not_move_it(sqlite_url: str) -> None:
    """A full database file."""
    with filled(sqlite_url) as (database, append):
        assert check(database) == 1
        make_room(database)
        append()
        assert check(database) == 4


def test_a_log_from_before_is_caught_up(url: str) -> None:
    database = open_database(url)
    fill(database, 20)
    database.close()
    for before in ("NULL", "known"):
        if before == "NULL":
            hand(url, "UPDATE head SET frontier = NULL")
        else:
            behind = Frontier()
            behind.extend([leaf_hash(each) for each in entries(13)])
            past_triggers(url, "UPDATE head SET frontier = ?", values=(pack(behind),))
        migrate_store(url)
        database = open_database(url)
        assert check(database) == 20
        database.close()


def test_a_log_without_a_frontier_takes_appends_all_the_same(url: str) -> None:
    """Appending continues over a head that somebody broke: the check reports it, not the player's command."""
    for broken in ("NULL", "x'0000'"):
        database = open_database(url)
        recorder = StoreProcessRecorder(database)
        first = (recorder.max_notification_id() or 0) + 1
        hand(url, f"UPDATE head SET frontier = {broken}")
        assert recorder.insert_events(events(f"s{first}", 1, 2)) == [first, first + 1]
        assert recorder.insert_events(events(f"s{first}", 3), also=lambda connection: None) == [first + 2]
        frontier = kept(database)[1]
        assert frontier is None
        database.close()
        migrate_store(url)
    database = open_database(url)
    assert kept(database)[1] is None  # what cannot be read is not mended: it is reported
    database.close()


def test_a_frontier_ahead_of_its_log_is_left_for_the_check(url: str) -> None:
    ahead = Frontier()
    ahead.extend([bytes(32)] * 9)
    database = open_database(url)
    fill(database, 5)
    past_triggers(url, "UPDATE head SET frontier = ?", values=(pack(ahead),))
    StoreProcessRecorder(database).insert_events(events("s", 1))
    found = kept(database)[1]
    assert found is not None
    assert pack(found) == pack(ahead)
    database.close()


def test_a_copy_has_the_same_frontier(tmp_path: Path, url: str) -> None:
    database = open_database(url)
    fill(database, 2_300)
    frontier = kept(database)[1]
    database.close()
    target = f"sqlite:///{tmp_path / 'copy.db'}"
    copy(url, target, lambda *_: None)
    copied = open_database(target)
    other = kept(copied)[1]
    copied.close()
    assert frontier is not None
    assert other is not None
    assert pack(other) == pack(frontier)


@pytest.mark.full
def test_what_is_no_leaf_does_not_grow_it() -> None:
    """A damaged log that is copied: the copying finds it, not a fault in the head."""
    bad = [[b""], [b"x" * 31], [bytes(32), b"x" * 33]]
    with postgresql.schema() as url:
        database = open_database(url)
        with database.reader() as connection:
            for leaves in bad:
                array = "ARRAY[" + ", ".join(["?"] * len(leaves)) + "]::bytea[]"
                text = f"SELECT frontier_grown(?, ?, {array})"
                made = connection.execute(text, (pack(Frontier()), 0, *leaves)).fetchone()[0]
                assert bytes(made) == pack(Frontier())
                assert grown(pack(Frontier()), 0, leaves) is None
        database.close()


@pytest.mark.full
def test_both_stores_grow_it_alike() -> None:
    """PostgreSQL's function against ours, one more leaf at a time and several."""
    with postgresql.schema() as url:
        database = open_database(url)
        with database.reader() as connection:
            for first in (0, 1, 2, 3, 7, 8, 255, 256, 1_000):
                start = Frontier()
                start.extend([leaf_hash(b"%d" % number) for number in range(first)])
                for count in (0, 1, 2, 5, 9):
                    more = [leaf_hash(b"more %d" % number) for number in range(count)]
                    array = "ARRAY[" + ", ".join(["?"] * count) + "]::bytea[]"
                    text = f"SELECT frontier_grown(?, ?, {array})"
                    made = connection.execute(text, (pack(start), first, *more)).fetchone()[0]
                    assert bytes(made) == grown(pack(start), first, more)
        database.close()
