"""Workers of one parent on one port: they share the log and the counters, are kept up, and end with it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from tests import postgresql
from tests.api.running import PATIENCE, ROOT, Table

WORKERS = 3


class Parent:
    """`ironclad serve --workers`, once all of them listen."""

    def __init__(self, url: str, said: Path, workers: int = WORKERS) -> None:
        self.said = said
        command = [sys.executable, "-m", "ironclad.api.cli", "serve", "--port", "0", "--json"]
        command += ["--no-accounts", "--url", url, "--workers", str(workers)]
        environment = {**os.environ, "IRONCLAD_SECRET": "the same for every worker of this log"}
        with said.open("w") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT, env=environment
            )
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(5)]
        self.api = next(line.split('"')[3] for line in lines if '"api"' in line)

    def workers(self) -> list[int]:
        """The processes that are its children now."""
        kept = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in kept.read_text().split()]

    def stop(self) -> int:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait()


def asked(api: str) -> httpx.Client:
    """A client with a new connection for each call, so that any worker may answer."""
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(base_url=api, timeout=PATIENCE, limits=limits)


def until(test: object, seconds: float = PATIENCE) -> None:
    deadline = monotonic() + seconds
    while not test():  # type: ignore[operator]
        assert monotonic() < deadline, "it did not come about in time"
        sleep(0.05)


def gone(pid: int) -> bool:
    try:
        return "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Parent]:
    with postgresql.schema() as url:
        started = Parent(url, tmp_path / "said")
        try:
            yield started
        finally:
            started.stop()


@pytest.mark.full
def test_a_game_is_played_whoever_of_the_workers_answers(parent: Parent) -> None:
    with asked(parent.api) as http:
        opened = http.post("/games", json={"ruleset": "american_civil_war", "scenario": "campaign"})
        assert opened.status_code == 201, opened.text
        table = Table(http, opened.json()["id"])
        for seat in ("union", "confederate"):
            token = table.post(f"/seats/{seat}", {"player": seat}).json()["token"]
            table.tokens[seat] = token
        for _ in range(40):
            (due, *_) = table.get().json()["due"]
            offer = table.get("/legal", seat=due["seat"]).json()["commands"][0]
            given = table.give(due["seat"], offer, decision=due["id"])
            assert given.status_code == 200, given.text
            answered = given.json()["version"]
            assert [table.version() for _ in range(3)] == [answered] * 3, "what was answered is seen by all"
        lines = http.get("/metrics").text.splitlines()
        counts = (line for line in lines if line.startswith("ironclad_requests_total{"))
        told = [line for line in counts if "give_command" in line]
        assert sum(float(line.rpartition(" ")[2]) for line in told) == 40, "one worker tells of all"


@pytest.mark.full
def test_a_worker_that_dies_is_started_again(parent: Parent) -> None:
    before = parent.workers()
    assert len(before) == WORKERS
    os.kill(before[0], signal.SIGKILL)
    until(lambda: len(set(parent.workers()) - {before[0]}) == WORKERS)
    assert set(before[1:]) < set(parent.workers()), "the others were left alone"
    with asked(parent.api) as http:
        until(lambda: all(http.get("/ready").status_code == 200 for _ in range(10)))
    assert "worker ended" in parent.said.read_text()


@pytest.mark.full
def test_they_end_together(parent: Parent) -> None:
    workers = parent.workers()
    assert parent.stop() == 0
    assert all(gone(each) for each in workers)


@pytest.mark.full
def test_workers_do_not_outlive_a_parent_that_is_killed(parent: Parent) -> None:
    workers = parent.workers()
    parent.process.kill()
    until(lambda: all(gone(each) for each in workers))


def test_several_workers_over_sqlite_are_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ironclad.api.cli", "serve", "--workers", "2", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert refused.returncode == 2
    assert "PostgreSQL" in refused.stderr
