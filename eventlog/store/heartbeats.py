"""When the service worked: its last heartbeat, and the stretches in which no process left one.

Beside the log; times are milliseconds since 1970. Any number of processes may beat.
"""

from dataclasses import dataclass

from ironclad.eventlog.store.connection import Writer
from ironclad.eventlog.store.database import Database

LONGEST_GAP_MS = 60_000
"""A stretch without a heartbeat that is as long is an outage."""
_KNOWN = 100  # the last outages: an older one was credited, or concerns no clock that runs

_LAST = "SELECT at FROM heartbeats WHERE one = 1"
_BEAT = (
    "INSERT INTO heartbeats (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"
    " WHERE excluded.at > heartbeats.at"
)
_ADD = "INSERT INTO outages (id, start_at, end_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
_OUTAGES = "SELECT id, start_at, end_at FROM outages ORDER BY end_at DESC LIMIT ?"


@dataclass(frozen=True)
class KnownOutage:
    """A stretch in which the service did not work."""

    id: str
    start: int
    end: int


class Heartbeats:
    """The heartbeats of one log's service."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self, now: int) -> None:
        """The service works now. Where nobody had left a heartbeat for long, that was an outage.

        Two processes that find the same gap name it by the beat before it: it is one outage. Raises
        PersistenceError.
        """

        def work(connection: Writer) -> None:
            row = connection.execute(_LAST).fetchone()
            if row is not None and now - row[0] >= LONGEST_GAP_MS:
                connection.execute(_ADD, (f"outage-{row[0]}", row[0], now))
            connection.execute(_BEAT, (now,))

        self._database.write(work)

    def outages(self) -> list[KnownOutage]:
        """The last outages, the latest first."""
        with self._database.reader() as connection:
            rows = connection.execute(_OUTAGES, (_KNOWN,)).fetchall()
        return [KnownOutage(*row) for row in rows]
