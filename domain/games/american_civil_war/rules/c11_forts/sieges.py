"""Sieges and their relief (11.8, 11.8.1): who besieges, who keeps to the siege, who joins from inside.

A siege is no record of its own: works.besieged finds it from the units in a fort's hex. What it does to
supply is in supply_plan.py, how it ends in surrender in surrendering.py; see storming.py and sorties.py too.
"""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Contingent
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    ATTACKED,
    FORT,
    MSP,
    READY,
    Group,
    fighting_strength,
    merged,
    pick,
    strength,
    without,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import current, defending_side, shown
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


class HoldSiege(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hold_siege"
):
    """Keep besieging ASP out of a relieving battle, to hold the siege; none if left out (11.8.1)."""

    units: tuple[Group, ...] = ()


class JoinRelief(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="join_relief"
):
    """Send ASP from inside the fort into the relieving attack, with leaders; none if left out (11.8.1)."""

    units: tuple[Group, ...] = ()
    leaders: tuple[str, ...] = ()


class SiegeHeld(Event, frozen=True, tag_field="type", tag="siege_held"):
    """Besiegers stay out of the battle to hold the siege (11.8.1).

    needed: 1 ASP and one for each ASP or MSP inside; with fewer kept the force inside may join the attack.
    """

    side: str
    hex: str
    units: tuple[Group, ...]
    needed: int
    rule: str = "11.8.1/2"


class ReliefJoined(Event, frozen=True, tag_field="type", tag="relief_joined"):
    """ASP from inside the fort join the relieving attack, or stay inside (11.8.1)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...] = ()
    rule: str = "11.8.1/3"


def is_relief(position: Position, battle: Battle) -> bool:
    """Whether the phasing side attacks besiegers of its own fort from outside it."""
    fort = position.forts.get(battle.hex)
    own = fort is not None and fort.side == battle.attacker == position.player
    return own and battle.kind in ("move", "in_place")


def inside(position: Position, battle: Battle) -> tuple[Group, ...]:
    """The attacker's units inside the fort that is to be relieved, those that have joined already apart."""
    joined = {group.alike() for group in battle.attackers}
    return tuple(
        group
        for group in position.groups(battle.attacker, battle.hex)
        if group.station == FORT and group.alike() not in joined
    )


@rule("11.8.1/2")
def needed(position: Position, battle: Battle) -> int:
    """The ASP that hold the siege: 1, and 1 for each ASP or MSP inside, the fort's own point apart."""
    return 1 + strength(inside(position, battle), ASP, MSP)


def most_kept(position: Position, battle: Battle) -> int:
    """How many ASP may be kept out: any number, but somebody must fight.

    Before erratum "siege-minimum" no more than hold the siege.
    """
    most = min(strength(battle.defenders, ASP), fighting_strength(battle.defenders) - 1)
    return most if holds(position, "siege-minimum") else min(needed(position, battle), most)


@rule("11.8.1/1", "11.8.1/2", "11.8.1/3")
def settle_siege(play: Play) -> bool:
    """Before a relieving battle: ask who is kept out of it, then who joins from inside; True if asked."""
    position, battle = play.position, current(play.position)
    if not is_relief(position, battle) or battle.relief_answered:
        return False
    if battle.kept is None and (most := most_kept(position, battle)) > 0:
        about = {"hex": battle.hex, "most": most, "units": shown(_able_to_hold(battle))}
        if holds(position, "siege-minimum"):
            about["needed"] = needed(position, battle)
        ask(play, defending_side(battle), "siege_hold", "11.8.1/2", **about)
        return True
    units = able_to_join(position, battle)
    if units and strength(battle.kept or ()) < needed(position, battle):
        ask(play, battle.attacker, "relief_sortie", "11.8.1/3", hex=battle.hex, units=shown(units))
        return True
    return False


def _able_to_hold(battle: Battle) -> tuple[Group, ...]:
    return tuple(group for group in battle.defenders if group.kind == ASP)


@rule("11.8.1/3", "11.8.2/1")
def able_to_join(position: Position, battle: Battle) -> tuple[Group, ...]:
    """ASP inside that have done nothing yet in this impulse."""
    units = inside(position, battle)
    return tuple(group for group in units if group.kind == ASP and group.activity == READY)


