"""The names on the printed map, each where it covers as little as possible of what is printed before it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import Zone, seas
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import (
    fort_at,
    middle,
    places,
    town,
)
from ironclad.domain.kernel.drawing.outlines import Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

SIZES = {"city": 11.5, "city major": 13.5, "site": 10.5, "zone": 11.0, "wild": 11.0, "sea": 17.0}
"""The height of letters, as `map.css` has it."""
FAR_SIZES = {"city": 19.0, "city major": 25.0, "sea": 26.0}
"""Where the whole map is seen; other names are hidden there."""
LETTER = {"city major": 0.62, "zone": 0.62}
"""The width of a letter, as a part of its height; 0.55 for others."""
COUNTER, MARK, FORT = 15.0, 7.5, 13.0  # half a counter's side, half of a city's or a site's, of a fort's
GROWN = 1.5  # times that pieces are as large where the whole map is seen
HANGS = 0.55  # of its height, by which a name below its place is lower there

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
    taken, pieces = list(_taken(1.0)), list(_taken(GROWN))
    found, far = list[Name](), list[Box]()
    for role, text, spots in _wanted():
        size = FAR_SIZES.get(role, 0.0)

        def hides(spot: Spot, role: str = role, text: str = text, size: float = size) -> float:
            near = sum(_shared(_box(role, text, spot), box) for box in taken)
            return near + (sum(_shared(_far_box(role, text, spot), box) for box in pieces) if size else 0.0)

        at = min(spots, key=hides)
        taken.append(_box(role, text, at))
        crowded = False
        if size:
            seen = _far_box(role, text, at)
            crowded = any(_shared(seen, box) for box in far)
            far += [] if crowded else [seen]
        found.append(Name(role, text, *at, crowded))
    return tuple(found)


def _taken(grown: float) -> Iterator[Box]:
    """What names keep clear of: forces, cities, sites, forts; pieces are so many times as large."""
    zones = board().zones.values()
    yield from (_around(middle(place), COUNTER * grown) for place in places())
    yield from (_around(town(zone.id), MARK) for zone in zones if zone.city or zone.site_name)
    yield from (_around(fort_at(zone.id), FORT * grown) for zone in zones if zone.fort_side)


def _wanted() -> Iterator[tuple[str, str, tuple[Spot, ...]]]:
    """Each name with the points where it may be, the usual one first; what matters most comes first."""
    zones = sorted(board().zones.values(), key=lambda zone: (not zone.major, -zone.value, zone.id))
    for zone in zones:
        if zone.city:
            role = "city major" if zone.major else "city"
            yield role, zone.city, _about(town(zone.id), role, 17.0, MARK)
    for sea in seas().values():
        x, y = middle(sea.id)
        yield "sea", f"{sea.name}{' (B)' if sea.blockade else ''}", ((x, y + 34, ""),)
    for zone in zones:
        if zone.site_name and not zone.city:
            yield "site", zone.site_name, _about(town(zone.id), "site", 19.0, MARK + 3)
    for zone in zones:
        if text := zone_name(zone):
            yield "zone", text, _about(middle(zone.id), "zone", 37.0, COUNTER + 2)
    for place, kind in places().items():
        if kind == "mountain":
            x, y = middle(place)
            yield "wild", board().names[place], tuple((x, y + by, "") for by in (0, 16, -16, 32))


def zone_name(zone: Zone) -> str:
    """What a zone's name says beyond the city or the site that is printed in it; "" for nothing."""
    printed = (zone.city, zone.site_name)
    bare, _, more = zone.name.partition(" (")
    parts = [each for each in bare.split(" / ") if not any(each and each in known for known in printed)]
    rest = " / ".join(parts)
    if not parts and more:
        return more.removesuffix(")")
    if zone.city and rest.removeprefix(zone.city).strip() in ("", rest[-2:]):
        return ""
    return f"{rest} ({more}" if more else rest


def _about(at: Point, role: str, below: float, room: float) -> tuple[Spot, ...]:
    """Below, above, to the right and to the left of a point, and farther below and above."""
    x, y = at
    right, left = x + room + 2, x - room - 2
    line = SIZES[role]
    beside = y + line * 0.35
    return (
        (x, y + below, "below"),
        (x, y - room - 3, "above"),
        (right, beside, "right"),
        (left, beside, "left"),
        (x, y + below + line + 1, "below"),
        (x, y - room - line - 4, "above"),
        (right, beside + line, "right"),
        (left, beside + line, "left"),
    )


def _width(role: str, text: str, size: float) -> float:
    return LETTER.get(role, 0.55) * size * len(text)


def _box(role: str, text: str, at: Spot, size: float = 0.0) -> Box:
    size = size or SIZES[role]
    (x, y, side), wide = at, _width(role, text, size)
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
