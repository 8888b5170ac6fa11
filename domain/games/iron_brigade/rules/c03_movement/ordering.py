"""Movement orders: which ones a unit may be given (III.G, III.H, III/4), and what each leads to."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Crawl,
    FormUp,
    Go,
    Haul,
    Limber,
    MoveOrder,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.scenery import LINES
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.rules.between import nearest_in_sight
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import HALF, Plan, Step, pace_of, plan
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import speed
from ironclad.domain.games.iron_brigade.rules.c10_mounted.horses import check_mounting
from ironclad.domain.games.iron_brigade.rules.c12_orders.standing import check_fits
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import check_job
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import check_resupply
from ironclad.domain.games.iron_brigade.rules.c15_obstacles.obstacles import (
    crossed,
    needs_a_turn_before,
    toll,
)
from ironclad.domain.games.iron_brigade.rules.c16_balloons.flying import check_balloon, check_stays
from ironclad.domain.games.iron_brigade.rules.c17_trains.boarding import check_boarding
from ironclad.domain.games.iron_brigade.rules.c17_trains.track import check_run
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import going
from ironclad.domain.games.iron_brigade.rules.c26_ships.courses import check_sail
from ironclad.domain.kernel.board.plane import is_within, minus, placed, square, square_between
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import Refused, require, rule

INCH = 100
ADVANCE = 300
"""How far a unit of very high morale must advance (VII.E/5)."""
ALLOWANCE = {"heavy": 2, "siege": 2}
LEGS: dict[str, tuple[type, ...]] = {
    "march": (Go, WheelBy, TurnBy, AboutFace, Crawl),
    "face": (WheelBy, TurnBy, AboutFace),
    "form": (FormUp,),
    "lie_down": (),
    "stand_up": (),
    "heads_down": (Crawl,),
    "mount": (),
    "dismount": (),
    "resupply": (),
    "work": (),
    "cross": (Go,),
    "load": (),
    "run": (),
    "raise": (),
    "sail": (),
    "lower": (),
    "battery": (Go, WheelBy, TurnBy, Haul, Limber, Unlimber),
}
HARD = ("hard", "trench")
ANYBODY = ("resupply", "work", "cross", "load")
"""Actions that regiments and batteries have alike."""


@rule("III.G/1", "III.G/2", "III.G/4", "III.G/5", "III.G/6", "VI.K/1", "VI.K/2")
def check_action(position: Position, id: str, unit: Unit, order: MoveOrder) -> None:
    """Refuse legs that are not those of the one action, and an action that is not the unit's."""
    muster = position.muster[id]
    if order.action == "resupply":
        check_resupply(position, id)
    if order.action == "work":
        check_job(position, id, unit, order.job)
    elif order.action == "load":
        check_boarding(position, id, unit, order.job)
    else:
        require(order.job is None, "III.G/9", "only a unit that works names a work")
    if order.action == "run":
        check_run(position, id, unit, order.speed)
    elif order.action == "sail":
        check_sail(position, id, unit, order.speed, order.degrees)
    else:
        require(order.speed is None, "III.G/1", "only trains and vessels are given a speed")
    if order.action in ("raise", "lower"):
        check_balloon(position, id, unit, order.action)
    require(unit.vessel is None or order.action == "sail", "XXVI.A/1", "a vessel sails")
    check_stays(unit, bool(order.legs))
    require(
        muster.type != "train" or order.action in ("run", "load"), "XVII.B/1", "a train runs on its track"
    )
    require(
        muster.is_battery == (order.action == "battery") or order.action in ANYBODY,
        "III.G/1",
        "batteries have actions of their own, and nobody else has them",
    )
    for leg in order.legs:
        require(
            isinstance(leg, LEGS[order.action]),
            "III.G/1",
            f"that leg is no part of the action {order.action}",
        )
    if order.action in ("march", "face", "form", "cross"):
        require(order.legs, "III.G/2", f"{order.action} has at least one leg")
    if order.action == "form":
        require(muster.is_regiment and len(order.legs) == 1, "III.G/5", "a regiment forms once a turn")
    if order.action in ("lie_down", "stand_up", "heads_down"):
        require(muster.is_regiment and not unit.mounted, "III.G/6", "only men on foot change their posture")
    if order.action == "lie_down":
        require(unit.posture != "prone", "III.G/6", "its men lie down already")
    if order.action == "stand_up":
        require(unit.posture == "prone", "III.G/6", "its men do not lie down")
    if order.action in ("mount", "dismount"):
        check_mounting(position, id, unit, order.action)
    if order.action == "heads_down":
        require(behind_hard_cover(position, unit), "VI.K/1", "it is not behind hard cover")


def behind_hard_cover(position: Position, unit: Unit) -> bool:
    """Whether every stand lies within an inch of a hard work or wall, or in a stone building."""
    lines = [each.line for each in position.scenery.terrain if each.kind in LINES and each.cover in HARD]
    houses = [each.polygon for each in position.scenery.terrain if each.cover in HARD and each.polygon]
    shapes = [line for line in lines if line] + houses
    if not shapes:
        return False
    pieces = [pair for line in lines for pair in pairwise(line)]
    return all(
        any(is_within(stand, piece, INCH) for piece in (*pieces, *houses)) for stand in unit.body.polygons
    )


