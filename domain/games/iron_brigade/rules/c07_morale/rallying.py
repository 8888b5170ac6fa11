"""Broken and routed units: whether they may rally, and how those that may not run (VII.G to VII.K)."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import grounds_of
from ironclad.domain.games.iron_brigade.position.state import Gone, Position
from ironclad.domain.games.iron_brigade.position.units import Unit, scattered
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import (
    apart,
    enemies,
    friends,
    near,
    nearest_in_sight,
    officers_with,
    sees,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import grounds_on
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import behind_hard_cover
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import pace_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import speed
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import (
    StandRan,
    UnitFled,
    UnitGone,
    UnitRallied,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.fleeing import Runner, others_than, run
from ironclad.domain.games.iron_brigade.rules.c07_morale.retreats import straight_away
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import going
from ironclad.domain.kernel.board.plane import box, is_within, placed
from ironclad.domain.kernel.board.plane.ground import Span, fraction_used, spans
from ironclad.domain.kernel.engine.citations import rule

INCH = 100
TOUCH = 5
SHELTERED, FAR = 600, 2000
UP = {"routed": "broken", "broken": "disorganized", "disorganized": "good"}
MORE = {"infantry": 100, "cavalry": 200, "mounted_infantry": 200}
"""What a unit that runs has beyond its full speed (VII.H/1)."""


@rule("VII.G/3", "VII.H/1", "VII.I/1", "VII.I/2", "VII.K/1")
def rally_of(position: Position, id: str) -> str:
    """What a broken or routed unit does in the movement step: stay to rally, gather its stands, or flee.

    "" for any other unit. A routed irregular unit never rallies; a broken one needs an officer, or a unit
    that does an officer's work.
    """
    unit, muster = position.units[id], position.muster[id]
    if unit.state not in ("broken", "routed") or id in position.arrivals:
        return ""
    helped = bool(officers_with(position, id)) or any(helpers(position, id))
    if muster.irregular and (unit.state == "routed" or not helped):
        return "flee"
    if not may_rally(position, id):
        return "flee"
    return "stay" if touch(unit) else "gather"


@rule("VII.K/2")
def helpers(position: Position, id: str) -> Iterator[str]:
    """The friends of good morale within an inch of an irregular unit, who may do an officer's work for it."""
    if position.plays("only_officers_rally") or not position.muster[id].irregular:
        return
    for each in friends(position, id):
        muster, unit = position.muster[each], position.units[each]
        if muster.has_morale and unit.state == "good" and near(position, id, each, INCH):
            yield each


@rule("VII.K/2")
def _has_help(position: Position, id: str, busy: set[str]) -> bool:
    """Whether an irregular unit had an officer, or a friend who did nothing else this turn."""
    if not position.muster[id].irregular or officers_with(position, id):
        return True
    for each in helpers(position, id):
        deeds = position.deeds[each]
        if each not in busy and not deeds.moved and not deeds.fired and not _fights(position, each):
            busy.add(each)
            return True
    return False


def _fights(position: Position, id: str) -> bool:
    return any(id in (each.charger, each.target) for each in position.contacts)


@rule("VII.G/1", "VII.G/2")
def may_rally(position: Position, id: str) -> bool:
    """Whether one of the ways to reform is met: an officer, no enemy in sight, hard cover, friends before it.

    Enemies who did not fire on it in the turn before, or are over 20 inches away, do not keep it running.
    """
    unit = position.units[id]
    if officers_with(position, id) or any(helpers(position, id)) or behind_hard_cover(position, unit):
        return True
    if not any(sees(position, id, foe) for foe in enemies(position, id)):
        return True
    if _is_screened(position, id):
        return True
    shooters = {each.firer for each in position.deeds[id].taken} if id in position.deeds else set()
    return not any(foe in position.units and near(position, id, foe, FAR) for foe in shooters)


def _is_screened(position: Position, id: str) -> bool:
    """Whether a formed friend of good morale is within 6 inches and nearer to the nearest enemy."""
    foes = sorted(enemies(position, id), key=lambda foe: apart(position, id, foe))
    if not foes:
        return True
    own = apart(position, id, foes[0])
    return any(
        position.muster[other].has_morale
        and position.units[other].state == "good"
        and position.units[other].formation != "scattered"
        and near(position, id, other, SHELTERED)
        and apart(position, other, foes[0]) < own
        for other in friends(position, id)
    )


def touch(unit: Unit) -> bool:
    """Whether all stands of a unit touch each other, in one group; skirmishers stand two inches apart."""
    reach = 250 if unit.formation == "skirmish" else TOUCH
    if unit.guns is not None and unit.formation != "scattered":
        return True
    polygons = unit.body.polygons
    left, edge = set(range(1, len(polygons))), [0]
    while edge:
        one = edge.pop()
        found = {other for other in left if is_within(polygons[one], polygons[other], reach)}
        left -= found
        edge += found
    return not left


@rule("VII.H/1", "VII.H/2", "VII.H/3")
def flee(play: Play, id: str) -> None:
    """A unit that may not rally goes straight back from the enemy, at full speed and a little more."""
    concealing.show(play, (id,))
    position = play.position
    unit = position.units[id]
    away = away_from_enemy(position, id)
    distance = flight_distance(position, id, away)
    others = others_than(position, id)
    ran = []
    body = unit.body
    for number, stand in enumerate(unit.stands):
        runner = Runner(body.centre_of(number), stand.width, stand.depth)
        found = run(position, id, runner, away, distance, others)
        ran.append(StandRan((), 0, found.facing, found.end, found.off))
        if not found.off:
            polygon = Runner(found.end, stand.width, stand.depth).at(away, 0)
            others.append((box(polygon), polygon))
    play.emit(UnitFled(id, "VII.H/1", tuple(ran)))
    leave_if_empty(play, id)


