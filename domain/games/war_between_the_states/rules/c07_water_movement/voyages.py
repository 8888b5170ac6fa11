"""Voyages with ground units aboard (7.22, 7.28): commands in the turn they embark, then sealed orders."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.waters import may_lie
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.pieces import VoyageOrder, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    allowance_of,
    distance,
    in_part,
    sailing_of,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import OrderVoyage
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import (
    VoyageOrdered,
    VoyageOver,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret

LANDING = 10
"""The least MP that a transport pays to land what it carries."""


def aboard(position: Position, ship: str) -> tuple[str, ...]:
    """The pieces aboard a ship, in their order."""
    return _all_aboard(position).get(ship, ())


@remembered
def _all_aboard(position: Position) -> dict[str, tuple[str, ...]]:
    """The pieces aboard each ship that carries any."""
    found: dict[str, list[str]] = {}
    for kind in (position.units, position.headquarters, position.leaders):
        for id, piece in kind.items():
            if piece.ship:
                found.setdefault(piece.ship, []).append(id)
    return {ship: tuple(sorted(ids, key=sort_key)) for ship, ids in found.items()}


@rule("7.22/3", "7.28/1", "7.28/4")
def is_due(position: Position, ship: str) -> bool:
    """Whether a ship's sealed order lets what it carries land here and now."""
    order, at = position.ships[ship].order, position.ships[ship].at
    return order is not None and (order.destination, order.arrives) == (at, position.turn)


@rule("7.22/3", "7.28/1", "7.28/4", "7.24/10", "6.59/1")
def require_passengers(position: Position, ship: str, to: str, steps: int) -> None:
    """Refuse to carry on those who have no command in this turn, no order, or another one."""
    phase, order = phase_of(position), position.ships[ship].order
    passengers = aboard(position, ship)
    for id in passengers:
        require(id not in phase.attacked, "7.24/10", f"{id} has attacked from the water")
    if not passengers or all(id in phase.trips or id in phase.force for id in passengers):
        return
    require(order is not None, "7.28/1", f"what is aboard {ship} has no command in this turn, and no order")
    assert order is not None
    if not order.destination:
        raise NotKnown
    ahead = distance(position, position.ships[ship].kind, to, order.destination)
    allowance = allowance_of(position.ships[ship])
    left = allowance * (order.arrives - position.turn + 1) - sailing_of(position, ship).spent - steps
    kept = ahead is not None and ahead + LANDING <= left
    require(kept, "7.28/1", f"from {to} the ship does not come to {order.destination} in its time")


@wbts.check(OrderVoyage, "movement")
@rule("7.28/1", "7.28/2", "6.59/2")
def _check_order(position: Position, due: Due, command: OrderVoyage) -> None:
    ship = position.ships.get(command.ship)
    require(
        ship is not None and ship.side == due.seat, "7.28/1", f"the {due.seat} has no ship {command.ship}"
    )
    assert ship is not None
    phase, passengers = phase_of(position), aboard(position, command.ship)
    require(passengers, "7.28/4", f"{command.ship} carries nobody, and needs no order")
    for id in passengers:
        commanded = id in phase.trips or id in phase.force
        require(commanded, "7.28/2", f"{id} has no command in this turn")
    destination = water_of(command.destination)
    lies = may_lie(ship.kind, destination, chosen_rivers(position.options))
    require(lies and in_part(position, destination), "7.13/1", f"{command.ship} cannot lie on {destination}")
    last = position.book.game_turns
    later = position.turn < command.arrives <= last
    require(later, "7.28/1", f"a voyage with an order arrives after turn {position.turn}, up to turn {last}")
    ahead = distance(position, ship.kind, ship.at, destination)
    left = (
        allowance_of(ship) * (command.arrives - position.turn + 1) - sailing_of(position, command.ship).spent
    )
    reached = ahead is not None and ahead + LANDING <= left
    require(reached, "7.28/1", f"{command.ship} does not come to {destination} by turn {command.arrives}")


@wbts.carry_out(OrderVoyage)
def _order(play: Play, due: Due, command: OrderVoyage) -> None:
    order = VoyageOrder(water_of(command.destination), command.arrives)
    play.emit(VoyageOrdered(due.seat, command.ship, Secret((due.seat,), order)))


@wbts.evolves(VoyageOrdered)
def _ordered(position: Position, event: VoyageOrdered) -> None:
    ship = position.ships[event.ship]
    position.ships[event.ship] = ship.with_(order=event.order.known(VoyageOrder("", 0)))


@rule("7.28/1", "7.28/3")
def open_orders(play: Play, side: str) -> None:
    """As a movement phase ends: orders of this turn, and those of ships that carry nobody, are opened."""
    position = play.position
    for id in sorted(position.ships, key=sort_key):
        ship = position.ships[id]
        if ship.side != side or ship.order is None:
            continue
        if not ship.order.destination:
            raise NotKnown
        passengers = aboard(position, id)
        if passengers and ship.order.arrives > position.turn:
            continue
        kept = not passengers or ship.order.destination == ship.at
        guilty = position.plays("eliminate_late_convoys") and not kept
        lost = tuple(each for each in passengers if each in position.units) if guilty else ()
        play.emit(VoyageOver(side, id, ship.order, kept, lost))


@wbts.evolves(VoyageOver)
@rule("R.3/13", "7.28/3")
def _over(position: Position, event: VoyageOver) -> None:
    position.ships[event.ship] = position.ships[event.ship].with_(order=None)
    for id in event.lost:
        unit = position.units.pop(id)
        position.lost[event.side] = position.lost.get(event.side, 0) + unit.strength


@wbts.also_offers("movement")
def _offer_orders(position: Position, due: Due) -> Iterator[Command]:
    """For a ship that has nobody's order: to land where it is in the next turn."""
    for id in sorted(position.ships, key=sort_key):
        ship = position.ships[id]
        if ship.side == due.seat and ship.order is None and aboard(position, id):
            yield OrderVoyage(ship=id, destination=ship.at, arrives=position.turn + 1)
