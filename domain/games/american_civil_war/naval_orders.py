"""Orders afloat among those of the Movement step (13): what is offered, and what random play wishes for."""

from collections.abc import Iterator
from random import Random

from domain.games.american_civil_war.levees import levee_candidates
from domain.games.american_civil_war.map import SEA_ZONE_LINKS
from domain.games.american_civil_war.naval import ARMED, BUILDING, place_of
from domain.games.american_civil_war.naval_movement import MoveVessels, destinations, naval_candidates
from domain.games.american_civil_war.river_transport import river_candidates, wish_by_river
from domain.games.american_civil_war.sea_transport import sea_candidates, wish_by_sea
from domain.games.american_civil_war.state import UNION, Position
from domain.games.american_civil_war.units import READY
from domain.kernel.codec import Command


def candidates_afloat(position: Position, seat: str) -> Iterator[Command]:
    """Every canonical order for vessels and transport by water; the caller keeps those that are legal."""
    yield from river_candidates(position, seat)
    yield from levee_candidates(position, seat)
    if position.vessels:
        yield from naval_candidates(position, seat)
        yield from sea_candidates(position, seat)


def wish_afloat(position: Position, seat: str, random: Random) -> Command | None:
    """An order worth trying in random play: a landing, a journey by river, a levee, or a vessel's move."""
    roll = random.random()
    if roll < 0.1 and (levees := list(levee_candidates(position, seat))):
        return random.choice(levees)
    if roll < 0.4:
        return wish_by_river(position, seat, random)
    if roll < 0.65 and seat == UNION:
        return wish_by_sea(position, seat, random)
    return _wish_to_sail(position, seat, random)


def _wish_to_sail(position: Position, seat: str, random: Random) -> MoveVessels | None:
    """A vessel's move to anywhere of note, into combat at times."""
    ready = [
        name
        for name, vessel in sorted(position.vessels.items())
        if vessel.side == seat and vessel.activity == READY and vessel.state != BUILDING
    ]
    if not ready:
        return None
    name = random.choice(ready)
    place = place_of(position.vessels[name])
    with_it = tuple(n for n in ready if place_of(position.vessels[n]) == place)
    party = with_it if random.random() < 0.4 else (name,)
    goals = destinations(position, seat, place, party)
    zones = [goal for goal in goals if goal in SEA_ZONE_LINKS]
    if not goals:
        return None
    armed = any(position.vessels[n].kind in ARMED for n in party)
    goal = random.choice(zones) if zones and (not armed or random.random() < 0.3) else random.choice(goals)
    return MoveVessels(vessels=party, path=(goal,), run_past=random.random() < 0.3)
