"""One process for a SQLite log: the process that may append holds a lock on a file beside it until it ends.

SQLite lets several processes write; the referee keeps games, heads and matches in memory, and another writer
would leave it behind.
"""

from pathlib import Path
from typing import Self

from filelock import BaseFileLock

from ironclad.eventlog.errors import HeldElsewhere, Unavailable
from ironclad.eventlog.file_lock import LockedElsewhere, locked
from ironclad.eventlog.store import sqlite_path


class Hold:
    """A log held for this process, until it is released.

    A log in memory is nobody else's anyway; one in a database server is for any number of processes.
    """

    def __init__(self, url: str) -> None:
        """Raises BadStoreURL, HeldElsewhere, Unavailable (no such directory, no right to write there)."""
        path = sqlite_path(url) if url.startswith("sqlite:") else None
        self._lock = None if path is None else _locked(Path(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let another process have the log."""
        if self._lock is not None:
            self._lock.release()


def _locked(database: Path) -> BaseFileLock:
    if database.is_dir():
        raise Unavailable(f"{database} is a directory, no log")
    file = Path(f"{database.resolve()}.lock")
    try:
        return locked(file, 0o644)
    except LockedElsewhere as taken:
        holder = f" (process {taken.process})" if taken.process else ""
        raise HeldElsewhere(f"another server{holder} has the log {database}") from taken
    except OSError as wrong:
        raise Unavailable(f"{file} cannot be had: {wrong.strerror}") from wrong
