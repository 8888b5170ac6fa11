"""The state of a game's disputes, folded from their events: `evolve(state, event)`.

The records are immutable. What the rest of the match says (its lines, its end) is in the facts that a
decision is given, not here.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.match.clocks.events import ClocksPaused
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.policy import DEFAULT, Policy
from ironclad.domain.match.disputes.remedies import AnyRemedy
from ironclad.domain.match.events import CommandAccepted, SeatTaken

Phase = Literal["made", "answered", "settled", "withdrawn", "ruled", "final", "appealed", "decided"]
PHASES: tuple[Phase, ...] = (
    *("made", "answered", "settled", "withdrawn", "ruled", "final", "appealed", "decided"),
)
OPEN_PHASES = frozenset[Phase]({"made", "answered"})


class Claim(msgspec.Struct, frozen=True):
    """A claim. offers: what seats ("": the director) would settle by. rulings: all, the last one holds; what
    a ruling seals is not here.

    applied: the remedy that is in force. appeals: those of the last ruling. returned: how often an appeal was
    returned to the director. paused: the claim stopped the clocks, which it has not started again.
    """

    made: e.ClaimMade
    made_at: int
    answer: e.ClaimAnswered | None = None
    over: Literal["", "settled", "withdrawn"] = ""
    offers: dict[str, AnyRemedy] = {}
    evidence: int = 0
    files: frozenset[str] = frozenset()
    taken_by: str = ""
    rulings: tuple[e.RulingGiven, ...] = ()
    applied: AnyRemedy | None = None
    appeals: tuple[e.AppealMade, ...] = ()
    panel: e.PanelNamed | None = None
    votes: tuple[e.AppealVoted, ...] = ()
    decided: e.AppealDecided | None = None
    returned: int = 0
    paused: bool = False

    @property
    def ruling(self) -> e.RulingGiven | None:
        """The ruling that holds; None before one is given, and after it was returned."""
        returned = self.decided is not None and self.decided.outcome == "returned"
        return None if returned or not self.rulings else self.rulings[-1]

    def phase(self, at: int) -> Phase:
        """Where the claim is at an instant (ms since 1970)."""
        if self.over:
            return self.over
        if self.ruling is None:
            return "answered" if self.answer is not None or self.rulings else "made"
        if self.decided is not None:
            return "decided"
        if self.appeals:
            return "appealed"
        until = self.ruling.appeal_until
        return "final" if not until or at > instant_of(until) else "ruled"


class Disputes(msgspec.Struct, frozen=True):
    """The disputes of a game.

    asked: the officials that seats ask for. link: the last known link of the chain for panels. pauses: how
    often a seat's claim stopped the clocks. vacated: the seats that are free.
    """

    officials: e.OfficialsNamed | None = None
    asked: dict[str, e.Officials] = {}
    conflicts: frozenset[str] = frozenset()
    claims: dict[int, Claim] = {}
    penalties: tuple[e.PenaltyGiven, ...] = ()
    link: str = ""
    pauses: dict[str, int] = {}
    vacated: frozenset[str] = frozenset()
    now: int = 0

    @property
    def policy(self) -> Policy:
        return self.officials.policy if self.officials is not None else DEFAULT

    @property
    def directors(self) -> tuple[str, ...]:
        """The chief and the deputies."""
        return () if self.officials is None else (self.officials.chief, *self.officials.deputies)

    @property
    def everybody(self) -> tuple[str, ...]:
        """All officials, each once."""
        assessors = () if self.officials is None else self.officials.assessors
        return tuple(dict.fromkeys((*self.directors, *assessors)))

    def earlier(self, about: e.About) -> int | None:
        """The number of the claim on the same thing that was not withdrawn."""
        for number, claim in self.claims.items():
            if claim.over != "withdrawn" and is_same(claim.made.about, about):
                return number
        return None


NO_DISPUTES = Disputes()


def is_same(one: e.About, other: e.About) -> bool:
    """Whether two claims point at the same thing; the rule of a refusal is not asked."""
    return msgspec.structs.replace(one, rule="") == msgspec.structs.replace(other, rule="")


def _with(state: Disputes, number: int, **changes: Any) -> Disputes:
    """The state with a claim changed."""
    claim = msgspec.structs.replace(state.claims[number], **changes)
    return msgspec.structs.replace(state, claims={**state.claims, number: claim})


def _accepted(state: Disputes, event: CommandAccepted) -> Disputes:
    return msgspec.structs.replace(state, now=instant_of(event.at))


def _named(state: Disputes, event: e.OfficialsNamed) -> Disputes:
    link = event.anchor or state.link
    return msgspec.structs.replace(state, officials=event, asked={}, link=link)


def _asked(state: Disputes, event: e.OfficialsAsked) -> Disputes:
    return msgspec.structs.replace(state, asked={**state.asked, event.seat: event.officials})


def _made(state: Disputes, event: e.ClaimMade) -> Disputes:
    claims = {**state.claims, event.claim: Claim(event, state.now)}
    return msgspec.structs.replace(state, claims=claims)


def _answered(state: Disputes, event: e.ClaimAnswered) -> Disputes:
    return _with(state, event.claim, answer=event)


def _withdrawn(state: Disputes, event: e.ClaimWithdrawn) -> Disputes:
    return _with(state, event.claim, over="withdrawn", paused=False)


def _evidence(state: Disputes, event: e.EvidenceAdded) -> Disputes:
    claim = state.claims[event.claim]
    files = claim.files | {each.file for each in event.items if each.file}
    return _with(state, event.claim, evidence=claim.evidence + len(event.items), files=files)


def _offered(state: Disputes, event: e.SettlementOffered) -> Disputes:
    offers = {**state.claims[event.claim].offers, event.seat: event.remedy}
    return _with(state, event.claim, offers=offers)


def _settled(state: Disputes, event: e.ClaimSettled) -> Disputes:
    return _with(state, event.claim, over="settled", paused=False)


def _taken(state: Disputes, event: e.ClaimTaken) -> Disputes:
    return _with(state, event.claim, taken_by=event.by)


def _opened(state: Disputes, event: e.FactOpened) -> Disputes:
    return state


def _conflict(state: Disputes, event: e.ConflictDeclared) -> Disputes:
    return msgspec.structs.replace(state, conflicts=state.conflicts | {event.official})


def _ruled(state: Disputes, event: e.RulingGiven) -> Disputes:
    """A ruling after a return begins without the appeals of the one before it. What it seals is not kept."""
    if event.sealed_reason is not None:
        event = msgspec.structs.replace(event, sealed_reason=Secret())
    rulings = (*state.claims[event.claim].rulings, event)
    return _with(
        state, event.claim, rulings=rulings, appeals=(), panel=None, votes=(), decided=None, paused=False
    )


def _penalty(state: Disputes, event: e.PenaltyGiven) -> Disputes:
    return msgspec.structs.replace(state, penalties=(*state.penalties, event))


def _applied(state: Disputes, event: e.RemedyApplied) -> Disputes:
    return _with(state, event.claim, applied=event.remedy)


def _undone(state: Disputes, event: e.RemedyUndone) -> Disputes:
    return _with(state, event.claim, applied=None)


def _appealed(state: Disputes, event: e.AppealMade) -> Disputes:
    return _with(state, event.claim, appeals=(*state.claims[event.claim].appeals, event))


def _panel(state: Disputes, event: e.PanelNamed) -> Disputes:
    return msgspec.structs.replace(_with(state, event.claim, panel=event), link=event.link)


def _voted(state: Disputes, event: e.AppealVoted) -> Disputes:
    return _with(state, event.claim, votes=(*state.claims[event.claim].votes, event))


def _decided(state: Disputes, event: e.AppealDecided) -> Disputes:
    """A claim that is returned is taken by a director again."""
    if event.outcome != "returned":
        return _with(state, event.claim, decided=event)
    returned = state.claims[event.claim].returned + 1
    return _with(state, event.claim, decided=event, returned=returned, taken_by="")


def _clocks_paused(state: Disputes, event: ClocksPaused) -> Disputes:
    """A pause that a claim made is counted for its seat."""
    for number, claim in state.claims.items():
        if not event.by and event.why == paused_for(number):
            pauses = {**state.pauses, claim.made.seat: state.pauses.get(claim.made.seat, 0) + 1}
            return msgspec.structs.replace(_with(state, number, paused=True), pauses=pauses)
    return state


def paused_for(claim: int) -> str:
    """Why clocks are stopped that a claim stopped."""
    return f"claim {claim}"


def _seat_vacated(state: Disputes, event: e.SeatVacated) -> Disputes:
    """What the seat's player had asked for, and offered in open claims, lapses."""
    claims = {}
    for number, claim in state.claims.items():
        offers = {seat: remedy for seat, remedy in claim.offers.items() if seat != event.seat}
        claims[number] = claim if claim.over else msgspec.structs.replace(claim, offers=offers)
    asked = {seat: officials for seat, officials in state.asked.items() if seat != event.seat}
    vacated = state.vacated | {event.seat}
    return msgspec.structs.replace(state, claims=claims, asked=asked, vacated=vacated)


