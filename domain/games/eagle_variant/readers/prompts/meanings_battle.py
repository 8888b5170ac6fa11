"""What answers mean in a battle: odds of a die, what an army keeps back, what a retreat costs."""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.board.charts import arms, numbers, reinforcements, tactics
from ironclad.domain.games.eagle_variant.position.battles import RESERVE, RETREAT, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import modified
from ironclad.domain.games.eagle_variant.readers.prompts.meaning_notes import chance, means, note
from ironclad.domain.games.eagle_variant.readers.prompts.saying import standing_words
from ironclad.domain.games.eagle_variant.readers.wording import box, force, place, unit
from ironclad.domain.games.eagle_variant.rules.c05_battles.retreating import crosses_river
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import Attack, aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    GiveBattleOrders,
    MakeElite,
    MoveInBattle,
    NameMainBody,
    NameRetreat,
    PassPhase,
    Pursue,
    SealSetUp,
    SetUpArmy,
    StopPursuit,
    WithdrawArmy,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of, brigades
from ironclad.domain.games.eagle_variant.rules.c06_tactical.pursuing import needs, pursuers
from ironclad.domain.games.eagle_variant.rules.c06_tactical.reinforcing import forces
from ironclad.domain.games.eagle_variant.rules.c06_tactical.retreating import goals
from ironclad.domain.kernel.engine.records import Due, Note
from ironclad.domain.kernel.telling.words import counted, sentence

FACES = range(1, 7)


@means(NameMainBody)
def _main_body(position: Position, due: Due, command: NameMainBody) -> Iterable[Note]:
    for origin, ids in forces(position).items():
        if origin != command.space:
            leader = any(position.units[id].kind == "leader" for id in ids)
            entering = f"the force from {force(origin)} starts normally: {_normally(leader)}"
            yield Note(f"{sentence(entering)}.", "battle-reinforcements/4")


def _normally(leader: bool) -> str:
    table = reinforcements()
    most = max(table)
    ways = sum(table[min(die + int(leader), most)] == "start" for die in FACES)
    return chance(ways, len(FACES))


@means(SealSetUp, SetUpArmy)
def _set_up(position: Position, due: Due, command: SealSetUp | SetUpArmy) -> Iterable[Note]:
    for of, ids in command.spaces.items():
        count = counted(len(brigades(position, ids)), "brigade")
        if ids:
            yield Note(f"{sentence(box(of))}: {count}.", "tactical/19" if of == RESERVE else "tactical/5")
    yield from _standing(command.standing)


@means(GiveBattleOrders)
def _orders(position: Position, due: Due, command: GiveBattleOrders) -> Iterable[Note]:
    yield Note("The other side does not learn what was changed.", "tactical/55")
    yield from _standing(command.standing)


def _standing(standing: StandingOrders | None) -> Iterable[Note]:
    for line in standing_words(standing):
        yield Note(f"{sentence(line)}.", "tactical/57")


@means(MoveInBattle)
def _move(position: Position, due: Due, command: MoveInBattle) -> Iterable[Note]:
    if command.to == RETREAT:
        yield Note("It stays in the retreat box until the battle is over.", "tactical/20")
    elif command.to == RESERVE:
        yield Note("In reserve it neither acts against the enemy nor is aimed at.", "tactical/19")
    elif command.to.endswith("middle"):
        yield Note("From the middle it may charge the enemy line.", "tactical/23")
        yield Note("Enemy artillery hits more easily there.", "tactical/22")
    else:
        yield Note("From there it may fire in a later turn.", "tactical/21")


@means(FireInBattle, ChargeInBattle)
def _attack(position: Position, due: Due, command: FireInBattle | ChargeInBattle) -> Iterable[Note]:
    attack: Attack = "fire" if isinstance(command, FireInBattle) else "charge"
    army = battle_of(position).army_of(due.seat)
    found = aim(position, army, attack, command.unit, command.target, command.leader)
    hits = chance(sum(found.hits(die) for die in FACES), len(FACES))
    text = f"It hits on {found.needed} or more{modified(found.modifiers)}: {hits}."
    yield Note(text, "tactical/22" if attack == "fire" else "tactical/24")
    if attack == "charge":
        yield Note("On a 1 the charging brigade is eliminated.", "tactical/25")
    if command.leader:
        yield Note(f"{unit(command.leader)} helps nobody else in this turn.", "tactical/30")


@means(PassPhase)
def _pass(position: Position, due: Due, command: PassPhase) -> Iterable[Note]:
    yield Note("Your units of this kind do no more in this turn.", "tactical/9")
    if not battle_of(position).active:
        yield Note("A turn without fire, charge or units in a middle may end the attack.", "tactical/40")


@means(WithdrawArmy)
def _withdraw(position: Position, due: Due, command: WithdrawArmy) -> Iterable[Note]:
    battle = battle_of(position)
    yield Note("Your army is beaten, and has to leave.", "tactical/39")
    yield Note("The winner pursues before it leaves.", "tactical/44")
    army = battle.army_of(due.seat)
    if army == battle.attacker and battle.ports:
        yield Note("Your units that landed are eliminated.", "amphibious-movement/11")


@means(NameRetreat)
def _retreat(position: Position, due: Due, command: NameRetreat) -> Iterable[Note]:
    gone = sum(not to for to in goals(position, command.to).values())
    if gone:
        yield Note(f"{counted(gone, 'unit')} cannot go there, and would be eliminated.", "tactical/50")
    if crosses_river(position, battle_of(position).space, command.to):
        yield Note("It crosses a major river: pursuers have +2.", "rivers/5")
    else:
        yield note(f"No river is crossed on the way to {place(command.to)}", "rivers/5")


@means(Pursue)
def _pursue(position: Position, due: Due, command: Pursue) -> Iterable[Note]:
    needed, added = needs(position, command.unit, command.target)
    total = sum(each.amount for each in added)
    hits = chance(sum(die + total >= needed for die in FACES), len(FACES))
    yield Note(f"It hits on {needed} or more{modified(added)}: {hits}.", "tactical/48")


@means(StopPursuit)
def _stop(position: Position, due: Due, command: StopPursuit) -> Iterable[Note]:
    left = counted(len(pursuers(position)), "brigade")
    yield Note(f"{left} of yours could still pursue.", "tactical/51")


@means(MakeElite)
def _elite(position: Position, due: Due, command: MakeElite) -> Iterable[Note]:
    added = tactics()["elite"]
    yield Note(f"It has +{added} on its fire and its charges from now on.", "tactical/28")
    if position.units[command.unit].kind == "cavalry":
        arm = arms()["cavalry"]
        text = f"It pursues on {arm.elite_pursuit}, not on {arm.pursuit}."
        yield Note(text, "tactical/48")
        more = numbers("initiative")["elite_cavalry"]
        yield Note(f"It adds {more} to the roll for battle initiative.", "battle-initiative/2")
