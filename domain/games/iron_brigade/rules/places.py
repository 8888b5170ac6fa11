"""Where stands may be: on the table, on ground that bears them, and on no other stand."""

from collections.abc import Iterable
from functools import lru_cache

from ironclad.domain.games.iron_brigade.position.scenery import Scenery, barriers_of, openings_of
from ironclad.domain.kernel.board.plane import Polygon, box, inside, meets, overlap, sides
from ironclad.domain.kernel.board.plane.ground import on_edge, spans
from ironclad.domain.kernel.engine.citations import rule

SLACK = 5
"""Stands that lie on each other by more than this overlap (G/8)."""
Box = tuple[int, int, int, int]


@rule("III.D/1", "III.A/7")
def off_table(scenery: Scenery, polygon: Polygon) -> bool:
    """Whether a stand reaches over the edge of the table."""
    return not all(0 <= x <= scenery.width and 0 <= y <= scenery.height for x, y in polygon)


@lru_cache(maxsize=4096)
@rule("III.D/1", "III.A/7", "III.E/3")
def blocked(scenery: Scenery, polygon: Polygon) -> bool:
    """Whether a convex shape lies partly on ground where no stand may be.

    Where its middle is on a bridge or a ford, the river beside it does not count: stands are wider than
    bridges.
    """
    barriers = [each for each in barriers_of(scenery) if lies_on(polygon, each)]
    if not barriers:
        return False
    middle = (sum(x for x, _ in polygon) // len(polygon), sum(y for _, y in polygon) // len(polygon))
    return not any(inside(each, middle) for each in openings_of(scenery))


def lies_on(polygon: Polygon, area: Polygon) -> bool:
    """Whether a convex polygon and an area share more than an edge or a corner."""
    if not boxes_meet(box(polygon), box(area)) or not meets(polygon, area):
        return False
    if any(span.within for side in sides(polygon) for span in spans(side, (area,))):
        return True
    if any(span.within for side in sides(area) for span in spans(side, (polygon,))):
        return True
    corner = area[0]
    return inside(polygon, corner) and not on_edge(polygon, corner)


@rule("G/8")
def overlaps_any(polygon: Polygon, others: Iterable[tuple[Box, Polygon]]) -> bool:
    """Whether a stand overlaps any of others, each given with its box."""
    own = box(polygon)
    return any(boxes_meet(own, each) and overlap(polygon, other, SLACK) for each, other in others)


def boxes_meet(one: Box, other: Box, margin: int = 0) -> bool:
    """Whether two boxes (west, south, east, north) are at most so far apart in each direction."""
    return (
        one[0] <= other[2] + margin
        and other[0] <= one[2] + margin
        and one[1] <= other[3] + margin
        and other[1] <= one[3] + margin
    )
