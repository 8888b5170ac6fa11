"""The schema: the same for every store of this build, told apart from that of others."""

import sqlite3
from pathlib import Path

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.store import migrating
from ironclad.eventlog.store.migrations import MIGRATIONS, for_both
from ironclad.eventlog.store.sqlite import SQLiteDatabase
from tests.log.conftest import pull, referee_at, stored
from tests.toy import TUG

# The store of version 0.9, which had no table of migrations: exactly the statements that it was made by.
VERSION_0_9 = (Path(__file__).parent / "schema_0_9.sql").read_text(encoding="utf-8")


def test_a_log_of_version_0_9_is_recognised(tmp_path: Path) -> None:
    url, path = f"sqlite:///{tmp_path / 'new.db'}", tmp_path / "old.db"
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        pull(referee, game)
        listed, rows = referee.queries.games(), stored(referee)
    old = sqlite3.connect(path)
    old.executescript(VERSION_0_9)
    old.execute("ATTACH DATABASE ? AS new", (str(tmp_path / "new.db"),))
    for (table,) in old.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
        old.execute(f"INSERT INTO main.{table} SELECT * FROM new.{table}")
    old.commit()
    old.close()
    with referee_at(f"sqlite:///{path}", exclusive=True) as referee:
        assert stored(referee) == rows
        assert referee.queries.games() == listed
        assert referee.queries.games().items[0].version == 3
    assert schema(path) == schema(tmp_path / "new.db")


def schema(path: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    """Every statement that made a part of a database, but for its spaces; and the migrations it had."""
    connection = sqlite3.connect(path)
    made = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    had = connection.execute("SELECT name, digest FROM migrations ORDER BY name").fetchall()
    connection.close()
    return sorted(" ".join(text.split()) for (text,) in made), had


def test_a_migration_is_applied_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Service(sqlite_url, {"tug": TUG}).close()
    more = for_both("9999 more", "ALTER TABLE players ADD COLUMN mail TEXT", again=False)
    monkeypatch.setattr(migrating, "MIGRATIONS", (*MIGRATIONS, more))
    for _ in range(2):
        with referee_at(sqlite_url) as referee, referee.log.database.reader() as connection:
            assert connection.execute("SELECT mail FROM players").fetchall() == []


def test_a_store_of_a_later_build_is_not_opened(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as later:
        later.setattr(migrating, "MIGRATIONS", (*MIGRATIONS, for_both("9999 more", "SELECT 1")))
        Service(sqlite_url, {"tug": TUG}).close()
    with pytest.raises(Unavailable, match="later build"):
        Service(sqlite_url, {"tug": TUG})


def test_a_store_that_had_another_form_of_a_migration_is_not_opened(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = for_both(MIGRATIONS[-1].name, "SELECT 1")
    with monkeypatch.context() as another:
        another.setattr(migrating, "MIGRATIONS", (*MIGRATIONS[:-1], other))
        SQLiteDatabase(sqlite_url).close()
    with pytest.raises(Unavailable, match="another form"):
        Service(sqlite_url, {"tug": TUG})


def test_a_migration_that_fails_leaves_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = for_both("9999 broken", "CREATE TABLE half (name TEXT)\n\nSELECT nothing FROM nowhere")
    with monkeypatch.context() as later:
        later.setattr(migrating, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(Unavailable):
            Service(sqlite_url, {"tug": TUG})
    with referee_at(sqlite_url) as referee, referee.log.database.reader() as connection:
        assert connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone() is None


def test_names_of_migrations_are_numbered_in_order() -> None:
    assert [int(each.name[:4]) for each in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
