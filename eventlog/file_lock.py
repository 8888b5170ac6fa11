"""A lock on a file that one process at a time may have, for as long as it lives.

The lock is the operating system's (`flock`), so a killed process lets go of it. The file stays when it is let
go: were it removed, two processes could hold two files of its name.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

_PROCESS_BYTES = 20


class LockedElsewhere(Exception):
    """Another process has the lock: `process` is its id if the file has it, else ""."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class FileLock:
    """The lock on a file beside what it protects, until it is released."""

    def __init__(self, file: Path, mode: int) -> None:
        """`mode` is the file's, where it is made. Raises LockedElsewhere, OSError."""
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, mode)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            try:
                holder = os.read(descriptor, _PROCESS_BYTES).decode(errors="replace").strip()
            finally:
                os.close(descriptor)
            raise LockedElsewhere(holder) from None
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor: int | None = descriptor
        with suppress(OSError):  # a full disk: the name is a courtesy
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def release(self) -> None:
        """Let another process have it; more than once does no harm."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
