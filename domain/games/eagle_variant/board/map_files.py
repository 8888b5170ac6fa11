"""Reading the map's files into spaces, borders, railroads and reaches. Raises ChartError for a file that
contradicts itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from sys import intern

from ironclad.domain.kernel.board.tables import Chart, ChartError, load_csv
from ironclad.domain.kernel.engine.citations import cite

DATA = Path(__file__).parents[1] / "data"
USA, CSA = "usa", "csa"
SIDES = (CSA, USA)
"""In the order of play (turn-order/2)."""
ENEMY = {USA: CSA, CSA: USA}
REGION_SIDES = ("usa", "csa", "border", "indian", "canada", "mexico")
MISSISSIPPI, ST_LAWRENCE = "Mississippi", "St Lawrence"
SYSTEMS = (MISSISSIPPI, ST_LAWRENCE)
INDIAN_TERRITORY, MEXICO_CITY = "IT", "c_Mexico_City"
YES = ("", "yes")

cite(__name__, "the-board/1", "the-board/2", "the-board/3", "the-board/5", where="data/cities.csv")
cite(__name__, "historical-scenario/2", "rivers/2", "rivers/7", "rivers/8", where="data/cities.csv")
cite(__name__, "rivers/1", where="data/borders.csv")
cite(__name__, "rail-movement/9", where="data/railroads.csv")
cite(__name__, "movement-restrictions/3", where="data/regions.csv")


@dataclass(frozen=True, slots=True)
class Space:
    """A region or a city, and what is printed in it.

    `side` is the colour of its border. `ocean`: it touches the ocean. Of a city: `held_by` is the side whose
    it is at the start, `points` its value, `regions` those that it is entered from, `across` those of them
    that lie beyond a major river; `river_port` is its river system, "" for none.
    """

    id: str
    name: str
    kind: str
    state: str
    side: str
    ocean: bool
    held_by: str = ""
    points: int = 0
    river_port: str = ""
    rail: bool = False
    regions: tuple[str, ...] = ()
    across: frozenset[str] = frozenset()

    @property
    def city(self) -> bool:
        return self.kind == "city"

    @property
    def port(self) -> bool:
        """Whether it is a port city (the-board/5)."""
        return self.city and self.ocean


@dataclass(frozen=True, slots=True)
class Railroad:
    """A line between two cities, and the regions that it passes from one to the other."""

    a: str
    b: str
    regions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """A part of a river system between two nodes (ports, junctions, heads, mouths).

    A river has `sections`, pairs of banks in order from `start` to `end`. A lake has `banks` alone, all of
    which are reached at once, and `side_ports` beside the way.
    """

    id: str
    system: str
    lake: bool
    start: str
    end: str
    sections: tuple[tuple[str, ...], ...]
    banks: tuple[str, ...]
    side_ports: tuple[str, ...]


def parts(cell: str) -> tuple[str, ...]:
    """The words of a cell that are joined by plus signs."""
    return tuple(intern(each) for each in cell.split("+")) if cell else ()


@cache
def regions() -> dict[str, Space]:
    """Every region by id, in the order of the file, as the rule of rivers has them."""
    chart = load_csv(DATA / "regions.csv", key=["region"], allowed={"side": REGION_SIDES, "ocean": YES})
    return {intern(row["region"]): _region(row) for row in chart}


def _region(row: Mapping[str, str]) -> Space:
    return Space(
        id=intern(row["region"]),
        name=row["name"],
        kind="region",
        state=intern(row["state"]),
        side=intern(row["side"]),
        ocean=bool(row["ocean"]),
    )


@cache
def cities() -> dict[str, Space]:
    """Every city by id, in the order of the file. It is in the state of its first region (the-board/4)."""
    chart = load_csv(
        DATA / "cities.csv",
        key=["city"],
        allowed={
            "side": REGION_SIDES,
            "held_by": ("", *SIDES),
            "port": YES,
            "river_port": ("", *SYSTEMS),
            "rail": YES,
        },
        numbers=["points"],
    )
    return {intern(row["city"]): _city(chart, row) for row in chart}


cite(__name__, "the-board/4", where="map_files.cities")


def _city(chart: Chart, row: Mapping[str, str]) -> Space:
    around, across = parts(row["regions"]), frozenset(parts(row["across_river"]))
    known = around and set(around) <= set(regions()) and across <= set(around)
    _demand(chart, known, f"{row['city']}: its regions are not known")
    return Space(
        id=intern(row["city"]),
        name=row["name"],
        kind="city",
        state=regions()[around[0]].state,
        side=intern(row["side"]),
        ocean=bool(row["port"]),
        held_by=intern(row["held_by"]),
        points=int(row["points"]),
        river_port=row["river_port"],
        rail=bool(row["rail"]),
        regions=around,
        across=across,
    )


@cache
def borders() -> dict[tuple[str, str], str]:
    """The major river between two regions, "" for none, by the pair as the file has it."""
    chart = load_csv(DATA / "borders.csv", key=["a", "b"])
    for row in chart:
        known = row["a"] in regions() and row["b"] in regions() and row["a"] != row["b"]
        _demand(chart, known, f"{row['a']}-{row['b']} does not join two regions")
    return {(intern(row["a"]), intern(row["b"])): row["river"] for row in chart}


@cache
def railroads() -> tuple[Railroad, ...]:
    """The lines in the order of the file."""
    chart = load_csv(DATA / "railroads.csv", key=["a", "b"])
    found = tuple(Railroad(intern(row["a"]), intern(row["b"]), parts(row["regions"])) for row in chart)
    for line in found:
        first, last = line.regions[0], line.regions[-1]
        fits = first in cities()[line.a].regions and last in cities()[line.b].regions
        _demand(chart, fits, f"{line.a}-{line.b} passes no region at an end")
    return found


@cache
def reaches() -> tuple[Reach, ...]:
    """The reaches of both river systems, in the order of the file."""
    chart = load_csv(
        DATA / "reaches.csv",
        key=["system", "reach"],
        allowed={"system": SYSTEMS, "kind": ("river", "lake")},
    )
    found = tuple(
        Reach(
            id=row["reach"],
            system=row["system"],
            lake=row["kind"] == "lake",
            start=intern(row["start"]),
            end=intern(row["end"]),
            sections=tuple(parts(each) for each in row["sections"].split()),
            banks=parts(row["banks"]),
            side_ports=parts(row["side_ports"]),
        )
        for row in chart
    )
    for each in found:
        named = {*each.banks, *(bank for section in each.sections for bank in section)}
        _demand(chart, named <= set(regions()), f"{each.id}: its banks are not known")
        _demand(chart, each.lake != bool(each.sections), f"{each.id}: a river has sections, a lake none")
        along = {bank for section in each.sections for bank in section}
        _demand(chart, each.lake or along == set(each.banks), f"{each.id}: its banks are its sections'")
    return found


@cache
def merged() -> dict[str, tuple[str, tuple[str, ...]]]:
    """The regions that take the place of others without the rule of rivers: name and parts by id."""
    chart = load_csv(DATA / "merged_regions.csv", key=["region"])
    return {intern(row["region"]): (row["name"], parts(row["parts"])) for row in chart}


def _demand(chart: Chart, test: object, reason: str) -> None:
    if not test:
        raise ChartError(f"{chart.origin.name}: {reason}")
