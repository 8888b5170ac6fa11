"""What readers ask of the log, through one door: games, positions, views, events, waiting, upkeep."""

import logging
from threading import Condition
from time import monotonic
from typing import Any

from eventsourcing.persistence import PersistenceError

from domain.kernel.decider import Due, Ruleset
from domain.kernel.odds import ORDINARY, Patience
from projections import answers
from projections.core import Core
from projections.documents import (
    AskedOdds,
    Difference,
    EventRecord,
    GameRecord,
    GameSummary,
    LegalRecord,
    OddsRecord,
    Page,
    PositionRecord,
)
from projections.errors import NotFound, Unavailable, as_problems
from projections.log import LogBook
from projections.matches import Matches
from projections.projection import GamesList
from projections.reading import Reader

_log = logging.getLogger(__name__)


class ReadersDesk:
    """The referee's half that changes no game."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = Matches(core)
        self._reader = Reader(core)
        self._games = GamesList(core.log, self._summary)
        self._grown = Condition()
        core.log.database.listen(self._on_commit)

    @as_problems()
    def games(self, cursor: str | None = None, limit: int = 50) -> Page[GameSummary]:
        """The games, latest first. Raises Unreadable for a cursor that was not given out here.

        Where the store cannot be written, the list is as it was when it last could.
        """
        try:
            self._games.catch_up()
        except (PersistenceError, Unavailable):
            _log.exception("the list of games could not be brought up to date")
        return self._games.page(cursor, limit)

    def game(self, game: str) -> GameRecord:
        """A game as it stands now. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.game(live)

    def head(self, game: str, timeline: str | None = None) -> tuple[str, int]:
        """The timeline (the current one unless named) and its last version. Raises NotFound."""
        with self._core.game(game) as live:
            return self._core.head(live, timeline)

    def position(self, game: str, timeline: str | None = None, at: int | None = None) -> PositionRecord:
        """The whole position after version `at` (the head unless named). Raises NotFound."""
        with self._core.game(game) as live:
            line, version = self._reader.place(live, timeline, at)
            position = live.ruleset.to_document(self._core.position(live, line, version))
            return PositionRecord(
                game, line, version, self._matches.is_boundary(live, line, version), position
            )

    def live(self, game: str, timeline: str | None = None, at: int | None = None) -> Any:
        """The ruleset's own position object, shared: read it, never change it. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.live_position(live, timeline, at)

    def ruleset_of(self, game: str) -> Ruleset[Any]:
        """The ruleset that a game is played by. Raises NotFound."""
        with self._core.game(game) as live:
            return live.ruleset

    def due(self, game: str, timeline: str | None = None) -> tuple[Due, ...]:
        """The decisions that are due. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.due(live, timeline)

    def legal(self, game: str, seat: str, timeline: str | None = None, limit: int = 500) -> LegalRecord:
        """What a seat may order now, at most `limit` commands. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.legal(live, seat, timeline, limit)

    def odds(
        self,
        game: str,
        asked: AskedOdds,
        timeline: str | None = None,
        at: int | None = None,
        patience: Patience = ORDINARY,
    ) -> OddsRecord:
        """The exact odds of a battle, after version `at` (the head unless named); nothing is changed.

        Raises NotFound, Unreadable, Refused (illegal, or no battle) and TooManyWays, where patience ends.
        """
        with self._core.game(game) as live:
            return self._reader.odds(live, asked, timeline, at, patience)

    def events(
        self,
        game: str,
        timeline: str | None = None,
        first: int = 1,
        last: int | None = None,
        limit: int = 500,
    ) -> Page[EventRecord]:
        """A timeline's events from version `first` to `last`; `next` is the next `first`."""
        with self._core.game(game) as live:
            return self._reader.events(live, timeline, first, last, limit)

    def match_events(self, game: str, first: int = 1, limit: int = 500) -> Page[EventRecord]:
        """The match's own events: seats, timelines, proposals, end."""
        with self._core.game(game) as live:
            return self._reader.match_events(live, first, limit)

    def view(
        self, game: str, name: str, timeline: str | None = None, at: int | None = None
    ) -> dict[str, Any]:
        """A view of the ruleset's (map, economy, politics) at any event. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.view(live, name, timeline, at)

    def chronicle(
        self,
        game: str,
        timeline: str | None = None,
        at: int | None = None,
        *,
        first: int = 1,
        limit: int = 200,
    ) -> Page[dict[str, Any]]:
        """What happened up to `at`, told event by event: each entry has `version`, `type` and what is told.

        `next` is the next `first`.
        """
        with self._core.game(game) as live:
            return self._reader.chronicle(live, timeline, at, first, limit)

    def compare(
        self, game: str, a: tuple[str | None, int | None], b: tuple[str | None, int | None]
    ) -> tuple[Difference, ...]:
        """How two positions, each (timeline, at), differ. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.compare(live, a, b)

    # -- waiting

    def wait(self, game: str, after: int, timeline: str | None = None, timeout: float = 15.0) -> bool:
        """Wait until a timeline is past version `after`; False if `timeout` seconds went by first.

        Where no timeline is named it is whichever the game is on, should it move meanwhile.
        """
        with self._core.game(game) as live:
            deadline = monotonic() + timeout
            while True:
                # Looked up while nobody holds `changed`: it may have to wait for whoever commands the game.
                line, head = seen = self._core.head(live, timeline)
                if head > after:
                    return True
                with live.changed:
                    moved = live.changed.wait_for(
                        lambda: (timeline or live.match.current, live.heads.get(line)) != seen,  # noqa: B023
                        deadline - monotonic(),
                    )
                if not moved:
                    return False

    @as_problems()
    def log_size(self) -> int:
        """The position of the last event in the whole log."""
        return self._core.recorder.max_notification_id() or 0

    def wait_log(self, after: int, timeout: float = 15.0) -> int:
        """Wait until the log is longer than `after`; its size then, which may be `after` on time-out."""
        with self._grown:
            self._grown.wait_for(lambda: self.log_size() > after, timeout)
        return self.log_size()

    # -- upkeep

    @as_problems()
    def blob(self, digest: str) -> bytes:
        """A blob that an event names by the SHA-256 hex of its bytes (a large starting position)."""
        return self._core.blob(digest)

    @as_problems()
    def refusals(self, limit: int = 100) -> list[dict[str, Any]]:
        """The latest refused requests, newest first: game, seat, at, kind, rule, reason."""
        self._core.housekeeper.settle()
        return self._core.refusals.latest(limit)

    @property
    def log(self) -> LogBook:
        """The log itself, for whoever measures, exports or audits it."""
        return self._core.log

    def begun(self, game: str, name: str, body: bytes) -> Any:
        """The position that a game's first stored event makes."""
        return self._core.positions.begun(self.ruleset_of(game), name, body)

    def forget_cached(self) -> None:
        """Forget the positions in memory; those on disk stay."""
        self._core.positions.forget()

    @as_problems()
    def rebuild_views(self) -> None:
        """Drop what is kept beside the log and make it again from the log.

        Positions, the list of games, the index of answered requests. Names and tokens are not in the log.
        """
        self._core.positions.drop()
        answers.rebuild(self.log.database)
        self._games.rebuild()

    @as_problems()
    def _mend_views(self) -> None:
        """Make again what was lost beside the log while nobody served it."""
        if not answers.is_whole(self.log.database):
            _log.warning("the index of answered requests is made again from the log")
            answers.rebuild(self.log.database)
        if not self._games.is_whole():
            _log.warning("the list of games is made again from the log")
            self._games.forget()

    def settle(self) -> None:
        """Wait until the background work that was asked so far is done."""
        self._core.housekeeper.settle()

    # -- within

    def _summary(self, game: str) -> GameSummary:
        """Where a game stands; as much as can be told of one whose events this build cannot read.

        Whoever commands the game holds its lock until the head is past what was stored: without it the list
        could take the last event of a game and still tell what was before.
        """
        try:
            with self._core.game(game) as live, live.lock:
                return self._reader.summary(live)
        except (NotFound, Unavailable):
            raise
        except Exception:
            _log.exception("game %s cannot be read", game)
        try:
            with self._core.game(game) as live:
                return self._reader.unreadable_summary(live)
        except (NotFound, Unavailable):
            raise
        except Exception:  # not even its match
            return GameSummary(game, "", "", "", "", {}, "", 0, None, (), None, readable=False)

    def _on_commit(self) -> None:
        with self._grown:
            self._grown.notify_all()
