"""Reading the map's data files (3.1) into hexes, hexsides and lines, with every check of their form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from sys import intern

from ironclad.domain.games.war_between_the_states.board.features import (
    GRID,
    HEX_KINDS,
    HEXSIDE_KINDS,
    RAIL_GROUPS,
    RIVER_VARIANTS,
    SIDES,
    TERRAINS,
    Head,
    Hex,
    Place,
    Railroad,
    Side,
)
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.board.tables import Chart, ChartError, load_csv

DATA = Path(__file__).parents[1] / "data"
PROVENANCE = ("rules", "history", "guess")
ANSWER = ("", "yes")
SEAS = ("Atlantic", "Gulf")


@dataclass(frozen=True)
class Features:
    """The content of the files, before any table is made of it. Hexsides are keyed "aaaaa-bbbbb"."""

    hexes: Mapping[str, Hex]
    ocean: Mapping[str, str]
    south_edge: frozenset[str]
    sides: Mapping[str, Side]
    ships_pass: frozenset[str]
    ships_barred: frozenset[str]
    places: tuple[Place, ...]
    railroads: tuple[Railroad, ...]
    roads: Mapping[str, tuple[str, ...]]
    heads: tuple[Head, ...]
    closed_links: tuple[tuple[str, str], ...]
    fort_waters: Mapping[str, tuple[str, ...]]
    seaports: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]


def load_features() -> Features:
    """Read every map file. Raises ChartError if one is not well formed, or names what the map lacks."""
    hexes, ocean = _hexes(), load_csv(DATA / "ocean.csv", ["hex"], {"sea": SEAS, "south_edge": ANSWER})
    land = frozenset(hexes)
    seas = {intern(row["hex"]): row["sea"] for row in ocean}
    if land | seas.keys() != set(GRID.all()) or land & seas.keys():
        raise ChartError("hexes.csv, ocean.csv: together they have every hex of the sheets once, by its id")
    railroads, roads = _railroads(land), _roads(land)
    sea_sides = _keyed("sea_hexsides.csv", "hexside", {"ships": ("pass", "closed"), "provenance": PROVENANCE})
    waters = {*GRID.all(), *(key for key, _ in _keyed("hexsides.csv", "hexside"))}
    return Features(
        hexes=hexes,
        ocean=seas,
        south_edge=frozenset(intern(row["hex"]) for row in ocean if row["south_edge"]),
        sides=_sides(railroads, roads),
        ships_pass=frozenset(key for key, row in sea_sides if row["ships"] == "pass"),
        ships_barred=frozenset(key for key, row in sea_sides if row["ships"] == "closed"),
        places=_places(land),
        railroads=railroads,
        roads=roads,
        heads=_heads(),
        closed_links=tuple(
            (_known(row["water"], waters), _known(row["other"], waters))
            for row in load_csv(DATA / "closed_water_links.csv", ["water", "other"])
        ),
        fort_waters={
            _known(row["hex"], land): tuple(_known(each, waters) for each in row["waters"].split())
            for row in load_csv(DATA / "fort_waters.csv", ["hex"], {"provenance": PROVENANCE})
        },
        seaports={
            _known(row["hex"], land): (
                tuple(_known(each, waters) for each in row["own_waters"].split()),
                tuple(_known(each, waters) for each in row["way_to_sea"].split()),
            )
            for row in load_csv(DATA / "seaports.csv", ["hex"])
        },
    )


def _known(id: str, among: Iterable[str]) -> str:
    if id not in among:
        raise ChartError(f"{id} is no place of the map that may stand here")
    return intern(id)


def _keyed(
    file: str, column: str, allowed: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """The rows of a file of hexsides, each with its key. Raises ChartError for a key that is no hexside."""
    found = []
    for row in load_csv(DATA / file, [column], allowed):
        try:
            key = GRID.hexside(row[column])
        except (KeyError, ValueError) as wrong:
            raise ChartError(f"{file}: {row[column]} is no hexside of the map") from wrong
        if key != row[column]:
            raise ChartError(f"{file}: {row[column]} is to be written {key}")
        found.append((key, row))
    return tuple(found)


def _hexes() -> dict[str, Hex]:
    allowed = {
        "kind": HEX_KINDS,
        "terrain": TERRAINS,
        "west_virginia": ANSWER,
        "territory": (*SIDES, "none"),
        "sea": ("", *SEAS),
        "provenance": PROVENANCE,
    }
    return {
        (id := intern(row["hex"])): Hex(
            id,
            intern(row["kind"]),
            intern(row["terrain"]),
            intern(row["state"]),
            row["west_virginia"] == "yes",
            intern(row["territory"]),
            row["sea"],
        )
        for row in load_csv(DATA / "hexes.csv", ["hex"], allowed)
    }


def _sides(railroads: Iterable[Railroad], roads: Mapping[str, tuple[str, ...]]) -> dict[str, Side]:
    """Every hexside that is more than a plain one."""
    allowed = {"kind": HEXSIDE_KINDS, "crossing": ("", "bridge", "ferry"), "provenance": PROVENANCE}
    wet = dict(_keyed("hexsides.csv", "hexside", allowed))
    ridges = {key: row["ridge"] for key, row in _keyed("mountains.csv", "hexside")}
    ferries = frozenset(key for key, _ in _keyed("rail_ferries.csv", "hexside"))
    rails = {key for line in railroads if line.built for key in keys_along(line.hexes)} | ferries
    ways = {key for hexes in roads.values() for key in keys_along(hexes)}
    found = {}
    for key in sorted({*wet, *ridges, *rails, *ways}):
        row = wet.get(key, {})
        found[key] = Side(
            key,
            intern(row.get("kind", "")),
            tuple(each for each in row.get("waters", "").split("; ") if each),
            intern(row.get("crossing", "")),
            ridges.get(key, ""),
            key in ways,
            key in rails,
            key in ferries,
        )
    return found


def keys_along(hexes: Iterable[str]) -> tuple[str, ...]:
    """The hexsides that a line crosses, in its order."""
    return tuple(hexside(a, b) for a, b in pairwise(hexes))


def _chain(name: str, text: str, land: frozenset[str]) -> tuple[str, ...]:
    hexes = tuple(_known(each, land) for each in text.split())
    for a, b in pairwise(hexes):
        if GRID.direction(a, b) is None:
            raise ChartError(f"{name}: {a} and {b} are not adjacent")
    return hexes


def _railroads(land: frozenset[str]) -> tuple[Railroad, ...]:
    allowed = {"status": ("built", "unfinished"), "group": RAIL_GROUPS, "provenance": PROVENANCE}
    return tuple(
        Railroad(
            row["name"],
            row["status"] == "built",
            row["group"],
            row["off_map"],
            _chain(row["name"], row["hexes"], land),
        )
        for row in load_csv(DATA / "railroads.csv", ["name"], allowed)
    )


def _roads(land: frozenset[str]) -> dict[str, tuple[str, ...]]:
    chart = load_csv(DATA / "roads.csv", ["name"], {"provenance": PROVENANCE})
    return {row["name"]: _chain(row["name"], row["hexes"], land) for row in chart}


def _places(land: frozenset[str]) -> tuple[Place, ...]:
    allowed = {
        "size": ("city", "town", "dot", "landmark"),
        "supply": ("", *PROVENANCE),
        "seaport": ("", *PROVENANCE),
        "department": ("", *SIDES),
        "placed": PROVENANCE,
    }
    chart: Chart = load_csv(DATA / "places.csv", ["name"], allowed)
    return tuple(
        Place(
            _known(row["hex"], land),
            row["name"],
            row["size"],
            bool(row["supply"]),
            bool(row["seaport"]),
            row["department"],
        )
        for row in chart
    )


def _heads() -> tuple[Head, ...]:
    allowed = {"kind": ("head", "bar"), "variant": ("", *RIVER_VARIANTS), "provenance": PROVENANCE}
    return tuple(
        Head(key, row["river"], row["kind"], row["variant"], row["without"], row["with"])
        for key, row in _keyed("heads_of_navigation.csv", "hexside", allowed)
    )
