"""The cases of a rulebook for people to read: what is given, who asks what with which dice, what follows.

They lie in their ruleset's package, in `cases/`. A build that was made without them has none, and says so.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.http.formatting import brief, is_plain, order, plain, words
from ironclad.api.rulebook.case_files import case_directory, case_files, read_cases
from ironclad.domain.kernel.cases.cases import Case, Given, Step
from ironclad.domain.kernel.cases.expectations import Unusable

Names = Callable[[str], str]


class StepTold(msgspec.Struct, frozen=True):
    """A command of a case in words, the dice that it rolls, and what holds right after it."""

    seat: str
    order: str
    dice: tuple[int, ...]
    then: tuple[str, ...]
    part: str


class CaseTold(msgspec.Struct, frozen=True):
    """A case in words. `file` is its path below the directory of cases, `note` why it is there."""

    file: str
    title: str
    note: str
    clauses: tuple[str, ...]
    given: tuple[str, ...]
    when: tuple[StepTold, ...]
    then: tuple[str, ...]


def directory(ruleset: str) -> Path | None:
    """Where the cases of a ruleset lie; None in a build that was made without them."""
    found = case_directory(ruleset)
    return found if found.is_dir() else None


@cache
def cases_by_clause(ruleset: str, name_of: Names) -> Mapping[str, tuple[CaseTold, ...]] | None:
    """Every case of a ruleset by the clauses that it tests; None where this build has none.

    A file that cannot be read is passed over: what is amiss with it, the tests say.
    """
    top = directory(ruleset)
    if top is None:
        return None
    found: dict[str, list[CaseTold]] = {}
    for path in case_files([top]):
        try:
            cases = read_cases(path)
        except Unusable:
            continue
        for case in cases:
            text = tell_case(case, path.relative_to(top).as_posix(), name_of)
            for clause in case.clauses:
                found.setdefault(clause, []).append(text)
    return {clause: tuple(cases) for clause, cases in found.items()}


def tell_case(case: Case, file: str, name_of: Names) -> CaseTold:
    """A case in words."""
    return CaseTold(
        file,
        case.case,
        " ".join(case.note.split()),
        tuple(case.clauses),
        tuple(_given(case.given, name_of)),
        tuple(_step(each, name_of) for each in case.when),
        tuple(_expected(each, name_of) for each in case.then),
    )


def _given(given: Given, name_of: Names) -> Iterator[str]:
    if given.scenario is None:
        yield "A position of its own"
    else:
        yield f"Scenario {words(given.scenario).lower()}"
    for name, value in given.options.items():
        yield f"Option {words(name).lower()}: {words(value).lower()}"
    for path, value in _leaves(given.set):
        yield f"{_path(path, name_of)}: {_value(value, name_of)}"


def _leaves(document: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted paths to the values of nested mappings; a mapping of single values is one of them."""
    for key, value in document.items():
        here = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping) and value and not all(is_plain(each) for each in value.values()):
            yield from _leaves(value, here)
        else:
            yield here, value


def _path(path: str, name_of: Names) -> str:
    named = ((part, name_of(part)) for part in path.split("."))
    return ", ".join(words(part) if name == part else name for part, name in named)


def _value(value: Any, name_of: Names) -> str:
    if isinstance(value, Mapping):
        return _fields(value, name_of) or "nothing"
    if isinstance(value, str):
        return _named(value, name_of)
    return brief(value, lambda word: _named(word, name_of)) or plain(value)


def _named(word: str, name_of: Names) -> str:
    """A word of commands as a player says it; what is no hex and no unit, without its underlines."""
    return name_of(word) if name_of(word) != word else word.replace("_", " ")


def _step(step: Step, name_of: Names) -> StepTold:
    said = "" if step.command is None else order(step.command, lambda word: _named(word, name_of))
    then = tuple(_expected(each, name_of) for each in step.then)
    return StepTold(step.seat, said, tuple(step.dice), then, step.part)


def _expected(expectation: Mapping[str, Any], name_of: Names) -> str:
    """What is expected, in a line: "event losses taken: side confederate, count 2"."""
    ((kind, value),) = expectation.items()
    if kind == "position":
        return "; ".join(f"{_path(path, name_of)}: {_value(each, name_of)}" for path, each in value.items())
    if not isinstance(value, Mapping):
        return f"{words(kind)}: {_value(value, name_of)}"
    if kind in ("legal", "not_legal", "offered", "not_offered") and isinstance(value.get("command"), Mapping):
        others = {name: each for name, each in value.items() if name not in ("command", "seat")}
        asked = order(value["command"], lambda word: _named(word, name_of))
        text = f"{words(kind)}: {words(value.get('seat', ''))}, {asked}"
        return f"{text}; {_fields(others, name_of)}" if others else text
    type_ = value.get("type")
    rest = {name: each for name, each in value.items() if name != "type"}
    head = f"{words(kind)} {words(type_).lower()}" if type_ else words(kind)
    return f"{head}: {_fields(rest, name_of)}" if rest else head


def _fields(fields: Mapping[str, Any], name_of: Names) -> str:
    return ", ".join(f"{words(name).lower()} {_value(value, name_of)}" for name, value in fields.items())
