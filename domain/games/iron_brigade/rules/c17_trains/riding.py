"""Trains run as movement ends; units board and leave trains as turns end."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.iron_brigade.position.state import NEVER, Position
from ironclad.domain.games.iron_brigade.position.units import Deeds, Unit
from ironclad.domain.games.iron_brigade.position.works import Work
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import near, on_table, strength
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import formed
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import without_men
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import UnitGone
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c13_works.events import WorkDone, WorkEnded
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import length, nearest_along
from ironclad.domain.games.iron_brigade.rules.c17_trains.boarding import aboard, turns_of
from ironclad.domain.games.iron_brigade.rules.c17_trains.events import (
    PassengersLost,
    TrainRan,
    UnitBoarded,
    UnitLanded,
    UnloadingEnded,
)
from ironclad.domain.games.iron_brigade.rules.c17_trains.track import line_of, next_speed, stands_at, way_of
from ironclad.domain.games.iron_brigade.rules.places import overlaps_any
from ironclad.domain.games.iron_brigade.rules.s_scenarios.grounding import ground_faults
from ironclad.domain.kernel.board.plane import box, placed
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import rule

INCH = 100
TURN = 4
BESIDE = 200


# -- running


@rule("XVII.B/1", "XVII.B/2")
def run_trains(play: Play) -> None:
    """Trains run as movement ends, by their orders; they stop before stands on the track."""
    position = play.position
    for id in position.in_order():
        muster = position.muster[id]
        if muster.type != "train" or id in position.arrivals:
            continue
        unit, order = position.units[id], position.revealed.get(id)
        speed = next_speed(unit, order.speed if order is not None and order.action == "run" else None)
        way = way_of(unit, speed)
        if not way and not unit.speed:
            continue
        line = line_of(position.scenery, muster)
        end = min(unit.head + way, length(line))
        speed = speed if end == unit.head + way else 0
        torn = _torn_before(position, id, unit.head, end)
        if torn is None:
            end = _free_until(position, id, unit.head, end)
            play.emit(TrainRan(id, end, speed if end == unit.head + way else 0))
            continue
        key, at = torn
        halts = position.plays("train_halts_before_torn_track")
        play.emit(TrainRan(id, max(at, unit.head), 0, key, not halts))
        if not halts:
            for each in aboard(position, id):
                lose_passengers(play, each, "XVII.B/2")


def _torn_before(position: Position, id: str, head: int, end: int) -> tuple[str, int] | None:
    """The first torn track between two places of a train's head, and where it begins."""
    line = line_of(position.scenery, position.muster[id])
    found = []
    for key, work in position.works.items():
        if work.kind == "torn_track" and work.piece == position.muster[id].track:
            at = min(nearest_along(line, point) for point in work.line)
            if head <= at <= end:
                found.append((at, key))
    return (min(found)[1], min(found)[0]) if found else None


def _free_until(position: Position, id: str, head: int, end: int) -> int:
    """How far a train comes before a stand that is on the track, tried inch by inch."""
    others = [
        (box(polygon), polygon)
        for other in position.units
        if other != id and other not in position.arrivals
        for polygon in position.units[other].body.polygons
    ]
    free = head
    for reach in (*range(head + INCH, end, INCH), end):
        body = Body(
            (0, 0), 0, tuple(each.base for each in stands_at(position.scenery, position.muster[id], reach))
        )
        if any(overlaps_any(polygon, others) for polygon in body.polygons):
            return free
        free = reach
    return end


