"""How vessels close the water to the enemy's crossings, and open it to their own side's (13.5, 13.4.2)."""

from functools import lru_cache

from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import READY, Vessel
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import (
    BARRED,
    FERRY,
    INTERDICTED,
    LOOP,
    RIVERINE,
    crossing,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    ARMED,
    BUILDING,
    FERRYING,
    fort_sides,
    steps_from,
    usable_sides,
)
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.memo import remembered

REACH = 6  # hexsides along the water (13.5)
_CHANGED_BY_VESSELS = (BARRED, FERRY, LOOP)


class FerryUsed(Event, frozen=True, tag_field="type", tag="ferry_used"):
    """A riverine vessel ferries a force over its hexside, and does not move in this impulse (13.4.2)."""

    side: str
    vessel: str
    hexside: str
    rule: str = "13.4.2/1"


@rule("13.5/1")
def interdicted(position: Position, a: str, b: str, side: str) -> bool:
    """Whether enemy vessels keep ground units of a side from crossing between two hexes but by bridge."""
    return bool(position.vessels) and hexside(a, b) in interdiction(position, ENEMY[side])


@remembered
@rule("13.5/1", "13.5/2")
def interdiction(position: Position, by_side: str) -> frozenset[str]:
    """The hexsides that a side's vessels close to unbridged crossings by the enemy's ground units.

    The hexside of each finished NSP, RSP, RF or ironclad and those within six of it along the water that the
    vessel could use; the count stops beside an enemy fort that is not silenced.
    """
    found: frozenset[str] = frozenset()
    forts: frozenset[str] | None = None
    for vessel in position.vessels.values():
        if vessel.side != by_side or not vessel.at or vessel.kind not in ARMED or vessel.state == BUILDING:
            continue
        if forts is None:
            forts = fort_sides(position, by_side)
        found |= _within_reach(vessel.at, usable_sides(position, vessel.kind), forts)
    return found


@lru_cache(maxsize=128)
def _within_reach(at: str, usable: frozenset[str], forts: frozenset[str]) -> frozenset[str]:
    open_water = usable - forts
    found, edge = {at}, [at]
    for _ in range(REACH):
        edge = sorted({key for here in edge for key in steps_from(here, False) if key in open_water} - found)
        found.update(edge)
    return frozenset(found)


@remembered
@rule("5.3.3/1", "13.4.2/1", "13.4.2/3", "13.5/1")
def way_over(position: Position, side: str, from_hex: str, to: str, from_loop: bool = False) -> str:
    """How ground units of a side cross between two hexes: crossings.crossing, and what vessels change.

    A riverine vessel of theirs that has not moved in this impulse is a ferry; enemy vessels interdict every
    crossing of wide water but a bridge.
    """
    crossed = crossing(position, from_hex, to, from_loop)
    if crossed not in _CHANGED_BY_VESSELS or not position.vessels:
        return crossed
    key = hexside(from_hex, to)
    return by_vessels(crossed, key in ferries_of(position, side), key in interdiction(position, ENEMY[side]))


def by_vessels(crossed: str, ferry: bool, interdicted: bool) -> str:
    """What a crossing becomes where a vessel of the side's own is a ferry, or enemy vessels interdict."""
    if crossed == BARRED and ferry:
        crossed = RIVERINE
    return INTERDICTED if crossed in (FERRY, LOOP, RIVERINE) and interdicted else crossed


@remembered
def ferries_of(position: Position, side: str) -> frozenset[str]:
    """The hexsides on which a vessel of the side serves as a ferry."""
    return frozenset(v.at for v in position.vessels.values() if v.side == side and can_ferry(v))


@rule("13.4.2/1", "13.4.2/3")
def ferry_at(position: Position, side: str, key: str) -> str | None:
    """A vessel of the side that serves as a ferry on a hexside, one used so before first; None for none."""
    able = [
        name
        for name, vessel in position.vessels.items()
        if vessel.at == key and vessel.side == side and can_ferry(vessel)
    ]
    return min(able, key=lambda name: (position.vessels[name].activity == READY, name), default=None)


@rule("13.4.2/1", "8.1.1/5")
def can_ferry(vessel: Vessel) -> bool:
    """Whether a vessel makes a ferry of its hexside: a finished RSP or RF, neither moved nor in a fight."""
    ready = vessel.activity in (READY, "ferry")
    return bool(vessel.at) and vessel.kind in FERRYING and vessel.state != BUILDING and ready


def note_ferry(play: Play, side: str, from_hex: str, to: str, crossed: str) -> None:
    """Bind the vessel that has just ferried a force to its place for this impulse; else nothing."""
    if crossed != RIVERINE:
        return
    key = hexside(from_hex, to)
    name = ferry_at(play.position, side, key)
    if name is not None and play.position.vessels[name].activity == READY:
        play.emit(FerryUsed(side, name, key))


@acw.evolves(FerryUsed)
def _ferry_used(position: Position, event: FerryUsed) -> None:
    position.vessels[event.vessel] = position.vessels[event.vessel].with_(activity="ferry")


COMMANDS = ()
EVENTS = (FerryUsed,)
