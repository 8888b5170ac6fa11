"""What a few commands would have come to under another reading, with the faces that were rolled.

From the position before a recorded command the same commands are decided under the reading, one after the
other. That ends before the first command that would not be the same one: another decision is due, the rules
refuse it, or other dice are needed. Nothing is stored, and no winner is made up.
"""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event, Unreadable
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RulesMoved
from ironclad.domain.match.readings.course import Course, Given, Ruled, Step, document, read
from ironclad.domain.match.readings.deciding_again import Decided, after_events, decided, unlike
from ironclad.domain.match.readings.positions import Beside, BothOdds, Differing, both_odds
from ironclad.domain.match.readings.recorded_dice import OtherDice, rolls_of
from ironclad.domain.match.readings.terms import (
    Asked,
    Lacking,
    Terms,
    after_move,
    asked_terms,
    moved,
    terms_of,
    under,
)

HIDDEN = "counterfactual/hidden"
PLACE = "counterfactual/place"
READING = "counterfactual/reading"
MOST_STEPS = 100
"""Commands that are decided again in one counterfactual."""

Why = Literal["decision", "refused", "dice", "through", "most", "end"]


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why it ends, and before which version. Of `refused` the rule and its reason; of `dice` both lists of
    rolls; of `decision` what is due in place of what was answered."""

    why: Why
    version: int
    rule: str = ""
    reason: str = ""
    was: Any = None
    would: Any = None


class Compared(msgspec.Struct, frozen=True):
    """A command: its events as they were, and as they would be."""

    version: int
    seat: str
    command: dict[str, Any]
    was: list[dict[str, Any]]
    would: list[dict[str, Any]]


class Counterfactual(msgspec.Struct, frozen=True):
    """What would have happened. `first_difference` is the version of the first event that would be another
    one, None where none is; `differences` are between the positions at the end; `odds` are of the first
    command's battle."""

    ended: Ended
    first_difference: int | None
    steps: list[Compared]
    differences: tuple[Differing, ...]
    odds: BothOdds | None


class Asking(msgspec.Struct, frozen=True):
    """What is asked: from the command at a version of a line on, under a reading, `through` a version.

    hides: whether the game hides something now from somebody.
    """

    timeline: str
    version: int
    readings: Asked
    through: int | None = None
    hides: bool = False


def counterfactual(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    own: Terms,
    before: Any,
    steps: Iterable[Step],
    asking: Asking,
    odds: bool = True,
) -> Counterfactual:
    """Decide recorded steps again from the position before the first of them, which stays as it was.

    `own` are the terms that the game is decided by there; without `odds` those of a battle are left out.
    Raises Refused.
    """
    hidden = "what the rules make of what is hidden would show it: it can be asked when the game has ended"
    require(not (asking.hides and ruleset.sight.hides), HIDDEN, hidden)
    try:
        other = asked_terms(ruleset, own, asking.readings)
    except Lacking as lacking:
        raise Refused(READING, f"this build lacks {lacking}") from lacking
    require(other != own, READING, "the game is decided by that reading already")
    return _Line(ruleset, begun, own, other, before).run(list(steps), asking, odds)


def of_course(ruleset: Ruleset[Any], course: Course, asking: Asking) -> Counterfactual:
    """The same of a whole recorded game. Raises Refused."""
    before, own, rest = position_before(ruleset, course, asking.timeline, asking.version)
    return counterfactual(ruleset, course.begun, own, before, rest, asking)


def position_before(
    ruleset: Ruleset[Any], course: Course, timeline: str, version: int
) -> tuple[Any, Terms, list[Step]]:
    """The position before the command at a place of a recorded game, its terms there, and the steps from it.

    Raises Refused where no command of the game's line is.
    """
    position, own = ruleset.rules.initial(course.begun), terms_of(course.begun)
    position = after_events(ruleset, position, course.opening)
    for number, step in enumerate(course.steps):
        if isinstance(step, Ruled):
            event = read(ruleset, step.event)
            own = after_move(own, event) if isinstance(event, RulesMoved) else own
            position = decider.evolve(ruleset, position, event)
        elif (step.at.timeline, step.at.version) == (timeline, version):
            return position, own, list(course.steps[number:])
        else:
            for told in step.events:
                position = decider.evolve(ruleset, position, read(ruleset, told))
    raise Refused(PLACE, f"no command of the game's line is at {timeline}@{version}")


