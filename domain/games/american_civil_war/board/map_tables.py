"""The lookup tables of the map, made once from its features (2.1.1, 3.1.1, 7.2, 13.1.2, 13.3.2, 13.3.3)."""

from collections.abc import Iterable
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TERRAIN_COST
from ironclad.domain.games.american_civil_war.board.features import (
    BOAT_KINDS,
    GRID,
    KENTUCKY,
    MISSOURI_AREA,
    SEA_ZONES,
    SEASONS,
    STATE_SIDE,
    UNION,
    Hexside,
)
from ironclad.domain.games.american_civil_war.board.map_files import Features, both_ways
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.engine.citations import rule

# 15.5: movement along these rivers on Kentucky's edge does not violate her neutrality.
PERIMETER_RIVERS = frozenset({"Mississippi", "Ohio"})


def tables(features: Features) -> dict[str, Any]:
    """Every field of `map.Map`, by name."""
    return {
        "hexes": features.hexes,
        "ocean": features.ocean,
        **_ground(features),
        **_water(features),
        **_sea(features),
        **_lines(features),
        **_steps(features),
        **_places(features),
        **_control(features),
    }


def _ground(features: Features) -> dict[str, Any]:
    hexes = features.hexes
    neighbours = {h: tuple(n for n in GRID.neighbours(h) if n in hexes) for h in hexes}
    ring2 = {
        h: tuple(
            (far, tuple(n for n in neighbours[h] if n in neighbours[far]))
            for far in GRID.ring(h, 2)
            if far in hexes
        )
        for h in hexes
    }
    return {"neighbours": neighbours, "ring2": ring2}


@rule("13.3.2/1", "13.3.2/2")
def kind_in_season(kind: str, season: str) -> str:
    """What a watercourse is in this season: a seasonal river is navigable in winter, spring, else minor."""
    if kind != "seasonal":
        return kind
    return "navigable" if season in ("winter", "spring") else "minor"


def _water(features: Features) -> dict[str, Any]:
    sides = {}
    at_corner: dict[frozenset[str], list[str]] = {}
    beside: dict[str, list[Hexside]] = {h: [] for h in features.hexes}
    for key, side in features.hexsides.items():
        a, b = side.hexes
        sides[(a, b)] = sides[(b, a)] = side
        beside[a].append(side)
        beside[b].append(side)
        for corner in GRID.corner_hexes(a, b):
            at_corner.setdefault(frozenset(corner), []).append(key)
    meeting: dict[str, set[str]] = {key: set() for key in features.hexsides}
    for keys in at_corner.values():
        for key in keys:
            meeting[key].update(other for other in keys if other != key)
    return {
        "sides": sides,
        "hexsides": features.hexsides,
        "water": {s: {pair: kind_in_season(side.kind, s) for pair, side in sides.items()} for s in SEASONS},
        "water_next": {key: tuple(sorted(others)) for key, others in meeting.items()},
        "water_sides_of": {h: tuple(sorted(found, key=lambda s: s.key)) for h, found in beside.items()},
        "boat_sides": {
            s: frozenset(k for k, x in features.hexsides.items() if kind_in_season(x.kind, s) in BOAT_KINDS)
            for s in SEASONS
        },
        "levees": frozenset(k for k, side in features.hexsides.items() if side.levee),
        "loops": {k: side.loop_hex for k, side in features.hexsides.items() if side.loop_hex},
        "rivers_at": {h: frozenset(r for s in found for r in s.rivers) for h, found in beside.items()},
    }


def _sea(features: Features) -> dict[str, Any]:
    """Where the sea can be reached: over a coast hexside that is no sand bar, or by an inlet (13.3.3)."""
    ocean = features.ocean
    bars = features.sandbars
    exits = {}
    for key, side in features.hexsides.items():
        zones = set()
        for corner in GRID.corner_hexes(*side.hexes):
            sea = next((h for h in corner if h in ocean), None)
            if sea is None:
                continue
            barred = all(hexside(land, sea) in bars for land in side.hexes)
            if not barred or frozenset(corner) in features.inlets:
                zones.add(ocean[sea])
        if zones:
            exits[key] = _in_order(zones)
    open_coast = {}
    for h in features.hexes:
        zones = {ocean[n] for n in GRID.neighbours(h) if n in ocean and hexside(h, n) not in bars}
        if zones:
            open_coast[h] = _in_order(zones)
    pairs = [hexside_hexes(bar) for bar in bars]
    return {
        "sea_exits": exits,
        "open_coast": open_coast,
        "sandbars": frozenset(pairs) | frozenset((b, a) for a, b in pairs),
    }


def _in_order(zones: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(zones, key=SEA_ZONES.index))


