"""Conversion to infantry (R.7/13), merging brigades (R.7/14), and militia that goes home (R.7/19)."""

from collections import Counter
from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.pieces import (
    LEAST_DIVISION,
    Unit,
    fits,
    piece_of,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import Position, stack
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import on_chain
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    pay,
    require_listed,
    require_paid,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.augmenting import own_unit
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.commands import (
    Convert,
    Disband,
    MergeBrigades,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.events import (
    BrigadesMerged,
    MilitiaDisbanded,
    UnitConverted,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    require_department,
    working,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

MOST_CONVERTED = 4
CONVERTED = frozenset({"militia", "garrison"})
GOING_HOME = 3
"""One militia SP in so many of each state goes home."""


@wbts.check(Convert, "production")
@rule("R.7/13", "R.7/8", "R.7/9", "3.25/2", "3.26/1")
def _check_convert(position: Position, due: Due, command: Convert) -> None:
    unit = own_unit(position, due.seat, command.unit, "R.7/13")
    require(unit.kind in CONVERTED, "R.7/13", f"{command.unit} is {unit.kind}, no militia and no garrison")
    total = sum(command.parts)
    sizes = all(1 <= part <= MOST_CONVERTED for part in command.parts)
    require(command.parts and sizes, "R.7/13", f"each new unit has 1 to {MOST_CONVERTED} SP")
    divisions = sum(part >= LEAST_DIVISION["infantry"] for part in command.parts)
    require(divisions == 0 or len(command.parts) == 1, "R.7/13", "one division is made, or brigades")
    require(total <= unit.strength, "R.7/13", f"{command.unit} has {unit.strength} SP, not {total}")
    whole = unit.kind == "garrison" or total == unit.strength
    require(whole, "3.25/2", f"{command.unit} is not split: its {unit.strength} SP are converted together")
    require(unit.hex in load_map().built_up, "R.7/13", f"{unit.hex} is no city and no town")
    require(not besieged(position, unit.hex, due.seat), "R.7/13", f"{unit.hex} is besieged")
    joined = on_chain(position, due.seat, unit.hex) is not None
    require(joined, "R.7/13", f"{unit.hex} is not on the chain of supply")
    require_paid(position, due.seat, "convert", total)
    new = tuple(Unit(unit.side, "infantry", unit.hex, part) for part in command.parts)
    without = (command.unit,) if total == unit.strength else ()
    require_listed(position, due.seat, piece_of(new[0]), new, without)


@wbts.carry_out(Convert)
def _convert(play: Play, due: Due, command: Convert) -> None:
    position, side, total = play.position, due.seat, sum(command.parts)
    name = f"{side}_infantry"
    first = position.made.get(name, 0) + 1
    made = {f"{name}_{first + number}": part for number, part in enumerate(command.parts)}
    supply = require_paid(position, side, "convert", total).supply
    left = position.units[command.unit].strength - total
    play.emit(UnitConverted(side, command.unit, left, made, supply))


@wbts.evolves(UnitConverted)
def _converted(position: Position, event: UnitConverted) -> None:
    """The new units are where the old one was, on its roster if there is one new unit and it fits."""
    pay(position, event.side, event.supply)
    old = position.units.pop(event.unit)
    hq = old.hq if len(event.made) == 1 and not event.left else ""
    if event.left:
        position.units[event.unit] = old.with_(strength=event.left)
    for id, strength in event.made.items():
        new = Unit(old.side, "infantry", old.hex, strength, old.inside)
        fitting = hq if hq and fits(position.headquarters[hq].kind, new) else ""
        position.units[id] = new.with_(hq=fitting)
        position.made[f"{event.side}_infantry"] = int(id.rpartition("_")[2])


@wbts.check(MergeBrigades, "production")
@rule("R.7/14", "3.25/1", "3.26/1")
def _check_merge(position: Position, due: Due, command: MergeBrigades) -> None:
    ids = command.brigades
    require(len(set(ids)) == len(ids) >= 2, "R.7/14", "name two brigades or more, each once")
    units = [own_unit(position, due.seat, id, "R.7/14") for id in ids]
    require(all(unit.brigade for unit in units), "R.7/14", "only brigades merge")
    first = units[0]
    together = {(unit.kind, unit.hex, unit.inside, unit.entrained) for unit in units}
    require(len(together) == 1, "R.7/14", "the brigades are of one kind and in one place")
    require_department(position, due.seat, first.hex, "R.7/14")
    total = sum(unit.strength for unit in units)
    least, most = LEAST_DIVISION[first.kind], first.type.most
    require(least <= total <= most, "R.7/14", f"a division has {least} to {most} SP, not {total}")
    new = first.with_(strength=total)
    require_listed(position, due.seat, piece_of(new), (new,), ids)


@wbts.carry_out(MergeBrigades)
def _merge(play: Play, due: Due, command: MergeBrigades) -> None:
    position, ids = play.position, tuple(sorted(command.brigades, key=sort_key))
    units = [position.units[id] for id in ids]
    name = f"{due.seat}_{units[0].kind}"
    rosters = {unit.hq for unit in units}
    play.emit(
        BrigadesMerged(
            due.seat,
            ids,
            f"{name}_{position.made.get(name, 0) + 1}",
            sum(unit.strength for unit in units),
            rosters.pop() if len(rosters) == 1 else "",
        )
    )


@wbts.evolves(BrigadesMerged)
def _merged(position: Position, event: BrigadesMerged) -> None:
    units = [position.units.pop(id) for id in event.brigades]
    name, _, number = event.division.rpartition("_")
    position.made[name] = int(number)
    position.units[event.division] = units[0].with_(strength=event.strength, hq=event.headquarters)


@wbts.also_offers("production")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """Each militia unit and up to 4 SP of each garrison to one unit or to two; all brigades of a place."""
    side = due.seat
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == side and unit.kind in CONVERTED and unit.hex in load_map().built_up:
            total = min(unit.strength, MOST_CONVERTED)
            yield Convert(unit=id, parts=(total,))
            if total > 2:
                yield Convert(unit=id, parts=(2, total - 2))
    for hex in sorted(working(position, side)):
        for kind in LEAST_DIVISION:
            brigades = [
                id
                for id in stack(position, hex, side).units
                if position.units[id].kind == kind and position.units[id].brigade
            ]
            for count in range(2, len(brigades) + 1):
                yield MergeBrigades(brigades=tuple(brigades[:count]))


@rule("R.7/19")
def going_home(position: Position, side: str) -> dict[str, int]:
    """The militia SP that each state of a side takes back: every third, rounded down."""
    total: Counter[str] = Counter()
    for unit in position.units.values():
        if unit.side == side and unit.kind == "militia":
            total[unit.state] += unit.strength
    return {state: total[state] // GOING_HOME for state in sorted(total) if total[state] >= GOING_HOME}


def _in_order(position: Position, side: str, rising: bool) -> dict[str, int]:
    """The losses that fall on a state's units one after another, in the order of ids or against it."""
    left, losses = going_home(position, side), {}
    for id in sorted(position.units, key=sort_key, reverse=not rising):
        unit = position.units[id]
        if unit.side == side and unit.kind == "militia" and left.get(unit.state):
            losses[id] = min(unit.strength, left[unit.state])
            left[unit.state] -= losses[id]
    return losses


@step("disbanding")
@rule("R.7/19")
def _ask_disbanding(play: Play, entered: Step) -> None:
    side, owed = entered.seat, going_home(play.position, entered.seat)
    if owed:
        standing = Disband(losses=_in_order(play.position, side, rising=True))
        asking.ask(play, side, "disbanding", "R.7/19", standing=standing, states=owed)


@wbts.check(Disband, "disbanding")
@rule("R.7/19")
def _check_disband(position: Position, due: Due, command: Disband) -> None:
    lost: Counter[str] = Counter()
    for id, strength in command.losses.items():
        unit = position.units.get(id)
        militia = unit is not None and unit.side == due.seat and unit.kind == "militia"
        require(militia, "R.7/19", f"the {due.seat} has no militia {id}")
        assert unit is not None
        require(1 <= strength <= unit.strength, "R.7/19", f"{id} has {unit.strength} SP, not {strength}")
        lost[unit.state] += strength
    owed = going_home(position, due.seat)
    require(lost == owed, "R.7/19", f"the states take back {owed}, not {dict(lost)}")


@wbts.carry_out(Disband)
def _disband(play: Play, due: Due, command: Disband) -> None:
    units = play.position.units
    left = {id: units[id].strength - lost for id, lost in sorted(command.losses.items())}
    play.emit(MilitiaDisbanded(due.seat, left))
    asking.close(play, due)


@wbts.evolves(MilitiaDisbanded)
def _disbanded(position: Position, event: MilitiaDisbanded) -> None:
    for id, left in event.left.items():
        unit = position.units.pop(id)
        if left:
            position.units[id] = unit.with_(strength=left)


@wbts.offer("disbanding")
def _offer_disbanding(position: Position, due: Due) -> Iterator[Command]:
    first = _in_order(position, due.seat, rising=True)
    yield Disband(losses=first)
    other = _in_order(position, due.seat, rising=False)
    if other != first:
        yield Disband(losses=other)
