"""The SQLite database: one connection that writes in groups, a pool of connections that read.

WAL lets readers go on while the writer commits; synchronous=FULL makes a commit durable before it returns.
The write-ahead log is copied back by a thread, so that no command pays for it; only past 64 MB does a
commit do it.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TypeVar

from eventsourcing import persistence

from projections.store import BadStoreURL
from projections.store.group import GroupCommit
from projections.store.schema import AGGREGATES, BESIDE, EVENTS

T = TypeVar("T")

_READERS_KEPT = 32
_WAL_PAGES_AT_MOST = 16_000
_BATCHES_A_CHECKPOINT = 100
BUSY_SECONDS = 10.0


def sqlite_path(url: str) -> str | None:
    """The file of `sqlite:///relative` or `sqlite:////absolute`; None for `sqlite://` (in memory)."""
    scheme, found, rest = url.partition("://")
    if not found or scheme != "sqlite" or (rest and not rest.startswith("/")):
        raise BadStoreURL(f"{url!r} is not sqlite:///file, sqlite:////file or sqlite://")
    return rest[1:] or None


def translated(wrong: sqlite3.Error) -> persistence.PersistenceError:
    """The library's exception for one of sqlite3's."""
    kinds = (
        (sqlite3.IntegrityError, persistence.IntegrityError),
        (sqlite3.DataError, persistence.DataError),
        (sqlite3.OperationalError, persistence.OperationalError),
        (sqlite3.ProgrammingError, persistence.ProgrammingError),
        (sqlite3.DatabaseError, persistence.DatabaseError),
    )
    for kind, ours in kinds:
        if isinstance(wrong, kind):
            return ours(str(wrong))
    return persistence.InterfaceError(str(wrong))


class Database:
    """Connections to one SQLite file, or to one in memory. Close it when done."""

    def __init__(self, url: str) -> None:
        self.path = sqlite_path(url)
        if self.path is not None:
            Path(self.path).absolute().parent.mkdir(parents=True, exist_ok=True)
        self._listeners: tuple[Callable[[], None], ...] = ()
        self._mutex = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        try:
            self._writer = self._connect()
        except sqlite3.Error as wrong:
            raise translated(wrong) from wrong
        try:
            self._make_tables()
        except sqlite3.Error as wrong:
            self._writer.close()
            raise translated(wrong) from wrong
        self._shared = Lock()
        self.group = GroupCommit(self._writer, self._notify, self._shared)
        self._copy = Event()
        self._copier = Thread(target=self._copy_back, name="write-ahead log", daemon=True)
        if self.path is not None:
            self._copier.start()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.path or ":memory:",
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )

    def _make_tables(self) -> None:
        self._writer.execute("PRAGMA journal_mode=WAL")
        self._writer.execute("PRAGMA synchronous=FULL")
        self._writer.execute(f"PRAGMA wal_autocheckpoint={_WAL_PAGES_AT_MOST}")
        self._writer.executescript(f"BEGIN IMMEDIATE;{EVENTS.format(table='events')}{BESIDE}COMMIT;")

    def make_aggregates(self, table: str) -> None:
        """Make a table for sequences that are not in the log."""
        self.write(lambda connection: connection.execute(AGGREGATES.format(table=table)))

    @contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees what is committed. Raises the library's exceptions."""
        try:
            if self.path is None:
                with self._shared:
                    yield self._writer
                return
            with self._mutex:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._connect()
                connection.execute("PRAGMA query_only=ON")
            try:
                yield connection
            finally:
                self._give_back(connection)
        except sqlite3.Error as wrong:
            raise translated(wrong) from wrong

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._mutex:
            keep = not self._closed and len(self._idle) < _READERS_KEPT
            if keep:
                self._idle.append(connection)
        if not keep:
            connection.close()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out work in the next shared transaction; durable on return. Raises PersistenceError."""
        try:
            return self.group.run(work)
        except sqlite3.Error as wrong:
            raise translated(wrong) from wrong

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every durable commit, from whichever thread made it."""
        with self._mutex:
            self._listeners = (*self._listeners, listener)

    def unlisten(self, listener: Callable[[], None]) -> None:
        with self._mutex:
            self._listeners = tuple(known for known in self._listeners if known != listener)

    def _notify(self) -> None:
        if self.group.batches % _BATCHES_A_CHECKPOINT == 0:
            self._copy.set()
        for listener in self._listeners:
            listener()

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
        """Close every connection; readers still out close when they are given back."""
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            idle, self._idle = self._idle, []
        self._copy.set()
        if self._copier.is_alive():
            self._copier.join()
        for connection in idle:
            connection.close()
        with self._shared:
            self._writer.close()