def leave_if_empty(play: Play, id: str) -> None:
    """A unit whose stands have all left the table is out of the battle."""
    unit = play.position.units[id]
    if not unit.stands:
        sections = unit.guns.sections if unit.guns is not None else 0
        play.emit(UnitGone(id, "off the table", "VII.H/3", 0, sections))


@rule("G/41")
def away_from_enemy(position: Position, id: str) -> int:
    """The whole degree straight away from the enemy: the one in melee, else the one whose fire cost most,
    else the nearest in sight, else the nearest.
    """
    unit = position.units[id]
    foe = enemy_of(position, id)
    if foe is None:
        return (unit.body.main_facing + 180) % 360
    return straight_away(unit.body.centre, position.units[foe].body.centre, unit.body.main_facing)


@rule("G/41")
def enemy_of(position: Position, id: str) -> str | None:
    """The enemy from whom a unit flees."""
    for contact in (*position.contacts, *position.successes):
        if contact.target == id and contact.charger in position.units:
            return contact.charger
        if contact.charger == id and contact.target in position.units:
            return contact.target
    lost: dict[str, int] = {}
    for each in position.deeds[id].taken:
        if each.firer in position.units:
            lost[each.firer] = lost.get(each.firer, 0) + each.lost
    if lost:
        return max(lost, key=lambda foe: (lost[foe], -position.muster[foe].number))
    seen = nearest_in_sight(position, id)
    if seen is not None:
        return seen
    return min(enemies(position, id), key=lambda foe: apart(position, id, foe), default=None)


@rule("VII.H/1")
def flight_distance(position: Position, id: str, away: int) -> int:
    """How far a unit runs, in hundredths: its full move in column over the ground behind its centre, and an
    inch more for infantry, two for horse.
    """
    muster, unit = position.muster[id], position.units[id]
    pace, slow = pace_of(muster, unit, "column"), going(position).slow
    grounds, centre = grounds_of(position.scenery), unit.body.centre
    most = speed(pace, "field") // slow
    if unit.guns is not None:
        most = most * unit.guns.horses // muster.horses if muster.horses else 0

    def pace_on(span: Span) -> int:
        return max(min(speed(pace, ground) for ground in grounds_on(*grounds.kinds_on(span))), 1)

    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        way = (centre, placed(centre, away, middle, 0))
        used = fraction_used(way, spans(way, grounds.regions), pace_on) if way[0] != way[1] else Fraction(0)
        low, high = (middle, high) if used is not None and slow * used <= 1 else (low, middle - 1)
    return low + MORE.get(muster.type, 0)


@brigade.evolves(UnitFled)
@rule("VII.F/2", "VII.H/3")
def _unit_fled(position: Position, event: UnitFled) -> None:
    unit = position.units[event.unit]
    if event.head is not None:
        position.units[event.unit] = msgspec.structs.replace(unit, at=event.head, facing=event.facing)
        return
    kept = [(stand, ran) for stand, ran in zip(unit.stands, event.stands, strict=True) if not ran.off]
    stands = scattered(tuple((ran.end, ran.facing) for _, ran in kept), tuple(stand for stand, _ in kept))
    position.units[event.unit] = msgspec.structs.replace(
        unit, at=(0, 0), facing=0, formation="scattered", stands=stands, posture="up"
    )
    left = position.units[event.unit]
    if left.unarmed > left.men:
        position.units[event.unit] = msgspec.structs.replace(left, unarmed=left.men)


@brigade.evolves(UnitGone)
def _unit_gone(position: Position, event: UnitGone) -> None:
    id = event.unit
    position.gone[id] = Gone(event.how, event.men, event.sections)
    position.units.pop(id, None)
    position.triggers.pop(id, None)
    position.aboard.pop(id, None)
    position.arrivals.pop(id, None)
    position.messages.pop(id, None)
    position.contacts = tuple(each for each in position.contacts if id not in (each.charger, each.target))
    position.successes = tuple(each for each in position.successes if id not in (each.charger, each.target))


@rule("VII.I/1", "VII.I/2", "VII.I/3", "VII.I/4", "VII.I/6")
def rally(play: Play) -> None:
    """Units that stayed in place gain a step; a disorganized one needs no more than to stand still."""
    position = play.position
    busy: set[str] = set()
    for id in position.in_order():
        unit, deeds = position.units[id], position.deeds[id]
        if unit.state == "good" or deeds.shaken or deeds.moved or unit.until >= position.turn:
            continue
        if unit.state == "disorganized" or (deeds.rally == "stay" and touch(unit)):
            concealing.show(play, (id,))
        if unit.state == "disorganized":
            play.emit(UnitRallied(id, "good", "VII.I/3"))
        elif deeds.rally == "stay" and touch(unit) and _has_help(position, id, busy):
            play.emit(UnitRallied(id, UP[unit.state], "VII.I/1"))


@brigade.evolves(UnitRallied)
def _unit_rallied(position: Position, event: UnitRallied) -> None:
    unit = position.units[event.unit]
    position.units[event.unit] = msgspec.structs.replace(unit, state=event.state)
