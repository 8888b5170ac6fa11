"""What a case may expect of its commands: events, position, decisions, refusals, offers, the chronicle.

Each expectation is a function of the moment it is asked at and of what is wanted there. It yields what
differs, nothing where it holds. What each asks for is in docs/cases.md.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.cases.matching import Document, at_path, differences, matches, plain, spelled_out
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, UnknownName, Unreadable, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset


class Unusable(Exception):
    """A case that cannot be run: not in the format, or it names what the ruleset does not have."""


class Moment(msgspec.Struct):
    """What expectations are asked of: a position, the events that led to it, a refusal if there was one."""

    ruleset: Any
    position: Any
    events: list[Event] = []
    refused: Refused | None = None
    cursor: int = 0


_Expectation = Callable[[Moment, Any], Iterator[str]]


def command_of(ruleset: Ruleset[Any], seat: Any, data: Any) -> Command:
    """Read a seat's command from plain data. Raises Unusable."""
    if seat not in ruleset.seats:
        raise Unusable(f"{ruleset.name} has no seat {seat!r}; it has {', '.join(ruleset.seats)}")
    try:
        return ruleset.storage.commands.read(data)
    except (UnknownName, Unreadable) as wrong:
        raise Unusable(f"the command {data} cannot be read: {wrong}") from wrong


def document_of(value: Event | Command) -> Document:
    """An event or command as the document that its stored form reads as."""
    document: Document = msgspec.json.decode(canonical(value))
    return document


def ask(moment: Moment, expectations: list[dict[str, Any]]) -> list[str]:
    """What fails of a case's `then`, each failure after the name of its expectation."""
    return [
        f"{name}: {failure}"
        for expectation in expectations
        for name, wanted in expectation.items()
        for failure in EXPECTATIONS[name](moment, wanted)
    ]


def _event(moment: Moment, wanted: Any) -> Iterator[str]:
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


def _no_event(moment: Moment, wanted: Any) -> Iterator[str]:
    _typed(wanted)
    if any(_reads_as(wanted, each) for each in moment.events):
        yield f"there is one that matches {wanted}"


def _reads_as(wanted: Any, event: Event) -> bool:
    """Whether an event matches as stored, or with the fields spelled out that its stored form omits."""
    return matches(wanted, document_of(event)) or matches(wanted, spelled_out(event))


def _typed(wanted: Any) -> None:
    if not isinstance(wanted, dict) or not isinstance(wanted.get("type"), str):
        raise Unusable(f"an expected event is a mapping with a `type`; here: {wanted!r}")


def _chronicle(moment: Moment, wanted: Any) -> Iterator[str]:
    """An entry is wanted whose sentence has `text` in it, and each of `details` in one of its lines."""
    wanted, text, details = _entry(wanted)
    entries = _entries(moment)
    alike = [each for each in entries if text in each["text"]]
    missing = [_lacking(wanted, details, entry) for entry in alike]
    if not alike:
        said = "; ".join(each["text"] for each in entries) or "nothing"
        yield f"no sentence with {text!r}; the chronicle says: {said}"
    elif all(missing):
        yield from ("; ".join(each) for each in missing[:3])


def _no_chronicle(moment: Moment, wanted: Any) -> Iterator[str]:
    """No entry is wanted that `chronicle` with the same fields would take."""
    wanted, text, details = _entry(wanted)
    for entry in _entries(moment):
        if text in entry["text"] and not _lacking(wanted, details, entry):
            yield f"the chronicle says: {entry['text']}"


def _entry(wanted: Any) -> tuple[dict[str, Any], str, list[str]]:
    """An entry as it is asked for, the part of its sentence, and the parts of its lines. Raises Unusable."""
    wanted = _named(wanted, "text", "rule", "details")
    text, details = wanted.get("text", ""), wanted.get("details", [])
    if not isinstance(details, list) or not all(isinstance(part, str) for part in (text, *details)):
        raise Unusable(f"`text` is a part of a sentence, `details` are parts of lines; here: {wanted!r}")
    return wanted, text, details


def _entries(moment: Moment) -> list[dict[str, Any]]:
    """What the chronicle says of a moment's events."""
    return [entry for event in moment.events if (entry := moment.ruleset.words.tell(event)) is not None]


def _lacking(wanted: Mapping[str, Any], details: list[str], entry: Mapping[str, Any]) -> list[str]:
    """What a chronicle entry lacks of a wanted rule and of parts of its lines."""
    lines = entry.get("details", [])
    lacking = [
        f"{part!r} is in none of {lines}" for part in details if not any(part in line for line in lines)
    ]
    if wanted.get("rule", entry.get("rule")) != entry.get("rule"):
        lacking.append(f"{entry['text']!r} rests on {entry.get('rule')}, expected {wanted['rule']}")
    return lacking


