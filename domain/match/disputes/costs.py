"""What a remedy costs, before it is chosen: a pure function of the course of the game.

Undone are commands, hand-overs and events of the line; known by now are rolls, and hidden facts that somebody
was shown since. Of facts a seat reads its own count alone: the other's would tell what that seat has learnt.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.paths import differences
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.disputes.events import Since
from ironclad.domain.match.disputes.facts import Against
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import (
    NEW_LINE,
    OF_TOURNAMENT,
    AnyRemedy,
    Correct,
    Replay,
    Rewind,
    SameFaces,
    Time,
    ended_against,
    name,
)
from ironclad.domain.match.readings.course import Given, Place, Step, read

EVERYBODY = "*"
"""Reads the counts of all seats: a director, and everybody once nothing is hidden."""


class Passed(msgspec.Struct, frozen=True):
    """A command of the course: its place and that of its last event, its seat, how many events it caused,
    whether it handed over, and its rolls (number on the line, purpose)."""

    at: Place
    last: Place
    seat: str
    events: int
    handover: bool
    rolls: tuple[tuple[int, str], ...] = ()


class Undone(msgspec.Struct, frozen=True):
    """How much of the line would be left."""

    commands: int = 0
    handovers: int = 0
    events: int = 0


class RollSeen(msgspec.Struct, frozen=True):
    """A roll whose faces are known: its number on the line, and what it was for."""

    number: int
    purpose: str


class Cost(msgspec.Struct, frozen=True):
    """What a remedy costs. `rule` and `reason` say what is against it, "" where it is allowed.

    facts: by seat, how many hidden facts it was shown since. clocks: by how many ms each clock changes.
    rounds: published rounds whose pairings rest on the game.
    """

    remedy: AnyRemedy
    allowed: bool
    rule: str
    reason: str
    undone: Undone
    rolls: tuple[RollSeen, ...]
    facts: dict[str, int]
    clocks: dict[str, int]
    rounds: tuple[int, ...]


class Situation(msgspec.Struct, frozen=True):
    """The game that costs are asked of, as its head is.

    passed: the commands of its course. facts: by seat, the hidden facts that it was shown since the place in
    question (`shown`). then, now: its clocks at the place and at the head, each with its instant (ms).
    against: what the game itself has against a remedy, by the remedy's name (other dice are needed, the
    position does not stand). opened: what it hid was opened. ended: how
    it ended, "" while it runs. rounds: published rounds that rest on the game.
    """

    passed: tuple[Passed, ...]
    facts: dict[str, int] = {}
    then: tuple[ClockState, int] | None = None
    now: tuple[ClockState, int] | None = None
    against: dict[str, Against] = {}
    opened: bool = False
    ended: str = ""
    tournament: bool = False
    rounds: tuple[int, ...] = ()


def passed(ruleset: Ruleset[Any], steps: Sequence[Step]) -> tuple[Passed, ...]:
    """The commands of a course, as costs count them."""
    found, number = list[Passed](), 0
    for step in steps:
        if not isinstance(step, Given):
            continue
        rolls = []
        for roll in step.rolls:
            number = roll.number or number + 1
            rolls.append((number, roll.purpose))
        last = step.events[-1].at if step.events else step.at
        hands = step.command.get("type") in ruleset.dice.hands_over
        found.append(Passed(step.at, last, step.seat, len(step.events), hands, tuple(rolls)))
    return tuple(found)


def after(course: Sequence[Passed], place: Place) -> tuple[Passed, ...]:
    """The commands after the one that has a place among its events, in the order of the course.

    All of them where the place is before the first; none where no command of the course is on its line.
    """
    own = [number for number, each in enumerate(course) if each.at.timeline == place.timeline]
    later = [number for number in own if course[number].at.version > place.version]
    if later:
        return tuple(course[later[0] :])
    return tuple(course[own[-1] + 1 :]) if own else ()


def since(course: Sequence[Passed], place: Place, facts: int = 0) -> Since:
    """What happened after the command that has a place among its events; `facts` everybody was shown."""
    rest = after(course, place)
    rolls = sum(len(each.rolls) for each in rest)
    return Since(len(rest), rolls, facts, sum(each.handover for each in rest))


def shown(ruleset: Ruleset[Any], position: Any, steps: Sequence[Step]) -> dict[str, int]:
    """How many hidden facts each seat was shown by steps that begin at a position; "": everybody.

    As the ruleset counts them (`Sight.shows`); else the facts that were hidden from the seat at first, and
    are still there and known to it at the end.
    """
    found, shows = dict[str, int](), ruleset.sight.shows
    if not ruleset.sight.hides:
        return found
    now = position.copy()
    for step in steps:
        for told in step.events if isinstance(step, Given) else (step.event,):
            event = read(ruleset, told)
            for seat, count in shows(now, event).items() if shows is not None else ():
                found[seat] = found.get(seat, 0) + count
            now = decider.evolve(ruleset, now, event)
    if shows is None:
        found = {seat: _shown_between(ruleset, position, now, seat) for seat in (*ruleset.seats, "")}
    return {seat: count for seat, count in found.items() if count}


def _shown_between(ruleset: Ruleset[Any], then: Any, now: Any, seat: str) -> int:
    hidden_then = _hidden(ruleset, then, seat or None)
    if not hidden_then:
        return 0
    hidden_now, whole = _hidden(ruleset, now, seat or None), _paths(ruleset.storage.to_document(now))
    return len((hidden_then & whole) - hidden_now)


def _hidden(ruleset: Ruleset[Any], position: Any, seat: str | None) -> set[str]:
    """The paths of a position whose values a seat may not know."""
    to_document = ruleset.storage.to_document
    seen = _plain(to_document(ruleset.sight.see(position, seat)))
    whole = _plain(to_document(position))
    return {
        leaf for each in differences(whole, seen) if each.only != "b" for leaf in _leaves(each.path, each.a)
    }


def _plain(document: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(document))


def _paths(document: Mapping[str, Any]) -> set[str]:
    return {leaf for each in differences({}, _plain(document)) for leaf in _leaves(each.path, each.b)}


def _leaves(path: str, value: Any) -> list[str]:
    """The paths of all values in a value."""
    if isinstance(value, dict) and value:
        return [leaf for each in differences({}, value) for leaf in _leaves(f"{path}.{each.path}", each.b)]
    if isinstance(value, list) and value:
        return [leaf for at, each in enumerate(value) for leaf in _leaves(f"{path}.{at}", each)]
    return [path]


def cost(
    remedy: AnyRemedy, situation: Situation, policy: Policy, *, limited: bool, reader: str = EVERYBODY
) -> Cost:
    """What a remedy costs. `limited`: it is of a late or sealed claim; `reader`: the seat that asks."""
    against = _against(remedy, situation, policy, limited=limited)
    rest = _rest(remedy, situation)
    facts = situation.facts if isinstance(remedy, NEW_LINE) else {}
    mine = {seat: count for seat, count in facts.items() if seat and reader in (EVERYBODY, seat)}
    rolls = tuple(RollSeen(number, purpose) for each in rest for number, purpose in each.rolls)
    undone = Undone(len(rest), sum(each.handover for each in rest), sum(each.events for each in rest))
    rule, reason = against or ("", "")
    return Cost(
        remedy,
        against is None,
        rule,
        reason,
        undone,
        rolls,
        mine,
        _clocks(remedy, situation),
        _rounds(remedy, situation),
    )


def _against(remedy: AnyRemedy, situation: Situation, policy: Policy, *, limited: bool) -> Against | None:
    what = name(remedy)
    if isinstance(remedy, OF_TOURNAMENT) and not situation.tournament:
        return "remedy/tournament", "the game is of no tournament"
    if isinstance(remedy, Time) and situation.now is None:
        return "remedy/clock", "the game has no clocks"
    if isinstance(remedy, NEW_LINE) and situation.opened:
        return "remedy/opened", "what the game hid was opened at its end: it is not played on"
    if (over := ended_against(remedy, situation.ended)) is not None:
        return over
    if isinstance(remedy, SameFaces | Rewind) and not _is_place(remedy, situation):
        return "remedy/place", "no command of the game's line ends or begins there"
    if what in situation.against:
        return situation.against[what]
    if not policy.allows(what, limited=limited):
        return "ruling/limits", f"by the policy a late or sealed claim does not get {what}"
    return None


def _is_place(remedy: SameFaces | Rewind, situation: Situation) -> bool:
    """Whether a line can begin there: before the command of `same_faces`, after the one of `rewind`."""
    course = situation.passed
    if isinstance(remedy, SameFaces):
        first = Place(remedy.timeline, remedy.version)
        return any(each.at == first for each in course)
    at = Place(remedy.timeline, remedy.at)
    ends = {each.last for each in course}
    begins = {Place(each.at.timeline, each.at.version - 1) for each in course}
    return at in ends | begins


def _rest(remedy: AnyRemedy, situation: Situation) -> tuple[Passed, ...]:
    """The commands of the line that would be left."""
    match remedy:
        case SameFaces(timeline, version, _, through):
            return after(situation.passed, Place(timeline, version if through is None else through))
        case Rewind(timeline, at, _):
            return after(situation.passed, Place(timeline, at))
        case Replay():
            return situation.passed
    return ()


def _clocks(remedy: AnyRemedy, situation: Situation) -> dict[str, int]:
    """By how many ms each clock would change."""
    if isinstance(remedy, Time) and situation.now is not None:
        return {remedy.seat: remedy.ms}
    goes_back = isinstance(remedy, SameFaces) or (isinstance(remedy, Rewind) and remedy.clocks == "as_then")
    if not goes_back or situation.then is None or situation.now is None:
        return {}
    return clocks_back(situation.then, situation.now)


def clocks_back(back: tuple[ClockState, int], present: tuple[ClockState, int]) -> dict[str, int]:
    """By how many ms each clock changes that is set to what it showed then; clocks, each at an instant."""
    (then, then_at), (now, now_at) = back, present
    left = {
        seat: read_clock(then, seat, then_at).left_ms - read_clock(now, seat, now_at).left_ms
        for seat in now.seats
    }
    return {seat: ms for seat, ms in left.items() if ms}


def _rounds(remedy: AnyRemedy, situation: Situation) -> tuple[int, ...]:
    """Published pairings that rest on a result which would change."""
    return situation.rounds if not isinstance(remedy, Time | Correct) and name(remedy) != "let_stand" else ()
