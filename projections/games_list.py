"""The list of games, each with where it stands: a projection of the whole log."""

from collections.abc import Callable, Iterator, Sequence
from secrets import token_hex

import msgspec
from eventsourcing.persistence import IntegrityError, Notification

from ironclad.eventlog.errors import NotFound, Unavailable, Unreadable
from ironclad.eventlog.log import LogBook
from ironclad.eventlog.records import GameSummary, Page
from ironclad.eventlog.store.append import move_tracking
from ironclad.eventlog.store.connection import Connection
from ironclad.projections.projection import Projection, Tell, untold
from ironclad.referee.people.privacy import listed_for

GAME_OPENED = "match.game_opened.1"
_GAMES_AT_ONCE = 200
_SWITCHES = 5  # tries of a switch before the last one
_STAGE = "INSERT INTO next_games_list (build, game, opened, summary) VALUES (?, ?, ?, ?)"


class Superseded(Unavailable):
    """Two rebuilds at once: the other one is done."""


class GamesList(Projection):
    """Games in the order opened, each with its turn, decisions due and outcome."""

    name = "games_list"

    def __init__(self, log: LogBook, summary: Callable[[str], GameSummary]) -> None:
        """`summary` gives a game's line in the list; it is asked once a batch for each game with new events.

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
            places = list(opened.items())
            connection.executemany("DELETE FROM games_list WHERE game = ? OR opened = ?", places)
            rows = [(game, place, b"") for game, place in places]
            connection.executemany("INSERT INTO games_list (game, opened, summary) VALUES (?, ?, ?)", rows)
            connection.executemany("UPDATE games_list SET summary = ? WHERE game = ?", lines)

        return write

    def rebuild(self, tell: Tell = untold) -> None:
        """Make the list again from the log while the old one serves on, then put it in the old one's place.

        What came meanwhile is taken afterwards: a line says where a game is when it is made, so taking
        an event again does no harm. A rebuild that is killed leaves the old list, and rows that the next one
        clears away. Raises Superseded where another rebuild was done first.
        """
        recorder, build = self._log.process_recorder, token_hex(8)
        start = recorder.max_notification_id() or 0
        total, done = self._count_opened(start), 0
        tell(done, total)
        for games in self._opened(start):
            rows = [(build, game, place, self._line(game)) for place, game in games]
            self._log.database.write(lambda connection: connection.executemany(_STAGE, rows))  # noqa: B023
            done += len(rows)
            tell(done, total)
        with self._one_at_a_time:
            self._switch_to(build, done, start)
        self.catch_up()

    def _switch_to(self, build: str, count: int, start: int) -> None:
        """Switch in one transaction. It is tried again where another process lists a game meanwhile: the
        rows of that process are deleted then, too. Raises Superseded, IntegrityError.
        """
        for last in (False,) * _SWITCHES + (True,):
            try:
                self._log.database.write(lambda connection: self._switch(connection, build, count, start))
                return
            except IntegrityError:
                if last:
                    raise

    def _opened(self, end: int) -> Iterator[list[tuple[int, str]]]:
        """The games opened up to a position: where, and their ids."""
        place = 0
        while True:
            notes = self._log.process_recorder.select_notifications(
                place, _GAMES_AT_ONCE, end, (GAME_OPENED,), inclusive_of_start=False
            )
            if not notes:
                return
            place = notes[-1].id
            yield [(note.id, str(note.originator_id).partition("/")[0]) for note in notes]

    def _count_opened(self, end: int) -> int:
        with self._log.database.reader() as connection:
            text = "SELECT count(*) FROM events WHERE name = ? AND position <= ?"
            count: int = connection.execute(text, (GAME_OPENED, end)).fetchone()[0]
        return count

    def _switch(self, connection: Connection, build: str, count: int, start: int) -> None:
        """Put the new list in the old one's place, and the projection's place where it began."""
        text = "SELECT count(*) FROM next_games_list WHERE build = ?"
        if connection.execute(text, (build,)).fetchone()[0] != count:
            raise Superseded("another rebuild of the list of games was done first")
        connection.execute("DELETE FROM tracking WHERE application = ?", (self.name,))
        connection.execute("DELETE FROM games_list")
        connection.execute(
            "INSERT INTO games_list (game, opened, summary)"
            " SELECT game, opened, summary FROM next_games_list WHERE build = ?",
            (build,),
        )
        connection.execute("DELETE FROM next_games_list")
        if start:
            move_tracking(connection, self.name, None, start)

    def _read(self, game: str, line: bytes) -> GameSummary:
        """A line as it was written; a spoiled one is made again."""
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

    def page(
        self, cursor: str | None, limit: int, reader: str | None = None, oversees: bool = False
    ) -> Page[GameSummary]:
        """The games opened before `cursor`, latest first: those that an account may read, or everyone."""
        if not 1 <= limit <= 1_000:
            raise Unreadable("limit must be 1 to 1,000")
        before = 2**62
        if cursor is not None:
            if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
                raise Unreadable(f"{cursor!r} is no cursor of this list")
            before = int(cursor)
        listed, values = listed_for(reader, oversees)
        text = (
            f"SELECT opened, summary, game FROM games_list WHERE opened < ? AND length(summary) > 0{listed}"
            " ORDER BY opened DESC LIMIT ?"
        )
        with self._log.database.reader() as connection:
            rows = connection.execute(text, (before, *values, limit + 1)).fetchall()
        games = tuple(self._read(game, line) for _, line, game in rows[:limit])
        return Page(games, str(rows[limit - 1][0]) if len(rows) > limit else None)
