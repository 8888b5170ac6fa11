"""`ironclad doctor` where something is wrong beside the log: rights, tables, the secret, the URL itself."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from ironclad.api.serving.secret import examine as examine_secret
from ironclad.domain.match.events import COMMAND_ACCEPTED
from ironclad.eventlog.store.database import migrate_store, open_database
from ironclad.eventlog.store.recorders import StoreProcessRecorder
from ironclad.referee.checkup import examine, examine_redis
from tests import postgresql
from tests.redis_server import NONSENSE, no_redis


@pytest.fixture
def store() -> Iterator[str]:
    """A PostgreSQL store that was migrated."""
    with postgresql.schema() as url:
        migrate_store(url)
        yield url


@pytest.mark.full
def test_doctor_tells_of_a_user_that_may_only_read(store: str) -> None:
    """And of a table that is lost, which `migrate` makes again."""
    with psycopg.connect(store, autocommit=True) as connection:
        (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
        connection.execute(f"CREATE ROLE {schema}_looks")
        try:
            connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {schema}_looks")
            connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_looks")
            looks = store.replace(f"%3D{schema}", f"%3D{schema}%20-crole%3D{schema}_looks", 1)
            found = {each.check: each for each in examine(looks, {})}
            assert not found["rights"].holds
            assert found["log"].holds
            connection.execute("DROP TABLE games_list")
            found = {each.check: each for each in examine(store, {})}
            assert "table games_list" in found["schema"].found
            migrate_store(store)
            assert all(each.holds for each in examine(store, {}))
        finally:
            connection.execute(f"DROP OWNED BY {schema}_looks")
            connection.execute(f"DROP ROLE {schema}_looks")


def test_doctor_looks_at_the_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("IRONCLAD_SECRET", raising=False)
    file, url = tmp_path / "secret", "postgresql://db/ironclad"
    assert examine_secret(f"sqlite:///{tmp_path / 'log.db'}") is None, "none is made by looking"
    monkeypatch.setenv("IRONCLAD_SECRET_FILE", str(file))
    for text, mode, wrong in ((b"s" * 32, 0o600, ""), (b"s" * 32, 0o644, "every user"), (b"s", 0o600, "32")):
        file.write_bytes(text)
        file.chmod(mode)
        found = examine_secret(url)
        assert found is not None
        assert (wrong in found[1]) if wrong and found[1] else (found[1] is None and not wrong)
    file.unlink()
    assert "No such file" in str(examine_secret(url))
    monkeypatch.setenv("IRONCLAD_SECRET", "s" * 32)
    assert examine_secret(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "postgres://bob:hunter2@h/db",
        "mysql://bob:hun/ter2@h/db",
        "postgresql://bob:hunter%2@h/db",
        "sqlite://bob:hunter2@h",
    ],
)
def test_no_password_is_told_with_what_is_wrong_with_a_url(url: str) -> None:
    (found,) = examine(url, {})
    assert not found.holds
    assert "ter2" not in found.found
    assert "ter%2" not in found.found


@pytest.mark.parametrize(
    "body", [b"rubbish", b"{}", b'{"at":5}', b'{"at":"some day"}', b'{"at":"2026-01-01"}']
)
def test_doctor_tells_of_a_last_command_that_cannot_be_read(tmp_path: Path, body: bytes) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    database = open_database(url)
    StoreProcessRecorder(database).insert_events([StoredEvent("g/main", 1, COMMAND_ACCEPTED, body)])
    database.close()
    found = {each.check: each for each in examine(url, {})}
    assert not found["clock"].holds
    assert "last command" in found["clock"].found


@pytest.mark.parametrize("answer", NONSENSE)
def test_doctor_tells_of_a_redis_that_is_none(answer: bytes) -> None:
    with no_redis(answer) as url:
        found = examine_redis(url)
    assert (found.check, found.holds) == ("redis", False)
