"""Rulesets are found by the entry points of installed distributions, in the group `ironclad.rulesets`:

    [project.entry-points."ironclad.rulesets"]
    lane = "lane_rules:RULESET"

The name is the ruleset's own; it begins the stored name of every event and so never changes. The package
that the value names has the ruleset's data, cases and golden logs. The packages beside this file are found
without an entry point too, so that a checkout works that nobody installed.

A name from a request, a log or a bundle is looked up here and never becomes an import path: what can be
imported is fixed by what is installed.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.ruleset import Ruleset

GROUP = "ironclad.rulesets"
OWN = "ironclad"
"""The distribution of this repository; no other one may take the name of a ruleset of its own."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
RESERVED = frozenset({"match", "ruling", "ledger"})
"""Families of stored names that belong to every game."""


class BrokenRuleset(UnknownName):
    """A ruleset that is installed and cannot be used. The message names its distribution."""

    def __init__(self, name: str, distribution: str, reason: str) -> None:
        super().__init__(f"the ruleset {name!r} of the distribution {distribution} cannot be used: {reason}")
        self.name = name
        self.distribution = distribution
        self.reason = reason


@dataclass(frozen=True)
class Entry:
    """A ruleset as a distribution announces it. `distribution` has its version ("lane-rules 0.1")."""

    name: str
    point: EntryPoint
    distribution: str
    own: bool = False


@dataclass(frozen=True)
class Found:
    """A ruleset that can be used, and the package that has its data, cases and golden logs."""

    ruleset: Ruleset[Any]
    package: str
    distribution: str


@cache
def entries() -> dict[str, tuple[Entry, ...]]:
    """Every announced ruleset by name, in the order of names; more than one entry where a name is claimed
    by several distributions. Nothing is imported."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for each in (*_beside(), *_announced(entry_points(group=GROUP))):
        if all(each.point.value != known.point.value for known in found[each.name]):
            found[each.name].append(each)
    return {name: tuple(found[name]) for name in sorted(found)}


def _beside() -> Iterator[Entry]:
    """The packages beside this file that have published a version of their rules."""
    here = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(here).__path__):
        if module.ispkg and (Path(__file__).parent / module.name / "data" / "versions.toml").is_file():
            value = f"{here}.{module.name}:RULESET"
            yield Entry(module.name, EntryPoint(module.name, value, GROUP), OWN, own=True)


def _announced(points: Iterable[EntryPoint]) -> Iterator[Entry]:
    for point in points:
        distribution = "unknown" if point.dist is None else f"{point.dist.name} {point.dist.version}"
        own = point.dist is not None and point.dist.name == OWN
        yield Entry(point.name, point, distribution, own)


@cache
def find(name: str) -> Found:
    """The ruleset of that name. Raises UnknownName, and BrokenRuleset for one that cannot be used."""
    claimed = entries().get(name)
    if claimed is None:
        known = ", ".join(entries()) or "none"
        raise UnknownName(f"no ruleset {name!r} is installed; there are: {known}")
    own = tuple(each for each in claimed if each.own)
    if len(own or claimed) > 1:
        others = " and ".join(each.distribution for each in claimed)
        raise BrokenRuleset(name, others, "each of them has a ruleset of that name: uninstall all but one")
    return _load((own or claimed)[0])


def broken() -> list[BrokenRuleset]:
    """Why each announced ruleset that cannot be used cannot. Imports every ruleset."""
    return [wrong for name in entries() for wrong in _faults(name)]


def _faults(name: str) -> Iterator[BrokenRuleset]:
    claimed = entries()[name]
    if any(each.own for each in claimed):
        for each in claimed:
            if not each.own:
                yield BrokenRuleset(name, each.distribution, f"{OWN} itself has a ruleset of that name")
    try:
        find(name)
    except BrokenRuleset as wrong:
        yield wrong


def usable() -> dict[str, Ruleset[Any]]:
    """Every ruleset that can be used, by name. Imports every ruleset."""
    found = {}
    for name in entries():
        try:
            found[name] = find(name).ruleset
        except BrokenRuleset:
            continue
    return found


def _load(entry: Entry) -> Found:
    """Import what an entry point names, and hold it to what the service needs. Raises BrokenRuleset."""

    def require(holds: bool, reason: str) -> None:
        if not holds:
            raise BrokenRuleset(entry.name, entry.distribution, reason)

    fits = NAME.fullmatch(entry.name) is not None and entry.name not in RESERVED
    require(fits, f"a name has small letters, digits and _, and is none of {', '.join(sorted(RESERVED))}")
    try:
        loaded = entry.point.load()
        package = _package(entry.point.module)
    except Exception as wrong:  # the module of a stranger may raise anything while it is imported
        reason = f"{entry.point.value} is not importable: {type(wrong).__name__}: {wrong}"
        raise BrokenRuleset(entry.name, entry.distribution, reason) from wrong
    require(isinstance(loaded, Ruleset), f"{entry.point.value} is a {type(loaded).__name__}, not a Ruleset")
    require(loaded.name == entry.name, f"{entry.point.value} is called {loaded.name!r}")
    family = loaded.storage.events.family
    require(family == entry.name, f"the family of its events is {family!r}, not its name")
    require(package != "", f"{entry.point.module} is one module; a ruleset needs a package for its data")
    return Found(loaded, package, entry.distribution)


def _package(module: str) -> str:
    """The package that a module is, or is in; "" for a module that is in none."""
    spec = import_module(module).__spec__
    return "" if spec is None else spec.parent or ""


def forget() -> None:
    """Look at what is installed again, for tests that install something."""
    entries.cache_clear()
    find.cache_clear()
