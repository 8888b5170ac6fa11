"""The table of events: append-only, gapless, and each append by itself."""

import sqlite3
import struct
import threading
from hashlib import sha256
from threading import Barrier, Event, Thread

import psycopg
import pytest
from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    MapperDeserialisationError,
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Tracking,
)

from ironclad.domain.match.events import EVENTS, Resigned
from ironclad.eventlog.log import Fact, LogBook
from ironclad.eventlog.store import BadStoreURL
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database, open_database
from ironclad.eventlog.store.leaf import ENTRY_LIMIT, EntryTooLarge, entry, leaf
from ironclad.eventlog.store.recorders import StoreProcessRecorder
from ironclad.eventlog.store.rows import Answer
from ironclad.eventlog.store.sqlite import SQLiteDatabase
from tests import postgresql
from tests.log.conftest import events, filled, hand, make_room
from tests.waiting import within


def positions(database: Database) -> list[int]:
    with database.reader() as connection:
        return [row[0] for row in connection.execute("SELECT position FROM events ORDER BY position")]


HANDS = {
    "sqlite": [
        "UPDATE events SET body = 'x' WHERE position = 1",
        "UPDATE events SET position = 9 WHERE position = 1",
        "DELETE FROM events WHERE position = 1",
        "DELETE FROM events",
        "REPLACE INTO events VALUES (1, 'g/main', 1, 'forged', 'x', 'x')",
        "REPLACE INTO events VALUES (3, 'g/main', 1, 'forged', 'x', 'x')",
        "INSERT OR REPLACE INTO events VALUES (2, 'g/main', 7, 'forged', 'x', 'x')",
        "INSERT INTO events VALUES (9, 'g/main', 3, 'leaves a gap', 'x', 'x')",
        "INSERT INTO events VALUES (1, 'g/main', 1, 'x', 'x', 'x') ON CONFLICT DO UPDATE SET body = 'x'",
    ],
    "postgresql": [
        "UPDATE events SET body = 'x' WHERE position = 1",
        "UPDATE events SET position = 9 WHERE position = 1",
        "DELETE FROM events WHERE position = 1",
        "DELETE FROM events",
        "TRUNCATE events",
        "TRUNCATE events CASCADE",
        "INSERT INTO events VALUES (9, 'g/main', 3, 'leaves a gap', 'x', 'x')",
        "INSERT INTO events VALUES (3, 'g/main', 3, 'past the head', 'x', 'x')",
        "UPDATE head SET position = 9; INSERT INTO events VALUES (9, 'g/main', 3, 'leaves a gap', 'x', 'x')",
        "INSERT INTO events VALUES (0, 'g/main', 3, 'before the first', 'x', 'x')",
        "INSERT INTO events VALUES (1, 'g/main', 1, 'x', 'x', 'x') ON CONFLICT (position) DO UPDATE"
        " SET body = 'x'",
        "MERGE INTO events USING head ON events.position = 1 WHEN MATCHED THEN DELETE",
        "SET session_replication_role = replica; DELETE FROM events",
    ],
}


@pytest.mark.parametrize(
    ("url", "statement"),
    [(scheme, statement) for scheme, statements in HANDS.items() for statement in statements],
    indirect=["url"],
)
def test_a_hand_in_the_table_is_refused(
    url: str, database: Database, recorder: StoreProcessRecorder, statement: str
) -> None:
    recorder.insert_events(events("g/main", 1, 2))
    before = recorder.select_notifications(None, 10)
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match="append-only"):
        hand(url, statement)
    assert recorder.select_notifications(None, 10) == before


