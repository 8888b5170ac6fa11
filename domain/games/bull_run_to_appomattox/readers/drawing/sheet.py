"""The printed map: one drawing with nothing of a game on it, and the same as data (`docs/map.md`).

Layers are groups with a class, from the sea up to the names. Colours are custom properties, light or dark.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import (
    BRIDGE,
    DATA,
    NO_BRIDGE,
    Edge,
    Zone,
    seas,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import (
    courses,
    edge_at,
    fort_at,
    middle,
    outline,
    places,
    polygons,
    rails,
    shapes,
    size,
    town,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.names import names
from ironclad.domain.kernel.drawing.outlines import Ring
from ironclad.domain.kernel.drawing.svg import Layer, lettered, line, lines, map_sheet, path, rings
from ironclad.domain.kernel.engine.records import PrintedMap

PENTAGON = "M0,-11L10.5,-3.4 6.5,9H-6.5L-10.5,-3.4Z"


@cache
def printed_map() -> PrintedMap:
    """The map, drawn once and as data."""
    return PrintedMap(_svg(), _document())


def _svg() -> str:
    width, height = size()
    layers: tuple[Layer, ...] = (
        ("wm-ground", (f'<rect class="sea" width="{width}" height="{height}"/>', *_ground())),
        ("wm-states", _states()),
        ("wm-water", _rivers()),
        ("wm-borders", _borders()),
        ("wm-ways", _rails()),
        ("wm-ways", _bridges()),
        ("wm-marks", _towns()),
        ("wm-names", lettered(names())),
    )
    style = (DATA / "map.css").read_text(encoding="utf-8")
    return map_sheet("Map of From Bull Run to Appomattox", (width, height), style, layers)


def _area(role: str, place: str) -> str:
    return path(role, rings(polygons(place)))


# -- ground and water


def _ground() -> Iterator[str]:
    """Land beyond the map, sea zones, zones by terrain, mountain areas, in this order."""
    for each in shapes()["background"]:
        yield path("beyond", rings(each["polygons"]))
    for place, kind in places().items():
        if kind == "sea":
            yield _area("blockade" if seas()[place].blockade else "open", place)
        elif kind in ("zone", "bank"):
            yield _area(f"zone {board().zones[board().zone_of[place]].terrain}", place)
        else:
            yield _area("wild", place)


def _states() -> Iterator[str]:
    for each in shapes()["states"]:
        yield path("state", rings(each["outline"]))


def _rivers() -> Iterator[str]:
    for each in shapes()["rivers"]:
        role = f"river class{each['class']}"
        yield path(role, lines(each["polylines"]))


def _borders() -> Iterator[str]:
    """Rivers that bar a border, those with a bridge, and ridges where two zones do not join."""
    for edge in board().edges.values():
        if _crosses_river(edge):
            role = "barred" if edge.river == NO_BRIDGE else "bridged"
            yield path(role, lines(courses(edge.id)))
    for zone in board().divided:
        yield path("bridged", line(shapes()["zones"][zone]["line"]))
    for each in shapes()["barriers"]:
        yield path("ridge", lines(each["line"]))


def _crosses_river(edge: Edge) -> bool:
    return edge.river in (BRIDGE, NO_BRIDGE)


# -- ways


def _rails() -> Iterator[str]:
    """Railroads from city to city, in the colour of the side that alone may ride there."""
    for edge in board().edges.values():
        if edge.rail:
            side = next(iter(edge.rail_sides)) if len(edge.rail_sides) == 1 else "both"
            yield path("rail", line(rails(edge.id)))
            yield path(f"ties {side}", line(rails(edge.id)))


def _bridges() -> Iterator[str]:
    bridged = [edge.id for edge in board().edges.values() if edge.river == BRIDGE]
    for name in (*bridged, *(zone for zone, each in board().divided.items() if each.bridge)):
        x, y = edge_at(name)
        yield (
            f'<g class="bridge" transform="translate({x:g} {y:g})"><circle r="7"/>'
            f'<path d="M-5,-3.4Q0,-1 5,-3.4M-5,3.4Q0,1 5,3.4"/></g>'
        )


# -- cities and names


def _towns() -> Iterator[str]:
    for zone in board().zones.values():
        x, y = town(zone.id)
        at = f'transform="translate({x:g} {y:g})"'
        if zone.fort_side:
            left, top = fort_at(zone.id)
            beside = f'transform="translate({left:g} {top:g})"'
            yield f'<path class="fort {zone.fort_side}" {beside} d="{PENTAGON}"/>'
        if zone.site:
            yield f'<path class="site" {at} d="M0,-11L11,0 0,11 -11,0Z"/>'
        if zone.city:
            yield _city(zone, at)


def _city(zone: Zone, at: str) -> str:
    """A city with its value: a square for a major one; double-rimmed where it is a port."""
    role = f"city {zone.owner or 'nobody'}{' port' if zone.port or zone.river_port else ''}"
    face = '<rect x="-8" y="-8" width="16" height="16"/>' if zone.major else '<circle r="7.2"/>'
    return f'<g class="{role}" {at}>{face}<text y="3.6">{zone.value}</text></g>'


# -- as data


def _document() -> dict[str, Any]:
    width, height = size()
    return {
        "width": width,
        "height": height,
        "areas": [_place(place, kind) for place, kind in places().items()],
        "sides": list(_sides()),
        "zones": [],
        "terms": TERMS,
    }


def _place(place: str, kind: str) -> dict[str, Any]:
    """A place of the board as data: what is printed in it, for the place's panel."""
    x, y = middle(place)
    about: dict[str, Any] = {
        "id": place,
        "name": board().names[place],
        "x": x,
        "y": y,
        "polygon": _corners(outline(place)),
    }
    if kind == "sea":
        return about | {"terrain": "sea"} | ({"blockade": True} if seas()[place].blockade else {})
    if kind == "mountain":
        return about | {"terrain": "wild"}
    zone = board().zones[board().zone_of[place]]
    about |= {"terrain": zone.terrain}
    return about | (_printed(zone) if board().city_spot(place) else {})


