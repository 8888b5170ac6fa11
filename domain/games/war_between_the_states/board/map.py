"""The map of War Between the States (3.1): what the rules ask of the ground, of lines and of places.

Hexes are ids of sheet, column and row ("C2608"), sides "union" and "confederate". Where sheets overlap, the
upper one gives the id; `hex_of` and `hexside_of` read any printed one. The water is in `waters`, a game's
part of the map in `parts`. The map is a reconstruction: see RULES.md, "Map".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import (
    GRID,
    PLAIN,
    SAILED,
    SIDES,
    Hex,
    Place,
    Railroad,
    Side,
)
from ironclad.domain.games.war_between_the_states.board.map_files import Features, load_features
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.board.numbered import Board
from ironclad.domain.kernel.engine.citations import cite, require, rule

cite(__name__, "1.0/1", "3.23/2", where="data/hexes.csv")
cite(__name__, "6.11/5", "7.23/2", "8.43/3", "E.1/2", "E.4/5", where="data/places.csv, column size")
cite(__name__, "6.12/3", "9.1/1", where="data/mountains.csv and data/hexsides.csv")
cite(__name__, "6.54/2", where="data/rail_ferries.csv")
cite(__name__, "E.2/1", "E.2/2", "R.9/1", where="data/places.csv, columns supply and seaport")
cite(__name__, "E.4/1", "R.2/8", where="data/railroads.csv")
cite(__name__, "E.4/2", where="data/roads.csv")
cite(__name__, "E.4/3", "E.4/4", where="data/hexsides.csv")
cite(__name__, "R.8/1", "R.8/2", where="data/places.csv, column department")

_PLAIN = Side(PLAIN)


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """All lookups of the ground. Never changed after loading; control, cuts and works are the position's.

    `board`: every hex that is not all sea, by number (`domain/kernel/board/numbered.py`).
    `neighbours`: hex to the adjacent hexes that are not all sea, in the order N, NE, SE, S, SW, NW.
    `special`: (a, b), either order, to the hexside between them, where it is more than a plain one.
    `places_at`: hex to its places. `built_up`: hexes with a city or a town; `ports`: those on the water.
    `departments`: side to the hexes of its military departments. `supply_cities`, `seaports`: Confederate.
    `rail_links`: hex to the hexes that a railroad of the start joins it to, rail ferries included.
    `rail_groups`: hex to the groups of R.2 whose lines run through it.
    """

    features: Features
    board: Board
    hexes: Mapping[str, Hex]
    neighbours: Mapping[str, tuple[str, ...]]
    special: Mapping[tuple[str, str], Side]
    places_at: Mapping[str, tuple[Place, ...]]
    built_up: frozenset[str]
    ports: frozenset[str]
    departments: Mapping[str, frozenset[str]]
    supply_cities: frozenset[str]
    seaports: frozenset[str]
    rail_links: Mapping[str, tuple[str, ...]]
    rail_groups: Mapping[str, frozenset[str]]
    railroads: Mapping[str, Railroad]

    def side(self, a: str, b: str) -> Side:
        """The hexside between two adjacent hexes."""
        return self.special.get((a, b), _PLAIN)

    def name_of(self, id: str) -> str:
        """The names of a hex's places, or its id where it has none."""
        return ", ".join(place.name for place in self.places_at.get(id, ())) or id


@lru_cache(maxsize=1)
def load_map() -> Map:
    """The map, read once and shared by everyone."""
    features = load_features()
    hexes = features.hexes
    special = {}
    for key, side in features.sides.items():
        a, b = hexside_hexes(key)
        special[a, b] = special[b, a] = side
    places: dict[str, list[Place]] = {}
    for place in features.places:
        places.setdefault(place.hex, []).append(place)
    links, groups = _rails(features)
    built_up = frozenset(place.hex for place in features.places if place.built_up)
    return Map(
        features=features,
        board=Board(hexes),
        hexes=hexes,
        neighbours={id: tuple(n for n in GRID.neighbours(id) if n in hexes) for id in hexes},
        special=special,
        places_at={id: tuple(here) for id, here in places.items()},
        built_up=built_up,
        ports=frozenset(id for id in built_up if _on_water(features, id)),
        departments={
            seat: frozenset(place.hex for place in features.places if place.department == seat)
            for seat in SIDES
        },
        supply_cities=frozenset(place.hex for place in features.places if place.supply),
        seaports=frozenset(place.hex for place in features.places if place.seaport),
        rail_links=links,
        rail_groups=groups,
        railroads={line.name: line for line in features.railroads},
    )


@rule("7.23/2")
def _on_water(features: Features, id: str) -> bool:
    """Whether a city or town in this hex is a port: on the coast, or beside water that ships sail on."""
    if features.hexes[id].kind == "coastal":
        return True
    keys = (hexside(id, other) for other in GRID.neighbours(id))
    return any(key in features.sides and features.sides[key].kind in SAILED for key in keys)


def _rails(features: Features) -> tuple[dict[str, tuple[str, ...]], dict[str, frozenset[str]]]:
    links: dict[str, set[str]] = {}
    for side in features.sides.values():
        if side.rail:
            a, b = hexside_hexes(side.key)
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    groups: dict[str, set[str]] = {}
    for line in features.railroads:
        for id in line.hexes if line.built else ():
            links.setdefault(id, set())
            if line.group:
                groups.setdefault(id, set()).add(line.group)
    return (
        {id: tuple(sorted(links[id])) for id in sorted(links)},
        {id: frozenset(groups[id]) for id in sorted(groups)},
    )


@lru_cache(maxsize=4_096)
@rule("3.11/2")
def hex_of(written: str) -> str:
    """The id of a hex from any id that a sheet prints for it. Refuses what no sheet prints."""
    require(written in GRID, "3.11/2", f"no sheet of the map has a hex {written}")
    return GRID.canonical(written)


@lru_cache(maxsize=4_096)
@rule("3.11/2")
def hexside_of(written: str) -> str:
    """The key of a hexside from any two ids printed for its hexes ("A0227-A0228"), in either order."""
    first, dash, second = written.partition("-")
    require(dash and first in GRID and second in GRID, "3.11/2", f"the map has no hexside {written}")
    require(GRID.direction(first, second), "3.11/2", f"{first} and {second} are not adjacent")
    return GRID.hexside(written)


@rule("3.23/2")
def printed_owner(id: str) -> str:
    """The side whose territory a hex is before anyone enters it: a side, or "none" (Indian Territory)."""
    return load_map().hexes[id].territory
