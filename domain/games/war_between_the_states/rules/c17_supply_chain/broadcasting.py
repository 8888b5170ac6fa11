"""Supply broadcast (17.3) and the removal of depots in it (17.55), after a side's troops have eaten."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import draw_from
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import route
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.commands import (
    Broadcast,
    EndBroadcast,
    RemoveDepot,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.events import SupplyBroadcast
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.loading import store_of
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.removing import remove_depot
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.mending import repairable
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

MOST_TO_A_DEPOT = 10
"""The points that a depot is sent by rail in a strategic turn."""


class Receiver(NamedTuple):
    """A store that may be sent supply: the room that it has now, and whether its points go by rail."""

    room: int
    by_rail: bool


@rule("13.39/1", "16.3/1", "17.31/1", "17.33/1", "17.34/1", "17.42/1", "17.4/1", "17.52/1")
def receivers(position: Position, side: str) -> dict[str, Receiver]:
    """The depots, supply trains and armies that supply can be sent to, in order.

    A depot takes 10 points by rail in a strategic turn, by the option depot_limit_all_routes by any way.
    """
    names = (
        *sorted(name for name, depot in position.depots.items() if depot.side == side),
        *sorted((id for id, unit in position.units.items() if unit.side == side), key=sort_key),
        *sorted((id for id, hq in position.headquarters.items() if hq.side == side), key=sort_key),
    )
    found: dict[str, Receiver] = {}
    for name in names:
        store = store_of(position, side, name)
        if store is None or store.most is None or shut_in(position, side, store.hex):
            continue
        by_rail = route(position, side, store.hex)
        if by_rail is None:
            continue
        room = store.most - store.points
        if store.kind == "depot" and limited(position, by_rail):
            room = min(room, MOST_TO_A_DEPOT - position.upkeep.sent.get(name, 0))
        found[name] = Receiver(room, by_rail)
    return found


@rule("17.33/1", "17.34/1")
def limited(position: Position, by_rail: bool) -> bool:
    """Whether what is sent this way to a depot counts for its limit."""
    return by_rail or position.plays("depot_limit_all_routes")


@step("broadcast")
@rule("4.2/5", "17.3/1")
def _ask_broadcast(play: Play, entered: Step) -> None:
    """A side is asked where it has something to send and to whom, a depot, or a railroad to repair."""
    position, side = play.position, entered.seat
    sends = position.supply.get(side, 0) and any(each.room for each in receivers(position, side).values())
    depots = any(depot.side == side for depot in position.depots.values())
    if sends or depots or repairable(position, side):
        asking.ask(play, side, "broadcast", "17.3/1", standing=EndBroadcast())


@wbts.check(Broadcast, "broadcast")
@rule("17.3/1", "17.2/2", "17.31/1", "17.32/1", "17.33/1")
def _check_broadcast(position: Position, due: Due, command: Broadcast) -> None:
    side, may = due.seat, receivers(position, due.seat)
    require(command.points, "17.3/1", "name what is sent, and where")
    for name, points in command.points.items():
        require(name in may, "17.31/1", f"no rail or water leads to a store {name} of the {side}")
        room = may[name].room
        require(0 < points <= room, "17.33/1", f"{name} can be sent {room} points, not {points}")
    total, supply = sum(command.points.values()), position.supply.get(side, 0)
    require(total <= supply, "17.3/1", f"{supply} points of general supply are left, not {total}")
    rail, left = rail_of(position, side, command.points), position.rail_points.get(side, 0)
    require(rail <= left, "17.32/1", f"{rail} points go by rail, and {left} rail transport points are left")


@rule("17.2/1", "17.32/1")
def rail_of(position: Position, side: str, points: dict[str, int]) -> int:
    """The RTPs that sending these points takes."""
    may = receivers(position, side)
    return sum(number for name, number in points.items() if may[name].by_rail)


@wbts.carry_out(Broadcast)
def _broadcast(play: Play, due: Due, command: Broadcast) -> None:
    position, may = play.position, receivers(play.position, due.seat)
    counted = {
        name: number
        for name, number in command.points.items()
        if name in position.depots and limited(position, may[name].by_rail)
    }
    rail = rail_of(position, due.seat, command.points)
    play.emit(SupplyBroadcast(due.seat, dict(command.points), rail, counted))


@wbts.evolves(SupplyBroadcast)
@rule("6.51/2")
def _sent(position: Position, event: SupplyBroadcast) -> None:
    side, kept = event.side, position.upkeep
    position.supply[side] -= sum(event.points.values())
    if event.rail:
        position.rail_points[side] -= event.rail
    draw_from(position, {name: -points for name, points in event.points.items()})
    sent = {**kept.sent, **{name: kept.sent.get(name, 0) + n for name, n in event.counted.items()}}
    position.upkeep = kept.with_(sent=sent)


@wbts.check(RemoveDepot, "broadcast")
@rule("17.55/1")
def _check_remove(position: Position, due: Due, command: RemoveDepot) -> None:
    hex = hex_of(command.hex)
    own = f"{due.seat}.{hex}" in position.depots
    require(own, "17.55/1", f"the {due.seat} has no depot in {hex}")


@wbts.carry_out(RemoveDepot)
@rule("17.55/1", "17.55/2")
def _remove(play: Play, due: Due, command: RemoveDepot) -> None:
    """By water all its points come back, by rail as many as there are RTPs; without a way none."""
    position, hex = play.position, hex_of(command.hex)
    name = f"{due.seat}.{hex}"
    points, rail = position.depots[name].points, 0
    by_rail = None if shut_in(position, due.seat, hex) else route(position, due.seat, hex)
    if by_rail is None:
        points = 0
    elif by_rail:
        points = rail = min(points, position.rail_points.get(due.seat, 0))
    remove_depot(play, name, points, rail)


@wbts.check(EndBroadcast, "broadcast")
def _check_end(position: Position, due: Due, command: EndBroadcast) -> None:
    """Nothing has to be sent."""


@wbts.carry_out(EndBroadcast)
def _end(play: Play, due: Due, command: EndBroadcast) -> None:
    asking.close(play, due)


@wbts.also_offers("broadcast")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """To fill each store as far as it goes, to remove each depot, to end."""
    side = due.seat
    yield EndBroadcast()
    supply, rail = position.supply.get(side, 0), position.rail_points.get(side, 0)
    for name, receiver in receivers(position, side).items():
        points = min(receiver.room, supply, rail if receiver.by_rail else supply)
        if points > 0:
            yield Broadcast(points={name: points})
    yield from (RemoveDepot(hex=depot.hex) for depot in position.depots.values() if depot.side == side)


@wbts.sample("broadcast")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """Depots are seldom removed, as an owner seldom would."""
    offers = list(wbts.offers["broadcast"](position, due))
    kept = [command for command in offers if not isinstance(command, RemoveDepot)]
    return random.choice(kept if random.randrange(8) else offers)
