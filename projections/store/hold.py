"""One process a SQLite log: whoever may append holds a lock on a file beside it, as long as it lives.

SQLite lets several processes write; the referee keeps games, heads and matches in memory, and another writer
would leave it behind. The lock is the operating system's (`flock`), so a killed process lets go of it.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from projections.errors import HeldElsewhere, Unavailable
from projections.store import sqlite_path


class Hold:
    """A log held for this process, until it is released.

    A log in memory is nobody else's anyway; one in a database server is for any number of processes.
    """

    def __init__(self, url: str) -> None:
        """Raises BadStoreURL, HeldElsewhere, Unavailable (no such directory, no right to write there)."""
        path = sqlite_path(url) if url.startswith("sqlite:") else None
        self._descriptor = None if path is None else _locked(Path(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let go. The file stays: were it removed, two processes could hold two files of its name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _locked(database: Path) -> int:
    """The descriptor of the locked file, which names the process that holds it."""
    if database.is_dir():
        raise Unavailable(f"{database} is a directory, no log")
    file = Path(f"{database.resolve()}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as wrong:
        raise Unavailable(f"{file} cannot be opened: {wrong.strerror}") from wrong
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as wrong:
        holder = os.read(descriptor, 20).decode(errors="replace").strip()
        os.close(descriptor)
        if not isinstance(wrong, BlockingIOError):
            raise Unavailable(f"{file} cannot be locked: {wrong.strerror}") from wrong
        raise HeldElsewhere(
            f"another server{f' (process {holder})' if holder else ''} has the log {database}"
        ) from wrong
    with suppress(OSError):  # a full disk: the name is a courtesy
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
    return descriptor
