"""Fire and charges: who may hit whom, with which die, and what a hit brings about (tactical/21 to /37)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ironclad.domain.games.eagle_variant.board.charts import arms, numbers, tactics
from ironclad.domain.games.eagle_variant.position.battles import MIDDLES, RESERVE
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmyBeaten,
    AttackRolled,
    LeaderFateRolled,
    Modifier,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    brigades_left,
    column_of,
    eliminate,
    in_box,
    in_column,
    members,
    put,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.moving import note_action
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.records import Option

Attack = Literal["fire", "charge"]
ATTACKS: tuple[Attack, ...] = ("fire", "charge")
MOST = 6
"""The highest face of a die."""
OPTIONS = {
    "landing_bonus_against_whole_army": Option(
        "amphibious-movement/10",
        "Where any unit of an army landed, the defender has its bonus against the whole army.",
        ("no", "yes"),
    ),
}


@dataclass(frozen=True)
class Aim:
    """What an attack needs: the number to reach, and the modifiers of the die."""

    needed: int
    modifiers: tuple[Modifier, ...]

    @property
    def added(self) -> int:
        """The sum of the modifiers."""
        return sum(each.amount for each in self.modifiers)

    @rule("tactical/25", "tactical/26")
    def hits(self, die: int) -> bool:
        """Whether a die hits: a 1 never does, and a 6 not by itself."""
        return die != int(tactics()["charge_fails_on"]) and die + self.added >= self.needed


@rule("tactical/21", "tactical/22", "tactical/23", "tactical/24", "tactical/18", "tactical/19")
def number_needed(position: Position, army: str, attack: Attack, id: str, target: str) -> int:
    """The number that an attack has to reach. Raises Refused where it may not be made from there."""
    battle, arm = battle_of(position), arms()[position.units[id].kind]
    here, there = battle.boxes[id], battle.boxes[target]
    column = column_of(here)
    require(column, "tactical/19", f"{id} is in no line and no middle")
    require(column_of(there), "tactical/19", f"{target} is in no line and no middle")
    clause = "tactical/21" if attack == "fire" else "tactical/23"
    require(column_of(there) == column, clause, f"{target} is in another column")
    ahead = there == MIDDLES[column]
    if attack == "fire":
        require(not (ahead and here == there), clause, f"{target} is in the same space")
        return arm.fire_middle if ahead else arm.fire_line
    require(arm.charge, "tactical/18", "artillery does not charge")
    apart = (here == MIDDLES[column]) != ahead
    require(apart, clause, "a charge goes from the middle to the line, or from the line to the middle")
    return arm.charge


@rule("tactical/28", "tactical/24", "amphibious-movement/10", "rivers/3", "rivers/4")
def aim(position: Position, army: str, attack: Attack, id: str, target: str, leader: str) -> Aim:
    """What an attack needs, with every modifier. Raises Refused where it may not be made."""
    unit, aimed = position.units[id], position.units[target]
    needed, table = number_needed(position, army, attack, id, target), tactics()
    found: list[Modifier] = []
    if attack == "charge" and aimed.kind == "artillery":
        found.append(Modifier("artillery", int(table["charge_at_artillery"]), "tactical/24"))
    if unit.elite:
        found.append(Modifier("elite", int(table["elite"]), "tactical/28"))
    if leader:
        found.append(Modifier("leader", int(table["leader"]), "tactical/30"))
    if entrenched(position, target):
        found.append(Modifier("entrenched", int(table["entrenched"]), "tactical/32"))
    if army == battle_of(position).defender:
        found += _defence(position, target)
    return Aim(needed, tuple(found))


@rule("tactical/32", "resolving-battles/4")
def entrenched(position: Position, id: str) -> bool:
    """Whether a brigade is entrenched: one of the defender in a line, in a city."""
    battle = battle_of(position)
    if not position.board.spaces[battle.space].city or battle.boxes[id] not in battle.lines:
        return False
    return id in members(position, battle.defender)


def _defence(position: Position, target: str) -> Iterator[Modifier]:
    """The defender's bonus against a unit that landed or crossed a major river; a unit did one of them."""
    unit, attackers = position.units[target], members(position, battle_of(position).attacker)
    landed = unit.landed
    if not landed and position.plays("landing_bonus_against_whole_army"):
        landed = any(position.units[id].landed for id in attackers)
    if landed:
        yield Modifier("landed", int(numbers("landing")["defence"]), "amphibious-movement/10")
    elif unit.crossed:
        yield Modifier("river", int(numbers("rivers")["defence"]), "rivers/3")


