"""The heartbeat of a process that serves: without one for a minute, the service did not work."""

import logging
from threading import Event, Thread

from ironclad.domain.match.clocks.times import instant_of
from ironclad.eventlog.store.heartbeats import Heartbeats, KnownOutage
from ironclad.referee.open_games import OpenGames

BEAT_SECONDS = 10.0

_log = logging.getLogger(__name__)


class Heart:
    """Leaves heartbeats beside the log, and knows the outages that were found.

    One that does not beat reads the outages as often: a process that serves nobody.
    """

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games, self._beats = open_games, Heartbeats(open_games.log.database)
        self._known: list[KnownOutage] = []
        self._stopping = Event()
        self._thread: Thread | None = None

    @property
    def outages(self) -> list[KnownOutage]:
        """The outages that were found, the latest first."""
        return self._known

    def start(self, serves: bool) -> None:
        """Look at what was before, then beat (where the process `serves`) until `close`."""
        self.once(serves)
        self._thread = Thread(target=self._run, args=(serves,), name="heart", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Beat no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def once(self, serves: bool) -> None:
        """One beat. A failure is logged: the next one tells of the gap."""
        try:
            if serves:
                self._beats.beat(instant_of(self._open_games.now()))
            self._known = self._beats.outages()
        except Exception:
            _log.exception("no heartbeat could be left")

    def _run(self, serves: bool) -> None:
        while not self._stopping.wait(BEAT_SECONDS):
            self.once(serves)
