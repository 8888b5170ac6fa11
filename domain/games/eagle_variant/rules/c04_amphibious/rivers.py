"""Where boats of a side can go on a river system (rivers/10, /12, /13, /15).

A boat goes from stop to stop: nodes (river ports, junctions, mouths), the sections of a river, lakes.
"""

from collections.abc import Iterator
from itertools import pairwise

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import ENEMY
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller, units_in
from ironclad.domain.kernel.board.graph import spread
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

Stop = tuple[str, int, str]
"""A reach and a section of it, from 0 (a lake has one); or "", -1 and the name of a node."""


def node(name: str) -> Stop:
    return ("", -1, name)


@remembered
def stops(position: Position, system: str) -> dict[Stop, tuple[Stop, ...]]:
    """The stops of a system, each with those beside it."""
    found: dict[Stop, list[Stop]] = {}

    def join(a: Stop, b: Stop) -> None:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)

    for reach in position.board.reaches:
        if reach.system != system:
            continue
        count = 1 if reach.lake else len(reach.sections)
        line = [node(reach.start), *((reach.id, number, "") for number in range(count)), node(reach.end)]
        for a, b in pairwise(line):
            join(a, b)
        for port in reach.side_ports:
            join(node(port), (reach.id, 0, ""))
    return {stop: tuple(near) for stop, near in found.items()}


def banks(position: Position, stop: Stop) -> tuple[str, ...]:
    """The spaces where a boat at a stop can land units: both banks, all of a lake's, or the port."""
    id, number, name = stop
    if not id:
        return (name,) if name in position.board.spaces else ()
    reach = next(each for each in position.board.reaches if each.id == id)
    return reach.banks if reach.lake else reach.sections[number]


@rule("rivers/12", "rivers/13")
def goes_past(position: Position, stop: Stop, side: str) -> bool:
    """Whether a boat of a side may go on from a stop: not past a port of others, nor past enemy guns.

    Guns in the regions of both banks guard a section of a river; a lake is not guarded. A boat need not pass
    Cleveland and Toronto: they are beside the way.
    """
    id, _, name = stop
    if not id:
        return name not in position.board.spaces or controller(position, name) == side
    if any(reach.id == id and reach.lake for reach in position.board.reaches):
        return True
    return not any(_guns(position, bank, side) for bank in banks(position, stop))


def _guns(position: Position, space: str, side: str) -> bool:
    units = (position.units[id] for id in units_in(position, space))
    return any(unit.kind == "artillery" and unit.side == ENEMY[side] for unit in units)


@remembered
@rule("rivers/12", "rivers/13")
def journeys(position: Position, system: str, port: str, side: str) -> dict[Stop, tuple[str, ...]]:
    """Every stop that boats of a side reach from a port, with the reaches on the shortest way to it."""
    map = stops(position, system)

    def steps(stop: Stop, spent: int) -> Iterator[tuple[Stop, int]]:
        if spent and not goes_past(position, stop, side):
            return iter(())
        return ((near, 1) for near in map.get(stop, ()))

    reached = spread((node(port),), steps, 0)
    return {
        stop: tuple(dict.fromkeys(each[0] for each in reached.to(stop) if each[0])) for stop in reached.cost
    }


@remembered
@rule("rivers/10")
def river_ways(position: Position, system: str, port: str, side: str) -> dict[str, tuple[str, ...]]:
    """Every space that boats of a side reach from a river port, with the reaches on the shortest way."""
    found: dict[str, tuple[str, ...]] = {}
    for stop, way in journeys(position, system, port, side).items():
        for space in banks(position, stop):
            if space != port and (space not in found or len(way) < len(found[space])):
                found[space] = way
    return found


def barred_at(position: Position, system: str, port: str, side: str, space: str) -> tuple[str, str] | None:
    """Why boats of a side do not reach a space from a river port: the clause, and what bars the way.

    None where the space is not on the system, or nothing bars the way.
    """
    map = stops(position, system)
    free = spread((node(port),), lambda stop, spent: ((near, 1) for near in map.get(stop, ())), 0)
    ends = (stop for stop in free.cost if stop != node(port) and space in banks(position, stop))
    if (end := next(ends, None)) is None:
        return None
    for stop in free.to(end)[1:-1]:
        if not goes_past(position, stop, side):
            if not stop[0]:
                return "rivers/12", f"{name_of(stop[2])} is not yours"
            return "rivers/13", "enemy artillery is on a bank"
    return None


@rule("rivers/15")
def may_intercept(position: Position, system: str, side: str, ways: set[str]) -> bool:
    """Whether a side's boats could reach any reach of a move, from a river port that it controls."""
    for city in position.board.cities:
        if city.river_port == system and controller(position, city.id) == side:
            reached = journeys(position, system, city.id, side)
            if any(stop[0] in ways for stop in reached):
                return True
    return False
