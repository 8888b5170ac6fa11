"""How a stand runs: straight, past friends, up to an inch from enemies or to ground that it may not enter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.between import body_box, enemies
from ironclad.domain.games.iron_brigade.rules.places import Box, blocked, boxes_meet, overlaps_any
from ironclad.domain.kernel.board.plane import (
    Point,
    Polygon,
    box,
    hull,
    is_within,
    placed,
    rectangle,
    square_between,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
FARTHER = 400
CLEAR = 600
"""How far a line of retreat must be free (G/43)."""


@dataclass(frozen=True)
class Runner:
    """A stand that runs, or a gun and its limber as one: its centre, width and depth."""

    centre: Point
    width: int
    depth: int

    def at(self, facing: int, distance: int) -> Polygon:
        """Its polygon so far along a facing."""
        return rectangle(placed(self.centre, facing, distance, 0), facing, self.width, self.depth)


@dataclass(frozen=True)
class Run:
    """Where a stand ended, whether that is off the table, and what stopped it."""

    end: Point
    facing: int
    off: bool = False
    stopped: str = ""


@rule("G/39", "G/40", "VII.F/3", "VII.H/2")
def run(
    position: Position,
    id: str,
    runner: Runner,
    facing: int,
    distance: int,
    others: Sequence[tuple[Box, Polygon]],
) -> Run:
    """The way of one stand. `others` are the stands on which it may not end.

    It stops an inch from enemies and at the edge of ground that it may not enter. On a stand it continues
    to the first free place, at most 4 inches farther, or stops at the last one before.
    """
    start = rectangle(runner.centre, facing, runner.width, runner.depth)
    foes = [polygon for polygon in _foes(position, id) if not is_within(start, polygon, INCH - 1)]

    def clear(far: int) -> bool:
        swept = hull((*start, *runner.at(facing, far)))
        near = any(is_within(swept, foe, INCH) and square_between(swept, foe) < INCH * INCH for foe in foes)
        return not near and not blocked(position.scenery, swept)

    reach = _farthest(clear, distance + FARTHER)
    far = min(reach, distance)
    if _is_off(position, placed(runner.centre, facing, far, 0)):
        return Run(placed(runner.centre, facing, far, 0), facing, True)
    stopped = "" if reach >= distance else "enemy or ground"
    free = _free(position, runner, facing, far, reach, others)
    if free is None:
        return Run(runner.centre, facing, stopped="friends")
    end = placed(runner.centre, facing, free, 0)
    return Run(end, facing, _is_off(position, end), stopped)


def _farthest(clear: Callable[[int], bool], most: int) -> int:
    """The farthest whole hundredth up to which a way is clear; nothing beyond an obstacle is."""
    if clear(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if clear(middle) else (low, middle)
    return low


def _free(
    position: Position,
    runner: Runner,
    facing: int,
    far: int,
    reach: int,
    others: Sequence[tuple[Box, Polygon]],
) -> int | None:
    """The first free distance from `far` on, at most 4 inches farther, or the last one before."""
    around = box((*runner.at(facing, 0), *runner.at(facing, reach)))
    close = [each for each in others if boxes_meet(around, each[0])]
    tries: tuple[int, ...] = (*range(far, min(reach, far + FARTHER) + 1), *range(far - 1, -1, -1))
    for distance in tries:
        if not overlaps_any(runner.at(facing, distance), close):
            return distance
    return None


def _is_off(position: Position, point: Point) -> bool:
    return not (0 <= point[0] <= position.scenery.width and 0 <= point[1] <= position.scenery.height)


@remembered
def _foes(position: Position, id: str) -> tuple[Polygon, ...]:
    """The stands of all enemies on the table."""
    return tuple(polygon for each in enemies(position, id) for polygon in position.units[each].body.polygons)


def others_than(position: Position, id: str) -> list[tuple[Box, Polygon]]:
    """The stands of all other units on the table, with their boxes."""
    return [
        (box(polygon), polygon)
        for other, unit in position.units.items()
        if other != id and other not in position.arrivals
        for polygon in unit.body.polygons
    ]


@rule("G/43")
def has_way_out(position: Position, id: str, away: int) -> bool:
    """Whether a unit has a line of retreat: one of the three ways that the dice may choose is free for 6
    inches; the table's edge is free.
    """
    centre = position.units[id].body.centre
    foes = [
        polygon
        for each in enemies(position, id)
        if boxes_meet(box((centre,)), body_box(position.units[each].body), CLEAR + INCH)
        for polygon in position.units[each].body.polygons
    ]
    return any(_is_free_way(position, centre, facing, foes) for facing in (away, away - 30, away + 30))


def _is_free_way(position: Position, centre: Point, facing: int, foes: Sequence[Polygon]) -> bool:
    end = placed(centre, facing % 360, CLEAR, 0)
    way = (centre, end)
    if any(is_within(way, foe, INCH) for foe in foes):
        return False
    thin = rectangle(placed(centre, facing % 360, CLEAR // 2, 0), facing % 360, 2, CLEAR)
    return not blocked(position.scenery, thin)
