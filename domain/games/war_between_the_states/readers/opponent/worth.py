"""What hexes are worth to the computer player, and how strong both sides are around them."""

from collections.abc import Mapping
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, GRID, SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import (
    CAMPAIGN,
    points_victory,
    scenario,
)
from ironclad.domain.games.war_between_the_states.position.state import Position, owner, stacked
from ironclad.domain.kernel.engine.memo import remembered

CITY, DEPARTMENT = 3, 4
NEAR = 3
"""How far away an enemy counts as one who threatens a place, in hexes."""


@lru_cache(maxsize=8)
def worths(name: str) -> Mapping[str, int]:
    """What each place counts in a scenario: its victory points of both sides, or in the campaign its size."""
    if name == CAMPAIGN:
        found = {hex: DEPARTMENT for side in SIDES for hex in load_map().departments[side]}
        cities = dict.fromkeys(scenario(name).victory["historical_cities"], CITY * DEPARTMENT)
        return {**found, **cities}
    victory = points_victory(name)
    hexes = {*victory.union, *victory.confederate}
    return {hex: max(victory.union.get(hex, 0), victory.confederate.get(hex, 0)) for hex in sorted(hexes)}


@remembered
def strengths(position: Position, side: str) -> Mapping[str, int]:
    """The SP of a side in each hex where it has any."""
    hexes = {unit.hex for unit in position.units.values() if unit.side == side and unit.hex and unit.strength}
    return {hex: stacked(position, hex, side) for hex in sorted(hexes)}


def around(position: Position, side: str, hex: str) -> int:
    """The SP of a side in a hex and beside it."""
    found = strengths(position, side)
    return sum(found.get(each, 0) for each in (hex, *load_map().neighbours[hex]))


@remembered
def goals(position: Position, side: str) -> tuple[tuple[str, float], ...]:
    """The places that a side would take, and half as much worth those of its own that are in danger."""
    enemy, own = strengths(position, ENEMY[side]), strengths(position, side)
    found: list[tuple[str, float]] = []
    for hex, worth in worths(position.scenario).items():
        if hex not in position.part.hexes or not worth:
            continue
        if owner(position, hex) != side:
            found.append((hex, float(worth)))
            continue
        threat = sum(strength for other, strength in enemy.items() if GRID.distance(hex, other) <= NEAR)
        guard = sum(strength for other, strength in own.items() if GRID.distance(hex, other) <= NEAR - 1)
        if threat > guard:
            found.append((hex, worth / 2))
    return tuple(found)


@remembered
def worth_of(position: Position, side: str, hex: str, moving: int, start: str) -> float:
    """What it is worth to a side to have so many SP that are in `start` in a hex instead.

    Places pull by their worth and nearness; enemies beside it count for or against it by the strengths; a
    place of its own is not left without a guard.
    """
    pull = max((worth / (1 + GRID.distance(hex, goal)) for goal, worth in goals(position, side)), default=0.0)
    own = around(position, side, hex) + (0 if start == hex else moving)
    if start in load_map().neighbours[hex]:
        own -= moving
    enemy = around(position, ENEMY[side], hex)
    odds = 0.0 if not enemy else (2.0 if own >= 1.5 * enemy else 0.5 if own >= enemy else -3.0)
    here = worths(position.scenario)
    taken = 2.0 * here.get(hex, 0) if owner(position, hex) != side else 0.0
    left = strengths(position, side).get(start, 0) - moving if start != hex else moving
    guarded = left >= 1 or start == hex
    bare = 0.0 if guarded or owner(position, start) != side else 2.0 * here.get(start, 0)
    together = min(around(position, side, hex), 20) / 20
    return 2 * pull + odds + taken - bare + together