def _corners(ring: Ring) -> list[list[float]]:
    return [[x, y] for x, y in ring]


def _printed(zone: Zone) -> dict[str, Any]:
    """What is printed in a zone, on the bank that has the city."""
    about = {
        "city": ("major" if zone.major else "minor") if zone.city else "",
        "city_name": zone.city,
        "value": zone.value,
        "owner": zone.owner,
        "port": zone.port,
        "river_port": zone.river_port,
        "site": zone.site_name,
        "fort": zone.fort_name,
        "rail_side": zone.rail_side,
    }
    return {name: value for name, value in about.items() if value}


def _sides() -> Iterator[dict[str, Any]]:
    """Borders between places: the two ids in order, and what lies between them."""
    found: dict[str, dict[str, Any]] = {}
    for steps in board().steps.values():
        for step in steps:
            edge = board().edges[step.edge]
            kind = {NO_BRIDGE: "river", BRIDGE: "bridge"}.get(step.river, "land")
            about = {"kind": kind, "river": edge.river_name, "rail": edge.rail}
            _between(found, step.start, step.end, about)
    for each in board().divided.values():
        kind = "bridge" if each.bridge else "river"
        _between(found, *each.banks, {"kind": kind, "river": each.river})
    for start, wild in board().wild.items():
        for step in wild:
            _between(found, start, step.end, {"kind": "wild"})
    for sea in seas().values():
        for other in (*sea.adjacent, *map(board().place_spot, sea.ports)):
            _between(found, sea.id, other, {"kind": "water"})
    yield from found.values()


def _between(found: dict[str, dict[str, Any]], one: str, other: str, about: dict[str, Any]) -> None:
    id = "-".join(sorted((one, other)))
    found.setdefault(id, {"id": id, **{name: value for name, value in about.items() if value}})


TERMS = {
    "terrain": {
        "clear": {"label": "clear", "rules": ["1.1/2"]},
        "difficult": {"label": "difficult", "rules": ["7.3/1"]},
        "mountain": {"label": "mountains", "rules": ["6.1/11"]},
        "wild": {"label": "no railroads: raiders only", "rules": ["11/4"]},
        "sea": {"label": "sea zone", "rules": ["6.2/2"]},
    },
    "places": {
        "major": {"label": "major city", "rules": ["9/6"]},
        "minor": {"label": "city", "rules": ["9/6"]},
        "port": {"label": "sea port", "rules": ["6.2/2"]},
        "river_port": {"label": "river port", "rules": ["6.2/3"]},
        "site": {"label": "historical site", "rules": ["14/5"]},
        "fort": {"label": "fort", "rules": ["12.1/1"]},
        "blockade": {"label": "may be blockaded", "rules": ["9.3/2"]},
    },
    "sides": {
        "land": {"label": "open border", "rules": ["1.1/1"]},
        "river": {"label": "river", "rules": ["13/1"]},
        "bridge": {"label": "river with a bridge", "rules": ["13/2"]},
        "wild": {"label": "ridge or far bank: raiders only", "rules": ["11/4"]},
        "water": {"label": "open to the sea", "rules": ["6.2/2"]},
    },
    "features": {"rail": {"label": "railroad", "rules": ["6.3/1"]}},
}
"""What each word of the data means, with clauses."""
