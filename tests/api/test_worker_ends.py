"""Worker processes end cleanly, and one that dies young is started again without the others."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from types import SimpleNamespace

import pytest

from ironclad.api.serving import workers
from ironclad.api.serving.workers import Workers, WorkersFailed

FOLLOWS = """
import time
from ironclad.api.serving.workers import follow_parent
follow_parent()
time.sleep(0.05)  # the thread reads by then
"""
LISTENS = "print('listening', flush=True); import sys; sys.stdin.read()"
DIES_ONCE = f"""
import os, sys
try:
    os.close(os.open(sys.argv[1], os.O_CREAT | os.O_EXCL))
except FileExistsError:
    {LISTENS}
"""


def test_the_thread_that_follows_the_parent_does_not_abort_the_end() -> None:
    for _ in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", FOLLOWS], stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert child.wait(30) == 0, child.stderr and child.stderr.read()
        for pipe in (child.stdin, child.stderr):
            assert pipe is not None
            pipe.close()


def run_until(herd: Workers, wanted: int, heard: list[tuple[str, str]]) -> list[int]:
    """Run until something was heard and so many workers are there; how many were at the start and end."""
    counts: list[int] = []

    def alive() -> int:
        processes = [each.process for each in herd._workers]
        return sum(1 for each in processes if each is not None and each.poll() is None)

    def stop() -> None:
        for _ in range(300):
            if counts and alive() >= wanted and heard:
                break
            sleep(0.05)
        counts.append(alive())
        os.kill(os.getpid(), signal.SIGTERM)

    def started() -> None:
        counts.append(alive())
        Thread(target=stop).start()

    herd.run(started)
    return counts


def test_a_worker_that_dies_before_it_listens_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    heard = SimpleNamespace(
        warning=lambda event, **_: told.append(("warning", event)),
        error=lambda event, **_: told.append(("error", event)),
    )
    monkeypatch.setattr(workers, "_log", heard)
    command = [sys.executable, "-c", DIES_ONCE, str(tmp_path / "one was here")]
    counts = run_until(Workers(command, os.environ, 2), 2, told)
    assert counts[-1] == 2
    assert told == [("warning", "worker ended")]


def test_workers_that_all_die_before_they_listen_are_a_failure() -> None:
    with pytest.raises(WorkersFailed):
        run_until(Workers([sys.executable, "-c", "raise SystemExit(3)"], os.environ, 2), 2, [])
