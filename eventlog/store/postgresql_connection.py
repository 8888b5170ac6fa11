"""Connections to PostgreSQL through psycopg: one kind that reads, one that writes the log.

The writer appends a batch with one statement (`append_events`, see the migrations), which is its own
transaction: one round trip and one flush, and the head is locked for no longer than the server works on it.
"""

import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, cast

import psycopg
from eventsourcing.persistence import IntegrityError
from psycopg import RawCursor
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import StrBinaryDumper

from ironclad.eventlog.store.append import MOVED_ON, append_together, next_versions, placed
from ironclad.eventlog.store.connection import ConnectionLost, Cursor
from ironclad.eventlog.store.postgresql_arrays import DUMPERS, Blobs, Column, Numbers, Texts
from ironclad.eventlog.store.rows import Added

LOCK_SECONDS = 10
RECONNECT_SECONDS = 5.0
_PAUSE_SECONDS = 0.05

_DEFAULTS = {
    "application_name": "ironclad",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_SETTINGS = f"""
SELECT set_config('lock_timeout', '{LOCK_SECONDS}s', false),
    set_config('idle_in_transaction_session_timeout', '60s', false),
    set_config('default_transaction_isolation', 'read committed', false),
    CASE current_setting('synchronous_commit')
        WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
    pg_backend_pid()
"""
_QUOTED = re.compile(r"'[^']*'|\?")
LOCK_HEAD = "SELECT position FROM head FOR UPDATE"
_APPEND = f"SELECT append_events({', '.join(f'${number}' for number in range(1, 15))})".encode()
_GROW = "UPDATE head SET frontier = frontier_grown(frontier, ?, ?)"
_PLACE = "SELECT position, leaf FROM events WHERE stream = ? AND version = ?"


@lru_cache(maxsize=1024)
def native(text: str) -> bytes:
    """A statement with PostgreSQL's own marks for values ($1, $2, …) where ours has `?` outside quotes."""
    count = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] != "?":
            return found[0]
        count += 1
        return f"${count}"

    return _QUOTED.sub(mark, text).encode()


def connect(url: str) -> "psycopg.Connection[Any]":
    """A connection of psycopg's that commits each statement by itself, unless a transaction is begun.

    Through a pool of connections (PgBouncer) nothing is prepared: there the next transaction may be another
    server process's, which has other statements under the same names. Such a pool gives the process's number
    as it likes.
    """
    defaults = {key: value for key, value in _DEFAULTS.items() if key not in conninfo_to_dict(url)}
    raw: psycopg.Connection[Any] = psycopg.connect(
        url, autocommit=True, cursor_factory=cast(Any, RawCursor), prepare_threshold=2, **cast(Any, defaults)
    )
    # One statement is one prepared plan for numbers of any size.
    raw.adapters.register_dumper(int, Int8BinaryDumper)
    raw.adapters.register_dumper(str, StrBinaryDumper)
    for kind, dumper in DUMPERS.items():
        raw.adapters.register_dumper(kind, dumper)
    try:
        *_, process = raw.execute(_SETTINGS).fetchone() or (None,)
        if process != raw.info.backend_pid:
            raw.prepare_threshold = None
    except BaseException:
        raw.close()
        raise
    return raw


def _columns(rows: Sequence[Sequence[Any]], kinds: Sequence[type[Column] | None]) -> list[Column]:
    """Rows by column, without the columns that have no kind."""
    chosen = [(number, kind) for number, kind in enumerate(kinds) if kind is not None]
    return [kind(row[number] for row in rows) for number, kind in chosen]


