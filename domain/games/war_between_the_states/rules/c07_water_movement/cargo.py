"""Supply points on transports (7.25): loaded and unloaded beside the water, for the ship's MP alone."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.position.pieces import TRANSPORT_CAPACITY, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.boarding import (
    carried_by,
    cost_at,
    pay,
    require_beside,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import shores
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import ShipSupply
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import SupplyShipped
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged, held_by
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import draw_from, stores_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.loading import Store, store_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@rule("7.25/2", "12.0/3", "R.8/5")
def _store(position: Position, side: str, name: str) -> Store | None:
    """A store on the ground, a base of the Union too."""
    kind, _, hex = name.partition(".")
    if kind == "base" and side == "union" and hex in position.bases:
        return Store("base", hex, False, position.bases[hex], None)
    return store_of(position, side, name)


def _ends(position: Position, command: ShipSupply) -> tuple[str, str]:
    """The ship, and the store on the ground."""
    loads = command.target in position.ships
    return (command.target, command.source) if loads else (command.source, command.target)


@wbts.check(ShipSupply, "movement")
@rule("7.25/1", "7.25/2", "7.25/3", "7.27/2", "17.52/1")
def _check_supply(position: Position, due: Due, command: ShipSupply) -> None:
    ship, name = _ends(position, command)
    require(ship in position.ships, "7.25/1", "supply goes between a store and a transport")
    store = _store(position, due.seat, name)
    require(store is not None, "12.0/3", f"the {due.seat} has no store {name}")
    assert store is not None
    require_beside(position, due.seat, ship, store.hex)
    require(not position.ships[ship].warship, "7.25/1", f"{ship} is no transport")
    enemy = store.hex in held_by(position, ENEMY[due.seat])
    require(not enemy, "7.25/3", f"the enemy is in {store.hex}")
    require(not besieged(position, store.hex, due.seat), "7.27/2", f"{store.hex} is besieged")
    loads = ship == command.target
    there = store.points if loads else position.ships[ship].load
    require(0 < command.points <= there, "7.25/1", f"{command.source} has {there} points")
    room = TRANSPORT_CAPACITY - carried_by(position, ship) if loads else store.most
    free = room if loads or room is None else room - store.points
    fits = free is None or command.points <= free
    require(fits, "7.25/1", f"{command.target} has room for {free} points, not {command.points}")


@wbts.carry_out(ShipSupply)
def _ship(play: Play, due: Due, command: ShipSupply) -> None:
    ship, name = _ends(play.position, command)
    store = _store(play.position, due.seat, name)
    assert store is not None
    cost = cost_at(play.position, due.seat, ship, store.hex)[1]
    play.emit(SupplyShipped(due.seat, ship, command.source, command.target, command.points, cost))


@wbts.evolves(SupplyShipped)
def _shipped(position: Position, event: SupplyShipped) -> None:
    draw_from(position, {event.source: event.points})
    kind, _, hex = event.target.partition(".")
    if kind == "loose":
        position.loose[hex] = position.loose.get(hex, 0) + event.points
    else:
        draw_from(position, {event.target: -event.points})
    pay(position, event.ship, event.transport)


@wbts.also_offers("movement")
def _offer_supply(position: Position, due: Due) -> Iterator[Command]:
    """For a transport: as much as it holds from each store beside it, and what it has into depots there."""
    for id in sorted(position.ships, key=sort_key):
        ship = position.ships[id]
        if ship.side != due.seat or ship.warship:
            continue
        room = TRANSPORT_CAPACITY - carried_by(position, id)
        for hex in shores(position, ship.at):
            if ship.load:
                yield ShipSupply(source=id, target=f"{due.seat}.{hex}", points=ship.load)
            for source, points in stores_in(position, due.seat, hex, False).items():
                if room > 0:
                    yield ShipSupply(source=source, target=id, points=min(points, room))
