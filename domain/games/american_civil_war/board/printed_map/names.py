"""The lettering of the map: places, states and sea zones, each clear of the others."""

import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from math import sqrt

from ironclad.domain.games.american_civil_war.board.features import GRID
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.printed_map import (
    courses,
    ground,
    legend,
    places,
    water,
    ways,
)
from ironclad.domain.games.american_civil_war.board.printed_map.facts import STATE_NAMES
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import (
    TYPES,
    Box,
    Type,
    around,
    letter_boxes,
    width,
)
from ironclad.domain.games.american_civil_war.board.printed_map.pen import number, place
from ironclad.domain.games.american_civil_war.board.printed_map.placing import Ground, Placed, place_names
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import (
    MARGIN,
    RADIUS,
    SEA_NAMES,
    TURNED,
    centre,
    size,
)
from ironclad.domain.kernel.board.hexes import HALF_HEIGHT

_MAP = load_map()
_ABROAD = 40.0  # what a letter's corner outside its state costs
_SMALL_STATE = 8  # hexes: such a state, or a smaller one, has no room for its name
_SPACED = 0.55  # between the letters of a state's name, in parts of their size
SHEET_EDGE = 9.0  # pixels that names keep from the sheet's edge


@dataclass(frozen=True)
class Spread:
    """A name in wide-spaced capitals: its type, and where each line begins."""

    words: str
    kind: Type
    lines: tuple[tuple[str, float, float], ...]

    @property
    def boxes(self) -> list[Box]:
        """The boxes of its letters."""
        return [box for words, x, y in self.lines for box in letter_boxes(words, self.kind, x, y)]


def sheet() -> Box:
    """The ground that names keep to."""
    across, down = size()
    return Box(SHEET_EDGE, SHEET_EDGE, across - SHEET_EDGE, down - SHEET_EDGE)


@cache
def obstacles() -> Ground:
    """What names had better not lie on, and how much that costs: symbols, rails, water, numbers."""
    found = Ground()
    for chain in [*_MAP.railroads.values(), *(line.hexes for line in _MAP.unfinished.values())]:
        found.add_line([centre(h) for h in chain], 1.5)
    for chain in _MAP.roads.values():
        found.add_line([centre(h) for h in chain], 0.6)
    for river in water.chains():
        depth = max(water.DEPTHS.index(_MAP.sides[side].kind) for side in river)
        found.add_line(courses.points(river), 0.4 + 0.25 * depth)
    for loop in courses.outline(ground.land()):
        found.add_line(courses.points(loop), 1.2)
    for box, weight in _symbols():
        found.add_box(box, weight)
    return found


def _symbols() -> Iterator[tuple[Box, float]]:
    """What is drawn in hexes and on hexsides, each with the cost of covering a point of it."""
    for side in _MAP.hexsides.values():
        x, y = courses.bend(*side.hexes)
        if side.crossing or side.levee:
            yield Box(x, y, x, y).grown(4), 0.6
        if side.loop_hex:
            x, y = ways.loop_spot(side)
            yield Box(x, y, x, y).grown(5), 1.0
    for hex_id, here in _MAP.hexes.items():
        x, y = ground.number_spot(hex_id)
        yield Box(x - 5, y - 3.3, x + 5, y), 0.4
        x, y = centre(hex_id)
        if here.names:
            yield Box(x, y, x, y).grown(places.reach(here)), 3.0
        if here.port:
            x, y = places.anchor(here)
            yield Box(x - 4, y - 5, x + 4, y + 5), 3.0


@cache
def states() -> tuple[Spread, ...]:
    """The states' names, each where in its state it hides least."""
    return tuple(_state(state) for state in _MAP.states if len(_MAP.hexes_of[state]) > _SMALL_STATE)


def _state(state: str) -> Spread:
    """The cheapest of all stands, the largest type first: smaller type costs, a second line a little."""
    hexes = _MAP.hexes_of[state]
    best, least = None, float("inf")
    for spread, extra in _stands(STATE_NAMES[state].upper(), sorted(map(centre, hexes)), len(hexes)):
        if extra >= least:
            continue
        cost = extra + _cost(spread, hexes, least - extra)
        if cost < least:
            best, least = spread, cost
    assert best is not None
    return best


