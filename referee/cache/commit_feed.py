"""Waking the other processes at once when the log has grown: a Redis stream of positions.

A process that commits writes to it, so that it works without a projector; a thread does, so that no command
waits for it. A reader of the stream learns no more than that it should look: what is new it reads in the log.
A stream, and not bare messages, so that a process that was away for a moment finds what it missed.
"""

import logging
from collections.abc import Callable
from threading import Event, Thread

from redis import RedisError

from ironclad.referee.cache.redis_client import REST_SECONDS, RedisClient

KEPT = 1_000  # of the latest positions, about
_BLOCK_SECONDS = 1.0

_log = logging.getLogger(__name__)


class CommitFeed:
    """Tells others of commits (`committed`), and calls `wake` for theirs. Close it when done."""

    def __init__(
        self,
        link: RedisClient,
        log: Callable[[], str | None],
        size: Callable[[], int],
        wake: Callable[[], object],
    ) -> None:
        """`log` names the log, None as long as it has no name; `size` is the position of its last event."""
        self._link, self._log, self._size, self._wake = link, log, size, wake
        self._waiting = link.client(_BLOCK_SECONDS * 2)
        self._known = 0  # the last position that any process has reported
        self._grown = Event()
        self._closing = Event()
        self._threads = [
            Thread(target=self._tell, name="commits reported", daemon=True),
            Thread(target=self._hear, name="wakes heard", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def committed(self) -> None:
        """The log may have grown."""
        self._grown.set()

    def close(self) -> None:
        self._closing.set()
        self._grown.set()
        sending, hearing = self._threads
        while hearing.is_alive():  # it may have been about to wait when its connection was cut
            self._waiting.connection_pool.disconnect()
            hearing.join(0.05)
        sending.join()

    def _key(self) -> str | None:
        log = self._log()
        return None if log is None else f"ironclad:{log}:commits"

    # -- sending

    def _tell(self) -> None:
        while True:
            self._grown.wait()
            self._grown.clear()
            if self._closing.is_set():
                return
            try:
                self._tell_size()
            except Exception:
                _log.exception("a commit could not be reported to the other processes")

    def _tell_size(self) -> None:
        """Report how long the log is, unless the others know: what they reported is not sent back."""
        key, size = self._key(), self._size()
        if key is not None and size != self._known:  # a position beyond the log's end is wrong
            self._known = size
            entry = {"position": str(size)}
            self._link.ask(lambda redis: redis.xadd(key, entry, maxlen=KEPT, approximate=True))

    # -- hearing

    def _hear(self) -> None:
        """Wait at the stream with a connection that may wait: no request goes this way."""
        last = ""
        while not self._closing.is_set():
            try:
                if (key := self._key()) is None:
                    self._closing.wait(_BLOCK_SECONDS)
                else:
                    last = self._await(key, last) if last else self._end(key)
            except Exception as failed:
                # The client may raise anything where its connection is closed under it.
                if not isinstance(failed, RedisError) and not self._closing.is_set():
                    _log.exception("the other processes' commits could not be heard of; it is tried again")
                last = ""
                self._closing.wait(REST_SECONDS)
        self._waiting.close()

    def _end(self, key: str) -> str:
        """The id of the last entry. A reader that begins there looks up what came before."""
        found = self._waiting.xrevrange(key, count=1)
        self._wake()
        return str(found[0][0].decode()) if found else "0-0"

    def _await(self, key: str, last: str) -> str:
        """Wait for the next entries and wake; the id of the last one. Raises what the client does."""
        found = self._waiting.xread({key: last}, block=int(_BLOCK_SECONDS * 1000))
        entries = [entry for _, some in found or () for entry in some]
        if not entries:
            return last
        newest = max(int(fields[b"position"]) for _, fields in entries if b"position" in fields)
        if newest > self._known:
            self._known = newest
        self._wake()
        return str(entries[-1][0].decode())
