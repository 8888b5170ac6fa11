"""What directors do: taking claims, opening facts, rulings, penalties. Pure; refusals as in deciding.py."""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.match.clocks.events import EndLifted
from ironclad.domain.match.clocks.times import HOUR, instant_text
from ironclad.domain.match.disputes import checks
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.applying import ANNULLED, RULING, adjusted, applied, undone
from ironclad.domain.match.disputes.claiming import resumed
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.remedies import name
from ironclad.domain.match.disputes.state import Claim, Disputes
from ironclad.domain.match.events import GameEnded, RulesMoved

ENDING = ("game", "expulsion")
"""The penalties that lose the game."""
MOST_PRECEDENTS = 20
MOST_PENALTIES = 4


def taken(state: Disputes, actor: Actor, command: c.TakeClaim, at: int, facts: Facts) -> list[Event]:
    """A director takes a claim; from another one with the reason."""
    claim = checks.the_claim(state, command.claim)
    require(claim.taken_by != actor.name, "claim/taken", "you have taken it")
    checks.text(command.why, "claim/text", needed=bool(claim.taken_by))
    return [e.ClaimTaken(command.claim, actor.name, command.why)]


def _own(state: Disputes, number: int, actor: Actor) -> Claim:
    """A claim that the director has taken."""
    claim = checks.the_claim(state, number)
    require(claim.taken_by == actor.name, "claim/taken", "take the claim first")
    return claim


def fact_opened(state: Disputes, actor: Actor, command: c.OpenFact, at: int, facts: Facts) -> list[Event]:
    """One hidden fact for the director who took the claim."""
    _own(state, command.claim, actor)
    require(facts.game.hides, "fact/open", "nothing is hidden in this game: everybody reads it")
    require(
        command.timeline in facts.game.lines, "fact/none", f"the game has no line {command.timeline[:40]!r}"
    )
    there = 1 <= command.number <= facts.hidden
    require(there, "fact/none", f"the event has {facts.hidden} hidden facts")
    return [e.FactOpened(command.claim, command.timeline, command.version, command.number, actor.name)]


def conflict(state: Disputes, actor: Actor, command: c.DeclareConflict, at: int, facts: Facts) -> list[Event]:
    require(actor.name not in state.conflicts, "ruling/conflict", "you have declared it")
    checks.text(command.why, "ruling/text")
    return [e.ConflictDeclared(actor.name, command.why)]


def ruled(state: Disputes, actor: Actor, command: c.RuleClaim, at: int, facts: Facts) -> list[Event]:
    """The ruling, with its penalties and its remedy in the same append."""
    claim = _own(state, command.claim, actor)
    checks.text(command.facts, "ruling/text")
    _check_sealed(command, facts)
    checks.clauses(command.clauses, facts, needed=command.finding == "event_wrong")
    _check_remedy(state, claim, command, facts)
    penalties = _penalties(state, actor.name, command, facts)
    few = len(command.precedents) <= MOST_PRECEDENTS
    require(few, "ruling/precedents", f"no more than {MOST_PRECEDENTS} precedents")
    require(not facts.precedents, "ruling/precedents", facts.precedents)
    once = len({(each.game, each.claim) for each in command.precedents}) == len(command.precedents)
    require(once, "ruling/precedents", "each precedent once")
    for each in command.precedents:
        checks.text(each.why, "ruling/text")
    policy = state.policy
    until = instant_text(at + policy.appeal_hours * HOUR) if policy.panel else ""
    ruling = e.RulingGiven(
        claim=command.claim,
        finding=command.finding,
        facts=command.facts,
        clauses=command.clauses,
        remedy=command.remedy,
        by=actor.name,
        reading=command.reading,
        penalties=command.penalties,
        precedents=command.precedents,
        suspends=command.suspends,
        sealed_reason=None if command.sealed_reason is None else Secret((), command.sealed_reason),
        appeal_until=until,
    )
    again = undone(claim, "it is ruled on again", actor.name, command.remedy, facts)
    remedy = applied(state, claim, command.remedy, actor.name, at, again.facts)
    return [ruling, *again.events, *penalties, *remedy, *resumed(claim, actor.name, facts)]


def _check_sealed(command: c.RuleClaim, facts: Facts) -> None:
    """A sealed reason is for what is hidden."""
    if command.sealed_reason is not None:
        require(facts.game.hides, "ruling/sealed", "nothing is hidden in this game: say it openly")
        checks.text(command.sealed_reason, "ruling/text")


def _check_remedy(state: Disputes, claim: Claim, command: c.RuleClaim, facts: Facts) -> None:
    """What the policy and the game allow, and the finding goes with."""
    checks.remedy(command.remedy, facts)
    limited = claim.made.late or claim.made.sealed
    what = name(command.remedy)
    known = state.policy.allows(what, limited=limited)
    word = "late" if claim.made.late else "sealed"
    require(known, "ruling/limits", f"the claim is {word}: by the policy it does not get {what}")
    stands = command.finding in ("event_stands", "no_case")
    goes = not stands or what in ("let_stand", "time")
    require(goes, "ruling/finding", f"{command.finding} goes with let_stand or time, not with {what}")
    if facts.remedy.against is not None:
        raise Refused(*facts.remedy.against)


def _penalties(state: Disputes, by: str, command: c.RuleClaim, facts: Facts) -> list[Event]:
    events, ends = list[Event](), 0
    require(
        len(command.penalties) <= MOST_PENALTIES, "penalty/most", f"no more than {MOST_PENALTIES} penalties"
    )
    for each in command.penalties:
        events += _penalty(state, by, each.seat, each.rung, each.why, each.ms, command.claim, facts)
        ends += each.rung in ENDING
    require(not ends, "penalty/game", "a lost game is ruled as a remedy (result), or penalised apart")
    return events


