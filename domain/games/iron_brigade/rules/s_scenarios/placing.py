"""Sealed set-ups: both seats place their units before turn 1, and both placings are revealed together."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import Placing, Spot
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position, SetUp
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade, check_size, goes_on, step
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import battery, formed
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import TO_ROLL, roll_weather
from ironclad.domain.games.iron_brigade.rules.places import SLACK
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import (
    PlaceUnits,
    PlacingSealed,
    UnitsPlaced,
)
from ironclad.domain.games.iron_brigade.rules.s_scenarios.grounding import ground_faults
from ironclad.domain.kernel.board.plane import inside
from ironclad.domain.kernel.board.plane.bodies import Body, bodies_overlap
from ironclad.domain.kernel.board.plane.cover import lies_in
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Secret
from ironclad.domain.kernel.turn import asking

LARGEST = 100_000
REGIMENTS = ("close", "open", "skirmish", "column", "flank_right", "flank_left")
BATTERIES = ("limbered", "unlimbered")
STEP = 400
"""How far a random set-up moves a unit from its default place, at most, in each direction."""


@step("setup")
@rule("S/26")
def ask_set_up(play: Play) -> None:
    """Every side with a sealed set-up is asked."""
    asking.ask_all(play, [side for side in SIDES if side in play.position.setups], "setup", "S/26")


@brigade.check(PlaceUnits, "setup")
@rule("S/26", "S/29")
def check_placing(position: Position, due: Due, command: PlaceUnits) -> None:
    """A set-up is refused with every fault named."""
    check_size(command.plan, "S/29")
    faults = list(placing_faults(position, due.seat, command.plan))
    require(not faults, "S/29", "; ".join(faults))


@brigade.carry_out(PlaceUnits)
def carry_out_placing(play: Play, due: Due, command: PlaceUnits) -> None:
    asking.close(play, due)
    play.emit(PlacingSealed(due.seat, Secret((due.seat,), command.plan)))


@brigade.evolves(PlacingSealed)
def _placing_sealed(position: Position, event: PlacingSealed) -> None:
    position.placings[event.seat] = event.plan.known(None)


@goes_on("setup")
@rule("S/18", "S/26")
def reveal_set_up(play: Play) -> bool:
    """Both placings are revealed, and then the weather is rolled."""
    position = play.position
    if not position.placings:
        return False
    spots: dict[str, Spot] = {}
    for _, plan in sorted(position.placings.items()):
        if plan is None:
            raise NotKnown("a set-up that is sealed")
        spots |= plan.units
    play.emit(UnitsPlaced(spots))
    if position.weather == TO_ROLL:
        roll_weather(play)
    return True


@brigade.evolves(UnitsPlaced)
def _units_placed(position: Position, event: UnitsPlaced) -> None:
    position.placings.clear()
    for id, spot in event.units.items():
        position.units[id] = set_at(position.muster[id], position.units[id], spot)


# -- what is wrong with a set-up


def placing_faults(position: Position, side: str, plan: Placing) -> Iterator[str]:
    """All that is wrong with a side's set-up; units that it does not name keep their default places."""
    own = {id: unit for id, unit in position.units.items() if position.side_of(id) == side}
    known, wrong = {}, []
    for id, spot in plan.units.items():
        fault = _spot_fault(position, own, id, spot)
        if fault:
            wrong.append(f"{id}: {fault}")
        else:
            known[id] = set_at(position.muster[id], own[id], spot)
    yield from wrong
    after = {id: unit for id, unit in {**own, **known}.items() if id not in position.arrivals}
    for id, unit in after.items():
        yield from (f"{id}: {fault}" for fault in _unit_faults(position, id, unit))
    for (one, first), (other, second) in combinations(after.items(), 2):
        if bodies_overlap(first.body, second.body, SLACK):
            yield f"{one} and {other}: their stands overlap"
    yield from _unmet(position, position.setups[side], after)


def _spot_fault(position: Position, own: Mapping[str, Unit], id: str, spot: Spot) -> str:
    if id not in own or id in position.arrivals:
        return "it is no unit of yours to set up"
    muster = position.muster[id]
    allowed = REGIMENTS if muster.is_regiment else BATTERIES if muster.is_battery else (own[id].formation,)
    if spot.formation not in allowed:
        return f"its formation is one of {', '.join(allowed)}"
    if not 0 <= spot.facing < 360 or max(map(abs, spot.at)) > LARGEST:
        return "its place is on the table and its facing 0 to 359"
    return ""


