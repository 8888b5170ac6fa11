"""Movement: attacks where the odds are good, then marches and trains towards what is wanted."""

from collections.abc import Iterator
from math import ceil

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import (
    armies,
    distances,
    enemy_strength,
    goals,
    matters,
    nearest,
    own_strength,
    resistance,
    shut,
    strength,
    threat,
)
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement, MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import Groups
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import barred, stock_left, ways
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ODDS = 1.5  # strength against resistance from which a side attacks
RISK = 1.3  # strength of the enemy beside a space, against those who enter it, from which they do not
TRAIN = 2  # spaces that a train has to save
LEAST, PLENTY = 5.0, 2.0  # the strength of an army, and how often what a goal needs it has
SERVED = 0.3  # what a goal is still worth to which enough are nearer
WATCH = 0.5  # of the strength beside a city, how much its garrison has
ORDER = {"infantry": 0, "artillery": 1, "cavalry": 2, "leader": 3}


def march(position: Position, due: Due, groups: Groups) -> Command:
    """The next attack, march or train of units that may move; else the end of the movement."""
    for found in (_attacks, _occupations, _marches):
        for command in found(position, due.seat, groups):
            if eagle.allows(position, due, command):
                return command
    return EndMovement()


def spare(position: Position, side: str, space: str, ids: tuple[str, ...], keep: int) -> tuple[str, ...]:
    """The units of a space that may leave: all but `keep` brigades, infantry first among those that stay.

    Brigades that have moved there already are among those that stay.
    """
    there = [id for id, unit in position.units.items() if unit.space == space and unit.side == side]
    staying = sum(position.units[id].brigade and id not in ids for id in there)
    brigades = sorted((id for id in ids if position.units[id].brigade), key=lambda id: _rank(position, id))
    leaders = tuple(id for id in ids if not position.units[id].brigade)
    going = tuple(brigades[max(0, keep - staying) :])
    return (*going, *leaders) if going else ()


def _rank(position: Position, id: str) -> int:
    return ORDER[position.units[id].kind]


def guard(position: Position, side: str, space: str) -> int:
    """How many brigades stay in a space."""
    if not matters(position, space, side):
        return 0
    return max(1, ceil(WATCH * threat(position, space, side)))


def _attacks(position: Position, side: str, groups: Groups) -> Iterator[Command]:
    """Moves into a space of the enemy, the best odds first, until all who may have joined."""
    found = []
    for target in position.board.spaces:
        against, engaged = resistance(position, target, side), own_strength(position, target, side)
        wanted = target in goals(position, side) or engaged
        if not against or not wanted or shut(position, target):
            continue
        joining = {
            space: units
            for space in position.board.neighbours[target]
            if space in groups
            and (units := spare(position, side, space, groups[space], int(matters(position, space, side))))
        }
        if not joining:
            continue
        total = engaged + sum(strength(position.units[id] for id in ids) for ids in joining.values())
        odds = total / against
        if odds >= ODDS or engaged:
            worth = goals(position, side).get(target, 0.0)
            biggest = max(joining.values(), key=lambda ids: strength(position.units[id] for id in ids))
            found.append((engaged > 0, worth * min(odds, 3), target, biggest))
    for _, _, target, units in sorted(found, reverse=True):
        yield MoveUnits(units=units, path=(target,))


def _occupations(position: Position, side: str, groups: Groups) -> Iterator[Command]:
    """One brigade into each city that is wanted and that nobody holds."""
    for goal in sorted(goals(position, side), key=lambda each: -goals(position, side)[each]):
        if resistance(position, goal, side) or own_strength(position, goal, side):
            continue
        for space in position.board.neighbours[goal]:
            keep = int(matters(position, space, side))
            going = spare(position, side, space, groups.get(space, ()), keep)
            if going:
                yield MoveUnits(units=going[:1], path=(goal,))
        for space, ids in groups.items():
            riders = [id for id in ids if position.units[id].kind == "cavalry"]
            for between in position.board.neighbours[space] if riders else ():
                free = not resistance(position, between, side) and not shut(position, between)
                if free and goal in position.board.neighbours[between]:
                    yield MoveUnits(units=(riders[0],), path=(between, goal))


