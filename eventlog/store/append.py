"""Appending to the log: what one append writes, and how several of them are written at once.

Every statement lets go of the interpreter's lock and has to win it back; with sixteen threads awake that is
most of an append's time. So rows go in many to a statement, and a batch of appends in a handful of
statements.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from eventsourcing.persistence import IntegrityError, Tracking

from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.rows import Added

MOVED_ON = "a stream that the append rests on has moved on"

_MOVED_ON = "SELECT 1 FROM events WHERE stream = ? AND version = ?"
_OR_ANOTHER = " OR stream = ? AND version = ?"
_TRACK = (
    "INSERT INTO tracking (application, position) VALUES (?, ?) ON CONFLICT (application)"
    " DO UPDATE SET position = excluded.position WHERE tracking.position < excluded.position"
)
_TRACK_FIRST = (
    "INSERT INTO tracking (application, position) VALUES (?, ?) ON CONFLICT (application) DO NOTHING"
)
_TRACK_ON = "UPDATE tracking SET position = ? WHERE application = ? AND position = ?"
_MOST_ROWS, _MANY_ROWS = 64, 16  # a statement has so many rows, or any number up to the second


class Append(Added, frozen=True):
    """Work for the shared transaction: events and what they answer, a projection's place, and what goes with
    them. Called, it is carried out and gives the events' positions.
    """

    tracking: Tracking | None = None
    also: Callable[[Connection], object] | None = None

    @property
    def plain(self) -> bool:
        """Whether it only adds rows, so that it may be written together with others."""
        return self.tracking is None and self.also is None

    def __call__(self, connection: Writer) -> Sequence[int]:
        (places,) = append_together(connection, [self])
        if self.tracking is not None:
            insert_tracking(connection, self.tracking)
        if self.also is not None:
            self.also(connection)
        return places


def append_together(connection: Writer, appends: Sequence[Added]) -> list[range]:
    """Write the events and answers of several appends in order; the positions of each one's events.

    Raises IntegrityError, the library's or the driver's, where a version or an answer is taken, or a stream
    is elsewhere. Places are taken first: what is read after that is valid until the end of the transaction.
    """
    place = connection.take_places(sum(len(append.rows) for append in appends))
    if nexts := next_versions(appends):
        text = _MOVED_ON if len(nexts) == 1 else f"{_MOVED_ON}{_OR_ANOTHER * (len(nexts) - 1)}"
        if connection.execute(text, list(chain.from_iterable(nexts))).fetchone():
            raise IntegrityError(MOVED_ON)
    places, rows, answers = placed(appends, place)
    insert_rows(connection, "events", rows)
    if rows:
        connection.grow(place, [row[5] for row in rows])
    insert_rows(connection, "answers", answers)
    return places


def placed(
    appends: Sequence[Added], place: int
) -> tuple[list[range], list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The places of several appends from one in the log on, their events' rows and their answers' rows."""
    places, rows, answers = [], [], []
    for append in appends:
        places.append(range(place, place + len(append.rows)))
        if (answer := append.answer) is not None:
            asked = (answer.scope, answer.id, answer.digest, answer.game, answer.timeline)
            answers.append((*asked, place, len(append.rows)))
        for row in append.rows:
            rows.append((place, *row))
            place += 1
    return places, rows, answers


def next_versions(appends: Sequence[Added]) -> set[tuple[str, int]]:
    """What must not be in the log: the version after the one that each stream must have.

    Streams have no gaps, so one has moved on exactly if it has the next version. Appends that move each
    other's streams are refused together (IntegrityError), and then tried one by one.
    """
    nexts = {(stream, version + 1) for append in appends for stream, version in append.standing}
    if len(appends) > 1 and nexts and any(row[:2] in nexts for append in appends for row in append.rows):
        raise IntegrityError(MOVED_ON)
    return nexts


def insert_rows(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows, as many to a statement as there is a prepared one for."""
    start = 0
    while (left := len(rows) - start) > 0:
        count = left if left <= _MANY_ROWS else _MANY_ROWS if left < _MOST_ROWS else _MOST_ROWS
        values = list(chain.from_iterable(rows[start : start + count]))
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


def move_tracking(connection: Connection, application: str, start: int | None, to: int) -> None:
    """Move a projection's place from where its events were read; raises IntegrityError if it is elsewhere."""
    if start is None:
        moved = connection.execute(_TRACK_FIRST, (application, to)).rowcount
    else:
        moved = connection.execute(_TRACK_ON, (to, application, start)).rowcount
    if moved != 1:
        raise IntegrityError(f"{application} is not at {start} any more")
