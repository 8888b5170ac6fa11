"""The movement step: orders are sealed, revealed, and carried out together in 16 parts."""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FormUp, Go, Haul, MoveOrder, MovePlan
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.registry import Play, brigade, check_size, goes_on
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ending import end_movement
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import (
    ChangesRevealed,
    ChangesSealed,
    Moved,
    OrdersRevealed,
    OrdersSealed,
    UnitsMoved,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import (
    check_eager,
    orders_of,
    planned,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.parts import Parts, Run
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import PARTS
from ironclad.domain.games.iron_brigade.rules.c03_movement.progress import (
    beginning,
    changeable,
    moved_by,
    mover_of,
    put,
    second_half,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import flee
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import UnseenMoved, UnseenOrdered
from ironclad.domain.games.iron_brigade.rules.c12_orders.standing import check_change, check_message
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking

QUARTER = 4
A_FRIEND = "a friend"


# -- orders


@brigade.check(GiveOrders, "movement")
@rule("III.G/1", "XII.A/3", "XII.B/1")
def check_orders(position: Position, due: Due, command: GiveOrders) -> None:
    """Each order is for a unit of the seat, legal as if it moved alone; so is each standing order."""
    plan = command.plan
    check_size(plan, "III.G/1")
    for id, order in plan.standing.items():
        check_change(position, due.seat, id, order)
    for orderly, message in plan.messages.items():
        check_message(position, due.seat, orderly, message)
    after = ordered(position, plan)
    for id, move in plan.orders.items():
        require(id in position.muster, "III.G/1", f"there is no unit {id}")
        require(position.side_of(id) == due.seat, "III.G/1", f"{id} is not yours")
        _named(id, partial(planned, after, id, move))
    for id in orders_of(position, due.seat):
        check_eager(position, id, plan.orders.get(id))


def ordered(position: Position, plan: MovePlan) -> Position:
    """The position with the standing orders that a plan changes."""
    if not plan.standing:
        return position
    after = position.copy()
    for id, order in plan.standing.items():
        after.units[id] = msgspec.structs.replace(after.units[id], order=order)
    return after


def _named(id: str, question: Callable[[], object]) -> None:
    """Ask a question about a unit; a refusal names it."""
    try:
        question()
    except Refused as refused:
        raise Refused(refused.rule, f"{id}: {refused.reason}") from refused


@brigade.carry_out(GiveOrders)
def carry_out_orders(play: Play, due: Due, command: GiveOrders) -> None:
    asking.close(play, due)
    play.emit(OrdersSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(OrdersSealed)
def _orders_sealed(position: Position, event: OrdersSealed) -> None:
    position.moves[event.seat] = event.plan.known(None)


# -- carried out together


@goes_on("orders")
@rule("VIII.A/2", "XII.D/3", "G/34")
def carry_on(play: Play) -> bool:
    """When both have answered: reveal, make the first quarter, ask for changes, make the rest."""
    position = play.position
    if position.part == PARTS:
        return False
    if position.part == 0:
        return _first_quarter(play)
    if position.changes:
        orders, standing = _together(position.changes)
        play.emit(ChangesRevealed(*_open(position, orders, standing)))
        concealing.tell_orders(play, orders, standing, second=True)
    make_parts(play, position.part + 1, PARTS)
    end_movement(play)
    return True


def _first_quarter(play: Play) -> bool:
    position = play.position
    messages = {id: each for plan in position.moves.values() if plan for id, each in plan.messages.items()}
    orders, standing = _together(position.moves)
    concealing.known(position)
    open_orders, open_standing = _open(position, orders, standing)
    play.emit(OrdersRevealed(open_orders, open_standing, messages))
    concealing.tell_orders(play, orders, standing, second=False)
    for id in position.in_order():
        if position.deeds[id].rally == "flee":
            flee(play, id)
    asked = [side for side in SIDES if any(changeable(position, side))]
    make_parts(play, 1, QUARTER if asked else PARTS)
    if asked:
        concealing.sight(play)
        asking.ask_all(play, asked, "changes", "XII.D/1")
    else:
        end_movement(play)
    return True


def _together(sealed: Mapping[str, MovePlan | None]) -> tuple[dict[str, MoveOrder], dict[str, Standing]]:
    """The orders of both seats in one. Raises NotKnown for a reader who may not know them."""
    orders: dict[str, MoveOrder] = {}
    standing: dict[str, Standing] = {}
    for _, plan in sorted(sealed.items()):
        if plan is None:
            raise NotKnown("orders that are sealed")
        orders |= plan.orders
        standing |= plan.standing
    return orders, standing


def _open(
    position: Position, orders: Mapping[str, MoveOrder], standing: Mapping[str, Standing]
) -> tuple[dict[str, MoveOrder], dict[str, Standing]]:
    """The orders of units that both sides see."""
    return (
        {id: orders[id] for id in concealing.in_sight(position, orders)},
        {id: standing[id] for id in concealing.in_sight(position, standing)},
    )


@brigade.evolves(OrdersRevealed)
def _orders_revealed(position: Position, event: OrdersRevealed) -> None:
    position.moves.clear()
    position.messages |= event.messages
    position.revealed = dict(event.orders)
    for id, standing in event.standing.items():
        position.units[id] = msgspec.structs.replace(position.units[id], order=standing)
    position.origins = dict(position.units)
    for id, order in event.orders.items():
        deeds = position.deeds[id]
        position.deeds[id] = msgspec.structs.replace(deeds, action=order.action)


@brigade.evolves(UnseenOrdered)
def _unseen_ordered(position: Position, event: UnseenOrdered) -> None:
    if event.order.value is msgspec.UNSET:
        return
    id, order, standing = event.unit, event.order.value.order, event.order.value.standing
    if standing is not None:
        position.units[id] = msgspec.structs.replace(position.units[id], order=standing)
        position.origins[id] = msgspec.structs.replace(position.origins[id], order=standing)
    if order is not None and event.second:
        position.changed[id] = order
    elif order is not None:
        position.revealed[id] = order
        position.deeds[id] = msgspec.structs.replace(position.deeds[id], action=order.action)


def make_parts(play: Play, first: int, last: int) -> None:
    """Make some of the 16 parts, and state where all units are then."""
    position = play.position
    movers = [mover_of(position, id) for id in position.in_order() if id not in position.arrivals]
    run = Run(
        {mover.id: position.progress.get(mover.id, 0) for mover in movers},
        dict(position.stopped),
        {id for id, how in position.passages.items() if how == "passed"},
        {id for id, how in position.passages.items() if how == "ridden"},
    )
    parts = Parts(movers, run)
    parts.go(first, last)
    start = beginning(position)
    moved = {
        mover.id: moved_by(position, start, mover, run.at[mover.id], run.stopped.get(mover.id, ""))
        for mover in movers
        if mover.moves or mover.id in position.revealed
    }
    seen = {id: _openly(position, id, moved[id]) for id in concealing.in_sight(position, moved)}
    passed, ridden = (tuple(sorted(concealing.in_sight(position, each))) for each in (run.passed, run.ridden))
    play.emit(UnitsMoved(last, seen, passed, ridden))
    concealing.tell_moves(play, moved, run.passed, run.ridden)


def _openly(position: Position, id: str, moved: Moved) -> Moved:
    """What all may know of a unit's movement: a friend out of sight for whom it stopped is not named."""
    if position.hidden.get(moved.stopped) != position.side_of(id):
        return moved
    return msgspec.structs.replace(moved, stopped=A_FRIEND)


@brigade.evolves(UnitsMoved)
def _units_moved(position: Position, event: UnitsMoved) -> None:
    for id, moved in event.moved.items():
        _unit_moved(position, id, moved)
    position.passages |= dict.fromkeys(event.passed, "passed")
    position.passages |= dict.fromkeys(event.ridden, "ridden")
    position.part = event.part


@brigade.evolves(UnseenMoved)
def _unseen_moved(position: Position, event: UnseenMoved) -> None:
    if event.move.value is msgspec.UNSET:
        return
    if event.move.value.moved is not None:
        _unit_moved(position, event.unit, event.move.value.moved)
    if event.move.value.passage:
        position.passages[event.unit] = event.move.value.passage


def _unit_moved(position: Position, id: str, moved: Moved) -> None:
    position.units[id] = put(position.units[id], moved.place)
    order = position.revealed.get(id)
    position.deeds[id] = msgspec.structs.replace(
        position.deeds[id],
        used=moved.used,
        length=moved.length,
        heading=moved.heading,
        advance=moved.advance,
        actions=moved.actions,
        wet=moved.wet,
        formed=order is not None and any(isinstance(leg, FormUp) for leg in order.legs),
        hauled=moved.used[0] > 0
        and order is not None
        and any(isinstance(leg, Haul | Go) for leg in order.legs),
    )
    position.progress[id] = max(len(moved.trail) - 1, 0)
    if moved.stopped:
        position.stopped[id] = moved.stopped


# -- changes after the first quarter


@brigade.check(ChangeOrders, "changes")
@rule("XII.D/1", "XII.D/2", "XII.D/3")
def check_changes(position: Position, due: Due, command: ChangeOrders) -> None:
    """Each new order is for a unit with an officer, and fits into half a turn."""
    check_size(command.plan, "XII.D/1")
    allowed = set(changeable(position, due.seat))
    from_origin = beginning(position)
    for id, standing in command.plan.standing.items():
        require(id in allowed, "XII.D/1", f"no officer has been with {id} since the turn began")
        check_change(position, due.seat, id, standing)
    after = ordered(from_origin, command.plan)
    for id, order in command.plan.orders.items():
        require(id in allowed, "XII.D/1", f"no officer has been with {id} since the turn began")
        require(order.action in ("march", "face"), "XII.D/2", "a changed order marches or turns")
        _named(id, partial(second_half, after, id, order))


@brigade.carry_out(ChangeOrders)
def carry_out_changes(play: Play, due: Due, command: ChangeOrders) -> None:
    asking.close(play, due)
    play.emit(ChangesSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(ChangesSealed)
def _changes_sealed(position: Position, event: ChangesSealed) -> None:
    position.changes[event.seat] = event.plan.known(None)


@brigade.evolves(ChangesRevealed)
def _changes_revealed(position: Position, event: ChangesRevealed) -> None:
    position.changes.clear()
    position.changed = dict(event.orders)
    for id, order in event.standing.items():
        for units in (position.units, position.origins):
            units[id] = msgspec.structs.replace(units[id], order=order)
