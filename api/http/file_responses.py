"""Answers that are files: written to the disk where they are large, and sent a piece at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from weakref import finalize

from ironclad.api.settings import Settings
from ironclad.eventlog.errors import Busy, TooMuch, Unavailable

PIECE = 64 * 1024
"""Bytes that are read of a file, and sent, at once."""


class FileAnswer:
    """A file as the answer of a WSGI application (`wsgi.file_wrapper` of PEP 3333)."""

    def __init__(self, file: "Spooled", size: int = PIECE) -> None:
        self._file, self._size = file, size

    def __iter__(self) -> Iterator[bytes]:
        while piece := self._file.read(self._size):
            yield piece

    def read(self) -> bytes:
        """The next piece; nothing at the end."""
        return self._file.read(self._size)

    def close(self) -> None:
        self._file.close()


class Spooled(SpooledTemporaryFile[bytes]):
    """A temporary file that does not grow past a bound, and gives its place free when it is closed."""

    def __init__(self, most: int, memory: int, places: BoundedSemaphore) -> None:
        super().__init__(memory)
        self._most, self._give = most, finalize(self, places.release)

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Raises TooMuch."""
        if self.tell() + len(data) > self._most:
            raise TooMuch("the bundle is larger than this call gives: the service's operator can export it")
        return super().write(data)

    def close(self) -> None:
        super().close()
        self._give()


@contextmanager
def spooled(settings: Settings, places: BoundedSemaphore) -> Iterator[Spooled]:
    """A file for an answer, left open for who sends it where it was written whole.

    Raises Busy where too many are open, Unavailable where the disk takes no more.
    """
    if not places.acquire(blocking=False):
        raise Busy("other bundles are being sent: ask again in a moment")
    file = Spooled(settings.bundle_bytes, settings.bundle_memory, places)
    try:
        yield file
    except OSError as wrong:
        file.close()
        raise Unavailable(f"there is no room for the bundle: {wrong.strerror}") from wrong
    except BaseException:
        file.close()
        raise
