"""Moving pieces over land (6): those of the force that has a command or initiative, each for its price."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Protocol

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED, unit_types
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Phase, Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    owner,
    rosters,
    stack,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import (
    MovePieces,
    RideRails,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    PiecesMoved,
    PiecesRode,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.forced_march import (
    MOST_EXTENSION,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    bars,
    temporary_ferries,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.leaving import (
    dropped,
    require_leaving,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    Group,
    Pace,
    price_of,
    reached,
    toll,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due


class Moving(Protocol):
    """A command that moves pieces of the force from the hex where they are."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces, headquarters for their rosters."""


HARD_GOING = ("forest", "swamp", "rough")


def place_of(position: Position, id: str) -> str:
    """The hex that a piece on the ground is in."""
    piece = position.units.get(id) or position.headquarters.get(id) or position.leaders[id]
    return piece.hex


@rule("16.12/1", "6.42/1")
def with_rosters(position: Position, pieces: Iterable[str]) -> tuple[str, ...]:
    """Pieces with the rosters of the headquarters among them."""
    found = dict.fromkeys(pieces)
    for id in tuple(found):
        found.update(dict.fromkeys(rosters(position).get(id, ())))
    return tuple(found)


@rule("6.11/1", "6.12/5", "6.3/1", "10.3/1", "16.12/1", "16.12/2", "15.23/4")
def pace_of(position: Position, id: str, extension: int) -> Pace:
    """The branch of a piece, and the half MP that it has left with this extension."""
    if id in position.units:
        kind = position.units[id].type
    else:
        kind = unit_types()["leader" if id in position.leaders else "headquarters"]
    spent = phase_of(position).trips.get(id, Trip()).spent
    freed = kind.name in ("siege_train", "rail_repair") and position.plays("trains_only_supply_bound")
    return Pace("infantry" if freed else kind.branch, halves(kind.allowance + extension) - spent)


@rule("6.11/2", "15.23/1", "15.23/3", "10.32/1")
def group_of(position: Position, side: str, pieces: Iterable[str], extension: int) -> Group:
    """Pieces as a group that moves together, their paces in the order of the pieces.

    A headquarters with a roster has no pace of its own: it moves as its units do.
    """
    ids = tuple(pieces)
    combat = [position.units[id] for id in ids if id in position.units and position.units[id].fights]
    filled = {unit.hq for unit in position.units.values() if unit.hq}
    return Group(
        side,
        tuple(pace_of(position, id, extension) for id in ids if id not in filled),
        cavalry=bool(combat) and all(unit.cavalry for unit in combat),
        alone=all(id in position.leaders for id in ids),
    )


@wbts.check(MovePieces, "movement")
@rule("5.0/2")
def _check_move(position: Position, due: Due, command: MovePieces) -> None:
    require_movers(position, due.seat, command)
    require(command.path, "5.0/2", "name the hexes that the pieces enter")
    pieces = with_rosters(position, command.pieces)
    require_leaving(position, pieces, command.leaving)
    _check_way(position, due.seat, place_of(position, pieces[0]), pieces, command)


@rule("5.2/2", "5.21/1", "5.27/1", "6.41/1", "6.42/1", "6.43/1", "6.43/2", "13.3/3", "10.3/3")
def require_movers(position: Position, seat: str, command: Moving) -> None:
    """Refuse pieces that may not move together now, wherever they go."""
    phase, pieces = phase_of(position), with_rosters(position, command.pieces)
    require(pieces, "5.0/2", "name the pieces that move")
    for id in pieces:
        require(id in phase.force, "5.2/2", f"{id} has no command, and is in no force that has one")
        hq = position.units[id].hq if id in position.units else ""
        require(not hq or hq in pieces, "16.12/1", f"{id} is on the roster of {hq}, and moves with it")
        require(not phase.trips.get(id, Trip()).stopped, "6.21/1", f"{id} may not move on")
    start = place_of(position, pieces[0])
    require(start, "7.22/1", f"{pieces[0]} is not on the ground")
    require(all(place_of(position, id) == start for id in pieces), "6.41/1", "the pieces are not in one hex")
    for id in pieces:
        require(id not in on_trains(position), "6.56/3", f"{id} is on a train, and bound by its order")
    require(not besieged(position, start, seat), "13.3/3", f"{start} is besieged: nobody leaves it")
    _check_extension(position, pieces, getattr(command, "extension", 0))


