"""A lock on a file that one process at a time may have, for as long as it lives (`filelock`).

The lock is the operating system's, so a killed process releases it. The file stays, and names the process
that has the lock.
"""

import os
from contextlib import suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout


class LockedElsewhere(Exception):
    """Another process has the lock: `process` is its id if the file has it, else ""."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


def locked(file: Path, mode: int) -> BaseFileLock:
    """The lock on a file, taken; `mode` is the file's, if it is made. Raises LockedElsewhere, OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    # Without `fallback_to_soft=False` a file system without locks would get one that outlives its process.
    lock = FileLock(file, 0, mode, thread_local=False, fallback_to_soft=False, on_acquired=_name_process)
    try:
        lock.acquire()
    except Timeout:
        raise LockedElsewhere(file.read_text(errors="replace").strip()) from None
    return lock


def _name_process(descriptor: int) -> None:
    with suppress(OSError):  # a full disk: the name is a courtesy
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