def _unit_faults(position: Position, id: str, unit: Unit) -> Iterator[str]:
    muster = position.muster[id]
    setup, zone = position.setups[muster.side], position.sides[muster.side].zone
    yield from ground_faults(position, unit)
    if not all(lies_in(each, zone) for each in unit.body.polygons):
        yield "a stand is outside its side's zone"
    (west, south), (east, north) = setup.centres
    x, y = unit.body.centre
    if not (west <= x <= east and south <= y <= north):
        yield f"its centre lies between x {west} and {east}, y {south} and {north}"
    if setup.formations and muster.has_morale and unit.formation not in setup.formations:
        yield f"it sets up in one of {', '.join(setup.formations)}"


def _unmet(position: Position, setup: SetUp, units: Mapping[str, Unit]) -> Iterator[str]:
    """Units that have to be inside a piece of terrain, by their centres, and are not."""
    for must in setup.musts:
        (area,) = (each.polygon for each in position.scenery.terrain if each.id == must.inside)
        there = {id for id, unit in units.items() if inside(area, unit.body.centre)}
        yield from (f"{id}: it sets up on {must.inside}" for id in must.units if id not in there)
        others = [id for id in there - set(must.units) if position.muster[id].is_regiment]
        if len(others) < must.further:
            yield f"{must.further} further regiment sets up on {must.inside}"


@rule("S/26", "S/27")
def set_at(muster: Muster, unit: Unit, spot: Spot) -> Unit:
    """A unit in the place of a set-up. An order to hold is to hold there; limbered guns are not loaded."""
    if muster.is_regiment:
        kind = "cavalry" if unit.mounted else "infantry"
        bases = formed(kind, spot.formation, len(unit.stands))  # type: ignore[arg-type]
    elif muster.is_battery:
        bases = battery(spot.formation)  # type: ignore[arg-type]
    else:
        bases = unit.body.bases
    placed = unit.placed(Body(spot.at, spot.facing, bases), spot.formation)
    if placed.guns is not None and spot.formation == "limbered":
        placed = msgspec.structs.replace(placed, guns=msgspec.structs.replace(placed.guns, loaded=False))
    if placed.order is not None and placed.order.kind == "HOLD":
        placed = msgspec.structs.replace(
            placed, order=msgspec.structs.replace(placed.order, goal=placed.body.centre)
        )
    return placed


# -- offers


@brigade.offer("setup")
@rule("S/26")
def offer_set_up(position: Position, due: Due) -> Iterator[Command]:
    """The default places; then one unit in another formation, or an inch aside."""
    yield PlaceUnits(plan=Placing())
    for id, spot in _variants(position, due.seat):
        command = PlaceUnits(plan=Placing({id: spot}))
        if brigade.allows(position, due, command):
            yield command


def _variants(position: Position, side: str) -> Iterator[tuple[str, Spot]]:
    for id in position.of_side(side):
        if id in position.arrivals:
            continue
        unit, muster = position.units[id], position.muster[id]
        kinds = REGIMENTS[:4] if muster.is_regiment else BATTERIES if muster.is_battery else ()
        yield from ((id, Spot(unit.at, unit.facing, each)) for each in kinds if each != unit.formation)
        for dx, dy in ((0, 100), (0, -100), (100, 0), (-100, 0)):
            yield id, Spot((unit.at[0] + dx, unit.at[1] + dy), unit.facing, unit.formation)


@brigade.sample("setup")
def sample_set_up(position: Position, due: Due, random: Random) -> Command:
    """Each unit up to 4 inches from its default place, as far as that is legal."""
    plan = Placing()
    for id in position.of_side(due.seat):
        if id in position.arrivals:
            continue
        unit = position.units[id]
        at = tuple(each + random.randint(-STEP, STEP) for each in unit.at)
        tried = Placing({**plan.units, id: Spot((at[0], at[1]), unit.facing, unit.formation)})
        if not any(placing_faults(position, due.seat, tried)):
            plan = tried
    return PlaceUnits(plan=plan)
