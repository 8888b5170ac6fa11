"""The ground: sea and land, the states' tints and borders, terrain, the grid and its numbers (2.1)."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from ironclad.domain.games.american_civil_war.board.features import DIVIDING_COLUMN, GRID
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map import courses
from ironclad.domain.games.american_civil_war.board.printed_map.courses import WIDE, Side
from ironclad.domain.games.american_civil_war.board.printed_map.pen import Pen, place, smooth, smooth_loop
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import MARGIN, RADIUS, centre, size
from ironclad.domain.kernel.board.hexes import HALF_HEIGHT

_MAP = load_map()
_TINTS = 5  # colours for the states; no two states that touch share one
# Pixels from a hex's upper side down to its number, where that lies under such water.
_UNDER_WATER = {"navigable": 8.0, "seasonal": 7.4, "minor": 6.6, "tidal": 10.0, "bay": 12.5, "lake": 12.5}
_WIDE_WATER = frozenset({"navigable", "tidal", "bay", "lake"})


@cache
def sea() -> frozenset[str]:
    """The hexes of the sea, and beyond the grid those that lie nearest to the sea."""
    found = set(_MAP.ocean)
    beyond = [h for h in WIDE.all() if h not in _MAP.hexes and h not in _MAP.ocean]
    for hex_id in beyond:
        near = [n for n in WIDE.neighbours(hex_id) if n in _MAP.ocean or n in _MAP.hexes]
        wet = sum(n in _MAP.ocean for n in near)
        if near and 2 * wet > len(near):
            found.add(hex_id)
    return frozenset(found)


@cache
def land() -> frozenset[str]:
    """Every hex that is not sea, beyond the grid too."""
    return frozenset(WIDE.all()) - sea()


@cache
def state_areas() -> dict[str, frozenset[str]]:
    """State to its hexes, and the hexes beyond the grid that continue it."""
    areas = {state: set(hexes) for state, hexes in _MAP.hexes_of.items()}
    for hex_id in WIDE.all():
        if hex_id in _MAP.hexes or hex_id in sea():
            continue
        near = [_MAP.state_of[n] for n in WIDE.neighbours(hex_id) if n in _MAP.hexes]
        if near:
            areas[max(near, key=near.count)].add(hex_id)
    return {state: frozenset(hexes) for state, hexes in areas.items()}


def area(region: Collection[str]) -> str:
    """The path data of a region's smooth outline."""
    pen = Pen()
    for loop in courses.outline(region):
        smooth_loop(pen, courses.loop_points(loop))
    return str(pen)


def lines(sides: Iterable[Side]) -> str:
    """The path data of hexsides joined into smooth lines."""
    pen = Pen()
    for chain in courses.chains(sides, courses.straight_on):
        smooth(pen, courses.points(chain))
    return str(pen)


def tints() -> dict[str, int]:
    """State to the number of its colour."""
    touching: dict[str, set[str]] = {state: set() for state in _MAP.states}
    for a, around in _MAP.neighbours.items():
        for b in around:
            if _MAP.state_of[a] != _MAP.state_of[b]:
                touching[_MAP.state_of[a]].add(_MAP.state_of[b])
    chosen: dict[str, int] = {}
    for state in sorted(_MAP.states, key=lambda s: (-len(touching[s]), s)):
        taken = [chosen[other] for other in touching[state] if other in chosen]
        free = [tint for tint in range(_TINTS) if tint not in taken]
        used = list(chosen.values())
        chosen[state] = min(free, key=lambda tint: (used.count(tint), tint))
    return chosen


def _pairs() -> Iterator[Side]:
    yield from ((a, b) for a, around in _MAP.neighbours.items() for b in around if a < b)


def defs() -> Iterator[str]:
    """What other parts use: the land, and each state's area to clip its tint by."""
    yield f'<path id="wm-land" d="{area(land())}"/>'
    yield '<clipPath id="wm-dry"><use href="#wm-land"/></clipPath>\n'
    for state, hexes in state_areas().items():
        shape = f'<path id="wm-{state}" d="{area(hexes)}"/>'
        yield f'{shape}<clipPath id="wm-in-{state}"><use href="#wm-{state}"/></clipPath>\n'


