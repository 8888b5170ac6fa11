"""Compares the record of a command with what the rules give: event by event, roll by roll."""

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from ironclad.domain.kernel.cases.matching import differences
from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import Event, Registry, name_of
from ironclad.domain.kernel.engine.dice import DiceScriptError, ScriptedDice
from ironclad.domain.match.events import CommandAccepted
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored

Caused = tuple[str, Registry, Event]
"""An event that a command causes, with its stream within the game and the family that names it."""


def as_now(registry: Registry, event: Stored) -> tuple[Event, str, bytes]:
    """A recorded event, its name and body; those of one stored in an older shape as they are written now."""
    name, body = event.name, bytes(event.body)
    try:
        decoded = registry.decode(name, body)
    except (codec.UnknownName, codec.Unreadable, RecursionError) as wrong:
        raise BundleFault("rules", f"the event cannot be read: {wrong}", event.position) from wrong
    return decoded, *((name, body) if registry.topic(decoded) == name else registry.encode(decoded))


def check_rolls(accepted: CommandAccepted, rolled: ScriptedDice) -> None:
    """The rolls recorded are those that the command made: what for, by which clause, how many dice."""
    made = [(roll.purpose, roll.rule, roll.faces, roll.sides) for roll in rolled.proof()]
    recorded = [(roll.purpose, roll.rule, roll.faces, roll.sides) for roll in accepted.rolls]
    for one, other in zip_longest(recorded, made):
        if one != other:
            raise DiceScriptError(f"{_roll(other)} where {_roll(one)} is recorded")


def _roll(roll: tuple[str, str, tuple[int, ...], int] | None) -> str:
    if roll is None:
        return "nothing"
    return f"{roll[0]} ({roll[1]}) {' '.join(map(str, roll[2]))} of {roll[3]} sides"


def caused_on(line: str, registry: Registry, events: Sequence[Event]) -> list[Caused]:
    """Events of one family that a command causes on a stream of the game."""
    return [(line, registry, event) for event in events]


def compare(append: Sequence[Stored], wanted: Sequence[Caused]) -> None:
    """Compare the record with what the command causes, event by event. Raises BundleFault."""
    recorded = append[1:]
    for event, (line, registry, given) in zip(recorded, wanted, strict=False):
        name, body = registry.encode(given)
        on = event.stream.partition("/")[2]
        if on != line or event.name.partition(".")[0] != registry.family:
            detail = f"{event.name} on {on} is recorded where the rules give {name} on {line}"
            raise BundleFault("rules", detail, event.position)
        if as_now(registry, event)[1:] != (name, body):
            detail = f"{event.name} is recorded where the rules give {name}: {_difference(event.body, body)}"
            raise BundleFault("rules", detail, event.position)
    if len(recorded) > len(wanted):
        extra = recorded[len(wanted)]
        raise BundleFault("rules", f"the command does not cause this {extra.name}", extra.position)
    if len(recorded) < len(wanted):
        missing = name_of(type(wanted[len(recorded)][2]))
        raise BundleFault("rules", f"after the command {missing} is missing", append[-1].position)


def _difference(recorded: msgspec.Raw, given: bytes) -> str:
    try:
        data = msgspec.json.decode(recorded)
    except msgspec.MsgspecError as wrong:
        return f"it cannot be read: {wrong}"
    found = differences(msgspec.json.decode(given), data, "recorded")
    return "; ".join(list(found)[:3])