@rule("6.56/3", "6.53/1")
@remembered
def on_trains(position: Position) -> frozenset[str]:
    """The pieces that are on a journey by rail."""
    return frozenset(id for journey in position.journeys.values() for id in journey.pieces)


@rule("6.3/1", "6.3/2", "6.3/3")
def _check_extension(position: Position, pieces: tuple[str, ...], extension: int) -> None:
    require(0 <= extension <= MOST_EXTENSION, "6.3/1", f"a forced march adds 1 or 2 MP, not {extension}")
    trips = phase_of(position).trips
    for id in pieces:
        if id in trips:
            declared = trips[id].extension
            require(declared == extension, "6.3/2", f"{id} has declared a forced march of {declared} MP")
    combat = any(id in position.units and position.units[id].fights for id in pieces)
    require(not extension or combat, "6.3/3", "only combat units march by force, and what is with them")


@rule("5.0/2", "6.11/1", "6.12/1", "6.13/1", "6.14/1", "6.21/1", "6.4/1", "10.32/1", "3.13/3")
def _check_way(
    position: Position, seat: str, start: str, pieces: tuple[str, ...], command: MovePieces
) -> None:
    path = way_of(command)
    here = start
    for hex in path:
        require(hex in load_map().neighbours[here], "5.0/2", f"{here} and {hex} are not adjacent")
        require(hex in position.part.hexes, "3.13/3", f"{hex} is not in this game's part of the map")
        here = hex
    group = group_of(position, seat, pieces, command.extension)
    prices = price_of(position, start, path, group)
    require(prices is not None, "6.12/1", f"the way to {here} is barred by ground, water or the enemy")
    assert prices is not None
    for price, pace in zip(prices, group.paces, strict=True):
        require(
            price <= pace.left, "6.11/1", f"the way costs {price / 2:g} MP, and {pace.left / 2:g} are left"
        )
    units = position.units
    moving = sum(units[id].strength for id in pieces if id in units) - sum(command.leaving.values())
    coming = moving if here != start else 0
    full = stacked(position, here, seat) + coming
    require(full <= MOST_STACKED, "6.4/1", f"{full} SP would be in {here}, and {MOST_STACKED} are the most")


@rule("3.11/2")
def way_of(command: MovePieces | RideRails) -> tuple[str, ...]:
    """The hexes of a command's path, each under its one id."""
    return tuple(hex_of(hex) for hex in command.path)


@wbts.carry_out(MovePieces)
@rule("6.0/1", "6.21/1", "6.24/1", "6.33/1", "15.23/3", "17.45/1", "3.25/8")
def _move(play: Play, due: Due, command: MovePieces) -> None:
    position = play.position
    pieces, path = with_rosters(position, command.pieces), way_of(command)
    start, end = place_of(position, pieces[0]), path[-1]
    fights = any(id in position.units and position.units[id].fights for id in pieces)
    done = entered(position, due.seat, path) if fights else Entered((), (), (), {})
    play.emit(
        PiecesMoved(
            due.seat,
            pieces,
            start,
            path,
            {id: _price(position, due.seat, id, start, path) for id in pieces},
            command.extension,
            tuple(id for id in pieces if stops(position, due.seat, id, end)),
            owner(position, end) != due.seat,
            *done,
            _loads(position, pieces, start, path),
            flows(position, due.seat, pieces, end),
            dropped(position, due.seat, command.leaving),
        )
    )


def _price(position: Position, side: str, id: str, start: str, path: tuple[str, ...]) -> int:
    """The half MP that a piece spends on a way; a headquarters with a roster spends none of its own."""
    group = group_of(position, side, (id,), 0)
    paid = (toll(position, side, pace.branch, start, path) for pace in group.paces)
    return sum(price for price in paid if price is not None)


def stops(position: Position, side: str, id: str, hex: str) -> bool:
    """Whether a piece goes no further from a hex: cavalry is stopped by cavalry alone."""
    cavalry = id in position.units and position.units[id].cavalry
    return bool(bars(position, side, cavalry, False).ends[load_map().board.number[hex]])


