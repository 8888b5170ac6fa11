"""Supply points by rail (6.57): between stores in rail hexes, within a turn and with no command."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import RailSupply
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import SupplyRode
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    POINT_ALLOWANCE,
    most_hexes,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.riding import (
    check_capacity,
    rail_cost,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    limited_by,
    require_tracks,
    tracks_from,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import draw_from
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.loading import Store, store_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@wbts.check(RailSupply, "movement")
@rule("6.57/3", "6.57/4", "6.55/2", "17.52/1", "7.27/2")
def _check_supply(position: Position, due: Due, command: RailSupply) -> None:
    source, target = (
        store_of(position, due.seat, command.source),
        store_of(position, due.seat, command.target),
    )
    require(source is not None, "12.0/3", f"the {due.seat} has no store {command.source}")
    require(target is not None, "12.0/3", f"the {due.seat} has no store {command.target}")
    assert source is not None
    assert target is not None
    path = tuple(hex_of(hex) for hex in command.path)
    ends = path and (source.hex, target.hex) != ("", "") and path[-1] == target.hex
    require(ends, "6.57/3", f"the way does not end in {target.hex}")
    for store in (source, target):
        require(not besieged(position, store.hex, due.seat), "13.23/1", f"{store.hex} is besieged")
    require_tracks(position, due.seat, source.hex, path)
    cost = rail_cost(source.hex, path)
    require(
        cost <= POINT_ALLOWANCE, "6.57/4", f"the ride takes {cost} rail MP, and a point has {POINT_ALLOWANCE}"
    )
    require(0 < command.points <= source.points, "6.57/3", f"{command.source} has {source.points} points")
    check_capacity(position, due.seat, source.hex, path, command.points)
    room = target.most is None or target.points + command.points <= target.most
    require(room, "17.52/1", f"{command.target} holds {target.most} points at most")


@wbts.carry_out(RailSupply)
def _carry(play: Play, due: Due, command: RailSupply) -> None:
    source = store_of(play.position, due.seat, command.source)
    assert source is not None
    path = tuple(hex_of(hex) for hex in command.path)
    cost = rail_cost(source.hex, path)
    play.emit(SupplyRode(due.seat, command.source, command.target, command.points, source.hex, path, cost))


@wbts.evolves(SupplyRode)
@rule("6.5/4", "6.57/3")
def _rode(position: Position, event: SupplyRode) -> None:
    draw_from(position, {event.source: event.points})
    if event.target.startswith("loose."):
        hex = event.target.removeprefix("loose.")
        position.loose[hex] = position.loose.get(hex, 0) + event.points
    else:
        draw_from(position, {event.target: -event.points})
    position.rail_points[event.side] = position.rail_points.get(event.side, 0) - event.points
    phase = phase_of(position)
    ridden = dict(phase.ridden)
    for key in limited_by(position, event.start, event.path):
        ridden[key] = ridden.get(key, 0) + event.points
    position.phase = phase.with_(ridden=ridden)


@wbts.also_offers("movement")
def _offer_supply(position: Position, due: Due) -> Iterator[Command]:
    """From each depot to each other depot that a train comes to, 10 points or what there is."""
    own = {name: depot for name, depot in position.depots.items() if depot.side == due.seat}
    for name in sorted(own):
        source: Store | None = store_of(position, due.seat, name)
        if source is None or not source.points or source.hex not in load_map().rail_links:
            continue
        ways = tracks_from(position, due.seat, source.hex, most_hexes(entrains=True, detrains=True))
        for other in sorted(own):
            if other != name and own[other].hex in ways.cost:
                path = ways.to(own[other].hex)[1:]
                yield RailSupply(source=name, target=other, points=min(10, source.points), path=path)
