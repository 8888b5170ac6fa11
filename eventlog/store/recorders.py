"""The `eventsourcing` library's recorders and infrastructure factory over a database of ours.

Set `PERSISTENCE_MODULE` to a database's module and `IRONCLAD_LOG` to the store's URL, and any of that
library's applications, notification logs and projections runs on our log.
"""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    DataError,
    InfrastructureFactory,
    ListenNotifySubscription,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic

from ironclad.eventlog.store.append import Append, insert_tracking
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database, open_database
from ironclad.eventlog.store.leaf import EntryTooLarge, leaf
from ironclad.eventlog.store.rows import Answer, EventRow

_LAST = "SELECT max(position) FROM events"

Row = tuple[str, int, str, bytes, int]
"""(stream, version, name, body, position)"""


def event_row(stream: str, version: int, name: str, body: bytes) -> EventRow:
    """An event as the log has it, with its leaf. Raises DataError for one that is too large."""
    try:
        return stream, version, name, body, leaf(stream, version, name, body)
    except EntryTooLarge as wrong:
        raise DataError(str(wrong)) from wrong


def _stored_row(event: StoredEvent) -> EventRow:
    return event_row(str(event.originator_id), event.originator_version, event.topic, event.state)


def _selection(
    table: str, stream: UUID | str, gt: int | None, lte: int | None, desc: bool, limit: int | None
) -> tuple[str, list[Any]]:
    text, values = f"SELECT stream, version, name, body FROM {table} WHERE stream = ?", [str(stream)]
    parameters: list[Any] = list(values)
    for test, bound in ((" AND version > ?", gt), (" AND version <= ?", lte)):
        if bound is not None:
            text += test
            parameters.append(bound)
    text += " ORDER BY version DESC" if desc else " ORDER BY version"
    if limit is not None:
        text += " LIMIT ?"
        parameters.append(limit)
    return text, parameters


class Sequences(AggregateRecorder):
    """Reads the sequences that a table holds; what is written there, its subclasses say."""

    database: Database
    table: str

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        text, parameters = _selection(self.table, originator_id, gt, lte, desc, limit)
        with self.database.reader() as connection:
            return [StoredEvent(*row) for row in connection.execute(text, parameters)]


