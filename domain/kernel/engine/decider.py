"""The Decider pattern: decide(position, command, dice) gives events, evolve(position, event) what follows.

This is the one module with the verbs: what can be asked of a ruleset at a position.

Positions are plain mutable structs whose containers are flat dicts of immutable values. A command works on a
copy (a few microseconds: shallow copies of small dicts), evolve changes its own copy in place. Replaying
a game allocates nothing but what changed, which persistent maps could not match: they cost a new path of
nodes for every event, and rebuilding is the hot path of this service.

A command answers one open decision. It may name the decision by its id (`decision`); where it names none,
it answers the only one that fits it, and is refused where several do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, name_of
from ironclad.domain.kernel.engine.dice import Dice
from ironclad.domain.kernel.engine.handlers import Sampler
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers
from ironclad.domain.kernel.engine.records import Due, Reached, no_decision
from ironclad.domain.kernel.engine.resolution import P, Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset


def answered(
    ruleset: Ruleset[P], position: P, seat: str, command: Command, decision: str | None = None
) -> Due:
    """The open decision that a command answers; `no_decision(seat)` for one that is given at any time.

    Raises Refused: the game is over, nothing that is open fits, or several fit and none is named.
    """
    rules = ruleset.rules
    if (ended := rules.outcome(position)) is not None:
        raise Refused(ended.rule, f"the game is over: {ended.reason}")
    kinds = rules.handlers.answers[type(command)]
    if not kinds:
        return no_decision(seat)
    due = rules.due(position)
    fitting = [each for each in due if each.seat == seat and each.kind in kinds]
    if decision is not None:
        fitting = [each for each in fitting if each.id == decision]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refused(fitting[0].rule, f"name the decision that you answer: {_listed(ruleset, fitting)}")
    if (named := next((each for each in due if each.id == decision), None)) is not None:
        raise _unfitting(ruleset, seat, command, named)
    if decision is not None:
        raise Refused("match/stale", f"decision {decision} is not open now")
    raise _untimely(ruleset, seat, due)


def _listed(ruleset: Ruleset[P], due: list[Due]) -> str:
    """Decisions by id with their questions; with what they are about where those are the same."""
    asked = [ruleset.words.question(each) for each in due]
    if len(set(asked)) < len(asked):
        about = [", ".join(f"{key} {value}" for key, value in each.about.items()) for each in due]
        asked = [f"{text} ({more})" if more else text for text, more in zip(asked, about, strict=True)]
    return "; ".join(f"{each.id}: {question}" for each, question in zip(due, asked, strict=True))


def _unfitting(ruleset: Ruleset[P], seat: str, command: Command, named: Due) -> Refused:
    """Why a command does not answer the open decision that it names."""
    if named.seat != seat:
        owner = ruleset.words.name_of(named.seat)
        return Refused(named.rule, f"it is not your turn: decision {named.id} belongs to {owner}")
    asked, type_ = ruleset.words.question(named), name_of(type(command))
    return Refused(named.rule, f"{type_} does not answer the decision that is open ({named.id}): {asked}")


def _untimely(ruleset: Ruleset[P], seat: str, due: tuple[Due, ...]) -> Refused:
    """Why a seat may not give a command now: what else is asked of it, or whose turn it is."""
    if not due:
        return Refused("match/turn", "no decision is open now")
    if own := next((each for each in due if each.seat == seat), None):
        return Refused(own.rule, f"another decision of yours comes first: {ruleset.words.question(own)}")
    asked = " and ".join(dict.fromkeys(ruleset.words.name_of(each.seat) for each in due))
    kinds = ", ".join(dict.fromkeys(each.kind.replace("_", " ") for each in due))
    return Refused(due[0].rule, f"it is not your turn: {asked} must decide ({kinds})")


def check(ruleset: Ruleset[P], position: P, seat: str, command: Command, decision: str | None = None) -> Due:
    """The decision that a legal command answers (`answered`). Raises Refused; needs no dice."""
    due = answered(ruleset, position, seat, command, decision)
    ruleset.rules.handlers.checks[type(command)](position, due, command)
    return due


def is_legal(
    ruleset: Ruleset[P], position: P, seat: str, command: Command, decision: str | None = None
) -> bool:
    """Whether decide would accept the command; asks the same checks."""
    try:
        check(ruleset, position, seat, command, decision)
    except Refused:
        return False
    return True


def execute(
    ruleset: Ruleset[P], position: P, seat: str, command: Command, dice: Dice, decision: str | None = None
) -> tuple[list[Event], P]:
    """decide and evolve in one: the events and the position after them; `position` stays as it was."""
    with _working(position) as working:
        due = check(ruleset, working, seat, command, decision)
        resolution: Resolution[P] = Resolution(
            working, dice, ruleset.rules.handlers.evolvers, ruleset.storage.events
        )
        ruleset.rules.handlers.carriers[type(command)](resolution, due, command)
        ruleset.rules.proceed(resolution)
    return resolution.events, working


def decide(
    ruleset: Ruleset[P], position: P, seat: str, command: Command, dice: Dice, decision: str | None = None
) -> list[Event]:
    """The events of a command. Raises Refused and changes nothing."""
    return execute(ruleset, position, seat, command, dice, decision)[0]


def evolve(ruleset: Ruleset[P], position: P, event: Event) -> P:
    """Apply an event to a position that the caller owns, in place, and return it."""
    ruleset.rules.handlers.evolvers[type(event)](position, event)
    return position


def standing_answer(ruleset: Ruleset[P], position: P, due: Due) -> Command:
    """The answer to an open decision in place of one that is not legal.

    It is what the decision says, or what the rules choose; where neither does, the first offer.
    """
    if due.standing is not msgspec.UNSET:
        return ruleset.storage.commands.read(due.standing)
    with _working(position) as still:
        if (answer := ruleset.rules.standing_answer) is not None:
            return answer(still, due)
        return next(iter(ruleset.rules.handlers.offers[due.kind](still, due)))


def offers(
    ruleset: Ruleset[P], position: P, seat: str, decision: str | None = None
) -> Iterator[tuple[Due, Command]]:
    """Each open decision of a seat with each canonical command for it; decide accepts all of them.

    Of one decision, if it is named. They are those of the position as it is when the first is asked for.
    """
    if ruleset.rules.outcome(position) is not None:
        return
    with _working(position) as still:
        for due in ruleset.rules.due(still):
            if due.seat == seat and decision in (None, due.id):
                for command in ruleset.rules.handlers.offers[due.kind](still, due):
                    yield due, command


def legal(ruleset: Ruleset[P], position: P, seat: str) -> Iterator[Command]:
    """The commands of `offers` alone."""
    return (command for _, command in offers(ruleset, position, seat))


def reached(
    ruleset: Ruleset[P], position: P, seat: str, command: Command, decision: str | None = None
) -> tuple[Reached, ...]:
    """Where a command whose way is left open could lead. Raises Refused."""
    if ruleset.advice.reach is None:
        raise Refused("match/reach", f"{ruleset.name} does not say how far a force goes")
    with _working(position) as still:
        due = answered(ruleset, still, seat, command, decision)
        return tuple(ruleset.advice.reach(still, due, command))


def sample(ruleset: Ruleset[P], position: P, due: Due, random: Random) -> Command:
    """One random legal command for a decision that is due, without listing all where that is slow."""
    return _chosen(ruleset, position, due, random, ruleset.rules.handlers.samplers.get(due.kind))


def opponent_command(ruleset: Ruleset[P], position: P, due: Due, random: Random) -> Command:
    """The opponent's command for a decision that is due: the same for the same random source.

    A random offer where the ruleset has no opponent.
    """
    return _chosen(ruleset, position, due, random, ruleset.advice.opponent)


def _chosen(ruleset: Ruleset[P], position: P, due: Due, random: Random, choose: Sampler[P] | None) -> Command:
    """What `choose` makes of a copy of the position; without it any offer."""
    with _working(position) as still:
        if choose is not None:
            return choose(still, due, random)
        return random.choice(list(ruleset.rules.handlers.offers[due.kind](still, due)))


@contextmanager
def _working(position: P) -> Iterator[P]:
    """A copy of a position that keeps remembered answers (`memo`) for as long as it is worked on."""
    working: Any = position.copy()
    keep_answers(working)
    try:
        yield working
    finally:
        forget_answers(working)
