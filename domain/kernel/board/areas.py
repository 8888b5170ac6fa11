"""Areas: zones and regions with their shapes, what they border on, and what kind of border it is.

Coordinates are whole numbers of the map's own drawing unit (tenths of it where the data have one decimal), x
to the east and y to the south: `units` turns a data file's numbers into them. A shape is a list of polygons,
each a list of rings: the outer one, then its holes. Rules ask about borders; shapes are for drawing and for
finding what is under a point.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

import msgspec

Point = tuple[int, int]
Ring = tuple[Point, ...]
Polygon = tuple[Ring, ...]
Shape = tuple[Polygon, ...]


class Area(msgspec.Struct, frozen=True):
    """A place of the board: `anchor` is where its units are drawn, `label` where its name is.

    `over`: the area that this one lies on top of ("" for none), as a city on its region: it is looked for
    first.
    """

    id: str
    name: str
    kind: str
    shape: Shape
    anchor: Point
    label: Point
    over: str = ""


class Border(msgspec.Struct, frozen=True):
    """What two areas have in common: the kinds of border that it is ("land", "river", "bridge", "rail").

    `banks` names, where an area is divided, which part of it this border touches, by area. `line` is the
    border's course, `at` where a mark of it is drawn.
    """

    a: str
    b: str
    kinds: frozenset[str]
    name: str = ""
    banks: Mapping[str, str] = {}
    line: tuple[tuple[Point, ...], ...] = ()
    at: Point | None = None

    def other(self, area: str) -> str:
        """The area beyond the border. Raises KeyError for an area that it does not touch."""
        if area not in (self.a, self.b):
            raise KeyError(area)
        return self.b if area == self.a else self.a


@dataclass(frozen=True)
class AreaMap:
    """All areas by id and all borders; two areas may have several borders. Raises ValueError for unknown
    areas.
    """

    areas: Mapping[str, Area]
    borders: tuple[Border, ...]
    _of: dict[str, tuple[Border, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of: dict[str, list[Border]] = {id: [] for id in self.areas}
        for border in self.borders:
            for end in (border.a, border.b):
                if end not in of:
                    raise ValueError(f"the border {border.a}-{border.b} names {end!r}, which is no area")
            if border.a == border.b:
                raise ValueError(f"{border.a} borders on itself")
            of[border.a].append(border)
            of[border.b].append(border)
        for id, area in self.areas.items():
            if area.id != id or (area.over and area.over not in self.areas):
                raise ValueError(f"area {id!r} has another id, or lies on an unknown one")
        object.__setattr__(self, "_of", {id: tuple(found) for id, found in of.items()})

    def __contains__(self, id: object) -> bool:
        return id in self.areas

    def borders_of(self, id: str) -> tuple[Border, ...]:
        """The borders of an area, in the order of the data."""
        return self._of[id]

    def between(self, a: str, b: str) -> tuple[Border, ...]:
        """Every border that two areas have in common."""
        return tuple(each for each in self._of[a] if each.other(a) == b)

    def neighbours(self, id: str, allows: Callable[[Border], bool] | None = None) -> tuple[str, ...]:
        """The areas next to one, each once, over borders that `allows` lets through (all without it)."""
        found = (each.other(id) for each in self._of[id] if allows is None or allows(each))
        return tuple(dict.fromkeys(found))

    def at(self, point: Point) -> str | None:
        """The area under a point: one that lies over another first; None where there is none."""
        under = [id for id, area in self.areas.items() if contains(area.shape, point)]
        return next((id for id in under if self.areas[id].over in under), under[0] if under else None)


def units(number: float | str, per: int = 10) -> int:
    """A coordinate of a data file in whole units, `per` of them to 1. Raises ValueError if it is between
    two.
    """
    exact = Decimal(str(number)) * per
    if exact != exact.to_integral_value():
        raise ValueError(f"{number} is no whole number of 1/{per}")
    return int(exact)


def contains(shape: Shape, point: Point) -> bool:
    """Whether a point lies in a shape or on its edge; exact."""
    return any(_in_polygon(polygon, point) for polygon in shape)


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of a ring, whether or not its first point is repeated at its end."""
    points = ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring
    for index, point in enumerate(points):
        yield points[index - 1], point


def twice_area(ring: Iterable[Point]) -> int:
    """Twice the area of a ring, positive if it runs clockwise as drawn (y to the south)."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(tuple(ring)))


def _in_polygon(polygon: Polygon, point: Point) -> bool:
    """Inside an odd number of rings, or on an edge of one."""
    inside = False
    for ring in polygon:
        for (ax, ay), (bx, by) in edges(ring):
            x, y = point
            cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return True
            if (ay > y) != (by > y) and (cross > 0) == (by > ay):
                inside = not inside
    return inside
