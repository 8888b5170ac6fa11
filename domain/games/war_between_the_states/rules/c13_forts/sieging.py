"""The siege phase of a strategic turn (4.2, 13.31): bombardment, and attacks on besieged garrisons."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import (
    CONFEDERATE,
    ENEMY,
    SIDES,
    UNION,
)
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, on_top, stack
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import with_rosters
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import AttackDeclared
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    garrisons,
    guarded_works,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of
from ironclad.domain.games.war_between_the_states.rules.c13_forts.asking import (
    ask_siege,
    besiegers,
    sieges_of,
    trains_at,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import (
    Bombard,
    EndSiege,
    OrderSieges,
    SiegeAttack,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import (
    SiegesOrdered,
    WorkBombarded,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.works import bombarded
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@step("siege_order")
@rule("4.2/2")
def _ask_order(play: Play, entered: Step) -> None:
    """The Confederate is asked where both sides could act."""
    if all(sieges_of(play.position, side) for side in SIDES):
        asking.ask(play, CONFEDERATE, "siege_order", "4.2/2", standing=OrderSieges(first=UNION))


@wbts.check(OrderSieges, "siege_order")
def _check_order(position: Position, due: Due, command: OrderSieges) -> None:
    require(command.first in SIDES, "4.2/2", f"{command.first} is no side")


@wbts.carry_out(OrderSieges)
def _order(play: Play, due: Due, command: OrderSieges) -> None:
    asking.close(play, due)
    play.emit(SiegesOrdered(command.first))


@wbts.evolves(SiegesOrdered)
def _ordered(position: Position, event: SiegesOrdered) -> None:
    position.sieges = position.sieges.with_(first=event.first)


@wbts.offer("siege_order")
def _offer_order(position: Position, due: Due) -> Iterator[Command]:
    yield from (OrderSieges(first=side) for side in SIDES)


@step("siege")
@rule("4.2/1", "4.2/2", "13.31/1")
def _begin_siege(play: Play, entered: Step) -> None:
    ask_siege(play, entered.seat)


@wbts.check(Bombard, "siege")
@rule("13.31/1", "13.31/2", "13.31/5", "13.36/2")
def _check_bombard(position: Position, due: Due, command: Bombard) -> None:
    side, id = due.seat, command.train
    unit = position.units.get(id)
    own = unit is not None and unit.side == side and unit.kind == "siege_train" and unit.hex
    require(own, "13.31/1", f"the {side} has no siege train {id} on the ground")
    assert unit is not None
    hex, kept = unit.hex, position.sieges
    target = hex in guarded_works(position, ENEMY[side]) and not unit.inside
    require(target, "13.31/1", f"no garrisoned enemy fort is in {hex}")
    require(on_top(position, hex, side), "13.31/5", f"no combat unit of the {side} besieges {hex}")
    require(id not in kept.fired, "13.31/1", f"{id} has fired in this phase")
    require(hex not in kept.attacked, "13.31/2", f"{hex} was attacked in this phase")


@wbts.carry_out(Bombard)
@rule("13.34/1", "13.36/1")
def _bombard(play: Play, due: Due, command: Bombard) -> None:
    position, side = play.position, due.seat
    hex = position.units[command.train].hex
    grade = position.works[hex].grade
    earlier = sum(at == hex for at in position.sieges.fired.values())
    (die,) = play.roll(f"bombardment of {hex}", "13.36/1")
    left = bombarded(grade, die, side, earlier)
    added = int(side == UNION and earlier > 0)
    play.emit(WorkBombarded(side, hex, command.train, die, added, grade, left, not left))
    if not sieges_of(play.position, side):
        asking.close(play, due)


@wbts.evolves(WorkBombarded)
@rule("13.24/1", "13.24/2", "13.33/1", "3.23/5")
def _bombarded(position: Position, event: WorkBombarded) -> None:
    """The garrison stays as large as it is, also without any fort."""
    kept = position.sieges
    position.sieges = kept.with_(fired={**kept.fired, event.train: event.hex})
    if event.taken:
        del position.works[event.hex]
        take(position, event.side, Entered((event.hex,), (), (), {}))
    elif event.left != event.grade:
        position.works[event.hex] = position.works[event.hex].with_(grade=event.left)


@wbts.check(SiegeAttack, "siege")
@rule("13.31/2", "13.31/4", "3.23/1")
def _check_attack(position: Position, due: Due, command: SiegeAttack) -> None:
    side, hex = due.seat, hex_of(command.hex)
    require(hex in garrisons(position, ENEMY[side]), "13.31/2", f"no enemy garrison is in {hex}")
    fired = hex in position.sieges.fired.values()
    require(not fired, "13.31/2", f"{hex} was bombarded in this phase, and is not attacked in it")
    require(hex not in position.sieges.attacked, "13.31/2", f"{hex} was attacked in this phase")
    units = _units(position, command)
    require(units, "13.31/2", "name the units that attack")
    for id in units:
        there = id in besiegers(position, side, hex)
        require(there, "13.31/2", f"{id} does not besiege {hex}, or defends alone")
    if command.leader:
        leader = position.leaders.get(command.leader)
        present = leader is not None and leader.side == side and leader.hex == hex and not leader.inside
        require(present, "13.31/4", f"{command.leader} is not with the besiegers of {hex}")
        force = force_of(position, command.leader)
        for id in units:
            require(id in force, "13.31/4", f"{id} is not under {command.leader}'s command")


def _units(position: Position, command: SiegeAttack) -> tuple[str, ...]:
    named = (id for id in with_rosters(position, command.units) if id not in position.headquarters)
    return tuple(sorted(named, key=sort_key))


@wbts.carry_out(SiegeAttack)
@rule("13.31/3", "13.31/6")
def _attack(play: Play, due: Due, command: SiegeAttack) -> None:
    """A battle as any other, without initiative; losses of the attacker are not multiplied."""
    hex, units = hex_of(command.hex), _units(play.position, command)
    asking.close(play, due)
    play.emit(AttackDeclared(due.seat, "siege", hex, command.leader, units, (hex,)))


@wbts.check(EndSiege, "siege")
def _check_end(position: Position, due: Due, command: EndSiege) -> None:
    """Nobody has to press a siege."""


@wbts.carry_out(EndSiege)
def _end(play: Play, due: Due, command: EndSiege) -> None:
    asking.close(play, due)


@wbts.also_offers("siege")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """Each train; for each garrison an attack of all, and of what each leader commands; the end."""
    side = due.seat
    yield EndSiege()
    for hex in sieges_of(position, side):
        yield from (Bombard(train=id) for id in trains_at(position, side, hex))
        units = besiegers(position, side, hex)
        if units:
            yield SiegeAttack(hex=hex, units=units)
        for name in sorted(stack(position, hex, side).leaders):
            under = tuple(id for id in units if id in force_of(position, name))
            if under:
                yield SiegeAttack(hex=hex, units=under, leader=name)
