"""Orders and answers as their giver would say them."""

from collections.abc import Iterator

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, MovePlan, Spot
from ironclad.domain.games.iron_brigade.readers.measuring import entry_said
from ironclad.domain.games.iron_brigade.readers.wording import inches, name_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import OrderFire
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import OrderCharges, Respond
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import Concede, OfferEnd, PlaceUnits
from ironclad.domain.kernel.engine.codec import Command


def says(command: Command) -> str:
    """An order in words, under a heading of its type."""
    match command:
        case GiveOrders(plan):
            return "; ".join(_moves(plan)) or "everybody stands"
        case ChangeOrders(plan):
            return "; ".join(_moves(plan)) or "no order changes"
        case OrderFire(plan):
            said = (f"{name_of(id)}: {fire_said(order)}" for id, order in plan.orders.items())
            return "; ".join(said) or "nobody fires"
        case OrderCharges(plan):
            said = (f"{name_of(id)} charges {name_of(target)}" for id, target in plan.charges.items())
            return "; ".join(said) or "nobody charges"
        case Respond(back):
            return "stand" if back == 0 else f"fall back {inches(back)}"
        case PlaceUnits(plan):
            said = (f"{name_of(id)}: {_spot_said(spot)}" for id, spot in plan.units.items())
            return "; ".join(said) or "all default places"
        case OfferEnd():
            return "offer to end the battle by points"
        case Concede():
            return "give the battle up"
    return ""


def _moves(plan: MovePlan) -> Iterator[str]:
    for id, order in plan.orders.items():
        yield f"{name_of(id)}: {entry_said(order)}"
    for id, standing in plan.standing.items():
        yield f"{name_of(id)} has the standing order to {standing.kind.lower()}"
    for orderly, message in plan.messages.items():
        yield f"{name_of(orderly)} takes an order to {name_of(message.unit)}"


def fire_said(order: FireOrder) -> str:
    """A fire order in words."""
    if order.answer:
        return "answer fire from the woods"
    if order.sections:
        aims = (f"{count} sections at {name_of(target)}" for target, count in order.sections.items())
        return f"fire {', '.join(aims)}{', then load' if order.reload else ''}"
    if not order.target:
        return "load"
    return f"fire at {name_of(order.target)} with {order.weapon.replace('_', ' ') or 'its weapon'}"


def _spot_said(spot: Spot) -> str:
    east, north = (inches(each).removesuffix(" inches") for each in spot.at)
    formation = spot.formation.replace("_", " ")
    return f"{formation} at {east} inches east, {north} north, facing {spot.facing} degrees"
