"""Moving by train (7.3, 7.4): a force rides within its move, as often as its movement points pay for.

A ride is part of a force's move (marching.py): it entrains for 3 movement points, runs along one segment and
detrains for nothing; `Moving.train` counts the markers that carry it until it does anything but ride on.
"""

import itertools
from collections.abc import Iterator

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import action_cost
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving, Reaction
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import MSP, READY, Group, merged, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import require_not_bound
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import (
    MoveForce,
    as_begun,
    set_out,
    setting_out,
    the_mover,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction import reaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import exerting_into
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    Rails,
    load_of,
    markers_left,
    markers_needed,
    rails_of,
    refuse,
    require_entraining,
    require_markers,
    way_to,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import is_rail_hex
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    forget_origins,
    settle_entrenchment,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
LONGEST_ORDER = 200  # hexes named in one command


class RideTrain(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="ride_train"
):
    """Move a force by train; it stays the force on the move and may march on or entrain again.

    from: the hex of a force that sets out so, with `units` and `leaders` (all ready ones if left out);
    without it the force on the move rides. path: rail hexes in order, the last the one to detrain in; between
    hexes that are not adjacent the train takes the shortest open way.
    """

    path: tuple[str, ...]
    from_hex: str = msgspec.field(name="from", default="")
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class TrainRan(Event, frozen=True, tag_field="type", tag="train_ran"):
    """A force went by train along `path`, from the hex it left to the one it has reached (7.4).

    cost: what entraining cost, empty if it rides on; spent: movement points used after it; markers: train
    markers taken for it now, each carrying `load` strength points on this run.
    """

    side: str
    path: tuple[str, ...]
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    cost: tuple[Modifier, ...]
    spent: int
    markers: int
    load: int
    rule: str = "7.4/1"


class Ride(msgspec.Struct, frozen=True):
    """A legal ride: the hexes run through, the start first, and what TrainRan says of it."""

    path: tuple[str, ...]
    charges: tuple[Modifier, ...]
    markers: int
    load: int


@acw.check(RideTrain, "movement")
def _check_ride_train(position: Position, due: Due, command: RideTrain) -> None:
    require(command.path, "7.4/1", "the path names no hex")
    require(len(command.path) <= LONGEST_ORDER, "7.4/1", "the path names too many hexes")
    _ride(position, due.seat, command)


@acw.carry_out(RideTrain)
@rule("5.3.10/1", "7.4/5", "7.4/6", "6.4/2")
def _ride_train(play: Play, due: Due, command: RideTrain) -> None:
    plan = _ride(play.position, due.seat, command)
    if command.from_hex:
        set_out(play, due.seat, _departure(command))
    answer = ride(play, plan)
    if answer is not None:
        close(play)
        play.emit(reaction.ReactionBegan(answer))


def _departure(command: RideTrain) -> MoveForce:
    """The beginning of a force's move that opens with a ride."""
    return MoveForce(from_hex=command.from_hex, path=(), units=command.units, leaders=command.leaders)


@remembered
def _ride(position: Position, seat: str, command: RideTrain) -> Ride:
    """The ride of the force on the move, or of one that is yet to set out. Raises Refused."""
    return planned(position, rider(position, seat, command), command.path)


def rider(position: Position, seat: str, command: RideTrain) -> Moving:
    """The force that an order moves by train: on the move, or as it sets out. Raises Refused."""
    if command.from_hex:
        return as_begun(setting_out(position, seat, _departure(command)))
    whole = command.units is None and command.leaders is None
    require(whole, "5.2/4", "the whole force on the move rides")
    return the_mover(position, seat)


@rule("7.4/6", "6.4/2", "6.4/9")
def ride(play: Play, plan: Ride) -> Reaction | None:
    """Run the train of the force on the move. Out of an enemy zone it halts in the first hex for reactions.

    The rest of its way is then not ordered.
    """
    moving = _moving(play)
    enemy = ENEMY[moving.seat]
    sources = exerting_into(play.position, moving.hex, enemy)
    if not sources:
        _run(play, plan)
        return None
    first = msgspec.structs.replace(plan, path=plan.path[:2])
    start, entered = first.path
    _run(play, first)
    answer = reaction.possible(play.position, enemy, start, entered, sources)
    if answer is None and len(plan.path) > 2:
        _run(play, msgspec.structs.replace(plan, path=plan.path[1:], charges=(), markers=0))
    return answer


def _moving(play: Play) -> Moving:
    moving = play.position.moving
    assert moving is not None
    return moving


def _run(play: Play, plan: Ride) -> None:
    moving = _moving(play)
    side, start = moving.seat, plan.path[0]
    spent = moving.spent + total(plan.charges)
    play.emit(
        TrainRan(side, plan.path, moving.units, moving.leaders, plan.charges, spent, plan.markers, plan.load)
    )
    settle_entrenchment(play, start)
    arrive(play, side, moving.units, *plan.path)


@rule("7.3/1", "7.4/1", "7.4/3", "7.4/5", "5.1/3", "TEC/18")
def planned(position: Position, force: Moving, order: tuple[str, ...]) -> Ride:
    """The ride of a force on the move along the hexes ordered. Raises Refused for what bars it."""
    require(not force.halted, "5.2/5", "this force has ended its move")
    require(force.units, "5.2/1", "no unit is left in the force")
    rails = rails_of(position, force.seat)
    aboard = is_aboard(rails, force)
    if not aboard:
        stay = strength(position.groups(force.seat, force.hex)) > strength(force.units)
        require_entraining(rails, force.hex, stay)
    path = run_path(rails, force.hex, order, from_rest=not aboard)
    for hex_id in path:
        require_not_bound(force.units, hex_id)
    leaves = any(_MAP.state_of[a] != _MAP.state_of[b] for a, b in itertools.pairwise(path))
    require(not leaves or not strength(force.units, MSP), "4.3/5", "militia may not leave their state")
    charges = () if aboard else _entraining_charges(position, force)
    require_points(position, force, total(charges))
    load = load_of(position, force.seat, path)
    markers = markers_needed(force.units, load)
    more = max(0, markers - force.train) if aboard else markers
    require_markers(position, force.seat, more)
    return Ride(path, charges, more, load)


@rule("7.4/2", "7.4/5", "7.6/2")
def is_aboard(rails: Rails, force: Moving) -> bool:
    """Whether the train that carries a force may leave its hex; else the force detrains there."""
    return force.train > 0 and rails.passing_bar(force.hex) is None


def run_path(rails: Rails, start: str, order: tuple[str, ...], from_rest: bool) -> tuple[str, ...]:
    """Every hex of the ride, the start first. Refuses under the clause that closes the way."""
    path = [start]
    for to in order:
        require(to in _MAP.hexes, "2.1/1", f"there is no playable hex {to}")
        here, starting = path[-1], len(path) == 1 and from_rest
        require(to != here, "7.4/1", f"the train is in {here} already")
        if to in _MAP.neighbours[here]:
            refuse(rails.step_bar(here, to) or (None if starting else rails.passing_bar(here)))
            refuse(rails.entry_bar(to))
            path.append(to)
            continue
        ways = rails.ways(here, starting, goal=to)
        if to not in ways:
            _refuse_way(rails, here, to, starting)
        path += way_to(ways, to)
    return tuple(path)


def _refuse_way(rails: Rails, here: str, to: str, starting: bool) -> None:
    """Refuse a way that is not open, for what closes its end, its beginning or the rails between."""
    refuse(rails.entry_bar(to) or (None if starting else rails.passing_bar(here)))
    refuse(rails.why_no_way(here, to, starting))


@rule("7.4/3", "6.2.1/3", "6.3.1/1", "TEC/18")
def _entraining_charges(position: Position, force: Moving) -> tuple[Modifier, ...]:
    """3 movement points to entrain; and a zone is left at its price, however it is left."""
    leaving = costs.exit_charge(position, force.seat, force.hex)
    boarding = Modifier("entraining", action_cost("entrain", 0), "7.4/3")
    return (boarding,) if leaving is None else (boarding, leaving)


@rule("5.0/2", "5.2.3/3", "5.2.4/3")
def require_points(position: Position, force: Moving, cost: int) -> None:
    """The movement points of an action must be there: a massed force has none of its leader's."""
    massed = costs.is_massed(position, force.units, force.leaders)
    limit = force.allowance + (0 if massed else force.bonus)
    spent = force.spent + cost
    require(
        spent <= limit, "5.0/2", f"this costs {cost} and {force.spent} of {limit} movement points are spent"
    )
    if force.joined:
        own = costs.allowance(position, force.joined)
        require(spent <= own, "5.2.3/3", f"units picked up have only {own} movement points of their own")


@acw.evolves(TrainRan)
def _train_ran(position: Position, event: TrainRan) -> None:
    moving = position.moving
    assert moving is not None
    start, end = event.path[0], event.path[-1]
    units = merged(group.with_(origin="") for group in event.units)
    position.remove(event.side, start, event.units)
    position.add(event.side, end, units)
    forget_origins(position, start)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(hex=end)
    position.trains_used[event.side] = position.trains_used.get(event.side, 0) + event.markers
    carrying = event.markers if event.cost else moving.train + event.markers
    position.moving = changed(
        moving, hex=end, units=units, spent=event.spent, came_from=event.path[-2], crossing="", entered="",
        train=carrying, joined=merged(group.with_(origin="") for group in moving.joined),
    )  # fmt: skip


def stations_from(rails: Rails, start: str, from_rest: bool) -> Iterator[tuple[str, ...]]:
    """The ways to the next stations: towns and ends of the rails, past no other town."""
    ways = rails.ways(start, from_rest, ends=_MAP.towns)
    onward = set(ways.values())
    for to in ways:
        if to in _MAP.towns or to not in onward:
            yield way_to(ways, to)


def candidates(position: Position, seat: str) -> Iterator[RideTrain]:
    """Rides worth offering: each force that could entrain, and the one on the move, to the next stations."""
    moving, rails = position.moving, rails_of(position, seat)
    if moving is not None and moving.seat == seat and is_rail_hex(position, moving.hex):
        for way in stations_from(rails, moving.hex, from_rest=not is_aboard(rails, moving)):
            yield RideTrain(path=way)
    if not markers_left(position, seat):
        return
    for hex_id in sorted(position.forces[seat]):
        ready = [group for group in position.groups(seat, hex_id) if group.activity == READY]
        if not ready or not is_rail_hex(position, hex_id) or rails.bar(hex_id) is not None:
            continue
        for way in stations_from(rails, hex_id, from_rest=True):
            yield RideTrain(from_hex=hex_id, path=way)
            if strength(ready) > 1:
                yield RideTrain(from_hex=hex_id, path=way, units=(ready[0].with_(count=1),), leaders=())


COMMANDS = (RideTrain,)
EVENTS = (TrainRan,)
