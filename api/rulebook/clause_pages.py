"""A clause with all that is known of it: its text, how it was read, what was decided, which cases test it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ironclad.api.rulebook.case_pages import CaseTold, cases_by_clause
from ironclad.api.rulebook.rulesets import ClauseRecord, clauses
from ironclad.domain import games
from ironclad.domain.kernel.clause_ids import ClauseIds, paragraph_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.coverage import Clause, read_clauses
from ironclad.domain.kernel.rulebook.rules_notes import Decision, read_decisions


class ClauseDetail(msgspec.Struct, frozen=True):
    """A clause in our words. `reading` says how it is read where the book is unclear, `option` names the
    game's option that reads it otherwise, `decisions` are those of RULES.md about it, `cases` test it."""

    id: str
    text: str
    kind: str
    reading: str
    option: str
    code: tuple[str, ...]
    waived: str | None
    decisions: tuple[Decision, ...]
    cases: tuple[CaseTold, ...]


class ClausePage(msgspec.Struct, frozen=True):
    """One clause ("9.4/3"), or all of a paragraph ("9.4"), with the book's `title` of that paragraph.

    `has_cases`: whether this build has the cases at all. `before` and `after` are the neighbours in the book.
    """

    ruleset: str
    version: str
    id: str
    title: str
    items: tuple[ClauseDetail, ...]
    has_cases: bool
    before: str | None
    after: str | None


def clause_page(ruleset: Ruleset[Any], id: str) -> ClausePage | None:
    """A clause or a paragraph of a ruleset's book; None where the book has none of that name."""
    if ruleset.name not in games.names():
        return None
    rows = clauses(ruleset.name, ruleset.version)
    one = "/" in id
    order = list(dict.fromkeys(row.id if one else paragraph_of(row.id) for row in rows))
    if id not in order:
        return None
    place = order.index(id)
    cases = cases_by_clause(ruleset.name, ruleset.words.name_of)
    found = [row for row in rows if row.id == id or paragraph_of(row.id) == id]
    return ClausePage(
        ruleset.name,
        ruleset.version,
        id,
        _titles(ruleset.name).get(paragraph_of(id), ""),
        tuple(_detail(ruleset.name, ruleset.identity.clause_ids, row, cases or {}) for row in found),
        cases is not None,
        order[place - 1] if place else None,
        order[place + 1] if place + 1 < len(order) else None,
    )


def _detail(
    name: str, clause_ids: ClauseIds, row: ClauseRecord, cases: Mapping[str, tuple[CaseTold, ...]]
) -> ClauseDetail:
    clause = _book(name)[row.id]
    return ClauseDetail(
        row.id,
        row.text,
        clause.kind,
        clause.reading,
        clause.option,
        row.code,
        row.waived,
        tuple(each for each in _decisions(name, clause_ids) if each.speaks_of(row.id)),
        cases.get(row.id, ()),
    )


@cache
def _book(name: str) -> Mapping[str, Clause]:
    return {clause.id: clause for clause in read_clauses(games.package_of(name))}


@cache
def _decisions(name: str, clause_ids: ClauseIds) -> tuple[Decision, ...]:
    return tuple(read_decisions(games.package_of(name), _book(name).keys(), clause_ids))


@cache
def _titles(name: str) -> Mapping[str, str]:
    """What the book calls its paragraphs."""
    source = files(games.package_of(name)) / "data" / "index.toml"
    index = tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return {rule["id"]: rule["title"] for rule in index.get("rule", ())}
