"""The facts of a battle read off a position: limits, participants, strengths, hexsides (9.2 to 9.4)."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.charts import DEFENDER_TIMES, SIDE_LIMIT
from ironclad.domain.games.american_civil_war.position.in_progress import Battle
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import (
    CAVALRY,
    ENTRENCHED,
    FORT,
    MSP,
    Group,
    fighting_strength,
    merged,
    strength,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import (
    SEA_LANDING,
    into_loop,
    is_amphibious,
    is_minor_river,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    MAP,
    current,
    defending_side,
    force_of,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import (
    Facts,
    Force,
    Part,
    force_strength,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import support
from ironclad.domain.kernel.engine.citations import rule

NO_LIMIT = 10_000


@rule("9.2/2", "TEC/2", "TEC/3")
def side_limit(position: Position) -> int:
    """How many SP a side may fight with in the battle hex."""
    return SIDE_LIMIT.get(MAP.hexes[current(position).hex].terrain, NO_LIMIT)


@rule("4.3/7", "9.2/4")
def able_units(battle: Battle, side: str) -> tuple[Group, ...]:
    """The units of a force that could fight: militia take no part in an attack."""
    force = force_of(battle, side)
    return tuple(group for group in force if side != battle.attacker or group.kind != MSP)


def fighting_units(battle: Battle, side: str) -> tuple[Group, ...]:
    """The units of a side that take part, as chosen, or else all that could."""
    chosen = battle.attacking if side == battle.attacker else battle.defending
    return able_units(battle, side) if chosen is None else chosen


@rule("9.2/2")
def participants_due(position: Position, side: str) -> tuple[Group, ...] | None:
    """The groups among which a side has still to choose its participants; None if nothing is to be chosen.

    Where all the groups that could fight are alike to their owner, any of them serve, and he is not asked.
    """
    battle = current(position)
    if (battle.attacking if side == battle.attacker else battle.defending) is not None:
        return None
    groups = tuple(group for group in able_units(battle, side) if group.kind != CAVALRY)
    if strength(groups) <= room_for(position, side) or len({group.distinct() for group in groups}) == 1:
        return None
    return groups


def room_for(position: Position, side: str) -> int:
    """The SP of units that may fight: the limit, less a fort's garrison point which always does."""
    battle = current(position)
    limit = side_limit(position)
    return limit if side == battle.attacker else limit - battle.garrison


@rule("9.2/1", "9.2/2")
def participants(position: Position, side: str) -> tuple[Group, ...]:
    """The units of a side that fight: as chosen, or the first up to the limit where all are alike."""
    battle = current(position)
    room, taken = room_for(position, side), []
    for group in fighting_units(battle, side):
        count = group.count if group.kind == CAVALRY else min(room, group.count)
        if count:
            taken.append(group.with_(count=count))
        if group.kind != CAVALRY:
            room -= count
    return merged(taken)


def present_leaders(position: Position, side: str) -> tuple[str, ...]:
    """The leaders of a side who are with its force in the battle."""
    battle = current(position)
    there = position.leaders_at(side, battle.hex)
    if side != battle.attacker:
        return there
    came = {letter for each in battle.contingents for letter in each.leaders}
    return tuple(letter for letter in there if letter in came)


def facts_of(position: Position) -> Facts:
    """Everything about the battle that its dice are read with."""
    battle = current(position)
    attacking = participants(position, battle.attacker)
    defending = participants(position, defending_side(battle))
    minor, amphibious, loop = _hexsides(battle, attacking)
    return Facts(
        attacker=_force(position, battle.attacker, attacking),
        defender=_force(position, defending_side(battle), defending),
        minor_river=minor,
        amphibious=amphibious,
        loop=loop,
        entrenched=_entrenched(position, defending),
        whole_attacker=fighting_strength(able_units(battle, battle.attacker)),
        landed=_landed(position),
    )


@rule("13.2/7")
def _landed(position: Position) -> bool:
    """Whether reactors attack a force that has landed from the sea in this impulse."""
    battle, moving = current(position), position.moving
    if battle.kind != "reaction" or moving is None:
        return False
    if position.options.get("landing_reaction_bonus") == "none":
        return False
    return moving.hex == battle.hex and moving.crossing == SEA_LANDING and moving.seat != battle.attacker


