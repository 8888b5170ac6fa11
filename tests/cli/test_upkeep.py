"""The commands that look after a store: `migrate`, `copy`, `doctor`, over both databases."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import psycopg
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.store import postgresql_connection, without_password
from ironclad.eventlog.store.database import open_database
from ironclad.eventlog.store.migrations import MIGRATIONS
from ironclad.eventlog.store.postgresql import _ONE_AT_A_TIME, migrate_store
from tests import postgresql
from tests.cli.conftest import Run
from tests.log.conftest import hand, pull, referee_at, stored
from tests.waiting import PATIENCE, within


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'log.db'}"
    else:
        with postgresql.schema() as made:
            yield made


@pytest.fixture
def played(url: str) -> str:
    """A log with a game, players, tokens, refusals, a blob and kept positions."""
    with referee_at(url, snapshot_every=5, ids=None) as referee:
        game = referee.opening.open_game("tug", "long").id
        referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
        for _ in range(12):
            pull(referee, game)
        with pytest.raises(Exception, match="no longer open"):
            pull(referee, game, decision="99.blue", id="refused")
        position = referee.queries.position(game).position
        referee.opening.open_game("tug", "", position={**position, "shouts": {"blue": "ho" * 25_000}})
        referee.queries.games()
        referee.upkeep.settle()
    return url


@pytest.fixture
def target(url: str, tmp_path: Path) -> Iterator[str]:
    """An empty store of the other kind."""
    if url.startswith("postgresql"):
        yield f"sqlite:///{tmp_path / 'copy.db'}"
    else:
        with postgresql.schema() as made:
            yield made


def rows(url: str, table: str) -> list[tuple[Any, ...]]:
    database = open_database(url)
    with database.reader() as connection:
        found = connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
    database.close()
    return found


def findings(run: Run, url: str, *more: str) -> tuple[int, dict[str, dict[str, Any]]]:
    result = run("doctor", "--url", url, "--json", *more)
    return result.exit_code, {each["check"]: each for each in json.loads(result.stdout)["checks"]}


# -- migrate


def test_migrate_says_what_it_applied(run: Run, url: str) -> None:
    first = json.loads(run("migrate", "--url", url, "--json").stdout)
    assert first["applied"] == [each.name for each in MIGRATIONS]
    assert run("migrate", "--url", url).stdout == "nothing to apply\n"


@pytest.mark.full
def test_workers_that_migrate_at_once_apply_each_migration_once() -> None:
    with postgresql.schema() as url:
        applied: list[str] = []
        threads = [Thread(target=lambda: applied.extend(migrate_store(url))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert applied == [each.name for each in MIGRATIONS]


@pytest.mark.full
def test_who_migrates_waits_for_who_does_so_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes: longer than a command waits for a lock."""
    settings = postgresql_connection._SETTINGS
    impatient = settings.replace(f"'{postgresql_connection.LOCK_SECONDS}s'", "'50ms'")
    assert impatient != settings
    monkeypatch.setattr(postgresql_connection, "_SETTINGS", impatient)
    with postgresql.schema() as url, psycopg.connect(url, application_name="first") as first:
        first.execute(_ONE_AT_A_TIME)
        applied: list[str] = []
        second = Thread(target=lambda: applied.extend(migrate_store(url)), daemon=True)
        second.start()
        waiting = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        waiting += " WHERE locktype = 'advisory' AND NOT granted AND application_name = %s"
        name = url.rpartition("application_name=")[2]
        with psycopg.connect(
            url, autocommit=True
        ) as looker:  # within a transaction it would see the same again
            assert within(lambda: looker.execute(waiting, (name,)).fetchone() == (1,))
        sleep(0.2)
        first.rollback()
        second.join(PATIENCE)
        assert applied == [each.name for each in MIGRATIONS]


