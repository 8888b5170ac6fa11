"""Workers on one port that are quick to start, so that they can be killed hundreds of times.

    python -m tests.faults.herd URL PORT COUNT [MARKS]

One process reads every module and then forks a worker for each place; a worker that ends is followed by
another one at once, until SIGTERM or the end of standard input. Each says "listening" and its process's
number on standard output. With MARKS, a directory, they die of commands that say so (tests.faults.dying).
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import FrameType

from ironclad.api.serving.ports import HeldPort
from ironclad.api.serving.serve import serve
from ironclad.api.serving.workers import follow_parent
from ironclad.api.settings import Settings
from tests.api.running import ROOT
from tests.faults import dying
from tests.toy import TUG
from tests.waiting import PATIENCE

SECRET = "the same for every worker of this log"


class Herd:
    """The test's side: `address` is the workers', `listening` the processes that have said so."""

    def __init__(self, url: str, port: int, count: int, marks: Path | None) -> None:
        command = [sys.executable, "-m", "tests.faults.herd", url, str(port), str(count)]
        command += [] if marks is None else [str(marks)]
        environment = {**os.environ, "IRONCLAD_SECRET": SECRET}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=ROOT, text=True, env=environment, **pipes)  # type: ignore[call-overload]
        self.address = f"http://127.0.0.1:{port}"
        self.listening: list[int] = []
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.listening.append(int(line.split()[1]))

    def await_workers(self, count: int, seconds: float = PATIENCE) -> None:
        """Wait until so many listen."""
        until = time.monotonic() + seconds
        while len(self.listening) < count:
            assert self.process.poll() is None, "the herd is gone"
            assert time.monotonic() < until, f"only {len(self.listening)} workers listen"
            time.sleep(0.01)

    def kill(self, number: int) -> None:
        """SIGKILL to one of those that listen."""
        os.kill(self.listening.pop(number % len(self.listening)), signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM to all; the exit status."""
        self.process.terminate()
        try:
            status: int = self.process.wait(PATIENCE)
        finally:
            self.process.stdin.close()  # its workers end by that at the latest
            self.process.kill()
            self.process.wait()
            self._reader.join(PATIENCE)
            self.process.stdout.close()
        return status


@contextmanager
def herd(url: str, count: int, marks: Path | None = None) -> Iterator[Herd]:
    """Workers over a store, listening; stopped at the end."""
    with HeldPort("127.0.0.1", 0) as shared:
        made = Herd(url, shared.port, count, marks)
        try:
            made.await_workers(count)
            yield made
        finally:
            status = made.stop()
    assert status == 0, "the workers did not end cleanly"


def _start(url: str, port: int) -> int:
    """Fork a worker; its process's number. The child never returns. SIGTERM is blocked, in the parent."""
    if pid := os.fork():
        return pid
    status = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        follow_parent()

        def started(_: str) -> None:
            os.write(1, f"listening {os.getpid()}\n".encode())

        bounds = Settings(rates={}, ping_seconds=0.5)
        serve(url, port=port, rulesets={TUG.name: TUG}, started=started, settings=bounds, shared_port=True)
        status = 0
    finally:
        os._exit(status)


def main(url: str, port: int, count: int) -> None:
    """Keep up so many workers."""
    stopping, workers = False, set[int]()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for pid in workers:
            with suppress(ProcessLookupError):  # it has ended, and was about to be left out
                os.kill(pid, signal.SIGTERM)

    def start() -> None:
        """SIGTERM waits meanwhile: it finds every worker that there is, none with its parent's handler."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        if not stopping:
            workers.add(_start(url, port))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

    signal.signal(signal.SIGTERM, stop)
    for _ in range(count):
        start()
    while workers:
        pid, status = os.wait()
        workers.discard(pid)
        if status == 0 or stopping:
            continue
        if not os.WIFSIGNALED(status):
            time.sleep(0.2)  # its store is away
        start()


if __name__ == "__main__":
    if len(sys.argv) > 4:
        dying.spoil(Path(sys.argv[4]))
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
