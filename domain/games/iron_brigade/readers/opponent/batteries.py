"""What guns do: they load, face the enemy in range, and otherwise go where they command more ground."""

from collections.abc import Sequence
from math import isqrt

from ironclad.domain.games.iron_brigade.board.charts import guns as gun_chart
from ironclad.domain.games.iron_brigade.position.orders import Limber, MoveOrder, TurnBy, Unlimber
from ironclad.domain.games.iron_brigade.position.scenery import relief_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.opponent.assessment import FOOT, Foe
from ironclad.domain.games.iron_brigade.rules.c03_movement.offering import candidates
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import check_eager, planned
from ironclad.domain.kernel.board.plane import Point, bearing, minus, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import Refused

ARC = 35
"""Degrees off the front within which a target is left as it is."""


def battery_order(
    position: Position, id: str, foes: Sequence[Foe], goals: Sequence[Point]
) -> MoveOrder | None:
    """A battery's actions in the movement step; None where it stands."""
    unit = position.units[id]
    if unit.guns is None or not unit.guns.sections:
        return None
    target = _target(position, id, unit.body, foes)
    if unit.formation == "limbered":
        if target is not None:
            return _first(position, id, _unlimbering(unit.body, target))
        return _onward(position, id, goals)
    loads = not unit.guns.loaded
    if target is None:
        return (
            _first(position, id, [MoveOrder("battery", (Limber(unit.facing),))]) if foes and goals else None
        )
    aside = (bearing(unit.body.centre, target.centre) - unit.body.facing_of(0) + 180) % 360 - 180
    if abs(aside) > ARC:
        turns = MoveOrder("battery", (TurnBy(aside % 360),), loads)
        return _first(position, id, [turns, MoveOrder("battery", (TurnBy(aside % 360),))])
    return _first(position, id, [MoveOrder("battery", load=True)]) if loads else None


def _target(position: Position, id: str, body: Body, foes: Sequence[Foe]) -> Foe | None:
    """The nearest enemy in range of the guns."""
    reach = FOOT * len(gun_chart()[position.muster[id].gun].troops)
    near = [foe for foe in foes if square(minus(foe.centre, body.centre)) <= reach**2]
    return min(near, key=lambda foe: square(minus(foe.centre, body.centre)), default=None)


def _unlimbering(body: Body, target: Foe) -> list[MoveOrder]:
    aside = (
        abs((bearing(body.centre, target.centre) - body.facing + 180) % 360 - 180)
        if target.centre != body.centre
        else 0
    )
    back = aside > 90
    return [MoveOrder("battery", (Unlimber(back),), True), MoveOrder("battery", (Unlimber(back),))]


def _onward(position: Position, id: str, goals: Sequence[Point]) -> MoveOrder | None:
    """Toward the nearest goal and up: the candidate whose end is the best of both."""
    best, most = None, _ground(position, position.units[id].body, goals)
    for order in candidates(position, id):
        try:
            plan = planned(position, id, order)
            check_eager(position, id, order)
        except Refused:
            continue
        worth = _ground(position, plan.end, goals)
        if worth > most:
            best, most = order, worth
    return best


def _ground(position: Position, body: Body, goals: Sequence[Point]) -> int:
    height = relief_of(position.scenery).height(body.centre)
    far = min((isqrt(square(minus(goal, body.centre))) for goal in goals), default=0)
    return 10 * height - far


def _first(position: Position, id: str, orders: Sequence[MoveOrder]) -> MoveOrder | None:
    for order in orders:
        try:
            planned(position, id, order)
        except Refused:
            continue
        return order
    return None
