"""The rulesets of this build, by name."""

from functools import cache
from importlib import import_module
from typing import Any

from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.decider import Ruleset

NAMES = ("american_civil_war",)


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name. Raises UnknownName; a name from outside never becomes an import path."""
    if name not in NAMES:
        raise UnknownName(f"this build has no ruleset {name!r}; it has {', '.join(NAMES)}")
    found: Ruleset[Any] = import_module(f"ironclad.domain.games.{name}").RULESET
    return found
