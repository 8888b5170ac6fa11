"""Supply by sea (8.1.3): which NTP feed what, and whether a port is open to the sea."""

from collections.abc import Iterator, Mapping

import msgspec

from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.state import Position
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
def seaport_open(
    position: Position, port: str, waters: Mapping[str, int], banks: tuple[frozenset[str], ...]
) -> bool:
    """Whether ships come from the sea to a port: over its own coast, or by water that no enemy shuts.

    waters: the usable hexsides by stretch (supply_ground.water_stretches). A stretch leads to sea where one
    of its hexsides has an exit to a zone, past no sand bar.
    """
    zone = _MAP.port_zone[port]
    if zone in _MAP.open_coast.get(port, ()):
        return True
    numbers = {waters[side.key] for side in _MAP.water_sides_of.get(port, ()) if side.key in waters}
    return any(waters.get(key) in numbers and zone in zones for key, zones in _MAP.sea_exits.items())


def supplying_zones(hex_id: str) -> tuple[str, ...]:
    """The sea zones from which an NTP can supply a coastal hex: those it borders over no sand bar."""
    return _MAP.open_coast.get(hex_id, ())
