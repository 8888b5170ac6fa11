"""Plans: where the legs of an order lead a unit, and what they cost.

A plan is a row of steps, each from one place to the next. Its fraction is that of the corner that uses most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Crawl,
    FormUp,
    Go,
    Haul,
    LegOrder,
    Limber,
    MoveOrder,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.scenery import LINES, Scenery, barriers_of, grounds_of
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import battery, formed
from ironclad.domain.games.iron_brigade.rules.c03_movement.costs import leg_fractions, most_used
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import OFFICER, Arm, Formation, Pace
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import FAIR, Going
from ironclad.domain.games.iron_brigade.rules.places import blocked, off_table
from ironclad.domain.kernel.board.plane import ceil_root, inside, meets, placed, segments_meet, sides, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.legs import Form, Leg, Move, Turn, Wheel, after, swept, ways
from ironclad.domain.kernel.board.plane.measures import minus
from ironclad.domain.kernel.engine.citations import Refused, require, rule

INCH = 100
MOST_LEGS = 16
PARTS = 16
ZERO, HALF, WHOLE = Fraction(0), Fraction(1, 2), Fraction(1)
ARMS: dict[str, Arm] = {
    "light": "light_artillery",
    "field": "field_artillery",
    "mountain": "field_artillery",
    "heavy": "heavy_artillery",
    "siege": "siege_artillery",
}
LOOKS: dict[str, Formation] = {
    "close": "line",
    "open": "line",
    "skirmish": "skirmish",
    "scattered": "skirmish",
}


@dataclass(frozen=True)
class Step:
    """A part of a plan: from a place by a leg of the plane to another; None where it is done at once."""

    before: Body
    leg: Leg | None
    then: Body
    formation: str
    spent: Fraction


@dataclass(frozen=True)
class Plan:
    """Where a unit goes: `used` is the fraction of its turn, `length` what its farthest corner covers."""

    steps: tuple[Step, ...]
    used: Fraction
    length: int
    wet: bool = False

    @property
    def end(self) -> Body:
        """Where it would end."""
        return self.steps[-1].then

    @rule("G/34", "G/57")
    def at(self, part: int) -> tuple[Body, str]:
        """The place and formation after so many of the 16 parts of the turn."""
        return self.at_share(Fraction(part, PARTS))

    def at_share(self, share: Fraction) -> tuple[Body, str]:
        """The place when that share of the order's time is over. Legs share it by what they cost."""
        total = sum((step.spent for step in self.steps), ZERO)
        gone = share * total
        formation = self.steps[0].formation
        for step in self.steps:
            if gone < step.spent or (share < 1 and total == 0):
                part = gone / step.spent if step.spent else ZERO
                return (after(step.before, step.leg, part) if step.leg else step.before), formation
            gone -= step.spent
            formation = step.formation
        return self.end, self.steps[-1].formation


@rule("III.F/10", "III.F/14", "II.A/9", "XXII.A/1")
def pace_of(muster: Muster, unit: Unit, formation: str | None = None) -> Pace:
    """How a unit goes in its formation, or in another one; a scattered one as skirmishers."""
    look = formation or unit.formation
    if muster.is_battery:
        arm: Arm = "horse_artillery" if muster.horse_artillery else ARMS[muster.gun_class]
        return Pace("mule_artillery" if unit.packed else arm, "column")
    if muster.type in ("wagon", "balloon"):
        return Pace("heavy_artillery", "column")
    if not muster.is_regiment:
        return OFFICER
    return Pace("cavalry" if unit.mounted else "infantry", LOOKS.get(look, "column"))


@rule("III/2", "III.D/1", "III.J/1", "G/30", "G/32", "G/33", "G/56")
def plan(scenery: Scenery, muster: Muster, unit: Unit, order: MoveOrder, going: Going = FAIR) -> Plan:
    """The plan of an order. Refuses legs that do not fit the unit, that lead over ground where it may not go,
    and more than its whole move.
    """
    require(len(order.legs) <= MOST_LEGS, "III/2", f"a movement has at most {MOST_LEGS} legs")
    steps, formation, body = [], unit.formation, unit.body
    for leg in order.legs:
        step = _step(muster, unit, body, formation, leg)
        steps.append(step)
        body, formation = step.then, step.formation
        _require_room(scenery, step)
    if not steps:
        return Plan((Step(body, None, body, formation, ZERO),), ZERO, 0)
    fence = any(_crosses_fence(scenery, step) for step in steps)
    costs = [
        _slowed(_costs(scenery, muster, unit, step, leg, fence), leg, going)
        for step, leg in zip(steps, order.legs, strict=True)
    ]
    spent = tuple(
        replace(step, spent=max(cost, default=ZERO)) for step, cost in zip(steps, costs, strict=True)
    )
    used = most_used([cost for cost in costs if cost])
    require(used <= WHOLE, "III/2", f"that is {used} of its move; a turn has 1")
    return Plan(spent, used, _length(steps), any(touches_river(scenery, each) for each in _bodies(steps)))


