"""What seats ask of their clocks (docs/clocks.md). Durations are whole ms, or text such as 2d12h30m."""

from typing import Annotated, Any

from ironclad.domain.kernel.engine import codec
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks.events import Carry
from ironclad.domain.match.clocks.times import duration_of
from ironclad.eventlog import request_bounds as bounds
from ironclad.eventlog.errors import Unreadable
from ironclad.referee import request_limits
from ironclad.referee.match_requests.request import Parts, ReceiptRequest
from ironclad.referee.open_games import OpenGame

Why = Annotated[str, bounds.Text(0, bounds.REASON_LIMIT)]
Instant = Annotated[str, bounds.Text(1, 40, about="RFC 3339 in UTC: 2026-03-01T12:00:00.000Z.")]
Duration = int | str
CARRIES = ("fresh", "keep")
USUAL_FORGIVEN_MS = 60_000


def _ms(given: Duration, name: str) -> int:
    """A duration in whole milliseconds. Raises Unreadable."""
    if not isinstance(given, str):
        return request_limits.number(given, name)
    try:
        return duration_of(given)
    except codec.Unreadable as wrong:
        raise Unreadable(f"{name}: {wrong}") from wrong


class SetControl(ReceiptRequest, frozen=True):
    """Ask that the game is played by a control from here on; it is when all seats have asked for the same.

    `control` is the name of one, or an object; with `carry` "keep" each clock keeps what it shows.
    """

    control: Any
    carry: Carry = "keep"

    def content(self) -> dict[str, Any]:
        return {"ask": "set_control", "control": self.control, "carry": self.carry}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.SetControl:
        if self.carry not in CARRIES:
            raise Unreadable(f"carry is one of {', '.join(CARRIES)}")
        control = request_limits.read_control(self.control, live.ruleset.seats)
        return c.SetControl(control=control, carry=self.carry)


class WithdrawControl(ReceiptRequest, frozen=True):
    """Withdraw one's own request for another control, or decline that of the seat `of`."""

    of: bounds.SeatName

    def content(self) -> dict[str, Any]:
        return {"ask": f"withdraw_control {self.of}"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.WithdrawControl:
        return c.WithdrawControl(seat=self.of)


class GiveTime(ReceiptRequest, frozen=True):
    """Give the other seat time; one's own clock keeps what it has."""

    ms: Duration
    to: bounds.SeatName

    def content(self) -> dict[str, Any]:
        return {"ask": "give_time", "to": self.to, "ms": self.ms}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.GiveTime:
        return c.GiveTime(to=self.to, ms=_ms(self.ms, "ms"))


class DrawReserve(ReceiptRequest, frozen=True):
    """Move time from the reserve to the clock; as much as its cap allows, unless `ms` is named."""

    ms: Duration | None = None

    def content(self) -> dict[str, Any]:
        return {"ask": "draw_reserve", "ms": self.ms}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.DrawReserve:
        return c.DrawReserve(ms=None if self.ms is None else _ms(self.ms, "ms"))


class ProposePause(ReceiptRequest, frozen=True):
    """Propose to stop all clocks until an instant; with `adjourn` the holder seals its command first."""

    until: Instant
    why: Why = ""
    adjourn: bool = False

    def content(self) -> dict[str, Any]:
        return {"ask": "propose_pause", "until": self.until, "why": self.why, "adjourn": self.adjourn}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.ProposePause:
        pause = parts.open_games.ids()
        return c.ProposePause(pause=pause, until=self.until, why=self.why, adjourn=self.adjourn)


class _OfPause(ReceiptRequest, frozen=True):
    """About a proposed pause."""

    pause: bounds.ProposalName


class AcceptPause(_OfPause, frozen=True):
    """Accept the other seat's proposal: the clocks stop."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"accept_pause {self.pause}"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.AcceptPause:
        return c.AcceptPause(pause=self.pause)


class DeclinePause(_OfPause, frozen=True):
    """Decline the other seat's proposal, or withdraw one's own."""

    def content(self) -> dict[str, Any]:
        return {"ask": f"decline_pause {self.pause}"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.DeclinePause:
        return c.DeclinePause(pause=self.pause)


class ResumeClocks(ReceiptRequest, frozen=True):
    """Ask to end an agreed pause before its time; it ends when all seats have asked for it."""

    why: Why = ""

    def content(self) -> dict[str, Any]:
        return {"ask": "resume_clocks", "why": self.why}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.ResumeClocks:
        return c.ResumeClocks(why=self.why)


class SealMove(ReceiptRequest, frozen=True):
    """Seal one's next request by its digest, in a game that is being adjourned; then the clocks stop."""

    digest: Annotated[str, bounds.Text(64, 64)]
    timeline: bounds.TimelineName | None = None

    def content(self) -> dict[str, Any]:
        return {"ask": "seal_move", "digest": self.digest, "timeline": self.timeline}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.SealMove:
        return c.SealMove(timeline=self.timeline or live.match.current, digest=self.digest)


class TakeVacation(ReceiptRequest, frozen=True):
    """Stop one's own clock for whole days of 24 hours, from an instant on."""

    start: Instant
    end: Instant

    def content(self) -> dict[str, Any]:
        return {"ask": "take_vacation", "from": self.start, "to": self.end}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.TakeVacation:
        return c.TakeVacation(start=self.start, end=self.end)


class EndVacation(ReceiptRequest, frozen=True):
    """End one's vacation now; a day that has begun is used up."""

    def content(self) -> dict[str, Any]:
        return {"ask": "end_vacation"}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.EndVacation:
        return c.EndVacation()


class ForgiveFlag(ReceiptRequest, frozen=True):
    """Lift the flag of the seat `of`, and give it a minute or more: the game continues."""

    of: bounds.SeatName
    ms: Duration = USUAL_FORGIVEN_MS
    why: Why = ""

    def content(self) -> dict[str, Any]:
        return {"ask": f"forgive_flag {self.of}", "ms": self.ms, "why": self.why}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.ForgiveFlag:
        return c.ForgiveFlag(seat=self.of, ms=_ms(self.ms, "ms"), why=self.why)
