"""Power losses of a PostgreSQL cluster, simulated at the layer of its files: nothing acknowledged is lost.

All processes of a cluster run with the recorder, and so does the player; what it was answered is in the same
order as the cluster's calls. A disk of each moment is given to a cluster, which recovers from it. Left out
are the files pg_internal.init, a cache that a server removes when it starts. Folders are there at once.
IRONCLAD_TEST_POSTGRESQL_LOSSES says how many moments are tried, the hammer's seed which.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg
import pytest

from ironclad.eventlog.store.database import migrate_store
from ironclad.referee.checkup import Apart, examine
from tests import postgresql
from tests.faults.power.simulating import Call, Disk, calls, compiled
from tests.hammer.summaries import SEED, summarize
from tests.toy import TUG

pytestmark = pytest.mark.full
LOSSES = int(os.environ.get("IRONCLAD_TEST_POSTGRESQL_LOSSES", "3"))
TOP = Path(__file__).parents[2]
SETTINGS = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c min_wal_size=2MB -c max_wal_size=8MB"
HELD = ("store", "schema", "log", "leaves", "answers")


class Server:
    """A cluster's server over a folder. It runs with real flushes, as a user who is not root."""

    def __init__(self, binaries: Path, data: Path, port: int, **recording: str) -> None:
        self._binaries, self._data, self._port = binaries, data, port
        self._environment = {**os.environ, **recording}
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        prefix, user = postgresql._no_root()
        told = self._data.parent / "told"
        with told.open("w+") as file:
            done = subprocess.run(
                [*prefix, self._binaries / program, f"--pgdata={self._data}", *arguments],
                stdout=file,
                stderr=subprocess.STDOUT,
                env=self._environment,
                cwd="/",
                timeout=120,
                check=False,
                **user,
            )
        assert done.returncode == 0, told.read_text() + (self._data.parent / "log").read_text()

    @contextmanager
    def started(self, mode: str = "fast") -> Iterator[str]:
        options = f"-p {self._port} {SETTINGS}"
        self.run("pg_ctl", "--wait", f"--log={self._data.parent / 'log'}", f"--options={options}", "start")
        try:
            yield self.url
        finally:
            self.run("pg_ctl", "--wait", f"--mode={mode}", "stop")


def owned(folder: Path) -> None:
    """Give a folder, and all in it, to the user whom the server runs as."""
    if "user" in postgresql._no_root()[1]:
        for each in (folder, *folder.rglob("*")):
            shutil.chown(each, "postgres", "postgres")


@dataclass(frozen=True)
class Recorded:
    """What the processes of a cluster asked of their files: their calls, and the files before them."""

    folder: Path
    binaries: Path
    port: int
    calls: list[Call]

    @property
    def base(self) -> Path:
        return self.folder / "base"


@pytest.fixture(scope="module")
def recorded() -> Iterator[Recorded]:
    with postgresql.cluster() as found:  # for its programs and a port that is held; it is stopped itself
        found.stop("immediate")
        folder = Path(tempfile.mkdtemp(prefix="ironclad-power-"))
        folder.chmod(0o755)
        try:
            yield Recorded(folder, found.binaries, found.port, _record(folder, found.binaries, found.port))
        finally:
            shutil.rmtree(folder)


def test_nothing_acknowledged_is_lost_with_the_power(recorded: Recorded) -> None:
    _lose(recorded, recorded.calls, LOSSES)
    calls = len(recorded.calls)
    summarize(f"{LOSSES} power losses over postgresql at moments of {calls} calls: nothing lost")


def test_a_log_of_the_cluster_that_is_never_flushed_is_found(recorded: Recorded) -> None:
    """A disk that lies about the flushes of the write-ahead log: the check sees what is lost."""
    lazy = [each for each in recorded.calls if not (each.kind == "F" and "/pg_wal/" in each.path)]
    with pytest.raises((AssertionError, psycopg.Error)):
        _lose(recorded, lazy, 8)


def _record(folder: Path, binaries: Path, port: int) -> list[Call]:
    """Play over a new cluster under the recorder; its calls."""
    library = compiled(folder)
    if library is None:
        pytest.skip("no C compiler")
    library.chmod(0o755)
    root, base, trace = folder / "disk", folder / "base", folder / "trace"
    (root / "data").mkdir(parents=True)
    trace.touch()
    owned(folder)
    trace.chmod(0o666)
    server = Server(binaries, root / "data", port)
    options = ("--auth=trust", "--username=postgres", "--encoding=UTF8", "--wal-segsize=1")
    server.run("initdb", *options)
    with server.started() as url:
        migrate_store(url)
    shutil.copytree(root / "data", base)
    recording = {"LD_PRELOAD": str(library), "POWER_ROOT": str(root), "POWER_TRACE": str(trace)}
    with Server(binaries, root / "data", port, **recording).started() as url:
        notes = root / "acknowledged"
        program = [sys.executable, "-m", "tests.faults.power.playing_postgresql", url, str(notes), "150"]
        subprocess.run(program, env={**os.environ, **recording}, cwd=TOP, check=True, timeout=240)
    found = list(calls(trace))
    flushed = {each.path.split("/")[1] for each in found if each.kind == "F" and "/" in each.path}
    assert "pg_wal" in flushed, "the write-ahead log was never flushed"
    assert any(each.path == "acknowledged" for each in found)
    return found


def _lose(recorded: Recorded, made: list[Call], losses: int) -> None:
    """Lose the power at some moments, and let a cluster recover from what is left each time."""
    random, folder, base = Random(SEED), recorded.folder, recorded.base
    notes = [number for number, each in enumerate(made) if each.path == "acknowledged"]
    moments = sorted(random.randint(notes[0], notes[-1]) for _ in range(losses))
    disk, at, acknowledged = Disk.of(base), 0, 0
    for number, moment in enumerate(moments):
        for call in made[at:moment]:
            if call.path == "acknowledged":
                acknowledged = int(call.data.split()[1]) if call.kind == "W" else acknowledged
            elif call.path.startswith("data/") and "pg_internal.init" not in call.path:
                disk.take(_inside(call))
        at = moment
        left = folder / "left" / "data"
        shutil.rmtree(left.parent, ignore_errors=True)
        left.parent.mkdir(mode=0o755)
        shutil.copytree(base, left, ignore=_files)
        disk.lose_power(Random(f"{SEED} {number}"), left)
        (left / "postmaster.pid").unlink(missing_ok=True)  # of a process that a reboot has ended
        left.chmod(0o700)
        owned(left.parent)
        where = f"seed {SEED}, loss {number} at call {moment} of {len(made)}"
        with Server(recorded.binaries, left, recorded.port).started("immediate") as url:
            _check(url, acknowledged, where)


def _files(folder: str, names: list[str]) -> list[str]:
    """The names in a folder that are of files."""
    return [each for each in names if Path(folder, each).is_file()]


def _inside(call: Call) -> Call:
    """A call on a path of the cluster's folder."""
    data = call.data.removeprefix(b"data/") if call.kind == "R" else call.data
    return Call(call.kind, call.path.removeprefix("data/"), call.offset, data)


def _check(url: str, acknowledged: int, where: str) -> None:
    with psycopg.connect(url) as connection:
        (has,) = connection.execute("SELECT count(*) FROM events").fetchone() or (0,)
    assert has >= acknowledged, f"{where}: {has} events are left of {acknowledged}"
    found = examine(url, {"tug": TUG}, True, Apart(None, notary=None))
    wrong = [f"{each.check}: {each.found}" for each in found if not each.holds and each.check in HELD]
    assert not wrong, f"{where}: {wrong}"
