"""Commands decided again with the same faces, by ruling: what is against it, and what comes of it.

It goes no further than the counterfactual of the same commands: every command up to `through` has to be the
answer to the same decision, legal, and made with the same dice. Its line begins before the first of them, or
before that was committed to, with a move of the rules to the reading.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RulesMoved
from ironclad.domain.match.disputes.events import Replayed
from ironclad.domain.match.disputes.facts import Against
from ironclad.domain.match.disputes.remedies import SameFaces
from ironclad.domain.match.events import CommandAccepted
from ironclad.domain.match.readings.counterfactual import (
    MOST_STEPS,
    Asking,
    answered,
    counterfactual,
    same_due,
)
from ironclad.domain.match.readings.course import Given, Step
from ironclad.domain.match.readings.deciding_again import after_events
from ironclad.domain.match.readings.recorded_dice import OtherDice, RecordedDice
from ironclad.domain.match.readings.terms import Asked, Lacking, Terms, asked_terms

_WHY = {
    "dice": ("remedy/dice", "other dice are needed at {0}: rewind the game instead"),
    "decision": ("remedy/through", "another decision would be due at {0}: replay fewer commands"),
    "refused": ("remedy/through", "the command at {0} would be illegal: replay fewer commands"),
    "most": ("remedy/through", f"no more than {MOST_STEPS} commands are replayed"),
}


def against_same_faces(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    own: Terms,
    before: Any,
    steps: Iterable[Step],
    remedy: SameFaces,
    hides: bool = False,
) -> Against | None:
    """What is against it, from the position before its command and the steps from there; None for nothing.

    `hides`: the game hides something from the reader who asks.
    """
    through = remedy.version if remedy.through is None else remedy.through
    asking = Asking(remedy.timeline, remedy.version, Asked(None, remedy.reading), through, hides)
    try:
        found = counterfactual(ruleset, begun, own, before, steps, asking, odds=False)
    except Refused as refused:
        return refused.rule, refused.reason
    rule, reason = _WHY.get(found.ended.why, ("", ""))
    return (rule, reason.format(found.ended.version)) if rule else None


class Replay(NamedTuple):
    """A command that is decided again: its place in the record, what it answers now, and what comes of it."""

    given: Given
    decision: str | None
    rolls: tuple[Roll, ...]
    events: Sequence[Event]

    @property
    def place(self) -> Replayed:
        return Replayed(self.given.at.timeline, self.given.at.version)


class Replays(NamedTuple):
    """A line of commands that are decided again: the move of the rules, the commands, the position then."""

    moved: RulesMoved
    commands: tuple[Replay, ...]
    after: Any


def reading_moved(ruleset: Ruleset[Any], own: Terms, reading: Mapping[str, str]) -> RulesMoved:
    """The move of the rules to a reading, for a game that is decided by these terms. Raises Refused."""
    movable = ruleset.rules.move_rules is not None
    require(movable, "remedy/reading", f"games of {ruleset.name} keep their version")
    for name in reading:
        option = ruleset.identity.options.get(name)
        fixed = f"option {name} is fixed when the game begins"
        require(option is None or option.movable, "remedy/reading", fixed)
    try:
        other = asked_terms(ruleset, own, Asked(None, dict(reading)))
    except Lacking as lacking:
        raise Refused("remedy/reading", f"this build lacks {lacking}") from lacking
    changed = {name: value for name, value in other.options.items() if own.options.get(name) != value}
    return RulesMoved(other.version, other.errata, changed)


def replayed(
    ruleset: Ruleset[Any], own: Terms, before: Any, steps: Iterable[Step], remedy: SameFaces
) -> Replays:
    """Decide the commands of a remedy again; `before` is the position at which its line begins.

    Raises Refused (`remedy/…`).
    """
    moved = reading_moved(ruleset, own, remedy.reading)
    was, would, made = before, decider.evolve(ruleset, before.copy(), moved), list[Replay]()
    through = remedy.version if remedy.through is None else remedy.through
    for step in steps:
        at = step.at if isinstance(step, Given) else step.event.at
        if at.timeline != remedy.timeline or at.version > through:
            break
        if not isinstance(step, Given) or step.instead is not None or len(made) == MOST_STEPS:
            raise Refused("remedy/through", f"what is at {at} cannot be decided again: replay fewer commands")
        asked = answered(ruleset, was, step)
        due = same_due(ruleset, would, step, asked)
        if asked is not None and due is None:
            _refuse("decision", at.version)
        replay, would = again(ruleset, would, step, None if due is None else due.id)
        made.append(replay)
        was = after_events(ruleset, was, step.events)
    require(made, "remedy/place", f"no command of the game's line is at {remedy.timeline}@{remedy.version}")
    return Replays(moved, tuple(made), would)


def again(ruleset: Ruleset[Any], position: Any, given: Given, decision: str | None) -> tuple[Replay, Any]:
    """One recorded command decided at a position with its faces, and the position then. Raises Refused."""
    dice = RecordedDice(given.rolls)
    try:
        command = ruleset.storage.commands.read(given.command)
        events, after = decider.execute(ruleset, position, given.seat, command, dice, decision)
        dice.check_all_rolled()
    except OtherDice:
        _refuse("dice", given.at.version)
    except Refused as refused:
        rule, reason = _WHY["refused"]
        raise Refused(rule, f"{reason.format(given.at.version)} ({refused.reason})") from refused
    rolls = tuple(msgspec.structs.replace(each, number=0, unprompted=False) for each in dice.proof())
    return Replay(given, decision, rolls, events), after


def replayed_as(recorded: CommandAccepted, replay: Replay, at: str) -> CommandAccepted:
    """How a command is recorded that is decided again: signed, and its dice proved, at its place."""
    return CommandAccepted(
        recorded.seat,
        recorded.id,
        recorded.digest,
        at,
        recorded.command,
        recorded.by,
        replay.decision,
        rolls=replay.rolls,
        replayed=replay.place,
    )


def _refuse(why: str, version: int) -> NoReturn:
    rule, reason = _WHY[why]
    raise Refused(rule, reason.format(version))
