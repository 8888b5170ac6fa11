"""The printed map: one drawing with nothing of a game on it, and the same as data (`docs/map.md`).

Layers are groups with a class, from the sea up to the names. Colours are custom properties, light or dark.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from ironclad.domain.games.eagle_variant.board.map import board
from ironclad.domain.games.eagle_variant.board.map_files import DATA, Space, borders
from ironclad.domain.games.eagle_variant.readers.drawing.battle_map import FRAME, TOP, boxes
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import (
    middle,
    outline,
    places,
    polygons,
    shapes,
    size,
    town,
    track,
)
from ironclad.domain.games.eagle_variant.readers.drawing.names import names
from ironclad.domain.kernel.drawing.svg import Layer, lettered, line, lines, map_sheet, path, rings
from ironclad.domain.kernel.engine.records import PrintedMap


@cache
def printed_map() -> PrintedMap:
    """The map, drawn once and as data."""
    return PrintedMap(_svg(), _document())


def _svg() -> str:
    width, height = size()
    layers: tuple[Layer, ...] = (
        ("wm-ground", (f'<rect class="sea" width="{width}" height="{height}"/>', *_ground())),
        ("wm-water", _rivers()),
        ("wm-borders", _crossings()),
        ("wm-ways", _rails()),
        ("wm-battle", _battle_map()),
        ("wm-marks", _towns()),
        ("wm-names", lettered(names())),
    )
    style = (DATA / "map.css").read_text(encoding="utf-8")
    return map_sheet("Map of the Eagle variant", (width, height), style, layers)


def _ground() -> Iterator[str]:
    """Land that is not in play, then regions in the colours of their borders (the-board/2)."""
    for each in shapes()["background"]:
        yield path(f"beyond {each['kind']}", rings(each["polygons"]))
    for space in board(True).spaces.values():
        if not space.city:
            yield path(f"region {space.side}", rings(polygons(space.id)))


def _rivers() -> Iterator[str]:
    for each in shapes()["rivers"]:
        yield path(f"river class{each['class']}", lines(each["polylines"]))


def _crossings() -> Iterator[str]:
    """Borders along a major river (rivers/1)."""
    for runs in shapes()["crossings"].values():
        yield path("crossing", lines(runs))


def _rails() -> Iterator[str]:
    for each in board(True).railroads:
        yield path("rail", line(track(each.a, each.b)))
        yield path("ties", line(track(each.a, each.b)))


def _battle_map() -> Iterator[str]:
    """The table of battles, empty."""
    left, top, width, height = FRAME
    yield f'<rect class="table" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="8"/>'
    yield f'<text class="title" x="{left + width / 2:g}" y="{top + TOP - 16:g}">Battle map</text>'
    for attacks, role in ((True, "attacker"), (False, "defender")):
        for box in dict.fromkeys(boxes(attacks).values()):
            yield (
                f'<rect class="box {role}" x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" '
                f'height="{box.height:g}" rx="4"/>'
            )
            y = box.y + 13 if attacks else box.y + box.height - 5
            yield f'<text class="box-name" x="{box.x + box.width / 2:g}" y="{y:g}">{role}: {box.name}</text>'


def _towns() -> Iterator[str]:
    for city in board(True).cities:
        x, y = town(city.id)
        role = f"city {city.side}{' port' if city.port else ''}{' river-port' if city.river_port else ''}"
        circle = f'<circle r="{shapes()["cities"][city.id]["r"]:g}"/>'
        worth = f'<circle class="worth" cx="16" cy="-16" r="8.5"/><text x="16" y="-12.2">{city.points}</text>'
        yield f'<g class="{role}" transform="translate({x:g} {y:g})">{circle}{worth}</g>'


# -- as data


def _document() -> dict[str, Any]:
    width, height = size()
    return {
        "width": width,
        "height": height,
        "areas": [_place(board(True).spaces[place]) for place in places()],
        "sides": list(_sides()),
        "zones": [],
        "terms": TERMS,
    }


def _place(space: Space) -> dict[str, Any]:
    """A place of the board as data: what is printed in it, for the place's panel."""
    x, y = middle(space.id)
    about: dict[str, Any] = {
        "id": space.id,
        "name": space.name,
        "x": x,
        "y": y,
        "polygon": [[px, py] for px, py in outline(space.id)],
        "colour": space.side,
        "in_state": space.state,
    }
    if space.city:
        about |= {"city": "city", "value": space.points, "river_port": space.river_port, "rail": space.rail}
    about["port" if space.city else "ocean"] = space.ocean
    return {name: value for name, value in about.items() if value not in ("", False)}


def _sides() -> Iterator[dict[str, Any]]:
    """Borders between places: the two ids in order, and what lies between them."""
    for (a, b), river in borders().items():
        yield _side(a, b, river)
    for city in board(True).cities:
        for region in city.regions:
            yield _side(city.id, region, "a major river" if region in city.across else "")


def _side(a: str, b: str, river: str) -> dict[str, Any]:
    kind = {"kind": "river", "river": river} if river else {"kind": "land"}
    return {"id": "-".join(sorted((a, b))), **kind}


TERMS = {
    "colours": {
        "usa": {"label": "home of the USA", "rules": ["the-board/2"]},
        "csa": {"label": "home of the CSA", "rules": ["the-board/2"]},
        "border": {"label": "border", "rules": ["the-board/2"]},
        "indian": {"label": "Indian Territory", "rules": ["movement-restrictions/4"]},
        "canada": {"label": "Canada", "rules": ["movement-restrictions/1"]},
        "mexico": {"label": "Mexico", "rules": ["movement-restrictions/1"]},
    },
    "places": {
        "state": {"label": "state", "rules": ["the-board/4"]},
        "city": {"label": "city", "rules": ["the-board/3"]},
        "port": {"label": "port", "rules": ["the-board/5"]},
        "river_port": {"label": "river port", "rules": ["rivers/8"]},
        "ocean": {"label": "open to the ocean", "rules": ["amphibious-movement/1"]},
    },
    "sides": {
        "land": {"label": "open border", "rules": ["movement-rounds/2"]},
        "river": {"label": "major river", "rules": ["rivers/1"]},
    },
    "features": {"rail": {"label": "railroad", "rules": ["rail-movement/9"]}},
}
"""What each word of the data means, with clauses."""