class _Line:
    """The commands as they were decided, and as they would be."""

    def __init__(
        self, ruleset: Ruleset[Any], begun: GameBegun, own: Terms, other: Terms, before: Any
    ) -> None:
        self._ruleset, self._begun = ruleset, begun
        self._beside = Beside(ruleset, begun, own, other)
        self._was, self._would = before, before
        self._own, self._other = own, other
        self._steps = list[Compared]()
        self._first: int | None = None

    def run(self, steps: list[Step], asking: Asking, with_odds: bool) -> Counterfactual:
        """Decide the steps, as far as they are the same commands. Raises Refused."""
        first = next((each for each in steps if isinstance(each, Given)), None)
        if first is None:
            raise Refused(PLACE, "no command is there")
        try:
            self._would = under(self._ruleset, self._was, self._begun, self._other)
        except Unreadable as wrong:
            ended = Ended("decision", asking.version, would=str(wrong))
            return Counterfactual(ended, None, [], (), None)
        odds = both_odds(self._ruleset, self._was, self._would, first) if with_odds else None
        ended = self._decide(steps, asking)
        differences = self._beside.told(self._was, self._would)
        return Counterfactual(ended, self._first, self._steps, differences, odds)

    def _decide(self, steps: list[Step], asking: Asking) -> Ended:
        """Decide the steps up to the first that would not be the same; why it ends."""
        last = asking.version
        for step in steps:
            if isinstance(step, Ruled):
                self._ruled(step, asking.readings)
                continue
            last = step.at.version
            if asking.through is not None and last > asking.through:
                return Ended("through", last)
            if len(self._steps) == MOST_STEPS:
                return Ended("most", last)
            if (ended := self._given(step)) is not None:
                return ended
            last = step.events[-1].at.version if step.events else last
        return Ended("end", last)

    def _ruled(self, step: Ruled, asked: Asked) -> None:
        """What was ruled or agreed of the line is taken over; the reading that is asked for holds on."""
        event = read(self._ruleset, step.event)
        self._was = decider.evolve(self._ruleset, self._was.copy(), event)
        taken: Event | None = event
        if isinstance(event, RulesMoved):
            self._own = after_move(self._own, event)
            taken = change = moved(self._ruleset, self._other, asked, event)
            self._other = self._other if change is None else after_move(self._other, change)
            self._beside.with_terms(self._own, self._other)
        if taken is not None:
            self._would = decider.evolve(self._ruleset, self._would.copy(), taken)

    def _given(self, given: Given) -> Ended | None:
        version = given.at.version
        asked = answered(self._ruleset, self._was, given)
        due = same_due(self._ruleset, self._would, given, asked)
        if asked is not None and due is None:
            over = self._ruleset.rules.outcome(self._would) is not None
            open_now = [] if over else list(self._ruleset.rules.due(self._would))
            return Ended("decision", version, was=_plain(asked), would=[_plain(each) for each in open_now])
        try:
            again = decided(self._ruleset, self._would, given, due.id if due is not None else None)
        except Refused as refused:
            return Ended("refused", version, refused.rule, refused.reason)
        except OtherDice as other:
            return Ended("dice", version, was=rolls_of(given.rolls), would=other.would)
        self._take(given, again)
        return None

    def _take(self, given: Given, again: Decided) -> None:
        place = unlike(self._ruleset, given.events, again.stored)
        if place is not None and self._first is None:
            at = given.events[min(place, len(given.events) - 1)].at if given.events else given.at
            self._first = at.version
        was = [document(each) for each in given.events]
        would = [msgspec.json.decode(body) for _, body in again.stored]
        self._steps.append(Compared(given.at.version, given.seat, given.command, was, would))
        self._was = after_events(self._ruleset, self._was, given.events)
        self._would = again.after


def same_due(ruleset: Ruleset[Any], would: Any, given: Given, asked: Due | None) -> Due | None:
    """The decision that is due in a position and is the one that was answered; its id may differ."""
    if asked is None or ruleset.rules.outcome(would) is not None:
        return None
    named = (asked.seat, asked.kind, asked.rule, asked.about)
    due = ruleset.rules.due(would)
    fitting = [each for each in due if (each.seat, each.kind, each.rule, each.about) == named]
    exact = (each for each in fitting if each.id == asked.id)
    return next(exact, fitting[0] if fitting else None)


def answered(ruleset: Ruleset[Any], position: Any, given: Given) -> Due | None:
    """The decision that a recorded command answered; None for one that may be given at any time.

    Of a command that was committed to and not carried out, the decision that it was for.
    """
    if given.instead is not None:
        return next((each for each in ruleset.rules.due(position) if each.id == given.decision), None)
    command = ruleset.storage.commands.read(given.command)
    due = decider.answered(ruleset, position, given.seat, command, given.decision)
    return due if due.id else None


def _plain(due: Due) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(due)
    return found
