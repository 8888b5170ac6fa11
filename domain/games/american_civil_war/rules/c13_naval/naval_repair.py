"""Where damaged vessels are repaired (13.6): the closest port of their side, or for river craft a city."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS, load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    BANKS,
    SEAGOING,
    dangers,
    moved_to,
    place_of,
    route_to,
    routes,
    usable_sides,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

_MAP = load_map()
DAMAGED, SOUND = "damaged", "sound"
_RIVERS = ("tidal", "navigable", "seasonal")  # seasonal while high, when it acts as navigable (13.3.2)


class DamagedVesselsReturned(Event, frozen=True, tag_field="type", tag="damaged_vessels_returned"):
    """Damaged vessels went to the closest port and are repaired there (13.6).

    to: the place where each now is, "" if it could reach none and is lost; steps: how far each went.
    """

    side: str
    to: dict[str, str]
    steps: dict[str, int]
    rule: str = "13.6/15"


@rule("13.6/15")
def is_haven(position: Position, kind: str, side: str, place: str) -> bool:
    """Whether a vessel is repaired at a place: a friendly port, for river craft a city on a river too."""
    if place in SEA_ZONE_LINKS:
        return any(controller(position, port) == side for port in _MAP.ports_of_zone[place])
    river = kind not in SEAGOING and _MAP.hexsides[place].kind in _RIVERS
    return any(
        (bank in _MAP.ports or (river and bank in _MAP.towns)) and controller(position, bank) == side
        for bank in BANKS[place]
    )


@rule("13.6/15")
def way_to_haven(position: Position, name: str) -> tuple[str, ...] | None:
    """The places on a vessel's way to the closest haven past no enemy, () if it is at one; None if none."""
    vessel = position.vessels[name]
    start, met = place_of(vessel), frozenset(dangers(position, vessel.side))
    usable = usable_sides(position, vessel.kind)
    found = routes((start,), vessel.kind in SEAGOING, usable, met)
    for goal in found:
        free = goal == start or goal not in met
        if free and is_haven(position, vessel.kind, vessel.side, goal):
            return route_to(found, goal)
    return None


@rule("13.6/15")
def send_for_repair(play: Play, side: str, names: Iterable[str]) -> None:
    """Send the damaged ones of some vessels of a side to the closest haven; those without one are lost."""
    position = play.position
    to: dict[str, str] = {}
    steps: dict[str, int] = {}
    for name in sorted(set(names)):
        vessel = position.vessels.get(name)
        if vessel is None or vessel.state != DAMAGED:
            continue
        way = way_to_haven(position, name)
        to[name] = "" if way is None else way[-1] if way else place_of(vessel)
        steps[name] = len(way or ())
    if to:
        play.emit(DamagedVesselsReturned(side, to, steps))


@rule("11.6/4", "13.6/15")
def repair_on_arrival(play: Play, names: Iterable[str]) -> None:
    """Repair those vessels, damaged while they ran past a fort, that have come to a haven by themselves."""
    position = play.position
    there = {
        name: place_of(vessel)
        for name in sorted(names)
        if (vessel := position.vessels.get(name)) is not None
        and vessel.state == DAMAGED
        and is_haven(position, vessel.kind, vessel.side, place_of(vessel))
    }
    if there:
        side = position.vessels[next(iter(there))].side
        play.emit(DamagedVesselsReturned(side, there, dict.fromkeys(there, 0)))


@acw.evolves(DamagedVesselsReturned)
def _damaged_vessels_returned(position: Position, event: DamagedVesselsReturned) -> None:
    for name, place in event.to.items():
        vessel = position.vessels.pop(name)
        if place:
            stays = place == place_of(vessel)
            repaired = vessel if stays else moved_to(vessel, place)
            position.vessels[name] = repaired.with_(state=SOUND)


COMMANDS = ()
EVENTS = (DamagedVesselsReturned,)
