"""Moves by rail (rail-movement)."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.board.map import Board, name_of
from ironclad.domain.games.eagle_variant.board.map_files import Railroad
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position, units_by_space
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, require_known
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    hostile,
    occupied_by,
    refresh_holders,
    special_in,
    units_in,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import (
    closed,
    indians_wait,
    militia_waits,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.events import UnitsRailed
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import (
    Groups,
    also_moves,
    check_movers,
    is_ready,
    some_of,
)
from ironclad.domain.kernel.board.graph import spread
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due, Option

OPTIONS = {
    "rail_may_end_in_empty_enemy_space": Option(
        "rail-movement/3",
        "A rail move may end in an enemy home space without enemy units.",
        ("no", "yes"),
    ),
}
Stop = tuple[str, int, str]
"""A place on the lines: the line's number and the place on it, -1 for a city; and the space."""


@rule("rail-movement/3", "rail-movement/4", "rail-movement/6")
def barred(position: Position, space: str, side: str) -> bool:
    """Whether no train of a side passes a space."""
    if hostile(position, space, side) or occupied_by(position, space, ENEMY[side]):
        return True
    if special_in(position, space) or closed(position, space) or indians_wait(position, space):
        return True
    left = position.board.spaces[space].state in position.seceded
    return left and (militia_waits(position, space) or not occupied_by(position, space, side))


@rule("rail-movement/3", "rail-movement/5")
def may_end(position: Position, space: str, side: str) -> bool:
    """Whether a train of a side may end in a space; it never meets enemy units, leaders included."""
    if any(position.units[id].side != side for id in units_in(position, space)):
        return False
    if not barred(position, space, side):
        return True
    empty = position.plays("rail_may_end_in_empty_enemy_space") and not units_in(position, space)
    return empty and hostile(position, space, side)


def ends_under(position: Position, space: str, side: str) -> str:
    """The clause that bars the end of a train: of the enemy, with units, or of a state that has left."""
    if hostile(position, space, side):
        return "rail-movement/3"
    met = any(position.units[id].side != side for id in units_in(position, space))
    left = position.board.spaces[space].state in position.seceded
    return "rail-movement/6" if left and not met else "rail-movement/5"


@remembered
def ways(position: Position, start: str, side: str) -> dict[str, tuple[str, ...]]:
    """Every space that a train of a side reaches from a city, with the spaces that it passes."""
    shut: dict[str, bool] = {start: False}

    def steps(stop: Stop, spent: int) -> Iterator[tuple[Stop, int]]:
        if stop[2] not in shut:
            shut[stop[2]] = barred(position, stop[2], side)
        return iter(()) if shut[stop[2]] else ((each, 1) for each in _next(position.board, stop))

    found: dict[str, tuple[str, ...]] = {}
    reached = spread((_city(start),), steps, 0)
    for stop in reached.cost:
        if stop[2] not in found and stop[2] != start and may_end(position, stop[2], side):
            found[stop[2]] = tuple(each[2] for each in reached.to(stop))
    return found


def _city(city: str) -> Stop:
    return ("", -1, city)


def _next(map: Board, stop: Stop) -> Iterator[Stop]:
    """The stops beside one: from a city on every line, on a line forward and back."""
    name, index, space = stop
    for line in map.lines_of[space] if index < 0 else map.railroads:
        key = f"{line.a}-{line.b}"
        if index < 0:
            at = 0 if space == line.a else len(line.regions) - 1
            yield (key, at, line.regions[at])
        elif key == name:
            yield _at(line, index - 1)
            yield _at(line, index + 1)


def _at(line: Railroad, index: int) -> Stop:
    if index < 0:
        return _city(line.a)
    if index == len(line.regions):
        return _city(line.b)
    return (f"{line.a}-{line.b}", index, line.regions[index])


@rule("rail-movement/2", "rail-movement/8")
def cost_of(position: Position, units: tuple[str, ...]) -> int:
    """What units cost aboard trains, in Rail Stock; the allies' as much as others."""
    return sum(int(numbers("transport")[position.units[id].kind]) for id in units)


@eagle.check(RailUnits, "movement")
@rule("rail-movement/1", "rail-movement/2", "rail-movement/7")
def _check_rail(position: Position, due: Due, command: RailUnits) -> None:
    here = check_movers(position, due.seat, command.units)
    require_known(position, command.to, "rail-movement/1")
    require(position.board.spaces[here].rail, "rail-movement/1", f"{name_of(here)} has no railroad")
    refused = barred(position, here, due.seat)
    require(not refused, "rail-movement/1", f"no train leaves {name_of(here)}")
    ends = may_end(position, command.to, due.seat)
    clause = ends_under(position, command.to, due.seat)
    require(ends, clause, f"no train of yours may end in {name_of(command.to)}")
    cost, left = cost_of(position, command.units), stock_left(position, due.seat)
    require(cost <= left, "rail-movement/2", f"this costs {cost}, and {left} Rail Stock is left")
    reached = command.to in ways(position, here, due.seat)
    require(reached, "rail-movement/1", f"no open line leads to {name_of(command.to)}")


def stock_left(position: Position, side: str) -> int:
    """The Rail Stock that a side has not used in this movement."""
    return position.rail_stock[side] - position.stock_used


@eagle.carry_out(RailUnits)
def _rail(play: Play, due: Due, command: RailUnits) -> None:
    here, cost = play.position.units[command.units[0]].space, cost_of(play.position, command.units)
    way = ways(play.position, here, due.seat)[command.to]
    left = stock_left(play.position, due.seat) - cost
    play.emit(UnitsRailed(due.seat, command.units, here, way[1:], cost, left))


@eagle.evolves(UnitsRailed)
def _railed(position: Position, event: UnitsRailed) -> None:
    position.stock_used += event.cost
    for id in event.units:
        position.units[id] = position.units[id].with_(space=event.way[-1], moved=True, came_from=event.start)
    refresh_holders(position)


@also_offers("movement")
def _offer_trains(position: Position, due: Due) -> Iterator[Command]:
    """One unit of each sort from each rail city to every space that trains reach."""
    for city in position.board.lines_of:
        ids = [id for id in units_by_space(position).get(city, ()) if is_ready(position, id, due.seat)]
        if not ids:
            continue
        sorts = {(unit.nation, unit.kind, unit.elite): id for id in ids for unit in [position.units[id]]}
        if barred(position, city, due.seat):
            continue
        for to in ways(position, city, due.seat):
            yield from (RailUnits(units=(id,), to=to) for id in sorts.values())


@also_moves
def _random_train(position: Position, side: str, random: Random, groups: Groups) -> Command | None:
    """Some units of a rail city to anywhere that trains reach."""
    cities = [space for space in groups if position.board.spaces[space].rail]
    city = random.choice(cities) if cities else ""
    if not city or barred(position, city, side):
        return None
    reached = tuple(ways(position, city, side))
    return RailUnits(units=some_of(random, groups[city]), to=random.choice(reached)) if reached else None