class StoreAggregateRecorder(Sequences):
    """Sequences in a table of their own, outside the log: positions kept to save time (`snapshots`)."""

    def __init__(self, database: Database, table: str = "stored_events") -> None:
        if not table.isidentifier():
            raise ValueError(f"{table!r} is not a table's name")
        self.database = database
        self.table = table
        database.make_aggregates(table)

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        rows = [(str(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events]
        if rows:
            statement = f"INSERT INTO {self.table} (stream, version, name, body) VALUES (?, ?, ?, ?)"
            self.database.write(lambda connection: connection.executemany(statement, rows))
        return None

    def keep(self, stored_event: StoredEvent) -> None:
        """Put an event in its place, also over another one."""
        row = (str(stored_event.originator_id), *(stored_event.originator_version, stored_event.topic))
        statement = (
            f"INSERT INTO {self.table} (stream, version, name, body) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (stream, version) DO UPDATE SET name = excluded.name, body = excluded.body"
        )
        self.database.write(lambda connection: connection.execute(statement, (*row, stored_event.state)))

    def latest(self, stream: str, gt: int, lte: int, topic: str) -> tuple[int, bytes] | None:
        """Version and state of the last event in a stretch that has this topic, if any."""
        text = (
            f"SELECT version, body FROM {self.table} WHERE stream = ? AND version > ? AND version <= ?"
            " AND name = ? ORDER BY version DESC LIMIT 1"
        )
        with self.database.reader() as connection:
            found: tuple[int, bytes] | None = connection.execute(text, (stream, gt, lte, topic)).fetchone()
        return found

    def drop(self, stream: str, version: int) -> None:
        """Delete one event from its place, if it is there."""
        text = f"DELETE FROM {self.table} WHERE stream = ? AND version = ?"
        self.database.write(lambda connection: connection.execute(text, (stream, version)))

    def clear(self, stream: str | None = None) -> None:
        """Drop what is kept for one stream, or all of it; nothing is lost that the log cannot give again."""
        where, values = ("", ()) if stream is None else (" WHERE stream = ?", (stream,))
        self.database.write(lambda connection: connection.execute(f"DELETE FROM {self.table}{where}", values))


class StoreTrackingRecorder(TrackingRecorder):
    """How far each projection has read."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def insert_tracking(self, tracking: Tracking) -> None:
        self.database.write(lambda connection: insert_tracking(connection, tracking))

    def max_tracking_id(self, application_name: str) -> int | None:
        with self.database.reader() as connection:
            row = connection.execute(
                "SELECT position FROM tracking WHERE application = ?", (application_name,)
            ).fetchone()
        return row[0] if row else None


class StoreApplicationRecorder(Sequences, ApplicationRecorder):
    """The log."""

    table = "events"

    def __init__(self, database: Database) -> None:
        self.database = database

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Append events, all or none, durably; returns their positions.

        Keywords: `tracking` (a Tracking), `answer` (an Answer), `also` (more work for the same transaction,
        outside the log), `standing` (streams and the versions that they must have). Raises
        IntegrityError where a version is taken or a stream has moved on, DataError for an event too large.
        """
        rows = [_stored_row(event) for event in stored_events]
        tracking: Tracking | None = kwargs.get("tracking")
        answer: Answer | None = kwargs.get("answer")
        also: Callable[[Connection], object] | None = kwargs.get("also")
        standing: Sequence[tuple[str, int]] = kwargs.get("standing", ())
        return list(self.append(Append(rows, answer, standing, tracking, also)))

    def append(self, append: Append) -> Sequence[int]:
        """Carry an append out, all or none, durably; its events' positions. Raises as `insert_events`."""
        if not append.rows and append.plain:
            return ()
        return self.database.write(append)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        text, parameters = (
            "SELECT stream, version, name, body, position FROM events WHERE position >= ?",
            [(start or 0) + (0 if inclusive_of_start else 1)],
        )
        values: list[Any] = list(parameters)
        if stop is not None:
            text += " AND position <= ?"
            values.append(stop)
        if topics:
            text += f" AND name IN ({', '.join('?' * len(topics))})"
            values += topics
        with self.database.reader() as connection:
            rows = connection.execute(f"{text} ORDER BY position LIMIT ?", [*values, limit])
            return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        with self.database.reader() as connection:
            last: int | None = connection.execute(_LAST).fetchone()[0]
        return last

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        return LogSubscription(self, gt, topics)


class LogSubscription(ListenNotifySubscription[StoreApplicationRecorder]):
    """Yields notifications as they are committed by this process."""

    def __init__(self, recorder: StoreApplicationRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        recorder.database.listen(self._has_been_notified.set)
        self._has_been_notified.set()  # what was committed between the first look and listening

    def stop(self) -> None:
        super().stop()
        self._recorder.database.unlisten(self._has_been_notified.set)


class StoreProcessRecorder(StoreTrackingRecorder, StoreApplicationRecorder, ProcessRecorder):
    """The log, projections' places kept in the same transactions, and what only this service asks."""

    def rows(self, stream: str, gt: int, lte: int, without: Sequence[str] = ()) -> list[tuple[str, bytes]]:
        """(name, body) of a stretch of a stream in order, leaving names out; nothing more, for speed."""
        without = without or ("",)
        marks = ", ".join("?" * len(without))
        text = (
            "SELECT name, body FROM events WHERE stream = ? AND version > ? AND version <= ?"
            f" AND name NOT IN ({marks}) ORDER BY version"
        )
        with self.database.reader() as connection:
            return connection.execute(text, (stream, gt, lte, *without)).fetchall()

    def named(self, stream: str, gt: int, lte: int, names: Sequence[str]) -> list[tuple[int, str, bytes]]:
        """(version, name, body) of a stretch of a stream in order, of events of some names (at least one)."""
        marks = ", ".join("?" * len(names))
        text = (
            "SELECT version, name, body FROM events WHERE stream = ? AND version > ? AND version <= ?"
            f" AND name IN ({marks}) ORDER BY version"
        )
        with self.database.reader() as connection:
            return connection.execute(text, (stream, gt, lte, *names)).fetchall()

    def placed(self, stream: str, gt: int, lte: int) -> list[Row]:
        """A stretch of a stream in order, each event with its position in the log."""
        text = (
            "SELECT stream, version, name, body, position FROM events"
            " WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
        )
        with self.database.reader() as connection:
            return connection.execute(text, (stream, gt, lte)).fetchall()

    def signed_rows(
        self, stream: str, gt: int, lte: int, family: str
    ) -> list[tuple[int, str, bytes | None, int, bytes]]:
        """(version, name, body, position, leaf) of a stretch of a stream in order.

        Bodies are those of events whose names begin with `family`, else None.
        """
        text = (
            "SELECT version, name, CASE WHEN name LIKE ? THEN body END, position, leaf FROM events"
            " WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
        )
        with self.database.reader() as connection:
            return connection.execute(text, (f"{family}%", stream, gt, lte)).fetchall()

    def following(self, stream: str, position: int, limit: int) -> list[Row]:
        """The next events of a stream after a position of the log, in order, each with its own position."""
        before = "SELECT version FROM events WHERE stream = ? AND position <= ? ORDER BY version DESC LIMIT 1"
        after = (
            "SELECT stream, version, name, body, position FROM events"
            " WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
        )
        with self.database.reader() as connection:
            last = connection.execute(before, (stream, position)).fetchone()
            return connection.execute(after, (stream, last[0] if last else 0, limit)).fetchall()

    def appended(self, position: int, count: int) -> list[Row]:
        """The events of one append: `count` of them from `position` on."""
        text = "SELECT stream, version, name, body, position FROM events WHERE position >= ? AND position < ?"
        with self.database.reader() as connection:
            return connection.execute(f"{text} ORDER BY position", (position, position + count)).fetchall()

    def last_version(self, stream: str) -> int | None:
        """The version of a stream's last event; None if it has none."""
        with self.database.reader() as connection:
            last: int | None = connection.execute(
                "SELECT max(version) FROM events WHERE stream = ?", (stream,)
            ).fetchone()[0]
        return last

    def last_versions(self, first: str, second: str) -> tuple[int | None, int | None]:
        """The versions of two streams' last events, at one moment."""
        last = "(SELECT max(version) FROM events WHERE stream = ?)"
        with self.database.reader() as connection:
            found: tuple[int | None, int | None] = connection.execute(
                f"SELECT {last}, {last}", (first, second)
            ).fetchone()
        return found

    def name_at(self, stream: str, version: int) -> str | None:
        """The name of one event; None if there is none."""
        with self.database.reader() as connection:
            row = connection.execute(
                "SELECT name FROM events WHERE stream = ? AND version = ?", (stream, version)
            ).fetchone()
        return row[0] if row else None

    def nearest(self, stream: str, version: int, name: str) -> tuple[int | None, int | None]:
        """Versions of the last event of this name at or before `version`, and of the first after it."""
        text = (
            "SELECT version FROM events WHERE stream = ? AND name = ? AND version {} ?"
            " ORDER BY version {} LIMIT 1"
        )
        with self.database.reader() as connection:
            before = connection.execute(text.format("<=", "DESC"), (stream, name, version)).fetchone()
            after = connection.execute(text.format(">", "ASC"), (stream, name, version)).fetchone()
        return (before[0] if before else None, after[0] if after else None)

    def last_named(self, stream: str, gt: int, lte: int, name: str) -> bytes | None:
        """The body of the last event of this name in a stretch of a stream, if any."""
        text = (
            "SELECT body FROM events WHERE stream = ? AND version > ? AND version <= ? AND name = ?"
            " ORDER BY version DESC LIMIT 1"
        )
        with self.database.reader() as connection:
            row = connection.execute(text, (stream, gt, lte, name)).fetchone()
        return row[0] if row else None

    def named_before(self, stream: str, gt: int, lte: int, name: str, limit: int) -> list[tuple[int, bytes]]:
        """(version, body) of the last `limit` events of a name in a stretch of a stream, the last first."""
        text = (
            "SELECT version, body FROM events WHERE stream = ? AND version > ? AND version <= ? AND name = ?"
            " ORDER BY version DESC LIMIT ?"
        )
        with self.database.reader() as connection:
            return connection.execute(text, (stream, gt, lte, name, limit)).fetchall()

    def answer(self, scope: str, id: str) -> tuple[bytes, str, str, int, int] | None:
        """(digest, game, timeline, position, count) of the request answered under this id, if any."""
        text = "SELECT digest, game, timeline, position, count FROM answers WHERE scope = ? AND id = ?"
        with self.database.reader() as connection:
            found: tuple[bytes, str, str, int, int] | None = connection.execute(text, (scope, id)).fetchone()
        return found


class StoreFactory(InfrastructureFactory[StoreTrackingRecorder]):
    """Makes recorders over the database that `IRONCLAD_LOG` names."""

    IRONCLAD_LOG = "IRONCLAD_LOG"

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        url = self.env.get(self.IRONCLAD_LOG)
        if not url:
            raise OSError(f"{self.IRONCLAD_LOG} names no store")
        self.database = open_database(url)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        return StoreAggregateRecorder(self.database, f"stored_{purpose}")

    def application_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.database)

    def tracking_recorder(
        self, tracking_recorder_class: type[StoreTrackingRecorder] | None = None
    ) -> StoreTrackingRecorder:
        if tracking_recorder_class is None:
            topic = self.env.get(self.TRACKING_RECORDER_TOPIC)
            tracking_recorder_class = resolve_topic(topic) if topic else StoreTrackingRecorder
        assert tracking_recorder_class is not None
        return tracking_recorder_class(self.database)

    def process_recorder(self) -> ProcessRecorder:
        return StoreProcessRecorder(self.database)

    def close(self) -> None:
        self.database.close()
