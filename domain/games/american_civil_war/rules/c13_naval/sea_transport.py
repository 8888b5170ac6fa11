"""Sea transport by NTP (13.2): embark in a port, travel through sea zones, land, all in one Union impulse."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONES, load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, READY, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import SEA_LANDING
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c13_naval.landing import (
    PRIMARY,
    Cargo,
    Load,
    carry,
    load_of,
    require_landing,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import NTP, sea_reaches, zones_of_hex
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import (
    ready_vessels,
    require_no_orphans,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
USMRR_POINTS = 2
SAME_ZONE, OTHER_ZONE, HOSTILE_SHORE = 4, 2, 1  # 13.2: what one NTP holds


class TransportBySea(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="transport_by_sea"
):
    """Carry units from a Union port to a port or coastal hex with NTP, which end in the zone of landing.

    units: all that are ready in the port if left out (none if USMRR units are named); leaders: likewise, at
    no cost. zone: the sea zone to land from, where the hex borders several.
    """

    ntp: tuple[str, ...]
    from_hex: str = msgspec.field(name="from")
    to: str
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None
    usmrr: tuple[str, ...] = ()
    zone: str = ""
    violate_kentucky: bool = False


@acw.check(TransportBySea, "movement")
def _check_transport_by_sea(position: Position, due: Due, command: TransportBySea) -> None:
    _mission(position, due.seat, command)


@rule("5.3.11/1", "13.2/1", "13.2/2", "13.2/9", "13.2/10", "13.2/11")
def _mission(
    position: Position, seat: str, command: TransportBySea
) -> tuple[tuple[str, ...], Load, str, int, int]:
    """The NTP, what they carry, the zone of landing, their capacity and the points it takes; or refuse."""
    require(seat == UNION, "5.3.11/1", "only the Union uses the sea")
    names = ready_vessels(position, seat, command.ntp)
    for name in names:
        require(position.vessels[name].kind == NTP, "13.0/3", f"{name} is no transport")
    load = load_of(position, seat, Cargo(command.from_hex, command.units, command.leaders, command.usmrr))
    home = require_embarkation(position, names, command.from_hex, command.to)
    zone = require_shore(position, command.from_hex, command.to, command.zone, home)
    each = capacity(position, command.from_hex, command.to, zone == home)
    needed = points(load)
    room = each * len(names)
    require(needed <= room, "13.2/10", f"{needed} points are to be carried and the NTP hold {each} each")
    fits = not load.railway or each >= USMRR_POINTS
    require(fits, "13.2/11", f"an NTP holds {each} point here and a USMRR unit takes 2")
    require_landing(position, seat, load, command.to, command.violate_kentucky)
    require_no_orphans(position, names if zone != home else ())
    if command.from_hex in _MAP.ports:
        fed = is_supplied(position, UNION, command.from_hex)
        require(fed, "13.2/2", f"the port {command.from_hex} is not supplied")
    return names, load, zone, room, needed


@rule("13.2/9", "10.2/4")
def points(load: Load) -> int:
    """The points that a load takes: 1 for each strength point, 2 for each USMRR unit, none for leaders."""
    return strength(load.units) + USMRR_POINTS * len(load.railway)


@rule("13.2/10")
def capacity(position: Position, from_hex: str, to: str, one_zone: bool) -> int:
    """What each NTP holds: 4 between Union ports of one zone, 2 else to a Union hex, and 1 to any other.

    A fortress that is no port counts as a hex at either end.
    """
    if controller(position, to) != UNION:
        return HOSTILE_SHORE
    return SAME_ZONE if one_zone and from_hex in _MAP.ports and to in _MAP.ports else OTHER_ZONE


@rule("13.2/2", "13.2/3", "11.6/5")
def require_embarkation(position: Position, names: tuple[str, ...], from_hex: str, to: str) -> str:
    """The zone where the NTP take units on board: that of a supplied Union port, or of a Union fortress."""
    zones = {position.vessels[name].zone for name in names}
    require(len(zones) == 1 and "" not in zones, "13.2/2", "the NTP must begin in the box of one sea zone")
    zone = zones.pop()
    require(controller(position, from_hex) == UNION, "13.2/2", f"{from_hex} is not Union-controlled")
    if from_hex in _MAP.ports:
        near = _MAP.port_zone[from_hex]
    else:
        require(from_hex in _MAP.fortresses, "13.2/2", f"{from_hex} is neither a port nor a fortress")
        friendly = to in _MAP.ports and controller(position, to) == UNION
        home = friendly and _MAP.state_of[to] in _MAP.us_states
        require(home, "13.2/3", "units from a fortress land only in Union ports of the US-States")
        near = zone if zone in _MAP.hexes[from_hex].sea_zones else ""
    require(zone == near, "13.2/2", f"the NTP must begin in the sea zone of {from_hex}")
    open_way = sea_reaches(position, zone, from_hex)
    require(open_way, "11.6/5", f"enemies block every way from the sea to {from_hex}")
    return zone


@rule("13.2/4", "TEC/16", "TEC/8", "13.3.3/1", "11.6/5")
def require_shore(position: Position, from_hex: str, to: str, wanted: str, home: str) -> str:
    """The zone from which NTP land units in a hex: a port or a coastal hex that they can come to."""
    require(to in _MAP.hexes, "2.1/1", f"there is no playable hex {to}")
    require(not wanted or wanted in SEA_ZONES, "13.1.1/1", f"there is no sea zone {wanted}")
    coastal = bool(_MAP.hexes[to].sea_zones)
    require(to in _MAP.ports or coastal, "13.2/4", f"{to} is neither a port nor a coastal hex")
    require(to != from_hex, "13.2/4", f"the units are in {to} already")
    zones = zones_of_hex(position, to)
    require(zones, "11.6/5", f"enemy forts or vessels, or sand bars, block every way from the sea to {to}")
    if wanted:
        require(wanted in zones, "13.2/4", f"{to} cannot be reached from the {wanted}")
        return wanted
    return home if home in zones else zones[0]


@acw.carry_out(TransportBySea)
@rule("13.2/1", "13.2/5", "13.2/6", "13.2/8")
def _transport_by_sea(play: Play, due: Due, command: TransportBySea) -> None:
    stop(play)
    names, load, zone, room, needed = _mission(play.position, due.seat, command)
    carry(
        play, due.seat, load, command.to, by="sea", vessels=names, place=zone, capacity=room, points=needed,
        crossing=SEA_LANDING, lands=PRIMARY, clause="13.2/4", violate_kentucky=command.violate_kentucky,
    )  # fmt: skip


def sea_candidates(position: Position, seat: str) -> Iterator[TransportBySea]:
    """By one NTP of each zone, from each port and fortress there: one point of the first ready units and
    each USMRR unit to every port and coastal hex, and each leader alone to his side's forces."""
    if seat != UNION:
        return
    for zone, names in sorted(idle_transports(position).items()):
        for here in _embarkations(position, zone):
            if here in _MAP.ports and not is_supplied(position, UNION, here):
                continue
            for cargo in _cargoes(position, here):
                alone = "units" in cargo and not cargo["units"]
                for to in SHORES:
                    if to != here and (not alone or to in position.forces[UNION]):
                        yield TransportBySea(ntp=names[:1], from_hex=here, to=to, **cargo)


