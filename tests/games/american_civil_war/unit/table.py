"""Small positions to look at, and the places and counters that they are made of."""

from typing import Any

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import Group

ASP = Group("asp")
CAIRO, RICHMOND, WASHINGTON, ALEXANDRIA = "1513", "4410", "4506", "4406"
PICKENS, SUMTER, NORFOLK, MONROE = "1932", "3925", "4713", "4712"


def bare(**changes: Any) -> Position:
    position: Position = RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None))
    for name, value in changes.items():
        setattr(position, name, value)
    return position


def forces(union: dict[str, Any] | None = None, confederate: dict[str, Any] | None = None) -> dict[str, Any]:
    return {UNION: union or {}, CONFEDERATE: confederate or {}}
