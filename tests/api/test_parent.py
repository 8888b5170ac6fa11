"""The parent of several workers: told to stop at any moment, and short of processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.serving import workers
from ironclad.api.serving.workers import LISTENING, Workers

TOP = Path(__file__).resolve().parents[2]
PARENT = """
import os, sys
from ironclad.api.serving.workers import Workers
Workers([sys.executable, "-c", sys.argv[1]], os.environ, 2).run(lambda: print("all listen", flush=True))
"""
MUTE = "import sys; sys.stderr.write('begun\\n'); sys.stderr.flush(); sys.stdin.read()"
LISTENS = f"import sys; print({LISTENING!r}, flush=True); sys.stdin.read()"


def test_it_stops_while_its_workers_have_not_begun_to_listen() -> None:
    """A worker that waits for its database says nothing: the signal is heeded all the same."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, MUTE],
        cwd=TOP,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stderr is not None
        while "begun" not in parent.stderr.readline():
            pass
        parent.terminate()
        told, _ = parent.communicate(timeout=60)
    assert parent.returncode == 0
    assert told == ""


def test_a_worker_that_cannot_be_started_again_ends_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_PAUSES", (0.0, 0.0))
    parent, tries, popen = Workers([sys.executable, "-c", LISTENS], os.environ, 2), [], subprocess.Popen

    def no_room(*arguments: Any, **more: Any) -> Any:
        tries.append(arguments)
        if len(tries) > 2:
            parent._stop(signal.SIGTERM, None)
        raise BlockingIOError("no room for another process")

    def begun() -> None:
        first, second = (worker.process for worker in parent._workers)
        assert first is not None
        assert second is not None
        monkeypatch.setattr(subprocess, "Popen", no_room)
        first.kill()

    parent.run(begun)
    assert len(tries) > 2
    other = parent._workers[1].process
    assert isinstance(other, popen)
    assert other.returncode == -signal.SIGTERM, "it went on until it was told to stop"
