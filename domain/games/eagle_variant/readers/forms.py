"""What the forms of decisions ask that are filled in, for the seat that answers and no other.

Sums, limits and places are those that the answers are checked against; the check alone decides. Each form is
plain data: units and spaces are {id, name}, with more where a form says so.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES, numbers
from ironclad.domain.games.eagle_variant.position.battles import RESERVE, BattleOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.forms_production import production_form
from ironclad.domain.games.eagle_variant.readers.wording import MARKERS, box, name_of, unit
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.answering import shipment_of
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.losses import brigades as shipped_brigades
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    NEVER_LEAVE,
    battle_of,
    fielded,
    in_box,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.setting_up import BOX_OF, to_set_up
from ironclad.domain.games.eagle_variant.rules.c07_naval.fighting import battle_of as naval_battle_of
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import SIDE_OF_MARKER
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.free_units import free_count
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    DeclareEmancipation,
    DeclareWar,
    GiveToEurope,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.emancipation import volunteer_spaces
from ironclad.domain.games.eagle_variant.rules.c10_politics.war import country_of
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.codec import name_of as type_of
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.telling.words import sentence

Form = dict[str, Any]
ACTIONS: dict[str, tuple[type[Command], ...]] = {
    "csa": (DeclareEmancipation, DeclareConscription, GiveToEurope, SeekSupport, TakeNoAction),
    "usa": (DeclareEmancipation, DeclareConscription, GiveToEurope, DeclareWar, TakeNoAction),
}
"""The political actions of each side (political-initiative-round/2, /3)."""


def form_of(position: Position, due: Due) -> Form | None:
    """What the form of a decision asks; None for decisions that are answered otherwise.

    The position is what the seat of the decision may know.
    """
    made = _FORMS.get(due.kind)
    return None if made is None else made(position, due)


def at_any_time(position: Position, seat: str) -> list[Form]:
    """The orders that a seat may give whatever is due, each with its form."""
    form = orders_form(position, seat)
    if form is None:
        return []
    said = f"Orders for the battle in {name_of(battle_of(position).space)}"
    return [{"kind": "battle_orders", "seat": seat, "rule": "tactical/57", "name": said, "form": form}]


def orders_form(position: Position, seat: str) -> Form | None:
    """The form of orders that a seat may give in a battle at any time; None if it decides for no army.

    `standing` as in a set-up. `sealed` has the letters' spaces of its own sealed set-up by unit, while it
    may be replaced (tactical/6).
    """
    battle = position.battle
    if battle is None or seat not in battle.players.values():
        return None
    return {"standing": _standing(position, seat), "sealed": sealed_set_up(position, seat)}


def sealed_set_up(position: Position, seat: str) -> dict[str, str]:
    """The space of each unit by the sealed set-up of a seat; empty without one that the reader may know."""
    orders = position.battle_orders.get(seat, BattleOrders())
    units = to_set_up(position, battle_of(position).army_of(seat)) if orders.set_up else ()
    return {id: BOX_OF[letter] for id, letter in zip(units, orders.set_up, strict=True)}


def _standing(position: Position, seat: str) -> Form:
    """Choices of standing orders, and those that the seat has given in this battle (tactical/57)."""
    orders, army = (
        position.battle_orders.get(seat, BattleOrders()).standing,
        battle_of(position).army_of(seat),
    )
    own = sum(position.units[id].brigade for id in fielded(position, army))
    return {
        "stances": ["ask", "stand", "fire", "charge"],
        "targets": list(BRIGADES),
        "pursuits": ["ask", "all", "none"],
        "withdraws": army not in NEVER_LEAVE,
        "most": own,
        "now": {
            "stance": orders.stance,
            "targets": list(orders.targets),
            "hold_reserve": orders.hold_reserve,
            "withdraw_at": orders.withdraw_at,
            "pursue": orders.pursue,
        },
    }


def _set_up(position: Position, due: Due) -> Form:
    """The units to set up, the spaces for them, those that are in reserve already, standing orders.

    Each space has `least`, the brigades that it needs (tactical/5).
    """
    battle = battle_of(position)
    army = battle.army_of(due.seat)
    boxes = (*battle.lines, RESERVE)
    return {
        "spaces": [
            {"id": each, "name": sentence(box(each)), "least": int(each != RESERVE)} for each in boxes
        ],
        "units": [_unit(position, id) for id in to_set_up(position, army)],
        "reserve": [_unit(position, id) for id in in_box(position, army, RESERVE)],
        "standing": _standing(position, due.seat),
    }


def _unit(position: Position, id: str) -> Form:
    found = position.units[id]
    return {"id": id, "name": unit(id), "kind": found.kind, "elite": found.elite}


def _spaces(ids: Iterable[str]) -> list[Form]:
    return [{"id": id, "name": name_of(id)} for id in ids]


def _free_set_up(position: Position, due: Due) -> Form:
    """How many infantry are placed, and the spaces of each state, of which each gets at most one."""
    colours = {due.seat, "border"} if position.plays("free_setup_in_border_states") else {due.seat}
    by_state: dict[str, list[str]] = {}
    for space in position.board.spaces.values():
        if space.side in colours:
            by_state.setdefault(space.state, []).append(space.id)
    states = [{"state": state, "spaces": _spaces(ids)} for state, ids in by_state.items()]
    return {"count": free_count(position, due.seat), "states": states}


def _politics(position: Position, due: Due) -> Form:
    """Every political action of the side; of one that is not open, the reason and its clause."""
    return {"actions": [_action(position, due, kind()) for kind in ACTIONS[due.seat]]}


def _action(position: Position, due: Due, command: Command) -> Form:
    action = {"type": type_of(type(command)), "open": True}
    try:
        eagle.checks[type(command)](position, due, command)
    except Refused as refused:
        return {**action, "open": False, "reason": refused.reason, "rule": refused.rule}
    return action


def _production(position: Position, due: Due) -> Form:
    return production_form(position, due)


def _blockade_force(position: Position, due: Due) -> Form:
    """How many ratings may blockade at most, and how many do now."""
    return {"least": 0, "most": due.about["most"], "now": position.blockading}


def _naval_losses(position: Position, due: Due) -> Form:
    """The ratings to lose, and what each fleet of the side can lose of them."""
    battle = naval_battle_of(position)
    own = {
        marker: count for marker, count in battle.markers.items() if SIDE_OF_MARKER[marker] == battle.loser
    }
    fleets = [{"id": id, "name": sentence(MARKERS[id]), "most": count} for id, count in own.items()]
    return {"lose": battle.loss, "fleets": fleets}


def _shipment_losses(position: Position, due: Due) -> Form:
    """The ratings that shipped brigades pay for, and what each brigade's shipping cost covers of them."""
    cost = numbers("transport")
    ids = shipped_brigades(position, shipment_of(position))
    units = [{**_unit(position, id), "cost": int(cost[position.units[id].kind])} for id in ids]
    return {"lose": due.about["ratings"], "units": units}


