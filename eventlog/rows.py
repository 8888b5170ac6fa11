"""Rows of the log: as readers get them, and as they were just recorded."""

from collections.abc import Sequence

import msgspec
from eventsourcing.persistence import Recording

from ironclad.eventlog.records import EventRecord
from ironclad.eventlog.store.recorders import Row


def records(rows: Sequence[Row]) -> tuple[EventRecord, ...]:
    """Stored rows as readers get them."""
    return tuple(
        EventRecord(version, _line(stream), position, name.split(".")[1], name, msgspec.json.decode(body))
        for stream, version, name, body, position in rows
    )


def rows_of(recordings: list[Recording[str]]) -> list[Row]:
    """What was just recorded, as the rows that the log will give back."""
    rows = []
    for recording in recordings:
        note = recording.notification
        rows.append((str(note.originator_id), note.originator_version, note.topic, note.state, note.id))
    return rows


def _line(stream: str) -> str:
    """The timeline of a stream; none for the match."""
    line = stream.partition("/")[2]
    return "" if line == "match" else line
