"""Reading the map's data files (2.1) into hexes, hexsides and lines; map_tables.py makes lookups of them."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import intern

from ironclad.domain.games.american_civil_war.board.features import (
    CS_STATES,
    KENTUCKY,
    MISSOURI_AREA,
    SEA_ZONES,
    US_STATES,
    Hex,
    Hexside,
    UnfinishedLine,
)
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.board.tables import Chart, load_csv

DATA = Path(__file__).parents[1] / "data"
PROVENANCE = ("rules", "history", "guess")
KINDS = ("tidal", "bay", "lake", "navigable", "seasonal", "minor")
PLACE_KINDS = (
    "city", "supply_centre", "critical", "port", "recruitment", "fortress", "supply_source", "landmark",
)  # fmt: skip
STATES = US_STATES | CS_STATES | MISSOURI_AREA | {KENTUCKY}


@dataclass(frozen=True)
class Features:
    """The files' content, before any table is made of it."""

    hexes: Mapping[str, Hex]
    ocean: Mapping[str, str]
    hexsides: Mapping[str, Hexside]
    railroads: Mapping[str, tuple[str, ...]]
    unfinished: Mapping[str, UnfinishedLine]
    roads: Mapping[str, tuple[str, ...]]
    fortresses: Mapping[str, str]
    sandbars: frozenset[str]
    inlets: frozenset[frozenset[str]]
    port_zone: Mapping[str, str]
    critical_centres: Mapping[str, int]
    critical_ports: Mapping[str, int]
    recruitment_groups: Mapping[str, tuple[str, ...]]


def load_features() -> Features:
    """Read every map file. Raises ChartError if one is not well formed."""
    hexsides = _hexsides()
    railroads, unfinished = _railroads()
    inlets = load_csv(DATA / "inlets.csv", key=["hex"], allowed={"provenance": PROVENANCE})
    groups: dict[str, list[str]] = {}
    for row in load_csv(DATA / "recruitment_groups.csv", key=["hex"]):
        groups.setdefault(row["group"], []).append(intern(row["hex"]))
    return Features(
        hexes=_hexes(hexsides, groups),
        ocean={intern(r["hex"]): r["sea_zone"] for r in _ocean()},
        hexsides=hexsides,
        railroads=railroads,
        unfinished=unfinished,
        roads={r["name"]: _chain(r["hexes"]) for r in load_csv(DATA / "roads.csv", key=["name"])},
        fortresses=_fortress_sides(),
        sandbars=frozenset(r["hexside"] for r in load_csv(DATA / "sandbars.csv", key=["hexside"])),
        # The corner where an inlet opens: the three hexes of the two sand bars that meet there.
        inlets=frozenset(
            frozenset(h for bar in r["sandbars"].split() for h in hexside_hexes(bar)) for r in inlets
        ),
        port_zone={intern(r["hex"]): r["sea_zone"] for r in _places() if r["port"]},
        critical_centres=_values("critical_centres.csv"),
        critical_ports=_values("critical_ports.csv"),
        recruitment_groups={name: tuple(hexes) for name, hexes in groups.items()},
    )


def _chain(text: str) -> tuple[str, ...]:
    return tuple(intern(hex_id) for hex_id in text.split())


def _ocean() -> Chart:
    return load_csv(DATA / "ocean.csv", key=["hex"], allowed={"sea_zone": SEA_ZONES})


def _values(file: str) -> dict[str, int]:
    return {intern(r["hex"]): int(r["value"]) for r in load_csv(DATA / file, key=["hex"], numbers=["value"])}


def _fortress_sides() -> dict[str, str]:
    allowed = {"side": ("union", "confederate"), "provenance": PROVENANCE}
    return {intern(r["hex"]): intern(r["side"]) for r in load_csv(DATA / "fortresses.csv", ["hex"], allowed)}


def _places() -> Chart:
    kinds: dict[str, tuple[str, ...]] = dict.fromkeys(PLACE_KINDS, ("", *PROVENANCE))
    allowed = {**kinds, "sea_zone": ("", *SEA_ZONES), "placed": PROVENANCE}
    return load_csv(DATA / "places.csv", key=["hex", "name"], allowed=allowed)


