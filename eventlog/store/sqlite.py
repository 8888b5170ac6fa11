"""The SQLite database: one connection that writes in groups, a pool of connections that read.

WAL lets readers continue while the writer commits; synchronous=FULL makes a commit durable before it returns.
The write-ahead log is copied back by a thread, so that no command pays for it; only past 64 MB does a
commit do it.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TypeVar

from eventsourcing import persistence

from ironclad.eventlog.store import BadStoreURL, recorders, sqlite_path
from ironclad.eventlog.store.append import append_together
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.frontier import catch_up, grown
from ironclad.eventlog.store.group import GroupCommit
from ironclad.eventlog.store.migrating import migrate
from ironclad.eventlog.store.readers import Readers
from ironclad.eventlog.store.rows import Added
from ironclad.eventlog.store.translating import translated

T = TypeVar("T")

_END = "SELECT (SELECT max(position) FROM events), frontier FROM head"
_GROW = "UPDATE head SET position = ?, frontier = ?"
_READERS_AT_MOST = 64
_READER_KIBIBYTES = 512  # of pages: each commit makes them stale, and the system has the file's pages anyway
_WAL_PAGES_AT_MOST = 16_000
_BATCHES_A_CHECKPOINT = 100
BUSY_SECONDS = 10.0


@contextmanager
def _translating() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as wrong:
        raise translated(wrong, sqlite3) from wrong


class SQLiteConnection(sqlite3.Connection):
    """SQLite's own connection, with what a writer has."""

    _frontier: bytes | None = None
    """The frontier in the transaction that took places last."""

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """By a statement that is kept prepared; the driver's own method prepares one each time."""
        self.execute("COMMIT")

    def take_places(self, count: int) -> int:
        """No other process has the file for writing now, so the last event's position is the last."""
        last, self._frontier = self.execute(_END).fetchone()
        return (last or 0) + 1

    def grow(self, first: int, leaves: Sequence[bytes]) -> None:
        """Nobody else writes meanwhile."""
        if (packed := grown(self._frontier, first - 1, leaves)) is not None:
            self._frontier = packed
            self.execute(_GROW, (first - 1 + len(leaves), packed))

    def append(self, appends: Sequence[Added]) -> list[range]:
        self.begin()
        try:
            places = append_together(self, appends)
            self.commit()
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk may have ended the transaction already
                self.rollback()
            raise
        return places

    def is_deadlock(self, failed: BaseException) -> bool:
        """Never: a file has one writer at a time."""
        return False

    def stands(self, appends: Sequence[Added]) -> bool:
        """Never asked: a file has no connection to lose."""
        return False


def _keep_private(path: str) -> None:
    """Make a database's files readable by their owner alone: SQLite gives the others the mode of this one."""
    with suppress(OSError):  # SQLite says what is wrong with the place, or it is another user's file
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.close(descriptor)
        for each in (path, f"{path}-wal", f"{path}-shm"):
            with suppress(FileNotFoundError):
                os.chmod(each, 0o600)


def _connected(path: str) -> SQLiteConnection:
    return sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        factory=SQLiteConnection,
    )


def _migrated(connection: SQLiteConnection) -> list[str]:
    """Make a connection durable, and its database this build's; the migrations applied."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint={_WAL_PAGES_AT_MOST}")
    connection.begin()
    names = migrate(connection, SQLiteDatabase.scheme)
    catch_up(connection)
    connection.commit()
    return names


class SQLiteDatabase(Database):
    """Connections to one SQLite file, or to one in memory."""

    scheme = "sqlite"
    shared = False

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.path = sqlite_path(url)
        if self.path is not None:
            Path(self.path).absolute().parent.mkdir(parents=True, exist_ok=True)
            _keep_private(self.path)
        self._readers = Readers(self._connect_reader, _READERS_AT_MOST, BUSY_SECONDS)
        self._closed = False
        with _translating():
            self._writer = self._connect()
            try:
                _migrated(self._writer)
            except BaseException:
                self._writer.close()
                raise
        self._shared = Lock()
        self.group = GroupCommit(self._writer, self._committed, self._shared)
        self._copy = Event()
        self._copier = Thread(target=self._copy_back, name="write-ahead log", daemon=True)
        if self.path is not None:
            self._copier.start()

    def _connect(self) -> SQLiteConnection:
        return _connected(self.path or ":memory:")

    def _connect_reader(self) -> SQLiteConnection:
        connection = self._connect()
        connection.execute("PRAGMA query_only=ON")
        connection.execute(f"PRAGMA cache_size=-{_READER_KIBIBYTES}")
        return connection

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        with _translating():
            if self.path is None:
                with self._shared:
                    yield self._writer
                return
            connection = self._readers.take()
            try:
                yield connection
            finally:
                self._readers.give_back(connection)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.reader() as connection:
            connection.execute("BEGIN")
            try:
                connection.execute("SELECT 1 FROM events LIMIT 1").fetchone()  # a moment begins with a look
                yield connection
            finally:
                connection.execute("ROLLBACK")

    def write(self, work: Callable[[Writer], T]) -> T:
        try:
            return self.group.run(work)
        except sqlite3.Error as wrong:
            raise translated(wrong, sqlite3) from wrong

    def _committed(self) -> None:
        if self.group.batches % _BATCHES_A_CHECKPOINT == 0:
            self._copy.set()
        self._tell()

    def _copy_back(self) -> None:
        """Copy the write-ahead log back into the database now and then, so that a commit starts it over.

        Most of it is copied while others write; what they wrote meanwhile is copied between two of their
        commits. Starting over keeps the file's blocks: a commit into a log that grows costs twice as much.
        """
        connection = self._connect()
        try:
            while self._copy.wait() and not self._closed:
                self._copy.clear()
                try:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                    with self._shared:
                        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                except sqlite3.Error:
                    logging.getLogger(__name__).exception("the write-ahead log could not be copied back")
        finally:
            connection.close()

    def close(self) -> None:
        with self._mutex:
            if self._closed:
                return
            self._closed = True
        self._copy.set()
        if self._copier.is_alive():
            self._copier.join()
        self._readers.close()
        with self._shared:
            self._writer.close()


def migrate_store(url: str) -> list[str]:
    path = sqlite_path(url)
    if path is None:
        raise BadStoreURL("a log in memory has nothing to migrate")
    Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
    _keep_private(path)
    with _translating(), closing(_connected(path)) as connection:
        return _migrated(connection)


@contextmanager
def look_at(url: str) -> Iterator[Connection]:
    path = sqlite_path(url)
    if path is None or not Path(path).is_file():
        raise persistence.OperationalError(f"there is no log at {url}")
    with _translating(), closing(_connected(path)) as connection:
        connection.execute("PRAGMA query_only=ON")
        connection.execute("BEGIN")
        yield connection


class SQLiteFactory(recorders.StoreFactory):
    """Makes recorders over the SQLite database that `IRONCLAD_LOG` names."""


open_database = SQLiteDatabase