@rule("III.H/1", "III.H/3", "III.H/4", "III.H/5", "III.H/8", "VI.C/1", "XXII.A/1", "XXII.A/2")
def battery_actions(position: Position, id: str, unit: Unit, order: MoveOrder, used: Fraction) -> int:
    """How many of its actions a battery does in the movement step. Refuses too many, and a wrong order."""
    guns = unit.guns
    assert guns is not None, "a battery has guns"
    require(guns.men > 0 and guns.sections > 0, "III.H/8", "no section has a man to serve it")
    kinds = [type(leg) for leg in order.legs]
    for kind in (Limber, Unlimber, TurnBy, Haul):
        require(kinds.count(kind) <= 1, "III.H/3", "each action is done once a turn")
    require(not (TurnBy in kinds and Haul in kinds), "III.H/3", "a gun turns or moves by hand, not both")
    marches = any(kind in (Go, WheelBy) for kind in kinds)
    count = sum(kind in (Limber, Unlimber, TurnBy, Haul) for kind in kinds)
    if marches:
        count += 1 if used <= HALF else 2
    for leg in order.legs:
        mules = isinstance(leg, Limber) and leg.packed
        if mules:
            require(position.muster[id].gun_class == "mountain", "XXII.A/1", "only mountain guns go on mules")
        if mules or (isinstance(leg, Unlimber) and unit.packed):
            require(count == 1 and not order.load, "XXII.A/2", "to pack or unpack mules takes all actions")
            count = allowance(position, id)
    if order.load:
        limbered = unit.formation == "limbered"
        ends_limbered = (limbered and Unlimber not in kinds) or Limber in kinds
        require(not ends_limbered, "III.H/3", "only unlimbered guns load")
        require(not guns.loaded or limbered, "III.H/5", "its guns are loaded")
        count += 1
    most = allowance(position, id)
    require(count <= most, "III.H/1", f"that is {count} actions; this battery has {most}")
    return count


@rule("III.H/1")
def allowance(position: Position, id: str) -> int:
    """The actions that a battery has a turn."""
    muster = position.muster[id]
    return 4 if muster.horse_artillery else ALLOWANCE.get(muster.gun_class, 3)


@rule("III/4", "VII.E/2", "VII.E/3", "VII.E/4")
def check_no_advance(position: Position, id: str, unit: Unit, end: Body) -> None:
    """Refuse an advance of a disorganized unit, or of one that a check has halted.

    No stand may end nearer to the nearest enemy in sight.
    """
    halted = unit.marks.no_advance == position.turn
    free = unit.state == "disorganized" and position.plays("disorganized_may_advance")
    if (unit.state == "good" or free) and not halted:
        return
    foe = nearest_in_sight(position, id)
    if foe is None:
        return
    there = position.units[foe].body.polygons
    for before, after in zip(unit.body.polygons, end.polygons, strict=True):
        here = min(square_between(before, each) for each in there)
        then = min(square_between(after, each) for each in there)
        clause = "VII.E/4" if halted and unit.state == "good" else "III/4"
        require(then >= here, clause, "it may not advance: no stand may end nearer to the enemy")


@rule("III.G/12", "VII.H/2", "VIII.G/2", "VIII.D/1")
def check_free(position: Position, id: str) -> None:
    """Refuse an order to a unit that may have none: not on the table, in melee, running, or falling back."""
    require(id in position.units and id not in position.arrivals, "III.G/1", f"{id} is not on the table")
    unit = position.units[id]
    require(not is_engaged(position, id), "III.G/12", f"{id} is in melee")
    unloads = position.muster[id].has_morale and unit.until >= position.turn
    require(not unloads, "XVII.A/1", f"{id} is still unloading")
    require(unit.marks.fell_back_turn != position.turn, "VIII.D/1", f"{id} spent its move on falling back")
    rally = position.deeds[id].rally
    require(rally != "flee", "VII.H/2", f"{id} runs: no order reaches it")
    require(rally != "stay", "VII.I/1", f"{id} stays where it is to rally")


def is_engaged(position: Position, id: str) -> bool:
    """Whether a unit is in melee."""
    return any(id in (each.charger, each.target) for each in position.contacts)


def planned(position: Position, id: str, order: MoveOrder, unit: Unit | None = None) -> Plan:
    """The plan of a legal order. Raises Refused under the clause that forbids it.

    `unit` is where the order finds it; where it is now, if it is left out.
    """
    check_free(position, id)
    unit = unit or position.units[id]
    check_action(position, id, unit, order)
    if position.deeds[id].rally == "gather":
        require(order.action in ("form", "march"), "VII.I/5", "it first brings its stands together")
    found = foreseen(position, id, order, unit)
    check_obstacles(position, unit, order, found)
    if order.action == "battery":
        battery_actions(position, id, unit, order, found.used)
    if found.steps[-1].then != unit.body:
        check_no_advance(position, id, unit, found.end)
        if any(isinstance(leg, Go) for leg in order.legs):
            check_fits(position, id, unit, found.end)
    return found


