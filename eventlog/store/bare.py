"""The raw limit of appends, for measuring: the same rows written by plain INSERTs to tables of the same kind,
each command a durable transaction, with nothing of ours between them and the database.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Protocol
from urllib.parse import urlencode

import psycopg

from ironclad.eventlog.store import sqlite_path

Rows = Sequence[tuple[Sequence[tuple[Any, ...]], tuple[Any, ...]]]
"""Commands: the events' rows and the answer's row of each."""

_EVENTS = (
    "CREATE TABLE events (position {number} PRIMARY KEY, stream TEXT NOT NULL, version {number} NOT NULL,"
    " name TEXT NOT NULL, body {bytes} NOT NULL, leaf {bytes} NOT NULL, UNIQUE (stream, version))"
)
_ANSWERS = (
    "CREATE TABLE answers (scope TEXT NOT NULL, id TEXT NOT NULL, digest {bytes} NOT NULL,"
    " game TEXT NOT NULL, timeline TEXT NOT NULL, position {number} NOT NULL, count {number} NOT NULL,"
    " PRIMARY KEY (scope, id))"
)


class Bare(Protocol):
    """Where bare rows go."""

    def insert(self, commands: Rows) -> None:
        """Write commands, each in a transaction that is durable before the next begins."""


class BareSQLite:
    """A file of its own, in the same modes as the log's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(_EVENTS.format(number="INTEGER", bytes="BLOB"))
        connection.execute(f"{_ANSWERS.format(number='INTEGER', bytes='BLOB')} WITHOUT ROWID")

    def insert(self, commands: Rows) -> None:
        execute = self._connection.execute
        for rows, answer in commands:
            execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
            execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", answer)
            execute("COMMIT")


class BarePostgreSQL:
    """Tables in a schema of their own, through psycopg as it is documented to be used."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection
        connection.execute(_EVENTS.format(number="BIGINT", bytes="BYTEA"))
        connection.execute(_ANSWERS.format(number="BIGINT", bytes="BYTEA"))

    def insert(self, commands: Rows) -> None:
        with self._connection.cursor() as cursor:
            for rows, answer in commands:
                with self._connection.transaction():
                    cursor.executemany("INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s)", rows)
                    cursor.execute("INSERT INTO answers VALUES (%s, %s, %s, %s, %s, %s, %s)", answer)


@contextmanager
def bare(url: str) -> Iterator[Bare]:
    """Bare tables in an empty store."""
    if url.startswith("sqlite:"):
        path = sqlite_path(url)
        with closing(sqlite3.connect(path or ":memory:", isolation_level=None)) as file:
            yield BareSQLite(file)
    else:
        with psycopg.connect(url, autocommit=True) as connection:
            yield BarePostgreSQL(connection)


@contextmanager
def scratch(url: str, name: str) -> Iterator[str]:
    """The URL of a new schema in a PostgreSQL database, which is dropped afterwards with all in it."""
    schema = f"ironclad_{name}_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute(f"CREATE SCHEMA {schema}")
        try:
            yield f"{url}{'&' if '?' in url else '?'}{urlencode({'options': f'-csearch_path={schema}'})}"
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
