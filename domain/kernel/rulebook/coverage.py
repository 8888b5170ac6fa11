"""Coverage of a rulebook: each clause with the code that carries it out and the cases that test it.

A clause counts as covered when it has both; a waiver with a reason excuses it. The join is pure, the
readers below open only a ruleset's own data files.
"""

import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.resources import files
from pkgutil import walk_packages
from typing import Any

import msgspec

from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.engine.citations import citations


class Clause(msgspec.Struct, frozen=True):
    """One testable statement of a rulebook, in our words; `reading` decides what the book leaves unclear."""

    id: str
    kind: str
    text: str
    reading: str = ""
    option: str = ""


class Waiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses that this version does not carry out, by id or pattern ("8.*"), and why."""

    clauses: tuple[str, ...]
    reason: str


class CoveredClause(msgspec.Struct, frozen=True):
    """A clause with the places of its code and of its cases; `waived` is a waiver's reason."""

    id: str
    text: str
    code: list[str]
    cases: list[str]
    waived: str | None

    @property
    def holds(self) -> bool:
        """Whether it has code and a case, or a waiver."""
        return bool(self.code and self.cases) or self.waived is not None


class Coverage(msgspec.Struct, frozen=True):
    """The whole table. `unknown` maps clause ids that do not exist to the places that name them;
    `idle_waivers` are patterns that match no clause."""

    ruleset: str
    version: str
    clauses: list[CoveredClause]
    unknown: dict[str, list[str]]
    idle_waivers: list[str]

    @property
    def holds(self) -> bool:
        return bool(self.clauses) and not self.unknown and all(each.holds for each in self.clauses)


def join(
    ruleset: str,
    version: str,
    clauses: Iterable[Clause],
    code: Mapping[str, Iterable[str]],
    cases: Mapping[str, Iterable[str]],
    waivers: Iterable[Waiver] = (),
) -> Coverage:
    """Join clauses with their code, cases and waivers, all keyed by clause id.

    A waiver speaks only for clauses that lack code or a case: what is done needs no excuse.
    """
    known, waivers = list(clauses), list(waivers)
    rows = []
    for clause in known:
        where, tests = sorted(set(code.get(clause.id, ()))), sorted(set(cases.get(clause.id, ())))
        waived = None if where and tests else _reason(clause.id, waivers)
        rows.append(CoveredClause(clause.id, clause.text, where, tests, waived))
    ids = {clause.id for clause in known}
    unknown: dict[str, list[str]] = {}
    for named in (code, cases):
        for each, places in named.items():
            if each not in ids:
                unknown.setdefault(each, []).extend(sorted(set(places)))
    patterns = [pattern for waiver in waivers for pattern in waiver.clauses]
    idle = [pattern for pattern in patterns if not any(fnmatchcase(each, pattern) for each in ids)]
    return Coverage(ruleset, version, rows, unknown, idle)


def _reason(clause: str, waivers: Iterable[Waiver]) -> str | None:
    for waiver in waivers:
        if any(fnmatchcase(clause, pattern) for pattern in waiver.clauses):
            return waiver.reason
    return None


def misnamed(clauses: Iterable[Clause], clause_ids: ClauseIds) -> list[str]:
    """The ids that are not of the form that the ruleset states: no reader would find them in a text."""
    return [clause.id for clause in clauses if not clause_ids.is_clause(clause.id)]


def read_clauses(package: str) -> list[Clause]:
    """The clauses in a ruleset package's data/clauses.toml, in the file's order; none without the file."""
    return msgspec.convert(_tables(package, "clauses.toml", "clause"), list[Clause])


def read_waivers(package: str) -> list[Waiver]:
    """The waivers in a ruleset package's data/waivers.toml; none without the file."""
    return msgspec.convert(_tables(package, "waivers.toml", "waiver"), list[Waiver])


def _tables(package: str, name: str, table: str) -> list[dict[str, Any]]:
    source = files(package) / "data" / name
    if not source.is_file():
        return []
    tables: list[dict[str, Any]] = tomllib.loads(source.read_text(encoding="utf-8")).get(table, [])
    return tables


def code_of(package: str) -> dict[str, list[str]]:
    """Clause ids to the places that carry them out, after importing every module of the ruleset package."""
    root = import_module(package)
    for module in walk_packages(root.__path__, f"{package}."):
        import_module(module.name)
    return citations(package)
