"""Recorded games for tests: played at random from a seed, and a toy with a reading of every kind."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import Roll, SeededDice
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.playout import choices
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.readings.course import Course, Given, LoggedEvent, Place
from tests import toy
from tests.toy import Pull, RopePulled, changed
from tests.toy_versions import ROPE, ROPE_HANDLERS, Rope

MAIN = "main"


def logged(ruleset: Ruleset[Any], first: int, events: list[Event]) -> tuple[LoggedEvent, ...]:
    """Events as they are stored from a version on."""
    stored = [ruleset.storage.events.encode(each) for each in events]
    return tuple(LoggedEvent(Place(MAIN, first + n), name, body) for n, (name, body) in enumerate(stored))


def opening(ruleset: Ruleset[Any], position: Any, seed: int) -> tuple[list[Event], tuple[Roll, ...]]:
    """What follows of itself as a game begins; the position takes it."""
    dice = SeededDice(f"opening {seed}")
    made: Resolution[Any] = Resolution(
        position, dice, ruleset.rules.handlers.evolvers, ruleset.storage.events
    )
    if ruleset.rules.outcome(position) is None and not ruleset.rules.due(position):
        ruleset.rules.proceed(made)
    return made.events, dice.proof()


def played(
    ruleset: Ruleset[Any],
    seed: int,
    version: str = "",
    options: Mapping[str, str] | None = None,
    scenario: str | None = None,
    most: int | None = None,
    watch: Callable[[int], None] = lambda number: None,
) -> Course:
    """A random game as it is recorded: to its end, or `most` commands of it.

    `watch` is called with the number of each command when it has been carried out.
    """
    name = scenario or next(iter(ruleset.identity.scenarios))
    begun = ruleset.rules.begin(name, options or {}, None, version)
    position = ruleset.rules.initial(begun)
    first, rolls = opening(ruleset, position, seed)
    made, number = list[Given](), [0]

    def carry_out(position: Any, due: Due, command: Command) -> tuple[list[Event], Any]:
        dice = SeededDice(f"{seed}/{number[0]}")
        number[0] += 1
        events, after = decider.execute(ruleset, position, due.seat, command, dice, due.id)
        watch(number[0])
        version = made[-1].events[-1].at.version if made and made[-1].events else 1 + len(first)
        version = max(version, made[-1].at.version if made else 0) + 1
        place = Place(MAIN, version)
        given = Given(place, due.seat, document_of(command), due.id, dice.proof())
        made.append(msgspec.structs.replace(given, events=logged(ruleset, version + 1, events)))
        return events, after

    for step in choices(ruleset, seed, position, carry_out):
        if most is not None and step.number >= most:
            break
    return Course("game", begun, rolls, logged(ruleset, 2, first), tuple(made), ended=most is None)


ROPES: Handlers[Rope] = Handlers()
for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
    getattr(ROPES, table).update(getattr(ROPE_HANDLERS, table))


def reads(position: Rope, name: str) -> bool:
    return position.options.get(name) == "yes"


@ROPES.check(Pull, "pull")
def check_pull(position: Rope, due: Due, command: Pull) -> None:
    toy.check_pull(position, due, command)
    require(command.effort < 3 or not reads(position, "tired"), "2", "nobody pulls 3")


@ROPES.carry_out(Pull)
def carry_out_pull(resolution: Resolution[Rope], due: Due, command: Pull) -> None:
    """As in the toy that this is made of, but for the readings."""
    position = resolution.position
    if reads(position, "sure") and command.effort == 1:
        die = 6
    else:
        (die,) = resolution.roll("a steady pull" if reads(position, "worded") else "pull", "2")
    if reads(position, "twice") and command.effort == 3:
        resolution.roll("second pull", "2")
    equal = "equal-holds" in position.errata
    held = die >= command.effort if equal else die > command.effort
    way = 1 if due.seat == "blue" else -1
    knot = position.knot + (way * command.effort if held else 0)
    effort = -command.effort if reads(position, "worded") else command.effort
    resolution.emit(RopePulled(due.seat, effort, die, held, knot))


READINGS = ("worded", "tired", "twice", "sure")
ROPE_OF_READINGS: Ruleset[Rope] = changed(
    ROPE,
    handlers=ROPES,
    options={
        **ROPE.identity.options,
        **{name: Option("2", f"Whether it is {name}", ("no", "yes"), movable=True) for name in READINGS},
    },
)


def efforts(course: Course) -> Iterator[tuple[Place, int, int]]:
    """Each pull of a game: where, how hard, and its die."""
    for step in course.steps:
        assert isinstance(step, Given)
        yield step.at, step.command["effort"], step.rolls[0].faces[0]
