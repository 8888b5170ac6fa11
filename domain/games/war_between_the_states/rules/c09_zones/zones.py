"""Zones of control (9): which hexes a side's units hold, as marks on the map's numbered board."""

from collections.abc import Callable
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Unit
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    on_top,
    stack,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered


@rule("9.1/1", "9.1/2")
def extends(origin: str, target: str) -> bool:
    """Whether a zone of control reaches over a hexside: not over water but a coast, nor over mountains."""
    side = load_map().side(origin, target)
    return not side.wet and not side.ridge


@lru_cache(maxsize=1)
def _extents() -> tuple[tuple[int, ...], ...]:
    """For each place of the board, the numbers of the adjacent hexes that a zone reaches from it."""
    board, neighbours = load_map().board, load_map().neighbours
    return tuple(
        tuple(board.number[other] for other in neighbours[id] if extends(id, other)) for id in board.ids
    )


@rule("9.0/1", "9.0/2", "9.2/1", "6.58/2", "16.24/1", "17.51/3", "13.3/1")
@remembered
def zone(position: Position, side: str) -> bytes:
    """The hexes in the zones of control of a side's units, 1 for each on the map's board.

    Parenthesised units, a depot's garrison too, hold their own hex alone; units in a fort or on a train none.
    """
    marks = bytearray(_spread(position, side, lambda unit: unit.attacks))
    number = load_map().board.number
    for unit in position.units.values():
        if unit.side == side and unit.kind == "garrison" and unit.hex and not unit.inside:
            marks[number[unit.hex]] = 1
    for depot in position.depots.values():
        if depot.side == side and not depot.inside:
            marks[number[depot.hex]] = 1
    return bytes(marks)


@rule("15.23/1", "15.23/2")
@remembered
def zone_of_cavalry(position: Position, side: str) -> bytes:
    """The hexes in the zones of a side's cavalry, rostered or not: the only ones that stop enemy cavalry."""
    return _spread(position, side, lambda unit: unit.cavalry)


def _spread(position: Position, side: str, counts: Callable[[Unit], bool]) -> bytes:
    board, extents = load_map().board, _extents()
    marks = bytearray(board.size)
    for unit in position.units.values():
        if unit.side == side and unit.hex and not (unit.inside or unit.entrained) and counts(unit):
            here = board.number[unit.hex]
            marks[here] = 1
            for other in extents[here]:
                marks[other] = 1
    return bytes(marks)


@rule("6.13/1", "9.32/1", "17.51/3", "10.33/1")
@remembered
def held_by(position: Position, side: str) -> frozenset[str]:
    """The hexes with combat units of a side outside a fort: nobody of the other side enters them."""
    hexes = {unit.hex for unit in position.units.values() if unit.side == side and unit.hex}
    depots = {each.hex for each in position.depots.values() if each.side == side and not each.inside}
    return frozenset(hex for hex in hexes if on_top(position, hex, side)) | depots


@rule("9.2/2", "6.6/4", "13.15/2", "3.23/5")
@remembered
def guarded_works(position: Position, side: str) -> frozenset[str]:
    """The hexes with a garrisoned fort of a side: it controls city, road and railroad of its hex."""
    manned = {
        unit.hex for unit in position.units.values() if unit.inside and unit.strength and unit.side == side
    }
    manned |= {
        depot.hex
        for depot in position.depots.values()
        if depot.inside and depot.garrison and depot.side == side
    }
    return frozenset(hex for hex, work in position.works.items() if work.side == side and hex in manned)


def sheltered(position: Position, hex: str, side: str) -> int:
    """The SP of a side that are inside in a hex, a depot's garrison too, whatever is left of their fort."""
    units = (position.units[id] for id in stack(position, hex, side).units)
    depot = position.depots.get(f"{side}.{hex}")
    inside = sum(unit.strength for unit in units if unit.inside)
    return inside + (depot.garrison if depot is not None and depot.inside else 0)


@rule("13.24/2", "13.33/2")
@remembered
def garrisons(position: Position, side: str) -> frozenset[str]:
    """The hexes with a garrison of a side: in a fort of its, or where its fort is gone."""
    inside = {unit.hex for unit in position.units.values() if unit.side == side and unit.inside}
    inside |= {depot.hex for depot in position.depots.values() if depot.side == side and depot.inside}
    return frozenset(hex for hex in inside if sheltered(position, hex, side))


@rule("13.3/2", "13.3/7", "13.3/8")
def besieged(position: Position, hex: str, side: str) -> bool:
    """Whether enemy combat units are on top of a side's fort in a hex, or of what is left of its garrison."""
    inside = sheltered(position, hex, side)
    work = position.works.get(hex)
    own = work is not None and work.side == side
    return bool(own or inside) and bool(on_top(position, hex, ENEMY[side]))


@rule("9.5/1")
@remembered
def warships_at(position: Position, side: str) -> frozenset[str]:
    """The places of water that hold a warship of a side: it owns them."""
    return frozenset(ship.at for ship in position.ships.values() if ship.side == side and ship.warship)
