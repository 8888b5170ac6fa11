"""What is on the map of American Civil War: hexes, hexsides, lines, and whose each state is (3.1.1)."""

from collections.abc import Mapping
from dataclasses import dataclass

from ironclad.domain.kernel.board.hexes import HexGrid

UNION, CONFEDERATE = "union", "confederate"
SEASONS = ("winter", "spring", "summer", "fall")
BOAT_KINDS = frozenset({"navigable", "tidal", "bay", "lake"})
DIVIDING_COLUMN = 37  # 4.1.1: Union recruits are shared out on and east of this column, and west of it
GRID = HexGrid(columns=50, rows=35, low_columns="even")  # column 50 is all sea, beyond the playable hexes

US_STATES = frozenset({"IA", "IL", "IN", "OH", "PA", "NJ", "DE", "DC", "MD"})
CS_STATES = frozenset({"TX", "AR", "LA", "MS", "TN", "AL", "FL", "GA", "SC", "NC", "VA"})
MISSOURI_AREA = frozenset({"MO", "KS"})
KENTUCKY = "KY"
STATE_SIDE: Mapping[str, str] = dict.fromkeys(US_STATES, UNION) | dict.fromkeys(CS_STATES, CONFEDERATE)

SEA_ZONES = ("West Gulf", "East Gulf", "South Atlantic", "Mid-Atlantic", "North Atlantic")
SEA_ZONE_LINKS: Mapping[str, tuple[str, ...]] = {
    zone: tuple(SEA_ZONES[j] for j in (i - 1, i + 1) if 0 <= j < len(SEA_ZONES))
    for i, zone in enumerate(SEA_ZONES)
}


@dataclass(frozen=True, slots=True)
class Hex:
    """A playable hex and all that is printed in it.

    `city`: the name of its city or town (one thing, 2.1/3), or None. `coastal`: it borders a sea zone or
    a lake; `sea_zones`: those that it borders. `supply_source`: a Union source on the north edge.
    """

    id: str
    state: str
    terrain: str
    coastal: bool
    sea_zones: tuple[str, ...]
    appalachia: bool
    north_of_snow_line: bool
    city: str | None
    supply_centre: bool
    critical_name: str | None
    critical_value: int
    port: bool
    port_value: int
    recruitment_group: str | None
    fortress: str | None
    supply_source: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hexside:
    """A watercourse hexside: its kind as printed (a seasonal river stays "seasonal" here) and its features.

    `name` is the main river, `rivers` all that run there; `crossing` is "bridge", "ferry" or None.
    """

    key: str
    hexes: tuple[str, str]
    kind: str
    name: str
    rivers: tuple[str, ...]
    crossing: str | None
    crossing_name: str | None
    levee: bool
    loop_hex: str | None


@dataclass(frozen=True, slots=True)
class UnfinishedLine:
    """One of the seven unfinished railroads (7.5): its hexes in order and its steps, in both directions."""

    name: str
    hexes: tuple[str, ...]
    steps: frozenset[tuple[str, str]]