def _stands(name: str, middles: list[tuple[float, float]], count: int) -> Iterator[tuple[Spread, float]]:
    """A state's name about every hex of it: ever smaller, in one line or a word to a line; and its cost."""
    layouts = [(name,), tuple(name.split(" "))][: 1 + (" " in name)]
    for shrink, layout in itertools.product((1.0, 0.88, 0.76, 0.64, 0.52), layouts):
        kind = Type(min(30.0, 9.0 + 1.75 * sqrt(count)) * shrink, 1.0, _SPACED)
        extra = 60 * (1 - shrink) + 4 * (len(layout) - 1)
        for (x, y), down in itertools.product(middles, (-12.0, -4.0, 4.0, 12.0)):
            yield _centred(name, kind, layout, x, y + down), extra


def _centred(name: str, kind: Type, layout: tuple[str, ...], x: float, y: float) -> Spread:
    leading = kind.size * 1.25
    top = y - leading * (len(layout) - 1) / 2 + kind.size * 0.35
    return Spread(
        name,
        kind,
        tuple((words, x - width(words, kind) / 2, top + leading * i) for i, words in enumerate(layout)),
    )


def _cost(spread: Spread, inside: Collection[str], least: float) -> float:
    """What a state's name there hides, and much for each corner of a letter abroad; inexact above `least`."""
    boxes, total = spread.boxes, 0.0
    for box in (boxes[0], boxes[-1], *boxes[1:-1]):  # its ends first: they are the likeliest to be abroad
        corners = ((x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))
        total += _ABROAD * sum(hex_at(*corner) not in inside for corner in corners)
        if total >= least:
            return total
    for box in boxes:
        total += obstacles().covered(box)
        if total >= least:
            return total
    return total


@cache
def _top_of(column: int) -> tuple[float, float]:
    """The middle of a column's first hex."""
    return centre(GRID.hex_id(column, 1))


def hex_at(x: float, y: float) -> str:
    """The hex, of the grid or around it, in which a point of the drawing lies."""
    about = int((x - MARGIN) / (1.5 * RADIUS)) + 1
    tall = 2 * RADIUS * HALF_HEIGHT
    near = []
    for column in (about - 1, about):
        u, v = _top_of(max(column, 0))
        row = round((y - v) / tall)
        near.append(((x - u) ** 2 + (y - v - row * tall) ** 2, column, row + 1))
    return "{1:02d}{2:02d}".format(*min(near))


@cache
def seas() -> tuple[Spread, ...]:
    """The sea zones' names; one runs down along the edge and is turned when it is drawn."""
    found = []
    for zone, hex_id in SEA_NAMES.items():
        x, y = centre(hex_id)
        kind = TYPES["sea"]
        left = x - width(zone, kind) / 2
        found.append(Spread(zone, kind, ((zone, left, y),)))
    return tuple(found)


def sea_box(spread: Spread) -> Box:
    """The box of a sea zone's name, turned if it is."""
    box = around(spread.boxes)
    if spread.words != TURNED:
        return box
    x, y = centre(SEA_NAMES[spread.words])
    return Box(x - (box.bottom - y), y + box.left - x, x + (y - box.top), y + box.right - x)


@cache
def placed() -> tuple[Placed, ...]:
    """The names of places, where they stand."""
    taken = [box for spread in states() for box in spread.boxes]
    taken += [legend.BOX, *(sea_box(spread) for spread in seas())]
    return tuple(place_names(list(places.names()), obstacles(), sheet(), taken))


def drawn_states() -> Iterator[str]:
    """The states' names."""
    for spread in states():
        for words, x, y in spread.lines:
            length = number(round(width(words, spread.kind) * 10))
            kind = f'font-size="{spread.kind.size:.1f}" letter-spacing="{spread.kind.size * _SPACED:.1f}"'
            yield f'<text {place(x, y)} {kind} textLength="{length}">{words}</text>\n'


def drawn_seas() -> Iterator[str]:
    """The sea zones' names."""
    for spread in seas():
        x, y = centre(SEA_NAMES[spread.words])
        spot = f"{number(round(x * 10))} {number(round(y * 10))}"
        turned = f' transform="rotate(90 {spot})"' if spread.words == TURNED else ""
        yield f"<text {place(x, y)}{turned}>{spread.words}</text>\n"


def drawn_places() -> Iterator[str]:
    """The names of places, style by style."""
    for style in ("landmark", "fort", "town", "centre", "critical"):
        yield f'<g class="{style}">'
        for each in placed():
            if each.name.style == style:
                for words, x, y in each.lines:
                    length = number(round(width(words, each.name.kind) * 10))
                    yield f'<text {place(x, y)} textLength="{length}">{escape(words)}</text>\n'
        yield "</g>\n"
