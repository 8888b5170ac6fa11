"""Where trains could take a force, and a leader alone: along the whole of each line, not to the next town."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS, action_cost
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_zone
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    Rails,
    rails_of,
    require_entraining,
    way_to,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import (
    LONGEST_ORDER,
    RideTrain,
    is_aboard,
    planned,
    rider,
    run_path,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import total
from ironclad.domain.games.american_civil_war.rules.c10_leaders.leader_travel import (
    TRAIN,
    LeaderTravels,
    Leg,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import (
    MoveLeader,
    require_open_to_leader,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

_MAP = load_map()
Path = tuple[str, ...]
_RIDE = {"name": "riding on", "amount": 0, "rule": "7.4/1"}


@rule("7.4/1")
def by_rail(position: Position, due: Due, command: RideTrain) -> Iterator[Reached]:
    """Every station and halt that a force could ride to, by way of the hexes that the order names."""
    force, rails = rider(position, due.seat, command), rails_of(position, due.seat)
    resting = not is_aboard(rails, force)
    if command.path:
        yield _ridden(position, force, command, command.path)
    elif resting:
        require_entraining(rails, force.hex, True)  # what bars every ride is said once
    way = run_path(rails, force.hex, command.path, resting)
    ways = rails.ways(way[-1], resting and not command.path)
    found, refusals = 0, list[Refused]()
    for to in ways:
        path = (*way[1:], *way_to(ways, to))
        if to in way or len(path) > LONGEST_ORDER:
            continue
        try:
            reached = _ridden(position, force, command, path)
        except Refused as refused:
            refusals.append(refused)
            continue
        found += 1
        yield reached
    if not found and not command.path:
        raise refusals[0] if refusals else Refused("7.4/1", f"no train runs from {force.hex} now")


def _ridden(position: Position, force: Moving, command: RideTrain, path: Path) -> Reached:
    ride = planned(position, force, path)
    cost = total(ride.charges)
    left = force.allowance + force.bonus - force.spent - cost
    first = tuple(_charge(each.name, each.amount, each.rule) for each in ride.charges) or (_RIDE,)
    steps = (Paid(ride.path[1], first), *(Paid(to, (_RIDE,)) for to in ride.path[2:]))
    order = msgspec.structs.replace(command, path=ride.path[1:])
    return Reached(ride.path[-1], cost, steps, msgspec.to_builtins(order), left=max(0, left))


def _charge(name: str, amount: int, clause: str) -> dict[str, str | int]:
    return {"name": name, "amount": amount, "rule": clause}


# -- leaders


@rule("10.2/2", "10.2/4")
def leader_by_rail(position: Position, due: Due, command: LeaderTravels) -> Iterator[Reached]:
    """Where a leader alone could come: on foot, or partly by train with marches between the rides."""
    leader = position.leaders.get(command.leader)
    yours = leader is not None and leader.side == due.seat and leader.hex
    require(yours, "10.2/2", "you have no such leader on the map")
    require(not command.legs, "10.2/4", "the journey is named already")
    assert leader is not None
    ready_leaders(position, due.seat, leader.hex, (command.leader,))
    journeys = _journeys(position, due.seat, leader.hex)
    allowed = TURNS[position.turn].movement_points
    found = 0
    for to, (spent, legs) in journeys.items():
        order = _alone(command.leader, legs)
        if to != leader.hex and acw.allows(position, due, order):
            found += 1
            steps = tuple(step for leg in legs for step in _paid(leg))
            yield Reached(to, spent, steps, msgspec.to_builtins(order), left=allowed - spent)
    require(found, "10.2/3", f"no hex is open to a leader alone from {leader.hex} now")


def _alone(leader: str, legs: tuple[Leg, ...]) -> LeaderTravels | MoveLeader:
    """The order for a journey; one on foot alone is a march."""
    if any(leg.by == TRAIN for leg in legs):
        return LeaderTravels(leader=leader, legs=legs)
    return MoveLeader(leader=leader, path=tuple(to for leg in legs for to in leg.path))


def _paid(leg: Leg) -> Iterator[Paid]:
    """The price of a leg, hex by hex: one point for each hex on foot, or three to entrain."""
    for index, to in enumerate(leg.path):
        if leg.by != TRAIN:
            yield Paid(to, (_charge("hex entered", 1, "10.2/2"),))
        elif index:
            yield Paid(to, (_RIDE,))
        else:
            yield Paid(to, (_charge("entraining", action_cost("entrain", 0), "7.4/3"),))


Journey = tuple[int, tuple[Leg, ...]]


def _journeys(position: Position, seat: str, start: str) -> dict[str, Journey]:
    """The cheapest journey to each hex, the nearest first; of equals the one on foot."""
    allowed, boarding = TURNS[position.turn].movement_points, action_cost("entrain", 0)
    rails, found = rails_of(position, seat), dict[str, Journey]()
    seen: set[tuple[str, bool]] = set()
    order, queue = count(1), [(0, 0, start, tuple[Leg, ...]())]
    while queue:
        spent, _, here, legs = heappop(queue)
        ridden = any(leg.by == TRAIN for leg in legs)
        if (here, ridden) in seen:
            continue
        seen.add((here, ridden))
        if legs and here not in found:
            found[here] = spent, legs
        for to in _MAP.neighbours[here] if spent < allowed else ():
            if (to, ridden) not in seen and _open(position, seat, start, here, to):
                heappush(queue, (spent + 1, next(order), to, _on_foot(legs, to)))
        if spent + boarding <= allowed and (not legs or legs[-1].by != TRAIN):
            for to, path in _rides(rails, here):
                if (to, True) not in seen:
                    heappush(queue, (spent + boarding, next(order), to, (*legs, Leg(TRAIN, path))))
    return found


def _on_foot(legs: tuple[Leg, ...], to: str) -> tuple[Leg, ...]:
    """A journey with one more hex on foot."""
    if legs and legs[-1].by != TRAIN:
        return (*legs[:-1], Leg("march", (*legs[-1].path, to)))
    return (*legs, Leg("march", (to,)))


def _open(position: Position, seat: str, start: str, here: str, to: str) -> bool:
    try:
        require_open_to_leader(position, seat, start, here, to)
    except Refused:
        return False
    return True


def _rides(rails: Rails, here: str) -> Iterator[tuple[str, Path]]:
    """The rides of a leader from a hex, which enter no enemy zone (10.2/3)."""
    position, enemy = rails.position, ENEMY[rails.side]
    try:
        require_entraining(rails, here, bool(position.groups(rails.side, here)))
    except Refused:
        return
    ways = rails.ways(here, True)
    closed = {to for to in ways if in_zone(position, to, enemy)}
    for to in ways:
        path = way_to(ways, to)
        if closed.isdisjoint(path):
            yield to, path
