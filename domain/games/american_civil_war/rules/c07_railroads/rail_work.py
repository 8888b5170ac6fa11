"""Breaking and repairing railroads (7.6): a force does it within its move, for movement points."""

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import action_cost
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import ASP, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import require_no_duty
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import (
    MoveForce,
    as_begun,
    set_out,
    setting_out,
    the_mover,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_units
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import is_broken, is_rail_hex
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import require_points
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import settle_entrenchment
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


class BreakRail(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="break_rail"
):
    """Break the railroad in the hex of the force on the move, or with `from` of one that sets out so."""

    from_hex: str = msgspec.field(name="from", default="")
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class RepairRail(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="repair_rail"
):
    """Repair the break in the hex of the force on the move, or with `from` of one that sets out so."""

    from_hex: str = msgspec.field(name="from", default="")
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class RailBroken(Event, frozen=True, tag_field="type", tag="rail_broken"):
    """A force broke the railroad in its hex (7.6). spent: its movement points used after it."""

    side: str
    hex: str
    units: tuple[Group, ...]
    cost: tuple[Modifier, ...]
    spent: int
    rule: str = "7.6/1"


class RailRepaired(Event, frozen=True, tag_field="type", tag="rail_repaired"):
    """A force removed the break in its hex (7.6). spent: its movement points used after it."""

    side: str
    hex: str
    units: tuple[Group, ...]
    cost: tuple[Modifier, ...]
    spent: int
    rule: str = "7.6/3"


@acw.check(BreakRail, "movement")
def _check_break_rail(position: Position, due: Due, command: BreakRail) -> None:
    force = worker(position, due.seat, command.from_hex, command.units, command.leaders)
    _price_of_breaking(position, force)


@acw.check(RepairRail, "movement")
def _check_repair_rail(position: Position, due: Due, command: RepairRail) -> None:
    force = worker(position, due.seat, command.from_hex, command.units, command.leaders)
    _price_of_repairing(position, force)


@acw.carry_out(BreakRail)
def _break_rail(play: Play, due: Due, command: BreakRail) -> None:
    force = put_to_work(play, due.seat, command.from_hex, command.units, command.leaders)
    price = _price_of_breaking(play.position, force)
    play.emit(RailBroken(due.seat, force.hex, force.units, price, force.spent + total(price)))


@rule("7.6/1", "16.0/6", "5.1/3", "TEC/18")
def _price_of_breaking(position: Position, force: Moving) -> tuple[Modifier, ...]:
    """Any ground force may, cavalry and militia too; a lone leader or USMRR is none. Raises Refused."""
    require(is_rail_hex(position, force.hex), "7.6/1", f"there is no railroad in {force.hex}")
    require(not is_broken(position, force.hex), "7.6/1", f"the rails in {force.hex} are broken already")
    price = (Modifier("breaking the railroad", action_cost("break_rail", 0), "7.6/1"),)
    require_points(position, force, total(price))
    return price


@acw.carry_out(RepairRail)
def _repair_rail(play: Play, due: Due, command: RepairRail) -> None:
    force = put_to_work(play, due.seat, command.from_hex, command.units, command.leaders)
    price = _price_of_repairing(play.position, force)
    play.emit(RailRepaired(due.seat, force.hex, force.units, price, force.spent + total(price)))


@rule("7.6/3", "5.1/3", "TEC/18")
def _price_of_repairing(position: Position, force: Moving) -> tuple[Modifier, ...]:
    """It takes infantry: the clause asks for an ASP where the one before names cavalry besides."""
    require(is_broken(position, force.hex), "7.6/3", f"the rails in {force.hex} are not broken")
    require(strength(force.units, ASP), "7.6/3", "a repair takes a force of at least 1 ASP")
    price = (Modifier("repairing the railroad", action_cost("repair_rail", 0), "7.6/3"),)
    require_points(position, force, total(price))
    return price


def worker(
    position: Position,
    seat: str,
    from_hex: str,
    units: tuple[Group, ...] | None,
    leaders: tuple[str, ...] | None,
) -> Moving:
    """The force that would work on the spot: the one on the move, or with `from_hex` one that sets out.

    Refuses one that has halted, and one that must attack or leave: work would evade that.
    """
    if from_hex:
        require_no_duty(position, seat, from_hex, ready_units(position, seat, from_hex, units))
        return as_begun(setting_out(position, seat, _departure(from_hex, units, leaders)))
    require(units is None and leaders is None, "5.2/4", "the whole force on the move does the work")
    moving = the_mover(position, seat)
    require(not moving.halted, "5.2/5", "this force has ended its move")
    return moving


def put_to_work(
    play: Play, seat: str, from_hex: str, units: tuple[Group, ...] | None, leaders: tuple[str, ...] | None
) -> Moving:
    """The `worker`, on the move now if it was not before."""
    if from_hex:
        set_out(play, seat, _departure(from_hex, units, leaders))
        settle_entrenchment(play, from_hex)
    return the_mover(play.position, seat)


def _departure(from_hex: str, units: tuple[Group, ...] | None, leaders: tuple[str, ...] | None) -> MoveForce:
    """The beginning of a move that opens with work on the spot."""
    return MoveForce(from_hex=from_hex, path=(), units=units, leaders=leaders)


@acw.evolves(RailBroken)
def _rail_broken(position: Position, event: RailBroken) -> None:
    position.rail_breaks[event.hex] = True
    _spent(position, event.spent)


@acw.evolves(RailRepaired)
def _rail_repaired(position: Position, event: RailRepaired) -> None:
    position.rail_breaks.pop(event.hex, None)
    _spent(position, event.spent)


def _spent(position: Position, spent: int) -> None:
    assert position.moving is not None
    position.moving = changed(position.moving, spent=spent, train=0)


COMMANDS = (BreakRail, RepairRail)
EVENTS = (RailBroken, RailRepaired)