def _position(moment: Moment, wanted: Any) -> Iterator[str]:
    if not isinstance(wanted, dict) or not wanted:
        raise Unusable("`position` maps paths to values")
    document = plain(moment.ruleset.storage.to_document(moment.position))
    full = spelled_out(moment.position)
    for path, value in wanted.items():
        stands, spelled = at_path(document, path), at_path(full, path)
        if value is None:
            # The document may leave out a field that is not empty, such as a default of 2.
            yield from differences(None, spelled if stands is None and spelled else stands, path)
        elif not (matches(value, stands) or matches(value, spelled)):
            yield from differences(value, stands if spelled is None else spelled, path)


def _due(moment: Moment, wanted: Any) -> Iterator[str]:
    found = [plain(msgspec.to_builtins(each)) for each in moment.ruleset.rules.due(moment.position)]
    owed = "; ".join(f"{each['seat']} owes {each['kind']}" for each in found) or "nothing"
    each_wanted = wanted if isinstance(wanted, list) else [wanted]
    if isinstance(wanted, list) and len(found) != len(wanted):
        yield f"{len(wanted)} decisions are expected, due is: {owed}"
    for one in each_wanted:
        if not any(matches(_named(one, "seat", "kind", "rule", "about", "id"), each) for each in found):
            yield f"expected {one}, due is: {owed}"


def _not_due(moment: Moment, wanted: Any) -> Iterator[str]:
    for each in moment.ruleset.rules.due(moment.position):
        if matches(_named(wanted, "seat", "kind", "rule", "about", "id"), plain(msgspec.to_builtins(each))):
            yield f"{each.seat} owes {each.kind}"


def _outcome(moment: Moment, wanted: Any) -> Iterator[str]:
    found = moment.ruleset.rules.outcome(moment.position)
    expected = None if wanted is None else _named(wanted, "winner", "reason", "rule")
    actual = None if found is None else plain(msgspec.to_builtins(found))
    yield from differences(expected, actual, "the outcome")


def _refused(moment: Moment, wanted: Any) -> Iterator[str]:
    wanted = {} if wanted == {} else _named(wanted, "rule", "reason")
    yield from _refusal_differences(wanted, moment.refused)


def _refusal_differences(wanted: Mapping[str, Any], refused: Refused | None) -> Iterator[str]:
    """A refusal is wanted; under `rule` and with a `reason` only where these are named."""
    if refused is None:
        under = f" under {wanted['rule']}" if "rule" in wanted else ""
        yield f"it was accepted, expected a refusal{under}"
    else:
        if "rule" in wanted and refused.rule != wanted["rule"]:
            yield f"refused under {refused.rule}, expected {wanted['rule']} ({refused.reason})"
        if str(wanted.get("reason", "")) not in refused.reason:
            yield f"the reason is {refused.reason!r}, expected {wanted['reason']!r} in it"


def _legal(moment: Moment, wanted: Any) -> Iterator[str]:
    wanted = _named(wanted, "seat", "command", "decision")
    if (refused := _membership(moment, wanted)) is not None:
        yield f"{wanted['command']} is refused: {refused}"


def _not_legal(moment: Moment, wanted: Any) -> Iterator[str]:
    wanted = _named(wanted, "seat", "command", "decision", "rule", "reason")
    yield from _refusal_differences(wanted, _membership(moment, wanted))


def _membership(moment: Moment, wanted: Mapping[str, Any]) -> Refused | None:
    command = command_of(moment.ruleset, wanted.get("seat"), wanted.get("command", {}))
    try:
        decider.check(moment.ruleset, moment.position, wanted["seat"], command, wanted.get("decision"))
    except Refused as refused:
        return refused
    return None


def _offered(moment: Moment, wanted: Any) -> Iterator[str]:
    found = _offers(moment, wanted)
    if not any(matches(wanted["command"], each) for each in found):
        yield f"{wanted['command']} is not among the {len(found)} commands offered"


def _not_offered(moment: Moment, wanted: Any) -> Iterator[str]:
    if any(matches(wanted["command"], each) for each in _offers(moment, wanted)):
        yield f"{wanted['command']} is among the commands offered"


def _offers(moment: Moment, wanted: Any) -> list[Document]:
    wanted = _named(wanted, "seat", "command")
    if wanted.get("seat") not in moment.ruleset.seats or not isinstance(wanted.get("command"), dict):
        raise Unusable(f"an offer is a `seat` and a `command`; here: {wanted!r}")
    return [document_of(each) for each in decider.legal(moment.ruleset, moment.position, wanted["seat"])]


def _named(wanted: Any, *fields: str) -> dict[str, Any]:
    """The expectation itself, if it is a mapping with no other fields than these."""
    if not isinstance(wanted, dict) or not wanted or set(wanted) - set(fields):
        raise Unusable(f"expected a mapping with fields of {', '.join(fields)}; here: {wanted!r}")
    return wanted


EXPECTATIONS: dict[str, _Expectation] = {
    "event": _event,
    "no_event": _no_event,
    "chronicle": _chronicle,
    "no_chronicle": _no_chronicle,
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
