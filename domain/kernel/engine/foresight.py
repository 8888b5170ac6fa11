"""What an answer brings about before any die falls: the certain part of a command's consequences.

A command is carried out on a copy, and stopped where it would roll; the events up to there are what the rules
make of it whatever the dice say.
"""

from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.sight import NotKnown


class Rolled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll that is about to be made: how many dice of how many sides, for what, under which clause."""

    purpose: str
    rule: str
    dice: int
    sides: int = 6


class Foreseen(msgspec.Struct, frozen=True):
    """What certainly follows a command: events in order, then a roll, or else what is due next, or the end.

    `after` is the position after the events.
    """

    events: tuple[Event, ...]
    roll: Rolled | None
    due: tuple[Due, ...]
    outcome: Outcome | None
    after: Any


class _RollNeeded(Exception):
    def __init__(self, roll: Rolled) -> None:
        super().__init__(roll.purpose)
        self.roll = roll


class _NoDice:
    """Dice that stop at the first roll."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise _RollNeeded(Rolled(purpose, rule, count, sides))

    def proof(self) -> tuple[Roll, ...]:
        return ()


def foresee(
    ruleset: Ruleset[Any], position: Any, seat: str, command: Command, decision: str | None = None
) -> Foreseen:
    """The events that a command certainly causes, up to the first roll. Raises Refused; changes nothing.

    `decision` is the id of the decision that the command answers; None where only one fits. On a position
    as a reader sees it the events end where they depend on something hidden, and no decision is foreseen.
    """
    working = position.copy()
    keep_answers(working)
    resolution: Resolution[Any] = Resolution(working, _NoDice(), ruleset.rules.handlers.evolvers)
    roll: Rolled | None = None
    asked: tuple[Due, ...] = ()
    outcome: Outcome | None = None
    try:
        due = decider.check(ruleset, working, seat, command, decision)
        ruleset.rules.handlers.carriers[type(command)](resolution, due, command)
        ruleset.rules.proceed(resolution)
        asked, outcome = ruleset.rules.due(working), ruleset.rules.outcome(working)
    except _RollNeeded as needed:
        roll = needed.roll
    except NotKnown:
        pass
    finally:
        forget_answers(working)
    return Foreseen(tuple(resolution.events), roll, asked, outcome, working)
