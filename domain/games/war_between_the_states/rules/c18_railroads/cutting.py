"""Destroying railroads (R.2/3)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import pace_of
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.commands import CutRail
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.events import RailCut
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

CUT_COST = 1
"""MP to destroy the railroad in a hex."""


@wbts.check(CutRail, "movement")
@rule("R.2/3")
def _check_cut(position: Position, due: Due, command: CutRail) -> None:
    id, phase = command.unit, phase_of(position)
    unit = position.units.get(id)
    require(unit is not None and unit.side == due.seat, "R.2/3", f"the {due.seat} has no unit {id}")
    assert unit is not None
    require(unit.attacks, "R.2/3", f"{id} is no combat unit that attacks")
    require(id in phase.force, "R.2/3", f"{id} has no command, and is in no force that has one")
    require(unit.hex in links_of(position), "R.2/3", f"{unit.hex or id} has no railroad")
    require(unit.hex not in position.cuts, "R.2/3", f"the railroad in {unit.hex} is destroyed already")
    require(not unit.inside, "R.2/3", f"{id} is inside a fort")
    left = pace_of(position, id, phase.trips.get(id, Trip()).extension).left
    require(left >= halves(CUT_COST), "R.2/3", f"to destroy a railroad takes {CUT_COST} MP")


@wbts.carry_out(CutRail)
def _cut(play: Play, due: Due, command: CutRail) -> None:
    play.emit(RailCut(due.seat, command.unit, play.position.units[command.unit].hex, halves(CUT_COST)))


@wbts.evolves(RailCut)
@rule("R.2/4")
def _was_cut(position: Position, event: RailCut) -> None:
    position.cuts = tuple(sorted({*position.cuts, event.hex}))
    phase = phase_of(position)
    trip = phase.trips.get(event.unit, Trip())
    spent = Trip(trip.spent + event.spent, trip.extension, trip.stopped, trip.enemy_ground)
    position.phase = phase.with_(trips={**phase.trips, event.unit: spent})


@wbts.also_offers("movement")
def _offer_cuts(position: Position, due: Due) -> Iterator[Command]:
    force = (id for id in phase_of(position).force if id in position.units)
    yield from (CutRail(unit=id) for id in force)
