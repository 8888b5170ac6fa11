"""Cases: given a position, when these commands with these dice, then these events.

A case serves as a test, in a dispute and as a bug report. It is plain data: `Case.read` holds it to its
format (an unknown key is an error, never a silent pass), `run` plays it on a ruleset and lists what
differed. Whatever a case asks for, `run` also holds every command to the contract of decide and evolve:
the given position is untouched, the events rebuild the same position, positions survive being written down.
"""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.expectations import (
    EXPECTATIONS,
    Moment,
    Unusable,
    ask,
    command_of,
    document_of,
)
from ironclad.domain.kernel.cases.matching import NoSuchPath, differences, merged, plain
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event, UnknownName, Unreadable, canonical, name_of
from ironclad.domain.kernel.engine.dice import DiceScriptError, ScriptedDice
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The starting position: a scenario with differences, or a whole position document.

    version: of the rules that the commands are decided by; the newest where it is left out. errata: the ids
    of those that hold, where they are not those of the version. A position document may have a scenario
    beside it: the one that it is of, where that is not the first.
    """

    scenario: str | None = None
    options: dict[str, str] = {}
    set: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    version: str = ""
    errata: list[str] | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command with the dice it rolls, and what must hold right after it.

    part: a heading; this step and those after it belong to it. A step without a command only asks what holds.
    decision: the id of the decision that the command answers, "" where only one fits.
    """

    seat: str = ""
    command: dict[str, Any] | None = None
    dice: list[int] = []
    then: list[dict[str, Any]] = []
    part: str = ""
    decision: str = ""


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
        case = cls.situation(data)
        _require_shown(case)
        return case

    @classmethod
    def situation(cls, data: Any) -> "Case":
        """Read a case that need not expect anything: only what is given and what is done. Raises Unusable."""
        try:
            case = msgspec.convert(plain(data), cls)
        except msgspec.ValidationError as wrong:
            raise Unusable(str(wrong)) from wrong
        _require_usable(case)
        return case


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command came to, in words: an entry of the chronicle, or the refusal.

    command: the number of the case's command, from 1. type: the event's. rule: a clause, "" for none.
    """

    command: int
    text: str
    type: str = ""
    rule: str = ""
    details: list[str] = []
    refused: bool = False


class Result(msgspec.Struct, frozen=True):
    """What became of a case: it held when nothing failed.

    `events` are all that its commands produced, `told` what the chronicle says of them, with the refusals.
    """

    case: str
    ruleset: str
    clauses: list[str]
    failures: list[str]
    events: list[dict[str, Any]]
    told: list[Told] = []

    @property
    def held(self) -> bool:
        return not self.failures


def _require_usable(case: Case) -> None:
    """What the types alone cannot say about a case's format."""
    lists = [case.then, *(step.then for step in case.when)]
    if case.given.position is not None and case.given.set:
        raise Unusable("`given` has either a scenario with `set`, or a whole `position`")
    if case.given.position is None and case.given.scenario is None:
        raise Unusable("`given` needs a scenario or a position")
    for number, step in enumerate(case.when, 1):
        if step.command is None and (step.seat or step.dice or step.decision or not step.then):
            raise Unusable(f"step {number} has no command; then it has a `then`, and neither seat nor dice")
        if step.command is not None and not step.seat:
            raise Unusable(f"step {number} does not say which seat gives its command")
    for expectation in (each for expectations in lists for each in expectations):
        unknown = set(expectation) - set(EXPECTATIONS)
        if unknown or len(expectation) != 1:
            named = ", ".join(sorted(expectation)) or "nothing"
            raise Unusable(f"each item of `then` is one of {', '.join(EXPECTATIONS)}; here: {named}")


def _require_shown(case: Case) -> None:
    """A case shows something, and says what."""
    if not any([case.then, *(step.then for step in case.when)]):
        raise Unusable("a case without any `then` shows nothing")
    if not case.clauses:
        raise Unusable("a case names the clauses that it tests")


def run(case: Case, ruleset: Ruleset[Any], known_clauses: Collection[str] | None = None) -> Result:
    """Play a case. Raises Unusable; a command that is refused unexpectedly is a failure, not an error."""
    unknown = [each for each in case.clauses if known_clauses is not None and each not in known_clauses]
    if unknown:
        raise Unusable(f"{case.ruleset} has no clause {', '.join(unknown)}")
    moment = Moment(ruleset, starting_position(case.given, ruleset))
    failures, told = list(_round_trips(ruleset, moment.position, "the given position")), list[Told]()
    for number, name, step in _named_steps(case.when):
        before, moment.refused = len(moment.events), None
        if step.command is not None:
            failures += [f"{name}: {each}" for each in _take(moment, step, step.command)]
        here = Moment(ruleset, moment.position, moment.events[before:], moment.refused)
        told += _told(number, here)
        failures += [f"after {name}: {each}" for each in ask(here, step.then)]
        expected = [*step.then, *(case.then if step is case.when[-1] else [])]
        if moment.refused and not any("refused" in each for each in expected):
            failures.append(f"{name} was refused: {moment.refused}")
    failures += ask(moment, case.then)
    events = [document_of(each) for each in moment.events]
    return Result(case.case, case.ruleset, case.clauses, failures, events, told)


