"""Cases: given a position, when these commands with these dice, then these events.

A case serves as a test, in a dispute and as a bug report. It is plain data: `Case.read` holds it to its
format (an unknown key is an error, never a silent pass), `run` plays it on a ruleset and lists what
differed. Whatever a case asks for, `run` also holds every command to the contract of decide and evolve:
the given position is untouched, the events rebuild the same position, positions survive being written down.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.codec import Command, Event, UnknownName, Unreadable, canonical
from domain.kernel.decider import Ruleset
from domain.kernel.dice import DiceScriptError, ScriptedDice
from domain.kernel.matching import (
    Document,
    NoSuchPath,
    at_path,
    differences,
    matches,
    merged,
    plain,
    spelled_out,
)
from domain.kernel.rulebook import Refused


class Unusable(Exception):
    """A case that cannot be run: not in the format, or it names what the ruleset does not have."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The starting position: a scenario with differences, or a whole position document."""

    scenario: str | None = None
    options: dict[str, str] = {}
    set: dict[str, Any] = {}
    position: dict[str, Any] | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command with the dice it rolls, and what must hold right after it."""

    seat: str
    command: dict[str, Any]
    dice: list[int] = []
    then: list[dict[str, Any]] = []


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case as written down."""

    case: str
    ruleset: str
    clauses: list[str]
    given: Given
    when: list[Step] = []
    then: list[dict[str, Any]] = []
    note: str = ""

    @classmethod
    def read(cls, data: Any) -> "Case":
        """Read a case from plain data. Raises Unusable, naming the field that is wrong."""
        try:
            case = msgspec.convert(plain(data), cls)
        except msgspec.ValidationError as wrong:
            raise Unusable(str(wrong)) from wrong
        _require_usable(case)
        return case


class Result(msgspec.Struct, frozen=True):
    """What became of a case: it held when nothing failed. `events` are all that its commands produced."""

    case: str
    ruleset: str
    clauses: list[str]
    failures: list[str]
    events: list[dict[str, Any]]

    @property
    def held(self) -> bool:
        return not self.failures


class _Moment(msgspec.Struct):
    """What expectations are asked of: a position, the events that led to it, a refusal if there was one."""

    ruleset: Any
    position: Any
    events: list[Event] = []
    refused: Refused | None = None
    cursor: int = 0


_Expectation = Callable[[_Moment, Any], Iterator[str]]


def _require_usable(case: Case) -> None:
    """What the types alone cannot say about a case's format."""
    lists = [case.then, *(step.then for step in case.when)]
    if not any(lists):
        raise Unusable("a case without any `then` shows nothing")
    if not case.clauses:
        raise Unusable("a case names the clauses that it tests")
    if case.given.position is not None and (case.given.scenario or case.given.set):
        raise Unusable("`given` has either a scenario with `set`, or a whole `position`")
    if case.given.position is None and case.given.scenario is None:
        raise Unusable("`given` needs a scenario or a position")
    for expectation in (each for expectations in lists for each in expectations):
        unknown = set(expectation) - set(EXPECTATIONS)
        if unknown or len(expectation) != 1:
            named = ", ".join(sorted(expectation)) or "nothing"
            raise Unusable(f"each item of `then` is one of {', '.join(EXPECTATIONS)}; here: {named}")


def run(case: Case, ruleset: Ruleset[Any], known_clauses: Collection[str] | None = None) -> Result:
    """Play a case. Raises Unusable; a command that is refused unexpectedly is a failure, not an error."""
    unknown = [each for each in case.clauses if known_clauses is not None and each not in known_clauses]
    if unknown:
        raise Unusable(f"{case.ruleset} has no clause {', '.join(unknown)}")
    moment = _Moment(ruleset, starting_position(case.given, ruleset))
    failures = list(_round_trips(ruleset, moment.position, "the given position"))
    for number, step in enumerate(case.when, 1):
        before, moment.refused = len(moment.events), None
        failures += [f"command {number}: {each}" for each in _take(moment, step)]
        here = _Moment(ruleset, moment.position, moment.events[before:], moment.refused)
        failures += [f"after command {number}: {each}" for each in _ask(here, step.then)]
        last = number == len(case.when)
        expected = [*step.then, *(case.then if last else [])]
        if moment.refused and not any("refused" in each for each in expected):
            failures.append(f"command {number} was refused: {moment.refused}")
    failures += _ask(moment, case.then)
    events = [document_of(each) for each in moment.events]
    return Result(case.case, case.ruleset, case.clauses, failures, events)


def starting_position(given: Given, ruleset: Ruleset[Any]) -> Any:
    """The position that a case starts from. Raises Unusable."""
    scenario = given.scenario or next(iter(ruleset.scenarios))
    if scenario not in ruleset.scenarios:
        raise Unusable(f"{ruleset.name} has no scenario {scenario!r}; it has {', '.join(ruleset.scenarios)}")
    document = given.position
    try:
        if given.set:
            base = ruleset.to_document(ruleset.initial(ruleset.begin(scenario, given.options, None)))
            document = merged(plain(base), given.set)
        return ruleset.initial(ruleset.begin(scenario, given.options, document))
    except (Refused, Unreadable, UnknownName, NoSuchPath, msgspec.ValidationError) as wrong:
        raise Unusable(f"the given position cannot be set up: {wrong}") from wrong