@rule("8.5/1", "8.5/2", "9.3/1", "9.4/2", "9.4/3", "9.4/5", "9.8/1", "11.7/3", "16.0/1")
def _force(position: Position, side: str, units: tuple[Group, ...]) -> Force:
    """One side's strength: its parts with their multipliers, its leader, and what its state brings."""
    battle = current(position)
    attacks = side == battle.attacker
    letter = (battle.attacking_leader if attacks else battle.defending_leader) or ""
    parts = _attacking_parts(units) if attacks else _defending_parts(position, units)
    raw, bonus, total_strength = force_strength(parts, position.leaders[letter].rating if letter else 0)
    naval = 0 if attacks else support(position, raw)
    demoralized = fighting_strength(group for group in units if group.demoralized)
    counted = side not in battle.supplied and any(suffers_oos(battle, side, group) for group in units)
    return Force(
        raw=raw,
        parts=parts,
        strength=total_strength + naval,
        can_lose=strength(able_units(battle, side)) + (0 if attacks else battle.garrison),
        leader=letter,
        bonus=bonus,
        leaders_present=len(present_leaders(position, side)),
        most_demoralized=2 * demoralized > raw,
        out_of_supply=counted,
        naval=naval,
    )


@rule("9.4/5", "11.8.2/1")
def suffers_oos(battle: Battle, side: str, group: Group) -> bool:
    """Whether units are out of supply in a way that counts: in the field, or wherever they attack from."""
    return group.oos > 0 and (side == battle.attacker or group.station != FORT)


def _attacking_parts(units: Iterable[Group]) -> tuple[Part, ...]:
    return (Part("field", fighting_strength(units), 1, "9.3/1"),)


@rule("11.3/1", "11.3/3", "11.7/2", "11.7/7", "11.8.3/2", "11.8.3/7", "12.2/2", "12.2/3", "TEC/6", "TEC/7")
def _defending_parts(position: Position, units: tuple[Group, ...]) -> tuple[Part, ...]:
    """The defenders by what protects them: the open, an entrenchment, or a fort with its garrison point."""
    battle = current(position)
    entrenched = fighting_strength(group for group in units if group.station == ENTRENCHED)
    inside = fighting_strength(group for group in units if group.station == FORT) + battle.garrison
    field = fighting_strength(units) + battle.garrison - entrenched - inside
    complete = inside > 0 and position.forts[battle.hex].state == "complete"
    fort = (DEFENDER_TIMES["fort"], "11.8.3/2") if complete else (DEFENDER_TIMES["entrenchment"], "11.3/3")
    parts = (
        Part("field", field, 1, "9.3/1"),
        Part("entrenched", entrenched, DEFENDER_TIMES["entrenchment"], "12.2/2"),
        Part("in the fort", inside, *fort),
    )
    return tuple(part for part in parts if part.strength_points)


@rule("9.6/4", "11.8.3/7")
def _entrenched(position: Position, units: tuple[Group, ...]) -> bool:
    """Whether the defence counts as entrenched for losses: more than half its SP, or a fort not in order."""
    battle = current(position)
    if battle.garrison:
        return position.forts[battle.hex].state != "complete"
    entrenched = fighting_strength(group for group in units if group.station == ENTRENCHED)
    return 2 * entrenched > fighting_strength(units)


@rule("6.4/15", "9.2.1/1", "9.4/6", "9.4/7", "9.4/8", "13.3.5/2", "13.3.2/1")
def _hexsides(battle: Battle, attacking: tuple[Group, ...]) -> tuple[bool, bool, bool]:
    """Whether the minor river, amphibious and loop modifiers apply: if more than half the attacking SP
    crossed so.

    Units that were in the hex already have crossed nothing.
    """
    left = {group.alike(): group.count for group in attacking}
    minor = amphibious = loop = 0
    for each in battle.contingents:
        count = 0
        for group in each.groups:
            if group.kind not in (CAVALRY, MSP):
                took = min(group.count, left.get(group.alike(), 0))
                left[group.alike()] = left.get(group.alike(), 0) - took
                count += took
        if each.from_hex:
            minor += count * is_minor_river(each.crossing)
            amphibious += count * is_amphibious(each.crossing)
            loop += count * into_loop(each.from_hex, battle.hex)
    whole = fighting_strength(attacking)
    return 2 * minor > whole, 2 * amphibious > whole, 2 * loop > whole