def _penalty(
    state: Disputes, by: str, seat: str, rung: str, why: str, ms: int, claim: int | None, facts: Facts
) -> list[Event]:
    """A penalty, and the time that it takes."""
    require(seat in facts.game.seats, "penalty/seat", f"the game has no seat {seat[:40]!r}")
    known = [each for each in state.policy.rungs if each == rung]
    require(known, "penalty/rung", f"the penalties are {', '.join(state.policy.rungs)}")
    require(rung != "points" or facts.game.tournament, "penalty/points", "the game is of no tournament")
    require(
        bool(ms) == (rung == "time") and ms >= 0,
        "penalty/time",
        "the rung time takes time, and no other does",
    )
    require(rung != "time" or facts.game.timed, "penalty/time", "the game has no clocks")
    checks.text(why, "ruling/text")
    given: list[Event] = [e.PenaltyGiven(seat, known[0], why, by, claim)]
    return [*given, *adjusted(seat, -ms, by, claim, facts)] if ms else given


def next_rung(state: Disputes, seat: str, why: str) -> str | None:
    """The penalty that is offered next: of the same reason the next rung; None after the last."""
    rungs = state.policy.rungs
    had = [
        each.rung for each in state.penalties if (each.seat, each.why) == (seat, why) and each.rung in rungs
    ]
    place = max((rungs.index(each) for each in had), default=-1) + 1
    return rungs[place] if place < len(rungs) else None


def penalised(state: Disputes, actor: Actor, command: c.Penalise, at: int, facts: Facts) -> list[Event]:
    """A penalty apart from a ruling; some lose the game."""
    about = (command.seat, command.rung, command.why, command.ms, command.claim)
    events = _penalty(state, actor.name, *about, facts)
    _known_claim(state, command.claim)
    if command.rung not in ENDING or facts.game.ended:
        return events
    others = [seat for seat in facts.game.seats if seat != command.seat]
    winner = others[0] if len(others) == 1 else None
    return [*events, _end(RULING, winner, command.why, at, facts)]


def _end(how: str, winner: str | None, why: str, at: int, facts: Facts) -> Event:
    game = facts.game
    return GameEnded(game.line, game.head, how, winner, why, "match/ruling", instant_text(at))


def _known_claim(state: Disputes, number: int | None) -> None:
    if number is not None:
        checks.the_claim(state, number)


def ended(state: Disputes, actor: Actor, command: c.EndGame, at: int, facts: Facts) -> list[Event]:
    known = command.winner is None or command.winner in facts.game.seats
    require(known, "ruling/winner", f"the game has no seat {str(command.winner)[:40]!r}")
    _known_claim(state, command.claim)
    checks.text(command.why, "ruling/text")
    return [_end(RULING, command.winner, command.why, at, facts)]


def lifted(state: Disputes, actor: Actor, command: c.LiftEnd, at: int, facts: Facts) -> list[Event]:
    """The end of a game is taken back: not one that the rules made, which a remedy goes behind."""
    by_rules = facts.game.ended != "rules"
    require(by_rules, "ruling/end", "the rules ended the game: continue it from an earlier place (rewind)")
    closed = not facts.game.round_closed or command.claim is not None
    require(closed, "ruling/round", "the round is over: only a ruling on a claim lifts the end")
    _known_claim(state, command.claim)
    checks.text(command.why, "ruling/text")
    return [EndLifted(actor.name, command.why, command.claim)]


def annulled(state: Disputes, actor: Actor, command: c.Annul, at: int, facts: Facts) -> list[Event]:
    _known_claim(state, command.claim)
    checks.text(command.why, "ruling/text")
    over: list[Event] = [EndLifted(actor.name, command.why, command.claim)] if facts.game.ended else []
    return [*over, _end(ANNULLED, None, command.why, at, facts)]


def rules_moved(
    state: Disputes, actor: Actor, command: c.RuleOnVersion, at: int, facts: Facts
) -> list[Event]:
    """The match's record; the line's own event is the service's to add, in the same append."""
    _known_claim(state, command.claim)
    checks.text(command.why, "ruling/text")
    if facts.rules is not None:
        raise Refused(*facts.rules)
    game = facts.game
    readings = dict(command.readings)
    return [RulesMoved(game.line, game.head + 1, command.version, readings, RULING, command.claim)]


def chains_ordered(
    state: Disputes, actor: Actor, command: c.OrderChains, at: int, facts: Facts
) -> list[Event]:
    """New chains in place of lost ones, without the other seat; never while a committed roll is owed."""
    seats = command.seats
    known = bool(seats) and set(seats) <= set(facts.game.seats) and len(set(seats)) == len(seats)
    require(known, "chains/seats", "seats of the game, each once")
    require(command.timeline == facts.game.line, "chains/timeline", f"the game is on {facts.game.line}")
    require(not facts.owed, "chains/owed", "a committed roll is owed: nothing replaces it")
    checks.text(command.why, "ruling/text")
    return [e.ChainsOrdered(command.timeline, seats, command.custody, actor.name, command.why)]


def vacated(state: Disputes, actor: Actor, command: c.VacateSeat, at: int, facts: Facts) -> list[Event]:
    known = command.seat in facts.game.seats
    require(known, "ruling/seat", f"the game has no seat {command.seat[:40]!r}")
    require(command.seat not in facts.game.free, "ruling/seat", f"nobody sits at {command.seat}")
    require(not facts.owed, "chains/owed", "a committed roll is owed: it is carried out first")
    checks.text(command.why, "ruling/text")
    return [e.SeatVacated(command.seat, actor.name, command.why)]
