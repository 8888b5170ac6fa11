"""The projector: keeps what is projected from the log caught up with it, for as long as it runs.

A process of its own over a shared store, so that no server has to. Where none runs, each server catches up by
itself, in the background and before it answers: the first takes the events, the others find that
it is done.
"""

import logging
from collections.abc import Sequence
from threading import Event
from time import monotonic

from ironclad.eventlog.log import LogBook
from ironclad.projections.projection import Projection

_LOOK_SECONDS = 0.5  # between two looks at the log that nothing woke it for
_PAUSE_SECONDS = 5.0  # after a failure

_log = logging.getLogger(__name__)


class Projector:
    """Catches projections up whenever the log has grown. A failure is logged, and tried again."""

    def __init__(self, log: LogBook, projections: Sequence[Projection]) -> None:
        self._log = log
        self._projections = projections
        self._news = Event()
        self._stopping = False

    def run(self) -> None:
        """Run until `stop` is called, from any thread or a signal's handler."""
        self._log.database.listen(self._news.set)
        try:
            while not self._stopping:
                again = monotonic() + (0 if self._catch_up() else _PAUSE_SECONDS)
                self._rest()
                while not self._stopping and monotonic() < again:
                    self._rest()
        finally:
            self._log.database.unlisten(self._news.set)

    def stop(self) -> None:
        """End `run` within half a second. It takes no lock: a signal interrupts who may hold it."""
        self._stopping = True

    def _rest(self) -> None:
        self._news.wait(_LOOK_SECONDS)
        self._news.clear()

    def _catch_up(self) -> bool:
        whole = True
        for projection in self._projections:
            try:
                projection.catch_up()
            except Exception:
                _log.exception("%s could not be caught up; it is tried again", projection.name)
                whole = False
        return whole
