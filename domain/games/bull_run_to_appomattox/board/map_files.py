"""Reading the map's files into zones, borders and seas. Raises ChartError for a file that contradicts
itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from sys import intern

from ironclad.domain.kernel.board.tables import Chart, ChartError, load_csv
from ironclad.domain.kernel.engine.citations import cite

DATA = Path(__file__).parents[1] / "data"
NORTH, SOUTH = "north", "south"
SIDES = (NORTH, SOUTH)
ENEMY = {NORTH: SOUTH, SOUTH: NORTH}
TERRAINS = ("clear", "difficult", "mountain")
NO_RIVER, BRIDGE, NO_BRIDGE = "none", "bridge", "no_bridge"
RIVERS = (NO_RIVER, BRIDGE, NO_BRIDGE)
YES = ("", "yes")

cite(__name__, "1.1/2", "1.1/3", "7.3/1", "9/3", "9/6", "12.1/1", "16/4", "18/4", where="data/zones.csv")
cite(__name__, "1.1/1", "1.1/4", "6.3/7", "6.3/8", "6.3/9", "18/5", where="data/borders.csv")
cite(__name__, "5.2/9", where="data/divided_zones.csv and data/banks.csv")
cite(__name__, "6.2/3", where="data/river_links.csv")
cite(__name__, "9.3/2", where="data/sea_zones.csv")
cite(__name__, "11/4", where="data/mountains.csv")


@dataclass(frozen=True, slots=True)
class Zone:
    """A land zone and all that is printed in it. `city` is "" where there is none, with `value` 0.

    `owner` is the side whose the city is at the start, "" for nobody; `rail_side` the side on whose rails the
    zone lies (6.3). `port` is a sea port, `river_port` the river of a river port. `site` is the number of a
    historical site, 0 for none. `fort_side` is the side of the fort that may be here.
    """

    id: str
    name: str
    terrain: str
    owner: str
    rail_side: str
    city: str
    value: int
    major: bool
    port: bool
    river_port: str
    site: int
    site_name: str
    fort_side: str
    fort_name: str


@dataclass(frozen=True, slots=True)
class Divided:
    """A zone that a river divides: its banks, the one that has the place, and its bridge ("" for none)."""

    zone: str
    banks: tuple[str, str]
    names: tuple[str, str]
    place: str
    river: str
    bridge: str


@dataclass(frozen=True, slots=True)
class Edge:
    """What joins two zones, by its id "A-B". `rail_sides` may ride over it; `closed_to` may not enter `a`."""

    id: str
    a: str
    b: str
    river: str
    river_name: str
    rail: bool
    rail_sides: frozenset[str]
    closed_to: str
    open_water: bool
    banks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea zone: whether it is marked B (9.3), the seas beside it, and the ports that open into it."""

    id: str
    name: str
    blockade: bool
    adjacent: tuple[str, ...]
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RiverLink:
    """Two places of a navigable river; `closed_to` may not sail it to `held` while the enemy holds that."""

    a: str
    b: str
    closed_to: str
    held: str


@dataclass(frozen=True, slots=True)
class Mountain:
    """An area without railroads, which only raiders enter (11/4), and the zones that touch it."""

    id: str
    name: str
    touches: tuple[str, ...]


def parts(cell: str) -> tuple[str, ...]:
    """The words of a cell that are joined by plus signs."""
    return tuple(intern(each) for each in cell.split("+")) if cell else ()


@cache
def zones() -> dict[str, Zone]:
    """Every zone by id, in the order of the file."""
    chart = load_csv(
        DATA / "zones.csv",
        key=["zone"],
        allowed={
            "terrain": TERRAINS,
            "owner": ("", *SIDES),
            "rail_side": ("", *SIDES),
            "rank": ("", "minor", "major"),
            "port": YES,
            "fort": ("", *SIDES),
        },
        numbers=["value", "site"],
    )
    found = {intern(row["zone"]): _zone(row) for row in chart}
    for zone in found.values():
        _demand(chart, bool(zone.city) == (zone.value > 0), f"{zone.id}: a city has a value, and only a city")
    sites = [zone.site for zone in found.values() if zone.site]
    _demand(chart, len(set(sites)) == len(sites), "two zones have the same historical site")
    return found


def _zone(row: Mapping[str, str]) -> Zone:
    return Zone(
        id=intern(row["zone"]),
        name=row["name"],
        terrain=row["terrain"],
        owner=row["owner"],
        rail_side=row["rail_side"],
        city=row["city"],
        value=int(row["value"]),
        major=row["rank"] == "major",
        port=bool(row["port"]),
        river_port=row["river_port"],
        site=int(row["site"]),
        site_name=row["site_name"],
        fort_side=row["fort"],
        fort_name=row["fort_name"],
    )


