"""Water as a side's ships find it now: ways, enemy warships, enemy forts that lie on it (7.1, 11.2)."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.charts import unit_types
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of, hexside_of, load_map
from ironclad.domain.games.war_between_the_states.board.parts import Part
from ironclad.domain.games.war_between_the_states.board.waters import (
    Links,
    beside,
    load_waters,
    may_lie,
    sailed,
    waters_of_fort,
)
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.in_progress import Sailing
from ironclad.domain.games.war_between_the_states.position.pieces import Ship
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    guarded_works,
    warships_at,
)
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered

SUMTER = "C1641"
"""The fort whose channel is Charleston's (7.55)."""


@rule("7.0/3", "7.11/1", "7.12/1", "7.51/1", "7.52/1", "7.62/2", "7.64/1")
def links_now(position: Position) -> Links:
    """Place of water to the places that ships may go on to from it in this cycle."""
    rivers = chosen_rivers(position.options)
    return sailed(rivers, position.cycle.number, position.plays("red_river_always_closed"))


@rule("3.11/2")
def water_of(written: str) -> str:
    """The id of a place of water from any printed one. Refuses what is no water."""
    place = hexside_of(written) if "-" in written else hex_of(written)
    require(place in load_waters().kind, "7.11/1", f"{written} is no water that ships lie on")
    return place


@rule("3.13/3")
def in_part(position: Position, place: str) -> bool:
    """Whether a place of water is in the game's part of the map."""
    return _within(position.part, place)


def _within(part: Part, place: str) -> bool:
    hexes = hexside_hexes(place) if "-" in place else (place,)
    return all(hex in part.hexes or hex in part.sea for hex in hexes)


@rule("11.21/1", "11.21/4", "11.21/5", "7.55/1", "7.55/4")
@remembered
def guns_of(position: Position, side: str) -> Mapping[str, tuple[str, ...]]:
    """Places of water to the garrisoned forts of a side that lie on them, in order."""
    found: dict[str, list[str]] = {}
    for hex in sorted(guarded_works(position, side)):
        for place in waters_of_fort(hex, position.works[hex].facing):
            found.setdefault(place, []).append(hex)
    return {place: tuple(forts) for place, forts in found.items()}


@rule("7.23/1")
def shores(position: Position, place: str) -> tuple[str, ...]:
    """The hexes of the game's part, not all sea, in which what is on this water can embark and land."""
    return tuple(hex for hex in beside(place) if hex in position.part.hexes)


def sailing_of(position: Position, id: str) -> Sailing:
    """What a ship has done in this movement phase."""
    return phase_of(position).sailings.get(id, Sailing())


def left_of(position: Position, id: str) -> int:
    """The MP that a ship has left."""
    return allowance_of(position.ships[id]) - sailing_of(position, id).spent


def allowance_of(ship: Ship) -> int:
    """A ship's MP in a movement phase (7.0)."""
    return unit_types()[ship.kind].allowance


@rule("11.22/1", "11.22/3", "11.22/4", "7.55/3")
def held_by_forts(position: Position, id: str) -> tuple[str, ...]:
    """The enemy forts that a ship has to pass before it leaves the water where it is."""
    ship, sailing = position.ships[id], sailing_of(position, id)
    here = guns_of(position, ENEMY[ship.side]).get(ship.at, ())
    return tuple(fort for fort in here if sailing.paused or fort not in sailing.passed)


@rule("7.13/1", "7.13/2", "7.14/1", "7.14/2", "7.15/1", "7.16/1", "7.53/1")
def require_open(position: Position, side: str, ships: Collection[str], place: str) -> None:
    """Refuse a place of water that one of these ships may not enter."""
    rivers = chosen_rivers(position.options)
    guarded = place in warships_at(position, ENEMY[side])
    kinds = {position.ships[id].kind for id in ships}
    if not guarded and all(place in _open_to(kind, rivers, position.part) for kind in kinds):
        return
    for id in ships:
        ship = position.ships[id]
        require(may_lie(ship.kind, place, rivers), "7.13/1", f"a {ship.kind} does not sail on {place}")
        require(ship.warship or not guarded, "7.16/1", f"an enemy warship is on {place}: no transport enters")
    require(in_part(position, place), "3.13/3", f"{place} is not in this game's part of the map")


@lru_cache(maxsize=64)
def _open_to(kind: str, rivers: frozenset[str], part: Part) -> frozenset[str]:
    """The water of a part of the map that a type of ship may be on."""
    return frozenset(
        place for place in load_waters().kind if may_lie(kind, place, rivers) and _within(part, place)
    )


def reach_of(position: Position, side: str, ships: Collection[str], most: int) -> Iterator[tuple[str, ...]]:
    """Ways of ships from where they are to every place within so many MP, nearest first, past no guns."""
    kinds = {position.ships[id].kind for id in ships}
    fights = all(position.ships[id].warship for id in ships)
    start = position.ships[next(iter(ships))].at
    links, rivers = links_now(position), chosen_rivers(position.options)
    enemy, guns = warships_at(position, ENEMY[side]), guns_of(position, ENEMY[side])
    passed = set.intersection(*(set(sailing_of(position, id).passed) for id in ships))
    waters = frozenset.intersection(*(_open_to(kind, rivers, position.part) for kind in sorted(kinds)))
    seen = {start}
    waiting: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    while waiting:
        following: list[tuple[str, tuple[str, ...]]] = []
        for here, way in waiting:
            for place in links.get(here, ()):
                if place in seen or place not in waters or (place in enemy and not fights):
                    continue
                seen.add(place)
                longer = (*way, place)
                yield longer
                if place not in enemy and passed.issuperset(guns.get(place, ())):
                    following.append((place, longer))
        most -= 1
        waiting = following if most > 0 else []


@rule("7.28/1")
def distance(position: Position, kind: str, start: str, goal: str) -> int | None:
    """The steps of a type of ship between two places of water, whatever the enemy has there."""
    links, rivers = links_now(position), chosen_rivers(position.options)
    waters = _open_to(kind, rivers, position.part)
    seen, waiting, steps = {start}, [start], 0
    while waiting:
        if goal in seen:
            return steps
        steps += 1
        following = []
        for here in waiting:
            for place in links.get(here, ()):
                if place not in seen and place in waters:
                    seen.add(place)
                    following.append(place)
        waiting = following
    return None


@rule("7.55/2")
def barred_by_sumter(position: Position, id: str) -> bool:
    """Whether a ship is in Charleston's channel under a fort that it has not passed: nobody goes ashore."""
    ship = position.ships[id]
    forts = guns_of(position, ENEMY[ship.side]).get(ship.at, ())
    channel = load_map().features.fort_waters[SUMTER]
    return SUMTER in forts and ship.at in channel and SUMTER not in sailing_of(position, id).passed