def _marches(position: Position, side: str, groups: Groups) -> Iterator[Command]:
    """Each army towards the goal that it can do most for: by train where that is faster."""
    for space, ids in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0])):
        units = spare(position, side, space, ids, guard(position, side, space))
        if not units:
            yield from _leaders(position, side, space, ids)
            continue
        for goal in _wanted(position, side, space, units)[:3]:
            away, going = distances(position, goal, side), _enough(position, side, units, goal)
            if away[space] > TRAIN:
                yield from _trains(position, side, space, going, goal)
            yield from _steps(position, side, space, going, goal)


def _needed(position: Position, side: str, goal: str) -> float:
    """The strength that a side wants at a goal."""
    return ODDS * resistance(position, goal, side) + 1


def _enough(position: Position, side: str, units: tuple[str, ...], goal: str) -> tuple[str, ...]:
    """As many units as a goal may need, all of them where few would stay; the others may go elsewhere."""
    wanted = max(LEAST, PLENTY * _needed(position, side, goal))
    if strength(position.units[id] for id in units) < wanted + LEAST:
        return units
    leaders = [id for id in units if not position.units[id].brigade]
    going = leaders[:1]
    for id in units:
        if position.units[id].brigade and strength(position.units[each] for each in going) < wanted:
            going.append(id)
    return tuple(going)


def _wanted(position: Position, side: str, space: str, units: tuple[str, ...]) -> list[str]:
    """The goals that units could go to, what is worth most for its distance and their strength first.

    A goal to which enough of the side are nearer is worth less.
    """
    own = strength(position.units[id] for id in units)
    found = {}
    for goal, worth in goals(position, side).items():
        reached = distances(position, goal, side)
        if away := reached.get(space):
            nearer = (force for at, force in armies(position, side).items() if 0 < reached.get(at, 99) < away)
            others, needed = sum(nearer), _needed(position, side, goal)
            hope = min(1.0, (own + others) / needed) * (SERVED if others > needed else 1.0)
            found[goal] = worth * hope / (1 + away)
    return sorted(found, key=lambda goal: (-found[goal], goal))


def _steps(
    position: Position, side: str, space: str, units: tuple[str, ...], goal: str
) -> Iterator[MoveUnits]:
    """A step nearer to a goal, into no enemy and not beside one who is much stronger."""
    away = distances(position, goal, side)
    own = strength(position.units[id] for id in units)
    near = [each for each in position.board.neighbours[space] if away.get(each, 99) < away[space]]
    for to in sorted(near, key=lambda each: (away[each], threat(position, each, side))):
        joined = own + own_strength(position, to, side)
        militia = resistance(position, to, side)
        if (
            not enemy_strength(position, to, side)
            and own >= ODDS * militia
            and threat(position, to, side) <= RISK * joined
        ):
            yield MoveUnits(units=units, path=(to,))


def _trains(
    position: Position, side: str, space: str, units: tuple[str, ...], goal: str
) -> Iterator[RailUnits]:
    """As many units as there is Rail Stock for, to the place on the lines that is nearest to a goal."""
    if not position.board.spaces[space].rail or barred(position, space, side):
        return
    away, left = distances(position, goal, side), stock_left(position, side)
    aboard: list[str] = []
    for id in sorted(units, key=lambda id: _rank(position, id)):
        cost = int(numbers("transport")[position.units[id].kind])
        if cost <= left:
            aboard.append(id)
            left -= cost
    if not any(position.units[id].brigade for id in aboard):
        return
    own = strength(position.units[id] for id in aboard)
    ends = [
        to
        for to in ways(position, space, side)
        if away.get(to, 99) <= away[space] - TRAIN
        and threat(position, to, side) <= RISK * (own + own_strength(position, to, side))
    ]
    if ends:
        yield RailUnits(units=tuple(aboard), to=min(ends, key=lambda to: (away[to], to)))


def _leaders(position: Position, side: str, space: str, ids: tuple[str, ...]) -> Iterator[MoveUnits]:
    """Leaders of a garrison go to an army beside it that is nearer to the enemy."""
    leaders = tuple(id for id in ids if not position.units[id].brigade)
    for near in position.board.neighbours[space] if leaders else ():
        armed = own_strength(position, near, side) > own_strength(position, space, side)
        if armed and nearest(position, near, side) <= nearest(position, space, side):
            yield MoveUnits(units=leaders, path=(near,))
