"""Citations of a rulebook's clauses, and refusals that name the clause they rest on."""

from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_CITATIONS: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
"""Module to clause to the places in it."""


class Refused(Exception):
    """A command that the rules do not allow; nothing has changed.

    `rule` is a clause or paragraph of the rulebook ("6.2.1/2"), `reason` a sentence for the player.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


def require(test: object, rule: str, reason: str) -> None:
    """Refuse under `rule` unless `test` holds. The one place where rules say no."""
    if not test:
        raise Refused(rule, reason)


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a function or class as the one that carries out these clauses ("9.6/2")."""

    def mark(target: F) -> F:
        where = f"{target.__module__}.{target.__qualname__}"
        for clause in clauses:
            _CITATIONS[target.__module__][clause].append(where)
        return target

    return mark


def cite(module: str, *clauses: str, where: str) -> None:
    """Record that data, not a function, carries out these clauses; `where` names the file and table."""
    for clause in clauses:
        _CITATIONS[module][clause].append(where)


def citations(package: str) -> dict[str, list[str]]:
    """Clause id to the places that carry it out, for every module of a ruleset's package imported so far."""
    found: dict[str, list[str]] = defaultdict(list)
    for module, cited in list(_CITATIONS.items()):
        if f"{module}.".startswith(f"{package}."):
            for clause, places in cited.items():
                found[clause] += places
    return dict(found)
