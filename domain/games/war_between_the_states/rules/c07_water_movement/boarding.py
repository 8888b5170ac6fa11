"""Going aboard a transport and landing from it (7.2): what both pay, what a transport holds, and who may."""

from collections.abc import Iterator, Sequence

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.in_progress import Sailing, Trip
from ironclad.domain.games.war_between_the_states.position.pieces import TRANSPORT_CAPACITY, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, owner, stacked
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import bars
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.leaving import (
    dropped,
    require_leaving,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    flows,
    group_of,
    place_of,
    require_movers,
    stops,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import weight_of
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    barred_by_sumter,
    left_of,
    shores,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import Embark, Land
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.embarking import embarkation_cost
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import (
    PiecesEmbarked,
    PiecesLanded,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import aboard, is_due
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@rule("7.21/1", "7.26/1", "7.26/2", "7.27/1", "7.27/3", "7.23/2")
def cost_at(position: Position, side: str, ship: str, hex: str) -> tuple[int, int]:
    """MP of the ground unit and of this ship, to go aboard or ashore in a hex."""
    base = side == "union" and hex in position.bases
    kind = position.ships[ship].kind
    return embarkation_cost(
        load_map().hexes[hex].terrain,
        port=base or hex in load_map().ports,
        friendly=base or owner(position, hex) == side,
        river_transport=kind != "naval_transport" and not position.plays("river_transport_port_cost"),
    )


@rule("7.2/1", "7.2/2", "7.2/3", "7.25/1")
def carried_by(position: Position, ship: str) -> int:
    """The SP aboard a transport: units, trains and supply points."""
    return weight_of(position, aboard(position, ship)) + position.ships[ship].load


@rule("7.2/1", "7.21/2", "7.23/1", "7.55/2")
def require_beside(position: Position, seat: str, ship: str, hex: str) -> int:
    """The MP that a ship of a side pays in a hex. Refuses one that is not there, or has not so many."""
    there = position.ships.get(ship)
    require(there is not None and there.side == seat, "7.2/1", f"the {seat} has no ship {ship}")
    assert there is not None
    require(hex in beside(there.at) and hex in position.part.hexes, "7.23/1", f"{ship} is not at {hex}")
    require(not barred_by_sumter(position, ship), "7.55/2", f"{ship} has not passed the fort of Charleston")
    cost = cost_at(position, seat, ship, hex)[1]
    require(
        cost <= left_of(position, ship), "7.21/2", f"{ship} pays {cost} MP, and has {left_of(position, ship)}"
    )
    return cost


@wbts.check(Embark, "movement")
@rule("7.2/1", "7.2/4", "7.21/1", "7.21/2", "7.22/3", "7.27/2", "10.0/5")
def _check_embark(position: Position, due: Due, command: Embark) -> None:
    require_movers(position, due.seat, command)
    pieces = with_rosters(position, command.pieces)
    require_leaving(position, pieces, command.leaving)
    hex = place_of(position, pieces[0])
    require_beside(position, due.seat, command.ship, hex)
    require(not position.ships[command.ship].warship, "7.2/1", f"{command.ship} is no transport")
    require_pace(
        position, due.seat, pieces, cost_at(position, due.seat, command.ship, hex)[0], command.extension
    )
    weight = weight_of(position, pieces) - sum(command.leaving.values())
    full = carried_by(position, command.ship) + weight
    most = TRANSPORT_CAPACITY
    require(full <= most, "7.2/1", f"{full} SP would be aboard {command.ship}, and {most} are the most")


@rule("7.21/2")
def require_pace(position: Position, seat: str, pieces: Sequence[str], cost: int, extension: int) -> None:
    """Refuse pieces one of which has not the MP."""
    for pace in group_of(position, seat, pieces, extension).paces:
        require(halves(cost) <= pace.left, "7.21/2", f"it takes {cost} MP, and {pace.left / 2:g} are left")


def spent_by(position: Position, seat: str, pieces: Sequence[str], cost: int) -> dict[str, int]:
    """The half MP that each piece pays; a headquarters with a roster pays none of its own."""
    return {id: halves(cost) if group_of(position, seat, (id,), 0).paces else 0 for id in pieces}


@wbts.carry_out(Embark)
def _embark(play: Play, due: Due, command: Embark) -> None:
    position = play.position
    pieces = with_rosters(position, command.pieces)
    hex = place_of(position, pieces[0])
    ground, transport = cost_at(position, due.seat, command.ship, hex)
    there = [id for id in aboard(position, command.ship) if _garrison(position, id)]
    moving = [id for id in pieces if _garrison(position, id)]
    into = (*there, *moving)[:1]
    play.emit(
        PiecesEmbarked(
            due.seat,
            pieces,
            hex,
            command.ship,
            spent_by(position, due.seat, pieces, ground),
            transport,
            command.extension,
            owner(position, hex) != due.seat,
            {id: into[0] for id in moving if id not in into},
            dropped(position, due.seat, command.leaving),
        )
    )


def _garrison(position: Position, id: str) -> bool:
    return id in position.units and position.units[id].kind == "garrison"


@wbts.evolves(PiecesEmbarked)
@rule("7.2/4", "3.25/8")
def _embarked(position: Position, event: PiecesEmbarked) -> None:
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id, (whole, strength) in event.dropped.items():
        unit = position.units[whole]
        position.units[id] = unit.with_(strength=strength, hq="")
        position.units[whole] = unit.with_(strength=unit.strength - strength)
        name, _, number = id.rpartition("_")
        position.made[name] = max(position.made.get(name, 0), int(number))
        trips[id] = Trip(stopped=True)
    for id in event.pieces:
        spent = trips.get(id, Trip()).spent + event.spent[id]
        trips[id] = Trip(spent, event.extension, False, event.enemy_ground)
        shift(position, id, hex="", ship=event.ship)
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        trips[into] = trips.pop(id)
    position.phase = phase.with_(trips=trips)
    pay(position, event.ship, event.transport)


def shift(position: Position, id: str, hex: str, ship: str) -> None:
    """Put a piece into a hex, or aboard a ship."""
    changes = {"hex": hex, "ship": ship, "inside": False}
    if id in position.units:
        position.units[id] = position.units[id].with_(**changes)
    elif id in position.headquarters:
        position.headquarters[id] = position.headquarters[id].with_(**changes)
    else:
        position.leaders[id] = position.leaders[id].with_(**changes)


def pay(position: Position, ship: str, cost: int) -> None:
    """Let a ship pay MP for what goes aboard or ashore: it has stopped for that."""
    phase = phase_of(position)
    sailing = phase.sailings.get(ship, Sailing())
    sailing = sailing.with_(spent=sailing.spent + cost, paused=True)
    position.phase = phase.with_(sailings={**phase.sailings, ship: sailing})


@wbts.check(Land, "movement")
@rule("7.21/1", "7.21/2", "7.22/2", "7.22/3", "7.23/1", "7.24/10", "7.27/2", "6.13/1", "6.4/1", "10.32/1")
def _check_land(position: Position, due: Due, command: Land) -> None:
    pieces, hex = with_rosters(position, command.pieces), hex_of(command.hex)
    require(pieces, "5.0/2", "name the pieces that land")
    phase = phase_of(position)
    ships = {_ship_of(position, id) for id in pieces}
    require(len(ships) == 1 and ships != {""}, "7.22/1", "the pieces are not aboard one ship")
    (ship,) = ships
    require_beside(position, due.seat, ship, hex)
    ordered = is_due(position, ship)
    for id in pieces:
        require(id in phase.force or ordered, "7.22/3", f"{id} has no command, and no order to land here now")
        hq = position.units[id].hq if id in position.units else ""
        require(not hq or hq in pieces, "16.12/1", f"{id} is on the roster of {hq}, and lands with it")
        trip = phase.trips.get(id, Trip())
        require(id not in phase.attacked and not trip.stopped, "7.24/10", f"{id} may not move on")
        fresh = id not in phase.trips or trip.extension == command.extension
        require(fresh, "6.3/2", f"{id} has declared a forced march of {trip.extension} MP")
    require(0 <= command.extension <= 2, "6.3/1", "a forced march adds 1 or 2 MP")
    group = group_of(position, due.seat, pieces, command.extension)
    closed = bars(position, due.seat, group.cavalry, group.alone).closed[load_map().board.number[hex]]
    require(not closed, "6.13/1", f"the enemy is in {hex}: nobody lands there but by an assault")
    require(not besieged(position, hex, due.seat), "7.27/2", f"{hex} is besieged")
    require_pace(position, due.seat, pieces, cost_at(position, due.seat, ship, hex)[0], command.extension)
    full = stacked(position, hex, due.seat) + sum(
        position.units[id].strength for id in pieces if id in position.units
    )
    require(full <= MOST_STACKED, "6.4/1", f"{full} SP would be in {hex}, and {MOST_STACKED} are the most")


def _ship_of(position: Position, id: str) -> str:
    piece = position.units.get(id) or position.headquarters.get(id) or position.leaders.get(id)
    return "" if piece is None else piece.ship


@wbts.carry_out(Land)
def _land(play: Play, due: Due, command: Land) -> None:
    position = play.position
    pieces, hex = with_rosters(position, command.pieces), hex_of(command.hex)
    ship = _ship_of(position, pieces[0])
    ground, transport = cost_at(position, due.seat, ship, hex)
    fights = any(id in position.units and position.units[id].fights for id in pieces)
    done = entered(position, due.seat, (hex,)) if fights else Entered((), (), (), {})
    free = set(pieces) <= set(phase_of(position).force)
    play.emit(
        PiecesLanded(
            due.seat,
            pieces,
            hex,
            ship,
            spent_by(position, due.seat, pieces, ground),
            transport,
            command.extension,
            tuple(id for id in pieces if not free or stops(position, due.seat, id, hex)),
            owner(position, hex) != due.seat,
            *done,
            flows(position, due.seat, pieces, hex),
        )
    )


@wbts.evolves(PiecesLanded)
@rule("3.23/4", "3.25/8")
def _landed(position: Position, event: PiecesLanded) -> None:
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id in event.pieces:
        spent = trips.get(id, Trip()).spent + event.spent[id]
        trips[id] = Trip(spent, event.extension, id in event.stopped, event.enemy_ground)
        shift(position, id, hex=event.hex, ship="")
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        trips[into] = trips.pop(id).stopped_here()
    position.phase = phase.with_(trips=trips)
    pay(position, event.ship, event.transport)
    take(position, event.side, Entered(event.taken, event.captured, event.eliminated, event.left))


@wbts.also_offers("movement")
def _offer_boarding(position: Position, due: Due) -> Iterator[Command]:
    """For the pieces of the force in a hex, each transport beside it; for all aboard one, each hex there."""
    phase = phase_of(position)
    groups: dict[str, list[str]] = {}
    for id in phase.force:
        if id in position.units or id in position.headquarters or id in position.leaders:
            groups.setdefault(place_of(position, id), []).append(id)
    for ship in sorted(position.ships, key=sort_key):
        if position.ships[ship].side != due.seat or position.ships[ship].warship:
            continue
        for hex in shores(position, position.ships[ship].at):
            here = tuple(sorted(groups.get(hex, ()), key=sort_key))
            if here:
                extension = max(phase.trips.get(id, Trip()).extension for id in here)
                yield Embark(pieces=here, ship=ship, extension=extension)
            if there := aboard(position, ship):
                extension = max(phase.trips.get(id, Trip()).extension for id in there)
                yield Land(pieces=there, hex=hex, extension=extension)
