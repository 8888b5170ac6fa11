"""Which charges are allowed: who may charge whom, how far, in which waves."""

from collections.abc import Mapping

from ironclad.domain.games.iron_brigade.board.charts import Ground, speeds
from ironclad.domain.games.iron_brigade.position.scenery import grounds_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY
from ironclad.domain.games.iron_brigade.rules.between import (
    enemies,
    facing_of,
    is_in_play,
    look_of,
    near,
    sees,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.costs import is_on_road
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import grounds_on
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import behind_hard_cover, is_engaged
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import GROUND
from ironclad.domain.kernel.board.plane import (
    WITHIN_45,
    Point,
    direction,
    is_within,
    minus,
    nearest,
    square_between,
    within_arc,
)
from ironclad.domain.kernel.board.plane.arcs import bears_from, nearest_point
from ironclad.domain.kernel.board.plane.ground import spans
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
WAVE = 600
CHARGE_ORDERS = ("ATTACK", "ADVANCE")


@rule("VIII.B/1", "VIII.B/3", "VIII.F/1", "VI.J/2", "VII.O/2", "XV.B/2")
def check_charger(position: Position, id: str, side: str) -> None:
    """Refuse a unit that may not charge anybody."""
    require(id in position.muster and position.muster[id].side == side, "VIII.B/1", f"{id} is not yours")
    require(id in position.units and id not in position.arrivals, "VIII.B/1", f"{id} is not on the table")
    unit = position.units[id]
    require(position.muster[id].is_regiment, "VIII.B/3", f"{id} is no regiment")
    require(unit.state == "good", "VIII.B/1", f"{id} is {unit.state}")
    require(unit.posture == "up", "VIII.B/3", f"the men of {id} lie low")
    require(unit.formation != "scattered", "VIII.B/1", f"the stands of {id} are scattered")
    require(not is_engaged(position, id), "VIII.B/3", f"{id} is in melee")
    crosses = position.deeds[id].action == "cross"
    require(not crosses, "XV.B/2", f"{id} is in wire or chevaux de frise")
    require(unit.marks.reforming != position.turn, "VIII.F/1", f"{id} reforms after a charge")


@rule("VIII.B/1", "VIII.B/2", "VIII.B/4", "XI.C/6", "XXVIII/5")
def check_target(position: Position, id: str, target: str) -> None:
    """Refuse a target that is no enemy in sight within the charge bonus, straight ahead within 45 degrees."""
    check_enemy(position, id, target)
    require(sees(position, id, target), "VIII.B/1", f"{id} does not see {target}")
    require(in_range(position, id, target), "VIII.B/1", f"{target} is out of the charge range of {id}")


def check_enemy(position: Position, id: str, target: str) -> None:
    """Refuse a target that is no enemy on the table, or has no morale, as an officer alone."""
    known = is_in_play(position, target)
    enemy = known and position.side_of(target) == ENEMY[position.side_of(id)]
    require(enemy, "VIII.B/1", f"{target!r} is no enemy on the table")
    require(position.muster[target].has_morale, "VIII.B/1", f"{target} is no unit to charge")


@remembered
@rule("VIII.B/1", "VIII.B/2", "III.F/3", "III.F/7")
def in_range(position: Position, id: str, target: str) -> bool:
    """Whether a stand bears on a unit and is within the charge bonus of it."""
    unit, other = position.units[id], position.units[target]
    most = 2 * INCH
    if not near(position, id, target, most):
        return False
    bonus = charge_bonus(position, id, target)
    polygons = other.body.polygons
    for number in range(len(unit.stands)):
        apex, facing = look_of(unit, number)
        own = unit.body.polygon_of(number)
        if any(is_within(own, each, bonus) and bears_from(apex, facing, each) for each in polygons):
            return bonus > 0
    return False


@remembered
@rule("VIII.B/2", "III.F/3", "III.F/7", "XI.B/1")
def charge_bonus(position: Position, id: str, target: str) -> int:
    """The charge bonus of a unit in hundredths: that of the worst ground on its straight way; 0 for none.

    The way is from the front of its nearest stand to the nearest point of the target.
    """
    unit = position.units[id]
    number, other = nearest_stands(position, id, target)
    start = look_of(unit, number)[0]
    end = rounded_nearest(start, position.units[target].body.polygon_of(other))
    row = speeds()["cavalry" if unit.mounted else "infantry", "charge_bonus"]
    grounds = grounds_of(position.scenery)
    column = unit.formation in ("column", "flank_right", "flank_left")
    if column and is_on_road(unit.body, unit.body, grounds):
        return INCH * (row["road"] or 0)
    kinds: set[Ground | None] = set()
    for span in spans((start, end), grounds.regions):
        kinds |= {GROUND.get(each) for each in grounds_on(*grounds.kinds_on(span))}
    return min((INCH * (row[each] or 0) if each else 0 for each in kinds), default=INCH * (row["field"] or 0))


@rule("G/60")
def nearest_stands(position: Position, id: str, target: str) -> tuple[int, int]:
    """The stands of two units that are nearest to each other.

    Of equally near ones those of which the first looks straightest at the other, then the lowest numbers.
    """
    unit, other = position.units[id], position.units[target].body.polygons
    pairs = [
        (square_between(a, b), square_between((look_of(unit, i)[0],), b), i, j)
        for i, a in enumerate(unit.body.polygons)
        for j, b in enumerate(other)
    ]
    _, _, number, against = min(pairs)
    return number, against


def rounded_nearest(point: Point, polygon: tuple[Point, ...]) -> Point:
    """The nearest point of a stand's edge, rounded to hundredths."""
    x, y = nearest_point(point, polygon)
    return nearest(x), nearest(y)


# -- waves


@rule("VIII.J/1", "VIII.J/2", "VIII.J/3")
def waves(position: Position, charges: Mapping[str, str]) -> dict[str, int]:
    """How many waves are before each charger: regiments that charge the same unit, each within 6 inches
    behind the one before.
    """
    found: dict[str, int] = {}
    order = [id for id in position.in_order() if id in charges]

    def depth(id: str, seen: tuple[str, ...]) -> int:
        ahead = [
            other
            for other in order
            if other not in (*seen, id) and charges[other] == charges[id] and is_behind(position, id, other)
        ]
        return 1 + max(depth(other, (*seen, id)) for other in ahead) if ahead else 0

    for id in order:
        found[id] = depth(id, ())
    return found


@remembered
@rule("VIII.J/1")
def is_behind(position: Position, id: str, front: str) -> bool:
    """Whether a unit is within 45 degrees of straight behind another one, at most 6 inches away."""
    if position.side_of(id) != position.side_of(front) or not near(position, id, front, WAVE):
        return False
    unit = position.units[front]
    way = minus(position.units[id].body.centre, unit.body.centre)
    return way != (0, 0) and within_arc(direction(facing_of(unit) + 180), way, WITHIN_45)


# -- a seat's charges


@rule("VIII.B/4", "VIII.J/2", "XII.A/4", "VII.E/5")
def check_charges(position: Position, side: str, charges: Mapping[str, str]) -> None:
    """Refuse charges that are not allowed: out of range where no wave before is in it, under an order that
    does not attack, and none at all of a unit that must charge. A later wave need not see past the first.
    """
    for id, target in charges.items():
        check_charger(position, id, side)
        check_enemy(position, id, target)
    depth = waves(position, charges)
    for id, target in charges.items():
        if in_range(position, id, target):
            require(sees(position, id, target), "VIII.B/1", f"{id} does not see {target}")
            continue
        require(depth[id], "VIII.B/1", f"{target} is out of the charge range of {id}")
        order = position.units[id].order
        free = order is None or order.kind in CHARGE_ORDERS or position.plays("free_orders")
        require(free, "XII.A/4", f"the standing order of {id} lets it charge only what is in its range")
        front = [other for other in charges if charges[other] == target and is_behind(position, id, other)]
        first = any(in_range(position, other, target) or depth[other] for other in front)
        require(first, "VIII.J/2", f"no wave before {id} is in charge range")
    for id in must_charge(position, side):
        require(id in charges, "VII.E/5", f"{id} must charge")


@rule("VII.E/5")
def must_charge(position: Position, side: str) -> list[str]:
    """The units of very high morale that have an enemy in charge range; hard cover frees them of it."""
    return [
        id
        for id in position.of_side(side)
        if position.units[id].marks.eager == position.turn
        and id not in position.arrivals
        and not behind_hard_cover(position, position.units[id])
        and targets(position, id, side)
    ]


def targets(position: Position, id: str, side: str) -> list[str]:
    """The enemy units that a unit may charge by itself."""
    try:
        check_charger(position, id, side)
    except Refused:
        return []
    found = []
    for target in enemies(position, id):
        if not near(position, id, target, 2 * INCH):
            continue
        try:
            check_target(position, id, target)
        except Refused:
            continue
        found.append(target)
    return found
