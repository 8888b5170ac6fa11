"""Who asked for what a dispute did to the match: held to the requests that cause it, without the rules.

Whether a ruling or a remedy is right is decided with the rules of the game. Here it is only asked that an
official was named who ruled, that each event is of who asked for it, and that nothing else moves or ends a
game.
"""

from collections.abc import Sequence
from typing import Any

from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import events as t
from ironclad.domain.match.clocks.consents import equal
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e

_MOVING = ("settle_claim", "rule_claim", "vote_appeal")
_ENDING = (*_MOVING, "end_game", "annul", "penalise")
_BY_RULING = ("ruling", "annulled")
_CAUSED: dict[type[Any], tuple[type[Event], ...]] = {
    c.NameOfficials: (e.OfficialsNamed, e.OfficialsAsked),
    c.MakeClaim: (e.ClaimMade,),
    c.AnswerClaim: (e.ClaimAnswered,),
    c.WithdrawClaim: (e.ClaimWithdrawn,),
    c.AddEvidence: (e.EvidenceAdded,),
    c.SettleClaim: (e.SettlementOffered, e.ClaimSettled, e.RemedyApplied),
    c.TakeClaim: (e.ClaimTaken,),
    c.OpenFact: (e.FactOpened,),
    c.DeclareConflict: (e.ConflictDeclared,),
    c.RuleClaim: (e.RulingGiven, e.PenaltyGiven, e.RemedyUndone, e.RemedyApplied),
    c.AppealRuling: (e.AppealMade,),
    c.NamePanel: (e.PanelNamed,),
    c.VoteAppeal: (e.AppealVoted, e.AppealDecided, e.RemedyUndone, e.RemedyApplied),
    c.Penalise: (e.PenaltyGiven,),
    c.EndGame: (),
    c.LiftEnd: (),
    c.Annul: (),
    c.RuleOnVersion: (),
    c.OrderChains: (e.ChainsOrdered,),
    c.VacateSeat: (e.SeatVacated,),
    c.StopClocks: (),
    c.StartClocks: (),
    c.AdjustClock: (),
    c.CallAdjournment: (),
    c.LiftFlag: (),
}
CAUSED = {name_of(kind): caused for kind, caused in _CAUSED.items()}
"""By a request's type: the events of disputes that it may cause; the first of them it has to cause."""

OF_CLOCKS: dict[str, tuple[type[Event], ...]] = {
    "make_claim": (t.ClocksPaused,),
    "withdraw_claim": (t.ClocksResumed,),
    "settle_claim": (t.TimeAdjusted, t.EndLifted, t.ClocksResumed),
    "rule_claim": (t.TimeAdjusted, t.EndLifted, t.ClocksResumed),
    "appeal_ruling": (t.ClocksPaused,),
    "vote_appeal": (t.TimeAdjusted, t.EndLifted, t.ClocksResumed),
    "penalise": (t.TimeAdjusted,),
    "lift_end": (t.EndLifted,),
    "annul": (t.EndLifted,),
    "stop_clocks": (t.ClocksPaused,),
    "start_clocks": (t.ClocksResumed,),
    "adjust_clock": (t.TimeAdjusted,),
    "call_adjournment": (t.AdjournmentCalled,),
    "lift_flag": (t.FlagForgiven, t.EndLifted, t.ClocksResumed),
}
"""By a request's type: the events of clocks that it may cause."""

DIRECTED = {
    name: OF_CLOCKS[name][:1]
    for name in ("stop_clocks", "start_clocks", "adjust_clock", "call_adjournment", "lift_flag")
}
"""By the type of a director's request about clocks: the event that it has to cause."""

