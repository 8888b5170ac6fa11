"""Logs for tests: many events at once, and hands that get past the triggers."""

import sqlite3
from contextlib import closing
from functools import partial
from typing import Any

import psycopg

from ironclad.eventlog.store.append import insert_rows
from ironclad.eventlog.store.connection import Writer
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.leaf import entry, leaf

NAME = "tug.rope_pulled.1"


def row(place: int) -> tuple[int, str, int, str, bytes, bytes]:
    """The event at a place of the log, as the table of events has it."""
    about = (f"game-{place % 7}/main", (place - 1) // 7 + 1, NAME, b'{"die":%d}' % place)
    return (place, *about, leaf(*about))


def entries(count: int) -> list[bytes]:
    """The entries of the first events."""
    return [entry(*row(place)[1:5]) for place in range(1, count + 1)]


def fill(database: Database, count: int) -> None:
    """Append so many events in one transaction."""
    database.write(partial(_fill, count))


def _fill(count: int, write: Writer) -> None:
    first = write.take_places(count)
    for start in range(first, first + count, 1_000):
        rows = [row(place) for place in range(start, min(start + 1_000, first + count))]
        insert_rows(write, "events", rows)
        write.grow(start, [each[5] for each in rows])


def past_triggers(url: str, *statements: str, values: tuple[Any, ...] = ()) -> None:
    """Work on the tables as who can take the triggers off, and puts them back; `?` marks values."""
    if url.startswith("sqlite:"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            text = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            triggers = file.execute(text).fetchall()
            for name, _ in triggers:
                file.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                file.execute(statement, values)
            for _, made in triggers:
                file.execute(made)
            file.commit()
        return
    with psycopg.connect(url) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER ALL")
        for statement in statements:
            connection.execute(statement.replace("?", "%s"), values or None)
        for trigger in ("events_never_changed", "events_without_gap"):
            connection.execute(f"ALTER TABLE events ENABLE ALWAYS TRIGGER {trigger}")
