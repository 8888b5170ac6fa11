"""Where things are on the sheet of all three maps, in its pixels: x to the east and y to the south (3.11)."""

from functools import cache
from math import cos, pi, sin

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.drawing.outlines import Point

RADIUS = 26.0  # pixels from a hex's middle to its corners
MARGIN = 8.0
_CORNERS = tuple((RADIUS * cos(turn * pi / 3), RADIUS * sin(turn * pi / 3)) for turn in range(6))


@cache
def middle(place: str) -> Point:
    """The middle of a hex, or of a hexside ("aaaaa-bbbbb")."""
    if "-" in place:
        (x, y), (u, v) = map(middle, hexside_hexes(place))
        return tenth((x + u) / 2), tenth((y + v) / 2)
    x, y = GRID.centre(place, RADIUS)
    return tenth(x + MARGIN), tenth(y + MARGIN)


def corners(hex: str) -> tuple[Point, ...]:
    """The six corners of a hex, from the eastern one on, clockwise on the sheet."""
    x, y = middle(hex)
    return tuple((tenth(x + dx), tenth(y + dy)) for dx, dy in _CORNERS)


def ends(a: str, b: str) -> tuple[Point, Point]:
    """The two ends of the hexside between adjacent hexes."""
    (x, y), (u, v) = middle(a), middle(b)
    left, top, wide, high = (x + u) / 2, (y + v) / 2, u - x, v - y
    across = 0.5 / 3**0.5  # a side is as long as a hex's radius, its middle half a step away
    return (
        (tenth(left - high * across), tenth(top + wide * across)),
        (tenth(left + high * across), tenth(top - wide * across)),
    )


@cache
def size() -> tuple[float, float]:
    """Width and height of the whole sheet."""
    points = [corner for hex in GRID.all() for corner in corners(hex)]
    return tenth(max(x for x, _ in points) + MARGIN), tenth(max(y for _, y in points) + MARGIN)


def tenth(value: float) -> float:
    """A coordinate as drawings have it: to a tenth of a pixel."""
    return round(value, 1)