def _told(command: int, moment: Moment) -> Iterator[Told]:
    """What a command came to, in words."""
    for event in moment.events:
        if (entry := moment.ruleset.words.tell(event)) is not None:
            rule, details = entry.get("rule") or "", list(entry.get("details", []))
            yield Told(command, entry["text"], name_of(type(event)), rule, details)
    if moment.refused is not None:
        yield Told(command, moment.refused.reason, rule=moment.refused.rule, refused=True)


def _named_steps(steps: list[Step]) -> Iterator[tuple[int, str, Step]]:
    """Each step with its command's number, or that of the last one before it (0 before the first), and the
    name that failures give it: that number and the part that it belongs to."""
    number, part = 0, ""
    for step in steps:
        number, part = number + (step.command is not None), step.part or part
        yield number, f"command {number}" + (f" ({part})" if part else ""), step


def starting_position(given: Given, ruleset: Ruleset[Any]) -> Any:
    """The position that a case starts from. Raises Unusable."""
    scenario = given.scenario or next(iter(ruleset.identity.scenarios))
    if scenario not in ruleset.identity.scenarios:
        raise Unusable(
            f"{ruleset.name} has no scenario {scenario!r}; it has {', '.join(ruleset.identity.scenarios)}"
        )
    document = given.position
    try:
        if given.set:
            base = ruleset.rules.initial(_begun(given, ruleset, scenario, None))
            document = merged(plain(ruleset.storage.to_document(base)), given.set)
        return ruleset.rules.initial(_begun(given, ruleset, scenario, document))
    except (Refused, Unreadable, UnknownName, NoSuchPath, msgspec.ValidationError) as wrong:
        raise Unusable(f"the given position cannot be set up: {wrong}") from wrong


def _begun(given: Given, ruleset: Ruleset[Any], scenario: str, document: dict[str, Any] | None) -> GameBegun:
    """The first event of a game that begins as a case does. Raises Unreadable."""
    if given.errata is None:
        return ruleset.rules.begin(scenario, given.options, document, given.version)
    ruleset.identity.published.require_known(given.errata)
    if document is not None:
        document = {name: value for name, value in document.items() if name != "errata"}
    begun = ruleset.rules.begin(scenario, given.options, document, given.version)
    return msgspec.structs.replace(begun, errata=tuple(given.errata) or msgspec.UNSET)


def ending_position(case: Case, ruleset: Ruleset[Any]) -> tuple[Any, list[Event]]:
    """Where a case leads, and its events; a command that is refused changes nothing. Raises Unusable."""
    position, events = starting_position(case.given, ruleset), list[Event]()
    for step in case.when:
        if step.command is None:
            continue
        command = command_of(ruleset, step.seat, step.command)
        try:
            dice, decision = ScriptedDice(step.dice), step.decision or None
            made, position = decider.execute(ruleset, position, step.seat, command, dice, decision)
        except Refused:
            continue
        events += made
    return position, events


def _take(moment: Moment, step: Step, data: dict[str, Any]) -> Iterator[str]:
    """Carry out a step's command on the moment, and hold it to the contract of decide and evolve."""
    ruleset, position = moment.ruleset, moment.position
    seat, faces, decision = step.seat, step.dice, step.decision or None
    command = command_of(ruleset, seat, data)
    before, dice = ruleset.storage.to_document(position), ScriptedDice(faces)
    allowed = decider.is_legal(ruleset, position, seat, command, decision)
    try:
        events, after = decider.execute(ruleset, position, seat, command, dice, decision)
    except Refused as refused:
        moment.refused = refused
        if allowed:
            yield "decide refused what the membership test of legal lets through"
        if faces:
            yield f"it was refused and rolled nothing, but dice {faces} are scripted"
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
    if ruleset.storage.to_document(position) != before:
        yield "decide changed the position that it was given"


def _replays(ruleset: Ruleset[Any], position: Any, events: list[Event], after: Any) -> Iterator[str]:
    """The stored events, evolved from a copy, must give the position that decide worked out."""
    replayed = position.copy()
    for event in events:
        replayed = decider.evolve(
            ruleset, replayed, ruleset.storage.events.decode(*ruleset.storage.events.encode(event))
        )
    found, wanted = ruleset.storage.to_document(replayed), ruleset.storage.to_document(after)
    for difference in _unlike(wanted, found):
        yield f"replaying the events gives another position: {difference}"
    yield from _round_trips(ruleset, after, "the position after it")


def _round_trips(ruleset: Ruleset[Any], position: Any, what: str) -> Iterator[str]:
    """A position survives being written as a document (through JSON) and being frozen."""
    wanted = ruleset.storage.to_document(position)
    again = ruleset.storage.to_document(ruleset.storage.from_document(msgspec.json.decode(canonical(wanted))))
    for difference in _unlike(wanted, again):
        yield f"{what} does not survive its document: {difference}"
    for difference in _unlike(
        wanted, ruleset.storage.to_document(ruleset.storage.thaw(ruleset.storage.freeze(position)))
    ):
        yield f"{what} does not survive freezing: {difference}"


def _unlike(wanted: Any, found: Any) -> list[str]:
    """Where two whole documents differ, at most three places."""
    if wanted == found:
        return []
    one, other = plain(wanted), plain(found)
    return [*differences(one, other), *differences(other, one)][:3] or ["they differ"]
