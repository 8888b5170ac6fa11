"""Augmentation (R.7/12) and garrisons (R.7/16), which take effect at once (R.7/11)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.pieces import (
    CAPACITY,
    Unit,
    piece_of,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    stack,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    affordable,
    pay,
    require_listed,
    require_paid,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.commands import (
    Augment,
    RaiseGarrison,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.events import (
    GarrisonRaised,
    UnitAugmented,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    require_department,
    working,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

PRICED_AS = {"infantry": "augment_infantry", "cavalry": "cavalry"}


@rule("6.4/1", "13.21/1", "13.22/1")
def require_room(position: Position, side: str, hex: str, more: int, inside: bool = False) -> None:
    """Refuse SP beyond what a hex holds, or, for those inside its fort, beyond what that shelters."""
    total = stacked(position, hex, side) + more
    require(total <= MOST_STACKED, "6.4/1", f"the {side} would have {total} SP in {hex}")
    if inside:
        grade = position.works[hex].grade
        full, most = garrison_of(position, hex) + more, CAPACITY[grade]
        require(full <= most, "13.21/1", f"{full} SP would be inside, and a {grade} shelters {most}")


def own_unit(position: Position, side: str, id: str, clause: str) -> Unit:
    """A side's unit on the ground. Refuses what is none."""
    unit = position.units.get(id)
    require(unit is not None and unit.side == side and unit.hex, clause, f"the {side} has no unit {id}")
    assert unit is not None
    return unit


@wbts.check(Augment, "production")
@rule("R.7/12", "R.7/8", "R.7/9", "3.26/1", "3.26/2")
def _check_augment(position: Position, due: Due, command: Augment) -> None:
    unit = own_unit(position, due.seat, command.unit, "R.7/12")
    require(
        unit.kind in PRICED_AS, "R.7/12", f"{command.unit} is {unit.kind}: infantry and cavalry are augmented"
    )
    require_department(position, due.seat, unit.hex, "R.7/12")
    used = unit.hex in position.production.augmented
    require(not used, "R.7/12", f"the department in {unit.hex} has augmented a unit in this strategic turn")
    require(command.strength > 0, "R.7/12", "at least 1 SP is added")
    grown = unit.strength + command.strength
    require(grown <= unit.type.most, "R.7/12", f"{unit.kind} has {unit.type.most} SP at most, not {grown}")
    require_paid(position, due.seat, PRICED_AS[unit.kind], command.strength)
    require_room(position, due.seat, unit.hex, command.strength, unit.inside)
    new = unit.with_(strength=grown)
    require_listed(position, due.seat, piece_of(new), (new,), (command.unit,))


@wbts.carry_out(Augment)
def _augment(play: Play, due: Due, command: Augment) -> None:
    unit = play.position.units[command.unit]
    price = require_paid(play.position, due.seat, PRICED_AS[unit.kind], command.strength)
    grown = unit.strength + command.strength
    play.emit(UnitAugmented(due.seat, command.unit, unit.hex, grown, price.supply, price.personnel))


@wbts.evolves(UnitAugmented)
def _augmented(position: Position, event: UnitAugmented) -> None:
    pay(position, event.side, event.supply, event.personnel)
    position.units[event.unit] = position.units[event.unit].with_(strength=event.strength)
    kept = position.production
    position.production = kept.with_(augmented=(*kept.augmented, event.department))


@wbts.check(RaiseGarrison, "production")
@rule("R.7/16", "R.7/8", "R.7/9", "13.21/1", "13.22/1", "13.39/1")
def _check_garrison(position: Position, due: Due, command: RaiseGarrison) -> None:
    side, hex = due.seat, hex_of(command.hex)
    require(command.strength > 0, "R.7/16", "at least 1 SP is raised")
    work = position.works.get(hex)
    own = work is not None and work.side == side and hex in position.part.hexes
    require(own or not command.inside, "R.7/16", f"the {side} has no fort in {hex}")
    require(
        own or hex in working(position, side),
        "R.7/16",
        f"the {side} has neither a working department nor a fort in {hex}",
    )
    require(not besieged(position, hex, side), "13.39/1", f"{hex} is besieged")
    require_paid(position, side, "garrison", command.strength)
    require_room(position, side, hex, command.strength, command.inside)


@wbts.carry_out(RaiseGarrison)
@rule("3.23/7")
def _raise_garrison(play: Play, due: Due, command: RaiseGarrison) -> None:
    position, side, hex = play.position, due.seat, hex_of(command.hex)
    price = require_paid(position, side, "garrison", command.strength)
    units = {id: position.units[id] for id in stack(position, hex, side).units}
    same = [id for id, unit in units.items() if unit.kind == "garrison" and unit.inside == command.inside]
    name = f"{side}_garrison"
    id = same[0] if same else f"{name}_{position.made.get(name, 0) + 1}"
    strength = command.strength + (units[id].strength if same else 0)
    play.emit(GarrisonRaised(side, hex, command.inside, id, strength, price.supply, price.personnel))


@wbts.evolves(GarrisonRaised)
def _garrison_raised(position: Position, event: GarrisonRaised) -> None:
    pay(position, event.side, event.supply, event.personnel)
    if event.unit in position.units:
        position.units[event.unit] = position.units[event.unit].with_(strength=event.strength)
        return
    position.made[f"{event.side}_garrison"] = int(event.unit.rpartition("_")[2])
    position.units[event.unit] = Unit(
        event.side,  # type: ignore[arg-type]  # an event has it as text
        "garrison",
        event.hex,
        event.strength,
        event.inside,
    )


@wbts.also_offers("production")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """One SP, and as many as can be paid: for each unit in a department, each department and each fort."""
    side = due.seat
    for hex in sorted(working(position, side) - set(position.production.augmented)):
        for id in sorted(stack(position, hex, side).units, key=sort_key):
            unit = position.units[id]
            if unit.kind in PRICED_AS:
                most = min(affordable(position, side, PRICED_AS[unit.kind]), unit.type.most - unit.strength)
                yield from (Augment(unit=id, strength=sp) for sp in sorted({1, most}) if sp > 0)
    own = {hex for hex, work in position.works.items() if work.side == side}
    for hex in sorted(working(position, side) | own):
        yield RaiseGarrison(hex=hex, strength=1)
        yield RaiseGarrison(hex=hex, strength=1, inside=True)
