"""The referee: the application service, and the only door to the log.

Everything a player, a reader or a program asks of games goes through `Referee`. Each accepted request is one
atomic append that is durable before the answer leaves; each refused one raises and changes nothing.
Safe to use from many threads at once.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from threading import Condition
from typing import Any, Self

import msgspec

from domain.kernel.codec import Command
from domain.kernel.decider import Due, Ruleset
from domain.kernel.rulebook import require
from domain.match.commands import (
    AcceptDraw,
    AcceptRewind,
    DeclineDraw,
    DeclineRewind,
    OfferDraw,
    OpenBranch,
    OpenGame,
    ProposeRewind,
    Resign,
    WithdrawDraw,
    WithdrawRewind,
)
from projections import asking
from projections.core import Core, DiceSource, LiveGame, Rulesets
from projections.documents import (
    Account,
    Difference,
    EventRecord,
    GameRecord,
    GameSummary,
    LegalRecord,
    Page,
    PositionRecord,
    ProposalRecord,
    Receipt,
    Request,
    Seated,
    TimelineRecord,
)
from projections.errors import (
    GameOver,
    IdReused,
    NotFound,
    NotSignedIn,
    NotYourSeat,
    Problem,
    Refused,
    Stale,
    TooMuch,
    Unavailable,
    Unreadable,
)
from projections.judging import Judge
from projections.log import LogBook
from projections.matches import Done, Matches
from projections.projection import GamesList
from projections.reading import Reader

__all__ = [
    "Account",
    "DiceSource",
    "Difference",
    "EventRecord",
    "GameOver",
    "GameRecord",
    "GameSummary",
    "IdReused",
    "LegalRecord",
    "NotFound",
    "NotSignedIn",
    "NotYourSeat",
    "Page",
    "PositionRecord",
    "Problem",
    "ProposalRecord",
    "Receipt",
    "Referee",
    "Refused",
    "Request",
    "Rulesets",
    "Seated",
    "Stale",
    "TimelineRecord",
    "TooMuch",
    "Unavailable",
    "Unreadable",
]


class Referee:
    """Opens games, seats players, judges commands, answers readers."""

    def __init__(
        self,
        url: str,
        rulesets: Rulesets,
        *,
        clock: Callable[[], datetime] | None = None,
        ids: Callable[[], str] | None = None,
        secret: bytes | None = None,
        dice: DiceSource | None = None,
        snapshot_every: int = 500,
        cached_positions: int = 256,
    ) -> None:
        """Open (or make) the log at `url`: `sqlite:///relative`, `sqlite:////absolute` or `sqlite://` (in memory).

        `clock` gives an aware time (UTC now), `ids` fresh names for games and timelines (random),
        `secret` what seat tokens are derived from, so that a repeated request gets the same token after
        a restart (random), `dice` the source of dice (unforeseeable).
        """
        self._core = core = Core(
            url,
            rulesets,
            clock=clock,
            ids=ids,
            secret=secret,
            dice=dice,
            keep_every=snapshot_every,
            cached_positions=cached_positions,
        )
        self._judge = Judge(core)
        self._matches = Matches(core)
        self._reader = Reader(core)
        self._games = GamesList(core.log, self._summary)
        self._grown = Condition()
        core.log.database.listen(self._on_commit)

    def close(self) -> None:
        """Let go of the store; what was acknowledged is durable already. Also a context manager."""
        self._core.log.database.unlisten(self._on_commit)
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- opening and seats

    def open_game(
        self,
        ruleset: str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        position: Mapping[str, Any] | None = None,
        title: str = "",
        by: str = "",
        id: str | None = None,
    ) -> GameRecord:
        """Open a game at a scenario, or at a position document.

        Raises NotFound (ruleset, scenario), Unreadable (options, position, title), IdReused.
        """
        rules = self._core.ruleset(ruleset)
        asking.text(title, "title", asking.TITLE_LIMIT)
        asking.text(by, "by", asking.NAME_LIMIT)
        if scenario not in rules.scenarios and not (position is not None and scenario == ""):
            raise NotFound(f"{ruleset} has the scenarios {', '.join(rules.scenarios)}, not {scenario!r}")
        command = OpenGame(
            ruleset=rules.name,
            version=rules.version,
            scenario=scenario,
            options=asking.read_options(rules, options or {}),
            seats=rules.seats,
            title=title,
            by=by,
        )
        done = self._matches.open_game(rules, command, position, id)
        self._list_soon()
        return msgspec.structs.replace(self.game(done.game), repeated=done.repeated)

    def take_seat(self, game: str, seat: str, player: str, *, id: str | None = None) -> Seated:
        """Seat a player. `id`, where given, is a secret of the asker's of 16 to 64 characters.

        The same id, seat and player again gets the same token. Raises NotFound, Unreadable, IdReused, Refused
        ("match/seat-taken").
        """
        self._seat(game, seat)
        return self._matches.take_seat(game, seat, player, id)

    def authenticate(self, token: str) -> Account:
        """Whom the token belongs to. Raises NotSignedIn."""
        account = self._core.accounts.whose(token)
        if account is None:
            raise NotSignedIn("the token is not one of this server's")
        return account

    def erase_player(self, player: str) -> None:
        """Forget who a pseudonym was, and its tokens; the log keeps only the pseudonym. Raises NotFound."""
        if not self._core.accounts.erase(player):
            raise NotFound(f"nothing is known of {player!r}")

    # -- commands

    def command(
        self, game: str, seat: str, request: Request | Mapping[str, Any], *, by: str | None = None
    ) -> Receipt:
        """Judge a command of `seat`, given by the seat `by` (itself, unless named).

        Checked in order: who, id, end of the game, staleness, rules. On a branch the one who opened it gives
        the commands of every seat. Raises NotFound, NotYourSeat, Unreadable, TooMuch, IdReused, GameOver,
        Stale, Refused (rule, reason).
        """
        receipt = self._judge.command(game, seat, request, by)
        self._list_soon()
        return receipt

    def resign(self, game: str, seat: str, *, id: str | None = None) -> Receipt:
        """Give the game up: the other seat wins. Raises NotFound, IdReused, GameOver."""
        return self._ask(game, seat, "resign", id, lambda live: Resign(head=self._head(live)))

    def offer_draw(self, game: str, seat: str, *, id: str | None = None) -> Receipt:
        """Offer a draw; it stands until it is accepted, declined or withdrawn. Raises also Refused."""
        return self._ask(game, seat, "offer_draw", id, lambda live: OfferDraw())

    def accept_draw(self, game: str, seat: str, *, id: str | None = None) -> Receipt:
        """Accept the other seat's offer: the game is drawn. Raises also Refused."""
        return self._ask(game, seat, "accept_draw", id, lambda live: AcceptDraw(head=self._head(live)))

    def decline_draw(self, game: str, seat: str, *, id: str | None = None) -> Receipt:
        """Decline the other seat's offer. Raises also Refused."""
        return self._ask(game, seat, "decline_draw", id, lambda live: DeclineDraw())

    def withdraw_draw(self, game: str, seat: str, *, id: str | None = None) -> Receipt:
        """Take one's own offer back. Raises also Refused."""
        return self._ask(game, seat, "withdraw_draw", id, lambda live: WithdrawDraw())

    # -- timelines

    def timelines(self, game: str) -> tuple[TimelineRecord, ...]:
        """Every timeline in the order opened. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.timelines(live)

    def branch(
        self, game: str, at: int, by: str, *, timeline: str | None = None, id: str | None = None
    ) -> TimelineRecord:
        """Fork a what-if at version `at`, owned by `by` (a seat, or any reader's name); the game is untouched.

        Raises NotFound, IdReused, Refused ("match/boundary", which names the nearest place where one may fork).
        """
        asking.text(by, "by", asking.NAME_LIMIT, 1)
        asking.number(at, "at")

        def open_branch(live: LiveGame) -> OpenBranch:
            line, version = self._matches.fork_from(live, timeline, at)
            return OpenBranch(branch=self._core.ids(), timeline=line, at=version)

        done = self._matches.carry_out(
            game, by, open_branch, {"branch": at, "timeline": timeline, "game": game}, id
        )
        return self._timeline(done)

    def propose_rewind(
        self,
        game: str,
        seat: str,
        at: int,
        *,
        timeline: str | None = None,
        reason: str = "",
        id: str | None = None,
    ) -> ProposalRecord:
        """Propose that the game go on from version `at` of a timeline (the current one unless named).

        Allowed after an end by the rules, not after a resignation or an agreed draw.
        Raises NotFound, Unreadable, IdReused, GameOver, Refused.
        """
        self._seat(game, seat)
        asking.text(reason, "reason", asking.REASON_LIMIT)
        asking.number(at, "at")

        def propose(live: LiveGame) -> ProposeRewind:
            line, version = self._matches.fork_from(live, timeline, at)
            require(
                (line, version) != self._core.head(live, None), "match/nowhere", "the game stands there now"
            )
            return ProposeRewind(proposal=self._core.ids(), timeline=line, at=version, reason=reason)

        asked = {"propose": at, "timeline": timeline, "reason": reason, "game": game}
        done = self._matches.carry_out(game, seat, propose, asked, id)
        made, accepted = done.first("rewind_proposed"), done.first("command_accepted")
        return ProposalRecord(
            made["proposal"], "rewind", seat, accepted["at"], made["timeline"], made["at"], made["reason"]
        )

    def accept_rewind(self, game: str, seat: str, proposal: str, *, id: str | None = None) -> TimelineRecord:
        """Accept the other seat's proposal: the game moves to a new timeline, which is returned."""
        self._seat(game, seat)
        done = self._matches.carry_out(
            game,
            seat,
            lambda live: AcceptRewind(proposal=proposal, head=self._head(live)),
            {"accept": proposal, "game": game},
            id,
        )
        self._list_soon()
        return self._timeline(done)

    def decline_rewind(self, game: str, seat: str, proposal: str, *, id: str | None = None) -> Receipt:
        """Decline the other seat's proposal."""
        return self._ask(game, seat, f"decline {proposal}", id, lambda live: DeclineRewind(proposal=proposal))

    def withdraw_rewind(self, game: str, seat: str, proposal: str, *, id: str | None = None) -> Receipt:
        """Take one's own proposal back."""
        return self._ask(
            game, seat, f"withdraw {proposal}", id, lambda live: WithdrawRewind(proposal=proposal)
        )

    # -- reading

    def games(self, cursor: str | None = None, limit: int = 50) -> Page[GameSummary]:
        """The games, latest first. Raises Unreadable for a cursor that was not given out here."""
        self._games.catch_up()
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

    def events(
        self,
        game: str,
        timeline: str | None = None,
        first: int = 1,
        last: int | None = None,
        limit: int = 500,
    ) -> Page[EventRecord]:
        """A timeline's events from version `first` to `last`, through its ancestors. `next` is the next `first`."""
        with self._core.game(game) as live:
            return self._reader.events(live, timeline, first, last, limit)

    def match_events(self, game: str, first: int = 1, limit: int = 500) -> Page[EventRecord]:
        """The match's own events: seats, timelines, proposals, end."""
        with self._core.game(game) as live:
            return self._reader.match_events(live, first, limit)

    def view(
        self, game: str, name: str, timeline: str | None = None, at: int | None = None
    ) -> dict[str, Any]:
        """The view map, economy or politics (or another that the ruleset has) at any event. Raises NotFound."""
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
        """Wait until a timeline is past version `after`; False if `timeout` seconds went by first."""
        with self._core.game(game) as live:

            def beyond() -> bool:
                return self._core.head(live, timeline)[1] > after

            beyond()  # an unknown timeline is refused here, and its head known, before anyone holds `changed`
            with live.changed:
                return live.changed.wait_for(beyond, timeout)

    def log_size(self) -> int:
        """The position of the last event in the whole log."""
        return self._core.recorder.max_notification_id() or 0

    def wait_log(self, after: int, timeout: float = 15.0) -> int:
        """Wait until the log is longer than `after`; its size then, which may be `after` on time-out."""
        with self._grown:
            self._grown.wait_for(lambda: self.log_size() > after, timeout)
        return self.log_size()

    # -- upkeep

    def blob(self, digest: str) -> bytes:
        """A blob that an event names by the SHA-256 hex of its bytes (a large starting position)."""
        return self._core.blob(digest)

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

    def rebuild_views(self) -> None:
        """Drop what is kept beside the log (positions, the list of games) and make it again from the log."""
        self._core.positions.drop()
        self._games.rebuild()

    def settle(self) -> None:
        """Wait until the background work that was asked so far is done."""
        self._core.housekeeper.settle()

    # -- within

    def _summary(self, game: str) -> GameSummary:
        with self._core.game(game) as live:
            return self._reader.summary(live)

    def _seat(self, game: str, seat: str) -> None:
        with self._core.game(game) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")

    def _head(self, live: LiveGame) -> int:
        return self._core.head(live, None)[1]

    def _timeline(self, done: Done) -> TimelineRecord:
        with self._core.game(done.game) as live:
            return self._reader.timeline(live, done.first("timeline_opened")["timeline"])

    def _ask(
        self, game: str, seat: str, what: str, id: str | None, command: Callable[[LiveGame], Command]
    ) -> Receipt:
        """Carry out a seat's request on the match."""
        self._seat(game, seat)
        done = self._matches.carry_out(game, seat, command, {"ask": what, "game": game}, id)
        self._list_soon()
        return self._matches.receipt(done)

    def _list_soon(self) -> None:
        self._core.housekeeper.ask("games_list", self._games.catch_up)

    def _on_commit(self) -> None:
        with self._grown:
            self._grown.notify_all()
