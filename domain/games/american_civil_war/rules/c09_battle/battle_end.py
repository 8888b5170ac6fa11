"""How a battle ends: what it leaves in the hex, and whether a force on the move may continue (5.2/5 to 5.2/7,
9.5)."""

from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Group, merged
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c05_movement.costs import leader_bonus
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import battle_step, current
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import displace_leaders, winner_of
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import (
    FortDestroyed,
    surrender_silenced,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import settle_entrenchment
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

GOES_ON, HALTED, GONE = "goes_on", "halted", "gone"


class BattleEnded(Event, frozen=True, tag_field="type", tag="battle_ended"):
    """A battle is over. winner: a side, or "" for none; alone: sides that share the hex with no enemy any
    more.

    mover: what becomes of the force on the move if it took part: "goes_on", "halted", "gone" (nothing of it
    is left in the hex), or "" if it did not.
    """

    hex: str
    winner: str
    alone: tuple[str, ...]
    mover: str
    rule: str = "9.1/1"


@battle_step("end")
@rule("9.5/3", "3.1/4", "11.5/1", "11.7/8", "11.8.3/4", "12.1/3", "10.2/5")
def end_battle(play: Play) -> None:
    """Close the battle; the hex passes to a side alone in it; works and leaders there are dealt with."""
    position = play.position
    battle = current(position)
    here = battle.hex
    if battle.kind == "storm" and not battle.garrison:
        play.emit(FortDestroyed(here, ENEMY[battle.attacker], "stormed, with all who held it"))
    surrender_silenced(play, here)
    winner = winner_of(battle) if battle.fought is not None else battle.attacker
    alone = tuple(
        side for side in SIDES if here in position.forces[side] and not occupied(position, ENEMY[side], here)
    )
    play.emit(BattleEnded(here, winner, alone, what_of_the_mover(position, battle, winner)))
    settle_entrenchment(play, here)
    displace_leaders(play, here)
    for side in alone:
        take(play, side, here, play.position.groups(side, here))


@rule("5.2/5", "5.2/6", "5.2/7", "6.4/17", "6.4/18", "9.10.3/2", "16.0/3")
def what_of_the_mover(position: Position, battle: Battle, winner: str) -> str:
    """A mover that attacked is halted; one that reactors attacked continues only if it has won."""
    moving = position.moving
    if moving is None or moving.hex != battle.hex:
        return ""
    if not moving.units:
        return GONE
    return GOES_ON if moving.seat != battle.attacker and winner == moving.seat else HALTED


@acw.evolves(BattleEnded)
def _battle_ended(position: Position, event: BattleEnded) -> None:
    position.battle = None
    for side in event.alone:
        position.alter(side, event.hex, Group.from_nowhere)
    moving = position.moving
    if moving is not None and event.mover:
        position.moving = None if event.mover == GONE else _moved_on(position, moving, event)


@rule("5.3.1/1")
def _moved_on(position: Position, moving: Moving, event: BattleEnded) -> Moving:
    """The mover's record after the battle: who is still with it, and whether it may go further.

    A leader's bonus is gone with him; a better rating won in the battle adds nothing.
    """
    alone = moving.seat in event.alone
    halted = event.mover == HALTED
    leaders = tuple(letter for letter in moving.leaders if position.leaders[letter].hex == event.hex)
    after: Moving = changed(
        moving,
        units=_without_origin(moving.units) if alone else moving.units,
        joined=_without_origin(moving.joined) if alone else moving.joined,
        leaders=leaders,
        bonus=min(moving.bonus, leader_bonus(position, leaders)),
        entered="" if halted else moving.entered,
        halted=halted or moving.halted,
        train=0,
    )
    return after


def _without_origin(units: tuple[Group, ...]) -> tuple[Group, ...]:
    return merged(group.from_nowhere() for group in units)


COMMANDS = ()
EVENTS = (BattleEnded,)