_BY_SEAT = (e.OfficialsAsked, e.ClaimMade, e.ClaimAnswered, e.AppealMade, e.SettlementOffered)
_BY_NAME = (e.EvidenceAdded, e.ClaimTaken, e.RulingGiven, e.PenaltyGiven, e.AppealVoted)
_ORDERS: dict[type[Event], tuple[str, ...]] = {
    e.ChainsOrdered: ("timeline", "seats", "custody", "why"),
    e.SeatVacated: ("seat", "why"),
}
"""What has the fields of its request, and is by who asked."""
NOBODY, MISSING = "nobody asked for this", "what was asked for here is missing"


class DisputeConsents:
    """Who may rule in a game, as its events named them."""

    def __init__(self) -> None:
        self._officials: frozenset[str] = frozenset()
        self.words: list[str] = []
        """What is the service's word alone, in sentences."""

    def may_ask(self, first: m.CommandAccepted, seats: Sequence[str]) -> bool:
        """Whether a seat, or an official who was named, asks; officials are named by others too."""
        if first.seat:
            return first.seat in seats and first.by == first.seat
        return str(first.command.get("type")) == "name_officials" or first.by in self._officials

    def wrong(
        self, first: m.CommandAccepted, current: str, caused: Sequence[tuple[int, Event]]
    ) -> tuple[int, str] | None:
        """The first event of the match that such a request does not cause: its position (0: that of the
        request), and what is wrong. `current` is the line that the game is on before it.
        """
        type, opened, moved = str(first.command.get("type")), "", False
        kinds = CAUSED.get(type, ())
        for position, event in caused:
            if isinstance(event, m.TimelineOpened):
                fits = type in _MOVING and event.why == "ruling"
                opened = event.timeline
            elif isinstance(event, m.GameMoved):
                fits = moved = event.left == current and event.timeline == opened
            elif isinstance(event, m.GameEnded):
                fits = type in _ENDING if event.how in _BY_RULING else moved and event.how == "rules"
            elif isinstance(event, m.RulesMoved):
                there = current if type == "rule_on_version" else opened if type in _MOVING else ""
                fits = event.by == "ruling" and bool(there) and event.timeline == there
            elif isinstance(event, e.DISPUTE_EVENTS):
                fits = isinstance(event, kinds) and _is_of(first, event)
            elif isinstance(event, OF_CLOCKS.get(type, ())):
                by = (first.by,) if type in DIRECTED else ("", first.by, t.AGREEMENT, "panel")
                fits = getattr(event, "by", "") in by
            else:
                fits = not isinstance(event, _NEVER)
            if not fits:
                return position, NOBODY
        needed = kinds[:2] if type == "name_officials" else kinds[:1] or DIRECTED.get(type, ())
        missing = needed and not any(isinstance(event, needed) for _, event in caused)
        return (0, MISSING) if missing else None

    def take(self, event: Event) -> None:
        """An event of the match."""
        if isinstance(event, e.OfficialsNamed):
            self._officials = frozenset((event.chief, *event.deputies, *event.assessors))
        if isinstance(event, e.DISPUTE_EVENTS):
            self.words = _WORDS


_WORDS = [
    "of disputes: who the officials are, that one of them asked what is recorded so, what had happened since"
    " a claim, and that nothing was against a remedy"
]
_NEVER = (
    *(m.GameOpened, m.SeatTaken, m.TakenBack, m.Resigned),
    *(m.RewindProposed, m.RewindAccepted, m.RewindDeclined, m.RewindWithdrawn),
    *(m.DrawOffered, m.DrawAccepted, m.DrawDeclined, m.DrawWithdrawn, m.RulesAsked, m.RulesWithdrawn),
)


def _is_of(first: m.CommandAccepted, event: Any) -> bool:
    """Whether an event of a dispute is of who asked."""
    if isinstance(event, _BY_SEAT):
        return bool(event.seat == first.seat)
    if isinstance(event, _BY_NAME):
        return bool(event.by == first.by)
    if (names := _ORDERS.get(type(event))) is not None:
        same = all(equal(getattr(event, name), first.command.get(name)) for name in names)
        return bool(event.by == first.by) and same
    return not isinstance(event, e.ConflictDeclared) or event.official == first.by