def _hexes(hexsides: Mapping[str, Hexside], groups: Mapping[str, list[str]]) -> dict[str, Hex]:
    places: dict[str, list[Mapping[str, str]]] = {}
    for row in _places():
        places.setdefault(row["hex"], []).append(row)
    fortress_names = {r["hex"]: r["name"] for r in load_csv(DATA / "fortresses.csv", key=["hex"])}
    group_of = {hex_id: name for name, members in groups.items() for hex_id in members}
    centres, ports = _values("critical_centres.csv"), _values("critical_ports.csv")
    lakeside = {h for side in hexsides.values() if side.kind == "lake" for h in side.hexes}
    answer = ("", "yes")
    allowed = {
        "state": STATES,
        "terrain": ("clear", "rough", "swamp"),
        "appalachia": answer,
        "snow": answer,
        "provenance": PROVENANCE,
    }
    hexes = {}
    for row in load_csv(DATA / "hexes.csv", key=["hex"], allowed=allowed):
        hex_id = intern(row["hex"])
        here = places.get(hex_id, [])
        zones = tuple(zone for zone in row["sea_zones"].split("; ") if zone)
        city = next((p["name"] for p in here if p["city"]), None)
        hexes[hex_id] = Hex(
            id=hex_id,
            state=intern(row["state"]),
            terrain=intern(row["terrain"]),
            coastal=bool(zones) or hex_id in lakeside,
            sea_zones=zones,
            appalachia=row["appalachia"] == "yes",
            north_of_snow_line=row["snow"] == "yes",
            city=city,
            supply_centre=any(p["supply_centre"] for p in here),
            critical_name=city if hex_id in centres else None,
            critical_value=centres.get(hex_id, 0),
            port=any(p["port"] for p in here),
            port_value=ports.get(hex_id, 0),
            recruitment_group=group_of.get(hex_id),
            fortress=fortress_names.get(hex_id),
            supply_source=any(p["supply_source"] for p in here),
            names=tuple(p["name"] for p in here),
        )
    return hexes


def _hexsides() -> dict[str, Hexside]:
    levees = {r["hexside"] for r in load_csv(DATA / "levees.csv", key=["hexside"])}
    loops = {r["hexside"]: r["loop_hex"] for r in load_csv(DATA / "river_loops.csv", key=["hexside"])}
    allowed = {
        "kind": KINDS,
        "crossing": ("", "bridge", "ferry"),
        "course": PROVENANCE,
        "grade": PROVENANCE,
        "built": ("", *PROVENANCE),
    }
    sides = {}
    for row in load_csv(DATA / "hexsides.csv", key=["hexside"], allowed=allowed):
        first, second = hexside_hexes(row["hexside"])
        key = hexside(first, second)
        rivers = tuple(row["rivers"].split("; "))
        sides[key] = Hexside(
            key=key,
            hexes=(first, second),
            kind=intern(row["kind"]),
            name=rivers[0],
            rivers=rivers,
            crossing=row["crossing"] or None,
            crossing_name=row["crossing_name"] or None,
            levee=key in levees,
            loop_hex=intern(loops[key]) if key in loops else None,
        )
    return sides


def _railroads() -> tuple[dict[str, tuple[str, ...]], dict[str, UnfinishedLine]]:
    built, unfinished = {}, {}
    allowed = {"status": ("built", "unfinished"), "provenance": PROVENANCE}
    for row in load_csv(DATA / "railroads.csv", key=["name"], allowed=allowed):
        hexes = _chain(row["hexes"])
        if row["status"] == "built":
            built[row["name"]] = hexes
        else:
            unfinished[row["name"]] = UnfinishedLine(row["name"], hexes, both_ways([hexes]))
    return built, unfinished


def both_ways(chains: list[tuple[str, ...]]) -> frozenset[tuple[str, str]]:
    """Every step of these chains of hexes, in both directions."""
    steps = {step for chain in chains for step in itertools.pairwise(chain)}
    return frozenset(steps | {(b, a) for a, b in steps})