def base() -> Iterator[str]:
    """Sea with its inner shore, land, tints along the inside of each state's border, Appalachia."""
    width, height = size()
    yield f'<rect class="sea" width="{width:.0f}" height="{height:.0f}"/>\n'
    yield '<use href="#wm-land" class="shoal far"/><use href="#wm-land" class="shoal"/>\n'
    yield '<use href="#wm-land" class="land"/>\n'
    high = frozenset(h for h, here in _MAP.hexes.items() if here.appalachia)
    yield f'<path class="appalachia" d="{area(high)}"/>\n<g clip-path="url(#wm-dry)">'
    for state, tint in sorted(tints().items()):
        bands = "".join(f'<use href="#wm-{state}" class="{band}"/>' for band in ("tint", "tint near"))
        yield f'<g class="t{tint}" clip-path="url(#wm-in-{state})">{bands}</g>\n'
    yield "</g>"


def zone_edges() -> Iterator[str]:
    """Where one sea zone ends and the next begins (13.1.1)."""
    ocean = _MAP.ocean
    apart = [
        (a, b) for a in ocean for b in GRID.neighbours(a) if a < b and ocean.get(b, ocean[a]) != ocean[a]
    ]
    yield f'<path class="zone-edge" d="{lines(apart)}"/>\n'


def grid() -> Iterator[str]:
    """The hexes that can be entered, each with its number."""
    sides = {
        (hex_id, near) if hex_id < near else (near, hex_id)
        for hex_id in _MAP.hexes
        for near in WIDE.neighbours(hex_id)
    }
    pen = Pen()
    for chain in courses.chains(sorted(sides), courses.straight_on):
        drawn = [_true(corner) for side in chain for corner in courses.corners(*side)[:1]]
        pen.move(drawn[0])
        for point in [*drawn[1:], _true(courses.end_of(chain))]:
            pen.line(point)
    yield f'<path class="grid" d="{pen}"/>\n'


def _true(corner: courses.Corner) -> courses.Point:
    """Where a corner is without any stray, to a pixel: nobody sees the rest, and it is shorter."""
    x, y = corner
    return x + MARGIN, y + MARGIN


def numbers() -> Iterator[str]:
    """The number of every hex, along its upper side: below water, and aside of a line that goes north."""
    for hex_id in _MAP.hexes:
        x, y = number_spot(hex_id)
        yield f"<text {place(x, y)}>{hex_id}</text>\n"


def number_spot(hex_id: str) -> courses.Point:
    """The middle of a hex's number, on its baseline."""
    x, y = centre(hex_id)
    above = GRID.step(hex_id, "N") or ""
    side = _MAP.sides.get((hex_id, above))
    down = _UNDER_WATER.get(side.kind, 5.4) if side else 5.4
    lined = (hex_id, above) in _MAP.rail_steps or (hex_id, above) in _MAP.road_steps
    return x - (9.0 if lined else 0.0), y - RADIUS * HALF_HEIGHT + down


def terrain(kind: str) -> Iterator[str]:
    """Hills or swamps, one of three drawings of each, so that no two neighbours look copied."""
    for hex_id, here in _MAP.hexes.items():
        if here.terrain == kind:
            x, y = centre(hex_id)
            variant = (GRID.column(hex_id) * 2 + GRID.row(hex_id)) % 3
            yield f'<use href="#wm-{here.terrain}-{variant}" {place(x, y)}/>\n'


def borders() -> Iterator[str]:
    """State borders where no wide river is the border; the snow line (8.6), the recruiting line (4.1.1)."""
    hexes = _MAP.hexes
    state_of = {hex_id: state for state, area_of in state_areas().items() for hex_id in area_of}
    every = (
        (a, b) for a in WIDE.all() for b in WIDE.neighbours(a) if a < b and a in state_of and b in state_of
    )
    apart = [p for p in every if state_of[p[0]] != state_of[p[1]]]
    dry = [p for p in apart if p not in _MAP.sides or _MAP.sides[p].kind not in _WIDE_WATER]
    yield f'<path class="border" d="{lines(dry)}"/>\n'
    high = [p for p in _pairs() if hexes[p[0]].appalachia != hexes[p[1]].appalachia]
    yield f'<path class="appalachia-edge" d="{lines(high)}"/>\n'
    snow = [p for p in _pairs() if hexes[p[0]].north_of_snow_line != hexes[p[1]].north_of_snow_line]
    yield f'<path class="snow-line" d="{lines(snow)}"/>\n'
    yield f'<path class="recruiting-line" d="{lines(p for p in _pairs() if _astride(*p))}"/>\n'


def _astride(a: str, b: str) -> bool:
    return (GRID.column(a) < DIVIDING_COLUMN) != (GRID.column(b) < DIVIDING_COLUMN)