@rule("XV.A/1", "XV.B/1", "XXVIII/6")
def check_obstacles(position: Position, unit: Unit, order: MoveOrder, found: Plan) -> None:
    """Only the action cross leads through wire and chevaux de frise, and it leads through nothing else."""
    steps = found.steps if order.action != "cross" else ()
    for step in steps:
        met = crossed(position.scenery, step.before, step.then) if step.leg is not None else None
        require(met is None, "XV.A/1", f"that leads through {met.id if met else ''}: the action is to cross")
    if order.action == "cross":
        require(len(order.legs) == 1, "XV.A/1", "a unit crosses straight ahead")
        require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")


@rule("XV.A/1", "XV.B/1")
def crossing(position: Position, muster: Muster, unit: Unit, order: MoveOrder) -> Plan:
    """The plan of a unit that crosses an obstacle: in wire that it does not know it first stays a turn."""
    ahead = plan(position.scenery, muster, unit, order, going(position))
    met = crossed(position.scenery, ahead.steps[0].before, ahead.end)
    require(met is not None, "XV.A/1", "there is no obstacle on that way")
    assert met is not None, "asked just before"
    if needs_a_turn_before(unit, met):
        stay = Step(unit.body, None, unit.body, unit.formation, Fraction(0))
        return Plan((stay,), Fraction(1), 0)
    cost = toll(unit, met)
    used = cost + ahead.used if cost < 1 else cost
    require(used <= 1, "XV.B/1", f"that is {used} of its move; a turn has 1")
    return replace(ahead, used=used)


def foreseen(position: Position, id: str, order: MoveOrder, unit: Unit) -> Plan:
    """The plan of an order by its legs alone; refuses what they cannot do."""
    if order.action == "heads_down":
        unit = msgspec.structs.replace(unit, posture="heads_down")
    muster = position.muster[id]
    if order.action == "cross":
        return crossing(position, muster, unit, order)
    return plan(position.scenery, muster, unit, order, going(position))


@rule("VII.E/5")
def must_advance(position: Position, id: str) -> bool:
    """Whether a unit must advance 3 inches this turn: it has very high morale, an enemy in sight, no hard
    cover, and its way straight ahead is legal.
    """
    unit = position.units[id]
    if unit.marks.eager != position.turn or unit.state != "good" or behind_hard_cover(position, unit):
        return False
    foe = nearest_in_sight(position, id)
    if foe is None:
        return False
    return any(
        _closer(unit.body, end, position.units[foe].body) >= ADVANCE
        for order in advances(position, id)
        if (end := _end_of(position, id, order)) is not None
    )


def advances(position: Position, id: str) -> Iterable[MoveOrder]:
    """The whole move straight ahead, half of it, and a little over 3 inches."""
    unit = position.units[id]
    full = speed(pace_of(position.muster[id], unit), "field") // going(position).slow
    for distance in (full, full // 2, ADVANCE + ADVANCE // 20):
        yield straight_ahead(unit, distance)


def _end_of(position: Position, id: str, order: MoveOrder) -> Body | None:
    """Where an order would lead, or None where it is not legal."""
    try:
        return planned(position, id, order).end
    except Refused:
        return None


def _closer(before: Body, after: Body, foe: Body) -> int:
    """By how much a centre comes nearer to another, in whole hundredths, rounded down."""
    return isqrt(square(minus(before.centre, foe.centre))) - isqrt(square(minus(after.centre, foe.centre)))


@rule("VII.E/5")
def check_eager(position: Position, id: str, order: MoveOrder | None) -> None:
    """Refuse any order but an advance to a unit that must advance."""
    if not must_advance(position, id):
        return
    foe = nearest_in_sight(position, id)
    assert foe is not None, "a unit that must advance sees an enemy"
    end = position.units[id].body if order is None else planned(position, id, order).end
    advanced = _closer(position.units[id].body, end, position.units[foe].body)
    require(advanced >= ADVANCE, "VII.E/5", f"{id} must advance 3 inches toward the nearest enemy")


def straight_ahead(unit: Unit, distance: int) -> MoveOrder:
    """A march straight ahead, its vector rounded toward the start."""
    return MoveOrder("march", (ahead_leg(unit.facing, distance),))


def ahead_leg(facing: int, distance: int) -> Go:
    """A leg straight ahead, at most so long."""
    x, y = placed((0, 0), facing, distance, 0)
    while x * x + y * y > distance * distance:
        x, y = x - (x > 0) + (x < 0), y - (y > 0) + (y < 0)
    return Go(x, y)


def orders_of(position: Position, side: str) -> Iterable[str]:
    """The units that a seat may give movement orders to."""
    for id in position.of_side(side):
        try:
            check_free(position, id)
        except Refused:
            continue
        yield id
