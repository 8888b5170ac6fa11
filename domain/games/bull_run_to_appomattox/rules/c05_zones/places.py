"""What is where: places, who is in them, control (5.1, 5.2).

A place is the spots that nothing divides: a zone, a bank whose bridge is absent or destroyed, or both banks
of a
divided zone while its bridge is intact. Control, stacking, siege, combat, retreat and refusal go by place.

Whether an enemy HQ is an army is hidden (6.4/16). Checks and offers ask `hqs_in`; only what carries out a
command asks `is_army` of an enemy. On a position where that is unknown it raises NotKnown.
"""

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, Fort, Hq, Siege, Units
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.sight import NotKnown


@rule("5.2/14", "5.2/16")
def ground(position: Position, spot: str) -> tuple[str, ...]:
    """The spots of the place that a spot is part of."""
    zone = board().zone_of.get(spot, spot)
    divided = board().divided.get(zone)
    if divided is None:
        return (spot,)
    joined = bool(divided.bridge) and zone not in position.broken_bridges
    return divided.banks if joined else (spot,)


def same_place(position: Position, one: str, other: str) -> bool:
    """Whether two spots are in one place."""
    return one == other or other in ground(position, one)


@remembered
def hqs_by_spot(position: Position) -> dict[str, tuple[str, ...]]:
    """Every HQ ashore by its spot, in the order of the list."""
    found: dict[str, tuple[str, ...]] = {}
    for id, hq in position.hqs.items():
        if hq.state == ON_MAP and not hq.aboard:
            found[hq.spot] = (*found.get(hq.spot, ()), id)
    return found


def hqs_in(position: Position, side: str, spot: str) -> tuple[str, ...]:
    """A side's HQs ashore in the place of a spot, lone and besieged ones included."""
    here = hqs_by_spot(position)
    return tuple(
        id for each in ground(position, spot) for id in here.get(each, ()) if position.hqs[id].side == side
    )


def known_units(position: Position, hq: str) -> Units:
    """What an HQ commands. Raises NotKnown where the reader may not know it."""
    units = position.units.get(hq, NONE)
    if not units.known:
        raise NotKnown(hq)
    return units


@rule("2.1/1")
def is_army(position: Position, hq: str) -> bool:
    """Whether an HQ commands at least 1 CP. Raises NotKnown."""
    return known_units(position, hq) != NONE


def armies_in(position: Position, side: str, spot: str) -> tuple[str, ...]:
    """A side's HQs with CP in the place of a spot. Hidden from the enemy."""
    return tuple(id for id in hqs_in(position, side, spot) if is_army(position, id))


def leaderless_in(position: Position, side: str, spot: str) -> dict[str, Units]:
    """A side's leaderless units in the place of a spot, by spot."""
    there = position.leaderless.get(side, {})
    return {each: there[each] for each in ground(position, spot) if each in there}


def fort_in(position: Position, spot: str, side: str = "") -> str:
    """The spot of the fort in a place, of a side if one is named; "" for none."""
    for each in ground(position, spot):
        fort: Fort | None = position.forts.get(each)
        if fort is not None and side in ("", fort.side):
            return each
    return ""


def raider_in(position: Position, side: str, spot: str) -> bool:
    """Whether a side's raider is in the place of a spot."""
    raider = position.raiders.get(side)
    return raider is not None and same_place(position, raider.spot, spot)


@rule("5.2/4")
def siege_at(position: Position, spot: str) -> tuple[str, Siege] | None:
    """The siege in the place of a spot, with the spot of its works."""
    for each in ground(position, spot):
        if each in position.sieges:
            return each, position.sieges[each]
    return None


def is_besieged(position: Position, hq: Hq) -> bool:
    """Whether an HQ ashore is inside a besieged place."""
    siege = siege_at(position, hq.spot) if hq.state == ON_MAP and not hq.aboard else None
    return siege is not None and siege[1].besieger != hq.side


def is_besieger(position: Position, hq: Hq) -> bool:
    """Whether an HQ ashore is outside a place that its side besieges."""
    siege = siege_at(position, hq.spot) if hq.state == ON_MAP and not hq.aboard else None
    return siege is not None and siege[1].besieger == hq.side


@rule("5.2/1", "5.2/3", "12.1/3")
def holds_ground(position: Position, side: str, spot: str) -> bool:
    """Whether a side has an army, leaderless units or a fort in the place. Hidden, for HQs of the enemy."""
    return bool(
        leaderless_in(position, side, spot)
        or fort_in(position, spot, side)
        or armies_in(position, side, spot)
    )


@rule("5.2/1")
def controller(position: Position, spot: str) -> str:
    """The side that controls the place of a spot: it alone holds ground there; "" for nobody."""
    there = [side for side in SIDES if holds_ground(position, side, spot)]
    return there[0] if len(there) == 1 else ""


def enemies_seen(position: Position, side: str, spot: str) -> bool:
    """Whether a place holds any enemy HQ, leaderless units or fort: what every reader sees of it."""
    enemy = ENEMY[side]
    return bool(
        hqs_in(position, enemy, spot)
        or leaderless_in(position, enemy, spot)
        or fort_in(position, spot, enemy)
    )


def city_in(position: Position, spot: str) -> str:
    """The zone of the strategic city that lies in the place of a spot; "" for none."""
    for each in ground(position, spot):
        zone = board().city_spot(each)
        if zone and board().zones[zone].city:
            return zone
    return ""


def major_city_in(position: Position, spot: str) -> bool:
    """Whether a major strategic city lies in the place of a spot (7.3)."""
    zone = city_in(position, spot)
    return bool(zone) and board().zones[zone].major


@rule("5.1/2", "5.1/5")
def has_room(position: Position, side: str, spot: str, leaving: str = "") -> bool:
    """Whether a side may have one more HQ in a place: it holds fewer than two, `leaving` not counted."""
    return len([id for id in hqs_in(position, side, spot) if id != leaving]) < 2


@rule("5.2/20", "9/5")
def holds_port(position: Position, side: str, zone: str) -> bool:
    """Whether a side holds a port or river port: its city, where no enemy fort stands.

    A port without a city, and one whose fort is the side's own, is held by controlling the zone: the side
    holds ground there and no enemy is in sight. That is open to the side itself.
    """
    spot = board().place_spot(zone)
    if fort_in(position, spot, ENEMY[side]):
        return False
    if board().zones[zone].city and position.holders.get(zone) == side:
        return True
    if board().zones[zone].city and not fort_in(position, spot, side):
        return False
    return holds_ground(position, side, spot) and not enemies_seen(position, side, spot)
