"""Military departments: where they are and which of them work (R.8/1 to R.8/4)."""

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import load_waters, may_lie
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered


@rule("R.8/4")
def departments_of(position: Position, side: str) -> frozenset[str]:
    """The hexes of a side's departments, open or closed: the map's, and those that have moved."""
    moved = position.construction.moved
    return frozenset(moved.get(hex, hex) for hex in load_map().departments[side])


@rule("R.8/3")
@remembered
def working(position: Position, side: str) -> frozenset[str]:
    """The departments of a side that work: in its hands and not besieged."""
    return frozenset(
        hex
        for hex in departments_of(position, side)
        if hex in position.part.hexes and owner(position, hex) == side and not shut_in(position, side, hex)
    )


def require_department(position: Position, side: str, hex: str, clause: str) -> None:
    """Refuse a hex in which no department of a side works."""
    require(hex in working(position, side), clause, f"no department of the {side} works in {hex}")


@rule("R.7/17", "7.13/1")
def berths(position: Position, side: str, hex: str, kind: str) -> tuple[str, ...]:
    """The places of water beside a hex where a new ship of a kind may lie: none with an enemy warship."""
    kinds, part = load_waters().kind, position.part
    rivers = chosen_rivers(position.options)
    around = [
        hexside(hex, other) for other in GRID.neighbours(hex) if other in part.hexes or other in part.sea
    ]
    taken = warships_at(position, ENEMY[side])
    return tuple(
        place
        for place in (hex, *sorted(around))
        if place in kinds and place not in taken and may_lie(kind, place, rivers)
    )
