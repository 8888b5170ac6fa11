"""The contested readings that a game may choose; each chapter names its own."""

from dataclasses import replace

from ironclad.domain.games.american_civil_war.chapters import MODULES
from ironclad.domain.kernel.engine.records import Option

FIXED = frozenset({"kansas_is_us_state"})
"""Positions keep which hexes are not under their home side's control, so Kansas stays where it began. All
other options are asked as a rule is carried out."""

OPTIONS: dict[str, Option] = {
    name: replace(option, movable=name not in FIXED)
    for module in MODULES
    for name, option in getattr(module, "OPTIONS", {}).items()
}
