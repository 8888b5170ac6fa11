"""Supply on the map (12.0/3): where it is, and taking it from there.

A source is named by the id of a train, headquarters or transport, by a depot's "side.hex", or by "loose.hex"
and "base.hex".
"""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, UNION
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c08_combat.crossing import crosses
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged, held_by
from ironclad.domain.kernel.engine.citations import rule


@rule("12.0/3", "12.0/4", "13.23/1", "16.3/1", "17.44/1", "12.22/2")
def stores_in(position: Position, side: str, hex: str, inside: bool) -> dict[str, int]:
    """The points of each source of a side in a hex: loose ones, trains, depot, base, headquarters, in order.

    `inside`: for a garrison in the fort of the hex; under siege what is in the fort is its own, and what is
    outside is not.
    """
    shut = besieged(position, hex, side)
    if inside and not shut:
        inside = False
    found: dict[str, int] = {}
    outside_too = not shut or not inside
    if outside_too and owner(position, hex) == side:
        found[f"loose.{hex}"] = position.loose.get(hex, 0)
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == side and unit.hex == hex and (not shut or unit.inside == inside):
            found[id] = unit.load
    key = f"{side}.{hex}"
    depot = position.depots.get(key)
    if depot is not None and (not shut or depot.inside == inside):
        found[key] = depot.points
    if side == UNION and outside_too:
        found[f"base.{hex}"] = position.bases.get(hex, 0)
    for id in sorted(position.headquarters, key=sort_key):
        hq = position.headquarters[id]
        if hq.side == side and hq.hex == hex and (not shut or hq.inside == inside):
            found[id] = hq.supply
    return {source: points for source, points in found.items() if points}


@rule("12.2/2", "12.21/1", "12.21/2", "12.21/3", "12.21/4", "12.21/5", "12.22/2", "13.23/1")
def combat_stores(position: Position, side: str, hexes: Iterable[str], inside: bool) -> dict[str, int]:
    """The sources that a force in these hexes may draw combat supply from, in the order of 12.22.

    Those of its own hexes come first, then those of adjacent hexes across ground that it could traverse, then
    what transports beside its hexes carry. An enemy zone of control stops none of it.
    """
    own = tuple(sorted(set(hexes)))
    found: dict[str, int] = {}
    for hex in own:
        found.update(stores_in(position, side, hex, inside))
    held = held_by(position, ENEMY[side])
    if inside and any(besieged(position, hex, side) for hex in own):
        return found
    near = {
        there: None
        for hex in own
        for there in load_map().neighbours[hex]
        if there not in held and there not in own and crosses(position, side, there, hex)
    }
    for hex in sorted(near):
        found.update(stores_in(position, side, hex, False))
    for id in sorted(position.ships, key=sort_key):
        ship = position.ships[id]
        if ship.side == side and ship.load and not set(own).isdisjoint(beside(ship.at)):
            found[id] = ship.load
    return found


def by_order(stores: Mapping[str, int], need: int) -> dict[str, int]:
    """A payment from sources in their order."""
    paid: dict[str, int] = {}
    for source, points in stores.items():
        if need and points:
            paid[source] = min(points, need)
            need -= paid[source]
    return paid


def draw_from(position: Position, paid: Mapping[str, int]) -> None:
    """Take points from sources."""
    for source, points in paid.items():
        kind, _, hex = source.partition(".")
        if kind == "loose":
            position.loose[hex] -= points
            if not position.loose[hex]:
                del position.loose[hex]
        elif kind == "base":
            position.bases[hex] -= points
        elif source in position.depots:
            depot = position.depots[source]
            position.depots[source] = depot.with_(points=depot.points - points)
        elif source in position.units:
            train = position.units[source]
            position.units[source] = train.with_(load=train.load - points)
        elif source in position.headquarters:
            hq = position.headquarters[source]
            position.headquarters[source] = hq.with_(supply=hq.supply - points)
        else:
            ship = position.ships[source]
            position.ships[source] = ship.with_(load=ship.load - points)
