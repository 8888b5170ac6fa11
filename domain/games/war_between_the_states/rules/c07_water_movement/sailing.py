"""Ships that sail (7.0, 7.1): without a command, place by place, each within its own allowance."""

from collections.abc import Iterator
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside, load_waters
from ironclad.domain.games.war_between_the_states.position.in_progress import Sailing
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import temporary_ferries
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    allowance_of,
    guns_of,
    held_by_forts,
    left_of,
    links_now,
    reach_of,
    require_open,
    sailing_of,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import (
    RoundFlorida,
    SailShips,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import ShipsSailed
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import require_passengers
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@rule("5.26/1", "7.0/5", "5.0/2")
def require_ships(position: Position, seat: str, ships: tuple[str, ...]) -> str:
    """The place where ships of a side lie together. Refuses others, and none."""
    require(ships and len(set(ships)) == len(ships), "7.0/1", "name the ships, each once")
    for id in ships:
        ship = position.ships.get(id)
        require(ship is not None and ship.side == seat, "7.0/1", f"the {seat} has no ship {id}")
    place = position.ships[ships[0]].at
    together = all(position.ships[id].at == place for id in ships)
    require(together, "7.0/1", "the ships are not in one place")
    return place


@wbts.check(SailShips, "movement")
@rule("7.0/2", "7.0/4", "7.11/1", "7.12/1", "7.14/1", "11.11/1", "11.11/2", "11.22/1", "7.22/1")
def _check_sail(position: Position, due: Due, command: SailShips) -> None:
    here = require_ships(position, due.seat, command.ships)
    require(command.path, "7.0/4", "name the water that the ships enter")
    path = tuple(water_of(place) for place in command.path)
    for id in command.ships:
        require(len(path) <= left_of(position, id), "7.0/2", f"{id} has {left_of(position, id)} MP left")
        forts = held_by_forts(position, id)
        require(not forts, "11.22/1", f"{id} is under the guns of {', '.join(forts)}: it has to run past")
        require_passengers(position, id, path[-1], len(path))
    require_under_way(position, due.seat, command.ships, path)
    enemy, guns = warships_at(position, ENEMY[due.seat]), guns_of(position, ENEMY[due.seat])
    passed = set.intersection(*(set(sailing_of(position, id).passed) for id in command.ships))
    links = links_now(position)
    for index, place in enumerate(path):
        require(place in links.get(here, ()), "7.0/4", f"ships do not pass from {here} to {place}")
        require_open(position, due.seat, command.ships, place)
        last = index == len(path) - 1
        require(last or place not in enemy, "11.11/1", f"ships stop on {place}, before an enemy warship")
        passed = {fort for fort in passed if fort in guns.get(place, ())}
        free = passed.issuperset(guns.get(place, ()))
        require(last or free, "11.22/1", f"ships stop on {place}, under the guns of an enemy fort")
        here = place


@rule("7.31/1", "11.11/1")
def require_under_way(position: Position, seat: str, ships: tuple[str, ...], path: tuple[str, ...]) -> None:
    """Refuse ships that have stopped, or that ground units have used as a ferry in this phase."""
    for id in ships:
        require(not sailing_of(position, id).stopped, "11.11/1", f"{id} has stopped before enemy warships")
    used = set(phase_of(position).ferried) & temporary_ferries(position, seat)
    if used:
        rest = position.copy()
        for id in ships:
            del rest.ships[id]
        lost = used - temporary_ferries(rest, seat)
        require(not lost, "7.31/1", f"{', '.join(ships)} ferried units in this phase, and may not move")


@wbts.carry_out(SailShips)
def _sail(play: Play, due: Due, command: SailShips) -> None:
    start = play.position.ships[command.ships[0]].at
    path = tuple(water_of(place) for place in command.path)
    fights = path[-1] in warships_at(play.position, ENEMY[due.seat])
    play.emit(ShipsSailed(due.seat, command.ships, start, path, len(path), fights))


@wbts.evolves(ShipsSailed)
@rule("11.22/3", "7.55/3")
def _sailed(position: Position, event: ShipsSailed) -> None:
    """A fort that was passed is behind once the ships leave its water."""
    phase = phase_of(position)
    guns = guns_of(position, ENEMY[event.side])
    sailings = dict(phase.sailings)
    for id in event.ships:
        sailing = sailings.get(id, Sailing())
        passed = sailing.passed
        for place in event.path:
            passed = tuple(fort for fort in passed if fort in guns.get(place, ()))
        sailings[id] = sailing.with_(
            spent=sailing.spent + event.spent, stopped=event.stopped, passed=passed, paused=False, moved=True
        )
        position.ships[id] = position.ships[id].with_(at=event.path[-1])
    position.phase = phase.with_(sailings=sailings)


@wbts.check(RoundFlorida, "movement")
@rule("7.4/1", "7.4/2", "7.4/3")
def _check_round(position: Position, due: Due, command: RoundFlorida) -> None:
    start, to = require_ships(position, due.seat, command.ships), water_of(command.to)
    require(due.seat == "union", "7.4/1", "only Union ships go around Florida")
    features = load_map().features
    for place in (start, to):
        require(place in features.south_edge, "7.4/1", f"{place} is not at the south edge of the sea")
    oceans = features.ocean[start], features.ocean[to]
    require(oceans[0] != oceans[1], "7.4/1", f"{start} and {to} are in one ocean")
    for id in command.ships:
        sails = position.ships[id].kind in ("naval_flotilla", "naval_transport")
        require(sails, "7.4/2", f"{id} does not go around Florida")
        require(not sailing_of(position, id).spent, "7.4/1", f"{id} has spent MP in this phase")
        require_passengers(position, id, to, 0)
    require_open(position, due.seat, command.ships, to)
    require_under_way(position, due.seat, command.ships, (to,))


@wbts.carry_out(RoundFlorida)
def _round(play: Play, due: Due, command: RoundFlorida) -> None:
    start, to = play.position.ships[command.ships[0]].at, water_of(command.to)
    spent = max(allowance_of(play.position.ships[id]) for id in command.ships)
    fights = to in warships_at(play.position, ENEMY[due.seat])
    play.emit(ShipsSailed(due.seat, command.ships, start, (to,), spent, fights))


@wbts.also_offers("movement")
def _offer_sailing(position: Position, due: Due) -> Iterator[Command]:
    """For the ships of a place that have not sailed: ports, and water where the enemy is, in their reach."""
    groups: dict[tuple[str, str], list[str]] = {}
    for id in sorted(position.ships, key=sort_key):
        ship = position.ships[id]
        if ship.side == due.seat and not sailing_of(position, id).spent and not held_by_forts(position, id):
            groups.setdefault((ship.at, ship.kind), []).append(id)
    goals = _ports() | warships_at(position, ENEMY[due.seat]) | guns_of(position, ENEMY[due.seat]).keys()
    for key in sorted(groups):
        ships = tuple(groups[key])
        most = min(left_of(position, id) for id in ships)
        for way in reach_of(position, due.seat, ships, most):
            if way[-1] in goals:
                yield SailShips(ships=ships, path=way)
        if ships and key[0] in load_map().features.south_edge:
            yield from _offer_round(position, ships)


def _offer_round(position: Position, ships: tuple[str, ...]) -> Iterator[Command]:
    """One hex of the other ocean's edge, the first."""
    features, start = load_map().features, position.ships[ships[0]].at
    others = (to for to in sorted(features.south_edge) if features.ocean[to] != features.ocean[start])
    first = next((to for to in others if to in position.part.sea), None)
    if first is not None:
        yield RoundFlorida(ships=ships, to=first)


@lru_cache(maxsize=1)
def _ports() -> frozenset[str]:
    """The water at ports: their coastal hexes, and the first hexside of each port on a river."""
    found = load_map()
    rivers: dict[str, str] = {}
    for place in sorted(load_waters().kind):
        if "-" in place:
            for hex in beside(place):
                rivers.setdefault(hex, place)
    coast = {hex for hex in found.ports if found.hexes[hex].kind == "coastal"}
    return frozenset(coast | {rivers[hex] for hex in found.ports if hex in rivers})
