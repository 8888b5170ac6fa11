"""Which games are timed, and whose clocks have changed: read from the log alone."""

from collections.abc import Sequence

from ironclad.eventlog.store.database import Database

_LAST = "SELECT max(position) FROM events"
_FOUND = "SELECT DISTINCT stream FROM events WHERE position > ? AND position <= ? AND name IN ({})"


class TimedGames:
    """Follows a log for the games in which events of some names were appended."""

    def __init__(self, database: Database, sets: str, changes: Sequence[str]) -> None:
        """`sets` is the name of the event that makes a game timed, `changes` those that change its clocks."""
        self._database, self._sets, self._changes = database, sets, tuple(changes)
        self._last: int | None = None

    def changed(self) -> list[str]:
        """The games whose clocks were changed since the last call; at first every timed game.

        Only the first call looks through the whole log. Raises the database's exceptions.
        """
        names = (self._sets,) if self._last is None else self._changes
        marks = ", ".join("?" * len(names))
        after = self._last or 0
        with self._database.reader() as connection:
            last = connection.execute(_LAST).fetchone()[0] or 0
            if last == self._last:
                return []
            rows = connection.execute(_FOUND.format(marks), (after, last, *names)).fetchall()
        self._last = last
        return [stream.partition("/")[0] for (stream,) in rows]
