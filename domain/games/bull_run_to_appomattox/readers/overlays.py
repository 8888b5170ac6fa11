"""What may be laid over the map: who holds the cities, who may ride which rails, what pays revenue."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, NORTH, seas
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import rails, town
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES
from ironclad.domain.games.bull_run_to_appomattox.readers.scene import place_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import fort_in, siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import rides
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import (
    blockaded,
    is_pillaged,
    paying_cities,
)
from ironclad.domain.kernel.drawing.scene import Area, Line, Overlay, Spot
from ironclad.domain.kernel.sight import NotKnown

View = dict[str, Any]


def _told(overlay: Overlay) -> View:
    document: View = msgspec.json.decode(msgspec.json.encode(overlay))
    return document


def control_overlay(position: Position) -> View:
    """Zones by who holds their city, those with a siege marked (5.2, 12.2).

    Control of a zone without a city depends on armies, which are hidden.
    """
    areas = [
        Area(
            f"held {side}",
            tuple(place_of(zone) for zone, holder in position.holders.items() if holder == side),
        )
        for side in SIDES
    ]
    besieged = tuple(spot for spot in board().spots if siege_at(position, spot) is not None)
    return _told(Overlay((*areas, Area("held siege", besieged, 0.9, "under siege"))))


def rails_overlay(position: Position) -> View:
    """Railroads by who may ride them now (6.3), and zones in which they are destroyed (11.2)."""
    runs: dict[str, list[tuple[tuple[float, float], ...]]] = {side: [] for side in (*SIDES, "both")}
    for edge in board().edges.values():
        if side := _riders(position, edge.id):
            runs[side].append(rails(edge.id))
    lines = tuple(Line(f"rails {side}", tuple(found)) for side, found in runs.items() if found)
    broken = tuple(spot for zone in sorted(position.broken_rails) for spot in board().spots_of(zone))
    return _told(Overlay((Area("broken rails", broken, 1.0, "railroad destroyed"),), lines))


def _riders(position: Position, edge: str) -> str:
    """The side that alone may ride over a border, "both", or "" for nobody."""
    steps = [step for each in board().steps.values() for step in each if step.edge == edge and step.rail]
    may = [side for side in SIDES if any(rides(position, side, step) for step in steps)]
    return "both" if len(may) > 1 else may[0] if may else ""


def revenue_overlay(position: Position) -> View:
    """What each city pays and to whom, cities that pay nobody with the reason, blockaded seas (9)."""
    paid = {zone: side for side in SIDES for zone in paying_cities(position, side)}
    spots = tuple(_worth(position, zone, paid.get(zone, "")) for zone in position.holders)
    blockade = blockaded_seas(position)
    return _told(Overlay((Area("blockade", blockade, 1.0, "blockaded: costs the South revenue"),), (), spots))


def _worth(position: Position, zone: str, side: str) -> Spot:
    record, (x, y) = board().zones[zone], town(zone)
    pillaged = is_pillaged(position, zone)
    reasons = [] if side and not pillaged else list(_unpaid(position, zone, pillaged))
    value = 0 if reasons else record.value
    whose = SIDE_NAMES.get(side, "nobody")
    title = f"{record.city}: {value} to {whose}{''.join(f', {each}' for each in reasons)}"
    role = f"worth {'lost' if reasons else side}"
    return Spot(role, round(x + 15, 1), round(y - 11, 1), r=9, label=str(value), title=title)


def _unpaid(position: Position, zone: str, pillaged: bool) -> Iterator[str]:
    if pillaged:
        yield "pillaged in this turn"
    holder = position.holders[zone]
    if not holder:
        yield "nobody holds it"
    elif fort_in(position, board().place_spot(zone), ENEMY[holder]):
        yield "an enemy fort is in its zone"


def blockaded_seas(position: Position) -> tuple[str, ...]:
    """The B zones that are blockaded as far as the reader may know (9.3).

    Whether the South holds a port without a city may depend on hidden armies: then only fleets in sea zones
    count.
    """
    try:
        return blockaded(position)
    except NotKnown:
        found = {fleet.place for fleet in position.fleets.values() if fleet.side == NORTH}
        return tuple(sea for sea in sorted(found & set(seas())) if seas()[sea].blockade)


OVERLAYS: Mapping[str, Callable[[Position], View]] = {
    "overlay_control": control_overlay,
    "overlay_rails": rails_overlay,
    "overlay_revenue": revenue_overlay,
}
"""By the name of the view that gives it."""
