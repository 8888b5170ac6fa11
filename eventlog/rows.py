"""Rows of the log as readers get them."""

from collections.abc import Sequence

import msgspec

from ironclad.eventlog.records import EventRecord
from ironclad.eventlog.store.recorders import Row


def records(rows: Sequence[Row]) -> tuple[EventRecord, ...]:
    """Stored rows as readers get them."""
    return tuple(
        EventRecord(version, _line(stream), position, name.split(".")[1], name, msgspec.json.decode(body))
        for stream, version, name, body, position in rows
    )


def _line(stream: str) -> str:
    """The timeline of a stream; none for the match."""
    line = stream.partition("/")[2]
    return "" if line == "match" else line
