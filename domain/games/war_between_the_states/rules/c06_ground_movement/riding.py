"""Going by rail within one turn (6.5): a piece entrains, rides, detrains, and may walk before and after."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, stacked
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import (
    RideRails,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    PiecesRode,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    flows,
    group_of,
    on_trains,
    pace_of,
    place_of,
    put_at_end,
    require_movers,
    stops,
    way_of,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    LINK_CAPACITY,
    POINT_ALLOWANCE,
    most_hexes,
    rail_points_spent,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import (
    load_of,
    reserved,
    weight_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    ferries_on,
    limited_by,
    require_tracks,
    tracks_from,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ENDS = 2
"""MP that a piece pays to entrain and to detrain."""


@wbts.check(RideRails, "movement")
@rule("6.5/2", "6.5/5", "6.5/6", "6.56/1", "6.4/1")
def _check_ride(position: Position, due: Due, command: RideRails) -> None:
    require_movers(position, due.seat, command)
    require(command.path, "6.54/1", "name the rail hexes that the train enters")
    pieces, path = with_rosters(position, command.pieces), way_of(command)
    start, end = place_of(position, pieces[0]), path[-1]
    require_tracks(position, due.seat, start, path)
    for pace in group_of(position, due.seat, pieces, command.extension).paces:
        short = pace.left < halves(ENDS)
        require(
            not short, "6.5/2", f"to entrain and to detrain takes {ENDS} MP, and {pace.left / 2:g} are left"
        )
    cost = rail_cost(start, path)
    require(
        cost <= POINT_ALLOWANCE, "6.5/3", f"the ride takes {cost} rail MP, and a point has {POINT_ALLOWANCE}"
    )
    check_capacity(position, due.seat, start, path, weight_of(position, pieces))
    coming = sum(position.units[id].strength for id in pieces if id in position.units)
    full = stacked(position, end, due.seat) + (coming if end != start else 0)
    require(full <= MOST_STACKED, "6.4/1", f"{full} SP would be in {end}, and {MOST_STACKED} are the most")


def rail_cost(start: str, path: tuple[str, ...]) -> int:
    return rail_points_spent(len(path), ferries=ferries_on(start, path), entrains=True, detrains=True)


@rule("6.51/1", "6.55/1", "6.55/2", "6.55/3")
def check_capacity(position: Position, seat: str, start: str, path: tuple[str, ...], weight: int) -> None:
    """Refuse a ride for which the points, or the room on a link, are not there."""
    left = position.rail_points.get(seat, 0) - reserved(position, seat)
    require(weight <= left, "6.51/1", f"the ride takes {weight} rail points, and {left} are left")
    for key in limited_by(position, start, path):
        total = load_of(position, seat, key) + weight
        require(total <= LINK_CAPACITY, "6.55/1", f"{total} SP would go over {key}, and {LINK_CAPACITY} may")


@wbts.carry_out(RideRails)
@rule("6.5/2", "6.5/3", "6.5/4", "6.58/1")
def _ride(play: Play, due: Due, command: RideRails) -> None:
    position = play.position
    pieces, path = with_rosters(position, command.pieces), way_of(command)
    start, end = place_of(position, pieces[0]), path[-1]
    weight = weight_of(position, pieces)
    paying = {id for id in pieces if group_of(position, due.seat, (id,), 0).paces}
    play.emit(
        PiecesRode(
            due.seat,
            pieces,
            start,
            path,
            {id: halves(ENDS) if id in paying else 0 for id in pieces},
            weight,
            rail_cost(start, path),
            weight,
            command.extension,
            tuple(id for id in pieces if stops(position, due.seat, id, end)),
            flows(position, due.seat, pieces, end),
        )
    )


@wbts.evolves(PiecesRode)
def _rode(position: Position, event: PiecesRode) -> None:
    put_at_end(position, event)
    left = position.rail_points.get(event.side, 0) - event.rail_points
    position.rail_points[event.side] = left
    phase = phase_of(position)
    ridden = dict(phase.ridden)
    for key in limited_by(position, event.start, event.path):
        ridden[key] = ridden.get(key, 0) + event.weight
    position.phase = phase.with_(ridden=ridden)


@wbts.also_offers("movement")
def _offer_rides(position: Position, due: Due) -> Iterator[Command]:
    """For the pieces of the force in each rail hex, the cities and towns that a train brings them to."""
    phase = phase_of(position)
    groups: dict[str, list[str]] = {}
    for id in phase.force:
        there = id in position.units or id in position.headquarters or id in position.leaders
        trip = phase.trips.get(id, Trip())
        there = there and id not in on_trains(position) and bool(place_of(position, id))
        if there and not trip.stopped and not trip.extension and _can_entrain(position, id):
            groups.setdefault(place_of(position, id), []).append(id)
    most = most_hexes(entrains=True, detrains=True)
    for start in sorted(groups):
        pieces = tuple(sorted(groups[start], key=sort_key))
        ways = tracks_from(position, due.seat, start, most)
        for hex in ways.cost:
            if hex != start and hex in load_map().built_up:
                yield RideRails(pieces=pieces, path=ways.to(hex)[1:])


def _can_entrain(position: Position, id: str) -> bool:
    return pace_of(position, id, 0).left >= halves(ENDS)