@rule("tactical/27", "tactical/29", "tactical/34")
def check_attack(position: Position, army: str, attack: Attack, id: str, target: str, leader: str) -> Aim:
    """Refuse an attack that may not be made; gives what it needs."""
    unit, battle = position.units[id], battle_of(position)
    require(unit.brigade, "tactical/34", "leaders neither fire nor charge")
    enemies = members(position, battle.enemy(army))
    known = target in enemies and target in battle.boxes
    require(known, "tactical/27", f"there is no enemy {target!r} in this battle")
    aimed_at = position.units[target].brigade
    require(aimed_at, "tactical/34", "a leader is no target")
    if leader:
        check_help(position, army, id, leader)
    found = aim(position, army, attack, id, target, leader)
    could = MOST + found.added >= found.needed
    short = f"it needs {found.needed} and comes to {MOST + found.added} at most"
    require(could, "tactical/29", short)
    return found


@rule("tactical/30", "tactical/31", "tactical/56")
def check_help(position: Position, army: str, id: str, leader: str) -> None:
    """Refuse the help of a leader that is elsewhere, in reserve, or has helped in this turn."""
    battle = battle_of(position)
    known = leader in members(position, army) and position.units[leader].kind == "leader"
    require(known, "tactical/30", f"you have no leader {leader!r} in this battle")
    with_it = battle.boxes[leader] == battle.boxes[id] and battle.boxes[id] != RESERVE
    require(with_it, "tactical/31", f"{leader} is not in the space of {id}")
    require(leader not in battle.helped, "tactical/30", f"{leader} has helped in this turn")


def helpers(position: Position, army: str, id: str) -> tuple[str, ...]:
    """The leaders that could help a brigade now."""
    battle = battle_of(position)
    ids = in_box(position, army, battle.boxes[id])
    leaders = (each for each in ids if position.units[each].kind == "leader")
    return tuple(each for each in leaders if each not in battle.helped)


def targets(position: Position, army: str, id: str) -> tuple[str, ...]:
    """The enemy brigades in the line and the middle of a brigade's column."""
    battle = battle_of(position)
    column = column_of(battle.boxes[id])
    return in_column(position, battle.enemy(army), column) if column else ()


def could(
    position: Position, army: str, attack: Attack, id: str, target: str, leader: str = ""
) -> Aim | None:
    """What an attack needs, None where it may not be made."""
    try:
        return check_attack(position, army, attack, id, target, leader)
    except Refused:
        return None


@rule("tactical/27", "tactical/25")
def strike(play: Play, army: str, attack: Attack, id: str, target: str, leader: str) -> None:
    """Roll for an attack; a hit eliminates the target, a 1 a charging brigade. Leaders left alone roll."""
    found = aim(play.position, army, attack, id, target, leader)
    clause = "tactical/22" if attack == "fire" else "tactical/24"
    (die,) = play.roll(f"{attack} of {id} at {target}", clause)
    hit = found.hits(die)
    lost = (target,) if hit else ()
    if attack == "charge" and die == int(tactics()["charge_fails_on"]):
        lost = (id,)
    boxes = battle_of(play.position).boxes
    box = boxes[lost[0]] if lost else ""
    play.emit(
        AttackRolled(
            army, attack, id, target, leader, die, found.modifiers, die + found.added, found.needed, hit, lost
        )
    )
    if lost:
        loser = battle_of(play.position).enemy(army) if hit else army
        _roll_for_leaders(play, loser, box)
        check_beaten(play, loser)


@eagle.evolves(AttackRolled)
def _attacked(position: Position, event: AttackRolled) -> None:
    note_action(position, event.unit)
    battle = battle_of(position)
    helped = (*battle.helped, event.leader) if event.leader else battle.helped
    position.battle = battle.with_(active=True, helped=helped)
    if event.lost:
        eliminate(position, battle.enemy(event.army) if event.hit else event.army, event.lost)


@rule("tactical/35")
def _roll_for_leaders(play: Play, army: str, box: str) -> None:
    """When the last brigade of a space with leaders is eliminated, each of them rolls."""
    left = in_box(play.position, army, box)
    if brigades(play.position, left):
        return
    for leader in left:
        (die,) = play.roll(f"fate of {leader}", "tactical/35")
        play.emit(LeaderFateRolled(army, leader, die, die == int(tactics()["leader_lost_on"])))


@eagle.evolves(LeaderFateRolled)
def _leader_fate(position: Position, event: LeaderFateRolled) -> None:
    if event.lost:
        eliminate(position, event.army, (event.leader,))
    else:
        put(position, {event.leader: RESERVE})


@rule("tactical/37", "tactical/53")
def check_beaten(play: Play, army: str) -> None:
    """An army is beaten at once when a column of its own has none of its brigades, or it has none at all."""
    position = play.position
    empty = [line for line in battle_of(position).lines if not in_column(position, army, line)]
    if not brigades_left(position, army):
        play.emit(ArmyBeaten(army, "it has no brigade left", "tactical/53"))
    elif empty:
        play.emit(ArmyBeaten(army, f"its {empty[0]} column has no brigade", "tactical/37"))


@eagle.evolves(ArmyBeaten)
def _beaten(position: Position, event: ArmyBeaten) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(beaten=event.army, reason=event.reason, acting="", stage="beaten")
