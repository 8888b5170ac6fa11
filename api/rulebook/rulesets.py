"""Which rulesets this installation has, and what its build says of each one's clauses."""

from functools import cache
from typing import Any

import msgspec
import structlog

from ironclad.domain import games
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook import coverage


class ClauseRecord(msgspec.Struct, frozen=True):
    """A clause of a rulebook in our words, where the code carries it out, or why it does not."""

    id: str
    text: str
    code: tuple[str, ...]
    waived: str | None


def installed() -> dict[str, Ruleset[Any]]:
    """Every ruleset that can be used, by name; those that are installed and cannot be are logged."""
    for each in games.broken():
        structlog.get_logger().warning(
            "ruleset_unusable", ruleset=each.name, distribution=each.distribution, reason=each.reason
        )
    return games.rulesets()


@cache
def clauses(name: str, version: str) -> tuple[ClauseRecord, ...]:
    """The clauses of a ruleset of this build; none for a ruleset that has no book.

    Cases are test data and not installed with the service, so the table here is of code alone.
    """
    if name not in games.names():
        return ()
    package = games.package_of(name)
    code = coverage.code_of(package)
    rows = coverage.join(
        name,
        version,
        coverage.read_clauses(package),
        code,
        cases=code,
        waivers=coverage.read_waivers(package),
    ).clauses
    return tuple(ClauseRecord(row.id, row.text, tuple(row.code), row.waived) for row in rows)
