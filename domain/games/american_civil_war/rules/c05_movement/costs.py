"""Movement points: what a force has and what a hex costs it (5.1 to 5.3.5, TEC)."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.charts import TERRAIN_COST, TURNS, action_cost
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Group, strength
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import FERRY, MINOR, RIVERINE
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    in_primary,
    in_secondary,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import has_rail, is_rail_ferry
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()
MASSED_FROM = 8  # 5.2.4: strength points that make a massed force
_TERRAIN_RULES = {"clear": "TEC/1", "rough": "TEC/2", "swamp": "TEC/3"}


@rule("5.1/1", "5.1/2", "5.3/1", "5.3.6/1", "8.5/1")
def allowance(position: Position, units: Iterable[Group]) -> int:
    """The movement allowance of units in the current turn, without a leader's bonus.

    The Turn Record Track's number, halved and rounded up once if any of them is out of supply.
    """
    points = TURNS[position.turn].movement_points
    return (points + 1) // 2 if any(group.oos for group in units) else points


@rule("5.3.1/1")
def leader_bonus(position: Position, leaders: Iterable[str]) -> int:
    """The movement points that one leader adds to the force that it starts the impulse and moves with."""
    return max((position.leaders[letter].rating for letter in leaders), default=0)


@rule("5.2.4/1", "5.2/2")
def is_massed(position: Position, units: Iterable[Group], leaders: Iterable[str]) -> bool:
    """Whether units entering a hex together are massed: 8 SP or more after a leader's rating is taken off."""
    return strength(units) - leader_bonus(position, leaders) >= MASSED_FROM


@rule(
    "5.3.2/1",
    "5.3.2/2",
    "5.3.2/3",
    "TEC/1",
    "TEC/2",
    "TEC/3",
    "TEC/4",
    "TEC/5",
    "TEC/6",
    "TEC/7",
    "TEC/8",
    "TEC/16",
)
def terrain_charge(position: Position, from_hex: str, to: str) -> Modifier:
    """What the ground of a hex costs: its terrain, or 1 along a finished railroad or a road.

    Cities, ports, coasts and works change nothing.
    """
    if has_rail(position, from_hex, to) and not is_rail_ferry(position, from_hex, to):
        return Modifier("railroad", TERRAIN_COST["railroad"], "TEC/4")
    if (from_hex, to) in _MAP.road_steps:
        return Modifier("road", TERRAIN_COST["road"], "TEC/5")
    terrain = _MAP.hexes[to].terrain
    return Modifier(terrain, TERRAIN_COST[terrain], _TERRAIN_RULES[terrain])


@rule("5.3.3/2", "13.4.2/1", "TEC/9", "TEC/13", "TEC/14")
def crossing_charge(crossed: str, full_allowance: int) -> Modifier | None:
    """What the hexside costs: 1 for a minor river waded, half the allowance (rounded down) for a ferry."""
    if crossed == MINOR:
        return Modifier("minor river", TERRAIN_COST["minor"], "TEC/9")
    if crossed in (FERRY, RIVERINE):
        return Modifier("ferry, half the allowance", action_cost("ferry", full_allowance), "5.3.3/2")
    return None


@remembered
@rule(
    "5.3.5/1", "5.3.5/2", "5.3.5/3", "5.3.5/5", "6.1.1/1", "6.2.1/1", "6.2.1/2", "6.2.1/3", "6.3.1/1",
    "6.3.1/3",     "TEC/20",
)  # fmt: skip
def zone_charges(position: Position, side: str, from_hex: str, to: str) -> tuple[Modifier, ...]:
    """What enemy zones cost: at most one charge for leaving a hex and one for entering a primary zone.

    A hex that the enemy occupies counts as a primary zone, whatever is in it; friendly units do not help.
    """
    enemy, charges = ENEMY[side], []
    if (leaving := exit_charge(position, side, from_hex)) is not None:
        charges.append(leaving)
    if occupied(position, enemy, to):
        charges.append(Modifier("entering an enemy's hex", action_cost("enter_primary_zone", 0), "5.3.5/3"))
    elif in_primary(position, to, enemy):
        charges.append(Modifier("entering a primary zone", action_cost("enter_primary_zone", 0), "6.2.1/2"))
    return tuple(charges)


@remembered
def exit_charge(position: Position, side: str, from_hex: str) -> Modifier | None:
    """What leaving a hex in enemy zones costs, None outside them: one charge however many overlap."""
    if in_primary(position, from_hex, ENEMY[side]):
        return Modifier("leaving a primary zone", action_cost("exit_primary_zone", 0), "6.2.1/3")
    if in_secondary(position, from_hex, ENEMY[side]):
        return Modifier("leaving a secondary zone", action_cost("exit_secondary_zone", 0), "6.3.1/1")
    return None


@rule("5.2.4/2")
def massed_charge() -> Modifier:
    """What being massed adds to the entry of a hex."""
    return Modifier("massed force", action_cost("massed_force", 0), "5.2.4/2")