def _take(moment: _Moment, step: Step) -> Iterator[str]:
    """Carry out one command on the moment, and hold it to the contract of decide and evolve."""
    ruleset, position = moment.ruleset, moment.position
    command = _command(ruleset, step.seat, step.command)
    before, dice = ruleset.to_document(position), ScriptedDice(step.dice)
    allowed = ruleset.is_legal(position, step.seat, command)
    try:
        events, after = ruleset.execute(position, step.seat, command, dice)
    except Refused as refused:
        moment.refused = refused
        if allowed:
            yield "decide refused what the membership test of legal lets through"
        if step.dice:
            yield f"it was refused and rolled nothing, but dice {step.dice} are scripted"
    except DiceScriptError as wrong:
        yield f"the scripted dice do not fit: {wrong}"
    else:
        if not allowed:
            yield "decide accepted what the membership test of legal refuses"
        if dice.left():
            yield f"scripted dice are left over: {list(dice.left())}"
        yield from _replays(ruleset, position, events, after)
        moment.position = after
        moment.events = moment.events + events
    if ruleset.to_document(position) != before:
        yield "decide changed the position that it was given"


def _command(ruleset: Ruleset[Any], seat: Any, data: Any) -> Command:
    if seat not in ruleset.seats:
        raise Unusable(f"{ruleset.name} has no seat {seat!r}; it has {', '.join(ruleset.seats)}")
    try:
        return ruleset.commands.read(data)
    except (UnknownName, Unreadable) as wrong:
        raise Unusable(f"the command {data} cannot be read: {wrong}") from wrong


def document_of(value: Event | Command) -> Document:
    """An event or command as the document that its stored form reads as."""
    document: Document = msgspec.json.decode(canonical(value))
    return document


def _replays(ruleset: Ruleset[Any], position: Any, events: list[Event], after: Any) -> Iterator[str]:
    """The stored events, evolved from a copy, must give the position that decide worked out."""
    replayed = position.copy()
    for event in events:
        replayed = ruleset.evolve(replayed, ruleset.events.decode(*ruleset.events.encode(event)))
    found, wanted = ruleset.to_document(replayed), ruleset.to_document(after)
    for difference in _unlike(wanted, found):
        yield f"replaying the events gives another position: {difference}"
    yield from _round_trips(ruleset, after, "the position after it")


def _round_trips(ruleset: Ruleset[Any], position: Any, what: str) -> Iterator[str]:
    """A position survives being written as a document (through JSON) and being frozen."""
    wanted = ruleset.to_document(position)
    again = ruleset.to_document(ruleset.from_document(msgspec.json.decode(canonical(wanted))))
    for difference in _unlike(wanted, again):
        yield f"{what} does not survive its document: {difference}"
    for difference in _unlike(wanted, ruleset.to_document(ruleset.thaw(ruleset.freeze(position)))):
        yield f"{what} does not survive freezing: {difference}"


def _unlike(wanted: Any, found: Any) -> list[str]:
    """Where two whole documents differ, at most three places."""
    if wanted == found:
        return []
    one, other = plain(wanted), plain(found)
    return [*differences(one, other), *differences(other, one)][:3] or ["they differ"]


def _ask(moment: _Moment, expectations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{name}: {failure}"
        for expectation in expectations
        for name, wanted in expectation.items()
        for failure in EXPECTATIONS[name](moment, wanted)
    ]


def _event(moment: _Moment, wanted: Any) -> Iterator[str]:
    _typed(wanted)
    for index in range(moment.cursor, len(moment.events)):
        if _reads_as(wanted, moment.events[index]):
            moment.cursor = index + 1
            return
    left = [spelled_out(each) for each in moment.events[moment.cursor :]]
    alike = [each for each in left if each.get("type") == wanted["type"]]
    if alike:
        for event in alike[:3]:
            yield f"{wanted['type']} differs: " + "; ".join(differences(wanted, event))
    else:
        named = ", ".join(str(each.get("type")) for each in left) or "none"
        yield f"no {wanted['type']} among the events that are left ({named})"


def _no_event(moment: _Moment, wanted: Any) -> Iterator[str]:
    _typed(wanted)
    if any(_reads_as(wanted, each) for each in moment.events):
        yield f"there is one that matches {wanted}"


def _reads_as(wanted: Any, event: Event) -> bool:
    """Whether an event matches as stored, or with the fields spelled out that its stored form omits."""
    return matches(wanted, document_of(event)) or matches(wanted, spelled_out(event))


def _typed(wanted: Any) -> None:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("type"), str):
        raise Unusable(f"an expected event is a mapping with a `type`; here: {wanted!r}")


