"""Where a charge ends: in contact with its target, on the ground that it left, or short of it (G/60)."""

from collections.abc import Sequence
from dataclasses import replace

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.between import facing_of, look_of
from ironclad.domain.games.iron_brigade.rules.c07_morale.fleeing import others_than
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import nearest_stands, rounded_nearest
from ironclad.domain.games.iron_brigade.rules.places import Box, blocked, off_table, overlaps_any
from ironclad.domain.kernel.board.plane import Polygon, bearing, is_within, minus, placed, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import rule

TOUCH = 5
Others = Sequence[tuple[Box, Polygon]]


@rule("VIII.C/7", "G/60", "G/7")
def contact_of(position: Position, id: str, target: str, bonus: int) -> Body | None:
    """Where a charger lines up with its target, or None where it makes no contact.

    It turns square to the target's nearest stand, is placed on the nearest point of it, and slides straight
    back until no stand overlaps another. No stand may go farther than the charge bonus.
    """
    unit, other = position.units[id], position.units[target]
    number, against = nearest_stands(position, id, target)
    polygon = other.body.polygon_of(against)
    point = rounded_nearest(look_of(unit, number)[0], polygon)
    facing = square_facing(facing_of(unit), other.body.facing_of(against))
    turned = replace(unit.body, facing=(unit.body.facing + facing - facing_of(unit)) % 360)
    front = look_of(unit.placed(turned), number)[0]
    others = others_than(position, id)
    stands = other.body.polygons
    for slide in range(bonus + 1):
        back = placed((0, 0), (facing + 180) % 360, slide, 0)
        shift = (point[0] - front[0] + back[0], point[1] - front[1] + back[1])
        body = replace(turned, at=(turned.at[0] + shift[0], turned.at[1] + shift[1]))
        if not _is_free(position, body, others):
            continue
        touching = any(is_within(own, each, TOUCH) for own in body.polygons for each in stands)
        ways = [minus(new, old) for old, new in zip(unit.body.centres, body.centres, strict=True)]
        return body if touching and all(square(way) <= bonus * bonus for way in ways) else None
    return None


@rule("G/60")
def square_facing(own: int, stand: int) -> int:
    """Of the four facings square to a stand the one nearest to a facing, on a tie the lower number."""

    def turn(facing: int) -> int:
        gap = (facing - own) % 360
        return min(gap, 360 - gap)

    return min(
        ((stand + quarter) % 360 for quarter in (0, 90, 180, 270)), key=lambda each: (turn(each), each)
    )


@rule("G/60", "VIII.C/7", "VIII.A/6")
def short_of(position: Position, unit: Unit, id: str, toward: tuple[int, int], most: int) -> Body:
    """The last free place on a straight way toward a point, at most so far; the unit keeps its facing."""
    body, others = unit.body, others_than(position, id)
    centre = body.centre
    if centre == toward:
        return body
    facing = bearing(centre, toward)
    best = body
    for far in range(1, most + 1):
        dx, dy = placed((0, 0), facing, far, 0)
        there = replace(body, at=(body.at[0] + dx, body.at[1] + dy))
        if not _is_free(position, there, others):
            break
        best = there
    return best


def _is_free(position: Position, body: Body, others: Others) -> bool:
    """Whether all stands of a body lie on the table, on free ground, and on no other stand."""
    return not any(
        off_table(position.scenery, polygon)
        or blocked(position.scenery, polygon)
        or overlaps_any(polygon, others)
        for polygon in body.polygons
    )
