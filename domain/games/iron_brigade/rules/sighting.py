"""Sight between the stands of two units, past all that is between them.

What two units see of each other hangs on the two, on the field, and on the units between them alone. So the
answers are kept by these, from one position to the next: most units stay where they are.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from ironclad.domain.games.iron_brigade.position.scenery import Scenery, buildings_of, relief_of
from ironclad.domain.games.iron_brigade.rules.places import Box, boxes_meet
from ironclad.domain.kernel.board.plane import Point, Polygon, box, is_within, minus, placed, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.sight import passes_ground, passes_solids
from ironclad.domain.kernel.engine.citations import rule

INCH = 100


@dataclass(frozen=True, eq=False)
class Figure:
    """A unit as others see it, or as it looks at them. Heights are feet above the lowest ground.

    `eyes` has for each stand the point from which it looks and its height, `aims` the points of each stand at
    which others look with their heights, `tops` its outline and its top, where it is between others.
    """

    body: Body
    box: Box
    eyes: tuple[tuple[Point, int], ...]
    aims: tuple[tuple[tuple[Point, int], ...], ...]
    tops: tuple[tuple[Polygon, int], ...]


@lru_cache(maxsize=128)
def figure_of(scenery: Scenery, body: Body, sideways: bool, feet: tuple[int, ...]) -> Figure:
    """The figure of a body on a field, whose stands have these heights above the ground."""
    height = relief_of(scenery).height
    eyes, aims, tops = [], [], []
    for number, (polygon, high) in enumerate(zip(body.polygons, feet, strict=True)):
        look, centre = looks_from(body, number, sideways), body.centre_of(number)
        eyes.append((look, height(look) + high))
        aims.append(tuple((point, height(point) + high) for point in (centre, *polygon)))
        tops.append((polygon, height(centre) + high))
    return Figure(body, body.box, tuple(eyes), tuple(aims), tuple(tops))


@rule("G/15", "G/19")
def looks_from(body: Body, number: int, sideways: bool) -> Point:
    """The middle of a stand's front edge; of its short side for one that marches sideways."""
    if sideways:
        return placed(body.centre_of(number), body.facing, Fraction(body.bases[number].width, 2), 0)
    return body.front_of(number)


def joined(one: Box, other: Box) -> Box:
    """The box round two boxes."""
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


@dataclass(frozen=True, eq=False)
class Pair:
    """What one unit sees of another one. `tops` are the solids between them."""

    scenery: Scenery
    visibility: int
    looker: Figure
    target: Figure
    tops: tuple[tuple[Polygon, Box, int], ...]
    known: dict[tuple[int, int], bool] = field(default_factory=dict)

    def sees(self, number: int, other: int) -> bool:
        """Whether a stand of the one sees a stand of the other."""
        answer = self.known.get((number, other))
        if answer is None:
            answer = self.known[number, other] = self._sees(number, other)
        return answer

    @rule("G/21", "G/25", "G/27", "G/28")
    def _sees(self, number: int, other: int) -> bool:
        target = self.target.body.polygon_of(other)
        if is_within(self.looker.body.polygon_of(number), target, INCH):
            return True
        eye, high = self.looker.eyes[number]
        relief, limit = relief_of(self.scenery), self.visibility**2
        for point, feet in self.target.aims[other]:
            way, heights = (eye, point), (high, feet)
            if square(minus(point, eye)) > limit or not passes_ground(way, heights, relief):
                continue
            round_it = box(way)
            tops = ((polygon, top) for polygon, near, top in self.tops if boxes_meet(round_it, near))
            if passes_solids(way, heights, tops):
                return True
        return False


@lru_cache(maxsize=4096)
@rule("G/27", "G/28")
def pair_of(
    scenery: Scenery, visibility: int, looker: Figure, target: Figure, between: tuple[Figure, ...]
) -> Pair:
    """What a figure sees of another past buildings and the figures between them."""
    way = joined(looker.box, target.box)
    relief = relief_of(scenery)
    houses = ((each.polygon, relief.height(each.middle) + each.feet) for each in buildings_of(scenery))
    tops = [*houses, *(top for figure in between for top in figure.tops)]
    boxed = ((polygon, box(polygon), top) for polygon, top in tops)
    return Pair(
        scenery, visibility, looker, target, tuple(each for each in boxed if boxes_meet(way, each[1]))
    )
