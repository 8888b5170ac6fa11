"""The ground as a side's units find it: steps with their prices on the numbered board (6.1, 6.2, 6.6, 7.3).

Prices are half movement points. The steps of each branch over the printed map are made once; a position
changes a few of them: ferries of transports, ferries under enemy guns, roads under an enemy fort.
"""

from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import step_cost
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    guarded_works,
    held_by,
    warships_at,
    zone,
    zone_of_cavalry,
)
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes
from ironclad.domain.kernel.board.numbered import Steps
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

Row = tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)
def _printed(branch: str) -> tuple[Row, ...]:
    """By place, the steps of a branch out of it over the printed map, with roads and printed ferries."""
    found = load_map()
    number, rows = found.board.number, []
    for id in found.board.ids:
        row = []
        for other in found.neighbours[id]:
            side = found.side(id, other)
            price = step_cost(branch, found.hexes[other].terrain, side, True, side.crossing == "ferry")
            if price is not None:
                row.append((number[other], price))
        rows.append(tuple(row))
    return tuple(rows)


@rule("7.3/4", "7.31/1", "7.31/2", "7.31/3", "7.32/1", "9.5/2", "9.5/3")
@remembered
def temporary_ferries(position: Position, side: str) -> frozenset[str]:
    """The hexsides of rivers and estuaries over which a side's transports make a ferry.

    A transport serves its own hexside, or the estuaries at the edge of its coastal hex; not under the guns
    of an enemy fort with a garrison, nor where an enemy warship lies, nor once it has sailed in
    its side's phase.
    """
    sides = load_map().features.sides
    found: set[str] = set()
    sailings = position.phase.sailings if position.phase is not None else {}
    for id, ship in position.ships.items():
        if id in sailings and sailings[id].moved:
            continue
        if ship.side == side and not ship.warship and ship.at not in warships_at(position, ENEMY[side]):
            inlets = [hexside(ship.at, other) for other in load_map().neighbours.get(ship.at, ())]
            kinds = {key: sides[key].kind for key in (ship.at, *inlets) if key in sides}
            found.update(
                key
                for key, kind in kinds.items()
                if kind == "estuary" or (key == ship.at and kind in ("tidal", "navigable"))
            )
    forts = guarded_works(position, ENEMY[side])
    return frozenset(key for key in found if not forts.intersection(hexside_hexes(key)))


class Ground(NamedTuple):
    """What changes the printed ground for a side: garrisoned enemy forts, hexsides with enemy warships, and
    ferries of its own transports.
    """

    forts: frozenset[str]
    guns: frozenset[str]
    ferries: frozenset[str]

    def changed(self) -> frozenset[str]:
        """The hexes whose steps, and those into them, are not all as printed."""
        found = load_map()
        near = {other for hex in self.forts for other in found.neighbours[hex]}
        ends = {id for key in (*self.ferries, *self.guns) for id in hexside_hexes(key) if id in found.hexes}
        return self.forts | near | ends


@remembered
def ground_of(position: Position, side: str) -> Ground:
    """The ground as a side finds it."""
    guns = (place for place in warships_at(position, ENEMY[side]) if "-" in place)
    return Ground(guarded_works(position, ENEMY[side]), frozenset(guns), temporary_ferries(position, side))


@remembered
def steps_of(position: Position, side: str, branch: str) -> Steps:
    """By place, the steps that units of a side and a branch have out of it, with their prices."""
    return steps_over(ground_of(position, side), branch)


@rule("6.6/4", "9.5/2", "7.3/1", "9.2/3")
@lru_cache(maxsize=64)
def steps_over(ground: Ground, branch: str) -> Steps:
    """The same over ground, whatever position it is of."""
    found, changed = load_map(), ground.changed()
    forts, guns, ferries = ground
    if not changed:
        return _printed(branch)
    rows = list(_printed(branch))
    for id in changed:
        row = []
        for other in found.neighbours[id]:
            line = found.side(id, other)
            ferry = line.key in ferries or (line.crossing == "ferry" and line.key not in guns)
            road = id not in forts and other not in forts
            price = step_cost(branch, found.hexes[other].terrain, line, road, ferry)
            if price is not None:
                row.append((found.board.number[other], price))
        rows[found.board.number[id]] = tuple(row)
    return tuple(rows)


class Bars(NamedTuple):
    """What bars units of a side, by place: hexes that they may not enter, and those that they stop in."""

    closed: bytes
    ends: bytes


@rule("3.13/3", "6.13/1", "6.13/2", "6.21/1", "6.22/1", "6.23/1", "6.24/1", "10.32/1", "15.23/1", "15.23/3")
@remembered
def bars(position: Position, side: str, cavalry: bool, alone: bool) -> Bars:
    """What bars a group of a side. `cavalry`: it has cavalry alone; `alone`: leaders without combat units.

    Leaders by themselves do not enter an enemy zone of control where no friendly combat unit is.
    """
    board, enemy = load_map().board, ENEMY[side]
    closed = board.marked(held_by(position, enemy), on=position.part.outside)
    ends = zone_of_cavalry(position, enemy) if cavalry else zone(position, enemy)
    if alone:
        friends = board.marked(held_by(position, side))
        closed = bytearray(a or (b and not c) for a, b, c in zip(closed, ends, friends, strict=True))
    return Bars(bytes(closed), ends)
