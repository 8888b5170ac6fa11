"""Checkpoints that are kept for ever: those that show that dice were anchored before a link was revealed.

Of the checkpoints that are published only the last are kept (`ironclad.eventlog.store.checkpoints`).
"""

from collections.abc import Iterator

from ironclad.eventlog.ledger.notes import Note, parse
from ironclad.eventlog.store.connection import Writer
from ironclad.eventlog.store.database import Database

_KEEP = (
    "INSERT INTO kept_checkpoints (position, size, note) VALUES (?, ?, ?) ON CONFLICT (position) DO NOTHING"
)
_KEPT = "SELECT 1 FROM kept_checkpoints WHERE position = ?"
_PAGE = 500
_OF_STREAM = (
    "SELECT kept.position, kept.size, kept.note FROM kept_checkpoints AS kept"
    " JOIN events ON events.position = kept.position"
    " WHERE events.stream = ? AND kept.size <= ? AND (kept.size, kept.position) > (?, ?)"
    " ORDER BY kept.size, kept.position LIMIT ?"
)


class KeptCheckpoints:
    """The checkpoints that are kept of one log. Safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, position: int, size: int, note: Note) -> None:
        """Keep a checkpoint for the sake of an event that it covers; the first that comes stays.

        It is durable on return, in a transaction of its own: what rests on it is appended later, so its
        size is smaller than the positions of that. A process that ends in between has kept one too many.
        """

        def keep(connection: Writer) -> None:
            connection.execute(_KEEP, (position, size, str(note)))

        if not self.has(position):
            self._database.write(keep)

    def has(self, position: int) -> bool:
        """Whether a checkpoint is kept for the sake of the event at a position."""
        with self._database.reader() as connection:
            return connection.execute(_KEPT, (position,)).fetchone() is not None

    def of_stream(self, stream: str, size: int) -> Iterator[Note]:
        """Those for the sake of a stream's events, up to a size of the log, smallest first, each size once.

        Raises BadNote for what a hand in the table put there.
        """
        last, after = 0, (0, 0)
        while True:
            with self._database.reader() as connection:
                rows = connection.execute(_OF_STREAM, (stream, size, *after, _PAGE)).fetchall()
            if not rows:
                return
            after = rows[-1][1], rows[-1][0]
            for _, each, note in rows:
                if each != last:
                    yield parse(note)
                last = each
