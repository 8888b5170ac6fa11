"""Secret orders that both sides give in one phase, in any order, and that are carried out together (4/4,
4/15).

What an order may hold is checked by the chapters that carry it out (`registry.order_check`).
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    Order,
    PlacementOrder,
    PreparationOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Orders, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing
from ironclad.domain.games.bull_run_to_appomattox.registry import (
    ORDER_CHECKS,
    Play,
    also_offers,
    brta,
    order_check,
    step,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    GiveAttritionOrder,
    GivePlacementOrder,
    GivePreparationOrder,
    ReplaceOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    AttritionOrderGiven,
    OrdersCarriedOut,
    PlacementOrderGiven,
    PreparationOrderGiven,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.standing import (
    check_standing,
    set_standing,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking

KINDS = ("preparation", "placement", "attrition")
CLAUSES = {"preparation": "4/4", "placement": "4/15", "attrition": "7.5/11"}


@step("preparation")
@rule("4/4")
def ask_preparation(play: Play) -> None:
    """Both sides give their order of the preparation phase."""
    asking.ask_all(play, SIDES, "preparation", CLAUSES["preparation"])


@step("placement")
@rule("4/15")
def ask_placement(play: Play) -> None:
    """Both sides give their order of the placement phase."""
    asking.ask_all(play, SIDES, "placement", CLAUSES["placement"])


def check_order(position: Position, side: str, kind: str, order: Order) -> None:
    """Hold an order to every check of its kind. Raises Refused."""
    for check in ORDER_CHECKS[kind]:
        check(position, side, order)


@brta.check(GivePreparationOrder, "preparation")
@rule("4/6")
def _check_preparation(position: Position, due: Due, command: GivePreparationOrder) -> None:
    check_order(position, due.seat, "preparation", command.order)
    check_standing(position, due.seat, command.standing)


@brta.check(GivePlacementOrder, "placement")
def _check_placement(position: Position, due: Due, command: GivePlacementOrder) -> None:
    check_order(position, due.seat, "placement", command.order)


@brta.check(GiveAttritionOrder, "attrition")
def _check_attrition(position: Position, due: Due, command: GiveAttritionOrder) -> None:
    check_order(position, due.seat, "attrition", command.order)


@brta.carry_out(GivePreparationOrder)
def _give_preparation(play: Play, due: Due, command: GivePreparationOrder) -> None:
    asking.close(play, due)
    _state(play, due.seat, "preparation", command.order, command.standing)


@brta.carry_out(GivePlacementOrder)
def _give_placement(play: Play, due: Due, command: GivePlacementOrder) -> None:
    asking.close(play, due)
    _state(play, due.seat, "placement", command.order)


@brta.carry_out(GiveAttritionOrder)
def _give_attrition(play: Play, due: Due, command: GiveAttritionOrder) -> None:
    asking.close(play, due)
    _state(play, due.seat, "attrition", command.order)


def _state(play: Play, side: str, kind: str, order: Any, standing: Standing | None = None) -> None:
    own = (side,)
    if kind == "preparation":
        play.emit(PreparationOrderGiven(side, Secret(own, order), Secret(own, standing)))
    elif kind == "placement":
        play.emit(PlacementOrderGiven(side, Secret(own, order)))
    else:
        play.emit(AttritionOrderGiven(side, Secret(own, order)))


def replaced(command: ReplaceOrder) -> tuple[str, Order] | None:
    """The one order that a command brings, with its kind; None where it brings none or several."""
    brought = [(kind, order) for kind in KINDS if (order := getattr(command, kind)) is not None]
    return brought[0] if len(brought) == 1 else None


@brta.check(ReplaceOrder)
@rule("4/5")
def _check_replace(position: Position, due: Due, command: ReplaceOrder) -> None:
    brought = replaced(command)
    require(brought is not None, "4/5", "one order takes the place of another")
    assert brought is not None
    kind, order = brought
    waits = [each for each in position.agenda.due if each.kind == kind and each.seat == ENEMY[due.seat]]
    given = kind in position.orders.get(due.seat, Orders()).given
    require(given and waits, "4/5", f"you have no order of {kind} that may be replaced now")
    check_order(position, due.seat, kind, order)


@brta.carry_out(ReplaceOrder)
def _replace(play: Play, due: Due, command: ReplaceOrder) -> None:
    brought = replaced(command)
    assert brought is not None
    _state(play, due.seat, *brought)


def _given(position: Position, side: str, kind: str, order: Secret[Any]) -> None:
    orders = position.orders.get(side, Orders())
    names = tuple(sorted({*orders.given, kind}))
    position.orders[side] = msgspec.structs.replace(orders, given=names, **{kind: order.known(None)})


@brta.evolves(PreparationOrderGiven)
def _preparation_given(position: Position, event: PreparationOrderGiven) -> None:
    _given(position, event.side, "preparation", event.order)
    set_standing(position, event.side, event.standing.known(None))


@brta.evolves(PlacementOrderGiven)
def _placement_given(position: Position, event: PlacementOrderGiven) -> None:
    _given(position, event.side, "placement", event.order)


@brta.evolves(AttritionOrderGiven)
def _attrition_given(position: Position, event: AttritionOrderGiven) -> None:
    _given(position, event.side, "attrition", event.order)


def preparation_of(position: Position, side: str) -> PreparationOrder:
    """A side's order of preparation; the plain one where it has given none. Raises NotKnown."""
    return _order_of(position, side, "preparation") or PreparationOrder()


def placement_of(position: Position, side: str) -> PlacementOrder:
    """A side's order of placement; an empty one where it has given none. Raises NotKnown."""
    return _order_of(position, side, "placement") or PlacementOrder()


def attrition_of(position: Position, side: str) -> AttritionOrder:
    """A side's order of winter losses; an empty one where it has given none. Raises NotKnown."""
    return _order_of(position, side, "attrition") or AttritionOrder()


def _order_of(position: Position, side: str, kind: str) -> Any:
    orders = position.orders.get(side, Orders())
    order = getattr(orders, kind)
    if order is None and kind in orders.given:
        raise NotKnown(kind)
    return order


def carried_out(play: Play, kind: str) -> None:
    """The orders of a kind are carried out, and are there no longer."""
    play.emit(OrdersCarriedOut(kind))


@brta.evolves(OrdersCarriedOut)
def _orders_carried_out(position: Position, event: OrdersCarriedOut) -> None:
    for side, orders in list(position.orders.items()):
        given = tuple(each for each in orders.given if each != event.kind)
        left = msgspec.structs.replace(orders, given=given, **{event.kind: None})
        if left == Orders():
            del position.orders[side]
        else:
            position.orders[side] = left


@also_offers("preparation")
def offer_preparation(position: Position, due: Due) -> Iterator[Command]:
    """Everybody is paid and nothing bought, with and without an HQ drawn."""
    for draw in (True, False):
        yield GivePreparationOrder(order=PreparationOrder(draw=draw))


@also_offers("placement")
def offer_placement(position: Position, due: Due) -> Iterator[Command]:
    """Nothing is placed: everything waits (4/21)."""
    yield GivePlacementOrder(order=PlacementOrder())


@order_check("preparation")
@rule("4/4")
def check_replacements(position: Position, side: str, order: Order) -> None:
    """Replacements are ordered for spots where units of the side lost their HQ, each once. Raises Refused."""
    assert isinstance(order, PreparationOrder)
    spots = [each.spot for each in position.vacancies if each.side == side]
    named = order.replacements
    require(len(set(named)) == len(named), "4/4", "a spot is named twice")
    for spot in named:
        require(spot in spots, "2.4/3", f"no units of yours in {spot} lost their HQ")
