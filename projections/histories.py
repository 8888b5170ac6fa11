"""The history of a timeline, turn by turn: a view that is made of many events, and so is kept by the turn.

A turn that is over never changes, and a fork shares its parent's turns up to where it starts. Each row is
made once, of the position at the turn's end and of the few events of the turn that count, and is kept by the
stream and the version that end it. What is kept may be dropped at any time: the events make it again.
"""

from collections import OrderedDict
from itertools import pairwise
from threading import Lock
from typing import Any

from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.history import History
from ironclad.eventlog.log import stream_of
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.sight import body_for, eyes_of, seen

VIEW = "history"
TOLD = "Turn by turn: what stood at the end of each, as far as the game has gone, and what it had cost."
_ROWS_KEPT = 4_000

Row = dict[str, Any]


class Histories:
    """Tells histories. Safe to use from many threads."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games
        self._rows: OrderedDict[tuple[str, int, str | None], Row] = OrderedDict()
        self._ends: OrderedDict[str, tuple[int, tuple[int, ...]]] = OrderedDict()
        self._mutex = Lock()

    def of(
        self, live: OpenGame, history: History[Any], seat: str | None, line: str, at: int
    ) -> dict[str, Any]:
        """The turns of a line up to version `at`, as a reader may see them: `{"turns": [row, …]}`, the last
        one as it is there.

        Each row has `from` and `to`, its first and last version, `over`, and what the ruleset tells.
        """
        ends = self._turn_ends(live, history, line, at)
        bounds = [0, *ends, *([at] if not ends or ends[-1] < at else [])]
        stretches = [(after, upto, upto in ends) for after, upto in pairwise(bounds)]
        return {
            "turns": [
                {
                    "from": after + 1,
                    "to": upto,
                    "over": over,
                    **self._row(live, history, eyes_of(live, seat), line, after, upto, over),
                }
                for after, upto, over in stretches
            ]
        }

    def forget(self) -> None:
        """Forget every row."""
        with self._mutex:
            self._rows.clear()
            self._ends.clear()

    def _turn_ends(self, live: OpenGame, history: History[Any], line: str, at: int) -> list[int]:
        """The versions of a line, up to `at`, at which a turn ended."""
        registry: Registry = live.ruleset.storage.events
        topics = registry.topics(registry.types[history.end])
        found: list[int] = []
        course = live.match.course(line, at)  # without what was taken back

        def stands(stretch: str, version: int) -> bool:
            return any(stretch == each and after < version <= upto for each, after, upto in course)

        for stretch, after, upto in live.match.lineage(line, at):
            stream = stream_of(live.id, stretch)
            with self._mutex:
                seen, known = self._ends.get(stream, (after, ()))
            if seen < upto:
                rows = self._open_games.recorder.named(stream, seen, upto, topics)
                known, seen = (*known, *(version for version, *_ in rows)), upto
                with self._mutex:
                    self._put(self._ends, stream, (seen, known))
            found += [version for version in known if version <= upto and stands(stretch, version)]
        return found

    def _row(
        self,
        live: OpenGame,
        history: History[Any],
        seat: str | None,
        line: str,
        after: int,
        upto: int,
        over: bool,
    ) -> Row:
        """The row of the events after `after` up to `upto`, in any of the line's streams.

        A turn that is `over` is shown as it was before the event that ended it.
        """
        key = (stream_of(live.id, live.match.lineage(line, upto)[-1][0]), upto, seat)
        with self._mutex:
            if (kept := self._rows.get(key)) is not None:
                self._rows.move_to_end(key)
                return kept
        ruleset: Ruleset[Any] = live.ruleset
        topics = sorted(topic for kind in history.counted for topic in ruleset.storage.events.topics(kind))
        recorder = self._open_games.recorder
        events = [
            ruleset.storage.events.decode(name, body_for(live.seal, (stream, version, name, body, 0), seat))
            for stretch, start, stop in live.match.course(line, upto)
            if stop > after
            for stream in [stream_of(live.id, stretch)]
            for version, name, body in recorder.named(stream, max(start, after), stop, topics)
        ]
        row = history.row(seen(live, self._open_games.position(live, line, upto - over), seat), events)
        with self._mutex:
            self._put(self._rows, key, row)
        return row

    def _put(self, kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
        kept[key] = value
        kept.move_to_end(key)
        if len(kept) > _ROWS_KEPT:
            kept.popitem(last=False)
