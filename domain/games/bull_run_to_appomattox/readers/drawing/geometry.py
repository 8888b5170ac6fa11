"""Where the places of the map lie on its sheet, in the sheet's units: x to the east and y to the south.

A place of the board is what a page can point at: a zone, the bank of a divided zone, a sea zone, a mountain
area. The shapes are ours (`data/shapes.json`).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from json import loads
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import DATA, mountains, seas
from ironclad.domain.kernel.drawing.outlines import Point, Ring, one_outline
from ironclad.domain.kernel.engine.citations import cite

Document = dict[str, Any]

cite(__name__, "1.1/1", where="data/shapes.json")


@cache
def shapes() -> Mapping[str, Any]:
    """The file of shapes as it is."""
    document: Mapping[str, Any] = loads((DATA / "shapes.json").read_text(encoding="utf-8"))
    return document


def size() -> tuple[int, int]:
    """Width and height of the sheet."""
    _, _, width, height = shapes()["viewbox"]
    return width, height


@cache
def places() -> dict[str, str]:
    """The kind of every place of the board by id, those first that others lie upon: "sea", "zone", "bank",
    "mountain".
    """
    found = dict.fromkeys(seas(), "sea")
    for zone in board().zones:
        banks = board().spots_of(zone)
        found |= dict.fromkeys(banks, "bank" if len(banks) > 1 else "zone")
    return found | dict.fromkeys(mountains(), "mountain")


@cache
def polygons(place: str) -> tuple[tuple[Ring, ...], ...]:
    """The polygons of a place, each with its outer ring and its holes."""
    found: list[list[list[Point]]] = _record(place)["polygons"]
    return tuple(tuple(tuple((x, y) for x, y in ring) for ring in polygon) for polygon in found)


@cache
def middle(place: str) -> Point:
    """The point of a place's counters; of a zone that is divided, that of the bank with the city."""
    if place in board().divided:
        return middle(board().place_spot(place))
    record = _record(place)
    x, y = record["anchor" if "anchor" in record else "label"]
    return x, y


def _record(place: str) -> Document:
    """What the file has of a place. Raises KeyError for an unknown one."""
    zone = board().zone_of.get(place, place)
    for table in ("zones", "sea_zones", "mountains"):
        if (found := shapes()[table].get(zone)) is not None:
            record: Document = found if zone == place else found["banks"][place]
            return record
    raise KeyError(place)


@cache
def berth(place: str) -> Point:
    """Where fleets lie: in the middle of a sea zone, above the city of a port or river port."""
    if place in seas():
        return middle(place)
    x, y = town(place)
    return x, y - 13


def town(zone: str) -> Point:
    """Where a zone's city, site or fort is drawn."""
    record = shapes()["zones"][zone]
    x, y = record.get("city", record["place"])
    return x, y


def fort_at(zone: str) -> Point:
    """Where a zone's fort is drawn: beside the city, so that both can be seen."""
    x, y = town(zone)
    return x - 17, y - 9


def edge_at(edge: str) -> Point:
    """Where the mark of a border is drawn; of a divided zone, that of its bridge."""
    if edge in board().divided:
        x, y = shapes()["zones"][edge]["bridge"]
    else:
        x, y = shapes()["borders"][edge]["at"]
    return x, y


def courses(edge: str) -> Iterator[Ring]:
    """The lines of a border that two zones have in common."""
    for run in shapes()["borders"][edge].get("line", ()):
        yield tuple((x, y) for x, y in run)


def rails(edge: str) -> Ring:
    """The railroad over a border from city to city; empty where there is none."""
    return tuple((x, y) for x, y in shapes()["borders"][edge].get("rail", ()))


@cache
def outline(place: str) -> Ring:
    """A place as one closed line: its polygons, joined where they come nearest to each other.

    Holes and the smallest islands are left out (`one_outline`).
    """
    return one_outline(polygon[0] for polygon in polygons(place))
