"""`.ci/run`: the PostgreSQL of a run's own is there for the command, and gone after it, however it ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests import postgresql
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

TOP = Path(__file__).resolve().parents[2]

COMMAND = """
import os, sys
print(os.environ["IRONCLAD_TEST_POSTGRESQL"], os.environ["CI"], flush=True)
sys.stdin.readline()
print("2 failed, 1 passed in 0.50s")
print("make: the last word")
sys.exit(3)
"""


@contextmanager
def running() -> Iterator["subprocess.Popen[str]"]:
    """In a session of its own, as at a terminal of its own."""
    process = subprocess.Popen(
        [TOP / ".ci" / "run", sys.executable, "-c", COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "IRONCLAD_TEST_POSTGRESQL": "own"},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.communicate()


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_postgresql_of_a_run_goes_with_it(interrupted: bool) -> None:
    with postgresql.schema():  # skips, or fails, where there is none
        pass
    with running() as process:
        assert process.stdout is not None
        url, told = process.stdout.readline().split()
        assert told
        assert url != postgresql.URL
        with psycopg.connect(url) as connection:
            (data,) = connection.execute("SHOW data_directory").fetchone() or ("",)
        assert Path(data).name.startswith("ironclad-ci-")
        if interrupted:
            os.killpg(process.pid, signal.SIGTERM)  # a run in a shell's background may not have SIGINT
        said, _ = process.communicate(None if interrupted else "\n", timeout=PATIENCE)
        assert process.returncode == (143 if interrupted else 3)
    assert not Path(data).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=int(PATIENCE))
    if not interrupted:
        assert said.splitlines()[-1] == "2 failed, 1 passed in 0.50s", "pytest's last word stands last"
