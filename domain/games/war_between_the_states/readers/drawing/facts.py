"""Everything printed on the map as data, in the units of its drawing (`docs/map.md`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.board.features import GRID, Hex, Side
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import RADIUS, middle, size, tenth
from ironclad.domain.games.war_between_the_states.readers.drawing.names import STATES

TERMS: Mapping[str, Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "terrain": {
        "clear": ("Clear", ("6.11/3",)),
        "forest": ("Forest", ("6.11/3",)),
        "swamp": ("Swamp", ("6.11/3",)),
        "rough": ("Rough", ("6.11/3", "8.43/1")),
        "lake": ("Lake", ("7.0/2",)),
        "sea": ("Open sea", ("7.0/2",)),
    },
    "sides": {
        "plain": ("Land", ()),
        "minor": ("Minor river", ("6.11/3", "9.1/1")),
        "variant": ("River of a variant", ("7.6/1",)),
        "navigable": ("Navigable river", ("6.11/3", "9.1/1")),
        "tidal": ("Tidal river", ("6.12/1", "8.42/1")),
        "estuary": ("Estuary", ("6.12/1", "7.13/1")),
        "coast": ("Coast", ("7.0/2",)),
    },
    "features": {
        "bridge": ("Bridge", ("6.6/1",)),
        "ferry": ("Ferry", ("6.11/4",)),
        "rail_ferry": ("Rail ferry", ("6.54/2",)),
        "ridge": ("Ridge: by road or railroad alone", ("6.12/3",)),
    },
    "lines": {
        "rail": ("Railroad", ("6.54/1",)),
        "unfinished": ("Unfinished railroad", ("R.2/8",)),
        "road": ("Road", ("6.6/1",)),
    },
    "places": {
        "city": ("City", ("8.43/3",)),
        "town": ("Town", ("8.43/3",)),
        "dot": ("Place without effect", ("6.11/5",)),
        "landmark": ("Landmark", ("6.11/5",)),
        "supply": ("Supply city of the Confederate", ("E.2/1",)),
        "seaport": ("Seaport of the Confederate", ("R.9/1",)),
        "department": ("Military department", ("R.8/1",)),
        "territory": ("Printed colour", ("3.23/2",)),
        "coastal": ("Coastal hex", ("7.0/2",)),
        "aliases": ("Also printed", ("3.11/2",)),
    },
}
"""What each word of the data means, with clauses."""


def facts() -> dict[str, Any]:
    """The document: hexes of land and sea, hexsides with water or a ridge, lines, states, terms.

    A hex's `aliases` are the ids that other sheets print for it. A hexside is "aaaaa-bbbbb", midway between
    the two middles. What a hex or a hexside has not is left out.
    """
    width, height = size()
    the_map = load_map()
    return {
        "width": width,
        "height": height,
        "radius": RADIUS,
        "hexes": [*map(_hex, the_map.hexes.values()), *map(_sea, the_map.features.ocean.items())],
        "sides": [_side(side) for side in the_map.features.sides.values() if _told(side)],
        "lines": list(_lines()),
        "zones": [],
        "sheets": list(_sheets()),
        "states": STATES,
        "terms": {
            group: {kind: {"label": label, "rules": list(rules)} for kind, (label, rules) in kinds.items()}
            for group, kinds in TERMS.items()
        },
    }


def _sheets() -> Iterator[dict[str, Any]]:
    """The printed sheets, the western ones first, with the rectangle of each on the drawing."""
    for sheet in sorted(GRID.sheets, key=lambda sheet: (sheet.across, sheet.down)):
        (x, y), (u, v) = (
            middle(GRID.canonical(f"{sheet.name}{column:02d}{row:02d}"))
            for column, row in ((1, 1), (sheet.columns, sheet.rows))
        )
        left, top = tenth(x - RADIUS), tenth(y - RADIUS)
        yield {
            "name": sheet.name,
            "x": left,
            "y": top,
            "width": tenth(u + RADIUS - left),
            "height": tenth(v + RADIUS - top),
        }


def _present(found: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty."""
    return {name: value for name, value in found.items() if value}


def _at(id: str) -> dict[str, Any]:
    x, y = middle(id)
    return {"id": id, "x": x, "y": y} | _present({"aliases": ", ".join(GRID.aliases(id))})


def _sea(entry: tuple[str, str]) -> dict[str, Any]:
    id, sea = entry
    return {**_at(id), "terrain": "sea", "sea": sea}


def _hex(here: Hex) -> dict[str, Any]:
    places = load_map().places_at.get(here.id, ())
    largest = next((size for size in TERMS["places"] if any(place.size == size for place in places)), "")
    return {**_at(here.id), "terrain": here.terrain, "state": here.state} | _present(
        {
            "name": places[0].name if places else "",
            "names": [place.name for place in places] if len(places) > 1 else None,
            "place": largest,
            "supply": any(place.supply for place in places),
            "seaport": any(place.seaport for place in places),
            "department": next((place.department for place in places if place.department), ""),
            "territory": here.territory if here.territory != "none" else "nobody",
            "coastal": here.sea,
        }
    )


def _told(side: Side) -> bool:
    return bool(side.kind or side.ridge or side.rail_ferry)


def _side(side: Side) -> dict[str, Any]:
    return {"id": side.key, "kind": side.kind or "plain"} | _present(
        {
            "waters": ", ".join(side.waters),
            "bridge": side.crossing == "bridge",
            "ferry": side.crossing == "ferry",
            "rail_ferry": side.rail_ferry,
            "ridge": side.ridge,
        }
    )


def _lines() -> Iterator[dict[str, Any]]:
    features = load_map().features
    for each in features.railroads:
        status = "built" if each.built else "unfinished"
        yield {"kind": "rail", "name": each.name, "status": status, "hexes": list(each.hexes)}
    for name, hexes in features.roads.items():
        yield {"kind": "road", "name": name, "status": "built", "hexes": list(hexes)}
