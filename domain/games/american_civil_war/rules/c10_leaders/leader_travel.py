"""Leaders who travel alone by train (10.2/4): no marker, no capacity, with marches as they like."""

import itertools
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS, action_cost
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import MOVED, READY
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_zone
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    Rails,
    rails_of,
    require_entraining,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import is_rail_hex
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import (
    LONGEST_ORDER,
    run_path,
    stations_from,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import require_open_to_leader
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

TRAIN: Final = "train"


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a leader's journey, by "march" or by "train": the hexes entered, in order.

    Between hexes of a train's path that are not adjacent it takes the shortest open way.
    """

    by: Literal["march", "train"]
    path: tuple[str, ...]


class LeaderTravels(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="leader_travels"
):
    """Move a leader alone by train, and march between, before and after rides as his points allow."""

    leader: str
    legs: tuple[Leg, ...]


class LeaderTravelled(Event, frozen=True, tag_field="type", tag="leader_travelled"):
    """A leader travelled alone, partly by train. legs: each with every hex, first the one that it began in.

    spent: movement points, 1 for a hex marched and 3 to entrain.
    """

    side: str
    leader: str
    from_hex: str
    to: str
    legs: tuple[Leg, ...]
    spent: int
    rule: str = "10.2/4"


@acw.check(LeaderTravels, "movement")
def _check_leader_travels(position: Position, due: Due, command: LeaderTravels) -> None:
    _travel(position, due.seat, command)


@rule("10.2/2", "10.2/3", "10.2/4", "5.0/2", "7.4/5")
def _travel(position: Position, seat: str, command: LeaderTravels) -> LeaderTravelled:
    """The journey. It enters no enemy zone and no hex without supply, and runs where trains may run."""
    leader = position.leaders.get(command.leader)
    yours = leader is not None and leader.side == seat and leader.hex
    require(yours, "10.2/2", "you have no such leader on the map")
    assert leader is not None
    ready_leaders(position, seat, leader.hex, (command.leader,))
    require(any(leg.by == TRAIN for leg in command.legs), "10.2/4", "no leg of the journey is by train")
    length = sum(len(leg.path) for leg in command.legs)
    require(length <= LONGEST_ORDER, "7.4/1", "the journey names too many hexes")
    require(all(leg.path for leg in command.legs), "7.4/1", "a leg of the journey names no hex")
    rails, here, legs, spent = rails_of(position, seat), leader.hex, [], 0
    for leg in command.legs:
        path = _ridden(rails, here, leg.path) if leg.by == TRAIN else (here, *leg.path)
        if leg.by == TRAIN:
            spent += action_cost("entrain", 0)
        else:
            spent += len(leg.path)
            for last, to in itertools.pairwise(path):
                require_open_to_leader(position, seat, leader.hex, last, to)
        legs.append(Leg(leg.by, path))
        here = path[-1]
    limit = TURNS[position.turn].movement_points
    require(spent <= limit, "5.0/2", f"this would take {spent} of {limit} movement points")
    return LeaderTravelled(seat, command.leader, leader.hex, here, tuple(legs), spent)


@rule("7.4/3", "10.2/3")
def _ridden(rails: Rails, here: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of a leader's ride, the one where he boards first."""
    position, enemy = rails.position, ENEMY[rails.side]
    require_entraining(rails, here, bool(position.groups(rails.side, here)))
    path = run_path(rails, here, order, from_rest=True)
    for hex_id in path[1:]:
        clear = not in_zone(position, hex_id, enemy)
        require(clear, "10.2/3", f"{hex_id} is in an enemy zone of control, closed to a leader alone")
    return path


@acw.carry_out(LeaderTravels)
def _leader_travels(play: Play, due: Due, command: LeaderTravels) -> None:
    """The leader's move is over with the command, and it never causes a reaction."""
    stop(play)
    play.emit(_travel(play.position, due.seat, command))


@acw.evolves(LeaderTravelled)
def _leader_travelled(position: Position, event: LeaderTravelled) -> None:
    leader = position.leaders[event.leader]
    position.leaders[event.leader] = leader.with_(hex=event.to, activity=MOVED)


def by_train(position: Position, seat: str) -> Iterator[LeaderTravels]:
    """Rides of ready leaders to the next stations, for the list of orders."""
    rails = rails_of(position, seat)
    for letter, leader in position.leaders.items():
        if leader.side != seat or not leader.hex or leader.activity != READY:
            continue
        if is_rail_hex(position, leader.hex) and rails.bar(leader.hex) is None:
            for way in stations_from(rails, leader.hex, from_rest=True):
                yield LeaderTravels(leader=letter, legs=(Leg(TRAIN, way),))


COMMANDS = (LeaderTravels,)
EVENTS = (LeaderTravelled,)
