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


@dataclass(frozen=True)
class Name:
    """A name at a point, which is the middle of its base line. `crowded`: it is left out where the whole map
    is seen, since it would cover another there.
    """

    role: str
    text: str
    x: float
    y: float
    crowded: bool = False


@cache
def names() -> tuple[Name, ...]:
    """Every name, in the order in which they are placed."""
    taken = [_around(middle(place), COUNTER) for place in places()]
    taken += [_around(town(zone.id), MARK) for zone in board().zones.values() if zone.city or zone.site_name]
    taken += [_around(fort_at(zone.id), FORT) for zone in board().zones.values() if zone.fort_side]
    found, far = list[Name](), list[Box]()
    for role, text, spots in _wanted():
        at = min(spots, key=lambda spot: sum(_shared(_box(role, text, spot), box) for box in taken))
        taken.append(_box(role, text, at))
        crowded = False
        if size := FAR_SIZES.get(role):
            seen = _box(role, text, at, size)
            crowded = any(_shared(seen, box) for box in far)
            far += [] if crowded else [seen]
        found.append(Name(role, text, *at, crowded))
    return tuple(found)


def _wanted() -> Iterator[tuple[str, str, tuple[Point, ...]]]:
    """Each name with the points where it may be, the usual one first; what matters most comes first."""
    zones = sorted(board().zones.values(), key=lambda zone: (not zone.major, -zone.value, zone.id))
    for zone in zones:
        if zone.city:
            role = "city major" if zone.major else "city"
            yield role, zone.city, _about(town(zone.id), role, zone.city, 17.0, MARK)
    for sea in seas().values():
        x, y = middle(sea.id)
        yield "sea", f"{sea.name}{' (B)' if sea.blockade else ''}", ((x, y + 34),)
    for zone in zones:
        if zone.site_name and not zone.city:
            yield "site", zone.site_name, _about(town(zone.id), "site", zone.site_name, 19.0, MARK + 3)
    for zone in zones:
        if text := zone_name(zone):
            yield "zone", text, _about(middle(zone.id), "zone", text, 37.0, COUNTER + 2)
    for place, kind in places().items():
        if kind == "mountain":
            x, y = middle(place)
            yield "wild", board().names[place], ((x, y), (x, y + 16), (x, y - 16), (x, y + 32))


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


def _about(at: Point, role: str, text: str, below: float, room: float) -> tuple[Point, ...]:
    """Below, above, to the right and to the left of a point, and farther below and above."""
    x, y = at
    half = _width(role, text, SIZES[role]) / 2 + room + 2
    line = SIZES[role]
    beside = y + line * 0.35
    return (
        (x, y + below),
        (x, y - room - 3),
        (x + half, beside),
        (x - half, beside),
        (x, y + below + line + 1),
        (x, y - room - line - 4),
        (x + half, beside + line),
        (x - half, beside + line),
    )


def _width(role: str, text: str, size: float) -> float:
    return LETTER.get(role, 0.55) * size * len(text)


def _box(role: str, text: str, at: Point, size: float = 0.0) -> Box:
    size = size or SIZES[role]
    half = _width(role, text, size) / 2
    return at[0] - half, at[1] - size * 0.8, at[0] + half, at[1] + size * 0.25


def _around(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
