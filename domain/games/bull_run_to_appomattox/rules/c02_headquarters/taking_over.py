"""One of two HQs in a zone is lost: the other may take over its units (2.4/9)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.commands import TakeCommand
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import (
    draw_hq,
    replace_lost,
    room_for,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import UnitsAttached
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sealed_orders import (
    carried_out,
    preparation_of,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@brta.check(TakeCommand, "take_command")
@rule("2.4/9", "5.1/1", "10/4")
def _check_take(position: Position, due: Due, command: TakeCommand) -> None:
    units = command.units
    require(min(units.infantry, units.cavalry, units.artillery) >= 0, "2.4/9", "units are not negative")
    offered = position.leaderless[due.seat].get(due.about["spot"], NONE)
    require(units.within(offered), "2.4/9", "there are not that many units without a leader")
    fits = room_for(position.units_of(due.about["hq"]), units) == units
    require(fits, "5.1/1", "an HQ commands at most 20 CP, with 4 of artillery")


@brta.carry_out(TakeCommand)
def _take(play: Play, due: Due, command: TakeCommand) -> None:
    asking.close(play, due)
    if command.units != NONE:
        play.emit(UnitsAttached(due.about["hq"], due.about["spot"], command.units))


@also_offers("take_command")
def _offer_taking(position: Position, due: Due) -> Iterator[Command]:
    """As many as it can, and none."""
    offered = position.leaderless[due.seat].get(due.about["spot"], NONE)
    most = room_for(position.units_of(due.about["hq"]), offered)
    for units in dict.fromkeys((most, Units())):
        yield TakeCommand(units=units)


@step("draws")
@rule("4/3", "4/5", "4/7")
def draw(play: Play) -> None:
    """Each side whose order says so draws an HQ from its reserve, the North first."""
    for side in SIDES:
        if preparation_of(play.position, side).draw:
            draw_hq(play, side, "4/7")


@step("replacement")
@rule("2.4/3", "4/3")
def replace(play: Play) -> None:
    """HQs lost in combat are replaced, in the order that each side gave; then the orders are carried out."""
    replace_lost(play, {side: preparation_of(play.position, side).replacements for side in SIDES})
    if any("preparation" in orders.given for orders in play.position.orders.values()):
        carried_out(play, "preparation")
