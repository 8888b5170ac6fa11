"""What readers ask of the log, in one class: games, positions, views, events, waiting."""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Condition
from time import monotonic
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError

from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds.odds import ORDINARY, Patience
from ironclad.domain.match.dice import scheme_of
from ironclad.domain.match.state import LineDice
from ironclad.eventlog.errors import NotFound, Unavailable, as_problems
from ironclad.eventlog.records import (
    AdviceRecord,
    AskedOdds,
    Compared,
    DiceRecord,
    EventRecord,
    ForesightRecord,
    GameRecord,
    GameSummary,
    IntentsRecord,
    LegalRecord,
    OddsRecord,
    Page,
    PositionRecord,
    ReachRecord,
    TimelineRecord,
)
from ironclad.projections.clocks import ClockReader, ClockRecord
from ironclad.projections.events import EventReader
from ironclad.projections.follower import Deliver, Follower
from ironclad.projections.games import GameReader
from ironclad.projections.games_list import GamesList
from ironclad.projections.live import Course
from ironclad.projections.orders import OrderReader
from ironclad.projections.places import place, position_at
from ironclad.projections.views import ViewReader
from ironclad.referee.dice.rounds import Rounds
from ironclad.referee.dice.service import DiceService
from ironclad.referee.intents import Intents, intent_record
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.opponent.seeds import OpponentSeeds
from ironclad.referee.people.accounts import Accounts
from ironclad.referee.places import is_boundary

_log = logging.getLogger(__name__)

LIST_SECONDS = 5.0