def _seated(state: Disputes, event: SeatTaken) -> Disputes:
    return msgspec.structs.replace(state, vacated=state.vacated - {event.seat})


def _unchanged(state: Disputes, event: Event) -> Disputes:
    return state


_EVOLVERS: dict[type[Event], Callable[[Disputes, Any], Disputes]] = {
    CommandAccepted: _accepted,
    SeatTaken: _seated,
    ClocksPaused: _clocks_paused,
    e.OfficialsNamed: _named,
    e.OfficialsAsked: _asked,
    e.ClaimMade: _made,
    e.ClaimAnswered: _answered,
    e.ClaimWithdrawn: _withdrawn,
    e.EvidenceAdded: _evidence,
    e.SettlementOffered: _offered,
    e.ClaimSettled: _settled,
    e.ClaimTaken: _taken,
    e.FactOpened: _opened,
    e.ConflictDeclared: _conflict,
    e.RulingGiven: _ruled,
    e.PenaltyGiven: _penalty,
    e.RemedyApplied: _applied,
    e.RemedyUndone: _undone,
    e.AppealMade: _appealed,
    e.PanelNamed: _panel,
    e.AppealVoted: _voted,
    e.AppealDecided: _decided,
    e.SeatVacated: _seat_vacated,
}


def evolve(state: Disputes, event: Event) -> Disputes:
    """The state after an event of the match; most events of others change nothing."""
    return _EVOLVERS.get(type(event), _unchanged)(state, event)


def folded(events: Iterable[Event], state: Disputes = NO_DISPUTES) -> Disputes:
    """The state after events."""
    for event in events:
        state = evolve(state, event)
    return state
