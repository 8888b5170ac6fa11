"""The PostgreSQL database: one connection a process that writes in groups, others that read.

Any number of processes may write to one log: `head` is locked while events are appended, so positions are
gapless and follow the order of commits. The schema is made by `ironclad migrate`; a database that has
nothing of it yet is given it on opening.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from threading import Event, Lock, Thread
from typing import TypeVar

import psycopg
from eventsourcing import persistence

from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.store import BadStoreURL, recorders
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database, tables
from ironclad.eventlog.store.frontier import catch_up
from ironclad.eventlog.store.group import GroupCommit
from ironclad.eventlog.store.migrating import migrate, pending
from ironclad.eventlog.store.postgresql_connection import (
    LOCK_HEAD,
    LOCK_SECONDS,
    PostgreSQLConnection,
    PostgreSQLReader,
    PostgreSQLWriter,
)
from ironclad.eventlog.store.readers import Readers
from ironclad.eventlog.store.translating import translated

T = TypeVar("T")

_log = logging.getLogger(__name__)

OLDEST_SERVER = 14
READERS_AT_MOST = 16
FOLLOW_SECONDS = 0.05
_AWAY_SECONDS = 1.0
_WAIT_SECONDS = 10.0
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('ironclad ' || current_schema()))"
_ALONE = "SELECT pg_try_advisory_lock(hashtext('ironclad ' || current_schema()), hashtext(?))"
_AT_ONE_MOMENT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_COUNTING = (
    "SELECT table_name::text, column_name::text FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND is_identity = 'YES'"
)


_GRANTS = (
    "GRANT USAGE ON SCHEMA {schema} TO {role}",
    "REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
    "REVOKE UPDATE, DELETE ON events FROM {role}",
    "REVOKE INSERT, UPDATE, DELETE ON migrations, breaks FROM {role}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}",
    "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO {role}",
)
"""What a role of the servers may: of the log add and read, and nothing else."""


def grant(url: str, role: str) -> None:
    """Give a role of the database what servers need, and no more. It must exist, and own nothing here.

    Raises BadStoreURL, Unavailable, PersistenceError.
    """
    _check(url)
    with _translating(), closing(PostgreSQLConnection(url)) as connection:
        connection.execute("BEGIN")
        named = "SELECT quote_ident(current_schema()), quote_ident(?), (SELECT count(*) FROM pg_roles"
        row = connection.execute(f"{named} WHERE rolname = ? AND NOT rolsuper)", (role, role)).fetchone()
        schema, quoted, there = row
        if not there:
            raise Unavailable(f"the database has no role {role!r}, or it is a superuser")
        for text in _GRANTS:
            connection.execute(text.format(schema=schema, role=quoted))
        connection.execute("COMMIT")


@contextmanager
def _translating() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as wrong:
        raise translated(wrong, psycopg) from wrong


def migrate_store(url: str) -> list[str]:
    """Bring a store's schema up to this build's; the names of the migrations applied, in order.

    Safe from several processes at once. Raises BadStoreURL, Unavailable, PersistenceError.
    """
    _check(url)
    with _translating(), closing(PostgreSQLConnection(url)) as connection:
        if (version := connection.server_version) < OLDEST_SERVER:
            raise Unavailable(f"the server is PostgreSQL {version}; Ironclad needs {OLDEST_SERVER} or later")
        connection.execute("BEGIN")
        connection.execute("SET LOCAL lock_timeout = 0")  # who migrates first may need a while
        connection.execute(_ONE_AT_A_TIME)
        connection.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        names = migrate(connection, PostgreSQLDatabase.scheme)
        connection.execute(LOCK_HEAD)
        catch_up(connection)
        connection.execute("COMMIT")
    return names


@contextmanager
def look_at(url: str) -> Iterator[Connection]:
    _check(url)
    with _translating(), closing(PostgreSQLConnection(url)) as connection:
        connection.execute(_AT_ONE_MOMENT)
        yield connection


def _check(url: str) -> None:
    try:
        psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error as wrong:
        what = str(wrong).partition(":")[0]  # what follows may quote the password
        raise BadStoreURL(f"the store's URL cannot be read: {what.strip()}") from wrong


class PostgreSQLDatabase(Database):
    """Connections to one PostgreSQL database."""

    scheme = "postgresql"
    shared = True

    def __init__(self, url: str) -> None:
        """Raises BadStoreURL, PersistenceError, Unavailable where the schema is not this build's."""
        super().__init__(url)
        _check(url)
        with _translating():
            self._check_schema()
            self._writer = PostgreSQLWriter(url)
        self._readers = Readers(lambda: PostgreSQLReader(url), READERS_AT_MOST, _WAIT_SECONDS)
        self._writing = Lock()
        self.group = GroupCommit(self._writer, self._tell, self._writing)
        self._closing = Event()
        self._follower = Thread(target=self._follow, name="head of the log", daemon=True)
        self._follower.start()

    def _check_schema(self) -> None:
        with closing(PostgreSQLConnection(self.url)) as connection:
            there = tables(connection, self.scheme)
            if "migrations" not in there:
                if "events" in there:
                    raise Unavailable("the database has a table of events that is none of Ironclad's")
                migrate_store(self.url)
            elif due := pending(connection, self.scheme):
                names = ", ".join(each.name for each in due)
                raise Unavailable(f"the store has not had {names}: run `ironclad migrate` first")

    def count_on(self, connection: Connection) -> None:
        for table, column in connection.execute(_COUNTING).fetchall():
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence(?, ?), max({column})) FROM {table}", (table, column)
            )

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        with _translating():
            connection = self._readers.take()
            try:
                yield connection
            finally:
                if connection.broken:
                    self._readers.drop()
                self._readers.give_back(connection, sound=not connection.broken)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with _translating(), closing(PostgreSQLConnection(self.url)) as connection:
            connection.execute(_AT_ONE_MOMENT)
            yield connection

    @contextmanager
    def alone(self, what: str) -> Iterator[Callable[[], bool] | None]:
        """By an advisory lock of a connection of its own: it is let go when that is lost, however."""
        with _translating(), closing(PostgreSQLConnection(self.url)) as connection:

            def still() -> bool:
                try:
                    return connection.execute("SELECT 1").fetchone() is not None
                except psycopg.Error:
                    return False

            taken = connection.execute(_ALONE, (what,)).fetchone()[0]
            yield still if taken else None

    def write(self, work: Callable[[Writer], T]) -> T:
        with _translating():
            return self.group.run(work)

    def _follow(self) -> None:
        """Poll the head, and yield each new position.

        Not LISTEN and NOTIFY: a notification is lost with its connection, so the head would be looked at all
        the same; and every commit would pay for what only those need who wait.
        """
        seen, pause = None, FOLLOW_SECONDS
        while not self._closing.wait(pause):
            try:
                with self.reader() as connection:
                    head = connection.execute("SELECT position FROM head").fetchone()[0]
                pause = FOLLOW_SECONDS
                if head != seen:
                    seen = head
                    self._tell_of_others()
            except persistence.PersistenceError:
                pause = _AWAY_SECONDS
            except Exception:
                pause = _AWAY_SECONDS
                _log.exception("the head of the log cannot be followed")

    def close(self) -> None:
        self._closing.set()
        self._follower.join()
        self._readers.close()
        with self._writing:
            self._writer.close()


class PostgreSQLFactory(recorders.StoreFactory):
    """Makes recorders over the PostgreSQL database that `IRONCLAD_LOG` names."""


open_database = PostgreSQLDatabase