def _position(moment: _Moment, wanted: Any) -> Iterator[str]:
    if not isinstance(wanted, dict) or not wanted:
        raise Unusable("`position` maps paths to values")
    document = plain(moment.ruleset.to_document(moment.position))
    full = spelled_out(moment.position)
    for path, value in wanted.items():
        stands, spelled = at_path(document, path), at_path(full, path)
        if value is None:
            # The document may leave out a field that is not empty, such as a default of 2.
            yield from differences(None, spelled if stands is None and spelled else stands, path)
        elif not (matches(value, stands) or matches(value, spelled)):
            yield from differences(value, stands if spelled is None else spelled, path)


def _due(moment: _Moment, wanted: Any) -> Iterator[str]:
    found = [plain(msgspec.to_builtins(each)) for each in moment.ruleset.due(moment.position)]
    owed = "; ".join(f"{each['seat']} owes {each['kind']}" for each in found) or "nothing"
    each_wanted = wanted if isinstance(wanted, list) else [wanted]
    if isinstance(wanted, list) and len(found) != len(wanted):
        yield f"{len(wanted)} decisions are expected, due is: {owed}"
    for one in each_wanted:
        if not any(matches(_named(one, "seat", "kind", "rule", "about", "id"), each) for each in found):
            yield f"expected {one}, due is: {owed}"


def _not_due(moment: _Moment, wanted: Any) -> Iterator[str]:
    for each in moment.ruleset.due(moment.position):
        if matches(_named(wanted, "seat", "kind", "rule", "about", "id"), plain(msgspec.to_builtins(each))):
            yield f"{each.seat} owes {each.kind}"


def _outcome(moment: _Moment, wanted: Any) -> Iterator[str]:
    found = moment.ruleset.outcome(moment.position)
    expected = None if wanted is None else _named(wanted, "winner", "reason", "rule")
    actual = None if found is None else plain(msgspec.to_builtins(found))
    yield from differences(expected, actual, "the outcome")


def _refused(moment: _Moment, wanted: Any) -> Iterator[str]:
    wanted = _named(wanted, "rule", "reason")
    if "rule" not in wanted:
        raise Unusable("`refused` names the rule")
    yield from _refusal_differences(wanted, moment.refused)


def _refusal_differences(wanted: Mapping[str, Any], refused: Refused | None) -> Iterator[str]:
    if refused is None:
        yield f"it was accepted, expected a refusal under {wanted.get('rule')}"
    else:
        if "rule" in wanted and refused.rule != wanted["rule"]:
            yield f"refused under {refused.rule}, expected {wanted['rule']} ({refused.reason})"
        if str(wanted.get("reason", "")) not in refused.reason:
            yield f"the reason is {refused.reason!r}, expected {wanted['reason']!r} in it"


def _legal(moment: _Moment, wanted: Any) -> Iterator[str]:
    wanted = _named(wanted, "seat", "command")
    if (refused := _membership(moment, wanted)) is not None:
        yield f"{wanted['command']} is refused: {refused}"


def _not_legal(moment: _Moment, wanted: Any) -> Iterator[str]:
    wanted = _named(wanted, "seat", "command", "rule", "reason")
    yield from _refusal_differences(wanted, _membership(moment, wanted))


def _membership(moment: _Moment, wanted: Mapping[str, Any]) -> Refused | None:
    command = _command(moment.ruleset, wanted.get("seat"), wanted.get("command", {}))
    try:
        moment.ruleset.check(moment.position, wanted["seat"], command)
    except Refused as refused:
        return refused
    return None


def _offered(moment: _Moment, wanted: Any) -> Iterator[str]:
    found = _offers(moment, wanted)
    if not any(matches(wanted["command"], each) for each in found):
        yield f"{wanted['command']} is not among the {len(found)} commands offered"


def _not_offered(moment: _Moment, wanted: Any) -> Iterator[str]:
    if any(matches(wanted["command"], each) for each in _offers(moment, wanted)):
        yield f"{wanted['command']} is among the commands offered"


def _offers(moment: _Moment, wanted: Any) -> list[Document]:
    wanted = _named(wanted, "seat", "command")
    if wanted.get("seat") not in moment.ruleset.seats or not isinstance(wanted.get("command"), dict):
        raise Unusable(f"an offer is a `seat` and a `command`; here: {wanted!r}")
    return [document_of(each) for each in moment.ruleset.legal(moment.position, wanted["seat"])]


def _named(wanted: Any, *fields: str) -> dict[str, Any]:
    """The expectation itself, if it is a mapping with no other fields than these."""
    if not isinstance(wanted, dict) or not wanted or set(wanted) - set(fields):
        raise Unusable(f"expected a mapping with fields of {', '.join(fields)}; here: {wanted!r}")
    return wanted


EXPECTATIONS: dict[str, _Expectation] = {
    "event": _event,
    "no_event": _no_event,
    "position": _position,
    "due": _due,
    "not_due": _not_due,
    "outcome": _outcome,
    "refused": _refused,
    "legal": _legal,
    "not_legal": _not_legal,
    "offered": _offered,
    "not_offered": _not_offered,
}
