"""The chapters of the rulebook, imported once so that each registers its commands and events."""

from importlib import import_module
from pkgutil import walk_packages

from ironclad.domain.games.iron_brigade import rules

NAMES = tuple(each.name for each in walk_packages(rules.__path__, f"{rules.__name__}.") if not each.ispkg)
MODULES = tuple(import_module(name) for name in NAMES)
