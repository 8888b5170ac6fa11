"""Supply by sea (8.1.3): which NTP feed what, and whether a port is open to the sea."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONES, load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import Waters, enemy_waters
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    NTP,
    WATER_OF,
    sea_reaches,
    waters_behind,
)
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
PORTS = "ports"
_SHELTERED = tuple(  # coastal hexes, with a zone to which they have no open coast, and the water beside them
    (h, zone, frozenset(WATER_OF.get(h, ())))
    for h, here in _MAP.hexes.items()
    for zone in here.sea_zones
    if zone not in _MAP.open_coast.get(h, ())
)


class Feed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An NTP's commitment: to every Union port of its sea zone, or to one coastal hex of it (`hex`)."""

    vessel: str
    zone: str
    hex: str = ""


@rule("8.1.3/6")
def feeds_of(position: Position) -> Iterator[Feed]:
    """The commitments that hold now, as declared in the Union's last supply step."""
    for name, vessel in position.vessels.items():
        if vessel.kind == NTP and vessel.feeds and vessel.zone:
            yield Feed(name, vessel.zone, "" if vessel.feeds == PORTS else vessel.feeds)


@rule("8.1/2", "8.1.3/1", "8.1.2/4", "13.3.3/1", "13.3.3/2")
def seaport_open(port: str, waters: Waters) -> bool:
    """Whether ships come from the sea to a port: over its own coast, or by water that no enemy shuts.

    A stretch of water leads to sea where one of its hexsides has an exit to a zone, past no sand bar.
    """
    zone = _MAP.port_zone[port]
    if zone in _MAP.open_coast.get(port, ()):
        return True
    beside, numbers = waters.beside(port), waters.numbers
    return any(zone in zones and numbers.get(key) in beside for key, zones in _MAP.sea_exits.items())


@rule("8.1.3/2", "8.1/2", "13.3.3/1", "13.3.3/2")
def supplying_zones(position: Position, hex_id: str) -> tuple[str, ...]:
    """The sea zones from which an NTP can supply a coastal hex: those that it borders, over its own coast or
    by an inlet and the water behind its sand bars, past no enemy and clear of what his vessels interdict."""
    bordered = _MAP.hexes[hex_id].sea_zones
    if set(bordered) <= set(_MAP.open_coast.get(hex_id, ())):
        return bordered
    shut = enemy_waters(position, UNION)
    return tuple(zone for zone in bordered if sea_reaches(position, zone, hex_id, shut))


def shut_coasts(position: Position) -> frozenset[tuple[str, str]]:
    """Coastal hexes, each with a sea zone that it borders, which no NTP can supply from there now."""
    if not any(vessel.kind == NTP for vessel in position.vessels.values()):
        return frozenset()
    shut = enemy_waters(position, UNION)
    behind = {zone: waters_behind(position, zone, shut) for zone in SEA_ZONES}
    return frozenset((h, zone) for h, zone, beside in _SHELTERED if beside.isdisjoint(behind[zone]))
