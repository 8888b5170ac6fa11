"""What may be laid over the map: control, lines that trains may use, where ships may land, income."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import (
    MISSISSIPPI,
    ST_LAWRENCE,
    SYSTEMS,
    Space,
)
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of, town, track
from ironclad.domain.games.eagle_variant.readers.labels import army_name
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import barred
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.rivers import river_ways
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of, shares_of
from ironclad.domain.kernel.drawing.scene import Area, Line, Overlay, Spot

View = dict[str, Any]
SYSTEM_ROLES = {MISSISSIPPI: "mississippi", ST_LAWRENCE: "st-lawrence"}


def _told(overlay: Overlay) -> View:
    document: View = msgspec.json.decode(msgspec.json.encode(overlay))
    return document


def control_overlay(position: Position) -> View:
    """Spaces by who controls them (the-board/8 to /10); those that are closed to all, and that have left."""
    spaces = position.board.spaces
    areas = [
        Area(f"held {side}", tuple(place_of(each) for each in spaces if controller(position, each) == side))
        for side in SIDES
    ]
    shut = tuple(place_of(each) for each in spaces if closed(position, each))
    left = tuple(place_of(each.id) for each in spaces.values() if each.state in position.seceded)
    areas += [
        Area("held closed", shut, 1.0, "closed to both sides"),
        Area("held seceded", left, 0.9, "has left the CSA"),
    ]
    return _told(Overlay(tuple(each for each in areas if each.places)))


def rails_overlay(position: Position) -> View:
    """Railroads by whose trains may pass all of them now, cities at both ends included (rail-movement/1)."""
    runs: dict[str, list[tuple[tuple[float, float], ...]]] = {each: [] for each in (*SIDES, "both", "cut")}
    shut = {side: {space for space in _on_lines(position) if barred(position, space, side)} for side in SIDES}
    for each in position.board.railroads:
        may = [side for side in SIDES if shut[side].isdisjoint((each.a, *each.regions, each.b))]
        runs["cut" if not may else "both" if len(may) > 1 else may[0]].append(track(each.a, each.b))
    return _told(
        Overlay(lines=tuple(Line(f"rails {side}", tuple(found)) for side, found in runs.items() if found))
    )


def _on_lines(position: Position) -> set[str]:
    """Every space that a line passes, cities included."""
    return {*position.board.on_rails, *(id for id, lines in position.board.lines_of.items() if lines)}


def water_overlay(position: Position) -> View:
    """Where each side's boats may land on the rivers from a port that it controls; ports by their side."""
    areas: list[Area] = []
    for system in SYSTEMS if position.has("rivers") else ():
        for side in SIDES:
            found = _banks(position, system, side)
            title = f"{army_name(side)} lands here on the {system}"
            if found:
                areas.append(Area(f"boats {side} {SYSTEM_ROLES[system]}", found, 0.96, title))
    rivers = position.has("rivers")
    ports = (city for city in position.board.cities if city.port or (city.river_port and rivers))
    spots = tuple(_harbour(position, city) for city in ports)
    return _told(Overlay(tuple(areas), (), spots))


def _banks(position: Position, system: str, side: str) -> tuple[str, ...]:
    found: set[str] = set()
    for city in position.board.cities:
        if city.river_port == system and controller(position, city.id) == side:
            found.update(river_ways(position, system, city.id, side))
    return tuple(place_of(space) for space in position.board.spaces if space in found)


def _harbour(position: Position, city: Space) -> Spot:
    kinds = ["port"] if city.port else []
    kinds += [f"river port, {city.river_port}"] if city.river_port else []
    (x, y), side = town(city.id), controller(position, city.id)
    title = f"{city.name}: {', '.join(kinds)}, of {army_name(side)}"
    label = "P" if city.port else "R"
    return Spot(f"harbour {side or 'nobody'}", round(x - 15, 1), round(y + 15, 1), 7, label, title)


def income_overlay(position: Position) -> View:
    """What each city would pay now, and to which nation (unit-production-and-placement)."""
    paid = {
        share.name: (nation, share.points)
        for side in SIDES
        for nation in nations_of(position, side)
        for share in shares_of(position, nation)
    }
    return _told(
        Overlay(spots=tuple(_worth(city.id, *paid.get(city.id, ("", 0))) for city in position.board.cities))
    )


def _worth(city: str, nation: str, points: int) -> Spot:
    x, y = town(city)
    role = f"worth {'csa' if nation in ('britain', 'france') else nation or 'lost'}"
    title = f"{name_of(city)}: {points} PP to {army_name(nation)}"
    return Spot(role, round(x + 16, 1), round(y - 16, 1), r=9, label=str(points), title=title)


OVERLAYS: Mapping[str, Callable[[Position], View]] = {
    "overlay_control": control_overlay,
    "overlay_rails": rails_overlay,
    "overlay_water": water_overlay,
    "overlay_income": income_overlay,
}
"""By the name of the view that gives it."""
