"""Cavalry in battle (16.0): alone against infantry it does not fight, it gets away or is caught."""

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import CAVALRY, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_facts import present_leaders
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    alter_force,
    battle_step,
    begin_step,
    current,
    defending_side,
    gone,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import first
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import see_off
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

CAUGHT_FROM, WITH_CAVALRY = 6, 2


class CavalryAttacked(Event, frozen=True, tag_field="type", tag="cavalry_attacked"):
    """Infantry attacked cavalry that was alone: one die for each unit, 6 or more eliminates it (16.0).

    units: those attacked, the dice in their order; eliminated: those caught; the others retreat.
    """

    hex: str
    attacker: str
    side: str
    units: tuple[Group, ...]
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    eliminated: tuple[Group, ...]
    leaders: tuple[str, ...]
    rule: str = "16.0/2"


@battle_step("cavalry")
@rule("16.0/2", "16.0/3", "9.0/1")
def attack_cavalry(play: Play) -> None:
    """Roll for every cavalry unit; no losses for the attacker, no politics, no leader effects."""
    position = play.position
    battle = current(position)
    side, units = defending_side(battle), battle.defenders
    dice = play.roll("cavalry attacked", "16.0/2", strength(units))
    ridden = any(group.kind == CAVALRY for group in battle.attackers)
    modifiers = (Modifier("attacking cavalry", WITH_CAVALRY, "16.0/2"),) if ridden else ()
    caught = [die + total(modifiers) >= CAUGHT_FROM for die in dice]
    eliminated: list[Group] = []
    for group in units:
        count, caught = sum(caught[: group.count]), caught[group.count :]
        eliminated += first((group,), count)
    leaders = present_leaders(position, side)
    play.emit(
        CavalryAttacked(battle.hex, battle.attacker, side, units, dice, modifiers, tuple(eliminated), leaders)
    )


@battle_step("cavalry_retreat")
@rule("16.0/2")
def cavalry_retreats(play: Play) -> None:
    """What was not caught retreats one or two hexes, not demoralized, or is lost if it cannot."""
    if current(play.position).retreating:
        see_off(play)
    else:
        begin_step(play, "end")


@acw.evolves(CavalryAttacked)
def _cavalry_attacked(position: Position, event: CavalryAttacked) -> None:
    alter_force(position, event.side, event.eliminated, gone)
    battle = current(position)
    position.battle = changed(
        battle,
        step="cavalry_retreat",
        retreat_side=event.side,
        retreating=battle.defenders,
        retreat_leaders=event.leaders,
    )


COMMANDS = ()
EVENTS = (CavalryAttacked,)
