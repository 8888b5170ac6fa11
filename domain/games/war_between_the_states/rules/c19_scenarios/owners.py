"""Who owns what as a game begins (R.3/10, R.2/10 to R.2/13, R.11/7)."""

from collections.abc import Mapping

from ironclad.domain.games.war_between_the_states.board.features import (
    CONFEDERATE,
    GRID,
    SIDES,
    UNION,
)
from ironclad.domain.games.war_between_the_states.board.map import load_map, printed_owner
from ironclad.domain.games.war_between_the_states.position.state import NOBODY, Position, stacks
from ironclad.domain.kernel.engine.citations import rule

BORDER = ("KY", "MO")
SPRINGFIELD = "A1318"
"""The Missouri town that the Confederate holds in 1862."""
CONFEDERATE_LINE = "Cairo & Fulton"
"""The line from A3120 to A2921 that the Union does not control in 1862."""
_IN_1861 = frozenset({"manassas_1861", "campaign_1861"})


@rule("R.3/10", "R.2/13", "R.11/7", "3.23/3")
def owners_at_start(position: Position) -> dict[str, str]:
    """The hexes of the part that are not their printed owner's, once all pieces are set up."""
    held = _held(position)
    early = position.scenario in _IN_1861
    found = {}
    for id in sorted(position.part.hexes):
        holder = held.get(id) or _without_units(id, early, held)
        if holder != printed_owner(id):
            found[id] = holder
    return found


def _held(position: Position) -> dict[str, str]:
    """The hexes that combat units are set up in, with their side; depots have a garrison."""
    found = {
        hex: side
        for (hex, side), stack in stacks(position).items()
        if any(position.units[id].fights for id in stack.units)
    }
    return {**{depot.hex: depot.side for depot in position.depots.values()}, **found}


def _without_units(id: str, early: bool, held: Mapping[str, str]) -> str:
    hex = load_map().hexes[id]
    if hex.west_virginia:
        return UNION
    if early:
        return NOBODY if hex.state == "KY" else hex.territory
    if hex.state == "KY":
        return _nearest(id, held)
    if hex.state == "MO":
        line = load_map().railroads[CONFEDERATE_LINE].hexes
        return CONFEDERATE if id == SPRINGFIELD or id in line else UNION
    return hex.territory


def _nearest(id: str, held: Mapping[str, str]) -> str:
    """The side of the nearest combat unit, on a tie the Union."""
    far = {
        side: min((GRID.distance(id, hex) for hex in held if held[hex] == side), default=999)
        for side in SIDES
    }
    return UNION if far[UNION] <= far[CONFEDERATE] else CONFEDERATE


@rule("R.2/10", "R.2/12")
def rail_owners_at_start(position: Position) -> dict[str, str]:
    """The rail hexes whose trains are not their hex's owner's until a combat unit enters.

    In 1861 those of Kentucky and Missouri are nobody's. Those of the Baltimore & Ohio are the Union's.
    """
    held, found = _held(position), {}
    for id in load_map().rail_links:
        if id not in position.part.hexes or id in held:
            continue
        if position.scenario in _IN_1861 and load_map().hexes[id].state in BORDER:
            found[id] = NOBODY
        elif "baltimore_and_ohio" in load_map().rail_groups.get(id, ()):
            found[id] = UNION
    return found
