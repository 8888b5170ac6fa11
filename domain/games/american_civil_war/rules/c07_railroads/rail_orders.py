"""Orders on railroads among those that the Movement step offers, and those of random play (7)."""

from collections.abc import Callable, Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.map import CS_STATES, load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, READY
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import rail_controller
from ironclad.domain.games.american_civil_war.rules.c07_railroads import trains, usmrr
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import rails_of, way_to
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES_OF_NEW_HEX,
    is_broken,
    is_rail_hex,
    line_of_step,
    rail_neighbours,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_work import BreakRail, RepairRail
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import RideTrain
from ironclad.domain.games.american_civil_war.rules.c07_railroads.usmrr import (
    MoveRailway,
    RideRailway,
    UpgradeRail,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.leader_travel import (
    TRAIN,
    LeaderTravels,
    Leg,
    by_train,
)
from ironclad.domain.kernel.engine.codec import Command

_MAP = load_map()
Toward = Callable[[str], tuple[int, str]]  # how far a hex is from what random play is after


def candidates_by_rail(position: Position, seat: str) -> Iterator[Command]:
    """Every canonical order on railroads; the caller drops those that are not legal."""
    yield from trains.candidates(position, seat)
    yield from usmrr.candidates(position, seat)
    yield from by_train(position, seat)
    if position.moving is not None:
        yield BreakRail()
        yield RepairRail()
    for hex_id in sorted(position.forces[seat]):
        ready = any(group.activity == READY for group in position.groups(seat, hex_id))
        if ready and is_rail_hex(position, hex_id):
            yield RepairRail(from_hex=hex_id) if is_broken(position, hex_id) else BreakRail(from_hex=hex_id)


def wish_by_rail(position: Position, seat: str, random: Random, toward: Toward) -> Command | None:
    """A railroad order worth trying in random play, or None."""
    units = sorted(name for name, unit in position.railway_units.items() if unit.hex)
    if seat == UNION and units and random.random() < 0.5:
        return _railway_wish(position, random.choice(units), random)
    here = _somewhere(position, seat, random)
    if here is None or not is_rail_hex(position, here):
        return None
    leader = next((x for x in position.leaders_at(seat, here) if random.random() < 0.4), None)
    if is_broken(position, here):
        return RepairRail(from_hex=here)
    if random.random() < (0.2 if rail_controller(position, here) == seat else 0.6):
        return BreakRail(from_hex=here)
    rails = rails_of(position, seat)
    if rails.bar(here) is not None:
        return None
    ways = rails.ways(here, from_rest=True, most=30)
    if not ways:
        return None
    to = min(ways, key=toward) if random.random() < 0.7 else random.choice(sorted(ways))
    if leader is not None:
        return LeaderTravels(leader=leader, legs=(Leg(TRAIN, way_to(ways, to)),))
    ready = [g for g in position.groups(seat, here) if g.activity == READY and g.kind == ASP]
    some = (ready[0].with_(count=1),) if ready and random.random() < 0.5 else None
    return RideTrain(from_hex=here, path=(to,), units=some, leaders=() if some else None)


def _somewhere(position: Position, seat: str, random: Random) -> str | None:
    ready = [
        hex_id
        for hex_id, groups in position.forces[seat].items()
        if any(group.activity == READY for group in groups)
    ]
    return random.choice(ready) if ready else None


def _railway_wish(position: Position, name: str, random: Random) -> Command:
    """A USMRR unit upgrades where it can, else it makes for the nearest captured rails to be upgraded."""
    here = position.railway_units[name].hex
    if _upgradable(position, here) and random.random() < 0.9:
        return UpgradeRail(unit=name)
    way = _way_to_work(position, here)
    if not way or random.random() < 0.1:
        near = [to for to in _MAP.neighbours[here] if is_rail_hex(position, to) or line_of_step(here, to)]
        return MoveRailway(unit=name, path=(random.choice(near or [here]),))
    if len(way) > 3:
        ways = rails_of(position, UNION).ways(here, from_rest=True)
        for to in reversed(way[3:]):
            if to in ways:
                return RideRailway(unit=name, path=way_to(ways, to))
    return MoveRailway(unit=name, path=way[:1])


def _way_to_work(position: Position, here: str) -> tuple[str, ...]:
    """The way along the Union's rails, over ferries too, to the nearest hex that USMRR could upgrade."""
    before, frontier = {here: ""}, [here]
    while frontier:
        reached = []
        for at in frontier:
            if at != here and _upgradable(position, at):
                return way_to({to: origin for to, origin in before.items() if origin}, at)
            for to in rail_neighbours(position, at):
                if to not in before and rail_controller(position, to) == UNION:
                    before[to] = at
                    reached.append(to)
        frontier = reached
    return ()


def _upgradable(position: Position, hex_id: str) -> bool:
    rails = is_rail_hex(position, hex_id) or hex_id in LINES_OF_NEW_HEX
    return rails and _MAP.state_of[hex_id] in CS_STATES and hex_id not in position.upgraded
