"""Shipments: their declaration, and their landing (amphibious-movement, rivers/10, /11)."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import SYSTEMS
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, Leg, Shipment
from ironclad.domain.games.eagle_variant.position.state import Position, units_by_space
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, require_known
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import check_leaders, closed
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import (
    Groups,
    also_moves,
    check_movers,
    is_ready,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import cost_of
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.answering import ask_opponent
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import ShipUnits
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.events import ShipmentDeclared
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.rivers import barred_at, river_ways
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import capacity
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option

OPTIONS = {
    "naval_battle_for_each_landing": Option(
        "amphibious-movement/3",
        "Each landing from the ocean is declared by itself and may meet a naval battle of its own.",
        ("no", "yes"),
    ),
}


@eagle.check(ShipUnits, "movement")
@rule("amphibious-movement/1", "amphibious-movement/2", "amphibious-movement/3", "rivers/16", "rivers/17")
def _check_shipment(position: Position, due: Due, command: ShipUnits) -> None:
    once = "amphibious-movement/3" if command.waters == OCEAN else "rivers/16"
    known = (OCEAN, *SYSTEMS) if position.has("rivers") else (OCEAN,)
    require(command.waters in known, "amphibious-movement/1", f"units are shipped on {', '.join(known)}")
    require(command.legs, once, "name the units that are shipped")
    each_alone = command.waters == OCEAN and position.plays("naval_battle_for_each_landing")
    if each_alone:
        places = {leg.to for leg in command.legs}
        require(len(places) == 1, once, "each landing is declared by itself")
    else:
        require(command.waters not in position.shipped, once, "these waters have had their shipment")
    units = tuple(id for leg in command.legs for id in leg.units)
    require(len(set(units)) == len(units), once, "each unit is shipped once")
    for leg in command.legs:
        check_leg(position, due.seat, command.waters, leg)
    for place in {leg.to for leg in command.legs}:
        landing = (id for leg in command.legs if leg.to == place for id in leg.units)
        check_leaders(position, tuple(landing), place, due.seat)
    cost, left = cost_of(position, units), capacity(position, command.waters, due.seat)
    clause = "amphibious-movement/2" if command.waters == OCEAN else "rivers/11"
    require(cost <= left, clause, f"this costs {cost}, and your ratings there carry {left}")


@rule("amphibious-movement/1", "rivers/10", "war-with-europe/14", "war-with-europe/17")
def check_leg(position: Position, side: str, waters: str, leg: Leg) -> None:
    """Refuse units that cannot be shipped from where they are to a place."""
    port = check_movers(position, side, leg.units)
    clause = "amphibious-movement/1" if waters == OCEAN else "rivers/10"
    require_known(position, leg.to, clause)
    found = position.board.spaces[port]
    fits = found.port if waters == OCEAN else found.river_port == waters
    require(fits, clause, f"{name_of(port)} is no port of these waters")
    ashore = all(position.units[id].nation != "revolutionaries" for id in leg.units)
    require(ashore, "war-with-europe/17", "revolutionaries are not shipped")
    require(not closed(position, leg.to), "movement-restrictions/1", f"{name_of(leg.to)} is closed")
    reached = leg.to in landings(position, side, waters, port)
    if not reached and waters != OCEAN and (bar := barred_at(position, waters, port, side, leg.to)):
        raise Refused(bar[0], f"no ship goes to {name_of(leg.to)}: {bar[1]}")
    require(reached, clause, f"no ship goes to {name_of(leg.to)}")


def landings(position: Position, side: str, waters: str, port: str) -> tuple[str, ...]:
    """Every space to which a side can ship units from a port, in the order of the map."""
    if waters == OCEAN:
        found = {space.id for space in position.board.spaces.values() if space.ocean and space.id != port}
    else:
        found = set(river_ways(position, waters, port, side))
    return tuple(space for space in position.board.spaces if space in found)


@eagle.carry_out(ShipUnits)
@rule("amphibious-movement/12")
def _ship(play: Play, due: Due, command: ShipUnits) -> None:
    position, side, waters = play.position, due.seat, command.waters
    units = tuple(id for leg in command.legs for id in leg.units)
    ways = tuple(_way(position, side, waters, leg) for leg in command.legs)
    left = capacity(position, waters, side)
    play.emit(ShipmentDeclared(side, waters, command.legs, ways, cost_of(position, units), left))
    ask_opponent(play, ways)


def _way(position: Position, side: str, waters: str, leg: Leg) -> tuple[str, ...]:
    if waters == OCEAN:
        return ()
    port = position.units[leg.units[0]].space
    return river_ways(position, waters, port, side)[leg.to]


@eagle.evolves(ShipmentDeclared)
def _declared(position: Position, event: ShipmentDeclared) -> None:
    position.shipment = Shipment(event.waters, event.side, event.legs)
    position.shipped[event.waters] = position.shipped.get(event.waters, 0) + event.cost


@also_offers("movement")
def _offer_shipments(position: Position, due: Due) -> Iterator[Command]:
    """One unit of each sort from each port to every place; a player may name any others, together."""
    waters = (OCEAN, *SYSTEMS) if position.has("rivers") else (OCEAN,)
    for city in position.board.cities:
        ids = [id for id in units_by_space(position).get(city.id, ()) if is_ready(position, id, due.seat)]
        sorts = {(unit.nation, unit.kind, unit.elite): id for id in ids for unit in [position.units[id]]}
        for water in waters if sorts else ():
            if city.port if water == OCEAN else city.river_port == water:
                for to in landings(position, due.seat, water, city.id):
                    yield from (ShipUnits(waters=water, legs=(Leg((id,), to),)) for id in sorts.values())


@also_moves
def _random_shipment(position: Position, side: str, random: Random, groups: Groups) -> Command | None:
    """Some units of one or two ports to one or two places, on waters that the first port is on."""
    ports = [each for each in groups if position.board.spaces[each].city]
    random.shuffle(ports)
    for first in ports:
        water = OCEAN if position.board.spaces[first].port else position.board.spaces[first].river_port
        if water and (water == OCEAN or position.has("rivers")) and water not in position.shipped:
            legs = (_random_leg(position, side, water, each, random, groups) for each in ports[:2])
            found = tuple(leg for leg in legs if leg is not None)
            return ShipUnits(waters=water, legs=found) if found else None
    return None


def _random_leg(
    position: Position, side: str, water: str, port: str, random: Random, groups: Groups
) -> Leg | None:
    """Units of a port to anywhere on these waters; None where the port is not on them."""
    found = position.board.spaces[port]
    on_it = found.port if water == OCEAN else found.river_port == water
    places = landings(position, side, water, port) if on_it else ()
    if not places:
        return None
    few = random.sample(groups[port], min(len(groups[port]), random.randint(1, 2)))
    return Leg(tuple(few), random.choice(places))