@rule("17.45/1")
def _loads(position: Position, pieces: tuple[str, ...], start: str, path: tuple[str, ...]) -> dict[str, int]:
    """What the loaded supply trains among the pieces carry after the way: hard going costs a point a hex."""
    hexes = load_map().hexes
    lost = sum(hexes[hex].terrain in HARD_GOING for hex in path)
    trains = ((id, position.units[id].load) for id in pieces if id in position.units)
    return {id: max(load - lost, 0) for id, load in trains if load and lost}


@rule("3.25/8", "3.23/7")
def flows(position: Position, side: str, pieces: tuple[str, ...], end: str) -> dict[str, str]:
    """The garrisons among the pieces that flow into another: that on top where they end, or the first."""
    there = [
        id
        for id in stack(position, end, side).units
        if position.units[id].kind == "garrison" and not position.units[id].inside and id not in pieces
    ]
    moving = [id for id in pieces if id in position.units and position.units[id].kind == "garrison"]
    into = (*there, *moving)[:1]
    return {id: into[0] for id in moving if id not in into}


@wbts.evolves(PiecesMoved)
def _moved(position: Position, event: PiecesMoved) -> None:
    phase = _over_ferries(position, event)
    for id, (whole, strength) in event.dropped.items():
        unit = position.units[whole]
        position.units[id] = unit.with_(strength=strength, hq="")
        position.units[whole] = unit.with_(strength=unit.strength - strength)
        name, _, number = id.rpartition("_")
        position.made[name] = max(position.made.get(name, 0), int(number))
        phase = phase.with_(trips={**phase.trips, id: Trip(stopped=True)})
    position.phase = phase
    put_at_end(position, event)
    for id, load in event.loads.items():
        position.units[id] = position.units[id].with_(load=load)
    what = Entered(event.taken, event.captured, event.eliminated, event.left)
    take(position, event.side, what)


@rule("7.31/1", "7.31/2")
def _over_ferries(position: Position, event: PiecesMoved) -> Phase:
    """The phase with the hexsides that were crossed by transports: these have to stay there."""
    crossed = {load_map().side(here, to) for here, to in pairwise((event.start, *event.path))}
    phase, bridged = phase_of(position), ("ferry", "bridge")
    deep = {side.key for side in crossed if side.is_deep and side.crossing not in bridged}
    used = deep & temporary_ferries(position, event.side) if deep else deep
    return phase.with_(ferried=tuple(sorted({*phase.ferried, *used}))) if used else phase


def put_at_end(position: Position, event: PiecesMoved | PiecesRode) -> None:
    """Put pieces where their way ends, add to what they have spent, and let garrisons flow together."""
    phase, end = phase_of(position), event.path[-1]
    ground = isinstance(event, PiecesMoved) and event.enemy_ground
    trips = dict(phase.trips)
    for id in event.pieces:
        spent = trips.get(id, Trip()).spent + event.spent[id]
        trips[id] = Trip(spent, event.extension, id in event.stopped, ground)
        if id in position.units:
            position.units[id] = position.units[id].with_(hex=end, inside=False)
        elif id in position.headquarters:
            position.headquarters[id] = position.headquarters[id].with_(hex=end, inside=False)
        else:
            position.leaders[id] = position.leaders[id].with_(hex=end, inside=False)
    for id, into in event.merged.items():
        mover = position.units.pop(id)
        there = position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        trips[into] = trips.pop(id).stopped_here()
    position.phase = phase.with_(trips=trips)


@wbts.also_offers("movement")
def _offer_moves(position: Position, due: Due) -> Iterator[Command]:
    """For the pieces of the force in each hex, every hex that they reach together without a forced march."""
    phase = phase_of(position)
    groups: dict[str, list[str]] = {}
    for id in phase.force:
        trip = phase.trips.get(id, Trip())
        if _is_there(position, id) and not trip.stopped and not trip.extension and place_of(position, id):
            groups.setdefault(place_of(position, id), []).append(id)
    for start in sorted(groups):
        pieces = tuple(sorted(groups[start], key=sort_key))
        for reach in reached(position, start, group_of(position, due.seat, pieces, 0)):
            yield MovePieces(pieces=pieces, path=reach.way)


def _is_there(position: Position, id: str) -> bool:
    there = id in position.units or id in position.headquarters or id in position.leaders
    return there and id not in on_trains(position)
