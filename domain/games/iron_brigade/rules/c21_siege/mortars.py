"""Mortars: their ranges, their chance to hit, and dugouts."""

from fractions import Fraction
from itertools import pairwise

from ironclad.domain.games.iron_brigade.board.pieces import mortars
from ironclad.domain.games.iron_brigade.position.scenery import LINES
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.between import friends, near, sees
from ironclad.domain.kernel.board.plane import is_within
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
OBSERVER = 600


@rule("XXI.A/1")
def in_reach(mortar: str, square: Fraction) -> bool:
    """Whether a mortar fires so far, given the square of hundredths of an inch. Raises KeyError."""
    row = mortars()[mortar]
    return (INCH * row.least) ** 2 <= square <= (INCH * row.greatest) ** 2


@rule("XXI.A/2", "XXI.A/3")
def hits_up_to(mortar: str, dugout: bool) -> int:
    """The highest face of a twenty-sided die on which a mortar hits; one less on a dugout."""
    return mortars()[mortar].hits - dugout


@remembered
@rule("XXI.A/5", "XVI.A/2")
def is_observed(position: Position, id: str, target: str) -> bool:
    """Whether a mortar battery sees its target, or a friend within 6 inches of it does."""
    if sees(position, id, target):
        return True
    beside = [each for each in friends(position, id) if near(position, id, each, OBSERVER)]
    balloons = [each for each in friends(position, id) if position.units[each].height == "up"]
    return any(sees(position, each, target) for each in (*beside, *balloons))


@remembered
@rule("XXI.A/5")
def is_in_dugout(position: Position, id: str) -> bool:
    """Whether every stand of a unit is within an inch of a work or trench that has dugouts."""
    works = [each.line for each in position.scenery.terrain if each.kind in LINES and each.dugout]
    return bool(works) and all(
        any(is_within(stand, pair, INCH) for line in works for pair in pairwise(line))
        for stand in position.units[id].body.polygons
    )
