"""The events of disputes, in the match's stream. Texts in them are there for ever.

An event has no instant of its own but a limit: it happened at the time of the command whose append it is in.
Officials are named by pseudonym.
"""

from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.match.disputes.policy import Policy, Rung
from ironclad.domain.match.disputes.remedies import AnyRemedy

Kind = Literal["rules", "arithmetic", "clock", "conduct", "result"]
Finding = Literal["event_stands", "event_wrong", "conduct", "no_case"]
Ground = Literal["wrong_rule", "wrong_fact", "partial", "new_evidence"]
Vote = Literal["confirm", "change", "return"]
AppealOutcome = Literal["confirmed", "changed", "returned"]


class RefusedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that was refused at a version of a line: the command, and the decision that it answers."""

    timeline: str
    version: int
    request: dict[str, Any]
    decision: str | None = None


class About(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a claim points at: an event (timeline, version), a refused request (with the rule that refused it,
    which the service fills in), or the flag of a seat. Just one of them.
    """

    timeline: str = ""
    version: int = 0
    refused: RefusedRequest | None = None
    rule: str = ""
    flag: str = ""


class Since(msgspec.Struct, frozen=True):
    """What happened since: commands, rolls, hidden facts that everybody was shown, hand-overs."""

    commands: int = 0
    rolls: int = 0
    facts: int = 0
    handovers: int = 0


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """Events of a line, from a version to a version."""

    timeline: str
    start: int
    end: int


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's view of the position at a version of a line."""

    seat: str
    timeline: str
    at: int


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One item of evidence: events, a view, a message with its hash, a statement, or a file by its hash."""

    events: Stretch | None = None
    view: View | None = None
    message: int | None = None
    sha256: str = ""
    statement: str = ""
    file: str = ""


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An earlier ruling: whether it is followed, and why or why not."""

    game: str
    claim: int
    followed: bool
    why: str = ""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty of a ruling. `ms` is the time that is taken with the rung time."""

    seat: str
    rung: Rung
    why: str
    ms: int = 0


class Replayed(msgspec.Struct, frozen=True):
    """The place of a recorded command that is decided again with the same faces."""

    timeline: str
    version: int


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a remedy came to: the new line, the new game, by how much clocks changed, the rounds touched.

    replayed: of `same_faces` the places of the commands that are decided again, in order.
    """

    timeline: str = ""
    game: str = ""
    clocks: dict[str, int] = {}
    rounds: tuple[int, ...] = ()
    replayed: tuple[Replayed, ...] = ()


class Officials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who decides about a game, by pseudonym. keys: of those who sign. anchor: of the service's chain by
    whose links panels are drawn (64 hex digits), "" without appeals."""

    chief: str
    deputies: tuple[str, ...] = ()
    assessors: tuple[str, ...] = ()
    keys: dict[str, str] = {}
    policy: Policy = Policy()
    tournament: str = ""
    anchor: str = ""


class OfficialsNamed(Event, frozen=True, tag_field="type", tag="officials_named"):
    """`by` is the opener, the tournament, an operator, or "agreement" of all seats."""

    tournament: str
    chief: str
    deputies: tuple[str, ...]
    assessors: tuple[str, ...]
    keys: dict[str, str]
    policy: Policy
    by: str
    anchor: str = ""


class OfficialsAsked(Event, frozen=True, tag_field="type", tag="officials_asked"):
    """A seat asks for officials; they are named when all other seats ask for the same."""

    seat: str
    officials: Officials


class ClaimMade(Event, frozen=True, omit_defaults=True, tag_field="type", tag="claim_made"):
    """case: the SHA-256 of the case that was made of it, "" where none could be."""

    claim: int
    seat: str
    about: About
    kind: Kind
    clauses: tuple[str, ...]
    says: str
    asks: AnyRemedy
    since: Since
    sealed: bool
    late: bool
    reading: dict[str, str] | None = None
    case: str = ""


class ClaimAnswered(Event, frozen=True, omit_defaults=True, tag_field="type", tag="claim_answered"):
    claim: int
    seat: str
    agrees: bool
    says: str
    asks: AnyRemedy | None = None


class ClaimWithdrawn(Event, frozen=True, tag_field="type", tag="claim_withdrawn"):
    claim: int


class EvidenceAdded(Event, frozen=True, tag_field="type", tag="evidence_added"):
    claim: int
    by: str
    items: tuple[Evidence, ...]


class SettlementOffered(Event, frozen=True, tag_field="type", tag="settlement_offered"):
    """A seat would settle by a remedy; `seat` is "" for the director's word."""

    claim: int
    seat: str
    remedy: AnyRemedy