class PostgreSQLConnection:
    """A psycopg connection that reads our form of SQL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._raw = connect(url)

    @property
    def broken(self) -> bool:
        return self._raw.closed

    @property
    def server_version(self) -> int:
        """The server's major version."""
        return self._raw.info.server_version // 10_000

    def execute(self, text: str, values: Sequence[Any] = (), /) -> Cursor:
        return self._raw.execute(native(text), values or None, binary=True)

    def executemany(self, text: str, rows: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = self._raw.cursor()
        cursor.executemany(native(text), rows)
        return cursor

    def close(self) -> None:
        self._raw.close()


class PostgreSQLReader(PostgreSQLConnection):
    """A connection that reads; where it was cut while it waited for a reader, it connects once more."""

    def execute(self, text: str, values: Sequence[Any] = (), /) -> Cursor:
        try:
            return super().execute(text, values)
        except psycopg.OperationalError:
            if not self.broken:
                raise
        self._raw.close()
        self._raw = connect(self._url)
        return super().execute(text, values)


class PostgreSQLWriter(PostgreSQLConnection):
    """The connection that writes the log; it connects again by itself."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._closed = False
        self._away = False

    def close(self) -> None:
        self._closed = True
        super().close()

    def begin(self) -> None:
        """Raises OperationalError where the server is away."""
        try:
            self.execute("BEGIN")
        except psycopg.OperationalError:
            if not self.broken:
                raise
            self._connect_again()
            self.execute("BEGIN")

    def commit(self) -> None:
        try:
            done = self._raw.execute("COMMIT").statusmessage
        except psycopg.Error as failed:
            if self.broken:
                raise ConnectionLost(str(failed)) from failed
            raise
        if done != "COMMIT":
            raise psycopg.OperationalError("the transaction had failed, and was given up")

    def rollback(self) -> None:
        """By psycopg's own method, which forgets statements that were to be prepared meanwhile."""
        if not self.broken:
            self._raw.rollback()

    def take_places(self, count: int) -> int:
        head: int = self.execute(LOCK_HEAD).fetchone()[0]
        self.execute("UPDATE head SET position = ?", (head + count,))
        return head + 1

    def grow(self, first: int, leaves: Sequence[bytes]) -> None:
        """The places were taken in this transaction, so the head is locked."""
        self.execute(_GROW, (first - 1, Blobs(leaves)))

    def append(self, appends: Sequence[Added]) -> list[range]:
        nexts = next_versions(appends)
        places, rows, answers = placed(appends, 1)
        values = (
            *(Texts(stream for stream, _ in nexts), Numbers(version for _, version in nexts)),
            *_columns(rows, (None, Texts, Numbers, Texts, Blobs, Blobs)),
            *_columns(answers, (Texts, Texts, Blobs, Texts, Texts, Numbers, Numbers)),
        )
        if self.broken:
            self._connect_again()
        try:
            first = self._raw.execute(_APPEND, values).fetchone()[0]  # type: ignore[index]
        except psycopg.Error as failed:
            if self.broken:
                return self._found_or_written_now(appends, failed)
            raise
        if first is None:
            raise IntegrityError(MOVED_ON)
        return [range(place.start + first - 1, place.stop + first - 1) for place in places]

    def _give_up(self) -> None:
        with suppress(psycopg.Error):
            self.rollback()

    def _found_or_written_now(self, appends: Sequence[Added], failed: Exception) -> list[range]:
        """After a lost connection: the appends' places; appends that are not in the log are written now."""
        found = self._find(appends, failed)
        if found is not None:
            return found
        try:
            self.begin()
            places = append_together(self, appends)
            self.commit()
        except (psycopg.Error, IntegrityError, ConnectionLost) as again:
            self._give_up()
            if self.broken:
                raise ConnectionLost(f"the connection was lost twice: {again}") from again
            raise
        return places

    def is_deadlock(self, failed: BaseException) -> bool:
        return isinstance(failed, psycopg.errors.DeadlockDetected)

    def stands(self, appends: Sequence[Added]) -> bool:
        return self._find(appends, None) is not None

    def _find(self, appends: Sequence[Added], failed: Exception | None) -> list[range] | None:
        """The places of appends that were one transaction, None if they are not in the log.

        The head is locked for it, so that a transaction that is still being committed has ended first.
        """
        try:
            self._connect_again()
            self.execute("BEGIN")
            self.execute(LOCK_HEAD)
            places = [self._place(append) for append in appends]
            self.rollback()
        except psycopg.Error as wrong:
            self._give_up()
            raise ConnectionLost(f"the outcome is not known: {failed or ''} {wrong}") from wrong
        found = [place for place in places if place is not None]
        return found if len(found) == len(places) else None

    def _place(self, append: Added) -> range | None:
        stream, version, *_, leaf = append.rows[0]
        row = self.execute(_PLACE, (stream, version)).fetchone()
        if row is None or row[1] != leaf:
            return None
        return range(row[0], row[0] + len(append.rows))

    def _connect_again(self) -> None:
        """A new connection, as soon as the server takes one. Raises psycopg's OperationalError."""
        self._raw.close()
        if self._closed:
            raise psycopg.OperationalError("the store is closed")
        # A server that did not come back in that time is asked once each time, until it does.
        deadline = time.monotonic() + (0 if self._away else RECONNECT_SECONDS)
        while True:
            try:
                self._raw = connect(self._url)
            except psycopg.OperationalError:
                if time.monotonic() >= deadline:
                    self._away = True
                    raise
                time.sleep(_PAUSE_SECONDS)
            else:
                self._away = False
                return