@rule("II.A/10", "III.F/15", "III.I/1", "G/56")
def _step(muster: Muster, unit: Unit, body: Body, formation: str, leg: LegOrder) -> Step:
    """One leg as a step, without its cost."""
    limbered = formation == "limbered"
    if muster.is_battery and not isinstance(leg, Limber | Haul | TurnBy):
        require(limbered, "III.H/3", "only a limbered battery marches and unlimbers")
    if unit.posture != "up" and not isinstance(leg, Crawl):
        raise Refused("III.G/6", "men who lie down or keep their heads down only crawl")
    match leg:
        case Go(dx, dy):
            require((dx, dy) != (0, 0), "G/56", "a leg leads somewhere")
            return _plain(body, Move(dx, dy), formation)
        case WheelBy(to, degrees):
            require(1 <= degrees <= 90, "G/30", "a wheel is of 1 to 90 degrees")
            require(formation != "scattered", "G/56", "scattered stands have no front to wheel")
            return _plain(body, Wheel(to, degrees), formation)
        case TurnBy(degrees):
            require(1 <= degrees <= 359, "G/56", "a turn is of 1 to 359 degrees")
            require(not limbered, "III.H/3", "only unlimbered guns change their facing in place")
            return _plain(body, Turn(degrees, 0 if muster.is_battery else None), formation)
        case AboutFace():
            require(not muster.is_battery, "G/56", "a battery turns about its gun")
            return _plain(body, Turn(180), formation)
        case FormUp(name, at, facing):
            require(muster.is_regiment, "II.A/10", "only regiments change their formation")
            kind = "cavalry" if unit.mounted else "infantry"
            then = Form(at, facing % 360, formed(kind, name, len(body.bases)))  # type: ignore[arg-type]
            return _plain(body, then, name)
        case Crawl(dx, dy):
            require(unit.posture != "up" and not unit.mounted, "VI.K/2", "only men on foot who lie low crawl")
            require(0 < dx * dx + dy * dy <= INCH * INCH, "VI.K/2", "men crawl an inch a turn")
            return _plain(body, Move(dx, dy), formation)
        case Haul(dx, dy):
            require(muster.is_battery and not limbered, "III.H/3", "only unlimbered guns move by hand")
            require(0 < dx * dx + dy * dy <= INCH * INCH, "III.H/2", "a gun moves an inch by hand")
            return _plain(body, Move(dx, dy), formation)
        case Limber(facing):
            require(muster.is_battery and not limbered, "III.H/3", "only an unlimbered battery limbers")
            return _at_once(body, limbered_at(body, facing % 360), "limbered")
        case Unlimber(back):
            return _at_once(body, unlimbered_at(body, back), "unlimbered")


@rule("III.H/7")
def limbered_at(body: Body, facing: int) -> Body:
    """A battery that limbers: the gun keeps its place, and the limber leads before it."""
    bases = battery("limbered")
    return Body(placed(body.centre_of(0), facing, -bases[1].ahead, 0), facing, bases)


@rule("III.H/7")
def unlimbered_at(body: Body, back: bool) -> Body:
    """A battery that unlimbers: the gun keeps its place and faces along the march or straight back."""
    bases = battery("unlimbered")
    facing = (body.facing + (180 if back else 0)) % 360
    return Body(placed(body.centre_of(1), facing, -bases[0].ahead, 0), facing, bases)


def _plain(body: Body, leg: Leg, formation: str) -> Step:
    return Step(body, leg, after(body, leg), formation, ZERO)


def _at_once(body: Body, then: Body, formation: str) -> Step:
    return Step(body, None, then, formation, ZERO)


