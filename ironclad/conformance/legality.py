"""Properties of legality: what is offered is accepted, and the membership test says what decide does."""

from random import Random
from typing import Any

from ironclad.conformance.subject import Subject, hold, strange_commands, where
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step, same_position, stored
from ironclad.domain.kernel.engine.ruleset import Ruleset

LISTED_OFFERS = 12
"""Offers tried at each point, spread over the list."""


def decide_accepts_what_legal_offers(subject: Subject, seed: int) -> None:
    """Every due decision has an offer, and the offers tried pass both the membership test and decide."""
    ruleset = subject.ruleset
    for step in subject.points(seed):
        for seat in {due.seat for due in ruleset.rules.due(step.before)}:
            offers = list(decider.offers(ruleset, step.before, seat))
            hold(offers, f"before command {step.number} {seat} owes a decision and is offered nothing")
            for due, command in offers[:: max(1, len(offers) // LISTED_OFFERS)]:
                refused = refusal_of(ruleset, step, seat, command, due.id)
                hold(refused is None, f"before command {step.number} {seat} is offered {command}: {refused}")
                allowed = decider.is_legal(ruleset, step.before, seat, command, due.id)
                hold(allowed, f"before command {step.number} {seat} is offered {command}, which is not legal")


def offers_are_the_same_when_asked_again(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed)[::6]:
        for seat in ruleset.seats:
            one, other = (
                list(decider.legal(ruleset, step.before, seat)),
                list(decider.legal(ruleset, step.before, seat)),
            )
            hold(one == other, f"before command {step.number} {seat} is offered something else each time")


def a_seat_that_owes_nothing_is_offered_nothing(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed):
        for seat in set(ruleset.seats) - {due.seat for due in ruleset.rules.due(step.before)}:
            offers = list(decider.legal(ruleset, step.before, seat))
            hold(not offers, f"before command {step.number} {seat} owes nothing and is offered {offers[:1]}")


def decide_accepts_exactly_what_the_membership_test_does(subject: Subject, seed: int) -> None:
    """Commands of other moments and seats, fields exchanged: refused with a rule, or carried out."""
    ruleset, random, refused, tried = subject.ruleset, Random(seed), 0, 0
    chosen = subject.points(seed)
    every = [step.command for step in chosen]
    for step in chosen:
        for command in strange_commands(ruleset, step.command, every, random):
            seat = step.seat if random.random() < 0.75 else random.choice(ruleset.seats)
            given = command is step.command and seat == step.seat
            decision = step.due.id if given else None
            refused += _agree(ruleset, step, seat, command, decision) is not None
            tried += 1
    hold(refused >= len(chosen), f"only {refused} of {tried} strange commands were refused")


def _agree(
    ruleset: Ruleset[Any], step: Step, seat: str, command: Command, decision: str | None
) -> Refused | None:
    """What decide says against a command; the membership test must say the same."""
    allowed = decider.is_legal(ruleset, step.before, seat, command, decision)
    before = canonical(ruleset.storage.to_document(step.before))
    refusal = refusal_of(ruleset, step, seat, command, decision)
    about = f"before command {step.number} {seat}: {command}"
    said = "accepts it" if refusal is None else f"refuses it ({refusal})"
    hold((refusal is None) == allowed, f"{about}: the membership test says {allowed}, decide {said}")
    hold(refusal is None or (refusal.rule and refusal.reason), f"{about} is refused without rule or reason")
    hold(canonical(ruleset.storage.to_document(step.before)) == before, f"{about} changed the position")
    return refusal


def refusal_of(
    ruleset: Ruleset[Any], step: Step, seat: str, command: Command, decision: str | None = None
) -> Refused | None:
    """What decide says against a command, None when it carried it out; then its stored events must replay."""
    dice = SeededDice(step.number)
    try:
        events, after = decider.execute(ruleset, step.before, seat, command, dice, decision)
    except Refused as refusal:
        return refusal
    hold(events, f"{where(step)}: {seat}: {command} was accepted and nothing happened")
    replayed = step.before.copy()
    for topic, body in stored(ruleset, events):
        replayed = decider.evolve(ruleset, replayed, ruleset.storage.events.decode(topic, body))
    hold(same_position(ruleset, replayed, after), f"{seat}: {command} replays differently, {where(step)}")
    return None