def _volunteers(position: Position, due: Due) -> Form:
    """How many infantry are placed, and where, at most one in a space."""
    return {"count": due.about["count"], "spaces": _spaces(volunteer_spaces(position))}


def _allied_forces(position: Position, due: Due) -> Form:
    """How many units of each kind are placed, and where, several in a space if wanted."""
    nation = due.about["nation"]
    counts = {kind: int(numbers("europe")[nation][kind]) for kind in BRIGADES}
    return {"nation": nation, "counts": counts, "spaces": _spaces(country_of(position, nation))}


def _relocation(position: Position, due: Due) -> Form:
    """The units that move out, each with its spaces."""
    choices = due.about["units"].items()
    return {"units": [{**_unit(position, id), "spaces": _spaces(spaces)} for id, spaces in choices]}


_FORMS: dict[str, Callable[[Position, Due], Form]] = {
    "sealed_set_up": _set_up,
    "open_set_up": _set_up,
    "free_set_up": _free_set_up,
    "sealed_free_set_up": _free_set_up,
    "politics": _politics,
    "production": _production,
    "blockade_force": _blockade_force,
    "naval_losses": _naval_losses,
    "shipment_losses": _shipment_losses,
    "volunteers": _volunteers,
    "allied_forces": _allied_forces,
    "relocation": _relocation,
}
KINDS = frozenset(_FORMS)
"""The kinds of decision that have a form."""
