"""Where the spaces of the map lie on its sheet, in the sheet's units: x to the east and y to the south.

A place of the board is what a page can point at: a region of the map with the rule of rivers, or a city. A
region that is one without that rule is shown in one of its parts. The shapes are ours (`data/shapes.json`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from json import loads
from math import cos, pi, sin
from typing import Any

from ironclad.domain.games.eagle_variant.board.map_files import DATA, cities, merged, regions
from ironclad.domain.kernel.drawing.outlines import Point, Ring, area, one_outline
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "the-board/2", "the-board/3", where="data/shapes.json")

CORNERS = 24  # of a city's circle


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
def places() -> tuple[str, ...]:
    """Every place of the board by id: regions first, since cities lie upon them."""
    return (*regions(), *cities())


@cache
def place_of(space: str) -> str:
    """The place of the board for a space: of a region of two parts, the one that has its counters."""
    if space not in merged():
        return space
    _, parts = merged()[space]
    return max(parts, key=lambda part: sum(area(ring) for ring, *_ in polygons(part)))


def spaces_at(place: str, spaces: Iterable[str]) -> tuple[str, ...]:
    """Those of some spaces that a place is, or is a part of."""
    return tuple(each for each in spaces if each == place or place in merged().get(each, ("", ()))[1])


@cache
def polygons(place: str) -> tuple[tuple[Ring, ...], ...]:
    """The polygons of a place, each with its outer ring and its holes."""
    if place in cities():
        (x, y), r = town(place), shapes()["cities"][place]["r"]
        turns = (2 * pi * number / CORNERS for number in range(CORNERS + 1))
        return ((tuple((round(x + r * cos(by), 1), round(y + r * sin(by), 1)) for by in turns),),)
    found: list[list[list[Point]]] = shapes()["regions"][place]["polygons"]
    return tuple(tuple(tuple((x, y) for x, y in ring) for ring in polygon) for polygon in found)


@cache
def middle(place: str) -> Point:
    """The point of a place's counters."""
    if place in cities():
        return town(place)
    x, y = shapes()["regions"][place]["anchor"]
    return x, y


def town(city: str) -> Point:
    """The middle of a city's circle."""
    x, y = shapes()["cities"][city]["point"]
    return x, y


def track(a: str, b: str) -> Ring:
    """The railroad between two cities, from the first to the second."""
    return tuple((x, y) for x, y in shapes()["rails"][f"{a}-{b}"])


@cache
def outline(place: str) -> Ring:
    """A place as one closed line: its polygons, joined where they come nearest to each other.

    Holes and the smallest islands are left out (`one_outline`).
    """
    return one_outline(polygon[0] for polygon in polygons(place))
