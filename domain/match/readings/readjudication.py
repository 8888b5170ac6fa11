"""A recorded game decided again, by other terms or by this build's own: whether it comes to the same.

Nothing is stored, and no line of the game is touched. The commands of its course are decided one after the
other with the faces that were rolled, up to the first that comes to something else.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RulesMoved
from ironclad.domain.kernel.telling.paths import differences
from ironclad.domain.match.readings.course import Course, Given, LoggedEvent, Place, Ruled, read
from ironclad.domain.match.readings.deciding_again import (
    Decided,
    after_events,
    decided,
    recorded,
    spelled,
    unlike,
)
from ironclad.domain.match.readings.positions import Beside, BothOdds, Differing, both_odds
from ironclad.domain.match.readings.recorded_dice import OtherDice, RecordedDice, rolls_of
from ironclad.domain.match.readings.terms import (
    Asked,
    Lacking,
    after_move,
    asked_terms,
    begun_by,
    moved,
    terms_of,
)

Class = Literal["same", "worded_otherwise", "differs", "refused", "dice_differ", "cannot"]
CLASSES: tuple[Class, ...] = ("same", "worded_otherwise", "differs", "refused", "dice_differ", "cannot")
PASSES: frozenset[Class] = frozenset({"same", "worded_otherwise"})


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a game comes to. `at` is the place where it was found, "" where nothing was.

    was, would: of `differs` the event, None where there is none; of `refused` the command, and the rule with
    its reason; of `dice_differ` the rolls; of `worded_otherwise` the first event; of `cannot` what the build
    lacks is in `would`. differences: of the positions; of `worded_otherwise` of the events, field by field.
    commands: how many were decided again.
    """

    kind: Class = msgspec.field(name="class")
    at: str = ""
    was: Any = None
    would: Any = None
    differences: tuple[Differing, ...] = ()
    odds: BothOdds | None = None
    commands: int = 0


def readjudicate(ruleset: Ruleset[Any], course: Course, asked: Asked) -> Verdict:
    """Decide a game again. Raises nothing: what this build cannot decide is a verdict of its own."""
    game = None
    try:
        game = _Again(ruleset, course, asked)
        return game.verdict()
    except Lacking as lacking:
        needs = str(lacking)
    except (UnknownName, Unreadable) as wrong:
        needs = f"a record that it can read: {wrong}"
    except Exception as wrong:  # a forged record, or a fault of the rules under a reading: never a pass
        needs = f"rules that decide it: {type(wrong).__name__}: {wrong}"
    return Verdict(kind="cannot", would={"needs": needs}, commands=game.commands if game is not None else 0)


