"""Dropping and picking up units on the way (5.2.2, 5.2.3)."""

from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import FIELD, MOVED, Group, merged, pick
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c05_movement.costs import allowance
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import together
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import ForceDropped, stop, the_mover
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_units
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import settle_entrenchment
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


class DropUnits(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="drop_units"
):
    """Leave units of the force on the move behind in its present hex."""

    units: tuple[Group, ...]


class PickUpUnits(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="pick_up_units"
):
    """Take units that have not moved yet into the force on the move; all in its hex if left out."""

    units: tuple[Group, ...] | None = None


class UnitsPickedUp(Event, frozen=True, tag_field="type", tag="units_picked_up"):
    """A moving force took up units, named as they stood (5.2.3)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    rule: str = "5.2.3/1"


@acw.check(DropUnits, "movement")
def _check_drop_units(position: Position, due: Due, command: DropUnits) -> None:
    pick(the_mover(position, due.seat).units, command.units, "5.2.2/1")


@acw.carry_out(DropUnits)
@rule("5.2.2/1", "5.2.3/2")
def _drop_units(play: Play, due: Due, command: DropUnits) -> None:
    """The units stay and do not move again in this impulse; a force without any left has ended its move."""
    moving = the_mover(play.position, due.seat)
    play.emit(ForceDropped(due.seat, moving.hex, pick(moving.units, command.units, "5.2.2/1"), "5.2.2/1"))
    if not the_mover(play.position, due.seat).units:
        stop(play)


@acw.check(PickUpUnits, "movement")
def _check_pick_up_units(position: Position, due: Due, command: PickUpUnits) -> None:
    _picked(position, due.seat, command)


@rule("5.2.3/1", "5.2.3/3")
def _picked(position: Position, seat: str, command: PickUpUnits) -> tuple[Group, ...]:
    """The units taken up. Refuses without a leader, or for units that have moved or have no MP left."""
    moving = the_mover(position, seat)
    require(moving.leaders, "5.2.3/1", "only a force with a leader picks up units")
    require(moving.came_from, "5.2.3/1", "units are picked up in hexes that the force enters")
    units = ready_units(position, seat, moving.hex, command.units)
    require(
        allowance(position, units) > moving.spent,
        "5.2.3/3",
        f"the force has spent {counted(moving.spent, 'movement point')}, which leaves these units none",
    )
    return units


@acw.carry_out(PickUpUnits)
def _pick_up_units(play: Play, due: Due, command: PickUpUnits) -> None:
    units = _picked(play.position, due.seat, command)
    here = the_mover(play.position, due.seat).hex
    play.emit(UnitsPickedUp(due.seat, here, units))
    settle_entrenchment(play, here)


@acw.evolves(UnitsPickedUp)
def _units_picked_up(position: Position, event: UnitsPickedUp) -> None:
    moving = position.moving
    assert moving is not None
    taken = merged(group.with_(station=FIELD, activity=MOVED).from_nowhere() for group in event.units)
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, taken)
    position.moving = changed(
        moving, units=together(moving.units, taken), joined=together(moving.joined, taken), train=0
    )


COMMANDS = (DropUnits, PickUpUnits)
EVENTS = (UnitsPickedUp,)
