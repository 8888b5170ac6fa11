"""Servers in processes of their own, each forked from a process that has made a server's imports.

The imports take a second of a processor, and the tests start some hundred servers. `ironclad serve` itself is
started by the tests of the command line.
"""

import multiprocessing
import os
import runpy
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from types import ModuleType

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.api.preloaded"])


class Forked:
    """A module that runs as a program: `pid`, and `line`, the first line that it printed ("" if none)."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        reader, writer = _context.Pipe(duplex=False)
        self._process: ForkServerProcess = _context.Process(
            target=_run, args=(module, list(arguments), dict(environment), os.getcwd(), writer), daemon=True
        )
        with _no_program():
            self._process.start()
        writer.close()
        self._reader = reader
        with open(reader.fileno(), encoding="utf-8", closefd=False) as text:
            self.line = text.readline().strip()

    @property
    def pid(self) -> int:
        """The number of the process."""
        pid = self._process.pid
        assert pid is not None
        return pid

    def terminate(self) -> None:
        """Send SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """Send SIGKILL."""
        self._process.kill()

    def wait(self, seconds: float) -> int:
        """Its exit status once it has ended, negative for a signal. Raises TimeoutError."""
        self._process.join(seconds)
        status = self._process.exitcode
        if status is None:
            raise TimeoutError(f"it runs still after {seconds} seconds")
        self._reader.close()
        self._process.close()
        return status


@contextmanager
def _no_program() -> Iterator[None]:
    """Without this program's own module, which multiprocessing would run once more in the new process."""
    program = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = program


def _run(
    module: str, arguments: list[str], environment: dict[str, str], folder: str, out: Connection
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.fileno(), sys.stdout.fileno())
    out.close()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