def test_an_append_that_fails_hurts_no_other_of_its_batch(
    database: Database, recorder: StoreProcessRecorder
) -> None:
    """While the writer is held, good appends, bad appends and other work queue up to one batch."""
    recorder.insert_events(events("taken", 1))
    outcomes: dict[str, object] = {}
    batches = database.group.batches

    def append(stream: str, *versions: int) -> None:
        try:
            outcomes[stream] = recorder.insert_events(events(stream, *versions))
        except IntegrityError as refused:
            outcomes[stream] = refused

    def track() -> None:
        recorder.insert_tracking(Tracking("view", 1))
        outcomes["tracked"] = recorder.max_tracking_id("view")

    first = Thread(target=append, args=("first", 1))
    crowd = [Thread(target=append, args=(f"good-{n}", 1, 2, 3)) for n in range(8)]
    crowd += [Thread(target=append, args=("taken", 1)), Thread(target=track)]
    crowd += [Thread(target=append, args=("twice", 1, 1))]
    with database.group._hold:
        first.start()
        assert within(lambda: database.group._led and not database.group._queue), "the first leads its batch"
        for thread in crowd:
            thread.start()
        assert within(lambda: len(database.group._queue) == len(crowd))
    for thread in [first, *crowd]:
        thread.join()
    assert database.group.batches == batches + 2
    assert isinstance(outcomes["taken"], IntegrityError)
    assert isinstance(outcomes["twice"], IntegrityError)
    assert outcomes["tracked"] == 1
    for n in range(8):
        places = outcomes[f"good-{n}"]
        assert isinstance(places, list)
        assert places == list(range(places[0], places[0] + 3))
    assert positions(database) == list(range(1, 2 + 1 + 8 * 3))


def test_positions_have_no_gaps_after_failures(database: Database, recorder: StoreProcessRecorder) -> None:
    recorder.insert_events(events("a", 1))
    with pytest.raises(IntegrityError):
        recorder.insert_events(events("a", 2, 3, 1))
    assert recorder.insert_events(events("a", 2)) == [2]
    assert positions(database) == [1, 2]


def test_an_append_is_all_or_nothing_with_what_goes_with_it(recorder: StoreProcessRecorder) -> None:
    answer = Answer("g/blue", "c1", b"digest", "g", "main")
    recorder.insert_events(events("g/main", 1), answer=answer)
    with pytest.raises(IntegrityError):
        recorder.insert_events(events("g/main", 2), answer=answer)
    assert recorder.last_version("g/main") == 1
    assert recorder.answer("g/blue", "c1") == (b"digest", "g", "main", 1, 1)

    def fails(connection: Connection) -> None:
        connection.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises((OperationalError, ProgrammingError)):
        recorder.insert_events(events("g/main", 2), also=fails)
    assert recorder.last_version("g/main") == 1


def test_many_threads_share_commits(database: Database, recorder: StoreProcessRecorder) -> None:
    begin, before = Barrier(16), database.group.batches

    def append(stream: str) -> None:
        begin.wait()
        for version in range(1, 41):
            recorder.insert_events(events(stream, version))

    threads = [Thread(target=append, args=(f"s{n}",)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert positions(database) == list(range(1, 641))
    assert database.group.batches - before < 640
    assert all(recorder.last_version(f"s{n}") == 40 for n in range(16))


def test_the_leaf_is_the_hash_of_the_stored_bytes(database: Database, recorder: StoreProcessRecorder) -> None:
    """Against the definition, written a second time."""
    recorder.insert_events([StoredEvent("spiel-ü/main", 7, "tug.rope_pulled.1", b'{"die":6}')])
    with database.reader() as connection:
        stream, version, name, body, stored = connection.execute(
            "SELECT stream, version, name, body, leaf FROM events"
        ).fetchone()
    stream, name = stream.encode(), name.encode()
    plain = struct.pack(">H", len(stream)) + stream + struct.pack(">Q", version)
    plain += struct.pack(">H", len(name)) + name + struct.pack(">H", len(body)) + body
    assert stored == sha256(b"\x00" + plain).digest()
    assert plain == entry("spiel-ü/main", 7, "tug.rope_pulled.1", b'{"die":6}')
    assert leaf("", 0, "", b"").hex() == sha256(bytes(15)).hexdigest()


def test_an_entry_has_at_most_65535_bytes(recorder: StoreProcessRecorder) -> None:
    room = ENTRY_LIMIT - len(entry("s", 1, "n.n.1", b""))
    assert recorder.insert_events([StoredEvent("s", 1, "n.n.1", b"x" * room)]) == [1]
    with pytest.raises(DataError):
        recorder.insert_events([StoredEvent("s", 2, "n.n.1", b"x" * (room + 1))])
    with pytest.raises(EntryTooLarge):
        entry("s" * 70_000, 1, "n", b"")
    assert recorder.max_notification_id() == 1


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "subprocess:Popen",
        "eventsourcing.domain:Aggregate.Created",
        "ironclad.eventlog.log.LogBook",
        "match.no_such_event.1",
        "match.resigned.2",
        "match.resigned.x",
        "tug.rope_pulled.1",
        "",
    ],
)
def test_a_forged_name_is_only_unknown(url: str, name: str) -> None:
    """The library's own mapper would import what a name says; ours knows names of its registries only."""
    with LogBook(url, {"match": EVENTS}.__getitem__) as log:
        log.recorder.insert_events([StoredEvent("g/match", 1, name, b'{"type":"resigned","seat":"blue"}')])
        with pytest.raises((MapperDeserialisationError, KeyError)):
            list(log.events.get("g/match"))


