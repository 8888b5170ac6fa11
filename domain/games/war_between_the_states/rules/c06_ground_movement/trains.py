"""Trains that ride by their orders, turn by turn, and where they stop (6.53, 6.56, 6.58)."""

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.orders import Journey
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, stacked
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    TrainLeft,
    TrainWent,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import bars
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    flows,
    group_of,
    stops,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    LINK_CAPACITY,
    rail_points_spent,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import (
    leg,
    living,
    load_of,
    route_of,
    weight_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    ferries_on,
    limited_by,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.citations import rule

END = 1
"""MP that a piece pays to entrain, and again to detrain."""


def train_with(position: Position, side: str, piece: str) -> str | None:
    """The journey of a side that a piece is on, by its name."""
    found = (
        name
        for name, journey in position.journeys.items()
        if journey.side == side and piece in living(position, journey)
    )
    return next(found, None)


def place(position: Position, id: str, hex: str, entrained: bool) -> None:
    """Put a piece into a hex, units on a train or off it."""
    if id in position.units:
        position.units[id] = position.units[id].with_(hex=hex, inside=False, entrained=entrained)
    elif id in position.headquarters:
        position.headquarters[id] = position.headquarters[id].with_(hex=hex, inside=False)
    else:
        position.leaders[id] = position.leaders[id].with_(hex=hex, inside=False)


@rule("6.51/1", "6.55/2")
def account(position: Position, event: TrainLeft | TrainWent) -> None:
    """Take a ride's points, and count its SP on the links."""
    left = position.rail_points.get(event.side, 0) - event.rail_points
    position.rail_points[event.side] = left
    phase = phase_of(position)
    ridden = dict(phase.ridden)
    for key in limited_by(position, event.start, event.path):
        ridden[key] = ridden.get(key, 0) + event.weight
    position.phase = phase.with_(ridden=ridden)


@rule("6.53/3", "6.56/3", "6.56/4", "6.56/5", "6.58/1", "6.58/4")
def ride_on(play: Play, train: str, moves_on: bool) -> None:
    """Let a train ride its full distance of this turn, or as far as it can: then its order ends there."""
    position, journey = play.position, play.position.journeys[train]
    side, pieces = journey.side, living(position, journey)
    route, weight = route_of(journey), weight_of(position, pieces)
    hexes, over = leg(journey.hex, route, False)
    short = weight > position.rail_points.get(side, 0)
    ridden, because = (
        (0, "it has not the rail points") if short else _as_far(position, journey, hexes, weight)
    )
    path = route[:ridden]
    end = path[-1] if path else journey.hex
    broken = bool(because)
    cost = (
        0
        if short
        else rail_points_spent(ridden, ferries=ferries_on(journey.hex, path), detrains=over or broken)
    )
    play.emit(
        TrainWent(
            side,
            train,
            pieces,
            journey.hex,
            path,
            0 if short else weight,
            cost,
            weight,
            over or broken,
            over and not broken,
            because,
            {id: 0 if short or not _pays(position, side, id) else halves(END) for id in pieces},
            tuple(id for id in pieces if broken or stops(position, side, id, end)),
            flows(position, side, pieces, end) if over or broken else {},
            _late(position, pieces) if broken else (),
            moves_on and over and not broken,
        )
    )


def _pays(position: Position, side: str, id: str) -> bool:
    return bool(group_of(position, side, (id,), 0).paces)


@rule("6.56/4")
def _late(position: Position, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """The units that are eliminated for an order that was not kept, by the option."""
    units = tuple(id for id in pieces if id in position.units)
    return units if position.plays("eliminate_late_trains") else ()


def _as_far(position: Position, journey: Journey, hexes: int, weight: int) -> tuple[int, str]:
    """How many of the hexes a train rides, and why no more, or ""."""
    side, here = journey.side, journey.hex
    links, rails, number = links_of(position), usable(position, side), load_map().board.number
    barred = bars(position, side, False, False)
    own = hexes_loaded(position, journey, hexes, weight)
    for index, to in enumerate(journey.route[:hexes]):
        key = hexside(here, to)
        if here not in rails or to not in rails or to not in links.get(here, ()):
            return index, f"its trains may not use the railroad in {to}"
        if barred.closed[number[to]]:
            return index, f"the enemy is in {to}"
        if load_map().side(here, to).rail_ferry and key in warships_at(position, ENEMY[side]):
            return index, f"an enemy warship lies at the ferry to {to}"
        if load_of(position, side, key) + own.get(key, 0) > LINK_CAPACITY:
            return index, f"the line to {to} is full"
        if barred.ends[number[to]] and index + 1 < len(journey.route):
            return index + 1, f"it stops in {to}, in an enemy zone of control"
        here = to
    if stacked(position, here, side) + weight > MOST_STACKED and here != journey.hex:
        return hexes - 1, f"{here} is full"
    return hexes, ""


def hexes_loaded(position: Position, journey: Journey, hexes: int, weight: int) -> dict[str, int]:
    """What a train adds to each link of its way: nothing where it is counted as one still to ride."""
    counted = journey.ridden < position.turn
    keys = limited_by(position, journey.hex, journey.route[:hexes])
    return {} if counted else dict.fromkeys(keys, weight)


@wbts.evolves(TrainWent)
@rule("6.56/4", "6.58/1", "R.3/13")
def _went(position: Position, event: TrainWent) -> None:
    journey = position.journeys.pop(event.train)
    end = event.path[-1] if event.path else event.start
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id in event.pieces:
        place(position, id, end, not event.detrains)
        stays = not event.moves_on or id in event.stopped
        trips[id] = Trip(
            trips.get(id, Trip()).spent + (event.spent.get(id, 0) if event.detrains else 0), 0, stays
        )
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        trips[into] = trips.pop(id).stopped_here()
    phase = phase.with_(trips=trips)
    if event.moves_on:
        phase = phase.with_(chief=event.train, force=event.pieces)
    position.phase = phase
    for id in event.lost:
        unit = position.units.pop(id, None)
        if unit is not None:
            position.lost[event.side] = position.lost.get(event.side, 0) + unit.strength
    if not event.detrains:
        route = journey.route[len(event.path) :]
        position.journeys[event.train] = journey.with_(
            pieces=event.pieces, hex=end, ridden=position.turn, route=route
        )
    account(position, event)


@rule("6.56/3")
def end_journeys(play: Play, side: str) -> None:
    """As a movement phase ends, every train that has not ridden on does so by its order."""
    for name in sorted(play.position.journeys, key=sort_key):
        journey = play.position.journeys[name]
        if journey.side == side and journey.ridden < play.position.turn and living(play.position, journey):
            ride_on(play, name, False)


@rule("6.58/3")
def leave_trains(position: Position, hex: str, side: str) -> None:
    """After a battle in a hex nobody of the defender is on a train there."""
    gone = [name for name, each in position.journeys.items() if (each.hex, each.side) == (hex, side)]
    for name in gone:
        journey = position.journeys.pop(name)
        for id in journey.pieces:
            if id in position.units:
                position.units[id] = position.units[id].with_(entrained=False)
