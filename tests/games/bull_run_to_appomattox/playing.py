"""Random play of From Bull Run to Appomattox, for the tests of its rules."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step

READERS = (*RULESET.seats, None)


def start(scenario: str = "campaign") -> Position:
    """A scenario's first position."""
    return RULESET.rules.initial(RULESET.rules.begin(scenario, {}))


def written(position: Position) -> bytes:
    """A position as canonical JSON."""
    return canonical(RULESET.storage.to_document(position))


def walk(seed: int, commands: int, scenario: str = "campaign") -> Iterator[Step]:
    """Random play from a scenario for a number of commands, or to its end."""
    random, dice, position = Random(f"walk {seed}"), SeededDice(f"walk {seed}"), start(scenario)
    for number in range(1, commands + 1):
        open_now = RULESET.rules.due(position)
        if not open_now:
            return
        due = random.choice(open_now)
        command = chosen(position, due, random)
        events, after = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        yield Step(number, position, due, command, events, after)
        position = after


def chosen(position: Position, due: Any, random: Random) -> Command:
    """A random offer; marches, voyages and searches more often than standing still."""
    offered = list(RULESET.rules.handlers.offers[due.kind](position, due))
    moving = [each for each in offered if type(each).__name__ in ("March", "Ride", "Sail", "Reconnoitre")]
    acting = [each for each in offered if type(each).__name__ != "PassActivation"]
    if moving and random.random() < 0.6:
        return random.choice(moving)
    return random.choice(acting if acting and random.random() < 0.9 else offered)


@cache
def walked(seed: int, commands: int = 150, scenario: str = "campaign") -> tuple[Step, ...]:
    """The steps of `walk`, kept for all tests of a run."""
    return tuple(walk(seed, commands, scenario))
