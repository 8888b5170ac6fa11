"""One recorded command decided again, at any position: with the same faces, or not at all."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.committed import Commit
from ironclad.domain.match.events import CommandCommitted
from ironclad.domain.match.readings.course import Given, LoggedEvent, document, is_same, read
from ironclad.domain.match.readings.recorded_dice import RecordedDice
from ironclad.domain.match.rounds import carried_out


class Decided(msgspec.Struct, frozen=True):
    """What a command causes: its events as they are, as they are stored, and the position after them."""

    events: Sequence[Event]
    stored: list[tuple[str, bytes]]
    after: Any


def decided(ruleset: Ruleset[Any], position: Any, given: Given, decision: str | None = None) -> Decided:
    """Decide a recorded command at a position, which stays as it was.

    `decision` is the one that it answers there; that of the record unless it is named. Raises Refused,
    OtherDice, and UnknownName or Unreadable for what this build cannot read.
    """
    dice = RecordedDice(given.rolls)
    decision = given.decision if decision is None else decision
    if given.committed is None:
        command = ruleset.storage.commands.read(given.command)
        events, after = decider.execute(ruleset, position, given.seat, command, dice, decision or None)
        made: Sequence[Event] = events
    else:
        made, after = _of_round(ruleset, position, given, dice)
    dice.check_all_rolled()
    return Decided(made, [ruleset.storage.events.encode(each) for each in made], after)


def _of_round(
    ruleset: Ruleset[Any], position: Any, given: Given, dice: RecordedDice
) -> tuple[Sequence[Event], Any]:
    """A command that was committed to, or what takes its place where the rules refuse it.

    Raises Refused where they refuse what they did not refuse in the record.
    """
    asked = given.command if given.instead is None else given.instead.command
    event = CommandCommitted(given.seat, "", "", "", asked, given.seat, given.decision)
    done = carried_out(ruleset, position, Commit(given.committed or 0, event, 0), lambda: dice, hides=False)
    if done.instead is not msgspec.UNSET and given.instead is None:
        raise Refused(done.instead.rule, done.instead.reason)
    return done.events, done.after


def after_events(ruleset: Ruleset[Any], position: Any, logged: Sequence[LoggedEvent]) -> Any:
    """The position after recorded events; the given one stays as it was."""
    after = position.copy()
    for each in logged:
        after = decider.evolve(ruleset, after, read(ruleset, each))
    return after


def unlike(
    ruleset: Ruleset[Any], logged: Sequence[LoggedEvent], stored: Sequence[tuple[str, bytes]]
) -> int | None:
    """The place in both of the first event that is not the same; None where all are."""
    for place, (each, (topic, body)) in enumerate(zip(logged, stored, strict=False)):
        if not is_same(ruleset, each, topic, body):
            return place
    return None if len(logged) == len(stored) else min(len(logged), len(stored))


def spelled(decided: Decided, place: int) -> dict[str, Any] | None:
    """An event that was decided again as plain data; None past the last."""
    if place >= len(decided.stored):
        return None
    found: dict[str, Any] = msgspec.json.decode(decided.stored[place][1])
    return found


def recorded(given: Given, place: int) -> dict[str, Any] | None:
    """A recorded event as plain data; None past the last."""
    return document(given.events[place]) if place < len(given.events) else None
