"""What spaces are worth to a side, how far they are, and how strong the armies in them are."""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.board.map_files import CSA, INDIAN_TERRITORY
from ironclad.domain.games.eagle_variant.position.state import ENEMY, USA, Position, units_by_space
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed, militia_waits
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.victory import holds
from ironclad.domain.kernel.engine.memo import remembered

WORTH = {"infantry": 1.0, "cavalry": 1.2, "artillery": 1.8, "leader": 0.0}
ELITE = 0.4
IN_CITY = 1.5  # how much entrenchments strengthen who defends a city
MILITIA = 2.0  # brigades that are expected in a space where militia waits
OWN_LOST = 4.0  # what an own city is worth that the enemy holds
PER_POINT = 0.2
ARMY = 0.5  # what the enemy's army is worth wherever it is


def strength(units: Iterable[Unit]) -> float:
    """The strength of brigades, in infantry brigades."""
    return sum(WORTH[unit.kind] + ELITE * unit.elite for unit in units)


@remembered
def own_strength(position: Position, space: str, side: str) -> float:
    """The strength of a side in a space."""
    units = (position.units[id] for id in units_by_space(position).get(space, ()))
    return strength(unit for unit in units if unit.side == side)


@remembered
def enemy_strength(position: Position, space: str, side: str) -> float:
    """The strength of all who are not of a side in a space."""
    units = (position.units[id] for id in units_by_space(position).get(space, ()))
    return strength(unit for unit in units if unit.side != side)


def militia_strength(position: Position, space: str) -> float:
    """The strength that is expected of the militia that waits in a space."""
    return MILITIA if militia_waits(position, space) else 0.0


@remembered
def resistance(position: Position, space: str, side: str) -> float:
    """The strength that an attack of a side meets in a space."""
    found = enemy_strength(position, space, side) + militia_strength(position, space)
    return found * IN_CITY if position.board.spaces[space].city else found


@remembered
def threat(position: Position, space: str, side: str) -> float:
    """The strength of the enemy beside a space."""
    return sum(enemy_strength(position, near, side) for near in position.board.neighbours[space])


def shut(position: Position, space: str) -> bool:
    """Whether the computer player keeps out of a space: it is closed, or Indians live in it."""
    return space == INDIAN_TERRITORY or closed(position, space)


@remembered
def goals(position: Position, side: str) -> dict[str, float]:
    """The spaces that a side wants to have and what each is worth: cities, and the enemy's armies.

    Cities that decide the game come first: those that the USA needs, or those in the enemy's colour.
    """
    found: dict[str, float] = {}
    for city in position.board.cities:
        if shut(position, city.id) or holds(position, city.id, side):
            continue
        worth = 1 + PER_POINT * position.points_of(city.id)
        if city.side == side:
            if occupied_by(position, city.id, ENEMY[side]):
                found[city.id] = OWN_LOST + worth
        elif city.side in (ENEMY[side], "border") or side == USA:
            found[city.id] = worth
    for id, unit in position.units.items():
        space = position.units[id].space
        if unit.side != side and unit.brigade and not shut(position, space):
            found.setdefault(space, ARMY)
    return found


@remembered
def _open_borders(position: Position) -> dict[str, tuple[str, ...]]:
    """The spaces beside each space that the computer player enters."""
    board = position.board
    kept_out = {space for space in board.spaces if shut(position, space)}
    return {
        space: tuple(near for near in board.neighbours[space] if near not in kept_out)
        for space in board.spaces
    }


@remembered
def _enemies_in(position: Position, side: str) -> frozenset[str]:
    """The spaces where brigades of the enemy are."""
    return frozenset(
        unit.space for unit in position.units.values() if unit.side != side and strength((unit,))
    )


@remembered
def distances(position: Position, goal: str, side: str) -> dict[str, int]:
    """Spaces to a goal, from every space from which a side comes to it past no enemy."""
    found, edge = {goal: 0}, [goal]
    borders, barred = _open_borders(position), _enemies_in(position, side)
    for here in edge:
        for near in borders[here]:
            if near not in found:
                found[near] = found[here] + 1
                if near not in barred:
                    edge.append(near)
    return found


@remembered
def armies(position: Position, side: str) -> dict[str, float]:
    """The spaces where a side has units, with their strength."""
    found = {unit.space for unit in position.units.values() if unit.side == side}
    return {space: own_strength(position, space, side) for space in sorted(found)}


@remembered
def nearest(position: Position, space: str, side: str) -> int:
    """Spaces from a space to the nearest goal of a side; many where it comes to none."""
    return min((distances(position, goal, side).get(space, 99) for goal in goals(position, side)), default=99)


def matters(position: Position, space: str, side: str) -> bool:
    """Whether a side keeps a garrison in a space: a city that counts for its victory, or one of its own."""
    found = position.board.spaces[space]
    if not found.city:
        return False
    return found.side in (CSA, USA, "border") and (
        found.side != side or threat(position, space, side) > 0 or _close(position, space, side)
    )


def _close(position: Position, space: str, side: str) -> bool:
    """Whether enemies are two spaces from a space."""
    near = position.board.neighbours[space]
    return any(threat(position, each, side) > 0 for each in near)