@pytest.mark.full
def test_a_store_of_an_earlier_build_is_served_only_when_migrated(
    run: Run, toy: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONCLAD_SECRET", "s" * 32)
    with postgresql.schema() as url:
        Service(url, {}).close()
        hand(url, f"DELETE FROM migrations WHERE name = '{MIGRATIONS[-1].name}'")
        for command in (["serve", "--port", "0"], ["rebuild"], ["export", "game"]):
            result = run(*command, "--url", url)
            assert result.exit_code == 2
            assert "ironclad migrate" in result.stderr
        code, found = findings(run, url)
        assert code == 1
        assert not found["schema"]["holds"]
        assert json.loads(run("migrate", "--url", url, "--json").stdout)["applied"] == [MIGRATIONS[-1].name]
        assert findings(run, url)[0] == 0


@pytest.mark.full
def test_a_database_of_another_program_is_left_alone(run: Run) -> None:
    with postgresql.schema() as url:
        hand(url, "CREATE TABLE events (what TEXT)")
        result = run("rebuild", "--url", url)
        assert result.exit_code == 2
        assert "none of Ironclad's" in result.stderr


def test_the_url_may_come_from_the_environment(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONCLAD_URL", url)
    assert json.loads(run("migrate", "--json").stdout)["log"] == url
    assert run("doctor").exit_code == 0


@pytest.mark.parametrize("command", ["migrate", "doctor", "rebuild"])
def test_a_server_that_is_not_there_is_said_to_be_so(run: Run, command: str) -> None:
    result = run(command, "--url", "postgresql://user:hidden@127.0.0.1:1/none")
    assert result.exit_code in (1, 2)
    assert "hidden" not in result.output


# -- copy


@pytest.mark.full
def test_a_copy_is_the_log_and_what_it_cannot_give(run: Run, toy: object, played: str, target: str) -> None:
    result = run("copy", played, target, "--json")
    assert result.exit_code == 0, result.output
    counts = json.loads(result.stdout)["rows"]
    assert counts.items() >= {"players": 1, "refusals": 1, "blobs": 1}.items()
    assert counts["events"] == len(rows(played, "events"))
    for table in (*counts, "answers"):
        assert sorted(rows(target, table)) == sorted(rows(played, table)), table
    with referee_at(played) as before, referee_at(target, exclusive=True) as after:
        assert after.queries.games() == before.queries.games()
        (_, game) = (each.id for each in after.queries.games().items)
        assert after.queries.position(game) == before.queries.position(game)
        seated = after.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
        assert seated.repeated
        assert after.authorization.authenticate(seated.token) == before.authorization.authenticate(
            seated.token
        )
        size = after.queries.log_size()
        assert pull(after, game).events[0].position == size + 1
        assert len(after.upkeep.refusals()) == 1
        with pytest.raises(Exception, match="no longer open"):
            pull(after, game, decision="99.blue", id="refused again")
        assert len(after.upkeep.refusals()) == 2
    assert findings(run, target, "--deep")[0] == 0


@pytest.mark.full
def test_a_store_with_a_log_takes_no_copy(run: Run, played: str, target: str) -> None:
    with referee_at(target) as referee:
        referee.opening.open_game("tug", "long")
        before = stored(referee)
    result = run("copy", played, target)
    assert result.exit_code == 2
    assert "not empty" in result.stderr
    with referee_at(target) as referee:
        assert stored(referee) == before


@pytest.mark.full
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = x'7b7d' WHERE position = 7",
        "UPDATE events SET name = 'match.resigned.1' WHERE position = 7",
        "UPDATE events SET leaf = x'00' WHERE position = 7",
        "DELETE FROM events WHERE position = 7",
    ],
)
def test_a_damaged_log_is_found_and_not_copied(run: Run, played: str, target: str, damage: str) -> None:
    hand(played, *UNGUARDED[played.partition(":")[0]], damage, *GUARDED[played.partition(":")[0]])
    result = run("copy", played, target)
    assert result.exit_code == 2
    assert "event 7" in result.stderr
    assert rows(target, "events") == rows(target, "players") == []
    code, found = findings(run, played, "--deep")
    assert code == 1
    assert {name for name, each in found.items() if not each["holds"]} <= {"log", "leaves", "answers"}
    assert not (found["log"]["holds"] and found["leaves"]["holds"])


