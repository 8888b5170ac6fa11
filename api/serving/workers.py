"""Many workers on one port: a parent that starts them, keeps them up and stops them together.

Each worker is a server process of its own over a shared log; the operating system spreads connections over
those that listen (SO_REUSEPORT). A worker holds nothing that another one lacks, so any may die: its callers
ask again, and another worker answers. A worker ends when its parent does, even by kill -9: it watches a pipe
that only the parent holds open.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from types import FrameType

import structlog
from prometheus_client.multiprocess import mark_process_dead

from ironclad.api.serving import logs

LISTENING = "listening"
"""What a worker says on standard output once it takes connections."""

_POLL_SECONDS = 0.1
_YOUNG_SECONDS = 5.0
_PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 15.0)
"""Seconds before a worker that died young is started again: longer each time in a row."""
_STOP_SECONDS = 20.0

_log = structlog.get_logger("ironclad.workers")


class WorkersFailed(Exception):
    """Every worker ended before it listened: what they said on standard error tells why."""


@dataclass
class _Worker:
    """A place for a worker process; `deaths` counts those in a row that came soon after the start."""

    number: int
    process: subprocess.Popen[str] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = field(default=0.0)


class Workers:
    """Runs `count` processes of one command on a shared port until it is asked to stop."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], count: int) -> None:
        """`command` starts a worker: it listens on the shared port, says LISTENING, follows its parent."""
        self._command, self._environment = list(command), dict(environment)
        self._workers = [_Worker(number) for number in range(count)]
        self._stopping = False

    def run(self, started: Callable[[], None]) -> None:
        """Run until SIGTERM or SIGINT; `started` is called once all listen. Raises WorkersFailed.

        Must run in the main thread, which has the signals.
        """
        logs.configure()
        handlers = {which: signal.signal(which, self._stop) for which in (signal.SIGTERM, signal.SIGINT)}
        counters = tempfile.mkdtemp(prefix="ironclad-metrics-")
        try:
            for worker in self._workers:
                self._start(worker, counters)
            listening = [self._await_listening(worker) for worker in self._workers]
            if not self._stopping:
                if not any(listening):
                    raise WorkersFailed("every worker ended before it listened")
                started()
            while not self._stopping:
                for worker in self._workers:
                    self._keep_up(worker, counters)
                sleep(_POLL_SECONDS)
        finally:
            self._end_all()
            shutil.rmtree(counters, ignore_errors=True)
            for which, handler in handlers.items():
                signal.signal(which, handler)

    def _stop(self, which: int, frame: FrameType | None) -> None:
        """A signal's handler. It takes no lock, as an Event does: who is interrupted may hold it."""
        self._stopping = True

    def _start(self, worker: _Worker, counters: str) -> None:
        """Start a worker's process, in a group of its own: Ctrl-C reaches the parent, which stops it."""
        worker.started = monotonic()
        worker.process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,
            env={**self._environment, "PROMETHEUS_MULTIPROC_DIR": counters},
        )

    def _await_listening(self, worker: _Worker) -> bool:
        """Whether a worker listens; one that ends before is started again, if another one listens."""
        process = worker.process
        assert process is not None
        assert process.stdout is not None
        while not self._stopping and not select.select([process.stdout], [], [], _POLL_SECONDS)[0]:
            pass  # a signal does not end the waiting by itself (PEP 475)
        return not self._stopping and process.stdout.readline().strip() == LISTENING

    def _keep_up(self, worker: _Worker, counters: str) -> None:
        """Start a worker again that has ended; one that dies young again and again, ever less often."""
        process = worker.process
        if process is None:
            if monotonic() >= worker.due:
                self._start_again(worker, counters)
            return
        if (status := process.poll()) is None:
            return
        self._close(process)
        mark_process_dead(process.pid, counters)  # type: ignore[no-untyped-call]
        young = monotonic() - worker.started < _YOUNG_SECONDS
        worker.deaths = worker.deaths + 1 if young else 0
        pause = _PAUSES[min(worker.deaths, len(_PAUSES) - 1)]
        worker.process, worker.due = None, monotonic() + pause
        fields = {"worker": worker.number, "process": process.pid, "status": status, "again_in": pause}
        again = worker.deaths >= len(_PAUSES)  # what does not heal by itself
        (_log.error if again else _log.warning)("worker ended", **fields)

    def _start_again(self, worker: _Worker, counters: str) -> None:
        """Start a worker in the place of one that ended; the others go on where the system has no room."""
        try:
            self._start(worker, counters)
        except OSError as wrong:
            worker.due = monotonic() + _PAUSES[-1]
            _log.warning("worker not started", worker=worker.number, reason=str(wrong), again_in=_PAUSES[-1])

    def _end_all(self) -> None:
        """SIGTERM to every worker, and SIGKILL to those that do not end in time."""
        processes = [worker.process for worker in self._workers if worker.process is not None]
        for process in processes:
            process.terminate()
        deadline = monotonic() + _STOP_SECONDS
        for process in processes:
            try:
                process.wait(max(0.0, deadline - monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._close(process)

    @staticmethod
    def _close(process: "subprocess.Popen[str]") -> None:
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def follow_parent() -> None:
    """In a worker: end as by SIGTERM when the parent is gone, however it went.

    The pipe is read past Python's own buffer: that has a lock, and a thread that holds it when the
    interpreter ends aborts the process.
    """
    pipe = sys.stdin.fileno()

    def watch() -> None:
        with suppress(OSError):
            while os.read(pipe, 1):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