class Queries:
    """Answers what readers ask. Nothing here changes a game.

    `seen` is called with each game whose record is asked for.
    """

    def __init__(
        self,
        open_games: OpenGames,
        accounts: Accounts,
        dice: DiceService,
        rounds: Rounds,
        kept_intents: Intents,
        seeds: OpponentSeeds,
        seen: Callable[[OpenGame], object],
    ) -> None:
        self._open_games, self._dice, self._intents, self._seen = open_games, dice, kept_intents, seen
        self._rounds = rounds
        self._games, self._orders = GameReader(open_games, accounts, seeds), OrderReader(open_games)
        self._views, self._events = ViewReader(open_games), EventReader(open_games)
        self._clocks = ClockReader(open_games)
        self.histories = self._views.histories
        self.games_list = GamesList(open_games.log, self._summary)
        self._listed = float("-inf")
        self._grown = Condition()
        self._commits = 0
        open_games.log.database.listen(self._on_commit)
        open_games.log.database.listen_to_others(open_games.wake_all)

    def close(self) -> None:
        """Stop listening to commits."""
        self._open_games.log.database.unlisten(self._on_commit)
        self._open_games.log.database.unlisten(self._open_games.wake_all)

    @as_problems()
    def games(
        self,
        cursor: str | None = None,
        limit: int = 50,
        *,
        reader: str | None = None,
        oversees: bool = False,
    ) -> Page[GameSummary]:
        """The games, latest first. Raises Unreadable for a cursor that was not given out here.

        Private ones only for a `reader` (an account) that may read them, or, with `oversees`, all.

        Where the store cannot be written, the list is as it was when it last could.
        """
        try:
            self.games_list.catch_up()
        except (PersistenceError, Unavailable):
            _log.exception("the list of games could not be brought up to date")
        return self.games_list.page(cursor, limit, reader, oversees)

    def game(self, game: str, *, seat: str | None = None) -> GameRecord:
        """A game as it is now. Raises NotFound."""
        with self._open_games.game(game) as live:
            self._seen(live)
            record = self._games.game(live, seat)
            owed, awaits = self._rounds.owed(live, record.timeline)
            if not (owed or awaits):
                return record
            return msgspec.structs.replace(record, owed=owed, awaits=awaits, may_take_back=None)

    def opened(self, game: str) -> GameRecord:
        """The record of a game that was opened just now; the list of games is caught up with it."""
        self.list_soon()
        return self.game(game)

    def timelines(self, game: str) -> tuple[TimelineRecord, ...]:
        """Every timeline in the order opened. Raises NotFound."""
        with self._open_games.game(game) as live:
            return self._games.timelines(live)

    def timeline(self, live: OpenGame, timeline: str) -> TimelineRecord:
        """One timeline of a game in memory."""
        return self._games.timeline(live, timeline)

    def dice(self, game: str, timeline: str | None = None) -> DiceRecord:
        """The dice of a timeline as they are (the current one unless named). Raises NotFound."""
        with self._open_games.game(game) as live:
            proposed = timeline if timeline in live.match.proposals else None
            line, version = (proposed, 0) if proposed else self._open_games.head(live, timeline)
            known = live.match.dice.get(line, LineDice())
            table = None if proposed else self._dice.table(live, line, version)
            series = {seat: known.series.get(seat, 0) + 1 for seat in live.ruleset.seats}
            offers = tuple(known.offers.values())
            fair = table is not None or (proposed and live.match.current in live.match.dice)
            scheme = scheme_of(live.match) if fair else "server"
            if table is None:
                return DiceRecord(game, line, scheme, None, (), 1, series, offers)
            shares = tuple(table.shares.values())
            about = (game, line, scheme, table.epoch, shares, table.next_roll, series, offers)
            return DiceRecord(*about, *self._rounds.owed(live, line))

    @as_problems()
    def clock(self, game: str, at: str | None = None, first: int = 1, limit: int = 0) -> ClockRecord:
        """The clocks of a game now, or at an instant, and a page of their ledger (none unless asked for).

        Raises NotFound, Unreadable.
        """
        with self._open_games.game(game) as live:
            return self._clocks.read(live, at, first, limit)

    @as_problems()
    def intents(self, game: str) -> IntentsRecord:
        """The last intent of each timeline and seat, and its state. Raises NotFound."""
        open_games, kept = self._open_games, self._intents
        with open_games.game(game) as live:
            match, known = live.match, sorted(live.match.intents.items())
            places = kept.positions(live) if known else {}
            items = (
                intent_record(open_games, kept, live, line, each, places[each.id])
                for (line, _), each in known
            )
            return IntentsRecord(game, match.tournament, tuple(items))

    def head(self, game: str, timeline: str | None = None) -> tuple[str, int]:
        """The timeline (the current one unless named) and its last version. Raises NotFound."""
        with self._open_games.game(game) as live:
            return self._open_games.head(live, timeline)

    def position(
        self, game: str, timeline: str | None = None, at: int | None = None, *, seat: str | None = None
    ) -> PositionRecord:
        """The position after version `at` (the head unless named) as a seat may know it (None: an onlooker).

        Raises NotFound.
        """
        with self._open_games.game(game) as live:
            line, version = place(self._open_games, live, timeline, at)
            document = live.ruleset.storage.to_document(
                position_at(self._open_games, live, seat, line, version)
            )
            boundary = is_boundary(self._open_games, live, line, version)
            return PositionRecord(game, line, version, boundary, document)

    def live_position(
        self, game: str, timeline: str | None = None, at: int | None = None, *, seat: str | None = None
    ) -> Any:
        """The ruleset's own position object as a seat may know it (None: an onlooker).

        It is shared: read it, never change it. Raises NotFound.
        """
        with self._open_games.game(game) as live:
            return position_at(self._open_games, live, seat, timeline, at)

    def hides(self, game: str) -> bool:
        """Whether something in a game is hidden from somebody now. Raises NotFound."""
        with self._open_games.game(game) as live:
            return live.match.hides

    def ruleset_of(self, game: str) -> Ruleset[Any]:
        """The ruleset that a game is played by. Raises NotFound."""
        with self._open_games.game(game, fresh=False) as live:
            return live.ruleset

    def due(self, game: str, timeline: str | None = None, *, seat: str | None = None) -> tuple[Due, ...]:
        """The decisions that are due, for a seat (None: an onlooker). Raises NotFound."""
        with self._open_games.game(game) as live:
            return self._orders.due(live, seat, timeline)

    def what_if_of(self, game: str, timeline: str | None) -> str | None:
        """Who opened a what-if and gives the commands of all its seats; None for the game's own lines.

        Raises NotFound.
        """
        with self._open_games.game(game) as live:
            line, _ = self._open_games.head(live, timeline)
            return live.match.timelines[line].by if live.match.is_what_if(line) else None

    def legal(
        self,
        game: str,
        seat: str,
        timeline: str | None = None,
        limit: int = 500,
        decision: str | None = None,
    ) -> LegalRecord:
        """What a seat may order now, at most `limit` commands; for one decision, if it is named.

        Raises NotFound.
        """
        with self._open_games.game(game) as live:
            return self._orders.legal(live, seat, timeline, limit, decision)

    def reach(
        self,
        game: str,
        seat: str,
        command: Mapping[str, Any],
        timeline: str | None = None,
        decision: str | None = None,
    ) -> ReachRecord:
        """Where a force could be ordered to by a command whose way is left open. Nothing is changed.

        Raises NotFound, Unreadable, Refused.
        """
        with self._open_games.game(game) as live:
            return self._orders.reach(live, seat, command, timeline, decision)

    def advice(
        self,
        game: str,
        seat: str,
        timeline: str | None = None,
        decision: str | None = None,
        whole: bool = False,
    ) -> AdviceRecord:
        """What the computer player would answer in a seat's place, by what that seat may know.

        With `whole` all its answers to a decision that takes several. Raises NotFound, Refused.
        """
        with self._open_games.game(game) as live:
            return self._orders.advice(live, seat, timeline, decision, whole)

    def foresight(
        self,
        game: str,
        seat: str,
        asked: Sequence[Mapping[str, Any]],
        timeline: str | None = None,
        decision: str | None = None,
    ) -> ForesightRecord:
        """Why a seat is asked, and what commands of its own would mean. Nothing is changed.

        Raises NotFound, Unreadable.
        """
        with self._open_games.game(game) as live:
            return self._orders.foresight(live, seat, asked, timeline, decision)

    def odds(
        self,
        game: str,
        asked: AskedOdds,
        timeline: str | None = None,
        at: int | None = None,
        patience: Patience = ORDINARY,
        *,
        eyes: str | None = None,
    ) -> OddsRecord:
        """The exact odds of a battle, after version `at` (the head unless named); nothing is changed.

        They are of the position as the seat `eyes` may know it (None: an onlooker).

        Raises NotFound, Unreadable, Refused (illegal, or no battle) and TooManyWays, where `patience` ends.
        """
        with self._open_games.game(game) as live:
            return self._orders.odds(live, eyes, asked, timeline, at, patience)

    def events(
        self,
        game: str,
        timeline: str | None = None,
        first: int = 1,
        last: int | None = None,
        limit: int = 500,
        *,
        seat: str | None = None,
    ) -> Page[EventRecord]:
        """A timeline's events from version `first` to `last`; `next` is the next `first`.

        As `seat` sees them (None: an onlooker).
        """
        with self._open_games.game(game) as live:
            return self._events.events(live, seat, timeline, first, last, limit)

    def match_events(
        self, game: str, first: int = 1, limit: int = 500, *, seat: str | None = None
    ) -> Page[EventRecord]:
        """The match's own events: seats, timelines, proposals, end."""
        with self._open_games.game(game) as live:
            return self._events.match_events(live, seat, first, limit)

    def course(self, game: str, timeline: str | None = None, after: int | None = None) -> Course:
        """A reader's way through a game's events, from after position `after` of the log (its end) on.

        Raises NotFound (game, timeline), Unreadable for a position that the log does not have.
        """
        with self._open_games.game(game) as live:
            return Course.of(live, self._open_games.recorder, timeline, after)

    def follow(self, deliver: Deliver, wanted: Callable[[], bool]) -> Follower:
        """A follower of the log, started; the caller closes it."""
        return Follower(self._open_games.log, deliver, wanted)

    def view(
        self,
        game: str,
        name: str,
        timeline: str | None = None,
        at: int | None = None,
        *,
        seat: str | None = None,
    ) -> dict[str, Any]:
        """A view of the ruleset's (map, economy, politics) at any event, for a seat (None: an onlooker).

        Raises NotFound.
        """
        with self._open_games.game(game) as live:
            return self._views.view(live, name, seat, timeline, at)

    def view_json(
        self, game: str, name: str, timeline: str | None = None, at: int | None = None, *, seat: str | None
    ) -> bytes:
        """A view as JSON, for a seat (None: an onlooker). Raises NotFound."""
        with self._open_games.game(game) as live:
            return self._views.view_json(live, name, seat, timeline, at)

    def chronicle(
        self,
        game: str,
        timeline: str | None = None,
        at: int | None = None,
        *,
        first: int = 1,
        limit: int = 200,
        types: frozenset[str] | None = None,
        quiet: bool = False,
        seat: str | None = None,
    ) -> Page[dict[str, Any]]:
        """What happened up to `at`, event by event: each entry has `version`, `type` and its text.

        As `seat` may know it (None: an onlooker).

        `types` leaves those of other types of event out, `quiet` brings those that are no news too (marked
        `quiet`); `next` is the next `first`.
        """
        with self._open_games.game(game) as live:
            return self._events.chronicle(live, seat, timeline, at, first, limit, types, quiet)

    def compare(
        self,
        game: str,
        a: tuple[str | None, int | None],
        b: tuple[str | None, int | None],
        limit: int = 1000,
        *,
        seat: str | None = None,
    ) -> Compared:
        """How two positions, each (timeline, at), differ, in at most `limit` paths, for a seat (None: an
        onlooker).

        Raises NotFound, Unreadable.
        """
        with self._open_games.game(game) as live:
            return self._views.compare(live, seat, a, b, limit)

    # -- waiting

    def wait(self, game: str, after: int, timeline: str | None = None, timeout: float = 15.0) -> bool:
        """Wait until a timeline is past version `after`; False if `timeout` seconds went by first.

        Where no timeline is named it is the one that the game is on, should it move meanwhile.
        """
        with self._open_games.game(game) as live:
            deadline = monotonic() + timeout
            while True:
                commits = self._commits  # before the look at the game: a commit after it is seen below
                # Looked up while nobody holds `changed`: it may have to wait for a command to the game.
                line, head = seen = self._open_games.head(live, timeline)
                if head > after:
                    return True

                def moved() -> bool:
                    if self._open_games.shared:
                        return self._commits != commits  # noqa: B023
                    return (timeline or live.match.current, live.heads.get(line)) != seen  # noqa: B023

                with live.changed:
                    if not live.changed.wait_for(moved, deadline - monotonic()):
                        return False
                if self._open_games.shared:
                    self._open_games.refresh(live)

    @as_problems()
    def log_size(self) -> int:
        """The position of the last event in the whole log."""
        return self._open_games.recorder.max_notification_id() or 0

    def wait_log(self, after: int, timeout: float = 15.0) -> int:
        """Wait until the log is longer than `after`; its size then, which may be `after` on time-out."""
        deadline = monotonic() + timeout
        while True:
            commits = self._commits  # before the look at the log: a commit after it is seen below
            # Looked up while nobody holds `_grown`: a commit is reported under it, and must not wait for a
            # reader's connection.
            if (size := self.log_size()) > after:
                return size
            with self._grown:
                if not self._grown.wait_for(lambda: self._commits != commits, deadline - monotonic()):  # noqa: B023
                    return size

    # -- what the log has besides

    @as_problems()
    def blob(self, digest: str) -> bytes:
        """A blob that an event names by the SHA-256 hex of its bytes (a large starting position)."""
        return self._open_games.blob(digest)

    def begun(self, game: str, name: str, body: bytes) -> Any:
        """The position that a game's first stored event makes."""
        return self._open_games.positions.begun(self.ruleset_of(game), name, body)

    def list_soon(self) -> None:
        """Have the list of games caught up, so that its next reader need not wait.

        Over a shared log each process would catch up with every other's games: now and then is enough there.
        """
        now = monotonic()
        if self._open_games.shared and now < self._listed + LIST_SECONDS:
            return
        self._listed = now
        self._open_games.background.ask("games_list", self.games_list.catch_up)

    # -- within

    def _summary(self, game: str) -> GameSummary:
        """A game's line in the list; as much as is known of one whose events this build cannot read.

        A command holds the game's lock until the head is past what was stored: without it the list
        could take the last event of a game and still say what was before.
        """
        try:
            with self._open_games.game(game) as live, live.lock:
                return self._games.summary(live)
        except (NotFound, Unavailable):
            raise
        except Exception:
            _log.exception("game %s cannot be read", game)
        try:
            with self._open_games.game(game) as live:
                return self._games.unreadable_summary(live)
        except (NotFound, Unavailable):
            raise
        except Exception:  # not even its match
            return GameSummary(game, "", "", "", "", {}, "", 0, None, (), None, readable=False)

    def _on_commit(self) -> None:
        with self._grown:
            self._commits += 1
            self._grown.notify_all()
