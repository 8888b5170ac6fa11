"""An army's part of a phase: its actions until it passes (tactical/9, /11, /12, /39, /59)."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import (
    ATTACKS,
    check_attack,
    could,
    helpers,
    strike,
    targets,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    MoveInBattle,
    PassPhase,
    WithdrawArmy,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import ArmyBeaten, BattlePhasePassed
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    NEVER_LEAVE,
    PHASES,
    battle_of,
    fielded,
    may_withdraw,
    require_member,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.moving import check_move, move, moves_of
from ironclad.domain.games.eagle_variant.rules.c06_tactical.orders import takes_over
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

PHASE = "battle_phase"
Action = MoveInBattle | FireInBattle | ChargeInBattle


def phase_of(position: Position) -> str:
    """The phase under way: the kind of the units that act."""
    return PHASES[battle_of(position).part // 2]


@rule("tactical/11", "battle-initiative/5", "battle-initiative/8", "tactical/56")
def actions_left(position: Position, army: str, id: str) -> int:
    """How many actions a unit has left: one a turn, two in turn 1 of its surprise.

    Units that entered late have no second one.
    """
    battle = battle_of(position)
    second = battle.turn == 1 and battle.surprise == army and id in battle.began
    return 1 + int(second) - battle.acted.get(id, 0)


@remembered
def ready(position: Position, army: str, phase: str) -> tuple[str, ...]:
    """The units of a phase that have an action left."""
    ids = (id for id in fielded(position, army) if position.units[id].kind == phase)
    return tuple(id for id in ids if actions_left(position, army, id) > 0)


def actions(position: Position, army: str, phase: str) -> Iterator[Action]:
    """Every action that an army could take, units and targets that are alike named once."""
    seen = set()
    for id in ready(position, army, phase):
        if (sort := _sort(position, id)) not in seen:
            seen.add(sort)
            yield from attacks_of(position, army, id)
            yield from (MoveInBattle(unit=id, to=to) for to in moves_of(position, army, id))


def attacks_of(position: Position, army: str, id: str) -> Iterator[Action]:
    """The attacks that a unit could make, without help and with that of one leader."""
    if not position.units[id].brigade:
        return
    aimed = {_sort(position, target): target for target in reversed(targets(position, army, id))}
    leaders = ("", *helpers(position, army, id)[:1])
    for target in reversed(aimed.values()):
        for attack in ATTACKS:
            kind = FireInBattle if attack == "fire" else ChargeInBattle
            for leader in leaders:
                if could(position, army, attack, id, target, leader) is not None:
                    yield kind(unit=id, target=target, leader=leader)


def _sort(position: Position, id: str) -> tuple[object, ...]:
    """What makes a unit alike to another in a battle."""
    unit, battle = position.units[id], battle_of(position)
    late = id not in battle.began
    acted = battle.acted.get(id, 0)
    where = (battle.boxes.get(id), unit.crossed, unit.landed, unit.came_from)
    return (unit.nation, unit.kind, unit.elite, acted, late, *where)


@remembered
@rule("tactical/12")
def could_act(position: Position, army: str, phase: str) -> bool:
    """Whether an army has a unit of a phase that could act."""
    return next(actions(position, army, phase), None) is not None


@rule("tactical/12")
def has_part(position: Position, army: str, phase: str) -> bool:
    """Whether an army is asked in a phase: it could act, or it is the leaders' phase and it may withdraw."""
    if phase == PHASES[-1] and may_withdraw(position, army):
        return True
    return could_act(position, army, phase)


def check_ready(position: Position, army: str, id: str) -> None:
    """Refuse an action of a unit of another phase, or of one that has acted."""
    unit, phase = require_member(position, army, id, "tactical/11"), phase_of(position)
    require(unit.kind == phase, "tactical/9", f"it is the {phase} phase")
    entered = id in fielded(position, army)
    require(entered, "tactical/42", f"{id} has not entered the battle")
    require(actions_left(position, army, id) > 0, "tactical/11", f"{id} has acted in this turn")


@eagle.check(MoveInBattle, PHASE)
def _check_move(position: Position, due: Due, command: MoveInBattle) -> None:
    army = battle_of(position).army_of(due.seat)
    check_ready(position, army, command.unit)
    check_move(position, army, command.unit, command.to)


