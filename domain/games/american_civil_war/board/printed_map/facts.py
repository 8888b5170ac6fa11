"""Every fact printed on the map, as one document for pages that draw on it or describe it (2.1).

What a hex, a hexside or a line has not is left out of it. Coordinates are pixels of the drawing.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TERRAIN_COST
from ironclad.domain.games.american_civil_war.board.features import (
    GRID,
    SEA_ZONE_LINKS,
    SEA_ZONES,
    Hex,
    Hexside,
)
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import (
    RADIUS,
    SEA_NAMES,
    TURNED,
    centre,
    size,
)
from ironclad.domain.kernel.board.hexes import hexside

STATE_NAMES: Mapping[str, str] = {
    "AL": "Alabama",
    "AR": "Arkansas",
    "DC": "District of Columbia",
    "DE": "Delaware",
    "FL": "Florida",
    "GA": "Georgia",
    "IA": "Iowa",
    "IL": "Illinois",
    "IN": "Indiana",
    "KS": "Kansas",
    "KY": "Kentucky",
    "LA": "Louisiana",
    "MD": "Maryland",
    "MO": "Missouri",
    "MS": "Mississippi",
    "NC": "North Carolina",
    "NJ": "New Jersey",
    "OH": "Ohio",
    "PA": "Pennsylvania",
    "SC": "South Carolina",
    "TN": "Tennessee",
    "TX": "Texas",
    "VA": "Virginia",
}
LEGEND = (1478.0, 1296.0, 1962.0, 1598.0)  # pixels: its left, top, right and bottom, in open sea
# Kind to its label and the clauses that say what it does.
TERMS: Mapping[str, Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "terrain": {
        "clear": ("Clear", ("TEC/1",)),
        "rough": ("Rough", ("TEC/2", "6.3/1")),
        "swamp": ("Swamp", ("TEC/3", "6.2/3", "8.6/2")),
    },
    "sides": {
        "minor": ("Minor river", ("TEC/9", "6.3/1")),
        "seasonal": ("Seasonal river", ("13.3.2/1", "13.3.2/2", "6.2/2")),
        "navigable": ("Navigable river", ("TEC/10", "TEC/12", "6.2/2")),
        "tidal": ("Tidal river", ("TEC/11", "6.2/2")),
        "bay": ("Bay", ("2.1.1/2", "ERR/2", "TEC/11", "6.2/2")),
        "lake": ("Lake", ("TEC/10", "TEC/12", "6.2/2")),
        "sandbar": ("Sand bar", ("13.3.3/1",)),
    },
    "features": {
        "bridge": ("Bridge", ("13.3.5/1", "13.3.5/2", "TEC/13")),
        "ferry": ("Ferry", ("5.3.3/1", "5.3.3/2", "5.3.3/3", "TEC/14")),
        "levee": ("Levee", ("13.3.4/1", "5.3.8/1")),
        "loop": ("River loop", ("5.3.4/1", "13.3.1/1", "TEC/15")),
        "inlet": ("Inlet", ("13.3.3/2",)),
    },
    "lines": {
        "rail": ("Railroad", ("TEC/4", "5.3.2/2", "7.4/1")),
        "unfinished": ("Unfinished railroad", ("5.3.2/3", "7.5/1", "7.5/2")),
        "road": ("Road", ("TEC/5", "5.3.2/2")),
    },
    "places": {
        "critical": ("Critical supply centre", ("14.0/2", "8.3/1")),
        "supply_centre": ("Supply centre", ("8.3/2",)),
        "town": ("City or town", ("2.1/3", "TEC/8")),
        "port": ("Port", ("TEC/8", "13.1.1/3")),
        "recruitment": ("Recruitment city", ("4.2.1/1",)),
        "fortress": ("Fortress", ("11.0/1", "3.1.1/8", "TEC/7")),
        "source": ("Union supply source", ("8.2/1",)),
        "coastal": ("Coastal hex", ("2.1.1/3", "TEC/16")),
        "appalachia": ("Appalachia", ("15.4/1", "15.4/2", "15.4/3", "TEC/17")),
        "snow": ("North of the snow line", ("8.6/1", "8.6/4")),
    },
    "works": {
        "fort": ("Fort", ("11.0/1",)),
        "entrenchment": ("Entrenchment", ("12.0/1", "12.2/2")),
        "depots": ("Depots", ("8.4.2/2",)),
        "project": ("Construction", ("4.2.5/1",)),
        "break": ("Broken railroad", ("7.6/2", "7.6/3")),
        "usmrr": ("USMRR", ("7.7/1",)),
        "upgraded": ("Upgraded railroad", ("7.7.2/1",)),
    },
}
_COSTS = {"rail": TERRAIN_COST["railroad"], **TERRAIN_COST}


def facts() -> dict[str, Any]:
    """The document: grid, hexes, watercourse hexsides and sand bars, lines, sea zones, states, terms.

    `grid` numbers the hexes as `HexGrid` does. A hex's `name` is its city's, fortress's or landmark's; `city`
    is "critical", "supply_centre" or "town", `port` the sea zone that it serves, `fortress` who holds it at
    the start (3.1.1). A hexside is "aaaa-bbbb", the lower id first, and is midway between the two
    centres; its `zones` are those that a vessel can enter from it. `cost` of a term is in movement points:
    to enter the hex, along the line, or added for crossing the hexside.
    `legend` is where the drawing has its own.
    """
    width, height = size()
    left, top, right, bottom = LEGEND
    the_map = load_map()
    return {
        "width": round(width, 1),
        "height": round(height, 1),
        "radius": RADIUS,
        "grid": {
            "columns": GRID.columns,
            "rows": GRID.rows,
            "first_column": GRID.first_column,
            "first_row": GRID.first_row,
            "low_columns": GRID.low_columns,
        },
        "hexes": [_hex(here) for here in the_map.hexes.values()],
        "sides": [*map(_side, the_map.hexsides.values()), *_sandbars()],
        "lines": list(_lines()),
        "zones": [_zone(name) for name in SEA_ZONES],
        "states": {code: STATE_NAMES[code] for code in the_map.states},
        "legend": {"x": left, "y": top, "width": right - left, "height": bottom - top},
        "terms": {
            group: {kind: _term(kind, *told) for kind, told in kinds.items()}
            for group, kinds in TERMS.items()
        },
    }


def point(x: float, y: float) -> dict[str, float]:
    """A point of the drawing, to a tenth of a pixel."""
    return {"x": round(x, 1), "y": round(y, 1)}


def _present(found: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty."""
    return {name: value for name, value in found.items() if value}


