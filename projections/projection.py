"""Projections over the whole log: each takes every event once, in order, remembers the last it took, and
can be dropped and built again. `GamesList` is the list of games with where each stands.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from sqlite3 import Connection
from threading import Lock

import msgspec
from eventsourcing.persistence import IntegrityError, Notification, Tracking

from projections.documents import GameSummary, Page
from projections.errors import NotFound, Unreadable
from projections.log import LogBook
from projections.store.append import insert_tracking

_BATCH = 2_000


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
                start = recorder.max_tracking_id(self.name) or 0
                notes = recorder.select_notifications(start, _BATCH, inclusive_of_start=False)
                if not notes:
                    return
                try:
                    self._write(Tracking(self.name, notes[-1].id), self.take(notes))
                except IntegrityError:
                    if (recorder.max_tracking_id(self.name) or 0) == start:
                        raise
                    # Another projector took them first.

    def _write(self, tracking: Tracking, work: Callable[[Connection], None]) -> None:
        def write(connection: Connection) -> None:
            insert_tracking(connection, tracking)
            work(connection)

        self._log.database.write(write)

    def rebuild(self) -> None:
        """Drop everything and take the log from its first event again."""
        self.forget()
        self.catch_up()

    def forget(self) -> None:
        """Drop everything: the next to catch up takes the log from its first event again."""

        def forget(connection: Connection) -> None:
            self.drop(connection)
            connection.execute("DELETE FROM tracking WHERE application = ?", (self.name,))

        with self._one_at_a_time:
            self._log.database.write(forget)


class GamesList(Projection):
    """Games in the order opened, each with its turn, decisions due and outcome."""

    name = "games_list"

    def __init__(self, log: LogBook, summary: Callable[[str], GameSummary]) -> None:
        """`summary` tells where a game stands; it is asked once a batch for each game with new events.

        It raises NotFound for a game that is not to be listed, and must not fail for what is in the log: one
        game that cannot be read must not take the list from the others.
        """
        super().__init__(log)
        self._summary = summary

    def take(self, notifications: Sequence[Notification]) -> Callable[[Connection], None]:
        opened, touched = {}, {}
        for note in notifications:
            game = str(note.originator_id).partition("/")[0]
            touched[game] = True
            if note.topic.startswith("match.game_opened."):
                opened[game] = note.id
        lines = [(self._line(game), game) for game in touched]

        def write(connection: Connection) -> None:
            # A list that is older than its tracking has the games already.
            connection.executemany(
                "INSERT OR REPLACE INTO games_list (game, opened, summary) VALUES (?, ?, x'')", opened.items()
            )
            connection.executemany("UPDATE games_list SET summary = ? WHERE game = ?", lines)

        return write

    def _read(self, game: str, line: bytes) -> GameSummary:
        """A line as it was written; a spoiled one is told anew."""
        try:
            return msgspec.json.decode(line, type=GameSummary)
        except (msgspec.MsgspecError, TypeError, ValueError):
            return self._summary(game)

    def _line(self, game: str) -> bytes:
        """A game's line; empty, and so not listed, if this build does not have its ruleset."""
        try:
            return msgspec.json.encode(self._summary(game))
        except NotFound:
            return b""

    def drop(self, connection: Connection) -> None:
        connection.execute("DELETE FROM games_list")

    def is_whole(self) -> bool:
        """Whether there is a list at all, if events were taken, and none was taken that is not in the log."""
        taken = self._log.process_recorder.max_tracking_id(self.name) or 0
        size = self._log.process_recorder.max_notification_id() or 0
        with self._log.database.reader() as connection:
            empty = connection.execute("SELECT 1 FROM games_list LIMIT 1").fetchone() is None
        return taken <= size and not (taken and empty)

    def page(self, cursor: str | None, limit: int) -> Page[GameSummary]:
        """The games opened before `cursor`, latest first."""
        if not 1 <= limit <= 1_000:
            raise Unreadable("limit must be 1 to 1,000")
        before = 2**62
        if cursor is not None:
            if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
                raise Unreadable(f"{cursor!r} is no cursor of this list")
            before = int(cursor)
        text = (
            "SELECT opened, summary, game FROM games_list WHERE opened < ? AND summary <> x''"
            " ORDER BY opened DESC LIMIT ?"
        )
        with self._log.database.reader() as connection:
            rows = connection.execute(text, (before, limit + 1)).fetchall()
        games = tuple(self._read(game, line) for _, line, game in rows[:limit])
        return Page(games, str(rows[limit - 1][0]) if len(rows) > limit else None)