@eagle.check(FireInBattle, PHASE)
def _check_fire(position: Position, due: Due, command: FireInBattle) -> None:
    army = battle_of(position).army_of(due.seat)
    check_ready(position, army, command.unit)
    check_attack(position, army, "fire", command.unit, command.target, command.leader)


@eagle.check(ChargeInBattle, PHASE)
def _check_charge(position: Position, due: Due, command: ChargeInBattle) -> None:
    army = battle_of(position).army_of(due.seat)
    check_ready(position, army, command.unit)
    check_attack(position, army, "charge", command.unit, command.target, command.leader)


@eagle.check(PassPhase, PHASE)
@rule("tactical/11")
def _check_pass(position: Position, due: Due, command: PassPhase) -> None:
    """Always legal: no unit has to act."""


@eagle.check(WithdrawArmy, PHASE)
def _check_withdraw(position: Position, due: Due, command: WithdrawArmy) -> None:
    army = battle_of(position).army_of(due.seat)
    first = int(tactics()["withdraw_from_turn"])
    require(army not in NEVER_LEAVE, "tactical/43", "these units never withdraw")
    require(may_withdraw(position, army), "tactical/39", f"an army withdraws from turn {first} on")


@rule("tactical/9", "tactical/59")
def act(play: Play, army: str, action: Action) -> None:
    """Carry out an action of an army."""
    if isinstance(action, MoveInBattle):
        move(play, army, action.unit, action.to)
    else:
        attack = ATTACKS[isinstance(action, ChargeInBattle)]
        strike(play, army, attack, action.unit, action.target, action.leader)


@eagle.carry_out(MoveInBattle)
@eagle.carry_out(FireInBattle)
@eagle.carry_out(ChargeInBattle)
def _act(play: Play, due: Due, command: Action) -> None:
    army = battle_of(play.position).army_of(due.seat)
    act(play, army, command)
    battle = battle_of(play.position)
    over = battle.beaten or not has_part(play.position, army, phase_of(play.position))
    if over or takes_over(play.position, army):
        asking.close(play, due)


@eagle.carry_out(PassPhase)
def _pass(play: Play, due: Due, command: PassPhase) -> None:
    asking.close(play, due)
    pass_phase(play, battle_of(play.position).army_of(due.seat))


def pass_phase(play: Play, army: str) -> None:
    """An army does no more in the phase."""
    play.emit(BattlePhasePassed(army, phase_of(play.position)))


@eagle.evolves(BattlePhasePassed)
def _passed(position: Position, event: BattlePhasePassed) -> None:
    position.battle = battle_of(position).with_(acting="")


@eagle.carry_out(WithdrawArmy)
def _withdraw(play: Play, due: Due, command: WithdrawArmy) -> None:
    asking.close(play, due)
    withdraw(play, battle_of(play.position).army_of(due.seat))


@rule("tactical/39")
def withdraw(play: Play, army: str) -> None:
    """An army withdraws and is beaten."""
    play.emit(ArmyBeaten(army, "it withdraws", "tactical/39"))


@eagle.offer(PHASE)
def _offer(position: Position, due: Due) -> Iterator[Command]:
    army = battle_of(position).army_of(due.seat)
    yield PassPhase()
    yield from actions(position, army, phase_of(position))
    if may_withdraw(position, army):
        yield WithdrawArmy()


@eagle.sample(PHASE)
def _sample(position: Position, due: Due, random: Random) -> Command:
    """A random action, attacks before moves more often than not; now and then a pass or a withdrawal."""
    army = battle_of(position).army_of(due.seat)
    if may_withdraw(position, army) and random.random() < 0.02:
        return WithdrawArmy()
    units = list(ready(position, army, phase_of(position)))
    random.shuffle(units)
    for id in units if random.random() < 0.9 else ():
        found: list[Command] = list(attacks_of(position, army, id))
        if not found or random.random() < 0.2:
            found += [MoveInBattle(unit=id, to=to) for to in moves_of(position, army, id)]
        if found:
            return random.choice(found)
    return PassPhase()