class _Again:
    """A game that is decided again: where it was at each command, and where it would be."""

    def __init__(self, ruleset: Ruleset[Any], course: Course, asked: Asked) -> None:
        self._ruleset, self._course, self._asked = ruleset, course, asked
        self._own = terms_of(course.begun)
        self._terms = asked_terms(ruleset, self._own, asked)
        self._beside = Beside(ruleset, course.begun, self._own, self._terms)
        self._was = ruleset.rules.initial(course.begun)
        self._would = self._was
        if self._terms != self._own:
            self._would = ruleset.rules.initial(begun_by(course.begun, self._terms))
        self._worded: Verdict | None = None
        self.commands = 0

    def verdict(self) -> Verdict:
        """Raises Lacking, UnknownName, Unreadable."""
        found = self._begun()
        for step in self._course.steps:
            if found is not None:
                return found
            found = self._ruled(step.event) if isinstance(step, Ruled) else self._given(step)
        found = found or self._ended() or self._worded or Verdict(kind="same")
        return msgspec.structs.replace(found, commands=self.commands)

    def _begun(self) -> Verdict | None:
        """What the game begins with, and what follows of itself."""
        first = Place("main", 1)
        if not self._beside.same(self._was, self._would):
            return Verdict(
                kind="differs", at=str(first), differences=self._beside.told(self._was, self._would)
            )
        rules, position = self._ruleset.rules, self._would.copy()
        dice = RecordedDice(self._course.rolls)
        made: Resolution[Any] = Resolution(
            position, dice, rules.handlers.evolvers, self._ruleset.storage.events
        )
        opening = Given(first, "", {}, None, self._course.rolls, self._course.opening)
        try:
            if rules.outcome(position) is None and not rules.due(position):
                rules.proceed(made)
            dice.check_all_rolled()
        except OtherDice as other:
            return self._other_dice(opening, other)
        stored = [self._ruleset.storage.events.encode(each) for each in made.events]
        return self._compared(opening, Decided(made.events, stored, position))

    def _given(self, given: Given) -> Verdict | None:
        self.commands += 1
        try:
            again = decided(self._ruleset, self._would, given)
        except Refused as refused:
            why = {"rule": refused.rule, "reason": refused.reason}
            return Verdict(
                kind="refused", at=str(given.at), was=given.command, would=why, commands=self.commands
            )
        except OtherDice as other:
            return self._other_dice(given, other)
        return self._compared(given, again)

    def _other_dice(self, given: Given, other: OtherDice) -> Verdict:
        was = rolls_of(given.rolls)
        return Verdict(
            kind="dice_differ", at=str(given.at), was=was, would=other.would, commands=self.commands
        )

    def _compared(self, given: Given, again: Decided) -> Verdict | None:
        """Whether a command came to the same: event by event, then position by position."""
        place = unlike(self._ruleset, given.events, again.stored)
        if place is None and self._was is self._would:
            self._was = self._would = again.after
            return None
        was = after_events(self._ruleset, self._was, given.events)
        if self._beside.same(was, again.after):
            if place is not None:
                self._note(given, again, place)
            alike = self._own == self._terms
            self._was, self._would = (again.after if alike else was), again.after
            return None
        return self._differs(given, again, was)

    def _differs(self, given: Given, again: Decided, after: Any) -> Verdict:
        """The first event after which the positions differ."""
        was, would, place = self._was, self._would, 0
        while self._beside.same(was, would) and place < max(len(given.events), len(again.events)):
            was = after_events(self._ruleset, was, given.events[place : place + 1])
            if place < len(again.events):
                would = decider.evolve(self._ruleset, would.copy(), again.events[place])
            place += 1
        at = _at(given, place - 1)
        return Verdict(
            kind="differs",
            at=str(at),
            was=recorded(given, place - 1),
            would=spelled(again, place - 1),
            differences=self._beside.told(after, again.after),
            odds=both_odds(self._ruleset, self._was, self._would, given) if given.seat else None,
            commands=self.commands,
        )

    def _note(self, given: Given, again: Decided, place: int) -> None:
        """Events differ, and no position does."""
        if self._worded is not None:
            return
        was, would = recorded(given, place), spelled(again, place)
        self._worded = Verdict(
            kind="worded_otherwise",
            at=str(_at(given, place)),
            was=was,
            would=would,
            differences=fields(was, would),
        )

    def _ruled(self, logged: LoggedEvent) -> Verdict | None:
        """What was ruled or agreed of the line itself is taken over."""
        event = read(self._ruleset, logged)
        self._was = decider.evolve(self._ruleset, self._was.copy(), event)
        if not isinstance(event, RulesMoved):
            self._would = decider.evolve(self._ruleset, self._would.copy(), event)
        else:
            self._own = after_move(self._own, event)
            change = moved(self._ruleset, self._terms, self._asked, event)
            if change is not None:
                self._terms = after_move(self._terms, change)
                self._would = decider.evolve(self._ruleset, self._would.copy(), change)
            self._beside.with_terms(self._own, self._terms)
        if self._beside.same(self._was, self._would):
            self._was = self._would if self._own == self._terms else self._was
            return None
        apart = self._beside.told(self._was, self._would)
        return Verdict(kind="differs", at=str(logged.at), differences=apart, commands=self.commands)

    def _ended(self) -> Verdict | None:
        """Whether the rules end the game, or leave it open, as they did."""
        outcome = self._ruleset.rules.outcome
        was, would = outcome(self._was), outcome(self._would)
        if was == would:
            return None
        last = next((each for each in reversed(self._course.steps) if isinstance(each, Given)), None)
        at = "main@1" if last is None else str(_at(last, len(last.events) - 1))
        found = Verdict(kind="differs", at=at, was=msgspec.to_builtins(was), would=msgspec.to_builtins(would))
        if was is not None and would is not None and was.winner == would.winner:
            return self._worded or msgspec.structs.replace(found, kind="worded_otherwise")
        return found


def _at(given: Given, place: int) -> Place:
    """The place of a command's event; past the last one that of the last one."""
    if not given.events:
        return given.at
    return given.events[max(0, min(place, len(given.events) - 1))].at


def fields(was: dict[str, Any] | None, would: dict[str, Any] | None) -> tuple[Differing, ...]:
    """The fields in which two events differ, by their paths."""
    found = differences(was or {}, would or {})
    return tuple(Differing(path=each.path, was=each.a, would=each.b) for each in found)


def counts(verdicts: Sequence[Verdict]) -> dict[str, int]:
    """How many games each class has."""
    found: dict[str, int] = dict.fromkeys(CLASSES, 0)
    for each in verdicts:
        found[each.kind] += 1
    return found
