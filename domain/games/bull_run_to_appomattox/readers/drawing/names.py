"""The names on the printed map, each where it covers as little as possible of what is printed before it."""

from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import Zone, seas
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import (
    fort_at,
    middle,
    places,
    town,
)
from ironclad.domain.kernel.drawing.lettering import Box, Lettering, Name, Spot, Wanted, around
from ironclad.domain.kernel.drawing.outlines import Point

SIZES = {"city": 11.5, "city major": 13.5, "site": 10.5, "zone": 11.0, "wild": 11.0, "sea": 17.0}
"""The height of letters, as `map.css` has it."""
LETTERING = Lettering(
    SIZES,
    far_sizes={"city": 19.0, "city major": 25.0, "sea": 26.0},
    hangs=0.55,
    width=0.55,
    widths={"city major": 0.62, "zone": 0.62},
)
COUNTER, MARK, FORT = 15.0, 7.5, 13.0  # half a counter's side, half of a city's or a site's, of a fort's
GROWN = 1.5  # times that pieces are as large where the whole map is seen


@cache
def names() -> tuple[Name, ...]:
    """Every name, in the order in which they are placed."""
    return LETTERING.placed(_wanted(), _taken(1.0), _taken(GROWN))


def _taken(grown: float) -> Iterator[Box]:
    """What names keep clear of: forces, cities, sites, forts; pieces are so many times as large."""
    zones = board().zones.values()
    yield from (around(middle(place), COUNTER * grown) for place in places())
    yield from (around(town(zone.id), MARK) for zone in zones if zone.city or zone.site_name)
    yield from (around(fort_at(zone.id), FORT * grown) for zone in zones if zone.fort_side)


def _wanted() -> Iterator[Wanted]:
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
