"""A referee whose clock, ids and secret are set, so that the same requests give the same log."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from ironclad.api.service import Service, ServiceSettings
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.database import Database, open_database
from ironclad.eventlog.store.postgresql import migrate_store
from ironclad.eventlog.store.recorders import StoreProcessRecorder
from ironclad.eventlog.store.sqlite import SQLiteDatabase
from tests import postgresql
from tests.toy import TUG

MakeReferee = Callable[..., Service]


def referee_at(url: str, rulesets: Any = None, **settings: Any) -> Service:
    """A referee with a clock that ticks seconds, ids that count, and a known secret.

    Several may be open over one log, as if each were the only one: tests of restarts and of races need that.
    """
    start, numbers, ticks = datetime(2026, 1, 1, tzinfo=UTC), count(1), count(0)
    return Service(
        url,
        rulesets or {"tug": TUG},
        ServiceSettings(
            **{
                "clock": lambda: start + timedelta(seconds=next(ticks)),
                "ids": lambda: f"id-{next(numbers)}",
                "secret": b"a secret of tests",
                "exclusive": False,
                **settings,
            }
        ),
    )


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty store of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'log.db'}"
    else:
        with postgresql.schema() as made:
            yield made


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    made = open_database(url)
    yield made
    made.close()


@pytest.fixture
def recorder(database: Database) -> StoreProcessRecorder:
    return StoreProcessRecorder(database)


@pytest.fixture
def referee(url: str) -> Iterator[Service]:
    with referee_at(url) as made:
        yield made


@pytest.fixture
def game(referee: Service) -> str:
    return referee.opening.open_game("tug", "long").id


def hand(url: str, *statements: str) -> None:
    """Work on the tables as no referee does."""
    if url.startswith("sqlite:"):
        file = sqlite3.connect(url.removeprefix("sqlite:///"))
        for statement in statements:
            file.execute(statement)
        file.commit()
        file.close()
        return
    with psycopg.connect(url) as connection:
        for statement in statements:
            connection.execute(re.sub(r"x'([0-9a-f]*)'", r"'\\x\1'::bytea", statement))
    if any(statement.startswith("DROP TABLE") for statement in statements):
        migrate_store(url)


def pull(
    referee: Service, game: str, effort: int = 1, timeline: str | None = None, **request: Any
) -> Receipt:
    """Give the pull that is due, with an id of its own unless one is named."""
    line, version = referee.queries.head(game, timeline)
    (due,) = referee.queries.due(game, timeline)
    asked = {
        "id": f"{line}-{version}",
        "decision": due.id,
        "command": {"type": "pull", "effort": effort},
        "timeline": timeline,
        **request,
    }
    by = asked.pop("by", None)
    return referee.commands.handle(game, due.seat, asked, by=by)


def stored(referee: Service) -> list[tuple[Any, ...]]:
    """Every row of the log."""
    with referee.log.database.reader() as connection:
        return connection.execute("SELECT * FROM events ORDER BY position").fetchall()


def play_out(referee: Service, game: str) -> None:
    """Pull until the rules end the game."""
    while referee.queries.due(game):
        pull(referee, game, 2)


def events(stream: str, *versions: int) -> list[StoredEvent]:
    return [StoredEvent(stream, version, "match.resigned.1", b'{"seat":"blue"}') for version in versions]


@contextmanager
def filled(sqlite_url: str) -> Iterator[tuple[SQLiteDatabase, Callable[[], Sequence[int] | None]]]:
    """A database of one event whose file is full, and what appends three more where there is room.

    It was tried once, and refused; `make_room` lets it go on.
    """
    database = SQLiteDatabase(sqlite_url)
    recorder = StoreProcessRecorder(database)
    recorder.insert_events(events("s", 1))
    pages = database._writer.execute("PRAGMA page_count").fetchone()[0]
    database._writer.execute(f"PRAGMA max_page_count = {pages + 3}")
    big = [StoredEvent("big", n, "match.resigned.1", b"x" * 60_000) for n in range(1, 4)]
    with pytest.raises(OperationalError, match="full"):
        recorder.insert_events(big)
    try:
        yield database, lambda: recorder.insert_events(big)
    finally:
        database.close()


def make_room(database: SQLiteDatabase) -> None:
    database._writer.execute("PRAGMA max_page_count = 1000000")
