"""The rulesets that are installed, by name: those of this repository and those of other distributions.

`ironclad.domain.games.finding` says how they are found.
"""

from typing import Any

from ironclad.domain.games import finding
from ironclad.domain.games.finding import BrokenRuleset, broken
from ironclad.domain.kernel.engine.ruleset import Ruleset

__all__ = ["BrokenRuleset", "broken", "distribution_of", "names", "package_of", "ruleset", "rulesets"]


def names() -> tuple[str, ...]:
    """The names of all rulesets that can be used."""
    return tuple(finding.usable())


def rulesets() -> dict[str, Ruleset[Any]]:
    """All rulesets that can be used, by name."""
    return {name: ruleset(name) for name in names()}


def ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name. Raises UnknownName; BrokenRuleset (one of those) if it cannot be used."""
    return finding.find(name).ruleset


def package_of(name: str) -> str:
    """The package that has a ruleset's data, cases and golden logs. Raises UnknownName."""
    return finding.find(name).package


def distribution_of(name: str) -> str:
    """The distribution that a ruleset comes from, with its version. Raises UnknownName."""
    return finding.find(name).distribution
