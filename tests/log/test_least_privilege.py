"""What the processes of a service may do to the log: add and read; and who may read its files."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import postgresql
from tests.cli.conftest import Run, run
from tests.log.conftest import pull, referee_at, sqlite_url

__all__ = ["run", "sqlite_url"]


def test_the_files_of_a_log_are_their_owners_alone(sqlite_url: str, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with referee_at(sqlite_url) as referee:
            referee.opening.open_game("tug", "long")
            files = [each for each in tmp_path.iterdir() if not each.name.endswith(".lock")]
            assert len(files) >= 3, "the database, its write-ahead log and the index of that"
            assert {each.name: oct(each.stat().st_mode & 0o777) for each in files} == {
                each.name: "0o600" for each in files
            }
    finally:
        os.umask(before)


def test_a_file_that_others_could_read_is_closed_to_them(sqlite_url: str) -> None:
    with referee_at(sqlite_url) as referee:
        referee.opening.open_game("tug", "long")
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    file.chmod(0o644)
    with referee_at(sqlite_url):
        assert file.stat().st_mode & 0o077 == 0


@pytest.mark.full
def test_a_role_of_the_servers_plays_and_changes_no_event(run: Run) -> None:
    with postgresql.schema() as url:
        made = f"ironclad_server_{os.getpid()}"
        with psycopg.connect(postgresql.URL, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {made} LOGIN")
        try:
            assert run("migrate", "--url", url, "--role", made).exit_code == 0
            parts = urlsplit(url)
            host = parts.netloc.rpartition("@")[2]
            theirs = parts._replace(netloc=f"{made}@{host}").geturl()
            with referee_at(theirs) as referee:
                game = referee.opening.open_game("tug", "long").id
                pull(referee, game)
                assert referee.queries.log_size() > 3
            assert _refused(theirs) == []
            said = run("doctor", "--url", theirs).stdout
            assert f"ok      rights     {made} may write" in said
        finally:
            with psycopg.connect(postgresql.URL, autocommit=True) as connection:
                connection.execute(f"DROP OWNED BY {made}")
                connection.execute(f"DROP ROLE {made}")


def _refused(url: str) -> list[str]:
    """What the role was not refused of these."""
    forbidden = (
        *("UPDATE events SET body = ''", "DELETE FROM events", "TRUNCATE events", "DROP TABLE events"),
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "DROP TRIGGER events_never_changed ON events",
        "INSERT INTO breaks (size, note, former) VALUES (1, '', '')",
        "UPDATE migrations SET digest = ''",
        "CREATE TABLE more (number INT)",
        "SET session_replication_role = replica",
    )
    allowed = []
    for text in forbidden:
        with psycopg.connect(url, autocommit=True) as connection:
            try:
                connection.execute(text)
            except psycopg.errors.InsufficientPrivilege:
                continue
        allowed.append(text)
    return allowed
