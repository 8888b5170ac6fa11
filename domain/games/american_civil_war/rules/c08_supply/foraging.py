"""Foraging (8.4.3, FT): which hexes a force without supply could live off, and who takes which."""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.american_civil_war.board.charts import TURNS, forage_capacity
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerts_primary,
    primary_targets,
    primary_zone,
    zones_by_bridge,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.memo import remembered

_MAP = load_map()


@remembered
@rule("8.4.3/1", "8.4.3/3")
def ground_in_reach(position: Position, side: str, hex_id: str) -> tuple[str, ...]:
    """The hex of a force and the adjacent hexes of its primary zone, own hex first.

    The zone is the one that it would have without its out-of-supply markers.
    """
    groups = tuple(group.with_(oos=0) for group in position.groups(side, hex_id))
    if not exerts_primary(position, groups):
        return (hex_id,)
    targets = primary_targets(TURNS[position.turn].season, hex_id, zones_by_bridge(position))
    forts = {h for h, fort in position.forts.items() if fort.state != "silenced"}
    return (hex_id, *(near for near in targets if near not in forts))


@rule("8.4.3/2", "8.4.3/3", "8.4.3/4", "15.4/3")
def require_forage(position: Position, side: str, hex_id: str, ground: str) -> None:
    """Refuse a hex that the force in `hex_id` cannot live off in this impulse; other forces do not count.

    The force is every strength point of the side in its hex; none is left out or given up to make it fit.
    """
    require(ground in _MAP.hexes, "2.1/1", f"there is no hex {ground}")
    require(
        ground in ground_in_reach(position, side, hex_id),
        "8.4.3/1",
        f"{ground} is neither the hex of the force in {hex_id} nor in its primary zone",
    )
    closed = closed_grounds(position, side)
    require(ground not in closed, "8.4.3/2", f"{ground} is in a primary zone of the enemy")
    neutral = position.kentucky == "neutral" and ground in _MAP.kentucky
    require(not neutral, "15.5.2/2", f"{ground} is in neutral Kentucky")
    size = strength(position.groups(side, hex_id))
    capacity = forage_capacity(_MAP.hexes[ground], TURNS[position.turn].season, side)
    require(size <= capacity, "8.4.3/3", f"{ground} feeds {counted(capacity, 'strength point')}, not {size}")


@remembered
@rule("8.4.3/2", "5.3.5/3")
def closed_grounds(position: Position, side: str) -> frozenset[str]:
    """The hexes that the enemy keeps a side's foragers out of: his primary zones, and what he occupies."""
    enemy = ENEMY[side]
    forts = (h for h, fort in position.forts.items() if fort.side == enemy)
    return primary_zone(position, enemy).union(position.forces[enemy], forts)


def forage_hexes(position: Position, side: str, hex_id: str) -> tuple[str, ...]:
    """The hexes that the force in a hex could live off now, its own hex first."""
    found = []
    for ground in ground_in_reach(position, side, hex_id):
        try:
            require_forage(position, side, hex_id, ground)
        except Refused:
            continue
        found.append(ground)
    return tuple(found)


@rule("8.4.3/5")
def share_out(wishes: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Give as many forces as can be a hex of their own to live off: force's hex to hex foraged.

    Those named first are served first. Each hex feeds one force.
    """
    taken: dict[str, str] = {}  # hex foraged: force

    def serve(force: str, seen: set[str]) -> bool:
        for ground in wishes[force]:
            if ground not in seen:
                seen.add(ground)
                if ground not in taken or serve(taken[ground], seen):
                    taken[ground] = force
                    return True
        return False

    for force in wishes:
        serve(force, set())
    return {force: ground for ground, force in sorted(taken.items(), key=lambda item: item[1])}
