"""The supply test for entering a hex (5.3.6): could the force trace a line from there, or forage there?"""

import copy
from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.charts import TURNS, forage_capacity
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import Group, strength
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    in_primary,
    primary_zone,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()


@rule("5.3.6/2", "5.3.6/3", "6.2.1/4", "8.1/3")
def could_be_supplied(
    position: Position, side: str, units: Iterable[Group], hex_id: str, from_hex: str = ""
) -> bool:
    """Whether units that go from one hex into another could trace supply there, or forage in that very hex.

    They are taken to stand in the hex already: the hex that they leave no longer lies open to their line if
    an enemy primary zone covers it, and the enemy whom they attack is ignored. Without units (a leader alone)
    it is the hex that is asked about.
    """
    force = tuple(units)
    if force and may_forage(position, side, force, hex_id, from_hex):
        return True
    return _has_line(position, side, hex_id, _left_to_enemy(position, side, force, from_hex))


@remembered
def _has_line(position: Position, side: str, hex_id: str, left: str) -> bool:
    """Whether units that have entered a hex, and `left` another to an enemy zone, could trace supply."""
    return is_supplied(as_entered(position, side, hex_id, left), side, hex_id)


@rule("5.3.6/2", "8.4.3/2", "8.4.3/3", "5.3.6/3")
def may_forage(
    position: Position, side: str, units: Iterable[Group], hex_id: str, from_hex: str = ""
) -> bool:
    """Whether units entering a hex could forage in it, together with friends who stand there already."""
    enemy, season = ENEMY[side], TURNS[position.turn].season
    there = strength(units) + (strength(position.groups(side, hex_id)) if hex_id != from_hex else 0)
    if there > forage_capacity(_MAP.hexes[hex_id], season, side):
        return False
    return not in_primary(position, hex_id, enemy, ignoring=(hex_id,))


@rule("8.1/2", "6.2.1/4")
def _left_to_enemy(position: Position, side: str, units: tuple[Group, ...], from_hex: str) -> str:
    """The hex that units leave, if nobody stays who kept it open to their line; else ""."""
    there = position.groups(side, from_hex)
    empties = there and strength(there) <= strength(units)
    return from_hex if empties and from_hex in primary_zone(position, ENEMY[side]) else ""


def as_entered(position: Position, side: str, hex_id: str, left: str = "") -> Position:
    """The position as it would lie around a force once it is in the hex; often the position itself.

    left: the hex that it has left to an enemy zone, "" for none.
    """
    enemy = ENEMY[side]
    fort = position.forts.get(hex_id)
    hostile = hex_id in position.forces[enemy] or (fort is not None and fort.side == enemy)
    closed = position.kentucky == "neutral" and hex_id in _MAP.kentucky
    if not (hostile or left or closed):
        return position
    twin = copy.copy(position)
    twin.forces = {each: dict(stacks) for each, stacks in position.forces.items()}
    if left:
        del twin.forces[side][left]
    if hostile:
        twin.forces[enemy].pop(hex_id, None)
        twin.forts = {each: fort for each, fort in position.forts.items() if each != hex_id}
    if closed:
        twin.kentucky = enemy
    return twin