@cache
def divided() -> dict[str, Divided]:
    """The zones that a river divides, by id."""
    chart = load_csv(DATA / "divided_zones.csv", key=["bank"], allowed={"has_place": YES})
    rows: dict[str, list[Mapping[str, str]]] = {}
    for row in chart:
        rows.setdefault(row["zone"], []).append(row)
    found = {}
    for id, pair in rows.items():
        _demand(chart, id in zones() and len(pair) == 2, f"{id}: a divided zone has two banks")
        places = [intern(row["bank"]) for row in pair if row["has_place"]]
        _demand(chart, len(places) == 1, f"{id}: one bank has the place")
        one, other = pair
        found[intern(id)] = Divided(
            zone=intern(id),
            banks=(intern(one["bank"]), intern(other["bank"])),
            names=(one["name"], other["name"]),
            place=places[0],
            river=one["river"],
            bridge=one["bridge"],
        )
    return found


@cache
def edges() -> dict[str, Edge]:
    """What joins zones, by "A-B" in the order of the file."""
    chart = load_csv(
        DATA / "borders.csv",
        key=["a", "b"],
        allowed={
            "river": RIVERS,
            "rail": YES,
            "closed_into_a": ("", *SIDES),
            "open_water": YES,
            "rail_sides": ("", *SIDES),
        },
    )
    banks = _banks()
    found: dict[str, Edge] = {}
    for row in chart:
        a, b = intern(row["a"]), intern(row["b"])
        _demand(chart, a in zones() and b in zones() and a != b, f"{a}-{b} does not join two zones")
        _demand(chart, f"{b}-{a}" not in found, f"{a}-{b} is listed twice")
        id = intern(f"{a}-{b}")
        found[id] = Edge(
            id=id,
            a=a,
            b=b,
            river=row["river"],
            river_name=row["river_name"],
            rail=bool(row["rail"]),
            rail_sides=frozenset(parts(row["rail_sides"])),
            closed_to=row["closed_into_a"],
            open_water=bool(row["open_water"]),
            banks=banks.pop(id, {}),
        )
        for end in (a, b):
            touched = end not in divided() or any(each in divided()[end].banks for each in found[id].banks)
            _demand(chart, touched, f"{id} does not say which bank of {end} it touches")
    _demand(chart, not banks, f"banks.csv has borders that are not in borders.csv: {', '.join(banks)}")
    return found


def _banks() -> dict[str, dict[str, str]]:
    """For each edge that touches a divided zone: the banks that it touches, and the river there."""
    chart = load_csv(DATA / "banks.csv", key=["a", "b", "bank"], allowed={"river": RIVERS})
    found: dict[str, dict[str, str]] = {}
    for row in chart:
        owners = [each.zone for each in divided().values() if row["bank"] in each.banks]
        _demand(chart, owners and owners[0] in (row["a"], row["b"]), f"{row['bank']} is no bank of that edge")
        found.setdefault(f"{row['a']}-{row['b']}", {})[intern(row["bank"])] = row["river"]
    return found


@cache
def seas() -> dict[str, Sea]:
    """The sea zones by id."""
    chart = load_csv(DATA / "sea_zones.csv", key=["zone"], allowed={"blockade": YES})
    found = {
        row["zone"]: Sea(
            id=intern(row["zone"]),
            name=row["name"],
            blockade=bool(row["blockade"]),
            adjacent=parts(row["adjacent"]),
            ports=parts(row["ports"]),
        )
        for row in chart
    }
    for sea in found.values():
        for other in sea.adjacent:
            mutual = other in found and sea.id in found[other].adjacent
            _demand(chart, mutual, f"{sea.id} and {other} are not beside each other both ways")
        for port in sea.ports:
            _demand(chart, port in zones() and zones()[port].port, f"{sea.id}: {port} is no sea port")
    opened = [port for sea in found.values() for port in sea.ports]
    ports = sorted(zone.id for zone in zones().values() if zone.port and zone.id != "WAS")
    _demand(chart, sorted(opened) == ports, "each sea port opens into one sea")
    return found


@cache
def river_links() -> tuple[RiverLink, ...]:
    """The links of navigable rivers."""
    chart = load_csv(DATA / "river_links.csv", key=["a", "b"], allowed={"closed_to": ("", *SIDES)})
    found = tuple(
        RiverLink(intern(row["a"]), intern(row["b"]), row["closed_to"], intern(row["while_held"]))
        for row in chart
    )
    for link in found:
        for end in (link.a, link.b):
            known = end in seas() or (end in zones() and bool(zones()[end].river_port))
            _demand(chart, known, f"{link.a}-{link.b}: {end} is neither a sea nor a river port")
    return found


@cache
def mountains() -> dict[str, Mountain]:
    """The areas that only raiders enter, by id."""
    chart = load_csv(DATA / "mountains.csv", key=["area"])
    found = {
        row["area"]: Mountain(intern(row["area"]), row["name"], parts(row["touches"])) for row in chart
    }
    for each in found.values():
        unknown = set(each.touches) - set(zones())
        _demand(chart, not unknown, f"{each.id} touches unknown zones: {', '.join(sorted(unknown))}")
    return found


def _demand(chart: Chart, test: object, reason: str) -> None:
    if not test:
        raise ChartError(f"{chart.origin.name}: {reason}")
