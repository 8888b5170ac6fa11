"""A hexagonal grid of flat-topped hexes, whose ids give column and row: "9906" is column 99, row 06.

A flat-topped hex has neighbours N, NE, SE, S, SW and NW, always in this order. Every second column sits
half a hex lower; `low_columns` says which. Distances are in hexes, drawing coordinates in units of the hex's
radius (centre to corner), x to the east and y to the south, as SVG has them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt
from sys import intern

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
# The same six steps in cube coordinates (q to the south-east along a column step, r down a column).
_CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
HALF_HEIGHT = sqrt(3) / 2


def hexside(a: str, b: str) -> str:
    """The key of the hexside between two hexes: both ids, the lower one first ("1825-1926")."""
    return intern(f"{a}-{b}" if a < b else f"{b}-{a}")


@lru_cache(maxsize=4_096)
def hexside_hexes(key: str) -> tuple[str, str]:
    """The two hexes of a hexside's key."""
    first, _, second = key.partition("-")
    return intern(first), intern(second)


@dataclass(frozen=True)
class HexGrid:
    """A grid of `columns` x `rows` hexes, numbered from `first_column` and `first_row`.

    `low_columns` is "even" or "odd": the columns that sit half a hex lower. Ids are four characters, CCRR.
    """

    columns: int
    rows: int
    low_columns: str = "even"
    first_column: int = 1
    first_row: int = 1

    def __post_init__(self) -> None:
        if self.low_columns not in ("even", "odd"):
            raise ValueError(f"low_columns is even or odd, not {self.low_columns!r}")

    def hex_id(self, column: int, row: int) -> str:
        """The id of the hex at this column and row."""
        return intern(f"{column:02d}{row:02d}")

    def column(self, hex_id: str) -> int:
        """The column number of a hex: 99 for "9906"."""
        return int(hex_id[:2])

    def row(self, hex_id: str) -> int:
        """The row number of a hex: 6 for "9906"."""
        return int(hex_id[2:])

    def number(self, hex_id: str) -> int:
        """The number of a hex, column by column: neighbours lie at few distances."""
        return (self.column(hex_id) - self.first_column) * self.rows + self.row(hex_id) - self.first_row

    def __contains__(self, hex_id: object) -> bool:
        """True if the id is well formed and lies on the grid."""
        if not isinstance(hex_id, str) or len(hex_id) != 4 or not (hex_id.isascii() and hex_id.isdigit()):
            return False
        return (
            self.first_column <= self.column(hex_id) < self.first_column + self.columns
            and self.first_row <= self.row(hex_id) < self.first_row + self.rows
        )

    def all(self) -> Iterator[str]:
        """Every hex of the grid, column by column."""
        for column in range(self.first_column, self.first_column + self.columns):
            for row in range(self.first_row, self.first_row + self.rows):
                yield self.hex_id(column, row)

    def _sits_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.low_columns == "even")

    def cube(self, hex_id: str) -> tuple[int, int]:
        """Cube coordinates (q, r); the third is -q - r."""
        column, row = self.column(hex_id), self.row(hex_id)
        # floor(column / 2) steps down for a grid whose odd columns sit low, the ceiling for the other.
        rise = (column + 1) // 2 if self.low_columns == "odd" else column // 2
        return column, row - rise + (1 if self._sits_low(column) else 0)

    def _from_cube(self, q: int, r: int) -> str | None:
        rise = (q + 1) // 2 if self.low_columns == "odd" else q // 2
        row = r + rise - (1 if self._sits_low(q) else 0)
        if not (self.first_column <= q < self.first_column + self.columns):
            return None
        if not (self.first_row <= row < self.first_row + self.rows):
            return None
        return self.hex_id(q, row)

    def step(self, hex_id: str, direction: str) -> str | None:
        """The hex next to this one in a direction, or None off the grid."""
        q, r = self.cube(hex_id)
        dq, dr = _CUBE_STEPS[DIRECTIONS.index(direction)]
        return self._from_cube(q + dq, r + dr)

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """The adjacent hexes on the grid, in the order N, NE, SE, S, SW, NW."""
        return _neighbours(self, hex_id)

    def direction(self, origin: str, target: str) -> str | None:
        """The direction from a hex to an adjacent one, or None if they are not adjacent."""
        (q, r), (other_q, other_r) = self.cube(origin), self.cube(target)
        step = (other_q - q, other_r - r)
        return DIRECTIONS[_CUBE_STEPS.index(step)] if step in _CUBE_STEPS else None

    def distance(self, a: str, b: str) -> int:
        """The number of steps between two hexes."""
        (q, r), (other_q, other_r) = self.cube(a), self.cube(b)
        dq, dr = other_q - q, other_r - r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, hex_id: str, radius: int) -> tuple[str, ...]:
        """The hexes of the grid at exactly this distance, clockwise from due north."""
        if radius == 0:
            return (hex_id,)
        q, r = self.cube(hex_id)
        r -= radius
        found = []
        for dq, dr in (_CUBE_STEPS[i] for i in (2, 3, 4, 5, 0, 1)):
            for _ in range(radius):
                found.append(self._from_cube(q, r))
                q, r = q + dq, r + dr
        return tuple(h for h in found if h is not None)

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The straight line of hexes from a to b, both included; a tie bears to the west, then north."""
        length = self.distance(a, b)
        (q, r), (other_q, other_r) = self.cube(a), self.cube(b)
        points = []
        for i in range(length + 1):
            t = i / length if length else 0.0
            found = self._from_cube(*_rounded(q + (other_q - q) * t - 1e-6, r + (other_r - r) * t - 2e-6))
            if found is not None:
                points.append(found)
        return tuple(points)

    def corner_hexes(self, a: str, b: str) -> tuple[tuple[str, ...], ...]:
        """For each of the two ends of the hexside a-b, the hexes of the grid that meet there, sorted."""
        common = sorted(set(self.neighbours(a)) & set(self.neighbours(b)))
        return tuple(tuple(sorted((a, b, third))) for third in common)

    def centre(self, hex_id: str, radius: float = 1.0) -> tuple[float, float]:
        """The hex's centre for drawing, in units of `radius`; the first hex fits into the corner (0, 0)."""
        column, row = self.column(hex_id) - self.first_column, self.row(hex_id) - self.first_row
        lowered = 1 if self._sits_low(self.column(hex_id)) else 0
        return radius * (1.5 * column + 1), radius * HALF_HEIGHT * (2 * row + 1 + lowered)

    def corners(self, hex_id: str, radius: float = 1.0) -> tuple[tuple[float, float], ...]:
        """The six corners, clockwise from the one due east."""
        x, y = self.centre(hex_id, radius)
        return tuple((x + radius * cos(i * pi / 3), y + radius * sin(i * pi / 3)) for i in range(6))

    def hexside_ends(self, a: str, b: str, radius: float = 1.0) -> tuple[tuple[float, float], ...]:
        """The two corners that adjacent hexes share. Raises ValueError if they are not adjacent."""
        direction = self.direction(a, b)
        if direction is None:
            raise ValueError(f"{a} and {b} are not adjacent")
        first = {"SE": 0, "S": 1, "SW": 2, "NW": 3, "N": 4, "NE": 5}[direction]
        corners = self.corners(a, radius)
        return corners[first], corners[(first + 1) % 6]

    def size(self, radius: float = 1.0) -> tuple[float, float]:
        """Width and height of the whole grid for drawing."""
        return radius * (1.5 * self.columns + 0.5), radius * HALF_HEIGHT * (2 * self.rows + 1)


def _rounded(q: float, r: float) -> tuple[int, int]:
    """The cube coordinates of the hex that holds a point given in fractions of a step."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


@cache  # a map's tables ask for each hex's ten times over while they are made
def _neighbours(grid: HexGrid, hex_id: str) -> tuple[str, ...]:
    return tuple(found for d in DIRECTIONS if (found := grid.step(hex_id, d)) is not None)
