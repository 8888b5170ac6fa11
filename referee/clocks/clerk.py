"""The clerk: finds flags that no request meets. Any number of clerks do no harm.

It keeps a heap of the instants at which a game has to be looked at, which is rebuilt from the log when it
begins; nothing is scheduled anywhere else. A flag is appended only when what had arrived by its deadline has
been judged. Where two find the same flag, the log takes one.
"""

import heapq
import logging
from threading import Event as Flag
from threading import Thread

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.deadlines import SWEPT_AFTER_MS, next_sweep
from ironclad.domain.match.clocks.events import CLOCK_EVENTS
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.events import EVENTS, GameMoved
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.store.timed_games import TimedGames
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.open_games import OpenGame, OpenGames

_LOOK_SECONDS = 0.25
_PAUSE_SECONDS = 5.0  # after a failure
_SETS = "match.control_set.1"
_CHANGING: tuple[type[Event], ...] = (*CLOCK_EVENTS, GameMoved)  # an end only makes a deadline none
_CHANGES = tuple(topic for kind in _CHANGING for topic in EVENTS.topics(kind))

_log = logging.getLogger(__name__)


class Clerk:
    """Sweeps the timed games of one log, in a thread of its own or in the caller's."""

    def __init__(self, open_games: OpenGames, time: Timekeeper) -> None:
        self._open_games, self._time = open_games, time
        self._games = TimedGames(open_games.log.database, _SETS, _CHANGES)
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._stopping = Flag()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Run in a thread of its own until `close`."""
        self._thread = Thread(target=self.run, name="clerk", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End `run` soon. A signal's handler may call it."""
        self._stopping.set()

    def close(self) -> None:
        """End the thread, after the game that it looks at."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Sweep until `stop`; a failure is logged, and tried again."""
        while not self._stopping.is_set():
            wait = _LOOK_SECONDS
            try:
                self.sweep()
            except Exception:
                _log.exception("the clocks could not be swept; it is tried again")
                wait = _PAUSE_SECONDS
            self._stopping.wait(wait)

    def sweep(self) -> None:
        """Look at what the log got, and at each game whose time has come."""
        for game in self._games.changed():
            self._look(game)
        now = instant_of(self._open_games.now())
        while self._heap and self._heap[0][0] <= now:
            due, game = heapq.heappop(self._heap)
            if self._due.get(game) == due:
                del self._due[game]
                self._look(game)

    def _look(self, game: str) -> None:
        """Record what there is to be recorded in a game, and note when it is to be looked at next."""
        try:
            with self._open_games.game(game) as live:
                with live.lock:
                    self._open_games.retrying(live, lambda: self._time.sweep(live, SWEPT_AFTER_MS))
                self._note(live)
        except (Problem, Refused) as wrong:
            _log.warning("the clocks of game %s could not be swept: %s", game, wrong)
            self._put(game, instant_of(self._open_games.now()) + int(_PAUSE_SECONDS * 1000))

    def _note(self, live: OpenGame) -> None:
        due = next_sweep(live.match.clocks) if live.match.clocks is not None else None
        if due is None:
            self._due.pop(live.id, None)
        else:
            self._put(live.id, due)

    def _put(self, game: str, due: int) -> None:
        self._due[game] = due
        heapq.heappush(self._heap, (due, game))