@acw.check(HoldSiege, "siege_hold")
@rule("11.8.1/2")
def _check_hold(position: Position, due: Due, command: HoldSiege) -> None:
    _held(position, command)


def _held(position: Position, command: HoldSiege) -> tuple[Group, ...]:
    if not command.units:
        return ()
    battle = current(position)
    units = pick(_able_to_hold(battle), command.units, "11.8.1/2")
    most = most_kept(position, battle)
    require(strength(units) <= most, "11.8.1/2", f"at most {most} ASP are kept out of the battle")
    return units


@acw.carry_out(HoldSiege)
def _hold(play: Play, due: Due, command: HoldSiege) -> None:
    battle = current(play.position)
    units, strength_needed = _held(play.position, command), needed(play.position, battle)
    close(play)
    play.emit(SiegeHeld(due.seat, battle.hex, units, strength_needed))


@acw.check(JoinRelief, "relief_sortie")
def _check_join(position: Position, due: Due, command: JoinRelief) -> None:
    _joining(position, due.seat, command)


@rule("11.8.1/3", "9.3/2")
def _joining(position: Position, seat: str, command: JoinRelief) -> tuple[Group, ...]:
    """The units that come out. Refuses what is not inside and ready, and leaders without units."""
    battle = current(position)
    came = {letter for each in battle.contingents for letter in each.leaders}
    for letter in command.leaders:
        there = letter in position.leaders_at(seat, battle.hex) and letter not in came
        require(there, "9.3/2", f"leader {letter} is not inside the fort")
    if not command.units:
        require(not command.leaders, "11.8.1/3", "leaders alone do not sortie")
        return ()
    return pick(able_to_join(position, battle), command.units, "11.8.1/3")


@acw.carry_out(JoinRelief)
def _join(play: Play, due: Due, command: JoinRelief) -> None:
    units, here = _joining(play.position, due.seat, command), current(play.position).hex
    close(play)
    play.emit(ReliefJoined(due.seat, here, units, tuple(sorted(set(command.leaders)))))


@acw.evolves(SiegeHeld)
@rule("11.8.1/4")
def _siege_held(position: Position, event: SiegeHeld) -> None:
    """Those kept out are no part of the battle's force: they neither fight nor are lost."""
    battle = current(position)
    position.battle = changed(battle, kept=event.units, defenders=without(battle.defenders, event.units))


@acw.evolves(ReliefJoined)
@rule("11.8.2/1")
def _relief_joined(position: Position, event: ReliefJoined) -> None:
    """They fight outside, without the fort's benefit, but are back in it when the battle is over."""
    battle = current(position)
    if not event.units:
        position.battle = changed(battle, relief_answered=True)
        return
    units = merged(group.after_battle(storm=False) for group in event.units)
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, units)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(activity=ATTACKED)
    position.battle = changed(
        battle,
        relief_answered=True,
        attackers=merged((*battle.attackers, *units)),
        contingents=(*battle.contingents, Contingent("", units, event.leaders)),
    )


@acw.offer("siege_hold")
def _offer_hold(position: Position, due: Due) -> Iterator[Command]:
    """Nobody, as many as hold the siege, or as many as may: the first that are there."""
    yield HoldSiege()
    battle = current(position)
    most = most_kept(position, battle)
    for count in dict.fromkeys((min(needed(position, battle), most), most)):
        yield HoldSiege(units=_first_to_hold(battle, count))


def _first_to_hold(battle: Battle, count: int) -> tuple[Group, ...]:
    units = []
    for group in _able_to_hold(battle):
        if part := min(count, group.count):
            units.append(group.with_(count=part, activity=READY, origin=""))
            count -= part
    return merged(units)


@acw.offer("relief_sortie")
def _offer_join(position: Position, due: Due) -> Iterator[Command]:
    """Nobody, or all that may come out, with and without each leader beside them."""
    yield JoinRelief()
    battle = current(position)
    units = tuple(group.with_(origin="") for group in able_to_join(position, battle))
    yield JoinRelief(units=units)
    came = {letter for each in battle.contingents for letter in each.leaders}
    for letter in position.leaders_at(due.seat, battle.hex):
        if letter not in came:
            yield JoinRelief(units=units, leaders=(letter,))


COMMANDS = (HoldSiege, JoinRelief)
EVENTS = (SiegeHeld, ReliefJoined)
