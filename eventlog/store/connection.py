"""What the store asks of a database's driver, so that every statement is written once.

SQL is in the form that SQLite and PostgreSQL both read: `?` marks a value, `INSERT … ON CONFLICT …`, no
literal of bytes. A connection's errors are its driver's; `Database` turns them into the library's.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from eventsourcing.persistence import OperationalError

from ironclad.eventlog.store.rows import Added


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    @property
    def description(self) -> Any:
        """A sequence for each column, its name first."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection that reads, or one within a transaction that writes."""

    def execute(self, text: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def executemany(self, text: str, rows: Iterable[Sequence[Any]], /) -> Cursor: ...


class ConnectionLost(OperationalError):
    """The connection broke while a transaction ended, so that its outcome is not known."""


class Writer(Connection, Protocol):
    """The connection that writes, one transaction at a time."""

    def begin(self) -> None: ...

    def commit(self) -> None:
        """Raises ConnectionLost where it was not answered."""

    def rollback(self) -> None:
        """Give the transaction up, if there is one."""

    def take_places(self, count: int) -> int:
        """The first of the log's next `count` positions.

        They are this transaction's: every other append waits until it ends.
        """

    def grow(self, first: int, leaves: Sequence[bytes]) -> None:
        """Add the leaves of the events from position `first` on to the Merkle tree, in this transaction."""

    def append(self, appends: Sequence[Added]) -> list[range]:
        """Write appends that only add rows in a transaction of their own; the positions of each one's events.

        Raises what `append_together` does, with nothing written, and ConnectionLost where that is not known.
        """

    def is_deadlock(self, failed: BaseException) -> bool:
        """Whether work failed because another process's transaction and this one's waited for each other."""

    def stands(self, appends: Sequence[Added]) -> bool:
        """Whether appends of one transaction that was not answered are in the log. Raises ConnectionLost."""
