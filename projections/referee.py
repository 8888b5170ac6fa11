"""The referee: the application service, and the only door to the log.

Everything a player, a reader or a program asks of games goes through `Referee`. Each accepted request is one
atomic append that is durable before the answer leaves; each refused one raises and changes nothing.
Safe to use from many threads at once.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Self

import msgspec

from domain.kernel.codec import Command
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
from projections.access import Access
from projections.core import Core, DiceSource, LiveGame, Rulesets
from projections.desk import ReadersDesk
from projections.documents import (
    AccountRecord,
    Difference,
    EventRecord,
    GameRecord,
    GameSummary,
    Identity,
    LegalRecord,
    OddsRecord,
    Page,
    PositionRecord,
    ProposalRecord,
    Receipt,
    Request,
    Seated,
    TimelineRecord,
    TokenRecord,
)
from projections.doorkeeper import Doorkeeper
from projections.errors import (
    Busy,
    GameOver,
    HeldElsewhere,
    IdReused,
    NameTaken,
    NotFound,
    NotSignedIn,
    NotYourSeat,
    OtherBuild,
    Problem,
    Refused,
    Stale,
    TooMuch,
    Unavailable,
    Unreadable,
    as_problems,
)
from projections.judging import Judge
from projections.matches import Done

__all__ = [
    "Access",
    "AccountRecord",
    "Busy",
    "DiceSource",
    "Difference",
    "EventRecord",
    "GameOver",
    "GameRecord",
    "GameSummary",
    "HeldElsewhere",
    "IdReused",
    "Identity",
    "LegalRecord",
    "NameTaken",
    "NotFound",
    "NotSignedIn",
    "NotYourSeat",
    "OddsRecord",
    "OtherBuild",
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
    "TokenRecord",
    "TooMuch",
    "Unavailable",
    "Unreadable",
]


class Referee(Doorkeeper, ReadersDesk):
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
        exclusive: bool = True,
        access: Access | None = None,
        redis: str | None = None,
        beside: bool = False,
    ) -> None:
        """Open (or make) the log at a URL: `sqlite:///relative`, `sqlite:////absolute`, `sqlite://` (memory).

        `clock` gives an aware time (UTC now); `ids` fresh names for games and timelines (random). `secret` is
        what seat tokens and dice are derived from: kept by whoever starts the server, apart from the
        database, a repeated request gets the same token after a restart too (random). `dice` gives each
        command its dice (seeded from the secret). A position is kept on disk every `snapshot_every` events.
        `access` says how long tokens are good and what passwords cost to check. `redis` is the URL of a Redis
        that the processes of one service share; it makes them quicker, and is needed for nothing.
        One process at a time may have a log for writing: this referee holds it until it is closed, unless
        it is not `exclusive`. What others write to a SQLite log later may pass it by then, unless it works
        `beside` them: it looks again before each use of a game.

        Raises BadStoreURL, HeldElsewhere, Unavailable if the store cannot be opened.
        """
        with as_problems():
            core = Core(
                url,
                rulesets,
                clock=clock,
                ids=ids,
                secret=secret,
                dice=dice,
                keep_every=snapshot_every,
                cached_positions=cached_positions,
                exclusive=exclusive,
                access=access or Access(),
                redis=redis,
                beside=beside,
            )
        super().__init__(core)
        self._judge = Judge(core)
        if exclusive:
            try:
                self._mend_views()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let go of the store; what was acknowledged is durable already. Also a context manager."""
        self._core.log.database.unlisten(self._on_commit)
        self._core.log.database.unlisten(self._core.wake_all)
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- opening and seats

    @as_problems()
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
        private_to: str | None = None,
    ) -> GameRecord:
        """Open a game at a scenario, or at a position document; private to an account, if one is named.

        Raises NotFound (ruleset, scenario), Unreadable (options, position, title), IdReused.
        """
        rules = self._core.ruleset(ruleset)
        title = asking.name(title, "title", asking.TITLE_LIMIT)
        by = asking.name(by, "by")
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
        done = self._matches.open_game(rules, command, position, id, private_to)
        self._list_soon()
        return msgspec.structs.replace(self.game(done.game), repeated=done.repeated)

    @as_problems()
    def take_seat(
        self, game: str, seat: str, player: str, *, id: str | None = None, account: str | None = None
    ) -> Seated:
        """Seat a player, for an account if one is named. `id` is a secret of 16 to 64 characters.

        The same id, seat and player again gets the same token, good as long as a new one. Raises NotFound,
        Unreadable, IdReused, NotYourSeat (the token was revoked), Refused ("match/seat-taken").
        """
        self._seat(game, seat)
        return self._matches.take_seat(game, seat, player, id, account)

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
        return self._ask(game, seat, "offer_draw", id, lambda live: OfferDraw(offer=self._core.ids()))

    def accept_draw(
        self, game: str, seat: str, *, offer: str | None = None, id: str | None = None
    ) -> Receipt:
        """Accept the other seat's offer (this one, where it is named): the game is drawn.

        Raises also Refused ("match/offer" where another offer stands now).
        """
        what, named = self._named("accept_draw", offer)
        return self._ask(game, seat, what, id, lambda live: AcceptDraw(head=self._head(live), offer=named))

    def decline_draw(
        self, game: str, seat: str, *, offer: str | None = None, id: str | None = None
    ) -> Receipt:
        """Decline the other seat's offer (this one, where it is named). Raises also Refused."""
        what, named = self._named("decline_draw", offer)
        return self._ask(game, seat, what, id, lambda live: DeclineDraw(offer=named))

    def withdraw_draw(
        self, game: str, seat: str, *, offer: str | None = None, id: str | None = None
    ) -> Receipt:
        """Take one's own offer back (this one, where it is named). Raises also Refused."""
        what, named = self._named("withdraw_draw", offer)
        return self._ask(game, seat, what, id, lambda live: WithdrawDraw(offer=named))

    # -- timelines

    def timelines(self, game: str) -> tuple[TimelineRecord, ...]:
        """Every timeline in the order opened. Raises NotFound."""
        with self._core.game(game) as live:
            return self._reader.timelines(live)

    def branch(
        self, game: str, at: int, by: str, *, timeline: str | None = None, id: str | None = None
    ) -> TimelineRecord:
        """Fork a what-if at version `at`, owned by `by` (a seat, or any reader's name); the game is
        untouched.

        Raises NotFound, NotYourSeat (a reader's name that looks like a seat's), IdReused, Refused
        ("match/boundary", which names the nearest place where one may fork; "match/branches").
        """
        by = self._branching(game, by)
        asking.number(at, "at")
        if timeline is not None:
            asking.known(timeline, "timeline")

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
        if timeline is not None:
            asking.known(timeline, "timeline")

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
        asking.known(proposal, "proposal")
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
        asking.known(proposal, "proposal")
        return self._ask(game, seat, f"decline {proposal}", id, lambda live: DeclineRewind(proposal=proposal))

    def withdraw_rewind(self, game: str, seat: str, proposal: str, *, id: str | None = None) -> Receipt:
        """Take one's own proposal back."""
        asking.known(proposal, "proposal")
        return self._ask(
            game, seat, f"withdraw {proposal}", id, lambda live: WithdrawRewind(proposal=proposal)
        )

    # -- within

    @staticmethod
    def _named(what: str, offer: str | None) -> tuple[str, str]:
        """What is asked of an offer, and its id; none is named by ""."""
        named = "" if offer is None else asking.known(offer, "offer")
        return f"{what} {named}".rstrip(), named

    def _branching(self, game: str, by: str) -> str:
        """The name under which `by` branches. Raises NotYourSeat for a reader's that looks like a seat's."""
        name = asking.name(by, "by", least=1)
        with self._core.game(game, fresh=False) as live:
            seats = live.ruleset.seats
        if by not in seats and name.casefold() in {seat.casefold() for seat in seats}:
            raise NotYourSeat(f"{by!r} is no reader's name: a seat is called so")
        return name

    def _seat(self, game: str, seat: str) -> None:
        with self._core.game(game, fresh=False) as live:
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
