"""Moving a whole log to another store: every event at its position, and what is beside it that the log
cannot give again.

All or nothing: the copy is one transaction of the target, which is checked against the source before it is
committed. The source is read as it was at one moment; what is appended to it later is not copied.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ironclad.eventlog import idempotency
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.store import persistence_module, without_password
from ironclad.eventlog.store.append import insert_rows
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database, open_database, tables
from ironclad.eventlog.store.leaf import EntryTooLarge, leaf
from ironclad.eventlog.store.migrations import DERIVED

_PAGE = 2_000
_EVENTS = (
    "SELECT position, stream, version, name, body, leaf FROM events WHERE position > ?"
    " ORDER BY position LIMIT ?"
)

Progress = Callable[[str, int, int], None]
"""Called with the current step, how much of it is done, and how much there is."""


class NotCopied(Problem):
    """The log was not copied; the target is as it was."""


def copy(source_url: str, target_url: str, progress: Progress) -> dict[str, int]:
    """Copy a log to a store that has none; how many rows of each table. Both stores must be of this build.

    Raises NotCopied, BadStoreURL, Unavailable, PersistenceError.
    """
    for url in (source_url, target_url):
        persistence_module(url)
    source = open_database(source_url)
    try:
        target = open_database(target_url)
        try:
            with source.snapshot() as read:
                return target.write(lambda write: _copied(source, read, target, write, progress))
        finally:
            target.close()
    finally:
        source.close()


def _copied(
    source: Database, read: Connection, target: Database, write: Writer, progress: Progress
) -> dict[str, int]:
    ours = set(tables(write, target.scheme)) - set(DERIVED)
    names = [name for name in tables(read, source.scheme) if name in ours]
    for name in (*names, "answers"):
        if write.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None:
            raise NotCopied(f"{without_password(target.url)} is not empty: it has rows in {name}")
    counts = {"events": _copy_events(read, write, progress)}
    for name in names:
        if name != "events":
            counts[name] = _copy_table(read, write, name)
    _check_events(read, write, counts["events"], progress)
    target.count_on(write)
    idempotency.rebuild(write)
    return counts


def _copy_events(read: Connection, write: Writer, progress: Progress) -> int:
    total: int = read.execute("SELECT count(*) FROM events").fetchone()[0]
    place = write.take_places(total)
    for page in pages_of_log(read):
        for row in page:
            if row[0] != place:
                raise NotCopied(f"the source has no event {place}")
            place += 1
        insert_rows(write, "events", page)
        write.grow(page[0][0], [row[5] for row in page])
        progress("copied", place - 1, total)
    return total


def _copy_table(read: Connection, write: Writer, name: str) -> int:
    """Copy a table beside the log: all its rows, by the names of its columns."""
    names = [each[0] for each in read.execute(f"SELECT * FROM {name} LIMIT 0").description]
    columns, marks = ", ".join(names), ", ".join("?" * len(names))
    page = f"SELECT {columns} FROM {name} ORDER BY {columns} LIMIT ? OFFSET ?"
    done = 0
    while rows := read.execute(page, (_PAGE, done)).fetchall():
        write.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)
        done += len(rows)
    copied: int = write.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
    if copied != done:
        raise NotCopied(f"{name} has {copied} rows in the target, {done} in the source")
    return done


def _check_events(read: Connection, write: Connection, total: int, progress: Progress) -> None:
    """Every event of the target against the source's, and each leaf against its event."""
    done = 0
    for ours, theirs in zip(pages_of_log(read), pages_of_log(write), strict=True):
        for row, copied in zip(ours, theirs, strict=True):
            if tuple(row) != tuple(copied):
                raise NotCopied(f"event {row[0]} is not the same in the target")
            if not is_its_leaf(copied):
                raise NotCopied(f"event {row[0]} of the source is not what its leaf was made of")
        done += len(ours)
        progress("checked", done, total)


def is_its_leaf(row: Sequence[Any]) -> bool:
    """Whether a row (position, stream, version, name, body, leaf) has the leaf of what is in it."""
    try:
        return leaf(*row[1:5]) == bytes(row[5])
    except (EntryTooLarge, TypeError, AttributeError):
        return False


def pages_of_log(connection: Connection) -> Iterator[list[Any]]:
    """The log, some rows at a time."""
    last = 0
    while page := connection.execute(_EVENTS, (last, _PAGE)).fetchall():
        yield page
        last = page[-1][0]
