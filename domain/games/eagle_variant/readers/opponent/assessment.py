"""What a side needs to hold, how strong armies are, and how far spaces are from where they are wanted."""

from collections import deque
from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.position.state import CSA, ENEMY, USA, Position, units_by_space
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import brigades_in, occupied_by
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import closed
from ironclad.domain.kernel.engine.memo import remembered

WEIGHTS = {"infantry": 2, "cavalry": 2, "artillery": 3, "leader": 1}
FAR = 99
"""The distance of a space from which no goal is reached."""


def weight(units: Iterable[Unit]) -> int:
    """How strong units are: an infantry brigade is 2."""
    return sum(WEIGHTS[unit.kind] + unit.elite for unit in units)


@remembered
def enemy_weight(position: Position, space: str, side: str) -> int:
    """How strong a side's enemies in a space are, forces of no side among them."""
    return weight(unit for unit in brigades_in(position, space) if unit.side != side)


@remembered
def menace(position: Position, space: str, side: str) -> int:
    """The strongest enemy force beside a space."""
    near = position.board.neighbours[space]
    return max((enemy_weight(position, each, side) for each in near), default=0)


def total(position: Position, side: str) -> int:
    """How strong all brigades of a side are."""
    return weight(unit for unit in position.units.values() if unit.side == side and unit.brigade)


@remembered
def wanted(position: Position, side: str) -> dict[str, int]:
    """The cities that a side needs for its victory, and its own, with what each is worth (scenarios/5)."""
    found = {}
    for city in position.board.cities:
        points = position.points_of(city.id)
        if city.side == side:
            found[city.id] = 8 + points
        elif city.side in (ENEMY[side], "border") and _needs(position, side):
            found[city.id] = 6 + points
        elif city.side == "border":
            found[city.id] = 3 + points
    return found


def _needs(position: Position, side: str) -> bool:
    """Whether a side wins by cities of the enemy, and not by keeping its own to the end of the war."""
    return side == USA or position.table == "balanced" or total(position, CSA) > 1.5 * total(position, USA)


@remembered
def goals(position: Position, side: str) -> dict[str, int]:
    """Where a side wants to go, with what that is worth: what it needs and does not hold, and invaders."""
    found = {
        city: worth
        for city, worth in wanted(position, side).items()
        if not occupied_by(position, city, side)
        and (position.board.spaces[city].side != side or enemy_weight(position, city, side))
    }
    for space in units_by_space(position):
        if position.board.spaces[space].side == side and enemy_weight(position, space, side):
            found.setdefault(space, 8)
    return found


@remembered
def distances(position: Position, side: str) -> dict[str, int]:
    """How many steps each space is from the nearest goal; a goal of little worth counts as farther."""
    found = dict.fromkeys(position.board.spaces, FAR)
    queue: deque[str] = deque()
    for space, worth in sorted(goals(position, side).items(), key=lambda item: -item[1]):
        found[space] = 0 if worth >= 6 else 1
        queue.append(space)
    while queue:
        space = queue.popleft()
        for near in position.board.neighbours[space]:
            if found[near] > found[space] + 1 and not closed(position, near):
                found[near] = found[space] + 1
                queue.append(near)
    return found
