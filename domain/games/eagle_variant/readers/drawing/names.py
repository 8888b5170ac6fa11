"""Where the names of the map are printed: in their places, and where they cover others least."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from ironclad.domain.games.eagle_variant.board.map_files import cities, regions
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import middle, town
from ironclad.domain.kernel.drawing.lettering import Lettering, Name, Spot, Wanted, around
from ironclad.domain.kernel.drawing.outlines import Point

SIZES = {"city": 14.0, "city major": 16.0, "region": 12.5, "sea": 24.0}
"""The height of letters, as `map.css` has it."""
LETTERING = Lettering(SIZES, far_sizes={"city": 21.0, "city major": 27.0, "sea": 34.0}, hangs=0.4, width=0.57)
MAJOR = 10  # PP from which a city's name is large
CIRCLE, COUNTER = 19.0, 15.0  # half of a city's circle, of a counter
GROWN = 1.5  # times that counters are as large where the whole map is seen
SEA = ("Atlantic Ocean", (1985.0, 1335.0)), ("Gulf of Mexico", (1010.0, 1745.0))


@cache
def names() -> tuple[Name, ...]:
    """Every name, in the order in which they are placed."""
    taken = [around(town(city), CIRCLE) for city in cities()]
    taken += [around(middle(region), COUNTER) for region in regions()]
    pieces = [around(middle(place), COUNTER * GROWN) for place in (*regions(), *cities())]
    found = LETTERING.placed(_wanted(), taken, pieces)
    return tuple(replace(each, x=round(each.x, 1), y=round(each.y, 1)) for each in found)


def _wanted() -> Iterator[Wanted]:
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
