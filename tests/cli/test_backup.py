"""What docs/operations.md says of backups: taken while a server runs, put back, examined, played on."""

import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest

from tests import postgresql
from tests.api.running import Server, Table
from tests.cli.conftest import Run
from tests.log.conftest import pull, referee_at, stored
from tests.waiting import within


def test_a_sqlite_log_is_copied_beside_its_server_and_put_back(run: Run, toy: object, tmp_path: Path) -> None:
    log, backup = tmp_path / "log.sqlite", tmp_path / "backup.sqlite"
    server = Server(log).start()
    try:
        with server.client() as http:
            table = Table.open(http)
            table.pull(6)
            assert run("copy", f"sqlite:///{log}", f"sqlite:///{backup}").exit_code == 0
            since = table.pull(3)
            at_backup = since[0]["version"] - len(since[0]["events"])
    finally:
        server.kill()

    for each in tmp_path.glob("log.sqlite*"):
        if each.suffix != ".secret":
            each.unlink()
    shutil.copy(backup, log)
    assert run("doctor", "--deep", "--url", f"sqlite:///{log}").exit_code == 0
    server.start()
    try:
        with server.client() as http:
            table.http = http
            assert table.version() == at_backup, "the game stands where the backup has it"
            assert within(lambda: http.get("/log/checkpoint").status_code == 200), "its log is not signed"
            (again,) = table.pull()  # with the seat's old token
            assert again["version"] == since[0]["version"]
    finally:
        server.stop()


@pytest.mark.full
def test_a_postgresql_log_is_dumped_beside_its_writer_and_restored(run: Run, toy: object) -> None:
    with postgresql.cluster() as cluster:
        with referee_at(cluster.url) as referee:
            game = referee.opening.open_game("tug", "long").id
            for _ in range(8):
                pull(referee, game)
            program = [str(cluster.binaries / "pg_dump"), "--format=custom", cluster.url]
            dump = subprocess.run(program, capture_output=True, check=True).stdout
            kept = stored(referee)
            pull(referee, game)

        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE restored")
        restored = cluster.url.removesuffix("postgres") + "restored"
        program = [str(cluster.binaries / "pg_restore"), "--exit-on-error", f"--dbname={restored}"]
        subprocess.run(program, input=dump, capture_output=True, check=True)
        examined = run("doctor", "--deep", "--url", restored)
        assert examined.exit_code == 0, examined.output
        with referee_at(restored) as referee:
            assert stored(referee) == kept
            pull(referee, game)