def _require_room(scenery: Scenery, step: Step) -> None:
    """Refuse a step that leads off the table or onto ground where no stand may be."""
    require(
        not any(off_table(scenery, each) for each in step.then.polygons),
        "III.A/7",
        "that leads off the table",
    )
    shapes = step.then.polygons
    if isinstance(step.leg, Move):
        shapes = swept(step.before, step.then)
    elif isinstance(step.leg, Wheel) and barriers_of(scenery):
        degrees = step.leg.degrees
        places = (after(step.before, step.leg, Fraction(each, degrees)) for each in range(1, degrees + 1))
        shapes = tuple(polygon for place in places for polygon in place.polygons)
    require(
        not any(blocked(scenery, each) for each in shapes),
        "III.D/1",
        "that leads over ground where no stand may be",
    )


@rule("III.A/3")
def _crosses_fence(scenery: Scenery, step: Step) -> bool:
    """Whether a stand's way in a step crosses a fence or a wall."""
    lines = [piece.line for piece in scenery.terrain if piece.kind in LINES[:2]]
    if not lines or step.leg is None:
        return False
    hulls = [each for each in swept(step.before, step.then) if len(each) > 2]
    return any(_cuts(each, line) for each in hulls for line in lines)


def _cuts(shape: tuple[tuple[int, int], ...], line: Sequence[tuple[int, int]]) -> bool:
    pairs = list(pairwise(line))
    return any(segments_meet(a, b, c, d) for a, b in pairs for c, d in sides(shape)) or inside(shape, line[0])


@rule("VI.J/1", "VI.K/2", "VII.I/5", "III.H/6")
def _costs(
    scenery: Scenery, muster: Muster, unit: Unit, step: Step, leg: LegOrder, fence: bool
) -> tuple[Fraction, ...]:
    """What each corner uses in a step; a battery that has lost horses is slower by their share."""
    if step.leg is None:
        return ()
    if isinstance(leg, Crawl | Haul):
        return (Fraction(ceil_root(leg.dx * leg.dx + leg.dy * leg.dy), INCH),)
    if muster.is_battery and isinstance(leg, TurnBy):
        return ()
    pace = replace(pace_of(muster, unit), crosses_fence=fence)
    into = None
    if isinstance(leg, FormUp):
        into = pace_of(muster, unit, leg.formation)
        if unit.state in ("broken", "routed"):
            pace = into = pace_of(muster, unit, "column")
    grounds = grounds_of(scenery)
    found = leg_fractions(step.before, step.leg, pace, grounds, into)
    if not muster.is_battery:
        return found
    horses = unit.guns.horses if unit.guns else 0
    require(horses, "VI.J/1", "a battery without horses moves only by hand")
    return tuple(each * muster.horses / horses for each in found)


@rule("XX.C/1", "XXIII.C/2")
def _slowed(costs: tuple[Fraction, ...], leg: LegOrder, going: Going) -> tuple[Fraction, ...]:
    """Costs in bad weather and at night; an inch by hand or on the belly stays an inch."""
    if isinstance(leg, Crawl | Haul):
        return costs
    times = going.slow * (going.turning if isinstance(leg, WheelBy | TurnBy | AboutFace) else 1)
    return tuple(times * each for each in costs)


def _length(steps: Sequence[Step]) -> int:
    """What the farthest corner covers in all steps; a number of stands never changes within a movement."""
    rows = [
        [ceil_root(square(minus(end, start))) for start, end in ways(step.before, step.then)]
        for step in steps
        if step.leg is not None
    ]
    return max((sum(corner) for corner in zip(*rows, strict=True)), default=0)


def _bodies(steps: Sequence[Step]) -> Iterator[Body]:
    yield steps[0].before
    for step in steps:
        yield step.then


@rule("III.E/2")
def touches_river(scenery: Scenery, body: Body) -> bool:
    """Whether a stand touches a river; one whose centre is on a bridge does not."""
    rivers = [piece.polygon for piece in scenery.terrain if piece.kind == "river"]
    if not rivers:
        return False
    bridges = [piece.polygon for piece in scenery.terrain if piece.kind == "bridge"]
    for centre, polygon in zip(body.centres, body.polygons, strict=True):
        if any(meets(polygon, each) for each in rivers) and not any(inside(each, centre) for each in bridges):
            return True
    return False
