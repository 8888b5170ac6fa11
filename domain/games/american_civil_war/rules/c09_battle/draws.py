"""After a draw (9.10.1): the defender may retreat, then the attacker, or both stay in the hex."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.in_progress import Battle
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import Group, merged, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    current,
    defending_side,
    force_of,
    seen_off,
    who_leaves,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import leaders_with
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat_ways import (
    has_way,
    own_works,
    part_to_go,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


class RetreatOrStand(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="retreat_or_stand"
):
    """After a draw, leave the hex or stay in it (9.10.1)."""

    retreat: bool


class StandDecided(Event, frozen=True, tag_field="type", tag="stand_decided"):
    """After a draw a side chose to stay, or to retreat with these units, all that can (9.10.1)."""

    side: str
    retreats: bool
    units: tuple[Group, ...] = ()
    leaders: tuple[str, ...] = ()
    rule: str = "9.10.1/1"


@rule("9.10.1/1", "9.5/2", "11.8.2/3", "11.8.3/3")
def ask_after_draw(play: Play, battle: Battle) -> bool:
    """Ask the defender, then the attacker, who could leave; False when both have answered or none could."""
    sides = (defending_side(battle), battle.attacker)
    if not all(_holds(battle, side) for side in sides):
        return False
    for side in sides:
        inside = battle.kind == ("sortie" if side == battle.attacker else "storm")
        if side not in battle.stood and not inside and able_to_leave(play.position, side):
            ask(play, side, "retreat_or_stand", "9.10.1/1", hex=battle.hex)
            return True
    return False


def _holds(battle: Battle, side: str) -> bool:
    """Whether something of a side is left that the other would share the hex with."""
    return bool(force_of(battle, side)) or (side != battle.attacker and battle.garrison > 0)


@rule("9.10.1/1", "9.10.4/4")
def able_to_leave(position: Position, side: str) -> tuple[Group, ...]:
    """The parts of a side's force that have somewhere to retreat to; a part that has not must stay."""
    battle = current(position)
    trial = changed(battle, retreat_side=side, retreating=who_leaves(battle, side))
    position.battle = trial
    able: list[Group] = []
    try:
        while trial.retreating:
            part = part_to_go(position, trial)
            if has_way(position, part) or own_works(position, trial, part):
                able += part
            trial = seen_off(trial, part)
            position.battle = trial
    finally:
        position.battle = battle
    return merged(able)


def _who_leads(position: Position, side: str, units: tuple[Group, ...]) -> tuple[str, ...]:
    """The leaders who go with these units of a side: all of its force's, or if some stay those of its parts
    that go."""
    battle = current(position)
    leaders = leaders_with(position, side)
    if strength(units) == strength(force_of(battle, side)):
        return leaders
    going = {group.origin for group in units}
    led = {
        letter
        for each in battle.contingents
        for letter in each.leaders
        if any(group.origin in going for group in each.groups)
    }
    return tuple(letter for letter in leaders if letter in led)


@acw.evolves(StandDecided)
def _stand_decided(position: Position, event: StandDecided) -> None:
    battle = current(position)
    if event.retreats:
        position.battle = changed(
            battle, retreat_side=event.side, retreating=event.units, retreat_leaders=event.leaders
        )
    else:
        position.battle = changed(battle, stood=(*battle.stood, event.side))


@acw.check(RetreatOrStand, "retreat_or_stand")
def _check_stand(position: Position, due: Due, command: RetreatOrStand) -> None:
    """The side that is asked may give either answer."""


@acw.carry_out(RetreatOrStand)
@rule("9.10.1/1")
def _retreat_or_stand(play: Play, due: Due, command: RetreatOrStand) -> None:
    close(play)
    if command.retreat:
        units = able_to_leave(play.position, due.seat)
        play.emit(StandDecided(due.seat, True, units, _who_leads(play.position, due.seat, units)))
    else:
        play.emit(StandDecided(due.seat, False))


@acw.offer("retreat_or_stand")
def _offer_stand(position: Position, due: Due) -> Iterator[Command]:
    yield RetreatOrStand(retreat=True)
    yield RetreatOrStand(retreat=False)


COMMANDS = (RetreatOrStand,)
EVENTS = (StandDecided,)
