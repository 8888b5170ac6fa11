"""Forts in two stages (R.8/7, R.8/8), bases (R.8/5), departments that move (R.8/4)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.charts import piece_list
from ironclad.domain.games.war_between_the_states.board.features import UNION
from ironclad.domain.games.war_between_the_states.board.map import hex_of, hexside_of, load_map
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.problems import faces
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    owner,
    stack,
    stacks,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    pay,
    require_paid,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.commands import (
    BuildWork,
    MoveDepartment,
    PlaceBase,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.events import (
    BasePlaced,
    DepartmentMoved,
    StagePaid,
    StagesLost,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    departments_of,
    working,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

DEPARTMENTS_MOVE = Cycle(62, 1)
LEAST_FOR_BASE = 5


def _is_city(hex: str) -> bool:
    return any(place.size == "city" for place in load_map().places_at.get(hex, ()))


def _is_held(position: Position, side: str, hex: str) -> bool:
    return any(position.units[id].fights for id in stack(position, hex, side).units)


def _facing(command: BuildWork) -> str:
    return hexside_of(command.facing) if "-" in command.facing else command.facing


def _stage(position: Position, side: str, command: BuildWork) -> tuple[str, str]:
    """What the next stage leaves in a hex: its grade, "" while unfinished, and its facing."""
    hex = hex_of(command.hex)
    if position.construction.stages.get(hex) != side:
        return "", ""
    work = position.works.get(hex)
    return ("fort", _facing(command)) if work is None else ("fortress", work.facing)


@wbts.check(BuildWork, "production")
@rule("R.8/7", "R.8/8", "11.21/1", "3.26/1")
def _check_build(position: Position, due: Due, command: BuildWork) -> None:
    side, hex = due.seat, hex_of(command.hex)
    require(hex in position.part.hexes, "R.8/7", f"{hex} is not in this game's part of the map")
    require(_is_held(position, side, hex), "R.8/7", f"the {side} has no combat unit in {hex}")
    require(owner(position, hex) == side, "R.8/7", f"{hex} is not the {side}'s")
    require(not besieged(position, hex, side), "R.8/8", f"{hex} is besieged")
    worked = hex in position.construction.worked
    require(not worked, "R.8/7", f"a stage was paid in {hex} in this strategic turn")
    work = position.works.get(hex)
    grade = "fort" if work is None else "fortress"
    if work is not None:
        require(work.side == side, "R.8/7", f"the {work.grade} in {hex} is the enemy's")
        require(work.grade == "fort", "R.8/7", f"{hex} has a fortress")
        require(_is_city(hex), "R.8/7", f"{hex} is no city: its fort becomes no fortress")
    require(
        not command.facing or _stage(position, side, command)[0] == "fort",
        "R.8/7",
        "only a fort that is finished now takes a facing",
    )
    require(faces(hex, _facing(command)), "11.21/1", f"a fort in {hex} cannot face {command.facing}")
    used = _used(position, side, grade, hex)
    most = piece_list()[grade, side]
    require(used < most, "R.8/8", f"the {side} has {used} of {grade}, and {most} are the most")
    require_paid(position, side, "fort_stage")


@rule("R.8/8", "3.26/1")
def _used(position: Position, side: str, grade: str, but: str) -> int:
    """The works of a grade that a side has or builds elsewhere."""
    built = sum(work.side == side and work.grade == grade for work in position.works.values())
    begun = sum(
        owner == side and hex != but and (hex in position.works) == (grade == "fortress")
        for hex, owner in position.construction.stages.items()
    )
    waiting = sum(order.side == side and order.what == grade for order in position.production.orders)
    return built + begun + waiting


@wbts.carry_out(BuildWork)
def _build(play: Play, due: Due, command: BuildWork) -> None:
    grade, facing = _stage(play.position, due.seat, command)
    supply = require_paid(play.position, due.seat, "fort_stage").supply
    play.emit(StagePaid(due.seat, hex_of(command.hex), grade, facing, supply))


@wbts.evolves(StagePaid)
def _paid(position: Position, event: StagePaid) -> None:
    pay(position, event.side, event.supply)
    kept = position.construction
    stages = {hex: side for hex, side in kept.stages.items() if hex != event.hex}
    if event.grade:
        position.works[event.hex] = Work(event.side, event.grade, event.facing)  # type: ignore[arg-type]
    else:
        stages[event.hex] = event.side
    position.construction = kept.with_(stages=stages, worked=(*kept.worked, event.hex))


@rule("R.8/7")
def lose_stages(play: Play) -> None:
    """Unfinished forts are lost where their builder does not control the hex any more."""
    position = play.position
    stages = position.construction.stages
    lost = tuple(hex for hex in sorted(stages) if owner(position, hex) != stages[hex])
    if lost:
        play.emit(StagesLost(lost))


@wbts.evolves(StagesLost)
def _lost(position: Position, event: StagesLost) -> None:
    kept = position.construction
    stages = {hex: side for hex, side in kept.stages.items() if hex not in event.hexes}
    position.construction = kept.with_(stages=stages)


@wbts.check(PlaceBase, "production")
@rule("R.8/5", "R.12/1")
def _check_base(position: Position, due: Due, command: PlaceBase) -> None:
    side, hex = due.seat, hex_of(command.hex)
    require(side == UNION, "R.8/5", "only the Union has bases")
    coastal = hex in position.part.hexes and load_map().hexes[hex].kind == "coastal"
    require(coastal, "R.8/5", f"{hex} is no coastal hex")
    require(hex not in position.bases, "R.8/5", f"{hex} has a base")
    require(owner(position, hex) == side, "R.8/5", f"{hex} is not the {side}'s")
    here = (position.units[id] for id in stack(position, hex, side).units)
    infantry = sum(unit.strength for unit in here if unit.kind == "infantry")
    require(infantry >= LEAST_FOR_BASE, "R.8/5", f"{infantry} infantry SP are in {hex}, not {LEAST_FOR_BASE}")
    require(not besieged(position, hex, side), "R.8/5", f"{hex} is besieged")
    most = piece_list()["base", side]
    require(len(position.bases) < most, "3.26/1", f"{most} bases are the most")
    require_paid(position, side, "base")


@wbts.carry_out(PlaceBase)
def _place_base(play: Play, due: Due, command: PlaceBase) -> None:
    supply = require_paid(play.position, due.seat, "base").supply
    play.emit(BasePlaced(due.seat, hex_of(command.hex), supply))


@wbts.evolves(BasePlaced)
def _base_placed(position: Position, event: BasePlaced) -> None:
    pay(position, event.side, event.supply)
    position.bases[event.hex] = 0


@wbts.check(MoveDepartment, "production")
@rule("R.8/4")
def _check_move(position: Position, due: Due, command: MoveDepartment) -> None:
    side, begins = due.seat, DEPARTMENTS_MOVE
    origin, hex = hex_of(command.department), hex_of(command.hex)
    require(position.cycle >= begins, "R.8/4", f"departments move from cycle {begins} on")
    used = side in position.construction.movers
    require(not used, "R.8/4", f"the {side} has moved a department in this cycle")
    require(origin in departments_of(position, side), "R.8/4", f"the {side} has no department in {origin}")
    require(origin not in working(position, side), "R.8/4", f"the department in {origin} is open")
    require(_is_city(hex) and owner(position, hex) == side, "R.8/4", f"{hex} is no city of the {side}")
    require(not besieged(position, hex, side), "R.8/4", f"{hex} is besieged")
    require(hex not in departments_of(position, side), "R.8/4", f"{hex} has a department")
    require_paid(position, side, "department_move")


@wbts.carry_out(MoveDepartment)
def _move(play: Play, due: Due, command: MoveDepartment) -> None:
    position, at = play.position, hex_of(command.department)
    moved = position.construction.moved
    printed = load_map().departments[due.seat]
    origin = next(hex for hex in sorted(printed) if moved.get(hex, hex) == at)
    supply = require_paid(position, due.seat, "department_move").supply
    play.emit(DepartmentMoved(due.seat, origin, hex_of(command.hex), supply))


@wbts.evolves(DepartmentMoved)
def _moved(position: Position, event: DepartmentMoved) -> None:
    pay(position, event.side, event.supply)
    kept = position.construction
    position.construction = kept.with_(
        moved={**kept.moved, event.origin: event.hex}, movers=(*kept.movers, event.side)
    )


@wbts.also_offers("production")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    side = due.seat
    for hex in sorted(hex for hex, seat in stacks(position) if seat == side):
        yield BuildWork(hex=hex)
        if load_map().hexes[hex].kind == "coastal":
            yield BuildWork(hex=hex, facing="water")
            yield PlaceBase(hex=hex)
    closed = sorted(departments_of(position, side) - working(position, side))
    cities = sorted(hex for hex in load_map().built_up if _is_city(hex)) if closed else []
    for department in closed:
        yield from (MoveDepartment(department=department, hex=hex) for hex in cities)
