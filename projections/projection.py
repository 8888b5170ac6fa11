"""Projections over the whole log: each takes every event once, in order, remembers the last it took, and
can be dropped and built again. `ironclad.projections.games_list` has the list of games.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from threading import Lock

from eventsourcing.persistence import IntegrityError, Notification

from ironclad.eventlog.log import LogBook
from ironclad.eventlog.store.append import move_tracking
from ironclad.eventlog.store.connection import Connection

_BATCH = 2_000

Tell = Callable[[int, int], None]
"""Called with how much of some work is done, and how much there is."""


def untold(done: int, total: int) -> None:
    """Nobody asks how far it is."""


class Projection(ABC):
    """What it writes and how far it has read are one transaction, so no event is taken twice or missed."""

    name: str

    def __init__(self, log: LogBook) -> None:
        self._log = log
        self._one_at_a_time = Lock()

    @abstractmethod
    def take(self, notifications: Sequence[Notification]) -> Callable[[Connection], None]:
        """The work that takes these events, the next in the log's order."""

    @abstractmethod
    def drop(self, connection: Connection) -> None:
        """Forget everything that was written."""

    def catch_up(self) -> None:
        """Take every event that is in the log and not taken yet. Raises what the store or `take` does."""
        recorder = self._log.process_recorder
        with self._one_at_a_time:
            while True:
                start = recorder.max_tracking_id(self.name)
                notes = recorder.select_notifications(start or 0, _BATCH, inclusive_of_start=False)
                if not notes:
                    return
                try:
                    self._write(start, notes[-1].id, self.take(notes))
                except IntegrityError:
                    if recorder.max_tracking_id(self.name) == start:
                        raise
                    # Another projector took them first.

    def _write(self, start: int | None, to: int, work: Callable[[Connection], None]) -> None:
        def write(connection: Connection) -> None:
            move_tracking(connection, self.name, start, to)
            work(connection)

        self._log.database.write(write)

    def rebuild(self, tell: Tell = untold) -> None:
        """Drop everything and take the log from its first event again."""
        self.forget()
        self.catch_up()
        tell(1, 1)

    def forget(self) -> None:
        """Drop everything: the next to catch up takes the log from its first event again."""

        def forget(connection: Connection) -> None:
            # First its place, as each process that catches up does: so neither waits for the other in the
            # middle.
            connection.execute("DELETE FROM tracking WHERE application = ?", (self.name,))
            self.drop(connection)

        with self._one_at_a_time:
            self._log.database.write(forget)
