"""Where units go: of canonical orders, and a few toward the enemy and the goal, the one of most worth."""

from collections.abc import Iterator
from math import isqrt

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Go,
    LegOrder,
    MoveOrder,
    MovePlan,
    TurnBy,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.opponent.assessment import (
    FOOT,
    INCH,
    Foe,
    foes_of,
    goals_of,
    place_worth,
)
from ironclad.domain.games.iron_brigade.readers.opponent.batteries import battery_order
from ironclad.domain.games.iron_brigade.rules.between import friends
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.offering import candidates, field_speed, forced
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import (
    ahead_leg,
    check_eager,
    orders_of,
    planned,
)
from ironclad.domain.kernel.board.plane import Point, bearing, minus, placed, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.legs import Move, Turn, Wheel, after
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

MOST_FOES = 4
"""Enemies that a unit heeds, the nearest ones."""
BEHIND = 150
"""How far behind the middle of a regiment an officer keeps, in hundredths of an inch."""
RESERVE_OF, RESERVE_BACK = 5, 16 * INCH
"""Of so many regiments one is held back, so far from the enemy."""


def march(position: Position, due: Due) -> Command:
    """An order for each unit that is better somewhere else than where it is."""
    orders = forced(position, due.seat)
    foes, goals = foes_of(position, due.seat), goals_of(position, due.seat)
    ready = [id for id in orders_of(position, due.seat) if id not in orders]
    reserves = reserves_of(position, ready)
    fighting = [id for id in ready if id not in reserves and position.muster[id].is_regiment]
    for id in ready:
        if position.muster[id].is_battery:
            order = battery_order(position, id, foes, goals)
        elif not position.muster[id].is_regiment:
            order = beside_friends(position, id)
        else:
            goal = _goal(position, id, fighting, goals)
            order = best_order(position, id, foes, goal, RESERVE_BACK if id in reserves else 0)
        if order is not None:
            orders[id] = order
    return GiveOrders(plan=MovePlan(orders))


def reserves_of(position: Position, ready: list[str]) -> set[str]:
    """The regiments that are held back: those with the highest numbers, one of every five."""
    regiments = [id for id in ready if position.muster[id].is_regiment]
    count = len(regiments) // RESERVE_OF
    return set(regiments[-count:]) if count else set()


def _goal(position: Position, id: str, fighting: list[str], goals: tuple[Point, ...]) -> Point | None:
    """The goal of a unit: goals are shared out in turn, each to the units nearest to it."""
    if not goals:
        return None
    if id not in fighting:
        return min(goals, key=lambda goal: square(minus(goal, position.units[id].body.centre)))
    order = sorted(fighting, key=lambda each: position.units[each].body.centre)
    places = sorted(goals)
    return places[order.index(id) * len(places) // len(order)]


def best_order(
    position: Position, id: str, foes: tuple[Foe, ...], goal: Point | None, back: int
) -> MoveOrder | None:
    """The order that is worth most; None where to stand is worth as much."""
    unit = position.units[id]
    if unit.state in ("broken", "routed"):
        return _rallying(position, id)
    if unit.formation == "scattered" and (forms := _rallying(position, id)) is not None:
        return forms
    centre = unit.body.centre
    foes = tuple(sorted(foes, key=lambda foe: square(minus(foe.centre, centre)))[:MOST_FOES])
    stays = place_worth(position, id, unit.body, 0.0, foes, goal, back)
    options = []
    for number, order in enumerate((*candidates(position, id), *_toward(position, id, foes, goal))):
        if order.action in ("march", "face") and (guess := _guessed(position, id, order)) is not None:
            options.append((place_worth(position, id, *guess, foes, goal, back), -number, order))
    options.sort(key=lambda option: option[:2], reverse=True)
    for worth, _, order in options:
        if worth <= stays:
            return None
        try:
            plan = planned(position, id, order)
            check_eager(position, id, order)
        except Refused:
            continue
        if place_worth(position, id, plan.end, float(plan.used), foes, goal, back) > stays:
            return order
    return None


def beside_friends(position: Position, id: str) -> MoveOrder | None:
    """Officers and others who are alone go behind the nearest regiment of theirs; None where they are there,
    or no regiment is left.
    """
    centre = position.units[id].body.centre
    regiments = [
        position.units[each].body for each in friends(position, id) if position.muster[each].is_regiment
    ]
    if not regiments:
        return None
    friend = min(regiments, key=lambda body: square(minus(body.centre, centre)))
    dx, dy = placed((0, 0), (friend.main_facing + 180) % 360, BEHIND, 0)
    spot = (friend.centre[0] + dx, friend.centre[1] + dy)
    far = isqrt(square(minus(spot, centre)))
    if far <= INCH // 2:
        return None
    way, full = bearing(centre, spot), field_speed(position, id)
    for length in (min(far, full), min(far, full) // 2):
        order = MoveOrder("march", (ahead_leg(way, length),))
        try:
            planned(position, id, order)
        except Refused:
            continue
        return order
    return None


def _guessed(position: Position, id: str, order: MoveOrder) -> tuple[Body, float] | None:
    """Where an order would lead over open ground, and about what it uses; None for another kind of order."""
    body, length = position.units[id].body, 0
    for leg in order.legs:
        match leg:
            case Go(dx, dy):
                body, length = after(body, Move(dx, dy)), length + isqrt(dx * dx + dy * dy)
            case WheelBy(to, degrees):
                turned = after(body, Wheel(to, degrees))
                length += 2 * isqrt(square(minus(turned.centre, body.centre)))
                body = turned
            case TurnBy(degrees):
                body = after(body, Turn(degrees))
            case AboutFace():
                body = after(body, Turn(180))
            case _:
                return None
    full = field_speed(position, id)
    return body, length / full if full else 1.0


def _rallying(position: Position, id: str) -> MoveOrder | None:
    """A beaten unit brings its stands together, if it may; it stands otherwise."""
    for order in candidates(position, id):
        if order.action != "form":
            continue
        try:
            planned(position, id, order)
        except Refused:
            continue
        return order
    return None


def _toward(position: Position, id: str, foes: tuple[Foe, ...], goal: Point | None) -> Iterator[MoveOrder]:
    """Wheels that face the nearest enemy, and ways toward the goal."""
    unit = position.units[id]
    centre = unit.body.centre
    full = field_speed(position, id)
    if foes:
        nearest = min(foes, key=lambda foe: square(minus(foe.centre, centre)))
        if nearest.centre != centre and square(minus(nearest.centre, centre)) <= (3 * FOOT) ** 2:
            yield from _facing(unit.formation, unit.body.main_facing, bearing(centre, nearest.centre))
    if goal is not None and goal != centre:
        way = bearing(centre, goal)
        for share in (1, 2, 4):
            yield MoveOrder("march", (ahead_leg(way, full // share),))


def _facing(formation: str, facing: int, way: int) -> Iterator[MoveOrder]:
    aside = (way - facing + 180) % 360 - 180
    if not aside:
        return
    legs: tuple[LegOrder, ...] = (TurnBy(aside % 360),)
    if formation not in ("scattered", "single") and abs(aside) <= 90:
        legs = (WheelBy("right" if aside > 0 else "left", abs(aside)),)
    yield MoveOrder("march", legs)
