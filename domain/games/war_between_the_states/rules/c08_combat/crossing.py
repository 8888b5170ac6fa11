"""What attacks and retreats cross: hexsides as the ground of a battle (8.16, 8.42, R.1)."""

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    temporary_ferries,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.kernel.engine.citations import rule


@rule("8.42/1", "8.42/3", "12.21/2")
def crosses(position: Position, side: str, here: str, there: str) -> bool:
    """Whether an attack, or supply for a battle, crosses from a hex into an adjacent one.

    Mountains are crossed along a road or railroad; tidal water and estuaries by a ferry or a bridged road.
    """
    line = load_map().side(here, there)
    if line.ridge and not (line.road or line.rail):
        return False
    if not line.is_deep:
        return True
    printed = line.crossing == "ferry" and line.key not in warships_at(position, ENEMY[side])
    bridge = line.bridged_road and not position.plays("no_attack_over_tidal_bridge")
    return printed or bridge or line.key in temporary_ferries(position, side)


@rule("8.16/1", "8.16/2")
def frozen_shut(position: Position, here: str, there: str) -> bool:
    """Whether nobody retreats over a hexside now: in winter, over water without a road or rail bridge."""
    line = load_map().side(here, there)
    bridged = line.crossing == "bridge" or (line.rail and not line.rail_ferry and line.crossing != "ferry")
    return position.winter and line.wet and not bridged
