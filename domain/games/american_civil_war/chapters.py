"""The chapters of the rulebook, imported once so that each registers its commands and events."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_PACKAGE = "domain.games.american_civil_war"
NAMES = (
    "setup", "control", "placing", "recruiting", "militia", "movement", "marching", "attacking", "detaching", "lone_leaders", "rally", "standing", "works", "entrenchments", "zones", "reaction", "battle", "fighting", "resolution", "reckoning", "losses", "retreat", "retreat_ways", "leaders", "cavalry", "storming", "economy", "victory", "politics", "kentucky",
)  # fmt: skip
MODULES: tuple[ModuleType, ...] = tuple(
    import_module(f"{_PACKAGE}.{name}") for name in NAMES if find_spec(f"{_PACKAGE}.{name}")
)
