"""How a hexside is crossed on land (5.3.2 to 5.3.4, 13.3.2, 13.3.5, 13.3.6, TEC), in moves and battles.

A crossing is one of
  "open"          no watercourse,
  "minor"         a minor river waded, "minor_bridge" the same over a bridge,
  "bridge"        wide water by bridge, "ferry" by printed ferry,
  "loop"          wide water ignored at the bottom of a river loop (5.3.4),
  "barred"        wide water with no way over for ground units.
Vessels add (interdiction.py, landing.py):
  "riverine"      wide water by a riverine vessel that serves as a ferry (13.4.2),
  "landing"       debarked from a river, "sea_landing" from NTP,
  "interdicted"   barred by enemy vessels on the water (13.5).
"""

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import season
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import bridged
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
OPEN, MINOR, MINOR_BRIDGE, BRIDGE, FERRY, LOOP, BARRED = (
    "open", "minor", "minor_bridge", "bridge", "ferry", "loop", "barred",
)  # fmt: skip
RIVERINE, LANDING, SEA_LANDING, INTERDICTED = "riverine", "landing", "sea_landing", "interdicted"


@rule(
    "2.1.1/1",
    "2.1.1/2",
    "13.3.2/1",
    "13.3.5/1",
    "5.3.3/1",
    "5.3.4/1",
    "TEC/10",
    "TEC/11",
    "TEC/13",
    "TEC/15",
    "7.7.2/3",
)
def crossing(position: Position, from_hex: str, to: str, from_loop: bool = False) -> str:
    """How ground units cross the hexside between two adjacent hexes in the current season.

    `from_loop`: they began the impulse in `from_hex`, so that a river loop around it does not hold them. A
    seasonal river that is low is waded at its ferry like any minor river.
    """
    side = _MAP.sides.get((from_hex, to))
    if side is None:
        return OPEN
    if _MAP.water[season(position)][from_hex, to] == "minor":
        return MINOR_BRIDGE if side.crossing == "bridge" else MINOR
    if from_loop and side.loop_hex == from_hex:
        return LOOP
    if side.crossing is None:
        return BARRED
    return BRIDGE if side.crossing == "bridge" or bridged(position, from_hex, to) else FERRY


@rule("13.3.5/2", "5.3.3/3", "13.2/8", "13.4/4", "13.4.2/2", "TEC/14")
def is_amphibious(crossed: str) -> bool:
    """Whether an attack over this crossing is an amphibious assault.

    Over wide water by bridge or ferry, printed or of riverine craft, and from any transport.
    """
    return crossed in (BRIDGE, FERRY, RIVERINE, LANDING, SEA_LANDING)


@rule("9.4/6")
def is_minor_river(crossed: str) -> bool:
    """Whether an attack over this crossing is one across a minor river, bridged or not."""
    return crossed in (MINOR, MINOR_BRIDGE)


@rule("9.2.1/1")
def into_loop(from_hex: str, to: str) -> bool:
    """Whether entering `to` from `from_hex` crosses the bottom of a river loop that protects `to`."""
    return _MAP.loops.get(hexside(from_hex, to)) == to
