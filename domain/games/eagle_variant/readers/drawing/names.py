"""Where the names of the map are printed: in their places, and where they cover others least."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.eagle_variant.board.map_files import cities, regions
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import middle, town
from ironclad.domain.kernel.drawing.outlines import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom
SIZES = {"city": 14.0, "city major": 16.0, "region": 12.5, "sea": 24.0}
"""The height of letters, as `map.css` has it."""
FAR_SIZES = {"city": 21.0, "city major": 27.0, "sea": 34.0}
"""Where the whole map is seen; other names are hidden there."""
MAJOR = 10  # PP from which a city's name is large
CIRCLE, COUNTER = 19.0, 15.0  # half of a city's circle, of a counter
GROWN = 1.5  # times that counters are as large where the whole map is seen
HANGS = 0.4  # of its height, by which a name below its place is lower there
SEA = ("Atlantic Ocean", (1985.0, 1335.0)), ("Gulf of Mexico", (1010.0, 1745.0))


Spot = tuple[float, float, str]
"""A point of a name's base line, and on which side of its place: larger letters grow away from it."""


@dataclass(frozen=True)
class Name:
    """A name at a point of its base line: its middle, or its end towards its place. `crowded`: it is left out
    where the whole map is seen, since it would cover another there.
    """

    role: str
    text: str
    x: float
    y: float
    side: str
    crowded: bool = False


@cache
def names() -> tuple[Name, ...]:
    """Every name, in the order in which they are placed."""
    taken = [_around(town(city), CIRCLE) for city in cities()]
    taken += [_around(middle(region), COUNTER) for region in regions()]
    pieces = [_around(middle(place), COUNTER * GROWN) for place in (*regions(), *cities())]
    found, far = list[Name](), list[Box]()
    for role, text, spots in _wanted():
        size = FAR_SIZES.get(role, 0.0)

        def hides(spot: Spot, role: str = role, text: str = text, size: float = size) -> float:
            near = sum(_shared(_box(role, text, spot), box) for box in taken)
            return near + (sum(_shared(_far_box(role, text, spot), box) for box in pieces) if size else 0.0)

        x, y, side = at = min(spots, key=hides)
        taken.append(_box(role, text, at))
        crowded = False
        if size:
            seen = _far_box(role, text, at)
            crowded = any(_shared(seen, box) for box in far)
            far += [] if crowded else [seen]
        found.append(Name(role, text, round(x, 1), round(y, 1), side, crowded))
    return tuple(found)


def _wanted() -> Iterator[tuple[str, str, tuple[Spot, ...]]]:
    """Each name with the points where it may be, the usual one first; what matters most comes first."""
    for text, at in SEA:
        yield "sea", text, ((*at, ""),)
    for city in sorted(cities().values(), key=lambda each: (-each.points, each.id)):
        role = "city major" if city.points >= MAJOR else "city"
        yield role, city.name, _about(town(city.id), role, CIRCLE)
    for region in regions().values():
        yield "region", region.name, _about(middle(region.id), "region", COUNTER)


def _about(at: Point, role: str, room: float) -> tuple[Spot, ...]:
    """Below, above, to the right and to the left of a point, and farther below and above."""
    x, y = at
    size = SIZES[role]
    right, left, beside = x + room + 3, x - room - 3, y + size * 0.35
    return (
        (x, y + room + size, "below"),
        (x, y - room - 4, "above"),
        (right, beside, "right"),
        (left, beside, "left"),
        (x, y + room + 2 * size + 1, "below"),
        (x, y - room - size - 5, "above"),
        (right, beside + size, "right"),
        (left, beside + size, "left"),
        (right, beside - size, "right"),
        (left, beside - size, "left"),
    )


def _width(text: str, size: float) -> float:
    return 0.57 * size * len(text)


def _box(role: str, text: str, at: Spot, size: float = 0.0) -> Box:
    size = size or SIZES[role]
    (x, y, side), wide = at, _width(text, size)
    left = x - {"right": 0.0, "left": 1.0}.get(side, 0.5) * wide
    return left, y - size * 0.8, left + wide, y + size * 0.25


def _far_box(role: str, text: str, at: Spot) -> Box:
    """Its box where the whole map is seen: letters are larger, and lower if it is below its place."""
    x, y, side = at
    size = FAR_SIZES[role]
    return _box(role, text, (x, y + (HANGS * size if side == "below" else 0.0), side), size)


def _around(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