UNGUARDED = {
    "sqlite": ["DROP TRIGGER events_never_updated", "DROP TRIGGER events_never_deleted"],
    "postgresql": ["ALTER TABLE events DISABLE TRIGGER events_never_changed"],
}
GUARDED = {
    "sqlite": [
        "CREATE TRIGGER events_never_updated BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER events_never_deleted BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no'); END",
    ],
    "postgresql": ["ALTER TABLE events ENABLE ALWAYS TRIGGER events_never_changed"],
}


@pytest.mark.full
def test_what_is_not_there_is_not_copied(run: Run, url: str, target: str) -> None:
    result = run("copy", url, target)
    assert result.exit_code == 2
    assert "no log" in result.stderr


# -- doctor


def test_a_sound_store_passes(run: Run, toy: object, played: str) -> None:
    code, found = findings(run, played, "--deep")
    assert code == 0, found
    assert found.keys() >= {"store", "schema", "log", "leaves", "answers", "games", "positions", "clock"}
    assert found["positions"]["found"].split()[0] != "0"
    told = run("doctor", "--url", played)
    assert told.exit_code == 0
    assert all(line.startswith("ok ") for line in told.stdout.splitlines())


DAMAGES = {
    "schema": {"sqlite": ["DROP TRIGGER events_never_updated"], "postgresql": UNGUARDED["postgresql"]},
    "answers": {"": ["DELETE FROM answers"]},
    "games": {"": ["DELETE FROM games_list WHERE opened > 1"]},
    "positions": {"": ["UPDATE stored_positions SET body = x'00'"]},
    "log": {
        "sqlite": [*UNGUARDED["sqlite"], "DELETE FROM events WHERE position = 3", *GUARDED["sqlite"]],
        "postgresql": ["UPDATE head SET position = position + 1"],
    },
}


@pytest.mark.parametrize("check", DAMAGES)
def test_a_fault_is_found_with_what_to_do(run: Run, toy: object, played: str, check: str) -> None:
    damage = DAMAGES[check]
    hand(played, *damage.get("", damage.get(played.partition(":")[0], [])))
    code, found = findings(run, played)
    assert code == 1
    assert not found[check]["holds"]
    assert found[check]["advice"]
    assert "not ok" in run("doctor", "--url", played).stdout


def test_the_doctor_mends_nothing(run: Run, toy: object, played: str) -> None:
    hand(played, "DELETE FROM answers")
    run("doctor", "--url", played, "--deep")
    assert rows(played, "answers") == []


def test_a_last_command_from_the_future_is_a_wrong_clock(run: Run, toy: object, url: str) -> None:
    later = datetime(2999, 1, 1, tzinfo=UTC)
    with referee_at(url, clock=lambda: later) as r:
        r.opening.open_game("tug", "long")
        r.queries.games()
    code, found = findings(run, url)
    assert (code, found["clock"]["holds"]) == (1, False)


def test_a_redis_that_does_not_answer_is_told(
    run: Run, toy: object, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONCLAD_REDIS", "redis://127.0.0.1:1/0")
    code, found = findings(run, played)
    assert (code, found["redis"]["holds"]) == (1, False)


def test_a_file_that_is_no_database_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "log.db").write_bytes(b"no database at all" * 100)
    code, found = findings(run, f"sqlite:///{tmp_path / 'log.db'}")
    assert (code, found["store"]["holds"]) == (1, False)


def test_passwords_are_not_shown() -> None:
    assert without_password("postgresql://user:pass@host:5/db") == "postgresql://user@host:5/db"
    assert without_password("postgresql://host/db?password=x&user=y") == "postgresql://host/db?user=y"
    for url in ("sqlite:////a/b.db", "postgresql://user@host/db?options=-csearch_path%3Da", "sqlite://"):
        assert without_password(url) == url
