"""The naval view: every vessel, the sea zones, combat afloat, and what the waters carry (13)."""

from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import counter_limit
from ironclad.domain.games.american_civil_war.board.map import SEA_ZONES, load_map
from ironclad.domain.games.american_civil_war.board.names import name_of, place, places, vessel_name, water
from ironclad.domain.games.american_civil_war.position.in_progress import NavalCombat
from ironclad.domain.games.american_civil_war.position.state import SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import Vessel
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import PORTS
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import DAMAGED
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    ARMED,
    BUILDING,
    NTP,
    place_of,
    zone_has_base,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.river_transport import MOST_BY_RIVER

_MAP = load_map()
_COUNTERS = {"flotilla": "river_flotilla"}
View = dict[str, Any]


def naval_view(position: Position) -> View:
    """Vessels with place and state, sea zones, combat and runs under way, levees and river transport.

    Counts are naval points or strength points; a vessel's `place` is a sea zone's name or a hexside
    ("1132-1133"), or the hex where it is being built, and `where` says the same in words.
    """
    return {
        "vessels": [vessel_row(name, vessel) for name, vessel in sorted(position.vessels.items())],
        "counters": [_counters(position, kind) for kind in (*ARMED, NTP)],
        "zones": [_zone(position, zone) for zone in SEA_ZONES],
        "combat": _combat(position),
        "run": None if position.sailing is None else msgspec.to_builtins(position.sailing),
        "levees_breached": [
            {"hexside": key, "where": water(key)} for key in sorted(position.levees_breached)
        ],
        "river_transport": {
            side: {"limit": MOST_BY_RIVER, "used": position.river_moves.get(side, 0)} for side in SIDES
        },
    }


def vessel_row(name: str, vessel: Vessel) -> View:
    """One vessel: its id, what it is called, where it is, in what state, and what an NTP supplies."""
    return {
        "vessel": name,
        "name": vessel_name(name),
        "side": vessel.side,
        "kind": vessel.kind,
        "place": place_of(vessel) or vessel.port,
        "where": where(vessel),
        "state": vessel.state,
        "activity": vessel.activity,
        "supplies": _supplies(vessel),
    }


def _supplies(vessel: Vessel) -> str | None:
    if vessel.feeds == PORTS:
        return "the ports of its zone"
    return place(vessel.feeds) if vessel.feeds else None


def where(vessel: Vessel) -> str:
    """Where a vessel is, in words."""
    if vessel.state == BUILDING:
        return f"under construction in {place(vessel.port)}"
    return water(place_of(vessel))


def _counters(position: Position, kind: str) -> View:
    mine = [vessel for vessel in position.vessels.values() if vessel.kind == kind]
    side = Vessel(kind).side
    return {
        "kind": kind,
        "side": side,
        "in_play": len(mine),
        "damaged": sum(vessel.state == DAMAGED for vessel in mine),
        "under_construction": sum(vessel.state == BUILDING for vessel in mine),
        "limit": counter_limit(side, _COUNTERS.get(kind, kind)),
    }


def _zone(position: Position, zone: str) -> View:
    """A sea zone: who is in its box, and whether Union blockaders have a base there (13.1.1)."""
    here = [vessel.kind for vessel in position.vessels.values() if vessel.zone == zone]
    ports = sorted(port for port in _MAP.ports_of_zone[zone] if controller(position, port) == UNION)
    return {
        "zone": zone,
        "nsp": here.count("nsp"),
        "ntp": here.count("ntp"),
        "union_base": zone_has_base(position, zone),
        "union_ports": places(ports) if ports else None,
    }


def _combat(position: Position) -> View | None:
    """The combat under way, or the fort's fire on vessels that run past it: who is in it, who acts next."""
    combat: NavalCombat | None = position.naval_combat
    if combat is None:
        return None
    return {
        "hexside": combat.hexside,
        "where": water(combat.hexside),
        "run": combat.run,
        "begun_by": combat.side,
        "round": combat.round,
        "acting": combat.acting or None,
        "vessels": [
            vessel_row(name, vessel)
            for name, vessel in sorted(position.vessels.items())
            if vessel.at == combat.hexside
        ],
        "fired": [name_of(each) for each in combat.fired],
        "withdrawn": [name_of(each) for each in combat.withdrawn],
        "shots_left": {place(fort): count for fort, count in combat.shots},
    }
