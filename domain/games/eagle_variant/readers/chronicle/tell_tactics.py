"""The chronicle of a battle on its board: reinforcements, initiative, set-ups, turns, fire and charges."""

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import BattleOrders
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, modified, quiet, teller
from ironclad.domain.games.eagle_variant.readers.prompts.saying import standing_words
from ironclad.domain.games.eagle_variant.readers.wording import (
    army,
    box,
    doing,
    force,
    place,
    unit,
    unit_list,
    units,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmyBeaten,
    ArmySetUp,
    AttackerActsFirst,
    AttackRolled,
    BattleInitiativeRolled,
    BattleOrdersSealed,
    BattlePhaseBegan,
    BattlePhasePassed,
    BattleSettled,
    BattleTurnBegan,
    BattleTurnEnded,
    FightBegan,
    ForceRolled,
    LeaderFateRolled,
    MainBodyNamed,
    Modifier,
    UnitMovedInBattle,
    UnitsEliminated,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.setting_up import BOX_OF
from ironclad.domain.kernel.telling.chronicle import Entry, known
from ironclad.domain.kernel.telling.words import counted, dice

ENTERS = {
    "start": "it starts normally",
    "reserve": "it starts in reserve",
    "turn_1": "it enters in round 1",
    "turn_2": "it enters in round 2",
}
CLAUSES = {"fire": "tactical/21", "charge": "tactical/23"}
VERBS = {"fire": "fires at", "charge": "charges"}


@teller(MainBodyNamed)
def main_body_named(event: MainBodyNamed) -> Entry:
    text = f"the main body of {army(event.army)} is the force from {force(event.space)}"
    return entry(text, "battle-reinforcements/2", side=event.army)


@teller(ForceRolled)
def force_rolled(event: ForceRolled) -> Entry:
    leader = f", +{event.leader} leader" if event.leader else ""
    said = f"{dice((event.die,))}{leader}: total {event.total} (battle-reinforcements/4)"
    text = f"the force from {force(event.origin)}: {ENTERS[event.enters]}"
    return entry(text, "battle-reinforcements/4", unit_list(event.units), said, side=event.army)


@teller(BattleSettled)
def battle_settled(event: BattleSettled) -> Entry:
    attackers = counted(event.attackers, "attacking brigade")
    lines = [f"{attackers} and {counted(event.defenders, 'defending brigade')} start normally"]
    if event.large:
        lines.append("it starts as a major battle (resolving-battles/2)")
    text = f"the battle in {place(event.space)} is fought in {counted(event.columns, 'column')}"
    return entry(text, "tactical/3", *lines, place=event.space)


@quiet(AttackerActsFirst)
def attacker_acts_first(event: AttackerActsFirst) -> Entry:
    text = f"{doing(event.army, 'acts')} first in every phase, as the attacker"
    return entry(text, "tactical/10", side=event.army)


@teller(BattleInitiativeRolled)
def battle_initiative_rolled(event: BattleInitiativeRolled) -> Entry:
    lines = [
        _initiative("attacker", event.attacker_dice, event.attacker_modifiers, event.attacker_total),
        _initiative("defender", event.defender_dice, event.defender_modifiers, event.defender_total),
    ]
    if event.sees:
        lines.append(f"{doing(event.sees, 'sets')} up in sight of the other army (battle-initiative/4)")
    if event.surprise:
        said = "has second actions in turn 1"
        lines.append(f"{doing(event.surprise, said)} (battle-initiative/5)")
    even = event.attacker_total == event.defender_total
    rule = "battle-initiative/6" if even else "battle-initiative/3"
    text = f"battle initiative: {doing(event.first, 'acts')} first in every phase"
    return entry(text, rule, *lines, side=event.first)


def _initiative(who: str, faces: tuple[int, int], added: tuple[Modifier, ...], total: int) -> str:
    return f"{who}: {dice(faces)}{modified(added, leader='leaders')}; total {total} (battle-initiative/1)"


@teller(BattleOrdersSealed)
def battle_orders_sealed(event: BattleOrdersSealed) -> Entry:
    """What the orders are is said to their owner alone."""
    orders = known(event.orders)
    lines = () if orders is None else orders_words(orders)
    if event.set_up:
        text = f"the set-up of {army(event.army)} is in, sealed"
        return entry(text, "tactical/6", *lines, side=event.army)
    text = f"{doing(event.seat, 'gives')} sealed orders for the battle"
    return entry(text, "tactical/57", *lines, side=event.army)


def orders_words(orders: BattleOrders) -> tuple[str, ...]:
    """Sealed orders for their owner, a line for each part."""
    counts: dict[str, int] = {}
    for letter in orders.set_up:
        counts[BOX_OF[letter]] = counts.get(BOX_OF[letter], 0) + 1
    lines = [f"{counted(count, 'unit')} in {box(of)}" for of, count in counts.items()]
    return (*lines, *standing_words(orders.standing))


@teller(ArmySetUp)
def army_set_up(event: ArmySetUp) -> Entry:
    lines = [f"{box(of)}: {unit_list(ids)}" for of, ids in event.spaces.items() if ids]
    parts = [f"{units(ids)} in {box(of)}" for of, ids in event.spaces.items() if ids]
    text = f"{doing(event.army, 'sets')} up: {', '.join(parts)}"
    return entry(text, "tactical/4", *lines, side=event.army)


@teller(FightBegan)
def fight_began(event: FightBegan) -> Entry:
    text = f"the fight in {place(event.space)} begins; {doing(event.first, 'acts')} first"
    return entry(text, "tactical/8", place=event.space, side=event.first)


@teller(BattleTurnBegan)
def battle_turn_began(event: BattleTurnBegan) -> Entry:
    lines = [f"{unit_list(event.arrived)}: now in reserve (tactical/42)"] if event.arrived else []
    arrive = f"; {units(event.arrived)} arrive" if event.arrived else ""
    return entry(f"turn {event.turn} of the battle{arrive}", "tactical/8", *lines)


@quiet(BattlePhaseBegan)
def battle_phase_began(event: BattlePhaseBegan) -> Entry:
    return entry(f"{event.phase} phase of {army(event.army)}", "tactical/9", side=event.army)


@quiet(BattlePhasePassed)
def battle_phase_passed(event: BattlePhasePassed) -> Entry:
    text = f"{doing(event.army, 'does')} no more in the {event.phase} phase"
    return entry(text, "tactical/11", side=event.army)


@teller(UnitMovedInBattle)
def unit_moved_in_battle(event: UnitMovedInBattle) -> Entry:
    lines = [f"{unit_list(event.leaders)}: back to the line (tactical/36)"] if event.leaders else []
    text = f"{unit(event.unit)} moves from {box(event.start)} to {box(event.to)}"
    return entry(text, "tactical/11", *lines, side=event.army)


@teller(AttackRolled)
def attack_rolled(event: AttackRolled) -> Entry:
    said = (
        f"{dice((event.die,))}{modified(event.modifiers)}; total {event.total}, {event.needed} or more hits"
    )
    lines = [said]
    if event.leader:
        lines.append(f"{unit(event.leader)} helps (tactical/30)")
    text = f"{unit(event.unit)} {VERBS[event.attack]} {unit(event.target)}"
    if event.hit:
        return entry(f"{text}: a hit, it is eliminated", "tactical/27", *lines, side=event.army)
    if event.unit in event.lost:
        lost = f"{text}: a 1, and {unit(event.unit)} is eliminated"
        return entry(lost, "tactical/25", *lines, side=event.army)
    if event.die == 1:
        lines.append("a 1 never hits (tactical/26)")
    return entry(f"{text}: a miss", CLAUSES[event.attack], *lines, side=event.army)


@teller(LeaderFateRolled)
def leader_fate_rolled(event: LeaderFateRolled) -> Entry:
    lost_on = tactics()["leader_lost_on"]
    fate = "is lost" if event.lost else "goes to the reserve"
    text = f"{unit(event.leader)}, left without a brigade, {fate}"
    return entry(text, "tactical/35", f"{dice((event.die,))}: lost on {lost_on}", side=event.army)


@teller(BattleTurnEnded)
def battle_turn_ended(event: BattleTurnEnded) -> Entry:
    if not event.quiet:
        return entry(f"turn {event.turn} of the battle is over", "tactical/8")
    said = (
        f"{dice((event.die,))}: less than {event.turn} ends the battle" if event.die else "no die is rolled"
    )
    return entry(f"turn {event.turn} of the battle is over; it was quiet", "tactical/40", said)


@teller(ArmyBeaten)
def army_beaten(event: ArmyBeaten) -> Entry:
    return entry(f"{doing(event.army, 'is beaten')}: {event.reason}", event.rule, side=event.army)


@teller(UnitsEliminated)
def units_eliminated(event: UnitsEliminated) -> Entry:
    verb = "is" if len(event.units) == 1 else "are"
    text = f"{units(event.units)} {verb} eliminated: {event.reason}"
    return entry(text, event.rule, unit_list(event.units), side=event.army)
