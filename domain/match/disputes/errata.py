"""Errata that a service publishes: from its place in the log a reading is the default of new games. Pure.

They are in a stream of their own, one a ruleset. Games that run keep their readings. Refusals name their rule
as `errata/…`.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event, Registry
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.disputes import checks
from ironclad.domain.match.readings.terms import Asked, Lacking, Terms, asked_terms

MOST = 1_000
MOST_ID = 64


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim whose ruling an erratum follows."""

    game: str
    claim: int


class ErratumPublished(
    Event,
    frozen=True,
    omit_defaults=True,
    tag_field="type",
    tag="erratum_published",
    rename={"source": "from"},
):
    """reading: an option or an erratum of the build, and its value; None: wanted, no build has it yet.

    before, says: how the clause was read, and how it is read now. case: the SHA-256 of a case that shows it.
    """

    erratum: str
    clause: str
    before: str
    says: str
    case: str
    by: str
    reading: dict[str, str] | None = None
    source: Source | None = None


class ErratumWithdrawn(Event, frozen=True, tag_field="type", tag="erratum_withdrawn"):
    erratum: str
    why: str


ERRATA_EVENTS = Registry("errata", (ErratumPublished, ErratumWithdrawn))


class PublishErratum(
    Command,
    frozen=True,
    omit_defaults=True,
    tag_field="type",
    tag="publish_erratum",
    rename={"source": "from"},
):
    erratum: str
    clause: str
    before: str
    says: str
    case: str
    reading: dict[str, str] | None = None
    source: Source | None = None


class WithdrawErratum(Command, frozen=True, tag_field="type", tag="withdraw_erratum"):
    erratum: str
    why: str


class Published(msgspec.Struct, frozen=True):
    """The errata of one ruleset, by id, in order; withdrawn ones with the reason."""

    errata: dict[str, ErratumPublished] = {}
    withdrawn: dict[str, str] = {}

    @property
    def in_force(self) -> tuple[ErratumPublished, ...]:
        return tuple(each for each in self.errata.values() if each.erratum not in self.withdrawn)

    @property
    def defaults(self) -> dict[str, str]:
        """The readings that new games begin with."""
        return {name: value for each in self.in_force for name, value in (each.reading or {}).items()}


def evolve(state: Published, event: Event) -> Published:
    """The errata after an event."""
    match event:
        case ErratumPublished():
            return msgspec.structs.replace(state, errata={**state.errata, event.erratum: event})
        case ErratumWithdrawn():
            withdrawn = {**state.withdrawn, event.erratum: event.why}
            return msgspec.structs.replace(state, withdrawn=withdrawn)
    return state


def folded(events: Iterable[Event]) -> Published:
    """The errata after events."""
    state = Published()
    for event in events:
        state = evolve(state, event)
    return state


def decide(
    state: Published, by: str, command: Command, ruleset: Ruleset[Any], clauses: frozenset[str]
) -> list[Event]:
    """The events that an operator's command causes; who may publish was asked before. Raises Refused."""
    if isinstance(command, WithdrawErratum):
        known = command.erratum in {each.erratum for each in state.in_force}
        require(known, "errata/none", f"no erratum {command.erratum[:MOST_ID]!r} is in force")
        checks.text(command.why, "errata/text")
        return [ErratumWithdrawn(command.erratum, command.why)]
    assert isinstance(command, PublishErratum)
    return [_published(state, by, command, ruleset, clauses)]


def _published(
    state: Published, by: str, command: PublishErratum, ruleset: Ruleset[Any], clauses: frozenset[str]
) -> Event:
    id, plain = command.erratum, command.erratum.replace("-", "").replace("_", "")
    require(
        plain.isalnum() and plain.isascii() and len(id) <= MOST_ID,
        "errata/id",
        "an id is letters, digits, - and _",
    )
    require(id not in state.errata, "errata/id", f"{id} was published before")
    require(len(state.errata) < MOST, "errata/most", f"a ruleset has {MOST:,} errata at most")
    require(command.clause in clauses, "errata/clause", f"the rulebook has no clause {command.clause[:40]!r}")
    checks.text(command.before, "errata/text")
    checks.text(command.says, "errata/text")
    formed = len(command.case) == 64 and set(command.case) <= set("0123456789abcdef")
    require(formed, "errata/case", "a case is named by its SHA-256: 64 hexadecimal digits in lower case")
    if command.reading is not None:
        _check_reading(state, command.reading, ruleset)
    return ErratumPublished(
        erratum=id,
        clause=command.clause,
        before=command.before,
        says=command.says,
        case=command.case,
        by=by,
        reading=command.reading,
        source=command.source,
    )


def _check_reading(state: Published, reading: dict[str, str], ruleset: Ruleset[Any]) -> None:
    """One reading that this build has, of what no other erratum decides."""
    require(len(reading) == 1, "errata/reading", "one reading: an option or an erratum, and its value")
    newest = ruleset.identity.published.newest
    try:
        asked_terms(ruleset, Terms(newest.version, newest.errata), Asked(None, reading))
    except Lacking as lacking:
        raise Refused("errata/reading", f"this build lacks {lacking}") from lacking
    taken = [name for name in reading if name in state.defaults]
    require(not taken, "errata/reading", f"another erratum decides {', '.join(taken)}: withdraw it first")
