"""A unit as a target: from which side it is hit, how deep it stands, what covers it."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from ironclad.domain.games.iron_brigade.position.scenery import LINES
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.between import (
    facing_of,
    on_table,
    stand_sees,
    stands_higher,
    trenches_of,
)
from ironclad.domain.games.iron_brigade.rules.troops import Cover, Order
from ironclad.domain.kernel.board.plane import (
    WITHIN_30,
    WITHIN_45,
    WITHIN_60,
    Point,
    Polygon,
    crossings,
    direction,
    inside,
    is_within,
    mean,
    minus,
    segments_meet,
    square,
    within_arc,
)
from ironclad.domain.kernel.board.plane.arcs import Side, side_toward
from ironclad.domain.kernel.board.plane.cover import is_behind, is_deep_in
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
DEPTH = 400
COVERS: tuple[Cover, ...] = ("none", "soft", "hard", "trench")
ORDERS: dict[str, Order] = {
    "close": "close", "open": "open", "skirmish": "skirmish", "scattered": "skirmish", "single": "open",
    "column": "column", "flank_right": "column", "flank_left": "column",
}  # fmt: skip


@rule("II.A/8", "II.A/9", "VI.D/1", "VI.I/1")
def order_of(position: Position, id: str) -> Order:
    """The order in which a unit is fired at: a lone officer in open order, guns in close order here."""
    return ORDERS.get(position.units[id].formation, "close")


@rule("VI.B/3", "G/16")
def has_flank(position: Position, id: str) -> bool:
    """Whether a unit has a flank: not skirmishers, lone men, wagons, scattered stands, or stands that face
    three ways.
    """
    unit = position.units[id]
    loose = ("scattered",) if position.plays("skirmishers_have_flanks") else ("skirmish", "scattered")
    if not position.muster[id].has_morale or unit.formation in loose:
        return False
    body = unit.body
    return len({body.facing_of(number) for number in range(len(unit.stands))}) < 3


@rule("VI.B/1", "VI.B/2", "G/9", "G/13")
def side_hit(position: Position, target: str, firer: str) -> Side:
    """On which side of a unit another one is: the flank within 45 degrees of either flank axis."""
    unit, other = position.units[target], position.units[firer].body.centre
    centre = unit.body.centre
    if not has_flank(position, target) or centre == other:
        return "front"
    return side_toward(centre, facing_of(unit), other)


@rule("G/14", "V.B/3")
def side_hit_by_guns(position: Position, target: str, firer: str) -> Side:
    """The side for artillery: flank within 30 degrees of a flank axis, front within 60 of the front."""
    unit, other = position.units[target], position.units[firer].body.centre
    centre = unit.body.centre
    if not has_flank(position, target) or centre == other:
        return "front"
    way, facing = minus(other, centre), facing_of(unit)
    if any(within_arc(direction(facing + axis), way, WITHIN_30) for axis in (90, 270)):
        return "flank"
    return "front" if within_arc(direction(facing), way, WITHIN_60) else "rear"


@rule("VI.K/3")
def is_safe_in_trench(position: Position, firer: str, target: str) -> bool:
    """Whether a unit moved in a trench this turn and its firer does not enfilade it: he is not within 45
    degrees of the trench's line.
    """
    unit = position.units[target]
    parts = trenches_of(position.scenery, unit)
    if not parts or not position.deeds[target].moved:
        return False
    way = minus(position.units[firer].body.centre, unit.body.centre)
    return not any(within_arc(axis, way, WITHIN_45) for a, b in parts for axis in (minus(b, a), minus(a, b)))


@rule("XIII.C/2")
def is_closed(position: Position, firer: str, target: str) -> bool:
    """Whether a sap roller lies across a line of fire along a trench, and its firer is no higher than it."""
    start, end = position.units[firer].body.centre, position.units[target].body.centre
    for piece in position.scenery.terrain:
        if piece.kind == "sap_roller" and any(
            segments_meet(start, end, a, b) for a, b in pairwise(piece.line)
        ):
            return not stands_higher(position, start, mean(piece.line))
    return False


@remembered
@rule("III.I/2", "G/47", "G/49")
def ranks_hit(position: Position, firer: str, target: str) -> int:
    """The ranks within 4 inches on the line through the nearest stand that the firer sees; at least 1.

    Stands of all units of the target's side count; a sideways stand counts 4. Men who lie down, guns, wagons
    and officers are no ranks.
    """
    start = position.units[firer].body.centre
    body = position.units[target].body
    seen = visible(position, firer, target)
    if not seen:
        return 1
    first = min(seen, key=lambda number: (square(minus(body.centre_of(number), start)), number))
    way = minus(body.centre_of(first), start)
    if way == (0, 0):
        return 1
    times = 2 + (2 * DEPTH) // max(abs(way[0]), abs(way[1]), 1)
    end = (start[0] + times * way[0], start[1] + times * way[1])
    entry = min(crossings(start, end, body.polygon_of(first)), default=Fraction(0))
    length = square(minus(end, start))
    count = 0
    for id in on_table(position, position.side_of(target)):
        unit = position.units[id]
        if not position.muster[id].is_regiment or unit.posture != "up":
            continue
        weight = 4 if unit.formation in ("flank_right", "flank_left") else 1
        for polygon in unit.body.polygons:
            enters = min(crossings(start, end, polygon), default=None)
            if enters is not None and enters >= entry and (enters - entry) ** 2 * length <= DEPTH**2:
                count += weight
    return max(count, 1)


@remembered
@rule("G/51")
def visible(position: Position, firer: str, target: str) -> tuple[int, ...]:
    """The stands of a unit that some stand of another one sees."""
    stands = range(len(position.units[firer].stands))
    return tuple(
        other
        for other in range(len(position.units[target].stands))
        if any(stand_sees(position, firer, number, target, other) for number in stands)
    )


@remembered
@rule("VI.F/1", "VI.F/2", "G/51")
def cover_against(position: Position, target: str, firer: str) -> Cover:
    """The cover of a unit against another one: that of at least half of the stands that the other sees.

    Of several kinds it has that of most of these stands, the poorer one on a tie.
    """
    seen = visible(position, firer, target)
    if not seen:
        return "none"
    start = position.units[firer].body.centre
    unit = position.units[target]
    found = [stand_cover(position, start, unit, number) for number in seen]
    covered = [each for each in found if each != "none"]
    if 2 * len(covered) < len(found):
        return "none"
    count = Counter(covered)
    return max(count, key=lambda cover: (count[cover], -COVERS.index(cover)))


@rule("VI.F/2", "VI.F/3", "VI.F/4", "G/50")
def stand_cover(position: Position, start: Point, unit: Unit, number: int) -> Cover:
    """The best cover of a stand against a line from a point to its centre."""
    body = unit.body
    line, stand = (start, body.centre_of(number)), body.polygon_of(number)
    best: Cover = "none"
    for piece in position.scenery.terrain:
        kind: Cover = next((each for each in COVERS if each == piece.cover), "none")
        if COVERS.index(kind) <= COVERS.index(best):
            continue
        if piece.kind in LINES:
            covers = is_behind(line, piece.line, stand, INCH)
        elif piece.polygon and line[0] != line[1]:
            covers = is_deep_in(line, piece.polygon, stand, INCH) and not _close_in(
                start, piece.polygon, stand
            )
        else:
            covers = False
        if covers:
            best = kind
    return best


def _close_in(start: Point, area: Polygon, stand: Polygon) -> bool:
    """Whether a firer is in the same area and nearer than an inch: there is nothing between (VI.F/3)."""
    return inside(area, start) and is_within((start,), stand, INCH - 1)


@rule("G/51")
def is_in_open(position: Position, id: str, foe: str | None) -> bool:
    """Whether no stand of a unit is in or behind cover against an enemy unit."""
    if foe is None:
        return True
    start, unit = position.units[foe].body.centre, position.units[id]
    return all(stand_cover(position, start, unit, number) == "none" for number in range(len(unit.stands)))


def better(covers: Sequence[Cover]) -> Cover:
    """The best of some covers, none of none."""
    return max(covers, key=COVERS.index, default="none")
