"""A database that holds a log: readers, one durable transaction for many writers, and listeners."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from threading import Lock
from typing import ClassVar, TypeVar

from ironclad.eventlog.store import persistence_module
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.group import GroupCommit
from ironclad.eventlog.store.migrations import AGGREGATES, statements

T = TypeVar("T")

_log = logging.getLogger(__name__)

_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
    "postgresql": "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
}


class Database(ABC):
    """Connections to one database. Safe to use from many threads; close it when done."""

    scheme: ClassVar[str]
    """What its URLs begin with."""

    shared: ClassVar[bool]
    """Whether other processes may append to the same log meanwhile."""

    group: GroupCommit

    def __init__(self, url: str) -> None:
        self.url = url
        self._listeners: tuple[Callable[[], None], ...] = ()
        self._followers: tuple[Callable[[], None], ...] = ()
        self._mutex = Lock()

    @abstractmethod
    def reader(self) -> AbstractContextManager[Connection]:
        """A connection that sees what is committed. Raises the library's exceptions."""

    @abstractmethod
    def write(self, work: Callable[[Writer], T]) -> T:
        """Carry out work in the next shared transaction; durable on return. Raises PersistenceError."""

    @abstractmethod
    def close(self) -> None:
        """Close every connection; readers still out close when they are given back."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection that sees the database as it is at one moment, however long it is read."""

    @contextmanager
    def alone(self, what: str) -> Iterator[Callable[[], bool] | None]:
        """Be the only process that does something, if no other is: whether it still is, when it is asked.

        None where another process does it. A log that one process has is that process's anyway.
        """
        yield lambda: True

    def make_aggregates(self, table: str) -> None:
        """Make a table for sequences that are not in the log, if there is none."""
        if not self.has_table(table):
            (statement,) = statements(AGGREGATES, self.scheme, table=table)
            self.write(lambda connection: connection.execute(statement))

    def has_table(self, table: str) -> bool:
        with self.reader() as connection:
            return table in tables(connection, self.scheme)

    def count_on(self, connection: Connection) -> None:  # noqa: B027 - most databases look at the rows
        """After rows were copied with their numbers: counters continue after them."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every durable commit of this process, from the thread that made it.

        Over a shared store also soon after others' commits (`FOLLOW_SECONDS`), from one thread; several
        commits may be announced at once, and one more than once, but none is left out.
        """
        with self._mutex:
            self._listeners = (*self._listeners, listener)

    def listen_to_others(self, listener: Callable[[], None]) -> None:
        """Call `listener` soon after other processes' commits, though not after each; never, if none can.

        It may be called for this process's commits too.
        """
        with self._mutex:
            self._followers = (*self._followers, listener)

    def unlisten(self, listener: Callable[[], None]) -> None:
        with self._mutex:
            self._listeners = tuple(known for known in self._listeners if known != listener)
            self._followers = tuple(known for known in self._followers if known != listener)

    def heard(self) -> None:
        """Another process says that it has committed: call the listeners."""
        self._tell_of_others()

    def _tell(self) -> None:
        _call(self._listeners)

    def _tell_of_others(self) -> None:
        _call((*self._listeners, *self._followers))


def _call(listeners: Sequence[Callable[[], None]]) -> None:
    """Call every listener: if one fails, the others are still called and every commit is still answered."""
    for listener in listeners:
        try:
            listener()
        except Exception:
            _log.exception("a listener to commits failed")


def tables(connection: Connection, scheme: str) -> list[str]:
    """The names of the tables of a store, in order."""
    return [row[0] for row in connection.execute(_TABLES[scheme]).fetchall()]


def migrate_store(url: str) -> list[str]:
    """Bring the schema of the store at a URL up to this build's; the migrations applied, in order.

    The store is made if it is not there yet. Raises BadStoreURL, Unavailable, PersistenceError.
    """
    applied: list[str] = import_module(persistence_module(url)).migrate_store(url)
    return applied


def grant_role(url: str, role: str) -> None:
    """Give a role of PostgreSQL what servers need of the store at a URL; of the log to add and read only.

    Raises BadStoreURL, Unavailable, PersistenceError.
    """
    import_module(persistence_module(url)).grant(url, role)


def look_at(url: str) -> AbstractContextManager[Connection]:
    """A connection that sees a store as it is at one moment, and changes nothing there, not even the schema.

    Raises BadStoreURL, and OperationalError where there is none.
    """
    looking: AbstractContextManager[Connection] = import_module(persistence_module(url)).look_at(url)
    return looking


def open_database(url: str) -> Database:
    """The database at a URL, made if it is not there yet. Raises BadStoreURL, PersistenceError."""
    database: Database = import_module(persistence_module(url)).open_database(url)
    return database
