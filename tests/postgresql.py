"""A PostgreSQL for tests: a schema of its own for each, in the database that IRONCLAD_TEST_POSTGRESQL names.

Where there is none, tests that need it are skipped; on a build server (CI is set) they fail.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from pwd import getpwnam
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from ironclad.api.serving.ports import HeldPort
from tests.waiting import PATIENCE, within

URL = os.environ.get("IRONCLAD_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres")

_numbers = count(1)


@cache
def _missing() -> str | None:
    """Why there is no server, if there is none."""
    try:
        psycopg.connect(URL, connect_timeout=int(PATIENCE)).close()
    except psycopg.OperationalError as wrong:
        return str(wrong)
    return None


@contextmanager
def schema(server: str = URL) -> Iterator[str]:
    """The URL of an empty schema, which is dropped afterwards."""
    if server == URL and (missing := _missing()) is not None:
        if os.environ.get("CI"):
            pytest.fail(f"no PostgreSQL at {URL}: {missing}")
        pytest.skip(f"no PostgreSQL at {URL}")
    name = f"ironclad_test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    try:
        options = urlencode({"options": f"-csearch_path={name}", "application_name": name})
        yield f"{server}{'&' if '?' in server else '?'}{options}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA {name} CASCADE")


def await_alone(url: str) -> None:
    """Wait until nobody is connected to a store: a killed client's last statement may still be under way.

    Told apart by their application's name, which is a schema's own, or `ironclad` in a server of one's own.
    """
    name = url.rpartition("application_name=")[2] if "application_name=" in url else "ironclad"
    with psycopg.connect(url, autocommit=True, application_name="alone") as connection:

        def alone() -> bool:
            text = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
            return connection.execute(text, (name,)).fetchone() == (0,)

        assert within(alone), f"somebody is still connected as {name}"


def end_connections(schema: str) -> None:
    """End every connection to a schema, as an administrator would; it is their application's name."""
    text = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND application_name = %s"
    )
    with psycopg.connect(URL, autocommit=True) as connection:
        connection.execute(text, (schema,))


@contextmanager
def role(url: str) -> Iterator[str]:
    """A role with every right on the tables of a schema, and no other."""
    with psycopg.connect(url, autocommit=True) as connection:
        (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
        name = f"{schema}_role"
        connection.execute(f"CREATE ROLE {name}")
        connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
        connection.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA {schema} TO {name}")
        try:
            yield name
        finally:
            connection.execute(f"DROP OWNED BY {name}")
            connection.execute(f"DROP ROLE {name}")


class Cluster:
    """A server of a test's own, with its own data, to be stopped, killed and started again."""

    def __init__(self, binaries: Path, data: Path, wal: Path) -> None:
        self.binaries = binaries
        self._data = data
        self._held = HeldPort("127.0.0.1", 0, socket.SO_REUSEADDR)
        self.port = self._held.port
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        options = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--wal-segsize=1")
        self._run("initdb", f"--waldir={wal}", *options)

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        options += " -c min_wal_size=2MB -c max_wal_size=8MB"
        log, patience = f"--log={self._data / 'log'}", f"--timeout={PATIENCE:.0f}"
        self._run("pg_ctl", "--wait", patience, log, f"--options={options}", "start")

    def revive(self) -> None:
        """Wait until it takes connections again after a fault; where it has ended by it, start it."""
        assert within(self._lives), "the server does not come back"

    def _lives(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=int(PATIENCE)).close()
        except psycopg.OperationalError:
            if self._run("pg_ctl", "status", check=False) != 0:
                self.start()
            return False
        return True

    def close(self) -> None:
        """End it for good."""
        if self._run("pg_ctl", "status", check=False) == 0:
            self.stop("immediate")
        self._held.close()

    def stop(self, mode: str) -> None:
        """Stop it: `fast` ends its connections, `immediate` ends it as a crash does."""
        self._run("pg_ctl", "--wait", f"--timeout={PATIENCE:.0f}", f"--mode={mode}", "stop")

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        """Run a program of PostgreSQL's, which does not run as root; its exit status."""
        prefix, user = _no_root()
        with tempfile.TemporaryFile("w+") as told:  # a pipe would stay open with the server
            status = subprocess.run(
                [*prefix, self.binaries / program, f"--pgdata={self._data}", *arguments],
                check=False,
                stdout=told,
                stderr=subprocess.STDOUT,
                cwd="/",
                **user,
            ).returncode
            told.seek(0)
            assert status == 0 or not check, f"{program} ended with {status}: {told.read()}"
        return status


def _no_root() -> tuple[list[str], dict[str, Any]]:
    """What goes before a command, and how it is started, so that root does not run it.

    Who is root of a user namespace only (tests.faults.disks) is its own user again in one within that.
    """
    if os.geteuid() != 0:
        return [], {}
    known = getpwnam("postgres").pw_uid
    lines = Path("/proc/self/uid_map").read_text().splitlines()
    ranges = [[int(each) for each in line.split()] for line in lines]
    if any(first <= known < first + count for first, _, count in ranges):
        return [], {"user": "postgres", "group": "postgres", "extra_groups": []}
    return ["unshare", "--user", "--map-user=1000", "--map-group=1000"], {}


@contextmanager
def cluster(disk: Path | None = None, wal_disk: Path | None = None) -> Iterator[Cluster]:
    """A server of one's own, started; skips where PostgreSQL's programs are not there, as `schema` does.

    Its data are on one disk, its write-ahead log on another: on that of temporary files unless named.
    """
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) + [
        Path(each).resolve().parent for each in [shutil.which("initdb")] if each
    ]
    if not found:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL's programs are not here")
        pytest.skip("PostgreSQL's programs are not here")
    with ExitStack() as stack:
        data, wal = (Path(tempfile.mkdtemp(prefix="ironclad-postgresql-", dir=at)) for at in (disk, wal_disk))
        for each in (data, wal):
            stack.callback(shutil.rmtree, each, ignore_errors=True)
            if "user" in _no_root()[1]:
                shutil.chown(each, "postgres", "postgres")
        made = Cluster(found[-1], data, wal)
        stack.callback(made.close)
        made.start()
        yield made
