"""Standing orders: what they are, which movements fit them, and who may change them."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.position.orders import Message
from ironclad.domain.games.iron_brigade.position.scenery import table_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Standing, Unit
from ironclad.domain.games.iron_brigade.rules.between import (
    enemies_in_sight,
    near,
    officers_with,
    on_table,
    strength,
)
from ironclad.domain.kernel.board.plane import Point, minus, square, square_between
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import require, rule

HELD, SUPPORTED, REACHED = 600, 1200, 300
HOPELESS_ENEMIES, HOPELESS_REACH = 3, 1200


@rule("XII.A/2", "XII.A/3")
def check_fits(position: Position, id: str, unit: Unit, end: Body) -> None:
    """Refuse a movement that does not fit the unit's standing order.

    Distances to a goal are straight, from the unit's centre. Officers and orderlies are bound by no order.
    """
    order = unit.order
    if order is None or position.plays("free_orders") or not position.muster[id].has_morale:
        return
    before, after = unit.body.centre, end.centre
    if order.kind == "SUPPORT":
        if order.unit not in position.units or order.unit in position.arrivals:
            return
        friend = position.units[order.unit].body
        here = min(square_between((before,), each) for each in friend.polygons)
        there = min(square_between((after,), each) for each in friend.polygons)
        fits = there <= SUPPORTED**2 or there < here
        require(fits, "XII.A/2", "its order is to support a unit: it stays within 12 inches of it")
        return
    goal = order.goal
    if goal is None:
        return
    here, there = _square(before, goal), _square(after, goal)
    if order.kind == "HOLD" or here <= REACHED**2:
        fits = there <= HELD**2 or there < here
        require(fits, "XII.A/2", "its order is to hold: it stays within 6 inches of its place")
    else:
        require(there < here, "XII.A/2", f"its order is to {order.kind.lower()}: it ends nearer to its goal")


def _square(one: Point, other: Point) -> Fraction:
    return Fraction(square(minus(one, other)))


@rule("XII.B/1", "XII.B/2")
def check_change(position: Position, side: str, id: str, order: Standing) -> None:
    """Refuse a change of a standing order without an officer, save of one in a hopeless situation."""
    require(id in position.units and position.side_of(id) == side, "XII.B/1", f"{id} is not yours")
    require(position.muster[id].has_morale, "XII.A/1", f"{id} takes no standing orders")
    allowed = officers_with(position, id) or (order.kind == "WITHDRAW" and is_hopeless(position, id))
    require(allowed, "XII.B/1", f"no officer is with {id}, so its order stands")
    check_order(position, side, id, order)


@rule("XII.C/1", "XII.C/2")
def check_message(position: Position, side: str, orderly: str, message: Message) -> None:
    """Refuse an order for an orderly to carry: he is with an officer, and carries no other."""
    known = orderly in position.units and position.side_of(orderly) == side
    require(
        known and position.muster[orderly].type == "orderly", "XII.C/1", f"{orderly} is no orderly of yours"
    )
    require(orderly not in position.messages, "XII.C/2", f"{orderly} carries an order already")
    require(officers_with(position, orderly), "XII.C/1", f"no officer is with {orderly}")
    unit = message.unit
    require(unit in position.units and position.side_of(unit) == side, "XII.B/1", f"{unit} is not yours")
    require(position.muster[unit].has_morale, "XII.A/1", f"{unit} takes no standing orders")
    check_order(position, side, unit, message.order)


@rule("XII.A/1")
def check_order(position: Position, side: str, id: str, order: Standing) -> None:
    """Refuse a standing order that names nothing, or what is not there."""
    if order.kind == "SUPPORT":
        friend = order.unit
        known = friend in position.units and friend != id and position.side_of(friend) == side
        require(known, "XII.A/1", "a unit supports another one of its side")
        return
    require(order.goal is not None or order.unit, "XII.A/1", f"{order.kind} names a place or a unit")
    if order.goal is not None:
        x, y = order.goal
        on_it = 0 <= x <= position.scenery.width and 0 <= y <= position.scenery.height
        require(on_it, "XII.A/1", "its goal is on the table")
    if order.unit:
        require(order.kind == "ATTACK", "XII.A/1", "only ATTACK names an enemy unit")
        require(
            order.unit in position.units and position.side_of(order.unit) != side,
            "XII.A/1",
            f"{order.unit} is no enemy on the table",
        )
    known_routes = {piece.id for piece in table_of(position.scenery).terrain if piece.line}
    require(set(order.route) <= known_routes, "XII.A/1", "a route is a row of roads of the table")


@rule("XII.B/2")
def is_hopeless(position: Position, id: str) -> bool:
    """Whether a unit that advances has lost half its men, or is alone near three enemy units in sight."""
    unit = position.units[id]
    if unit.order is None or unit.order.kind not in ("ADVANCE", "ATTACK", "MARCH"):
        return False
    if 2 * strength(position, id) <= position.muster[id].men:
        return True
    close = [each for each in enemies_in_sight(position, id) if near(position, id, each, HOPELESS_REACH)]
    friends = [
        each
        for each in on_table(position, position.side_of(id))
        if each != id and position.muster[each].has_morale and near(position, id, each, HOPELESS_REACH)
    ]
    return len(close) >= HOPELESS_ENEMIES and not friends
