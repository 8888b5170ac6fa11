"""Canonical movement orders: a legal move is any of a region; these are the ones that are offered.

Each is put to the same question as an order of a player (`ordering.planned`).
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Crawl,
    FormUp,
    Haul,
    LegOrder,
    Limber,
    MoveOrder,
    MovePlan,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.scenery import LINES
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.position.works import Job
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.games.iron_brigade.rules.between import INCH
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import (
    advances,
    ahead_leg,
    check_eager,
    must_advance,
    orders_of,
    planned,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import pace_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.progress import changeable
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import speed
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import touch
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import jobs_near
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import sources
from ironclad.domain.games.iron_brigade.rules.c15_obstacles.obstacles import OBSTACLES
from ironclad.domain.games.iron_brigade.rules.c17_trains.boarding import aboard
from ironclad.domain.games.iron_brigade.rules.c17_trains.track import CHANGE, FASTEST
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import going
from ironclad.domain.games.iron_brigade.rules.c26_ships.courses import CRAFT_WAY
from ironclad.domain.kernel.board.plane import Point, bearing, mean, minus, square
from ironclad.domain.kernel.engine.citations import Refused, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

WHEELS = (15, 30, 45)
COVER_WITHIN = 1200
FORMATIONS = ("close", "open", "skirmish", "column")


@rule("III.B/3", "III.H/2", "III.J/1")
def candidates(position: Position, id: str) -> Iterator[MoveOrder]:
    """Orders that a player would think of first: ahead full and half, wheels, about, sidesteps, formations,
    postures, the nearest cover, the goal; a battery's limbering and loading.
    """
    muster, unit = position.muster[id], position.units[id]
    if muster.type == "train":
        yield from _train_candidates(position, id, unit)
        return
    if unit.vessel is not None:
        yield from _sea_candidates(position, id, unit)
        return
    if muster.type == "balloon":
        yield from (MoveOrder("raise"), MoveOrder("lower"))
    if muster.has_morale:
        trains = [each for each in position.units if position.muster[each].type == "train"]
        yield from (MoveOrder("load", job=Job("board", each)) for each in trains)
    if muster.has_morale and sources(position, id):
        yield MoveOrder("resupply")
    if muster.has_morale:
        yield from (MoveOrder("work", job=job) for job in jobs_near(position, id))
    if muster.is_battery:
        yield from _battery_candidates(position, id, unit)
        return
    if unit.posture != "up":
        dx, dy = _ahead(unit, INCH)
        yield MoveOrder("march", (Crawl(dx, dy),))
        yield MoveOrder("stand_up")
        return
    full = field_speed(position, id)
    for distance in (full, full // 2, full // 4):
        yield MoveOrder("march", (ahead_leg(unit.facing, distance),))
    yield from toward(position, id, full)
    if unit.formation != "scattered":
        for degrees in WHEELS:
            for to in ("left", "right"):
                yield MoveOrder("march", (WheelBy(to, degrees),))
    yield MoveOrder("face", (AboutFace(),))
    if not muster.is_regiment:
        return
    if any(each.kind in OBSTACLES for each in position.scenery.terrain):
        yield from (MoveOrder("cross", (ahead_leg(unit.facing, part),)) for part in (full, full // 2))
    for turn in (90, 180, 270):
        yield MoveOrder("march", (ahead_leg(unit.facing + turn, full // 4),))
    for formation in FORMATIONS:
        if formation != unit.formation or not touch(unit):
            yield MoveOrder("form", (FormUp(formation, front_middle(unit), unit.body.main_facing),))  # type: ignore[arg-type]
    if muster.type != "infantry":
        yield MoveOrder("dismount" if unit.mounted else "mount")
    if not unit.mounted:
        yield MoveOrder("lie_down")
        yield MoveOrder("heads_down")


def _sea_candidates(position: Position, id: str, unit: Unit) -> Iterator[MoveOrder]:
    vessel = unit.vessel
    assert vessel is not None, "asked before"
    if position.muster[id].type == "craft":
        paces: tuple[int, ...] = (0, CRAFT_WAY // 2, CRAFT_WAY)
    else:
        paces = tuple(each for each in range(vessel.knots - 2, vessel.knots + 2) if each >= 0)
    for pace in paces:
        yield from (MoveOrder("sail", speed=pace, degrees=each) for each in (0, 15, -15, 45, -45))


def _train_candidates(position: Position, id: str, unit: Unit) -> Iterator[MoveOrder]:
    for pace in (0, unit.speed - CHANGE, unit.speed, unit.speed + CHANGE // 2, unit.speed + CHANGE):
        if 0 <= pace <= FASTEST:
            yield MoveOrder("run", speed=pace)
    yield from (MoveOrder("load", job=Job("unload", each)) for each in aboard(position, id))


def field_speed(position: Position, id: str) -> int:
    """The hundredths that a unit goes in the field in its formation."""
    pace = pace_of(position.muster[id], position.units[id])
    return speed(pace, "field") // going(position).slow


def _ahead(unit: Unit, distance: int) -> Point:
    leg = ahead_leg(unit.facing, distance)
    return leg.dx, leg.dy


def front_middle(unit: Unit) -> Point:
    """The middle of a unit's front edge; the mean of its stands' centres where they are scattered."""
    return unit.body.centre if unit.formation == "scattered" else unit.at


def toward(position: Position, id: str, full: int) -> Iterator[MoveOrder]:
    """Marches toward the goal of the standing order and toward the nearest cover, with a wheel before it if
    the way leads aside.
    """
    unit = position.units[id]
    goals = [unit.order.goal] if unit.order is not None and unit.order.goal is not None else []
    if unit.order is not None and unit.order.unit in position.units:
        goals.append(position.units[unit.order.unit].body.centre)
    goals += nearest_cover(position, unit)
    for goal in goals:
        centre = unit.body.centre
        if centre == goal:
            continue
        way = bearing(centre, goal)
        aside = (way - unit.facing + 180) % 360 - 180
        reach = min(full, _whole_distance(centre, goal))
        legs: tuple[LegOrder, ...] = (ahead_leg(way, reach),)
        if abs(aside) <= 45:
            yield MoveOrder("march", legs)
            yield MoveOrder("march", (ahead_leg(way, reach // 2),))
        elif unit.formation not in ("scattered", "single"):
            wheel = WheelBy("right" if aside > 0 else "left", min(abs(aside), 90))
            yield MoveOrder("march", (wheel,))
        elif unit.formation == "single":
            yield MoveOrder("march", (TurnBy(aside % 360), ahead_leg(way, reach * 3 // 4)))


def _whole_distance(one: Point, other: Point) -> int:
    way = minus(other, one)
    return max(abs(way[0]), abs(way[1]))


def nearest_cover(position: Position, unit: Unit) -> list[Point]:
    """The middle of the nearest piece of cover within a foot, if there is one."""
    centre = unit.body.centre
    found = []
    for piece in position.scenery.terrain:
        outline = piece.line if piece.kind in LINES else piece.polygon
        if piece.cover not in (None, "none") and outline and piece.kind != "building":
            middle = mean(outline)
            found.append((square(minus(middle, centre)), middle))
    return [middle for far, middle in sorted(found)[:1] if far <= COVER_WITHIN**2]


def _battery_candidates(position: Position, id: str, unit: Unit) -> Iterator[MoveOrder]:
    full = field_speed(position, id)
    if unit.formation != "limbered":
        yield MoveOrder("battery", load=True)
        for degrees in (15, 45, 315, 345, 90, 270):
            yield MoveOrder("battery", (TurnBy(degrees),))
            yield MoveOrder("battery", (TurnBy(degrees),), True)
        leg = ahead_leg(unit.facing, INCH)
        yield MoveOrder("battery", (Haul(leg.dx, leg.dy),))
        if unit.formation == "unlimbered":
            yield MoveOrder("battery", (Limber(unit.facing),))
            yield MoveOrder("battery", (Limber((unit.facing + 180) % 360),))
            if position.muster[id].gun_class == "mountain":
                yield MoveOrder("battery", (Limber(unit.facing, True),))
        return
    if unit.packed:
        yield MoveOrder("battery", (Unlimber(),))
        yield MoveOrder("battery", (ahead_leg(unit.facing, full),))
        return
    for distance in (full, full // 2, full // 4):
        yield MoveOrder("battery", (ahead_leg(unit.facing, distance),))
    for back in (False, True):
        yield MoveOrder("battery", (Unlimber(back),), True)
        yield MoveOrder("battery", (Unlimber(back),))
        yield MoveOrder("battery", (ahead_leg(unit.facing, full // 2), Unlimber(back)), False)
    for to in ("left", "right"):
        yield MoveOrder("battery", (WheelBy(to, 45),))
    for each in toward(position, id, full):
        yield MoveOrder("battery", each.legs)


def legal_orders(position: Position, id: str) -> Iterator[MoveOrder]:
    """The candidates that are legal, each once; the advances that an eager unit owes come first."""
    seen = set()
    owed = advances(position, id) if must_advance(position, id) else ()
    for order in (*owed, *candidates(position, id)):
        if order in seen:
            continue
        seen.add(order)
        try:
            planned(position, id, order)
            check_eager(position, id, order)
        except Refused:
            continue
        yield order


def forced(position: Position, side: str) -> dict[str, MoveOrder]:
    """An order for each unit that must advance."""
    return {
        id: next(iter(legal_orders(position, id)))
        for id in orders_of(position, side)
        if must_advance(position, id)
    }


@brigade.offer("movement")
def offer_movement(position: Position, due: Due) -> Iterator[Command]:
    """Everybody stands but who must advance; then each order of each unit, the others standing."""
    owed = forced(position, due.seat)
    yield GiveOrders(plan=MovePlan(owed))
    for id in orders_of(position, due.seat):
        for order in legal_orders(position, id):
            yield GiveOrders(plan=MovePlan({**owed, id: order}))


@brigade.sample("movement")
def sample_movement(position: Position, due: Due, random: Random) -> Command:
    """Each unit gets a random one of a few candidates that are legal, or, one time in five, stands."""
    orders = forced(position, due.seat)
    for id in orders_of(position, due.seat):
        if id in orders or not random.randrange(5):
            continue
        every = list(dict.fromkeys(candidates(position, id)))
        for order in random.sample(every, min(len(every), 6)):
            try:
                planned(position, id, order)
                check_eager(position, id, order)
            except Refused:
                continue
            orders[id] = order
            break
    return GiveOrders(plan=MovePlan(orders))


@brigade.offer("changes")
@rule("XII.D/1", "XII.D/2")
def offer_changes(position: Position, due: Due) -> Iterator[Command]:
    """Nothing changes; or one unit continues straight ahead, by a quarter of its move, or wheels."""
    yield ChangeOrders(plan=MovePlan())
    for id in changeable(position, due.seat):
        for order in _changes(position, id):
            command = ChangeOrders(plan=MovePlan({id: order}))
            if brigade.allows(position, due, command):
                yield command


def _changes(position: Position, id: str) -> Iterator[MoveOrder]:
    unit, full = position.units[id], field_speed(position, id)
    yield MoveOrder("march", (ahead_leg(unit.facing, full // 4),))
    for to in ("left", "right"):
        yield MoveOrder("march", (WheelBy(to, WHEELS[0]),))


@brigade.sample("changes")
def sample_changes(position: Position, due: Due, random: Random) -> Command:
    """Mostly nothing changes."""
    if random.randrange(4):
        return ChangeOrders(plan=MovePlan())
    return random.choice(list(offer_changes(position, due)))
