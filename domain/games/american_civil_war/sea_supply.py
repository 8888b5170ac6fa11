"""Supply by sea (8.1.3): which NTP feed what, and whether a port is open to the sea."""

from collections.abc import Iterator

import msgspec

from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.naval import zones_of_hex
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.supply_ground import Waters
from domain.kernel.rulebook import rule

_MAP = load_map()
PORTS = "ports"


class Feed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An NTP's commitment: to every Union port of its sea zone, or to one coastal hex of it (`hex`)."""

    vessel: str
    zone: str
    hex: str = ""


@rule("8.1.3/6")
def feeds_of(position: Position) -> Iterator[Feed]:
    """The commitments that hold now, as declared in the Union's last supply step."""
    for name, vessel in position.vessels.items():
        if vessel.kind == "ntp" and vessel.feeds and vessel.zone:
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


@rule("8.1.3/2", "13.3.3/1", "13.3.3/2")
def supplying_zones(position: Position, hex_id: str) -> tuple[str, ...]:
    """The sea zones from which an NTP can supply a coastal hex: those from which it could land troops there,
    over the hex's own coast or by an inlet and the water behind its sand bars, past no enemy."""
    bordered = _MAP.hexes[hex_id].sea_zones
    if not bordered:
        return ()
    return tuple(zone for zone in zones_of_hex(position, hex_id) if zone in bordered)