@rule("7.2/1", "7.2/3")
def _lines(features: Features) -> dict[str, Any]:
    """Railroads and roads as steps; a ferry joins railroads on its banks, and ends a segment (7.2)."""
    laid = both_ways(list(features.railroads.values()))
    road = both_ways(list(features.roads.values()))
    ferries = {hexside_hexes(k) for k, side in features.hexsides.items() if side.crossing == "ferry"}
    railed = {h for step in laid for h in step}
    rail = laid | both_ways([ferry for ferry in ferries if railed.issuperset(ferry)])
    return {
        "rail_steps": rail,
        "rail_ferries": frozenset(s for s in rail if s in ferries or s[::-1] in ferries),
        "rail_neighbours": _adjacent(rail, features.hexes),
        "rail_hexes": frozenset(h for step in rail for h in step),
        "railroads": features.railroads,
        "unfinished": features.unfinished,
        "road_steps": road,
        "road_neighbours": _adjacent(road, features.hexes),
        "roads": features.roads,
    }


@rule("TEC/1", "TEC/2", "TEC/3", "TEC/4", "TEC/5", "TEC/9", "TEC/10", "TEC/11", "TEC/13")
def _steps(features: Features) -> dict[str, Any]:
    """What a step of a ground force costs on the printed map, by season (5.3.2), and the crossings."""
    lines = both_ways([*features.railroads.values(), *features.roads.values()])
    crossing = {s: x.crossing for x in features.hexsides.values() for s in (x.hexes, x.hexes[::-1])}
    kind = {s: x.kind for x in features.hexsides.values() for s in (x.hexes, x.hexes[::-1])}
    ground: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {}
    for season in SEASONS:
        ground[season] = {}
        for a in features.hexes:
            steps = []
            for b in (n for n in GRID.neighbours(a) if n in features.hexes):
                water = kind_in_season(kind.get((a, b), "none"), season)
                bridged = crossing.get((a, b)) == "bridge"
                if water in BOAT_KINDS and not bridged:
                    continue
                cost = TERRAIN_COST["road" if (a, b) in lines else features.hexes[b].terrain]
                if water == "minor" and not bridged:
                    cost += TERRAIN_COST["minor"]
                steps.append((b, cost))
            ground[season][a] = tuple(steps)
    return {
        "ground_steps": ground,
        "step_cost": {s: {(a, b): c for a, to in by.items() for b, c in to} for s, by in ground.items()},
        "ferries": frozenset(s for s, built in crossing.items() if built == "ferry"),
        "bridges": frozenset(s for s, built in crossing.items() if built == "bridge"),
    }


def _adjacent(steps: Iterable[tuple[str, str]], hexes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Hex to the hexes that a line leads to, in the order N, NE, SE, S, SW, NW; none off the line."""
    found = set(steps)
    return {h: tuple(n for n in GRID.neighbours(h) if (h, n) in found) for h in hexes}


def _places(features: Features) -> dict[str, Any]:
    hexes = features.hexes
    states = tuple(sorted({h.state for h in hexes.values()}))
    towns = [i for i, h in hexes.items() if h.city]
    centres = [i for i, h in hexes.items() if h.supply_centre]
    ports = [i for i, h in hexes.items() if h.port]
    return {
        "states": states,
        "state_of": {i: h.state for i, h in hexes.items()},
        "hexes_of": {s: frozenset(i for i, h in hexes.items() if h.state == s) for s in states},
        "towns_of": {s: tuple(i for i in towns if hexes[i].state == s) for s in states},
        "supply_centres_of": {s: tuple(i for i in centres if hexes[i].state == s) for s in states},
        "towns": frozenset(towns),
        "ports": frozenset(ports),
        "port_zone": features.port_zone,
        "ports_of_zone": {
            zone: tuple(p for p in ports if features.port_zone[p] == zone) for zone in SEA_ZONES
        },
        "fortresses": {i: h.fortress for i, h in hexes.items() if h.fortress},
        "union_sources": frozenset(i for i, h in hexes.items() if h.supply_source),
        "critical_centres": features.critical_centres,
        "critical_ports": features.critical_ports,
        "recruitment_groups": features.recruitment_groups,
    }


@rule("3.1.1/1", "3.1.1/2", "3.1.1/3", "3.1.1/5", "3.1.1/7", "3.1.1/8", "7.1/1")
def _control(features: Features) -> dict[str, Any]:
    """Who holds what before the set-up: states, fortresses, rails; Kentucky and Missouri are nobody's."""
    home = {i: STATE_SIDE[h.state] for i, h in features.hexes.items() if h.state in STATE_SIDE}
    home |= features.fortresses
    kentucky = frozenset(i for i, h in features.hexes.items() if h.state == KENTUCKY)
    missouri = frozenset(i for i, h in features.hexes.items() if h.state in MISSOURI_AREA)
    return {
        "kentucky": kentucky,
        "kentucky_inner_sides": frozenset(
            key
            for key, side in features.hexsides.items()
            if not kentucky.isdisjoint(side.hexes) and PERIMETER_RIVERS.isdisjoint(side.rivers)
        ),
        "missouri_area": missouri,
        "home_sides": home,
        "rail_home_sides": home | dict.fromkeys(missouri, UNION),
    }
