"""Hexes on several printed sheets that overlap: ids of sheet, column and row ("A0127"), and aliases.

All sheets lie on one grid of flat-topped hexes. Where two overlap, a hex has a printed id on each; the one
on the sheet that lies on top is its id, the others are aliases, accepted wherever an id is read. Directions
and their order are those of `hexgrid`: N, NE, SE, S, SW, NW.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from sys import intern

from ironclad.domain.kernel.board.hexes import DIRECTIONS, hexside, hexside_hexes

_CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
HALF_HEIGHT = sqrt(3) / 2


@dataclass(frozen=True)
class Sheet:
    """A sheet: its letters ("" for a map of one sheet), its size, where its first hex lies on the common
    grid.

    `across` and `down` are added to a printed column and row to get those of the grid. Printed columns and
    rows begin at 1 and have two digits each.
    """

    name: str
    columns: int
    rows: int
    across: int = 0
    down: int = 0

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 99 and 1 <= self.rows <= 99):
            raise ValueError(f"sheet {self.name!r} has 1 to 99 columns and rows")

    def printed(self, column: int, row: int) -> str | None:
        """The id printed on this sheet for a column and row of the common grid, or None beyond its edge."""
        column, row = column - self.across, row - self.down
        if not (1 <= column <= self.columns and 1 <= row <= self.rows):
            return None
        return intern(f"{self.name}{column:02d}{row:02d}")


@dataclass(frozen=True)
class Window:
    """A rectangle of one sheet: its first and last column and row as they are printed, both included."""

    sheet: str
    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True)
class SheetMap:
    """Sheets from the top one down. `low_columns` ("even" or "odd", of the common grid) sit half a hex lower.

    `without` are hexes that the sheets print but the game has not (blank corners, beyond a coast), by any id.
    Raises ValueError for two sheets of one name.
    """

    sheets: tuple[Sheet, ...]
    low_columns: str = "even"
    without: Collection[str] = ()
    _ids: dict[tuple[int, int], str] = field(init=False, repr=False, compare=False)
    _places: dict[str, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _near: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.low_columns not in ("even", "odd"):
            raise ValueError(f"low_columns is even or odd, not {self.low_columns!r}")
        if len({sheet.name for sheet in self.sheets}) < len(self.sheets):
            raise ValueError("two sheets have one name")
        ids: dict[tuple[int, int], str] = {}
        places: dict[str, tuple[int, int]] = {}
        for sheet in self.sheets:
            for column in range(1 + sheet.across, sheet.columns + sheet.across + 1):
                for row in range(1 + sheet.down, sheet.rows + sheet.down + 1):
                    printed = sheet.printed(column, row)
                    assert printed is not None
                    ids.setdefault((column, row), printed)
                    places[printed] = column, row
        gone = {places[each] for each in self.without}
        object.__setattr__(self, "_ids", {at: id for at, id in ids.items() if at not in gone})
        object.__setattr__(self, "_places", {id: at for id, at in places.items() if at not in gone})
        object.__setattr__(self, "_near", {})

    def __contains__(self, id: object) -> bool:
        """Whether this is the id of a hex of the map, or an alias of one."""
        return id in self._places

    def all(self) -> Iterator[str]:
        """Every hex once, by its id: column by column of each sheet, the top sheet first."""
        return iter(self._ids.values())

    def canonical(self, id: str) -> str:
        """The id of a hex from any id printed for it. Raises KeyError for what is no hex of the map."""
        return self._ids[self._places[id]]

    def aliases(self, id: str) -> tuple[str, ...]:
        """The other ids printed for a hex, from the top sheet down."""
        column, row = self._places[id]
        printed = (sheet.printed(column, row) for sheet in self.sheets)
        return tuple(each for each in printed if each is not None)[1:]

    def hexside(self, key: str) -> str:
        """The key of a hexside from a key of any ids of its two hexes ("A0227-A0228"), in either order.

        Raises KeyError for what is no hex of the map, ValueError for hexes that are not adjacent.
        """
        a, b = (self.canonical(each) for each in hexside_hexes(key))
        if self.direction(a, b) is None:
            raise ValueError(f"{a} and {b} are not adjacent")
        return hexside(a, b)

    def corner_hexes(self, a: str, b: str) -> tuple[tuple[str, ...], ...]:
        """For each end of the hexside a-b that the map has three hexes at, those hexes, sorted by id."""
        common = sorted(set(self.neighbours(a)) & set(self.neighbours(b)))
        return tuple(tuple(sorted((a, b, third))) for third in common)

    def part(self, windows: Iterable[Window]) -> frozenset[str]:
        """The hexes that have a printed id, alias or not, in one of the windows.

        So a window of a sheet takes in what other sheets overlie. Raises ValueError for a window that names
        no sheet, or reaches beyond its sheet.
        """
        sheets = {sheet.name: sheet for sheet in self.sheets}
        found: set[str] = set()
        for window in windows:
            sheet = sheets.get(window.sheet)
            (west, east), (north, south) = window.columns, window.rows
            if sheet is None or not (
                1 <= west <= east <= sheet.columns and 1 <= north <= south <= sheet.rows
            ):
                raise ValueError(f"{window} is no part of a sheet")
            for column in range(west + sheet.across, east + sheet.across + 1):
                rows = range(north + sheet.down, south + sheet.down + 1)
                found.update(id for row in rows if (id := self._ids.get((column, row))) is not None)
        return frozenset(found)

    def place(self, id: str) -> tuple[int, int]:
        """Column and row on the common grid."""
        return self._places[id]

    def at(self, column: int, row: int) -> str | None:
        """The hex at a column and row of the common grid, or None."""
        return self._ids.get((column, row))

    def cube(self, id: str) -> tuple[int, int]:
        """Cube coordinates (q, r); the third is -q - r."""
        column, row = self._places[id]
        return column, row - self._rise(column)

    def step(self, id: str, direction: str) -> str | None:
        """The hex next to this one in a direction, or None off the map."""
        q, r = self.cube(id)
        dq, dr = _CUBE_STEPS[DIRECTIONS.index(direction)]
        return self._ids.get((q + dq, r + dr + self._rise(q + dq)))

    def neighbours(self, id: str) -> tuple[str, ...]:
        """The adjacent hexes of the map, in the order N, NE, SE, S, SW, NW."""
        near = self._near.get(id)
        if near is None:
            near = tuple(hex for way in DIRECTIONS if (hex := self.step(id, way)) is not None)
            self._near[id] = near
        return near

    def direction(self, origin: str, target: str) -> str | None:
        """The direction from a hex to an adjacent one, or None if they are not adjacent."""
        (q, r), (other_q, other_r) = self.cube(origin), self.cube(target)
        step = other_q - q, other_r - r
        return DIRECTIONS[_CUBE_STEPS.index(step)] if step in _CUBE_STEPS else None

    def distance(self, a: str, b: str) -> int:
        """The number of steps between two hexes over the common grid, hexes that the map lacks included."""
        (q, r), (other_q, other_r) = self.cube(a), self.cube(b)
        dq, dr = other_q - q, other_r - r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, id: str, radius: int) -> Iterator[str]:
        """The hexes of the map at most this far away, itself included, column by column from the west."""
        q, r = self.cube(id)
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -radius - dq), min(radius, radius - dq) + 1):
                found = self._ids.get((q + dq, r + dr + self._rise(q + dq)))
                if found is not None:
                    yield found

    def centre(self, id: str, radius: float = 1.0) -> tuple[float, float]:
        """The hex's centre for drawing, in units of `radius`; column 1, row 1 fits into the corner (0, 0)."""
        column, row = self._places[id]
        lowered = 1 if self._sits_low(column) else 0
        return radius * (1.5 * (column - 1) + 1), radius * HALF_HEIGHT * (2 * (row - 1) + 1 + lowered)

    def _sits_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.low_columns == "even")

    def _rise(self, column: int) -> int:
        """What a column's rows are raised by in cube coordinates: a step to the south-east keeps r."""
        return column // 2 if self.low_columns == "odd" else (column - 1) // 2
