"""What can be wrong with a position document about a movement, its shipments, battles and captures."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map_files import INDIAN_TERRITORY, SYSTEMS
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, NavalBattle, Shipment
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.kernel.engine.records import Due

WATERS = (OCEAN, *SYSTEMS)
MARKERS = ("usa", "blockade", "csa", "britain")


def movement_problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a movement under way and what it has caused, in sentences."""
    spaces = set(position.board.spaces)
    for name in ("moving", "attacking"):
        if getattr(position, name) not in ("", *SIDES):
            yield f"{name}: the sides are {', '.join(SIDES)}"
    for name in ("pending", "before", "visited", "holders"):
        if not set(getattr(position, name)) <= spaces:
            yield f"{name}: spaces are on this game's map"
    for capture in position.captures:
        if capture.city not in spaces or capture.side not in SIDES:
            yield f"captures: {capture.city} of {capture.side!r} is no capture"
    if position.stock_used < 0 or min(position.shipped.values(), default=0) < 0:
        yield "stock_used, shipped: nothing is negative"
    if not set(position.shipped) <= set(WATERS):
        yield f"shipped: waters are {', '.join(WATERS)}"
    yield from _pending_problems(position)
    if position.shipment is not None:
        yield from _shipment_problems(position, position.shipment)
    if position.naval_battle is not None:
        yield from _naval_problems(position, position.naval_battle)
    for due in position.agenda.all():
        yield from _decision_problems(position, due)


def _pending_problems(position: Position) -> Iterator[str]:
    """A battle of a movement has a brigade of the side that attacks, and somebody to fight."""
    for space in position.pending if position.attacking else ():
        brigades = [unit for unit in position.units.values() if unit.space == space and unit.brigade]
        if not any(unit.side == position.attacking for unit in brigades):
            yield f"pending: nobody of the {position.attacking} is in {space}"
        found = position.board.spaces.get(space)
        wild = space == INDIAN_TERRITORY or (found is not None and found.state in position.seceded)
        if not wild and all(unit.side == position.attacking for unit in brigades):
            yield f"pending: there is nobody to fight in {space}"


def _shipment_problems(position: Position, shipment: Shipment) -> Iterator[str]:
    if shipment.waters not in WATERS or shipment.side not in SIDES or not shipment.legs:
        yield f"shipment: a side ships units on {', '.join(WATERS)}"
    for leg in shipment.legs:
        if leg.to not in position.board.spaces or not set(leg.units) <= set(position.units):
            yield f"shipment: units on the map go to a space on the map, not to {leg.to}"


def _naval_problems(position: Position, battle: NavalBattle) -> Iterator[str]:
    known = set(battle.markers) <= set(MARKERS) and min(battle.markers.values(), default=0) >= 0
    if battle.waters not in WATERS or battle.attacker not in SIDES or not known:
        yield f"naval_battle: {', '.join(MARKERS)} fight on {', '.join(WATERS)}"
    if battle.loser not in ("", *SIDES) or battle.loss < 0:
        yield f"naval_battle: one of {', '.join(SIDES)} loses ratings, or nobody"


def _decision_problems(position: Position, due: Due) -> Iterator[str]:
    """A decision that is open has what it is asked of."""
    needs = {"naval_answer": "shipment", "shipment_losses": "shipment", "naval_losses": "naval_battle"}
    if due.kind in needs and getattr(position, needs[due.kind]) is None:
        yield f"agenda: {due.id} asks about a {needs[due.kind]}, and there is none"
    if due.kind == "shipment_losses" and not isinstance(due.about.get("ratings"), int):
        yield f"agenda: {due.id} names the ratings lost"
    if due.kind == "retreat_leaders" and due.about.get("space") not in position.board.spaces:
        yield f"agenda: {due.id} names a space on this game's map"
    if due.kind in ("next_battle", "battle_order") and not (position.attacking and position.pending):
        yield f"agenda: {due.id} asks about battles, and none is due"
