"""The breaks of a log: what it says of events that it lost (`ironclad.eventlog.ledger.breaks`)."""

from dataclasses import dataclass

from ironclad.eventlog.ledger.breaks import BreakStatement, read_break
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.store.connection import Connection

_ALL = "SELECT size, note, former FROM breaks ORDER BY size"
_ADD = (
    "INSERT INTO breaks (size, note, former) VALUES (?, ?, ?) ON CONFLICT (size)"
    " DO UPDATE SET note = excluded.note, former = excluded.former"
)


@dataclass(frozen=True)
class LogBreak:
    """A break at the size that was kept: the signed statement, and the last checkpoint before, or ""."""

    size: int
    note: str
    former: str

    def statement(self, history: KeyHistory) -> BreakStatement | None:
        """What the statement says; None where no key of the log signed it."""
        try:
            return read_break(self.note, history)
        except LedgerError:
            return None


def breaks_on(connection: Connection) -> list[LogBreak]:
    """Every break of a log, in the order of their sizes."""
    return [LogBreak(*row) for row in connection.execute(_ALL).fetchall()]


def add_break(connection: Connection, found: LogBreak) -> None:
    """Store a break; one of the same size is replaced."""
    connection.execute(_ADD, (found.size, found.note, found.former))
