"""Where the lines of the map run: hexsides bent a little out of true, and joined into chains to be smoothed.

A hexside is a pair of hexes in either order. Each corner of the grid, and each hexside's middle, is drawn
a few pixels off its place, always the same, so that a coast, a river and a border that share a hexside share
its curve. Hexes of a ring around the grid (columns 0 and 51, rows 0 and 36) take the ground to the sheet's
edge.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from math import hypot
from zlib import crc32

from ironclad.domain.games.american_civil_war.board.features import GRID
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import MARGIN, RADIUS
from ironclad.domain.kernel.board.hexes import DIRECTIONS, HexGrid, hexside

Point = tuple[float, float]
Side = tuple[str, str]
Corner = tuple[int, int]

WIDE = HexGrid(columns=GRID.columns + 2, rows=GRID.rows + 2, low_columns="even", first_column=0, first_row=0)
_CORNER_STRAY = 3.0  # pixels, at most, along either axis
_FIRST_CORNER = {"SE": 0, "S": 1, "SW": 2, "NW": 3, "N": 4, "NE": 5}
_BEND = 3.2  # pixels, at most, of a hexside's middle to one side


def _chance(word: str) -> float:
    """A number between -1 and 1 that is always the same for a word."""
    return crc32(word.encode()) / 0x7FFFFFFF - 1.0


@cache
def corners(a: str, b: str) -> tuple[Corner, Corner]:
    """The two corners of a hexside, clockwise as seen from a; b may be a direction that leaves the ring."""
    if b in _FIRST_CORNER:
        six = GRID.corners(a, RADIUS)
        first, second = six[_FIRST_CORNER[b]], six[(_FIRST_CORNER[b] + 1) % 6]
    else:
        first, second = GRID.hexside_ends(a, b, RADIUS)
    return (round(first[0]), round(first[1])), (round(second[0]), round(second[1]))


@cache
def spot(corner: Corner) -> Point:
    """The point of a corner of the grid on the drawing."""
    x, y = corner
    stray_x, stray_y = _chance(f"{x} {y}"), _chance(f"{y} {x} ")
    return x + MARGIN + stray_x * _CORNER_STRAY, y + MARGIN + stray_y * _CORNER_STRAY


@cache
def bend(a: str, b: str) -> Point:
    """The point of a hexside's middle on the drawing, moved a little to one side."""
    if a > b:
        return bend(b, a)
    (x, y), (u, v) = (spot(corner) for corner in corners(a, b))
    length, aside = hypot(u - x, v - y), _chance(hexside(a, b)) * _BEND
    return (x + u) / 2 - (v - y) / length * aside, (y + v) / 2 + (u - x) / length * aside


def chains(
    sides: Iterable[Side], through: Callable[[Corner, list[Side]], Iterable[tuple[Side, Side]]]
) -> Iterator[list[Side]]:
    """Hexsides joined end to end. `through` says which of those that meet at a corner continue each other.

    A chain that closes begins and ends at one corner.
    """
    at: dict[Corner, list[Side]] = {}
    wanted = list(dict.fromkeys(sides))
    for side in wanted:
        for corner in corners(*side):
            at.setdefault(corner, []).append(side)
    onward: dict[tuple[Corner, Side], Side] = {}
    for corner, meeting in at.items():
        for one, other in through(corner, meeting):
            onward[(corner, one)], onward[(corner, other)] = other, one
    left = dict.fromkeys(wanted)
    ends = [s for s in wanted if any((c, s) not in onward for c in corners(*s))]
    for side in [*ends, *wanted]:
        if side in left:
            start = next((c for c in corners(*side) if (c, side) not in onward), corners(*side)[0])
            yield list(_follow(side, start, onward, left))


def _follow(
    side: Side, start: Corner, onward: Mapping[tuple[Corner, Side], Side], left: dict[Side, None]
) -> Iterator[Side]:
    here: Side | None = side
    corner = start
    while here is not None and here in left:
        del left[here]
        first, second = corners(*here)
        directed = here if first == corner else (here[1], here[0])
        yield directed
        corner = second if first == corner else first
        here = onward.get((corner, here))


def straight_on(corner: Corner, meeting: list[Side]) -> list[tuple[Side, Side]]:
    """Of the hexsides that meet at a corner, the first two continue each other."""
    return [(meeting[0], meeting[1])] if len(meeting) >= 2 else []


def outline(region: Collection[str]) -> Iterator[list[Side]]:
    """The closed chains of hexsides around a region, each hexside with the hex inside first."""
    begins = {}
    for inside in sorted(region):
        for direction in DIRECTIONS:
            near = WIDE.step(inside, direction) or direction
            if near not in region:
                begins[corners(inside, near)[0]] = (inside, near)
    while begins:
        corner, side = next(iter(begins.items()))
        loop = []
        while corner in begins:
            side = begins.pop(corner)
            loop.append(side)
            corner = corners(*side)[1]
        yield loop


def end_of(chain: list[Side]) -> Corner:
    """The corner where a chain ends."""
    return corners(*chain[-1])[1]


def points(chain: list[Side]) -> list[Point]:
    """The corners and bends of a chain in order, its last corner included."""
    found = []
    for a, b in chain:
        found += [spot(corners(a, b)[0]), bend(a, b)]
    return [*found, spot(end_of(chain))]


def loop_points(chain: list[Side]) -> list[Point]:
    """The corners and bends of a closed chain, each once."""
    return points(chain)[:-1]


def rest(before: Point, corner: Point, after: Point) -> Point:
    """Where a curve that rounds off a corner comes nearest to it."""
    return (before[0] + 2 * corner[0] + after[0]) / 4, (before[1] + 2 * corner[1] + after[1]) / 4
