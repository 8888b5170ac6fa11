"""What seats settle between themselves (the end, draws, rewinds, the rules' version), and branches."""

from typing import Annotated, Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.match import commands as c
from ironclad.eventlog import request_bounds as bounds
from ironclad.eventlog.errors import NotYourSeat
from ironclad.eventlog.records import ProposalRecord, Receipt, TimelineRecord
from ironclad.referee import request_limits
from ironclad.referee.match_requests.handler import Done
from ironclad.referee.match_requests.request import MatchRequest, Parts, ReceiptRequest, Waiting
from ironclad.referee.open_games import OpenGame
from ironclad.referee.places import fork_from

# -- resignation and draws


class Resign(ReceiptRequest, frozen=True):
    """Give the game up: the other seat wins."""

    def content(self) -> dict[str, Any]:
        return {"ask": "resign"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.Resign:
        return c.Resign(head=parts.head(live))


class OfferDraw(ReceiptRequest, frozen=True):
    """Offer a draw; it is open until it is accepted, declined or withdrawn."""

    def content(self) -> dict[str, Any]:
        return {"ask": "offer_draw"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.OfferDraw:
        return c.OfferDraw(offer=parts.open_games.ids())


class _OfDraw(ReceiptRequest, frozen=True):
    """About an offer of a draw: the one that is named, or the one that is open."""

    offer: bounds.OfferName | None = None

    def asked(self, what: str) -> dict[str, Any]:
        """The content: what is asked, and of which offer."""
        return {"ask": f"{what} {self.offer or ''}".rstrip()}


class AcceptDraw(_OfDraw, frozen=True):
    """Accept the other seat's offer: the game is drawn. Refused ("match/offer") where another is open now."""

    def content(self) -> dict[str, Any]:
        return self.asked("accept_draw")

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.AcceptDraw:
        return c.AcceptDraw(head=parts.head(live), offer=self.offer or "")


class DeclineDraw(_OfDraw, frozen=True):
    """Decline the other seat's offer."""

    def content(self) -> dict[str, Any]:
        return self.asked("decline_draw")

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.DeclineDraw:
        return c.DeclineDraw(offer=self.offer or "")


class WithdrawDraw(_OfDraw, frozen=True):
    """Take one's own offer back."""

    def content(self) -> dict[str, Any]:
        return self.asked("withdraw_draw")

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.WithdrawDraw:
        return c.WithdrawDraw(offer=self.offer or "")


# -- rewinds


_CLOCKS = bounds.Text(
    0, 16, r"\A(as_then)?\Z", "`as_then`: the clocks are set to what they showed there; else they are left."
)


class ProposeRewind(MatchRequest[ProposalRecord], frozen=True):
    """Propose to continue the game from version `at` of a timeline (the current one unless named).

    Allowed after an end by the rules, not after a resignation or an agreed draw.
    """

    at: bounds.Version
    timeline: bounds.TimelineName | None = None
    reason: Annotated[str, bounds.Text(0, bounds.REASON_LIMIT)] = ""
    clocks: Annotated[str, _CLOCKS] = ""

    def content(self) -> dict[str, Any]:
        more = {"clocks": self.clocks} if self.clocks else {}
        return {"propose": self.at, "timeline": self.timeline, "reason": self.reason, **more}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.ProposeRewind:
        line = live.match.current if self.timeline is None else self.timeline
        proposal, clocks = parts.open_games.ids(), self.clocks or msgspec.UNSET
        return c.ProposeRewind(
            proposal=proposal, timeline=line, at=self.at, reason=self.reason, clocks=clocks
        )

    def check(self, parts: Parts, live: OpenGame, seat: str, command: c.ProposeRewind) -> None:
        place = fork_from(parts.open_games, live, command.timeline, command.at)
        elsewhere = place != parts.open_games.head(live, None)
        broken = parts.open_games.breaks.closed(live.id, live.match_version, live.match.current)
        require(elsewhere or broken, "match/nowhere", "the game is there now")

    def answer(self, parts: Parts, done: Done) -> ProposalRecord:
        made, accepted = done.first("rewind_proposed"), done.first("command_accepted")
        return ProposalRecord(
            *(made["proposal"], "rewind", accepted["seat"], accepted["at"]),
            *(made["timeline"], made["at"], made["reason"]),
            clocks=made.get("clocks", ""),
        )


class AcceptRewind(MatchRequest[TimelineRecord], frozen=True):
    """Accept the other seat's proposal: the game moves to a new timeline, which is the answer.

    `dice` is a chain of the seat's own for it.
    """

    proposal: bounds.ProposalName
    dice: c.OwnChain | None = None

    def content(self) -> dict[str, Any]:
        asked: dict[str, Any] = {"accept": self.proposal}
        return asked if self.dice is None else {**asked, "dice": msgspec.to_builtins(self.dice)}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.AcceptRewind:
        return c.AcceptRewind(proposal=self.proposal, head=parts.head(live), dice=self.dice)

    def answer(self, parts: Parts, done: Done) -> TimelineRecord:
        return _opened(parts, done)


class _OfRewind(ReceiptRequest, frozen=True):
    """About a proposal to rewind."""

    proposal: bounds.ProposalName


class DeclineRewind(_OfRewind, frozen=True):
    """Decline the other seat's proposal."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"decline {self.proposal}"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.DeclineRewind:
        return c.DeclineRewind(proposal=self.proposal)


class WithdrawRewind(_OfRewind, frozen=True):
    """Take one's own proposal back."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"withdraw {self.proposal}"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.WithdrawRewind:
        return c.WithdrawRewind(proposal=self.proposal)


# -- branches


class Branch(MatchRequest[TimelineRecord], frozen=True):
    """Fork a what-if at version `at`, owned by the sender: a seat, or any reader's name. The game stays."""

    at: bounds.Version
    timeline: bounds.TimelineName | None = None

    def sender(self, live: OpenGame, given: str) -> str:
        """A seat, or a reader's name. Raises Unreadable, NotYourSeat for a name that looks like a seat's."""
        name = request_limits.name(given, "by", least=1)
        seats = live.ruleset.seats
        if given not in seats and name.casefold() in {seat.casefold() for seat in seats}:
            raise NotYourSeat(f"{given!r} is no reader's name: a seat is called so")
        return name

    def content(self) -> dict[str, Any]:
        return {"branch": self.at, "timeline": self.timeline}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.OpenBranch:
        line, version = fork_from(parts.open_games, live, self.timeline, self.at)
        return c.OpenBranch(branch=parts.open_games.ids(), timeline=line, at=version)

    def answer(self, parts: Parts, done: Done) -> TimelineRecord:
        return _opened(parts, done)


def _opened(parts: Parts, done: Done) -> TimelineRecord:
    """The timeline that a request opened, as it is now."""
    with parts.open_games.game(done.game) as live:
        return parts.timeline(live, done.first("timeline_opened")["timeline"])


# -- another version of the rules


class MoveRules(ReceiptRequest, frozen=True):
    """Ask that another version of the rules decides the game from here on, or carry that out.

    The first seat's request waits; the same from the other seat carries it out. `readings` are options that
    change with it. The same from the first seat again changes nothing.
    """

    version: bounds.Id
    readings: Annotated[dict[str, str], bounds.Pairs(64, "Options that change with it, by name.")] = (
        msgspec.field(default_factory=dict)
    )

    def content(self) -> dict[str, Any]:
        return {"move_rules": self.version, "readings": self._sorted()}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.MoveRules:
        return c.MoveRules(version=self.version, readings=self._sorted(), head=parts.head(live))

    def check(self, parts: Parts, live: OpenGame, seat: str, command: c.MoveRules) -> None:
        waits = live.match.rules_asked
        if waits is None or (waits.seat, waits.version) != (seat, self.version):
            return
        if waits.readings == self.readings:
            raise Waiting(Receipt(live.id, "", live.match_version, (), repeated=True))

    def _sorted(self) -> dict[str, str]:
        return dict(sorted(self.readings.items()))


class WithdrawRules(ReceiptRequest, frozen=True):
    """Withdraw one's own request to move the rules, or decline the other seat's."""

    def content(self) -> dict[str, Any]:
        return {"ask": "withdraw_rules"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.WithdrawRules:
        return c.WithdrawRules()
