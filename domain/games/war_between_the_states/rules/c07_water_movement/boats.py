"""Leaders by boat (10.31) and the march around Galveston Bay (7.54)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED, unit_types
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside, may_lie
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import ShipKind, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, owner, rosters, stacked
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import bars
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    flows,
    pace_of,
    place_of,
    require_movers,
    stops,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.boarding import shift
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    guns_of,
    in_part,
    links_now,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import RoundBay, TakeBoat
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.embarking import embarkation_cost
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import BayRounded, BoatTaken
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged, held_by, warships_at
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

BOATS: tuple[ShipKind, ShipKind] = ("river_transport", "naval_transport")
GALVESTON, HEAD_OF_BAY = "B0132", "B0129"


@rule("10.31/1", "7.26/1")
def _price(position: Position, side: str, hex: str, boat: ShipKind) -> tuple[int, int]:
    base = side == "union" and hex in position.bases
    return embarkation_cost(
        load_map().hexes[hex].terrain,
        port=base or hex in load_map().ports,
        friendly=base or owner(position, hex) == side,
        river_transport=boat == "river_transport",
    )


def _boat_for(position: Position, seat: str, start: str, path: tuple[str, ...], hex: str) -> ShipKind | None:
    """The boat that comes this way within its allowance, or None."""
    rivers = chosen_rivers(position.options)
    for boat in BOATS:
        ends = _price(position, seat, start, boat)[1] + _price(position, seat, hex, boat)[1]
        sails = all(may_lie(boat, place, rivers) for place in path)
        if sails and ends + len(path) - 1 <= unit_types()[boat].allowance:
            return boat
    return None


@wbts.check(TakeBoat, "movement")
@rule("10.31/1", "10.31/2", "6.57/2", "10.32/1")
def _check_boat(position: Position, due: Due, command: TakeBoat) -> None:
    require_movers(position, due.seat, command)
    for id in command.pieces:
        alone = id in position.leaders or (id in position.headquarters and id not in rosters(position))
        require(alone, "10.31/1", f"{id} does not go by boat: it needs a transport")
    start, hex = place_of(position, command.pieces[0]), hex_of(command.hex)
    path = tuple(water_of(place) for place in command.path)
    require(path, "7.0/4", "name the water that the boat passes")
    require(start in beside(path[0]), "7.23/1", f"{start} is not at {path[0]}")
    require(hex in beside(path[-1]) and hex in position.part.hexes, "7.23/1", f"{hex} is not at {path[-1]}")
    enemy, guns = warships_at(position, ENEMY[due.seat]), guns_of(position, ENEMY[due.seat])
    for index, place in enumerate(path):
        joined = not index or place in links_now(position).get(path[index - 1], ())
        require(joined and in_part(position, place), "7.0/4", f"no boat comes to {place}")
        require(place not in enemy and place not in guns, "10.31/2", f"the enemy bars {place}")
    boat = _boat_for(position, due.seat, start, path, hex)
    require(boat is not None, "10.31/1", "no boat comes so far in one turn")
    assert boat is not None
    ends = [_price(position, due.seat, place, boat)[0] for place in (start, hex)]
    for id in command.pieces:
        left = pace_of(position, id, 0).left
        require(halves(sum(ends)) <= left, "7.21/2", f"{id} pays {sum(ends)} MP, and has {left / 2:g}")
    leaders = all(id in position.leaders for id in command.pieces)
    closed = bars(position, due.seat, False, leaders).closed[load_map().board.number[hex]]
    require(not closed, "10.32/1", f"the enemy is in {hex}, or near it")
    require(not besieged(position, hex, due.seat), "7.27/2", f"{hex} is besieged")


@wbts.carry_out(TakeBoat)
def _take_boat(play: Play, due: Due, command: TakeBoat) -> None:
    position = play.position
    start, hex = place_of(position, command.pieces[0]), hex_of(command.hex)
    path = tuple(water_of(place) for place in command.path)
    boat = _boat_for(position, due.seat, start, path, hex)
    assert boat is not None
    paid = sum(_price(position, due.seat, place, boat)[0] for place in (start, hex))
    stopped = tuple(id for id in command.pieces if stops(position, due.seat, id, hex))
    spent = dict.fromkeys(command.pieces, halves(paid))
    play.emit(BoatTaken(due.seat, command.pieces, start, path, hex, spent, stopped))


@wbts.evolves(BoatTaken)
def _boat_taken(position: Position, event: BoatTaken) -> None:
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id in event.pieces:
        trips[id] = Trip(trips.get(id, Trip()).spent + event.spent[id], 0, id in event.stopped)
        shift(position, id, hex=event.hex, ship="")
    position.phase = phase.with_(trips=trips)


@wbts.check(RoundBay, "movement")
@rule("7.54/1")
def _check_bay(position: Position, due: Due, command: RoundBay) -> None:
    require_movers(position, due.seat, command)
    pieces = with_rosters(position, command.pieces)
    start = place_of(position, pieces[0])
    require(start == GALVESTON, "7.54/1", f"only units in Galveston go around its bay, not those in {start}")
    require(
        HEAD_OF_BAY in position.part.hexes, "7.54/1", f"{HEAD_OF_BAY} is not in this game's part of the map"
    )
    for id in pieces:
        require(id not in position.leaders, "7.54/1", f"{id} is a leader: units go around the bay")
        fresh = not phase_of(position).trips.get(id, Trip()).spent
        require(fresh, "7.54/1", f"{id} has moved: the way takes the whole turn")


@wbts.carry_out(RoundBay)
def _leave(play: Play, due: Due, command: RoundBay) -> None:
    play.emit(BayRounded(due.seat, with_rosters(play.position, command.pieces), "", (), {}))


@wbts.evolves(BayRounded)
@rule("7.54/1", "7.54/2")
def _rounded(position: Position, event: BayRounded) -> None:
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id in event.pieces:
        trips[id] = Trip(stopped=True)
        shift(position, id, hex=event.hex, ship="")
        if event.hex:
            del position.around[id]
        else:
            position.around[id] = position.turn
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        del trips[id]
    position.phase = phase.with_(trips=trips)
    if event.hex:
        take(position, event.side, Entered(event.taken, (), (), {}))


@rule("7.54/1")
def come_back(play: Play, side: str) -> None:
    """As a movement phase begins, who left in an earlier turn is back, unless the enemy is there."""
    position = play.position
    sides = {id: (position.units.get(id) or position.headquarters[id]).side for id in position.around}
    pieces = tuple(
        sorted(
            (id for id, turn in position.around.items() if sides[id] == side and turn < position.turn),
            key=sort_key,
        )
    )
    coming = sum(position.units[id].strength for id in pieces if id in position.units)
    full = stacked(position, HEAD_OF_BAY, side) + coming > MOST_STACKED
    if not pieces or full or HEAD_OF_BAY in held_by(position, ENEMY[side]):
        return
    taken = entered(position, side, (HEAD_OF_BAY,)).taken
    play.emit(BayRounded(side, pieces, HEAD_OF_BAY, taken, flows(position, side, pieces, HEAD_OF_BAY)))


@wbts.also_offers("movement")
def _offer_bay(position: Position, due: Due) -> Iterator[Command]:
    phase = phase_of(position)
    there = (id for id in phase.force if id in position.units and position.units[id].hex == GALVESTON)
    if pieces := tuple(sorted(there, key=sort_key)):
        yield RoundBay(pieces=pieces)