class ClaimSettled(Event, frozen=True, tag_field="type", tag="claim_settled"):
    claim: int


class ClaimTaken(Event, frozen=True, omit_defaults=True, tag_field="type", tag="claim_taken"):
    """A director takes a claim; from another one with the reason."""

    claim: int
    by: str
    why: str = ""


class FactOpened(Event, frozen=True, tag_field="type", tag="fact_opened"):
    """The director `to` was given one hidden fact: the one of this number in an event, without its value."""

    claim: int
    timeline: str
    version: int
    number: int
    to: str


class ConflictDeclared(Event, frozen=True, tag_field="type", tag="conflict_declared"):
    official: str
    why: str


class RulingGiven(Event, frozen=True, omit_defaults=True, tag_field="type", tag="ruling_given"):
    """appeal_until: the last instant at which it can be appealed, "" where it is final at once.

    sealed_reason: what rests on hidden facts; nobody reads it before the game's seal is opened.
    """

    claim: int
    finding: Finding
    facts: str
    clauses: tuple[str, ...]
    remedy: AnyRemedy
    by: str
    reading: dict[str, str] | None = None
    penalties: tuple[Given, ...] = ()
    precedents: tuple[Cited, ...] = ()
    suspends: bool = False
    sealed_reason: Secret[str] | None = None
    appeal_until: str = ""


class PenaltyGiven(Event, frozen=True, omit_defaults=True, tag_field="type", tag="penalty_given"):
    seat: str
    rung: Rung
    why: str
    by: str
    claim: int | None = None


class RemedyApplied(Event, frozen=True, tag_field="type", tag="remedy_applied"):
    claim: int
    remedy: AnyRemedy
    effect: Effect


class RemedyUndone(Event, frozen=True, tag_field="type", tag="remedy_undone"):
    claim: int
    why: str


class AppealMade(Event, frozen=True, omit_defaults=True, tag_field="type", tag="appeal_made"):
    claim: int
    seat: str
    grounds: tuple[Ground, ...]
    says: str
    asks: AnyRemedy | None = None


class PanelNamed(Event, frozen=True, tag_field="type", tag="panel_named"):
    """Drawn among `eligible` by `link`, the next of the chain that OfficialsNamed anchors (lots.py)."""

    claim: int
    members: tuple[str, ...]
    reserves: tuple[str, ...]
    link: str
    eligible: tuple[str, ...]


class AppealVoted(Event, frozen=True, omit_defaults=True, tag_field="type", tag="appeal_voted"):
    claim: int
    by: str
    vote: Vote
    says: str
    remedy: AnyRemedy | None = None


class AppealDecided(Event, frozen=True, omit_defaults=True, tag_field="type", tag="appeal_decided"):
    claim: int
    outcome: AppealOutcome
    remedy: AnyRemedy | None = None


class ChainsOrdered(Event, frozen=True, tag_field="type", tag="chains_ordered"):
    """New dice chains of these seats on a line, in place of lost ones; custody: who keeps them."""

    timeline: str
    seats: tuple[str, ...]
    custody: Literal["server", "client"]
    by: str
    why: str


class SeatVacated(Event, frozen=True, tag_field="type", tag="seat_vacated"):
    """The seat is free: a substitute may take it."""

    seat: str
    by: str
    why: str


DISPUTE_EVENTS: tuple[type[Event], ...] = (
    OfficialsNamed,
    OfficialsAsked,
    ClaimMade,
    ClaimAnswered,
    ClaimWithdrawn,
    EvidenceAdded,
    SettlementOffered,
    ClaimSettled,
    ClaimTaken,
    FactOpened,
    ConflictDeclared,
    RulingGiven,
    PenaltyGiven,
    RemedyApplied,
    RemedyUndone,
    AppealMade,
    PanelNamed,
    AppealVoted,
    AppealDecided,
    ChainsOrdered,
    SeatVacated,
)
"""What the match's registry is given with them."""