@rule("XVII.B/2")
def lose_passengers(play: Play, id: str, clause: str) -> None:
    """Half of the men aboard are lost, fractions up, from the last stand on; the rest are disorganized."""
    unit = play.position.units[id]
    lost = -(-unit.men // 2)
    stands = []
    for number in reversed(range(len(unit.stands))):
        taken = min(lost, unit.stands[number].men)
        if taken:
            stands.append((number, taken))
            lost -= taken
    play.emit(PassengersLost(id, clause, tuple(stands)))
    if unit.guns is None and not play.position.units[id].men:
        play.emit(UnitGone(id, "destroyed", clause))


# -- getting on and off


@rule("XVII.A/1", "XVII.A/2", "XVII.A/3", "III.G/11")
def travel(play: Play) -> None:
    """As a turn ends: units get on and off, and the disorder of those who are off ends in its turn."""
    position = play.position
    for id in position.in_order():
        if (
            id not in position.arrivals
            and position.units[id].until == position.turn
            and position.muster[id].has_morale
        ):
            play.emit(UnloadingEnded(id))
    for id in position.in_order():
        order = position.revealed.get(id)
        if order is None or order.action != "load" or order.job is None or id not in position.units:
            continue
        if order.job.kind == "board":
            _board(play, id, order.job.piece)
        else:
            _unload(play, id, order.job.piece)


def _board(play: Play, id: str, train: str) -> None:
    position = play.position
    still = train in position.units and position.units[train].speed == 0 and near(position, id, train, INCH)
    if not still or position.units[id].state != "good" or position.deeds[id].moved:
        return
    done = _spend(play, f"board:{id}", id)
    if done >= turns_of(position, id)[0]:
        concealing.show(play, (id,))
        play.emit(WorkEnded(f"board:{id}"))
        play.emit(UnitBoarded(id, train))


def _unload(play: Play, train: str, id: str) -> None:
    position = play.position
    if position.aboard.get(id) != train or position.units[train].speed:
        return
    done = _spend(play, f"unload:{id}", train)
    turns, disorder = turns_of(position, id)
    if done < turns - disorder:
        return
    for place in beside(position, train, id):
        play.emit(WorkEnded(f"unload:{id}"))
        play.emit(UnitLanded(id, train, place, position.turn + disorder))
        return


def _spend(play: Play, key: str, id: str) -> int:
    known = play.position.works.get(key) or Work(
        key.partition(":")[0], play.position.side_of(id), piece=key.partition(":")[2]
    )
    after = msgspec.structs.replace(known, done=known.done + TURN)
    play.emit(WorkDone(id, key, "XVII.A/1", after))
    return after.done // TURN


def beside(position: Position, carrier: str, id: str) -> Iterator[Unit]:
    """The free places of a unit beside the first car: in column along the track, on its right or its left."""
    unit, car = position.units[id], position.units[carrier]
    taken = [
        (box(polygon), polygon)
        for other in on_everything(position)
        if other != id
        for polygon in position.units[other].body.polygons
    ]
    facing = car.body.facing_of(0)
    for side in (BESIDE, -BESIDE):
        at = placed(car.body.centre_of(0), facing, car.stands[0].depth // 2, side)
        if unit.guns is not None:
            found = unit.placed(Body(at, facing, tuple(each.base for each in unit.stands)), unit.formation)
        else:
            kind = "cavalry" if unit.mounted else "infantry"
            found = unit.placed(Body(at, facing, formed(kind, "column", len(unit.stands))), "column")  # type: ignore[arg-type]
        free = not any(overlaps_any(each, taken) for each in found.body.polygons)
        if free and not any(ground_faults(position, found)):
            yield found


def on_everything(position: Position) -> Iterator[str]:
    """All units of both sides that are on the table."""
    for side in ("union", "confederate"):
        yield from on_table(position, side)


# -- what it changes


@brigade.evolves(TrainRan)
def _train_ran(position: Position, event: TrainRan) -> None:
    unit, muster = position.units[event.unit], position.muster[event.unit]
    stands = stands_at(position.scenery, muster, event.head)
    position.units[event.unit] = msgspec.structs.replace(
        unit, stands=stands, head=event.head, speed=event.speed
    )


@brigade.evolves(PassengersLost)
def _passengers_lost(position: Position, event: PassengersLost) -> None:
    unit = without_men(position.units[event.unit], dict(event.stands))
    position.units[event.unit] = msgspec.structs.replace(unit, state="disorganized")


@brigade.evolves(UnitBoarded)
def _unit_boarded(position: Position, event: UnitBoarded) -> None:
    position.aboard[event.unit] = event.carrier
    position.arrivals[event.unit] = NEVER
    for by_unit in (position.revealed, position.progress, position.stopped, position.triggers):
        by_unit.pop(event.unit, None)


@brigade.evolves(UnitLanded)
def _unit_landed(position: Position, event: UnitLanded) -> None:
    del position.aboard[event.unit]
    del position.arrivals[event.unit]
    position.units[event.unit] = msgspec.structs.replace(event.place, state="disorganized", until=event.until)
    position.deeds[event.unit] = Deeds(men=strength(position, event.unit))


@brigade.evolves(UnloadingEnded)
def _unloading_ended(position: Position, event: UnloadingEnded) -> None:
    unit = position.units[event.unit]
    state = "good" if unit.state == "disorganized" else unit.state
    position.units[event.unit] = msgspec.structs.replace(unit, state=state, until=0)
