"""What is asked for in disputes. Fields marked + in their docstring are filled in by the service."""

from typing import Annotated, Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET
from ironclad.domain.match.disputes.events import (
    About,
    Cited,
    Evidence,
    Finding,
    Given,
    Ground,
    Kind,
    Officials,
    Vote,
)
from ironclad.domain.match.disputes.policy import Rung
from ironclad.domain.match.disputes.remedies import AnyRemedy

Role = Literal["seat", "official", "operator", "opener", "tournament"]


class Actor(msgspec.Struct, frozen=True):
    """Who asks: a seat by its name, an official by pseudonym, an operator, a game's opener, a tournament."""

    name: str
    role: Role


class NameOfficials(Command, frozen=True, tag_field="type", tag="name_officials"):
    """By the opener, the tournament, or the same from all seats; by an operator where all are gone."""

    officials: Officials


class MakeClaim(Command, frozen=True, omit_defaults=True, tag_field="type", tag="make_claim"):
    """+ `about.rule` of a refused request."""

    about: About
    kind: Kind
    clauses: tuple[str, ...]
    says: str
    asks: AnyRemedy
    reading: dict[str, str] | None = None


class AnswerClaim(Command, frozen=True, omit_defaults=True, tag_field="type", tag="answer_claim"):
    claim: int
    agrees: bool
    says: str
    asks: AnyRemedy | None = None


class WithdrawClaim(Command, frozen=True, tag_field="type", tag="withdraw_claim"):
    claim: int


class AddEvidence(Command, frozen=True, tag_field="type", tag="add_evidence"):
    claim: int
    items: tuple[Evidence, ...]


class SettleClaim(Command, frozen=True, tag_field="type", tag="settle_claim"):
    """Each seat the same remedy. The director's is the word that an end of the game needs in a tournament."""

    claim: int
    remedy: AnyRemedy


class TakeClaim(Command, frozen=True, omit_defaults=True, tag_field="type", tag="take_claim"):
    """From another director with the reason."""

    claim: int
    why: str = ""


class OpenFact(Command, frozen=True, tag_field="type", tag="open_fact"):
    """One hidden fact is shown to the director alone: the one of this number, from 1, in an event."""

    claim: int
    timeline: str
    version: int
    number: int


class DeclareConflict(Command, frozen=True, tag_field="type", tag="declare_conflict"):
    why: str


class RuleClaim(Command, frozen=True, omit_defaults=True, tag_field="type", tag="rule_claim"):
    claim: int
    finding: Finding
    facts: str
    clauses: tuple[str, ...]
    remedy: AnyRemedy
    reading: dict[str, str] | None = None
    penalties: tuple[Given, ...] = ()
    precedents: tuple[Cited, ...] = ()
    suspends: bool = False
    sealed_reason: Annotated[str, SECRET] | None = None


class AppealRuling(Command, frozen=True, omit_defaults=True, tag_field="type", tag="appeal_ruling"):
    claim: int
    grounds: tuple[Ground, ...]
    says: str
    asks: AnyRemedy | None = None


class NamePanel(Command, frozen=True, tag_field="type", tag="name_panel"):
    """The chief has the panel drawn. + `link`, the next of the chain."""

    claim: int
    link: str


class VoteAppeal(Command, frozen=True, omit_defaults=True, tag_field="type", tag="vote_appeal"):
    claim: int
    vote: Vote
    says: str
    remedy: AnyRemedy | None = None


class Penalise(Command, frozen=True, omit_defaults=True, tag_field="type", tag="penalise"):
    """`ms` is the time that is taken with the rung time."""

    seat: str
    rung: Rung
    why: str
    claim: int | None = None
    ms: int = 0


class EndGame(Command, frozen=True, omit_defaults=True, tag_field="type", tag="end_game"):
    winner: str | None
    why: str
    claim: int | None = None


class LiftEnd(Command, frozen=True, omit_defaults=True, tag_field="type", tag="lift_end"):
    why: str
    claim: int | None = None


class Annul(Command, frozen=True, omit_defaults=True, tag_field="type", tag="annul"):
    why: str
    claim: int | None = None


class RuleOnVersion(Command, frozen=True, omit_defaults=True, tag_field="type", tag="rule_on_version"):
    """The game is moved to another version of its rules, or to other readings, by ruling."""

    version: str
    readings: dict[str, str]
    why: str
    claim: int | None = None


class OrderChains(Command, frozen=True, tag_field="type", tag="order_chains"):
    timeline: str
    seats: tuple[str, ...]
    custody: Literal["server", "client"]
    why: str


class VacateSeat(Command, frozen=True, tag_field="type", tag="vacate_seat"):
    seat: str
    why: str


class StopClocks(Command, frozen=True, omit_defaults=True, tag_field="type", tag="stop_clocks"):
    """A director stops all clocks, until an instant or for good. play: orders are taken meanwhile."""

    why: str
    until: str | None = None
    play: bool = False


class StartClocks(Command, frozen=True, tag_field="type", tag="start_clocks"):
    """A director ends a pause, also one that the seats agreed on."""

    why: str


class AdjustClock(Command, frozen=True, omit_defaults=True, tag_field="type", tag="adjust_clock"):
    """A director adds time to a seat's clock, or takes some from it (`ms` below 0)."""

    seat: str
    ms: int
    why: str
    claim: int | None = None


class CallAdjournment(Command, frozen=True, omit_defaults=True, tag_field="type", tag="call_adjournment"):
    """A director adjourns the game: the seat that holds the turn seals its command, then the clocks stop."""

    why: str
    until: str | None = None


class LiftFlag(Command, frozen=True, omit_defaults=True, tag_field="type", tag="lift_flag"):
    """A director lifts a seat's flag, and gives it a minute or more. claim: of a ruling."""

    seat: str
    why: str
    ms: int = 60_000
    claim: int | None = None


DISPUTE_COMMANDS: tuple[type[Command], ...] = (
    NameOfficials,
    MakeClaim,
    AnswerClaim,
    WithdrawClaim,
    AddEvidence,
    SettleClaim,
    TakeClaim,
    OpenFact,
    DeclareConflict,
    RuleClaim,
    AppealRuling,
    NamePanel,
    VoteAppeal,
    Penalise,
    EndGame,
    LiftEnd,
    Annul,
    RuleOnVersion,
    OrderChains,
    VacateSeat,
    StopClocks,
    StartClocks,
    AdjustClock,
    CallAdjournment,
    LiftFlag,
)
