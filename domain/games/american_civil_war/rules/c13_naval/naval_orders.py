"""Orders afloat among those of the Movement step (13): what is offered, and what random play wishes for."""

from collections.abc import Iterable, Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS, load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import READY
from ironclad.domain.games.american_civil_war.rules.c05_movement.levees import levee_candidates
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    ARMED,
    BANKS,
    BUILDING,
    NTP,
    SEAGOING,
    combat_sides,
    fort_stops,
    place_of,
    routes,
    steps_from,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels, common_sides
from ironclad.domain.games.american_civil_war.rules.c13_naval.river_transport import (
    river_candidates,
    wish_by_river,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.sea_transport import sea_candidates, wish_by_sea
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command

_MAP = load_map()
_TOWNS_AT = {key: towns for key, banks in BANKS.items() if (towns := _MAP.towns.intersection(banks))}


def candidates_afloat(position: Position, seat: str) -> Iterator[Command]:
    """Every canonical order for vessels and transport by water; the caller keeps those that are legal."""
    yield from river_candidates(position, seat)
    yield from levee_candidates(position, seat)
    if position.vessels:
        yield from naval_candidates(position, seat)
        yield from sea_candidates(position, seat)


def naval_candidates(position: Position, seat: str) -> Iterator[MoveVessels]:
    """Moves worth offering: all ready vessels of a place together, and one of each kind alone, to every place
    of note in reach, and past forts to every one behind them.
    """
    for place, names in sorted(_ready_by_place(position, seat).items()):
        vessels = position.vessels
        alike = {(vessels[name].kind, vessels[name].state): (name,) for name in reversed(names)}
        for party in sorted({tuple(names), *alike.values()}):
            for goal in destinations(position, seat, place, party):
                yield MoveVessels(vessels=party, path=(goal,))
            for goal in beyond_forts(position, seat, place, party):
                yield MoveVessels(vessels=party, path=(goal,), run_past=True)


def _ready_by_place(position: Position, seat: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, vessel in sorted(position.vessels.items()):
        if vessel.side == seat and vessel.activity == READY and vessel.state != BUILDING:
            found.setdefault(place_of(vessel), []).append(name)
    return found


def destinations(position: Position, seat: str, place: str, names: tuple[str, ...]) -> list[str]:
    """The places of note that vessels can reach past no enemy, nearest first; unarmed ones seek no enemy.

    Of note are contiguous hexsides, sea zones, the nearest hexside of a town, and those where the enemy is
    met.
    """
    met = combat_sides(position, seat)
    kinds = {position.vessels[name].kind for name in names}
    seagoing = kinds <= set(SEAGOING)
    armed = not kinds.isdisjoint(ARMED)
    found = routes((place,), seagoing, common_sides(position, names), met)
    note = _of_note(found) | met | set(steps_from(place, seagoing))
    return [goal for goal in found if goal in note and goal != place and (armed or goal not in met)]


@rule("11.6/2", "11.6/5")
def beyond_forts(position: Position, seat: str, place: str, names: tuple[str, ...]) -> list[str]:
    """The places that vessels can reach only by running past forts, nearest first: the first behind a fort,
    where the next fort or enemy vessels are met, and any of note."""
    kinds = {position.vessels[name].kind for name in names}
    shut, forts = combat_sides(position, seat), fort_stops(position, seat)
    if NTP in kinds or not forts:
        return []
    seagoing, usable = kinds <= set(SEAGOING), common_sides(position, names)
    without = routes((place,), seagoing, usable, shut)
    if forts.isdisjoint(without):
        return []
    found = routes((place,), seagoing, usable, shut - forts)
    note = _of_note(goal for goal in found if goal not in without) | shut
    return [
        goal
        for goal, before in found.items()
        if goal not in without
        and (goal not in forts or before not in forts)
        and (before in forts or goal in note)
    ]


def _of_note(places: Iterable[str]) -> set[str]:
    """Of places in the order of their distance, the sea zones, and the first hexside beside each town."""
    note: set[str] = set()
    towns: set[str] = set()
    for place in places:
        if place in SEA_ZONE_LINKS:
            note.add(place)
        elif place in _TOWNS_AT and not _TOWNS_AT[place] <= towns:
            note.add(place)
            towns |= _TOWNS_AT[place]
    return note


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
    """A vessel's move to anywhere of note, into combat or past a fort at times."""
    together = _ready_by_place(position, seat)
    if not together:
        return None
    place = random.choice(sorted(together))
    names = together[place]
    party = tuple(names) if random.random() < 0.4 else (random.choice(names),)
    if random.random() < 0.3 and (behind := beyond_forts(position, seat, place, party)):
        return MoveVessels(vessels=party, path=(random.choice(behind),), run_past=True)
    goals = destinations(position, seat, place, party)
    if not goals:
        return None
    zones = [goal for goal in goals if goal in SEA_ZONE_LINKS]
    armed = any(position.vessels[name].kind in ARMED for name in party)
    goal = random.choice(zones) if zones and (not armed or random.random() < 0.3) else random.choice(goals)
    return MoveVessels(vessels=party, path=(goal,))
