"""What a reader of a game's stream gets, and where it is, by positions of the log.

A stream is the match's own events and those of one timeline, in the log's order. It can be taken up again
after any position, by any process, because nothing but the log decides what belongs to it.
"""

from collections.abc import Sequence
from typing import Self

from ironclad.domain.match.events import EVENTS, GameMoved
from ironclad.domain.match.state import MAIN, Match
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.eventlog.sealing import GameSeal
from ironclad.eventlog.store.recorders import Row, StoreProcessRecorder
from ironclad.referee.open_games import OpenGame
from ironclad.referee.sight import ALL_SEEING

_READ_AT_ONCE = 100  # events of each stream; fewer where they are large
_BYTES_AT_ONCE = 1 << 16
_GAME_MOVED = "match.game_moved."
_SEAL_OPENED = "match.seal_opened."
_MATCH = "match"
_NO_END = 2**62


class Course:
    """A reader's way through a game's events; `place` is the position up to which the reader has all.

    With a timeline named it goes along that one, its ancestors' events before it forked included. Otherwise
    it goes where the game goes: along each line for as long as the game was on it.
    """

    def __init__(
        self,
        game: str,
        recorder: StoreProcessRecorder,
        place: int,
        ends: dict[str, int] | None,
        seal: GameSeal | None,
    ) -> None:
        """`ends` are the last versions to take by line, of a named timeline and its ancestors; `seal` is that
        of a game that hides something."""
        self.game = game
        self.seal = seal
        self.opened = False
        self.place = place
        self._recorder = recorder
        self._ends = ends
        self._line = MAIN
        self._at_once = _READ_AT_ONCE
        if ends is None:
            for row in recorder.following(match_stream(game), 0, _NO_END):
                if row[4] <= place:
                    self._follow(row)

    @classmethod
    def of(
        cls, live: OpenGame, recorder: StoreProcessRecorder, timeline: str | None, after: int | None
    ) -> Self:
        """The course from after position `after` on (the log's end). Raises NotFound, Unreadable."""
        end = recorder.max_notification_id() or 0
        if after is not None and not 0 <= after <= end:
            raise Unreadable(f"the log has the positions 1 to {end}, not {after}")
        ends = None if timeline is None else _ends(live.match, timeline)
        course = cls(live.id, recorder, end if after is None else after, ends, live.seal)
        course.opened = not live.match.hides
        return course

    def eyes(self, seat: str | None) -> str | None:
        """As whom a reader gets this game's events now: nothing is hidden once its seal was opened."""
        return ALL_SEEING if self.opened else seat

    def take(self, rows: Sequence[Row]) -> list[Row]:
        """Those of a game's events that are on this course; they must be the next in the log's order."""
        taken = []
        for row in rows:
            if row[4] > self.place:
                self.place = row[4]
                if self._is_on(row):
                    taken.append(row)
        return taken

    def read(self) -> list[Row]:
        """The next events that the log has, in order, some 64 KiB of them; none where it has no more.

        The end of the log is looked up first: what is committed while one stream after the other is read
        must not overtake what was committed before it.
        """
        while self.place < (end := self._recorder.max_notification_id() or 0):
            rows, end = self._next(end)
            taken, size = [], 0
            for row in rows:
                taken += self.take([row])
                size += len(row[3])
                if size >= _BYTES_AT_ONCE:
                    break
            else:
                self.place = max(self.place, end)
            self._at_once = (
                min(2 * len(taken) + 2, _READ_AT_ONCE) if size >= _BYTES_AT_ONCE else _READ_AT_ONCE
            )
            if taken:
                return taken
        return []

    def _next(self, end: int) -> tuple[list[Row], int]:
        """What its streams have next up to a position, in order, and the position up to which that is all."""
        found: list[Row] = []
        for stream in self._streams():
            rows = self._recorder.following(stream, self.place, self._at_once)
            if len(rows) == self._at_once:  # there may be more of this one
                end = min(end, rows[-1][4])
            found += rows
        return sorted((row for row in found if row[4] <= end), key=lambda row: row[4]), end

    def _streams(self) -> list[str]:
        """The streams that may hold the next events of this course."""
        match = match_stream(self.game)
        if self._ends is not None:
            lines = set(self._ends)
        else:
            later = self._recorder.following(match, self.place, _NO_END)
            lines = {self._line, *(line for row in later if (line := _moved_to(row)) is not None)}
        return [match, *(stream_of(self.game, line) for line in sorted(lines))]

    def _is_on(self, row: Row) -> bool:
        line = row[0].partition("/")[2]
        if line == _MATCH:
            self._follow(row)
            return True
        if self._ends is not None:
            return row[1] <= self._ends.get(line, 0)
        return line == self._line

    def _follow(self, row: Row) -> None:
        """Continue along the line that the game moves to; and see what is opened."""
        if row[2].startswith(_SEAL_OPENED):
            self.opened = True
        if (line := _moved_to(row)) is not None:
            self._line = line


def _moved_to(row: Row) -> str | None:
    """The line that the game moves to with a match's event, if it does."""
    if not row[2].startswith(_GAME_MOVED):
        return None
    event = EVENTS.decode(row[2], row[3])
    assert isinstance(event, GameMoved)
    return event.timeline


def _ends(match: Match, timeline: str) -> dict[str, int]:
    """The last versions that belong to a timeline: all of its own, its ancestors' to where they forked."""
    if timeline not in match.timelines:
        raise NotFound(f"the game has no timeline {timeline!r}")
    return {line: upto for line, _, upto in match.lineage(timeline, _NO_END)}
