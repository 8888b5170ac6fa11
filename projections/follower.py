"""Following the log as it grows, by any process: one thread a process, for all who read live.

It reads what is new once, in batches, and hands it on. Being woken only makes it look sooner: what it tells
is what the log holds, position by position without a gap, and it looks now and then without being woken.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread

from ironclad.eventlog.log import LogBook
from ironclad.eventlog.store.recorders import Row

Deliver = Callable[[int, Sequence[Row]], None]
"""(position, rows): these rows are all that the log holds after that position, so far."""

_BATCH = 500
_LOOK_SECONDS = 1.0

_log = logging.getLogger(__name__)


class Follower:
    """Tells `deliver` of every event, in order, while `wanted` says that somebody listens.

    While nobody listens it reads nothing; then it continues from the end of the log: a new listener looks up
    in the log what came before.
    """

    def __init__(self, log: LogBook, deliver: Deliver, wanted: Callable[[], bool]) -> None:
        self._log = log
        self._recorder = log.process_recorder
        self._deliver = deliver
        self._wanted = wanted
        self._place: int | None = None
        self._news = Event()
        self._closing = False
        self._thread = Thread(target=self._follow, name="follower", daemon=True)
        log.database.listen(self.wake)
        self._thread.start()

    def wake(self) -> None:
        """The log may have grown, or somebody listens: look now."""
        if self._wanted():
            self._news.set()

    def close(self) -> None:
        """Stop, and wait until it has."""
        self._log.database.unlisten(self.wake)
        self._closing = True
        self._news.set()
        self._thread.join()

    def _follow(self) -> None:
        while True:
            self._news.wait(_LOOK_SECONDS)
            self._news.clear()
            if self._closing:
                return
            try:
                self._look()
            except Exception:
                _log.exception("the log could not be followed; it is tried again")

    def _look(self) -> None:
        if not self._wanted():
            self._place = None
            return
        if self._place is None:
            self._place = self._recorder.max_notification_id() or 0
            self._deliver(self._place, ())
        while rows := self._next(self._place):
            self._deliver(self._place, rows)
            self._place = rows[-1][4]

    def _next(self, place: int) -> list[Row]:
        """The next events, as far as they follow each other without a gap."""
        rows: list[Row] = []
        for note in self._recorder.select_notifications(place, _BATCH, inclusive_of_start=False):
            if note.id != place + 1 + len(rows):
                _log.warning("position %s of the log is not there yet", place + 1 + len(rows))
                break
            rows.append((str(note.originator_id), note.originator_version, note.topic, note.state, note.id))
        return rows