def city_kind(here: Hex) -> str:
    """What its city counts for: "critical", "supply_centre" or "town", "" without one."""
    if not here.city:
        return ""
    if here.critical_value:
        return "critical"
    return "supply_centre" if here.supply_centre else "town"


def _hex(here: Hex) -> dict[str, Any]:
    the_map = load_map()
    name = here.city or here.fortress or next(iter(here.names), "")
    return {
        "id": here.id,
        **point(*centre(here.id)),
        "terrain": here.terrain,
        "state": here.state,
    } | _present(
        {
            "name": name,
            "names": list(here.names) if len(here.names) > 1 else None,
            "city": city_kind(here),
            "value": here.critical_value,
            "port": the_map.port_zone.get(here.id),
            "port_value": here.port_value,
            "fortress": the_map.home_sides.get(here.id) if here.fortress else None,
            "fortress_name": here.fortress if here.fortress != name else None,
            "recruitment": here.recruitment_group,
            "source": here.supply_source,
            "coastal": here.coastal,
            "zones": list(here.sea_zones),
            "appalachia": here.appalachia,
            "snow": here.north_of_snow_line,
        }
    )


def _side(side: Hexside) -> dict[str, Any]:
    zones = load_map().sea_exits.get(side.key, ())
    return {"id": side.key, "kind": side.kind, "name": side.name} | _present(
        {
            "rivers": list(side.rivers) if len(side.rivers) > 1 else None,
            "bridge": side.crossing_name if side.crossing == "bridge" else None,
            "ferry": side.crossing_name if side.crossing == "ferry" else None,
            "levee": side.levee,
            "loop": side.loop_hex,
            "zones": list(zones),
            "inlet": is_inlet(side.key),
        }
    )


def is_inlet(key: str) -> bool:
    """Whether a watercourse hexside meets the sea between sand bars alone (13.3.3)."""
    the_map = load_map()
    a, b = the_map.hexsides[key].hexes
    if not the_map.sea_exits.get(key):
        return False
    seas = [n for n in GRID.neighbours(a) if n in the_map.ocean and GRID.direction(b, n)]
    return all((land, sea) in the_map.sandbars for sea in seas for land in (a, b))


def _sandbars() -> Iterator[dict[str, Any]]:
    keys = {hexside(*pair) for pair in load_map().sandbars}
    yield from ({"id": key, "kind": "sandbar"} for key in sorted(keys))


def _lines() -> Iterator[dict[str, Any]]:
    the_map = load_map()
    for name, hexes in the_map.railroads.items():
        yield {"kind": "rail", "name": name, "status": "built", "hexes": list(hexes)}
    for name, line in the_map.unfinished.items():
        yield {"kind": "rail", "name": name, "status": "unfinished", "hexes": list(line.hexes)}
    for name, hexes in the_map.roads.items():
        yield {"kind": "road", "name": name, "status": "built", "hexes": list(hexes)}


def _zone(name: str) -> dict[str, Any]:
    """A sea zone: where its name stands, its hexes of the grid, and the zones next to it (13.1.1)."""
    hexes = [hex_id for hex_id, zone in load_map().ocean.items() if zone == name]
    turned = {"turned": True} if name == TURNED else {}
    return {
        "name": name,
        **point(*centre(SEA_NAMES[name])),
        **turned,
        "hexes": hexes,
        "next": list(SEA_ZONE_LINKS[name]),
    }


def _term(kind: str, label: str, rules: tuple[str, ...]) -> dict[str, Any]:
    return {"label": label, "rules": list(rules)} | ({"cost": _COSTS[kind]} if kind in _COSTS else {})