def idle_transports(position: Position) -> dict[str, tuple[str, ...]]:
    """For each sea zone the NTP in its box that have done nothing yet, if there are any."""
    found: dict[str, tuple[str, ...]] = {}
    for name, vessel in sorted(position.vessels.items()):
        if vessel.kind == NTP and vessel.zone and vessel.activity == READY:
            found[vessel.zone] = (*found.get(vessel.zone, ()), name)
    return found


def _embarkations(position: Position, zone: str) -> list[str]:
    """The Union's ports of a zone, supplied or not, and its fortresses there that are no ports."""
    places = (*_MAP.ports_of_zone[zone], *_FORTRESSES_OF[zone])
    return [here for here in places if controller(position, here) == UNION]


def _cargoes(position: Position, here: str) -> Iterator[dict[str, Any]]:
    """What may embark in a hex, a little at a time."""
    ready = [group for group in position.groups(UNION, here) if group.activity == READY]
    if ready:
        yield {"units": (ready[0].with_(count=1),), "leaders": ()}
    for name, unit in sorted(position.railway_units.items()):
        if unit.hex == here and not unit.spent:
            yield {"usmrr": (name,)}
    for letter in position.leaders_at(UNION, here):
        if position.leaders[letter].activity == READY:
            yield {"units": (), "leaders": (letter,)}


_FORTRESSES_OF = {
    zone: tuple(sorted(h for h in _MAP.fortresses if h not in _MAP.ports and zone in _MAP.hexes[h].sea_zones))
    for zone in SEA_ZONES
}
SHORES = tuple(sorted({*_MAP.ports, *(h for h, each in _MAP.hexes.items() if each.sea_zones)}))
_HAVENS = tuple(sorted({*_MAP.ports, *(h for h in _MAP.fortresses if _MAP.hexes[h].sea_zones)}))


def wish_by_sea(position: Position, seat: str, random: Random) -> TransportBySea | None:
    """A landing for random play: mostly as many ASP as one zone's NTP may carry, to some port or shore."""
    if seat != UNION or not (idle := idle_transports(position)):
        return None
    zone = random.choice(sorted(idle))
    places = [here for here in _embarkations(position, zone) if any(True for _ in _cargoes(position, here))]
    if not places:
        return None
    here, to = random.choice(places), random.choice(_HAVENS if random.random() < 0.6 else SHORES)
    ready = [g for g in position.groups(UNION, here) if g.activity == READY and g.kind == ASP]
    if not ready or random.random() < 0.1:
        cargo = random.choice(list(_cargoes(position, here)))
        return TransportBySea(ntp=idle[zone][:1], from_hex=here, to=to, **cargo)
    each = HOSTILE_SHORE if controller(position, to) != UNION else OTHER_ZONE
    units = (ready[0].with_(count=min(ready[0].count, each * len(idle[zone]))),)
    return TransportBySea(ntp=idle[zone], from_hex=here, to=to, units=units)


COMMANDS = (TransportBySea,)
EVENTS = ()
