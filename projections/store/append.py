"""Appending to the log: what one append writes, and how several of them are written at once.

Every statement lets go of the interpreter's lock and has to win it back; with sixteen threads awake that is
most of an append's time. So rows go in many to a statement, and a batch of appends in a handful of
statements.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any

from eventsourcing.persistence import IntegrityError, Tracking

EventRow = tuple[str, int, str, bytes, bytes]
"""(stream, version, name, body, leaf)"""

_LAST = "SELECT max(position) FROM events"
_TRACK = (
    "INSERT INTO tracking (application, position) VALUES (?, ?) ON CONFLICT (application)"
    " DO UPDATE SET position = excluded.position WHERE tracking.position < excluded.position"
)
_ROWS_A_STATEMENT = (64, 16, 8, 5, 4, 3, 2, 1)


@dataclass(frozen=True)
class Answer:
    """The request that an append answers, to be found again under (scope, id)."""

    scope: str
    id: str
    digest: bytes
    game: str
    timeline: str


@dataclass(frozen=True)
class Append:
    """Work for the shared transaction: events, a projection's place, the request answered, and what goes
    with them.

    Called, it is carried out and gives the events' positions.
    """

    rows: Sequence[EventRow]
    tracking: Tracking | None = None
    answer: Answer | None = None
    also: Callable[[Connection], object] | None = None

    @property
    def plain(self) -> bool:
        """Whether it only adds rows, so that it may be written together with others."""
        return self.tracking is None and self.also is None

    def __call__(self, connection: Connection) -> Sequence[int]:
        (places,) = append_together(connection, [self])
        if self.tracking is not None:
            insert_tracking(connection, self.tracking)
        if self.also is not None:
            self.also(connection)
        return places


def append_together(connection: Connection, appends: Sequence[Append]) -> list[range]:
    """Write the events and answers of several appends in order; the positions of each one's events."""
    place = (connection.execute(_LAST).fetchone()[0] or 0) + 1
    places, rows, answers = [], [], []
    for append in appends:
        places.append(range(place, place + len(append.rows)))
        if (answer := append.answer) is not None:
            asked = (answer.scope, answer.id, answer.digest, answer.game, answer.timeline)
            answers.append((*asked, place, len(append.rows)))
        for row in append.rows:
            rows.append((place, *row))
            place += 1
    _insert(connection, "events", rows)
    _insert(connection, "answers", answers)
    return places


def _insert(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows, as many to a statement as there is a prepared one for."""
    start = 0
    while start < len(rows):
        count = next(count for count in _ROWS_A_STATEMENT if count <= len(rows) - start)
        values = [value for row in rows[start : start + count] for value in row]
        connection.execute(_statement(table, len(rows[0]), count), values)
        start += count


def _statement(table: str, width: int, count: int) -> str:
    found = _STATEMENTS.get((table, count))
    if found is None:
        row = f"({', '.join('?' * width)})"
        found = _STATEMENTS[table, count] = f"INSERT INTO {table} VALUES {', '.join([row] * count)}"
    return found


_STATEMENTS: dict[tuple[str, int], str] = {}


def insert_tracking(connection: Connection, tracking: Tracking) -> None:
    """Move a projection's place in the log forward; raises IntegrityError unless it is forward."""
    cursor = connection.execute(_TRACK, (tracking.application_name, tracking.notification_id))
    if cursor.rowcount != 1:
        raise IntegrityError(
            f"{tracking.application_name} is at {tracking.notification_id} or past it already"
        )
