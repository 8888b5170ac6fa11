"""Fire orders: asked of both seats, checked, sealed, offered."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade, check_size, step
from ironclad.domain.games.iron_brigade.rules.between import (
    enemies,
    hides_units,
    on_table,
    sees,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import (
    check_fire,
    may,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    FireSealed,
    OrderFire,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import FEET
from ironclad.domain.kernel.board.plane import is_within
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking

OFFERED_WITHIN = 4000


@step("fire")
@rule("VIII.A/3", "IV/1")
def ask_fire(play: Play) -> None:
    """Both seats seal their fire, if anyone can fire at all."""
    able = [side for side in SIDES if any(not order.answer for _, order in fire_offers(play.position, side))]
    if able:
        asking.ask_all(play, able, "fire", "VIII.A/3")


@brigade.check(OrderFire, "fire")
@rule("IV/1", "IV/2", "V/1")
def check_order_fire(position: Position, due: Due, command: OrderFire) -> None:
    """Each order is legal on the position after movement."""
    check_size(command.plan, "IV/2")
    for id, order in command.plan.orders.items():
        check_fire(position, due.seat, id, order)


@brigade.carry_out(OrderFire)
def carry_out_order_fire(play: Play, due: Due, command: OrderFire) -> None:
    asking.close(play, due)
    play.emit(FireSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(FireSealed)
def _fire_sealed(position: Position, event: FireSealed) -> None:
    position.fires[event.seat] = event.plan.known(None)


# -- offers


def fire_offers(position: Position, side: str) -> Iterator[tuple[str, FireOrder]]:
    """Every unit's fire at every target with its whole strength, one unit at a time; and guns that load."""
    for id in on_table(position, side):
        muster, unit = position.muster[id], position.units[id]
        if not muster.has_morale and muster.type != "ship":
            continue
        orders: list[FireOrder] = []
        for target in enemies(position, id):
            if not sees(position, id, target):
                continue
            if unit.guns is not None:
                sections = min(unit.guns.sections, unit.guns.men)
                orders += [FireOrder(sections={target: sections}, reload=load) for load in (True, False)]
            elif muster.type == "ship":
                orders.append(FireOrder(sections={target: 1}))
            else:
                orders += [FireOrder(target, weapon) for weapon in muster.weapons]
        if muster.is_regiment and hides_units(position):
            orders.append(FireOrder(answer=True))
        if unit.guns is not None:
            sections = min(unit.guns.sections, unit.guns.men)
            orders += [FireOrder(pieces={each: sections}) for each in _pieces_near(position, id)]
            orders.append(FireOrder(reload=True))
        yield from ((id, order) for order in orders if may(position, side, id, order))


@rule("V/2")
def _pieces_near(position: Position, id: str) -> Iterator[str]:
    """Buildings, bridges and works within 40 inches of a battery that is loaded."""
    unit = position.units[id]
    if unit.guns is None or not unit.guns.loaded or position.plays("basic"):
        return
    centre = unit.body.centre
    for piece in position.scenery.terrain:
        shape = piece.polygon or piece.line
        if piece.kind in FEET and is_within((centre,), shape, OFFERED_WITHIN):
            yield piece.id


@brigade.offer("fire")
def offer_fire(position: Position, due: Due) -> Iterator[Command]:
    """Everybody fires at the nearest target, each unit alone at each target, and nobody fires."""
    every = list(fire_offers(position, due.seat))
    first: dict[str, FireOrder] = {}
    for id, order in every:
        first.setdefault(id, order)
    yield OrderFire(plan=FirePlan(first))
    for id, order in every:
        yield OrderFire(plan=FirePlan({id: order}))
    yield OrderFire(plan=FirePlan())


@brigade.sample("fire")
def sample_fire(position: Position, due: Due, random: Random) -> Command:
    """Each unit that can fires at a random target, or, seldom, holds its fire."""
    choices: dict[str, list[FireOrder]] = {}
    for id, order in fire_offers(position, due.seat):
        choices.setdefault(id, []).append(order)
    orders = {id: random.choice(orders) for id, orders in choices.items() if random.randrange(8)}
    return OrderFire(plan=FirePlan(orders))
