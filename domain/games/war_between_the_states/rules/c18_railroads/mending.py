"""Repairing railroads: by repair units (R.2/5, R.2/6), for supply in the strategic turn (R.2/7)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import pace_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by, zone
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import sources
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.commands import (
    RepairNet,
    RepairRail,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.events import (
    NetRepaired,
    RailRepaired,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.kernel.board.graph import reachable
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

STEP_COST = 1
"""MP to repair a hex, and MP to go to the next one along the line."""
NET_COST = 5
"""Supply points for a hex that is repaired in the strategic turn."""


@rule("R.2/6")
def watched(position: Position, side: str, hex: str) -> bool:
    """Whether an enemy zone of control is on a hex and no combat unit of a side."""
    in_zone = zone(position, ENEMY[side])[load_map().board.number[hex]]
    return bool(in_zone) and hex not in held_by(position, side)


@wbts.check(RepairRail, "movement")
@rule("R.2/5", "R.2/6")
def _check_repair(position: Position, due: Due, command: RepairRail) -> None:
    """Where it stands as its player turn begins, or where it came along the line: 1 MP for each step."""
    id, phase = command.unit, phase_of(position)
    unit = position.units.get(id)
    own = unit is not None and unit.side == due.seat and unit.kind == "rail_repair"
    require(own, "R.2/5", f"the {due.seat} has no repair unit {id}")
    assert unit is not None
    require(unit.hex and not unit.entrained, "R.2/5", f"{id} is not at work on the ground")
    require(id in phase.force, "R.2/5", f"{id} has no command, and is in no force that has one")
    trip = phase.trips.get(id, Trip())
    begun = not trip.spent or id in phase.mended
    require(begun, "R.2/5", f"{id} did not begin its player turn in {unit.hex}")
    hex, price = unit.hex, halves(STEP_COST)
    if command.onward:
        hex, price = hex_of(command.onward), 2 * price
        linked = hex in links_of(position).get(unit.hex, ())
        require(linked, "R.2/5", f"no railroad joins {unit.hex} and {hex}")
        require(unit.hex not in position.cuts, "R.2/5", f"the railroad in {unit.hex} is destroyed")
        require(hex not in held_by(position, ENEMY[due.seat]), "6.13/1", f"the enemy holds {hex}")
    require(hex in position.cuts or command.onward, "R.2/5", f"the railroad in {hex} is whole")
    if command.onward and hex not in position.cuts:
        price = halves(STEP_COST)
    require(hex in position.part.hexes, "3.13/3", f"{hex} is not in this game's part of the map")
    require(not watched(position, due.seat, hex), "R.2/6", f"{hex} is in an enemy zone of control")
    left = pace_of(position, id, trip.extension).left
    require(price <= left, "R.2/5", f"that takes {price / 2:g} MP, and {id} has {left / 2:g}")


@wbts.carry_out(RepairRail)
def _repair(play: Play, due: Due, command: RepairRail) -> None:
    position = play.position
    start = position.units[command.unit].hex
    hex = hex_of(command.onward) if command.onward else start
    mended = hex in position.cuts
    spent = halves(STEP_COST) * ((hex != start) + mended)
    play.emit(RailRepaired(due.seat, command.unit, hex, mended, spent))


@wbts.evolves(RailRepaired)
def _repaired(position: Position, event: RailRepaired) -> None:
    id, phase = event.unit, phase_of(position)
    if event.mended:
        position.cuts = tuple(hex for hex in position.cuts if hex != event.hex)
    position.units[id] = position.units[id].with_(hex=event.hex, inside=False)
    trip = phase.trips.get(id, Trip())
    spent = Trip(trip.spent + event.spent, trip.extension, trip.stopped, trip.enemy_ground)
    mended = tuple(dict.fromkeys((*phase.mended, id)))
    position.phase = phase.with_(trips={**phase.trips, id: spent}, mended=mended)


@wbts.also_offers("movement")
def _offer_repairs(position: Position, due: Due) -> Iterator[Command]:
    for id in sorted(phase_of(position).force, key=sort_key):
        unit = position.units.get(id)
        if unit is not None and unit.kind == "rail_repair":
            yield RepairRail(unit=id)
            yield from (RepairRail(unit=id, onward=hex) for hex in links_of(position).get(unit.hex, ()))


@rule("R.2/7")
def repairable(position: Position, side: str) -> tuple[str, ...]:
    """The cut hexes of a side that it may have repaired for supply, in order."""
    cuts = [
        hex
        for hex in position.cuts
        if hex in position.part.hexes
        and (position.rail_owners.get(hex) or owner(position, hex)) == side
        and not shut_in(position, side, hex)
        and not zone(position, ENEMY[side])[load_map().board.number[hex]]
    ]
    if not cuts or side in position.upkeep.repaired or position.supply.get(side, 0) < NET_COST:
        return ()
    rails, links = usable(position, side), links_of(position)
    starts = [hex for hex in sources(position, side) if hex in rails]
    net = reachable(starts, lambda here: (each for each in links[here] if each in rails)) if starts else {}
    return tuple(hex for hex in cuts if any(other in net for other in links[hex]))


@wbts.check(RepairNet, "broadcast")
@rule("R.2/7")
def _check_net(position: Position, due: Due, command: RepairNet) -> None:
    hex = hex_of(command.hex)
    used = due.seat in position.upkeep.repaired
    require(not used, "R.2/7", "one hex is repaired so in a strategic turn")
    supply = position.supply.get(due.seat, 0)
    require(supply >= NET_COST, "R.2/7", f"{NET_COST} supply points are needed, and {supply} are left")
    may = hex in repairable(position, due.seat)
    require(may, "R.2/7", f"{hex} is no destroyed railroad on the net of the {due.seat}, free of the enemy")


@wbts.carry_out(RepairNet)
def _repair_net(play: Play, due: Due, command: RepairNet) -> None:
    play.emit(NetRepaired(due.seat, hex_of(command.hex), NET_COST))


@wbts.evolves(NetRepaired)
def _net_repaired(position: Position, event: NetRepaired) -> None:
    position.cuts = tuple(hex for hex in position.cuts if hex != event.hex)
    position.supply[event.side] -= event.supply
    kept = position.upkeep
    position.upkeep = kept.with_(repaired=(*kept.repaired, event.side))


@wbts.also_offers("broadcast")
def _offer_net(position: Position, due: Due) -> Iterator[Command]:
    yield from (RepairNet(hex=hex) for hex in repairable(position, due.seat))
