"""What is one unit for morale."""

from collections.abc import Sequence

from ironclad.domain.kernel.board.plane import Polygon, is_within
from ironclad.domain.kernel.engine.citations import rule

LINK = 600


@rule("VII.T/1")
def parts(stands: Sequence[Polygon]) -> tuple[tuple[int, ...], ...]:
    """The stands of a regiment by the parts that are units for morale: linked by gaps of at most 6 inches.

    Parts are in the order of their lowest stand, and each lists its stands in order.
    """
    left = set(range(len(stands)))
    found = []
    while left:
        part, edge = set(), {min(left)}
        while edge:
            left -= edge
            part |= edge
            edge = {each for each in left for other in edge if is_within(stands[each], stands[other], LINK)}
        found.append(tuple(sorted(part)))
    return tuple(found)
