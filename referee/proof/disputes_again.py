"""Requests about disputes, decided again from the record: who may ask, in which state, and what comes of it.

What the service alone can know is taken from the record, as its word: who the people are, what happened since
a claim, its case, and that nothing was against a remedy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.matching import NoSuchPath, at_path
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.ruling import RULINGS, PositionCorrected
from ironclad.domain.match import commands as m
from ironclad.domain.match import dice
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.committed import check_free, with_abandoned
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import costs, same_faces
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.correcting import document_of
from ironclad.domain.match.disputes.deciding import decide
from ironclad.domain.match.disputes.facts import AboutFacts, Facts, Fork, PeopleFacts, RemedyFacts
from ironclad.domain.match.disputes.remedies import NEW_LINE, AnyRemedy, Correct, Rewind, SameFaces
from ironclad.domain.match.disputes.same_faces import reading_moved
from ironclad.domain.match.disputes.state import NO_DISPUTES, Disputes
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS, CommandAccepted, TimelineOpened
from ironclad.domain.match.readings.course import Given, Place
from ironclad.domain.match.rules import require_movable, terms_on
from ironclad.domain.match.state import Match, evolve
from ironclad.domain.match.taking_back import Ordered
from ironclad.eventlog.bundle.comparing import Caused, as_now, caused_on
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.log import MATCH
from ironclad.referee.disputes.told import game_facts
from ironclad.referee.opening import ended_there, line_opened
from ironclad.referee.proof.clocks_again import ClocksAgain
from ironclad.referee.proof.game_again import GameAgain
from ironclad.referee.proof.recorded import chains_in, recorded_in

_OPENED = EVENTS.topics(TimelineOpened)


class DisputesAgain:
    """Decides the disputes of one game again."""

    def __init__(self, game: GameAgain, clocks: ClocksAgain) -> None:
        self._game, self._clocks = game, clocks

    def asked(self, accepted: CommandAccepted, command: Command, append: Sequence[Stored]) -> list[Caused]:
        """What a request about a dispute causes. Raises Refused, Problem."""
        lift = caused_on(MATCH, EVENTS, self._clocks.timely(accepted.seat, accepted.at, append))
        match = evolve(self._game.match.copy(), accepted)
        state, at = match.disputes or NO_DISPUTES, instant_of(accepted.at)
        actor = _actor(accepted, match, state)
        facts = self._facts(match, state, command, append, at)
        events = decide(state, actor, command, at, facts)
        line = match.current
        waiting, table = self._game.lines[line].waiting, self._game.dice.table(line)
        events = with_abandoned(events, waiting, table, line, actor.name)
        if isinstance(command, c.OrderChains | c.VacateSeat):
            events += dice.caused_by_official(match, command, table, chains_in(append))
        return lift + self._completed(accepted, match, command, events, append)

    def _completed(
        self,
        accepted: CommandAccepted,
        match: Match,
        command: Command,
        events: list[Event],
        append: Sequence[Stored],
    ) -> list[Caused]:
        """The events with what the game's line, its dice, its seal and its clocks have to do with them."""
        line, of_line, holders = match.current, list[Caused](), None
        begins = any(isinstance(event, TimelineOpened) for event in events)
        again: _Replayed | None = None
        if begins:
            check_free(self._game.lines[line].waiting, self._game.dice.table(line))
            opened = line_opened(events)
            assert opened.parent is not None
            events += dice.rewound(match, "", None, opened.timeline, chains_in(append))
            position = self._game.forked(opened)
            remedy = getattr(command, "remedy", None)
            held = ends = opened.at
            if isinstance(remedy, SameFaces):
                again = self._replayed(match, accepted, opened, position, remedy, append)
                of_line, position, ends = again.caused, again.position, opened.at + len(again.caused)
                held = again.ordered[-1].version
            elif isinstance(remedy, Correct):
                corrected = self._corrected(position, remedy)
                position = decider.evolve(self._game.rules(), position.copy(), corrected)
                of_line = caused_on(opened.timeline, RULINGS, [corrected])
            events += ended_there(self._game.rules(), match, events, position, ends)
            holders = self._game.match.holders(opened.parent, held)
        elif isinstance(command, c.RuleOnVersion):
            ruled = self._ruled(match, command)
            position = decider.evolve(self._game.rules(), self._game.lines[line].position.copy(), ruled)
            of_line = caused_on(line, RULINGS, [ruled])
        events += self._game.opened_at_end(events, append)
        self._game.take_match([accepted, *events])
        current = self._game.match.current
        there = self._game.lines[current].version
        if begins and of_line:
            there += len(of_line)
            for at, there_was in () if again is None else again.between:
                self._game.moved(current, opened.at + at, there_was)
            self._game.moved(current, there, position)
            self._game.lines[current].ordered.extend(() if again is None else again.ordered_here(opened.at))
        press = self._clocks.press(current, there, accepted.at, (), holders)
        if of_line and not begins:
            self._game.moved(current, there + 1, position)
        return [*caused_on(MATCH, EVENTS, [*events, *press]), *of_line]

    def _replayed(
        self,
        match: Match,
        accepted: CommandAccepted,
        opened: TimelineOpened,
        position: Any,
        remedy: SameFaces,
        append: Sequence[Stored],
    ) -> "_Replayed":
        """The commands of `same_faces`, decided again with the faces that are recorded.

        That they are those of the places which the ruling names is held in replay_check.
        """
        rules = self._game.rules()
        assert opened.parent is not None
        moved = reading_moved(rules, terms_on(rules, match, opened.parent, opened.at), remedy.reading)
        position = decider.evolve(rules, position.copy(), moved)
        found = _Replayed(caused_on(opened.timeline, RULINGS, [moved]), [], position)
        for stored in append:
            told = as_now(EVENTS, stored)[0] if stored.name == COMMAND_ACCEPTED else None
            if not isinstance(told, CommandAccepted) or told.replayed is msgspec.UNSET:
                continue
            place = Place(told.replayed.timeline, told.replayed.version)
            given = Given(place, told.seat, told.command, told.decision, told.rolls)
            found.between.append((len(found.caused), found.position))
            replay, found.position = same_faces.again(rules, found.position, given, told.decision)
            as_recorded = same_faces.replayed_as(told, replay, accepted.at)
            found.places.append(len(found.caused))
            found.ordered.append(Ordered.of(place.version, as_recorded))
            found.caused += caused_on(opened.timeline, EVENTS, [as_recorded])
            found.caused += caused_on(opened.timeline, rules.storage.events, replay.events)
        if not found.ordered:
            raise Refused("remedy/place", "no command is decided again")
        return found

    def _corrected(self, position: object, remedy: Correct) -> PositionCorrected:
        before = document_of(self._game.rules(), position)
        try:
            was = {path: at_path(before, path) for path in remedy.set}
        except NoSuchPath as wrong:
            raise Refused("remedy/path", str(wrong)) from wrong
        return PositionCorrected(dict(remedy.set), was)

    def _ruled(self, match: Match, command: c.RuleOnVersion) -> Event:
        head = self._game.lines[match.current]
        check_free(head.waiting, self._game.dice.table(match.current))
        asked = m.MoveRules(version=command.version, readings=command.readings, head=head.version)
        return require_movable(self._game.rules(), match, head.position, asked)

    # -- facts

    def _facts(
        self, match: Match, state: Disputes, command: Command, append: Sequence[Stored], at: int
    ) -> Facts:
        """What the record says, and the service's word for the rest."""
        game = game_facts(self._game.game, match, self._game.lines[match.current].version, command)
        may_direct = frozenset(state.directors)
        people = PeopleFacts(may_direct=may_direct, gone=state.officials is not None)
        if isinstance(command, c.NameOfficials):
            named = command.officials
            people = msgspec.structs.replace(people, may_direct=frozenset((named.chief, *named.deputies)))
        owed = bool(self._game.lines[match.current].waiting)
        facts = Facts(game, people=people, owed=owed, clocks=match.clocks if match.timed else None)
        if isinstance(command, c.OpenFact):  # how many facts an event hides is the service's word
            return msgspec.structs.replace(facts, hidden=command.number)
        if isinstance(command, c.MakeClaim):
            return msgspec.structs.replace(facts, about=self._about(match, state, command, append))
        return msgspec.structs.replace(facts, remedy=self._remedy(match, state, command, append, at))

    def _about(
        self, match: Match, state: Disputes, command: c.MakeClaim, append: Sequence[Stored]
    ) -> AboutFacts:
        told, about = recorded_in(append, e.ClaimMade), command.about
        place = about.refused or about
        wrong = ""
        if about.flag:
            wrong = "" if about.flag in match.flags else f"no flag of {about.flag[:40]!r} was found"
        elif place.version > self._game.head(place.timeline).version:
            wrong = f"the game has no event {place.version} of {place.timeline[:40]!r}"
        if told is None:
            return AboutFacts(wrong)
        hours = state.policy.late_hours if told.late else -1
        return AboutFacts(wrong, told.about.rule, "", told.since, hours, False, told.case)

    def _remedy(
        self, match: Match, state: Disputes, command: Command, append: Sequence[Stored], at: int
    ) -> RemedyFacts:
        left = {}
        if match.clocks is not None and match.timed:
            clocks = match.clocks
            left = {seat: read_clock(clocks, seat, at).left_ms for seat in clocks.seats}
        told = recorded_in(append, e.RemedyApplied)
        if told is None:
            return RemedyFacts(left=left)
        fork, version = 0, ""
        if isinstance(told.remedy, SameFaces) and (first := recorded_in(append, TimelineOpened)) is not None:
            fork, version = first.at, match.rules_of(told.remedy.timeline, first.at)
        claim = state.claims.get(told.claim)
        back = None
        if claim is not None and isinstance(claim.applied, NEW_LINE):
            gone = [each for each in match.timelines.values() if each.left_because == f"claim {told.claim}"]
            opened = [as_now(EVENTS, event)[0] for event in append if event.name in _OPENED]
            if gone and opened and isinstance(opened[0], TimelineOpened) and gone[-1].left_at is not None:
                back = Fork(opened[0].timeline, gone[-1].id, gone[-1].left_at)
        effect = msgspec.structs.replace(told.effect, clocks=self._clocks_of(told.remedy, match, at, fork))
        return RemedyFacts(None, effect, back, left, fork, version)

    def _clocks_of(self, remedy: AnyRemedy, match: Match, at: int, fork: int) -> dict[str, int]:
        """By how much a remedy changes the clocks of the seats, to what they showed where its line begins."""
        now = match.clocks
        if not isinstance(remedy, SameFaces | Rewind) or now is None or not match.timed:
            return {}
        place = remedy.at if isinstance(remedy, Rewind) else fork
        kept = isinstance(remedy, Rewind) and remedy.clocks == "keep"
        then = None if kept else self._game.clocks_at(remedy.timeline, place)
        return {} if then is None else costs.clocks_back(then, (now, at))


@dataclass
class _Replayed:
    """Commands that were decided again: what they cause on the line, each as ordered at its place, the
    position then. `places` are those of the commands among what is caused, `between` the positions before
    them."""

    caused: list[Caused]
    ordered: list[Ordered]
    position: Any
    places: list[int] = field(default_factory=list)
    between: list[tuple[int, Any]] = field(default_factory=list)

    def ordered_here(self, at: int) -> list[Ordered]:
        """The commands as they are in force on the line that begins at a version."""
        return [
            msgspec.structs.replace(each, version=at + 1 + place)
            for each, place in zip(self.ordered, self.places, strict=True)
        ]


def _actor(accepted: CommandAccepted, match: Match, state: Disputes) -> Actor:
    """Who asked: a seat, an official who was named, or who names officials."""
    if accepted.seat:
        return Actor(accepted.seat, "seat")
    if not isinstance(accepted.command, dict) or accepted.command.get("type") != "name_officials":
        return Actor(accepted.by, "official")
    opener = match.opened.by if match.opened is not None else ""
    first = state.officials is None
    return Actor(accepted.by, "opener" if first and accepted.by in (opener, "opener") else "operator")
