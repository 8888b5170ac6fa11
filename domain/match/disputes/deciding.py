"""decide(state, actor, command, at, facts) gives events or refuses; pure, and the same for every ruleset.

Checked in this order: who asks, the request's id, the state of the claim or of the game, the signature, then
the rule itself. Refusals name their rule as `claim/…`, `settle/…`, `ruling/…`, `penalty/…`, `appeal/…`,
`fact/…`, `officials/…`, `policy/…`, `chains/…`, `remedy/…`, `clock/…`; and `dispute/id`, `dispute/signature`,
`match/over`, `match/running`. docs/disputes.md lists them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event, name_of
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.disputes import appealing, checks, claiming, naming, ruling, timing
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.state import Disputes

Who = Callable[[Disputes, Actor, Any, Facts], None]
State = Callable[[Disputes, Any, int, Facts], object]
Act = Callable[[Disputes, Actor, Any, int, Facts], list[Event]]


class _Asked(NamedTuple):
    """How one type of command is decided: who may ask, in which state, and what comes of it."""

    who: Who
    state: State
    act: Act


def decide(state: Disputes, actor: Actor, command: Command, at: int, facts: Facts) -> list[Event]:
    """The events that a command causes at an instant (ms since 1970). Raises Refused; changes nothing."""
    check_asked(state, actor, command, at, facts)
    _signed(facts)
    return _ASKED[type(command)].act(state, actor, command, at, facts)


def check_asked(state: Disputes, actor: Actor, command: Command, at: int, facts: Facts) -> None:
    """Check who asks, the request's id, and the state: what is looked at before the signature and the rule.

    Of the facts only the game's, the people's and the request's are asked. Raises Refused.
    """
    asked = _ASKED[type(command)]
    asked.who(state, actor, command, facts)
    require(facts.request.id == "new", "dispute/id", "this id was used for another request")
    asked.state(state, command, at, facts)


def may(state: Disputes, actor: Actor, number: int, at: int, facts: Facts) -> tuple[str, ...]:
    """The names of what one may ask about a claim now, as far as who asks and its state say."""
    found = []
    for kind, asked in _ASKED.items():
        if "claim" not in [each.name for each in msgspec.structs.fields(kind) if each.required]:
            continue
        try:
            asked.who(state, actor, _OfClaim(number), facts)
            asked.state(state, _OfClaim(number), at, facts)
        except Refused:
            continue
        found.append(name_of(kind))
    return tuple(found)


class _OfClaim(Command, frozen=True):
    """Any request about a claim, as far as its state is asked."""

    claim: int


def _signed(facts: Facts) -> None:
    missing = facts.request.signature != "missing"
    require(missing, "dispute/signature", "you have registered a key: sign the request")
    right = facts.request.signature == "right"
    require(right, "dispute/signature", "the signature is not of your key, or not of this request")


# -- who


def _seat(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    checks.seat(actor, facts)


def _director(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    checks.director(state, actor, facts)


def _seat_or_director(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    if actor.role == "official":
        checks.director(state, actor, facts)
    else:
        checks.seat(actor, facts)


def _official(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    known = actor.role == "official" and actor.name in state.everybody
    require(known, "ruling/by", "this is for the officials of the game")


def _chief(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    checks.director(state, actor, facts)
    assert state.officials is not None
    require(actor.name == state.officials.chief, "ruling/by", "the chief has the panel drawn")


def _member(state: Disputes, actor: Actor, command: c.VoteAppeal, facts: Facts) -> None:
    claim = checks.the_claim(state, command.claim)
    drawn = () if claim.panel is None else (*claim.panel.members, *claim.panel.reserves)
    member = actor.role == "official" and actor.name in drawn
    require(member, "appeal/by", "this is for the members of the panel")
    checks.no_conflict(state, actor.name, facts)
    sits = actor.name in appealing.sitting(state, claim, facts)
    require(sits, "appeal/by", "you are in reserve: the members vote")


def _names(state: Disputes, actor: Actor, command: Command, facts: Facts) -> None:
    if actor.role == "seat":
        checks.seat(actor, facts)
        return
    first = state.officials is None
    if actor.role == "operator":
        need = first or facts.people.gone
        require(need, "officials/by", "an operator names officials where none are left")
        return
    require(
        actor.role in ("opener", "tournament"),
        "officials/by",
        "the opener, the tournament or all seats name officials",
    )


# -- state


def _running(state: Disputes, command: Command, at: int, facts: Facts) -> None:
    require(not facts.game.ended, "match/over", "the game is over")


def _over(state: Disputes, command: Command, at: int, facts: Facts) -> None:
    require(facts.game.ended, "match/running", "the game is not over")


def _not_annulled(state: Disputes, command: Command, at: int, facts: Facts) -> None:
    require(facts.game.ended != "annulled", "match/over", "the game was annulled")


def _unruled(state: Disputes, command: Any, at: int, facts: Facts) -> None:
    checks.in_phase(state, command.claim, at, ("made", "answered"))


def _ruled(state: Disputes, command: c.AppealRuling, at: int, facts: Facts) -> None:
    checks.the_claim(state, command.claim)
    require(state.policy.panel, "appeal/none", "by the policy of this game no ruling is appealed")
    claim = checks.in_phase(state, command.claim, at, ("ruled", "appealed", "final"))
    ruling_ = claim.ruling
    assert ruling_ is not None
    late = not appealing_late(ruling_.appeal_until, at)
    require(late, "appeal/late", f"the ruling could be appealed until {ruling_.appeal_until}")
    require(claim.panel is None, "appeal/panel", "the panel was drawn: it decides the appeal that was made")


def appealing_late(until: str, at: int) -> bool:
    """Whether an instant is after the last at which a ruling can be appealed."""

    return not until or at > instant_of(until)


def _appealed(state: Disputes, command: Any, at: int, facts: Facts) -> None:
    checks.in_phase(state, command.claim, at, ("appealed",))


def _unnamed(state: Disputes, command: c.NameOfficials, at: int, facts: Facts) -> None:
    free = state.officials is None or facts.people.gone
    require(free, "officials/named", "the officials were named")


_ASKED: dict[type[Command], _Asked] = {
    c.NameOfficials: _Asked(_names, _unnamed, naming.named),
    c.MakeClaim: _Asked(_seat, _not_annulled, claiming.made),
    c.AnswerClaim: _Asked(_seat, _unruled, claiming.answered),
    c.WithdrawClaim: _Asked(_seat, _unruled, claiming.withdrawn),
    c.AddEvidence: _Asked(_seat_or_director, _unruled, claiming.evidence),
    c.SettleClaim: _Asked(_seat_or_director, _unruled, claiming.settled),
    c.TakeClaim: _Asked(_director, _unruled, ruling.taken),
    c.OpenFact: _Asked(_director, _unruled, ruling.fact_opened),
    c.DeclareConflict: _Asked(_official, checks.nothing, ruling.conflict),
    c.RuleClaim: _Asked(_director, _unruled, ruling.ruled),
    c.AppealRuling: _Asked(_seat, _ruled, appealing.appealed),
    c.NamePanel: _Asked(_chief, _appealed, appealing.panel_named),
    c.VoteAppeal: _Asked(_member, _appealed, appealing.voted),
    c.Penalise: _Asked(_director, _not_annulled, ruling.penalised),
    c.EndGame: _Asked(_director, _running, ruling.ended),
    c.LiftEnd: _Asked(_director, _over, ruling.lifted),
    c.Annul: _Asked(_director, _not_annulled, ruling.annulled),
    c.RuleOnVersion: _Asked(_director, _running, ruling.rules_moved),
    c.OrderChains: _Asked(_director, _running, ruling.chains_ordered),
    c.VacateSeat: _Asked(_director, _running, ruling.vacated),
    c.StopClocks: _Asked(_director, _running, timing.directed),
    c.StartClocks: _Asked(_director, _running, timing.directed),
    c.AdjustClock: _Asked(_director, _running, timing.directed),
    c.CallAdjournment: _Asked(_director, _running, timing.directed),
    c.LiftFlag: _Asked(_director, _not_annulled, timing.directed),
}
