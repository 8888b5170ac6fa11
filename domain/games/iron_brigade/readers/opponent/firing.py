"""At whom units fire: where it costs the enemy most, and units that are nearly broken before others."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.answering import Answer
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.computing import Fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    OrderFire,
    PieceFired,
    ShotsFired,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.sealing import fire_offers
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import computed
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

A_BATTERY = Fraction(3, 2)
"""What a hit on a battery is worth beside a man."""
TOGETHER = Fraction(3, 2)
RELOADS = Fraction(1, 100)


def fire(position: Position, due: Due) -> Command:
    """Each unit that can fires at the target at which it costs most; guns load as often as they can."""
    choices: dict[str, list[tuple[Fraction, FireOrder]]] = {}
    for id, order in fire_offers(position, due.seat):
        choices.setdefault(id, []).append((worth(position, id, order), order))
    orders: dict[str, FireOrder] = {}
    aimed: set[str] = set()
    for id in sorted(choices, key=lambda each: -max(value for value, _ in choices[each])):
        value, order = max(choices[id], key=lambda choice: choice[0] * _together(choice[1], aimed))
        if value > 0:
            orders[id] = order
            aimed |= {order.target, *order.sections} - {""}
    return OrderFire(plan=FirePlan(orders))


def _together(order: FireOrder, aimed: set[str]) -> Fraction:
    """Fire at a unit at which others fire counts for more: it is more likely to check its morale."""
    return TOGETHER if aimed & {order.target, *order.sections} else Fraction(1)


def worth(position: Position, id: str, order: FireOrder) -> Fraction:
    """The men that an order costs the enemy on average, those of a weak unit counting for more."""
    loads = RELOADS if order.reload else Fraction(0)
    if order.answer:
        return RELOADS
    found = Fraction(0)
    for each in computed(position, {id: order}, {}):
        if isinstance(each, Answer | PieceFired) or each.target not in position.units:
            continue
        found += _hits(each) * importance(position, each.target)
    return found + loads


def _hits(fire: Fire) -> Fraction:
    """The men or hits that a fire costs on average."""
    match fire:
        case PieceFired():
            return Fraction(0)
        case BarrageFired():
            return fire.whole + Fraction(fire.rest, 20)
        case ShotsFired():
            return Fraction(fire.up_to, 20) * len(fire.dice)
    return Fraction(fire.product)


def importance(position: Position, target: str) -> Fraction:
    """How much a man of a unit is worth: more where losses soon bring it to check its morale."""
    muster, unit = position.muster[target], position.units[target]
    if muster.is_battery:
        return A_BATTERY
    if not muster.has_morale:
        return Fraction(1, 2)
    if unit.state in ("broken", "routed"):
        return Fraction(1, 2)
    return 1 + Fraction(muster.men - unit.men, max(1, 2 * muster.men))
