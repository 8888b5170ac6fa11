"""Checkpoints that witnesses cosigned in time for an intent, kept for ever (docs/dice.md).

They are kept in the transaction that takes a witness's line: of those that are published only the last stay.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ironclad.domain.kernel.fair.fair_tournament import Schedule
from ironclad.eventlog.ledger.notes import Note, Signature, parse
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database

_MADE = "SELECT position, body FROM events WHERE stream = ? AND name = ? ORDER BY version DESC LIMIT 1"
_ALL_MADE = "SELECT position, body FROM events WHERE stream = ? AND name = ?"
_AWAIT = "INSERT INTO intents (position, deadline) VALUES (?, ?)"
_AT = "SELECT position FROM events WHERE stream = ? AND version = ?"
_AWAIT_ON = f"{_AWAIT} ON CONFLICT (position) DO UPDATE SET deadline = excluded.deadline"
_KEEP = (
    "INSERT INTO kept_cosignatures (position, witness, size, note) SELECT position, ?, ?, ? FROM intents"
    " WHERE position <= ? AND deadline > ? ON CONFLICT (position, witness) DO NOTHING"
)
_FORGET = "DELETE FROM intents WHERE deadline < ?"
_FORGOTTEN_SECONDS = 3_600
_OF_INTENT = "SELECT note FROM kept_cosignatures WHERE position = ? ORDER BY witness"
_PAGE = 500
_OF_STREAM = (
    "SELECT kept.size, kept.position, kept.witness, kept.note FROM kept_cosignatures AS kept"
    " JOIN events ON events.position = kept.position"
    " WHERE events.stream = ? AND kept.size <= ? AND (kept.size, kept.position, kept.witness) > (?, ?, ?)"
    " ORDER BY kept.size, kept.position, kept.witness LIMIT ?"
)

INTENT_MADE = "match.intent_made.1"


class _Made(msgspec.Struct):
    round: int


def await_witnesses(connection: Connection, stream: str, schedule: Schedule) -> None:
    """The transaction has appended an intent to a match: witnesses' lines are to be kept for it."""
    position, body = connection.execute(_MADE, (stream, INTENT_MADE)).fetchone()
    round = msgspec.json.decode(bytes(body), type=_Made).round
    connection.execute(_AWAIT, (position, schedule.time(round)))


def await_witnesses_of(connection: Connection, stream: str, version: int, deadline: int) -> None:
    """The transaction has appended a commit at a version of a stream, or said that it waits longer: keep the
    lines of witnesses for it that come before a deadline.
    """
    (position,) = connection.execute(_AT, (stream, version)).fetchone()
    connection.execute(_AWAIT_ON, (position, deadline))


def keep_line(connection: Writer, size: int, note: str, time: int, line: Signature) -> None:
    """A witness cosigned a checkpoint (`note`, as the log signed it): keep that for intents that need it."""
    who = f"{line.name}+{line.key_id.hex()}"
    connection.execute(_KEEP, (who, size, note + line.line(), size, time))
    connection.execute(_FORGET, (time - _FORGOTTEN_SECONDS,))


class KeptCosignatures:
    """What is kept of one log's intents. Safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def made(self, stream: str) -> list[tuple[int, bytes]]:
        """The position of every intent of a match in the log, and its body."""
        with self._database.reader() as connection:
            return connection.execute(_ALL_MADE, (stream, INTENT_MADE)).fetchall()

    def of_intent(self, position: int) -> Sequence[Note]:
        """The checkpoints for the intent at a position, one of each witness. Raises BadNote."""
        with self._database.reader() as connection:
            rows = connection.execute(_OF_INTENT, (position,)).fetchall()
        return [parse(note) for (note,) in rows]

    def of_stream(self, stream: str, size: int) -> Iterator[Note]:
        """Those of a match's intents up to a size of the log, smallest first; sizes may come again.

        Raises BadNote.
        """
        after: tuple[int, int, str] = 0, 0, ""
        while True:
            with self._database.reader() as connection:
                rows = connection.execute(_OF_STREAM, (stream, size, *after, _PAGE)).fetchall()
            if not rows:
                return
            after = rows[-1][:3]
            for row in rows:
                yield parse(row[3])
