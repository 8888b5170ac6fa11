"""The U.S. Military Railway, USMRR (7.7): its moves, upgrading captured railroads, finishing lines, return.

A USMRR unit is no force: it may use its movement points in any order with the moves of forces, and causes no
reaction. `RailwayUnit.spent` counts them.
"""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import TURNS, action_cost
from ironclad.domain.games.american_civil_war.board.map import CS_STATES, load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import RailwayUnit
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, rail_controller
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import (
    require_adjacent,
    require_passage,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_zone
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    UNION_LOAD,
    load_in,
    rails_of,
    require_entraining,
    require_markers,
    whose_rails,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    LINES,
    LINES_OF_NEW_HEX,
    abandon_line,
    bridged,
    finished,
    has_rail,
    is_broken,
    is_rail_hex,
    line_of_step,
    rail_neighbours,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.railway_losses import lose
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import run_path, stations_from
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import way_over
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()


class MoveRailway(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="move_railway"
):
    """Move a USMRR unit from rail hex to rail hex; it may move again later in the impulse."""

    unit: str
    path: tuple[str, ...]


class RideRailway(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="ride_railway"
):
    """Move a USMRR unit by train; between hexes that are not adjacent it takes the shortest open way."""

    unit: str
    path: tuple[str, ...]


class UpgradeRail(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="upgrade_rail"
):
    """Upgrade the railroad in the hex of a USMRR unit: repairs a break, lays unfinished rails."""

    unit: str


class RailwayMoved(Event, frozen=True, tag_field="type", tag="railway_moved"):
    """A USMRR unit went one hex (7.7.1). spent: its movement points used in this impulse."""

    unit: str
    from_hex: str
    to: str
    cost: tuple[Modifier, ...]
    spent: int
    crossing: str
    rule: str = "7.7.1/1"


class RailwayRode(Event, frozen=True, tag_field="type", tag="railway_rode"):
    """A USMRR unit went by train, which took one train marker (7.3). path: with the hex that it left."""

    unit: str
    path: tuple[str, ...]
    cost: tuple[Modifier, ...]
    spent: int
    rule: str = "7.3/2"


class RailUpgraded(Event, frozen=True, tag_field="type", tag="rail_upgraded"):
    """A USMRR unit worked on the railroad in its hex (7.7.2).

    upgraded: to Union standard, False where it was so already; repaired: it removed a break; laid: it laid
    the rails of a hex of an unfinished line; finished: lines that serve from now on; bridged: ferries to
    these hexes are bridged now.
    """

    unit: str
    hex: str
    upgraded: bool
    repaired: bool
    laid: bool
    finished: tuple[str, ...]
    bridged: tuple[str, ...]
    spent: int
    rule: str = "7.7.2/1"


@rule("7.7/1")
def on_map(position: Position, seat: str, name: str) -> RailwayUnit:
    """A USMRR unit of the seat that is on the map. Refuses if there is none."""
    unit = position.railway_units.get(name)
    yours = seat == UNION and unit is not None and unit.hex
    require(yours, "7.7/1", f"you have no USMRR unit {name} on the map")
    assert unit is not None
    return unit


@acw.check(MoveRailway, "movement")
def _check_move_railway(position: Position, due: Due, command: MoveRailway) -> None:
    _steps(position, due.seat, command)


def _steps(position: Position, seat: str, command: MoveRailway) -> list[RailwayMoved]:
    unit = on_map(position, seat, command.unit)
    require(command.path, "7.7.1/1", "the path names no hex")
    require(len(command.path) <= TURNS[position.turn].movement_points, "5.0/2", "the path is too long")
    here, spent, steps = unit.hex, unit.spent, []
    for to in command.path:
        crossed = _require_step(position, here, to)
        charges = _charges(position, here, to, crossed)
        spent += total(charges)
        _require_points(position, spent)
        steps.append(RailwayMoved(command.unit, here, to, charges, spent, crossed))
        here = to
    return steps


@rule("7.7.1/1", "7.7.1/2", "7.1/5", "7.5/2", "13.5/1")
def _require_step(position: Position, here: str, to: str) -> str:
    """How a USMRR unit crosses to the next rail hex, held and supplied; into an unfinished line to lay it."""
    require_adjacent(here, to)
    line, ends_there = line_of_step(here, to), is_rail_hex(position, to)
    laying = line is not None and (ends_there or is_rail_hex(position, here))
    joined = has_rail(position, here, to) or laying
    require(joined, "7.7.1/1", f"no railroad that USMRR could follow joins {here} and {to}")
    if ends_there:
        require(not occupied(position, CONFEDERATE, to), "7.7.1/2", f"the enemy is in {to}")
        require(rail_controller(position, to) == UNION, "7.1/5", whose_rails(position, to))
        require(is_supplied(position, UNION, to), "7.1/5", f"the railroad in {to} is out of supply")
    elif line is not None:
        require(holds_line(position, line), "7.5/2", f"you do not control every hex of the line {line}")
    crossed = way_over(position, UNION, here, to)
    require_passage(here, to, crossed)
    _require_covered(position, to)
    return crossed


@rule("7.7.1/2")
def _require_covered(position: Position, hex_id: str) -> None:
    """USMRR enters an enemy zone or the enemy's hex only where a Union force is."""
    hostile = occupied(position, CONFEDERATE, hex_id) or in_zone(position, hex_id, CONFEDERATE)
    covered = not hostile or hex_id in position.forces[UNION]
    require(covered, "7.7.1/2", f"{hex_id} is in an enemy zone of control with no Union force there")


@rule("7.5/2")
def holds_line(position: Position, line: str) -> bool:
    """Whether the Union controls every hex of an unfinished line: its rails, where it has none the hex."""
    return all(
        (rail_controller if is_rail_hex(position, hex_id) else controller)(position, hex_id) == UNION
        for hex_id in LINES[line].hexes
    )


def _charges(position: Position, here: str, to: str, crossed: str) -> tuple[Modifier, ...]:
    """A USMRR unit pays as other ground units do."""
    ground = costs.terrain_charge(position, here, to)
    water = costs.crossing_charge(crossed, TURNS[position.turn].movement_points)
    zones = costs.zone_charges(position, UNION, here, to)
    return (ground, *((water,) if water is not None else ()), *zones)


@rule("5.0/2", "5.1/2")
def _require_points(position: Position, spent: int) -> None:
    limit = TURNS[position.turn].movement_points
    require(spent <= limit, "5.0/2", f"this would make {spent} of {limit} movement points")


@acw.carry_out(MoveRailway)
@rule("6.4/21", "7.7.1/1")
def _move_railway(play: Play, due: Due, command: MoveRailway) -> None:
    for step in _steps(play.position, due.seat, command):
        play.emit(step)


@acw.check(RideRailway, "movement")
def _check_ride_railway(position: Position, due: Due, command: RideRailway) -> None:
    _ride(position, due.seat, command)


@rule("7.3/2", "7.3/3", "7.4/3", "7.7.1/1", "7.7.1/2")
def _ride(position: Position, seat: str, command: RideRailway) -> RailwayRode:
    """One marker carries one USMRR unit where Union trains run, but not in Missouri."""
    unit = on_map(position, seat, command.unit)
    require(command.path and len(command.path) <= 200, "7.4/1", "the path must name 1 to 200 hexes")
    rails = rails_of(position, UNION)
    require_entraining(rails, unit.hex, bool(position.groups(UNION, unit.hex)))
    path = run_path(rails, unit.hex, command.path, from_rest=True)
    for hex_id in path:
        full = load_in(position, UNION, hex_id) == UNION_LOAD
        require(full, "7.3/3", f"trains carry no USMRR unit in Missouri and Kansas ({hex_id})")
    for hex_id in path[1:]:
        _require_covered(position, hex_id)
    leaving = costs.exit_charge(position, UNION, unit.hex)
    boarding = Modifier("entraining", action_cost("entrain", 0), "7.4/3")
    charges = (boarding,) if leaving is None else (boarding, leaving)
    spent = unit.spent + total(charges)
    _require_points(position, spent)
    require_markers(position, UNION, 1)
    return RailwayRode(command.unit, path, charges, spent)


@acw.carry_out(RideRailway)
def _ride_railway(play: Play, due: Due, command: RideRailway) -> None:
    play.emit(_ride(play.position, due.seat, command))


@acw.check(UpgradeRail, "movement")
def _check_upgrade_rail(position: Position, due: Due, command: UpgradeRail) -> None:
    _upgrade(position, due.seat, command)


@rule("7.7.2/1", "7.7.2/2", "7.6/3", "7.5/2", "5.1/3")
def _upgrade(position: Position, seat: str, command: UpgradeRail) -> RailUpgraded:
    """5 movement points bring a held CS-State rail hex to Union standard, or repair a break anywhere."""
    unit = on_map(position, seat, command.unit)
    here = unit.hex
    rails_there = is_rail_hex(position, here)
    upgrades = _MAP.state_of[here] in CS_STATES and here not in position.upgraded
    broken = is_broken(position, here)
    if rails_there:
        held = rail_controller(position, here) == UNION
        require(held, "7.7.2/1", whose_rails(position, here))
    else:
        lines = LINES_OF_NEW_HEX.get(here, ())
        held = any(holds_line(position, line) for line in lines)
        require(held, "7.5/2", f"you do not control every hex of an unfinished line through {here}")
    require(
        upgrades or broken, "7.7.2/1", f"the railroad in {here} is no CS-State railroad still to be upgraded"
    )
    spent = unit.spent + action_cost("upgrade_rail", 0)
    _require_points(position, spent)
    after = position.copy()
    after.upgraded[here] = True
    served = tuple(
        line
        for line in LINES_OF_NEW_HEX.get(here, ())
        if not finished(position, line) and finished(after, line)
    )
    near_by = rail_neighbours(after, here)
    over = tuple(near for near in near_by if bridged(after, here, near)) if upgrades else ()
    return RailUpgraded(command.unit, here, upgrades, broken, not rails_there, served, over, spent)


@acw.carry_out(UpgradeRail)
def _upgrade_rail(play: Play, due: Due, command: UpgradeRail) -> None:
    play.emit(_upgrade(play.position, due.seat, command))


@rule("7.7.1/4")
def lose_cut_off(play: Play) -> None:
    """At a Union supply check, USMRR units alone in an enemy zone and out of supply leave the map."""
    position = play.position
    for name, unit in sorted(position.railway_units.items()):
        if not unit.hex or unit.hex in position.forces[UNION] or not in_zone(position, unit.hex, CONFEDERATE):
            continue
        if not is_supplied(position, UNION, unit.hex):
            lose(play, name, "it was alone in an enemy zone and out of supply", "7.7.1/4")


@acw.evolves(RailwayMoved)
def _railway_moved(position: Position, event: RailwayMoved) -> None:
    unit = position.railway_units[event.unit]
    position.railway_units[event.unit] = unit.with_(hex=event.to, spent=event.spent)


@acw.evolves(RailwayRode)
def _railway_rode(position: Position, event: RailwayRode) -> None:
    unit = position.railway_units[event.unit]
    position.railway_units[event.unit] = unit.with_(hex=event.path[-1], spent=event.spent)
    position.trains_used[UNION] = position.trains_used.get(UNION, 0) + 1


@acw.evolves(RailUpgraded)
@rule("7.7.2/2", "7.7.3/1")
def _rail_upgraded(position: Position, event: RailUpgraded) -> None:
    """The upgrade stays when a side takes the line; rails newly laid are the Union's, as it laid them."""
    unit = position.railway_units[event.unit]
    position.railway_units[event.unit] = unit.with_(spent=event.spent)
    if event.upgraded:
        position.upgraded[event.hex] = True
    position.rail_breaks.pop(event.hex, None)
    if event.laid:
        position.rail_control[event.hex] = UNION
    for line in event.finished:
        abandon_line(position, line)


def candidates(position: Position, seat: str) -> Iterator[Command]:
    """Orders to USMRR units: one hex on, to the next stations, upgrading."""
    if seat != UNION:
        return
    for name, unit in sorted(position.railway_units.items()):
        if not unit.hex:
            continue
        yield UpgradeRail(unit=name)
        for to in _MAP.neighbours[unit.hex]:
            if has_rail(position, unit.hex, to) or line_of_step(unit.hex, to):
                yield MoveRailway(unit=name, path=(to,))
        for way in stations_from(rails_of(position, UNION), unit.hex, from_rest=True):
            yield RideRailway(unit=name, path=way)


COMMANDS = (MoveRailway, RideRailway, UpgradeRail)
EVENTS = (RailwayMoved, RailwayRode, RailUpgraded)