def test_a_body_of_another_shape_is_unreadable(url: str) -> None:
    with LogBook(url, {"match": EVENTS}.__getitem__) as log:
        log.recorder.insert_events([StoredEvent("g/match", 1, "match.resigned.1", b'{"seat":5}')])
        with pytest.raises(MapperDeserialisationError):
            list(log.events.get("g/match"))


def test_the_log_is_an_application_of_the_library(url: str) -> None:
    with LogBook(url, {"match": EVENTS}.__getitem__) as log:
        fact = Fact("g/match", 1, "match", Resigned("blue"))
        assert [row[4] for row in log.append([fact])] == [1]
        assert list(log.events.get("g/match")) == [fact]
        (note,) = log.notification_log.select(1, 10)
        assert (note.topic, note.state) == ("match.resigned.1", b'{"seat":"blue","type":"resigned"}')


def test_what_was_stored_is_there_after_reopening(url: str) -> None:
    first = open_database(url)
    StoreProcessRecorder(first).insert_events(events("s", 1, 2, 3))
    first.close()
    second = open_database(url)
    assert StoreProcessRecorder(second).insert_events(events("s", 4)) == [4]
    second.close()


def test_the_writer_of_a_file_is_durable(sqlite_url: str) -> None:
    database = SQLiteDatabase(sqlite_url)
    writer = database._writer
    assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


@pytest.mark.full
def test_the_writer_of_a_server_is_durable_even_where_others_are_not() -> None:
    with postgresql.schema() as url:
        database = open_database(url.replace("&", "%20-csynchronous_commit%3Doff&"))
        shown = database.write(lambda connection: connection.execute("SHOW synchronous_commit").fetchone())
        database.close()
    assert shown == ("on",)


def test_a_failed_commit_is_told_to_everyone_in_the_batch(sqlite_url: str) -> None:
    """A full database file: nothing is acknowledged, and the store works again when there is room."""
    with filled(sqlite_url) as (database, append):
        assert positions(database) == [1]
        make_room(database)
        assert append() == [2, 3, 4]


@pytest.mark.parametrize(
    "bad",
    ["", "log.db", "mysql://here/db", "postgresql://h/d?nonsense=1", "sqlite://file.db", "sqlite:/x"],
)
def test_a_store_url_is_one_of_those_known(bad: str) -> None:
    with pytest.raises(BadStoreURL):
        LogBook(bad, {"match": EVENTS}.__getitem__)


def test_a_listener_that_fails_fails_no_commit(
    database: Database, recorder: StoreProcessRecorder, caplog: pytest.LogCaptureFixture
) -> None:
    """The commit is durable: it is answered, and the other listeners are called."""
    told = Event()

    def fails() -> None:
        raise RuntimeError("a fault of a listener")

    database.listen(fails)
    database.listen(told.set)
    assert recorder.insert_events(events("s", 1)) == [1]
    assert told.is_set()
    assert "a fault of a listener" in caplog.text


def test_a_log_that_could_not_be_opened_whole_leaves_nothing_running(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(database: Database, table: str) -> None:
        raise OperationalError("no right to make a table")

    monkeypatch.setattr(Database, "make_aggregates", fails)
    before = set(threading.enumerate())
    with pytest.raises(OperationalError, match="no right"):
        LogBook(url, {"match": EVENTS}.__getitem__)
    assert set(threading.enumerate()) <= before
