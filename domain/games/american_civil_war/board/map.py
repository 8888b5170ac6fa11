"""The map of American Civil War (2.1, 3.1.1, 13.1.1): every question that the rules ask of it is one lookup.

Hexes are strings ("4506"), sides "union" and "confederate", seasons "winter", "spring", "summer" and "fall".
A watercourse lies on a hexside; tables of hexsides are keyed by the pair of hexes in both orders. The map is
data (data/*.csv, each row with its provenance) and is a reconstruction: see RULES.md, "Map and charts".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ironclad.domain.games.american_civil_war.board.features import (
    BOAT_KINDS,
    CONFEDERATE,
    CS_STATES,
    DIVIDING_COLUMN,
    GRID,
    KENTUCKY,
    MISSOURI_AREA,
    SEA_ZONE_LINKS,
    SEA_ZONES,
    SEASONS,
    STATE_SIDE,
    UNION,
    US_STATES,
    Hex,
    Hexside,
    UnfinishedLine,
)
from ironclad.domain.games.american_civil_war.board.map_files import load_features
from ironclad.domain.games.american_civil_war.board.map_tables import tables
from ironclad.domain.kernel.board.bitsets import Bits
from ironclad.domain.kernel.engine.citations import cite

__all__ = [
    "BITS",
    "BOAT_KINDS",
    "CONFEDERATE",
    "CS_STATES",
    "DIVIDING_COLUMN",
    "GRID",
    "KENTUCKY",
    "MISSOURI_AREA",
    "SEASONS",
    "SEA_ZONES",
    "SEA_ZONE_LINKS",
    "STATE_SIDE",
    "UNION",
    "US_STATES",
    "Hex",
    "Hexside",
    "Map",
    "UnfinishedLine",
    "load_map",
]

cite(__name__, "2.1/1", "2.1/2", "2.1.1/3", where="data/hexes.csv")
cite(__name__, "2.1/3", where="data/places.csv, column city")
cite(__name__, "2.1.1/1", "2.1.1/2", "ERR/6", where="data/hexsides.csv")
cite(__name__, "2.1.1/4", "ERR/1", "13.1.1/1", where="data/hexes.csv, column sea_zones, and data/ocean.csv")
cite(__name__, "ERR/2", where="map.BOAT_KINDS and data/hexsides.csv")
cite(__name__, "ERR/3", where="data/roads.csv (Wire road) and data/inlets.csv")
cite(__name__, "ERR/4", where="data/places.csv (Fernandina)")
cite(__name__, "ERR/5", where="data/recruitment_groups.csv")
cite(__name__, "3.1.1/1", "3.1.1/2", "3.1.1/3", "3.1.1/4", "3.1.1/5", where="map.US_STATES and map.CS_STATES")
cite(__name__, "3.1.1/8", where="data/fortresses.csv")
cite(__name__, "7.5/1", where="data/railroads.csv, status unfinished")
cite(__name__, "8.6/4", where="data/hexes.csv, column snow")


BITS = Bits(GRID.all(), GRID.number)
"""Sets of hexes as whole numbers."""
_CUBES = {hex_id: GRID.cube(hex_id) for hex_id in GRID.all()}


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """All lookups. Never changed after loading; control, breaks and upgrades are the position's.

    `neighbours`: hex to playable adjacent hexes, in the order N, NE, SE, S, SW, NW.
    `ring2`: hex to the playable hexes two away, each with the hexes adjacent to both.
    `sides`: (a, b), either order, to the watercourse between them; `hexsides`: the same by key "aaaa-bbbb".
    `water[season]`: (a, b) to "minor", "navigable", "tidal", "bay" or "lake"; a pair without water is absent.
    `step_cost[season]`: (a, b) to the movement points to enter b from a on the map as printed: its terrain,
    or one along a railroad or road, and one more over an unbridged minor river; absent where water bars the
    way. `ground_steps[season]`: the same by hex, as (b, cost) pairs in the order of `neighbours`. Zones of
    control, ferries and what play builds are the rules' to add. `ferries`, `bridges`: (a, b), either order.
    `water_next`: hexside key to the hexsides that it meets at its two ends, of any kind.
    `sea_exits`: hexside key to the sea zones that a vessel can enter from it (13.3.3 shuts sand bars).
    `open_coast`: hex to the sea zones that it borders over a hexside that is no sand bar.
    `water_sides_of`: hex to its watercourse hexsides. `boat_sides[season]`: hexside keys that boats can use.
    `rail_steps`, `road_steps`: (a, b), either order, joined by a railroad built at the start, a ferry between
    two rail hexes included, or by a road.
    `rail_ferries`: the rail steps that cross by ferry, where one segment ends (7.2).
    """

    hexes: Mapping[str, Hex]
    ocean: Mapping[str, str]
    neighbours: Mapping[str, tuple[str, ...]]
    ring2: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
    sides: Mapping[tuple[str, str], Hexside]
    hexsides: Mapping[str, Hexside]
    water: Mapping[str, Mapping[tuple[str, str], str]]
    step_cost: Mapping[str, Mapping[tuple[str, str], int]]
    ground_steps: Mapping[str, Mapping[str, tuple[tuple[str, int], ...]]]
    ferries: frozenset[tuple[str, str]]
    bridges: frozenset[tuple[str, str]]
    water_next: Mapping[str, tuple[str, ...]]
    water_sides_of: Mapping[str, tuple[Hexside, ...]]
    boat_sides: Mapping[str, frozenset[str]]
    sea_exits: Mapping[str, tuple[str, ...]]
    open_coast: Mapping[str, tuple[str, ...]]
    sandbars: frozenset[tuple[str, str]]
    levees: frozenset[str]
    loops: Mapping[str, str]
    rail_steps: frozenset[tuple[str, str]]
    rail_ferries: frozenset[tuple[str, str]]
    rail_neighbours: Mapping[str, tuple[str, ...]]
    rail_hexes: frozenset[str]
    railroads: Mapping[str, tuple[str, ...]]
    unfinished: Mapping[str, UnfinishedLine]
    road_steps: frozenset[tuple[str, str]]
    road_neighbours: Mapping[str, tuple[str, ...]]
    roads: Mapping[str, tuple[str, ...]]
    states: tuple[str, ...]
    state_of: Mapping[str, str]
    hexes_of: Mapping[str, frozenset[str]]
    towns_of: Mapping[str, tuple[str, ...]]
    supply_centres_of: Mapping[str, tuple[str, ...]]
    towns: frozenset[str]
    ports: frozenset[str]
    port_zone: Mapping[str, str]
    ports_of_zone: Mapping[str, tuple[str, ...]]
    fortresses: Mapping[str, str]
    union_sources: frozenset[str]
    critical_centres: Mapping[str, int]
    critical_ports: Mapping[str, int]
    recruitment_groups: Mapping[str, tuple[str, ...]]
    rivers_at: Mapping[str, frozenset[str]]
    kentucky: frozenset[str]
    kentucky_inner_sides: frozenset[str]
    missouri_area: frozenset[str]
    home_sides: Mapping[str, str]
    rail_home_sides: Mapping[str, str]
    us_states: frozenset[str] = US_STATES
    cs_states: frozenset[str] = CS_STATES

    def east_of_line(self, hex_id: str) -> bool:
        """True on and east of hex column 37 (4.1.1)."""
        return int(hex_id[:2]) >= DIVIDING_COLUMN

    def distance(self, a: str, b: str) -> int:
        """The number of hexes from a to b, water or not."""
        (q, r), (other_q, other_r) = _CUBES[a], _CUBES[b]
        dq, dr = other_q - q, other_r - r
        return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=1)
def load_map() -> Map:
    """The map, read once and shared by everyone."""
    return Map(**tables(load_features()))
