"""Work that no answer waits for: keeping positions, noting refusals, catching views up, copying the WAL back.

One thread, asked by key: asking again for what still waits replaces it, so the queue is as bounded as its
keys are.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Condition, Event, Thread

_ASKED_AT_MOST = 1_000
_PAUSE_SECONDS = 0.1


class BackgroundWork:
    """Does work in the background, oldest first. A failure is logged: nothing here needs to succeed."""

    def __init__(self) -> None:
        self._asked: OrderedDict[str, Callable[[], object]] = OrderedDict()
        self._changed = Condition()
        self._closing = Event()
        self._busy = False
        self._thread = Thread(target=self._keep, name="housekeeper", daemon=True)
        self._thread.start()

    def ask(self, key: str, work: Callable[[], object]) -> None:
        """Do this some time soon, instead of what was asked under the same key and not done yet."""
        with self._changed:
            if self._closing.is_set():
                return
            self._asked[key] = work
            if len(self._asked) > _ASKED_AT_MOST:
                self._asked.popitem(last=False)
            self._changed.notify()

    def settle(self) -> None:
        """Wait until nothing is left to do."""
        with self._changed:
            self._changed.wait_for(lambda: not self._asked and not self._busy)

    def close(self) -> None:
        """Finish what was asked, then stop."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join()

    def _keep(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._asked or self._closing.is_set())
                if not self._asked:
                    return
            self._closing.wait(_PAUSE_SECONDS)  # a burst is asked for in the meantime, and wakes nobody
            with self._changed:
                asked, self._asked = self._asked, OrderedDict()
                self._busy = True
            for key, work in asked.items():
                try:
                    work()
                except Exception:
                    logging.getLogger(__name__).exception("housekeeping failed: %s", key)
