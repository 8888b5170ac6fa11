"""Naval combat (13.6): rounds of fire and withdrawal between vessels and forts on one hexside.

What may fire at what and what a hit does is naval_fire.py, repair afterwards naval_repair.py.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.position.in_progress import NavalCombat
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import MOVED
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import under_way
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    BANKS,
    BUILDING,
    WATER_OF,
    moved_to,
    vessels_on,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import (
    NavalFire,
    can_withdraw,
    fighting,
    forts_at,
    opposed,
    shoot,
    shots,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import send_for_repair
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

FOUGHT = "fought"


class WithdrawVessels(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="withdraw_vessels"
):
    """Take vessels out of a naval combat: each to a sea zone or hexside (13.6). Firing may follow."""

    to: dict[str, str]


class FireAt(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="fire_at"):
    """Fire with one vessel, or with the fort in a hex, at one enemy vessel or fort (13.6)."""

    unit: str
    target: str


class HoldFire(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hold_fire"
):
    """Stay without firing: for a side that has nothing (left) that could fire in this round (13.6)."""


class NavalCombatBegan(Event, frozen=True, tag_field="type", tag="naval_combat_began"):
    """Vessels fight on a hexside (13.6). side: who brought it about; entered: his vessels that moved in from
    `back`, or that were there already, `back` then "".

    vessels: by side; forts: the hexes of each side's forts that take part.
    """

    hexside: str
    side: str
    entered: tuple[str, ...]
    back: str
    vessels: dict[str, tuple[str, ...]]
    forts: dict[str, tuple[str, ...]]
    rule: str = "13.6/1"


class NavalRoundBegan(Event, frozen=True, tag_field="type", tag="naval_round_began"):
    """A round of naval combat: both roll, the higher acts first, the Union on ties."""

    round: int
    union_die: int
    confederate_die: int
    first: str
    rule: str = "13.6/2"


class VesselsWithdrew(Event, frozen=True, tag_field="type", tag="vessels_withdrew"):
    """Vessels left a naval combat; to: where each of them went."""

    side: str
    to: dict[str, str]
    rule: str = "13.6/13"


class NavalFireHeld(Event, frozen=True, tag_field="type", tag="naval_fire_held"):
    """A side that had nothing to fire kept its vessels where they were."""

    side: str
    rule: str = "13.6/4"


class UnfinishedVesselsLost(Event, frozen=True, tag_field="type", tag="unfinished_vessels_lost"):
    """Enemy vessels found vessels under construction alone and burned them."""

    hexside: str
    vessels: tuple[str, ...]
    rule: str = "13.6/11"


class NavalCombatEnded(Event, frozen=True, tag_field="type", tag="naval_combat_ended"):
    """A naval combat is over. held_by: the side that is left there, "" if neither; fought: vessels of the
    side that brought it about, which go no further in this impulse.
    """

    hexside: str
    held_by: str
    fought: tuple[str, ...]
    rule: str = "13.6/14"


@rule("13.6/1", "13.6/11", "13.1.2/3")
def begin_naval_combat(play: Play, hexside: str, side: str, back: str = "") -> None:
    """Begin what must follow where vessels of a side have met the enemy on a hexside; no decision is due.

    back: the place from which they came, "" if they were there already. Where only vessels under construction
    are, these are lost at once.
    """
    position = play.position
    if not opposed(position, hexside):
        burn_unfinished(play, hexside)
        return
    entered = tuple(
        name
        for name in vessels_on(position, hexside, side)
        if not back or position.vessels[name].activity == MOVED
    )
    vessels = {each: vessels_on(position, hexside, each) for each in SIDES}
    forts = {each: forts_at(position, hexside, each) for each in SIDES}
    play.emit(NavalCombatBegan(hexside, side, entered, back, vessels, forts))


@rule("13.6/1", "11.2/5", "13.6/11")
def contact_left(position: Position, side: str) -> str:
    """A hexside where vessels of a side are with the enemy and must still fight; "" if there is none.

    So it is where a fort was placed beside them, or speaks again: they fight or leave in their own movement.
    """
    places = {vessel.at for vessel in position.vessels.values() if vessel.at and vessel.side == side}
    return next(
        (key for key in sorted(places) if opposed(position, key) or unfinished_alone(position, key)), ""
    )


def fight_where_left(play: Play, side: str) -> bool:
    """Begin the fight that a side's vessels owe at the end of its movement; false if they owe none."""
    hexside = contact_left(play.position, side)
    if hexside:
        close(play)
        begin_naval_combat(play, hexside, side)
    return bool(hexside)


@under_way("naval_combat")
@rule("13.6/2", "13.6/4", "13.6/14")
def carry_on(play: Play) -> None:
    """Continue a combat: the next side acts; if there is none, the next round begins, or the combat ends.

    A side with nothing (left) to fire may still withdraw when its turn comes: once a round, and before every
    further shot of the enemy.
    """
    position = play.position
    combat = fighting(position)
    if combat.run:
        from ironclad.domain.games.american_civil_war.rules.c11_forts.running_past import carry_on_run

        carry_on_run(play)
        return
    if not opposed(position, combat.hexside):
        _end(play)
        return
    for side in (combat.acting, ENEMY[combat.acting]) if combat.acting else ():
        able, leaving = shots(position, side), can_withdraw(position, side)
        if able and not leaving and len(able) == 1 and len(next(iter(able.values()))) == 1:
            ((unit, (target,)),) = able.items()
            shoot(play, side, unit, target)  # there is nothing to decide
            return
        if able or (leaving and (side not in combat.spoken or shots(position, ENEMY[side]))):
            ask(
                play, side, "naval_action", "13.6/3", hexside=combat.hexside, round=combat.round,
                can_fire={unit: list(at) for unit, at in able.items()}, can_withdraw=sorted(leaving),
            )  # fmt: skip
            return
    (union_die,) = play.roll("naval round, Union", "13.6/2")
    (confederate_die,) = play.roll("naval round, Confederate", "13.6/2")
    first = UNION if union_die >= confederate_die else CONFEDERATE
    play.emit(NavalRoundBegan(combat.round + 1, union_die, confederate_die, first))


@acw.check(WithdrawVessels, "naval_action")
@rule("13.6/3", "13.6/13")
def _check_withdraw(position: Position, due: Due, command: WithdrawVessels) -> None:
    require(command.to, "13.6/3", "no vessel is named")
    there = vessels_on(position, fighting(position).hexside, due.seat)
    leaving = can_withdraw(position, due.seat)
    for name, place in sorted(command.to.items()):
        require(name in there, "13.6/3", f"you have no {name} in this combat")
        require(name in leaving, "13.6/13", f"{name} has nowhere to withdraw to")
        require(place in leaving[name], "13.6/13", f"{name} cannot withdraw to {place}")


@acw.carry_out(WithdrawVessels)
def _withdraw(play: Play, due: Due, command: WithdrawVessels) -> None:
    """Vessels go; who has a vessel or fort left that can fire is asked again, and fires."""
    close(play)
    play.emit(VesselsWithdrew(due.seat, dict(sorted(command.to.items()))))


@acw.check(FireAt, "naval_action")
@rule("13.6/3", "13.6/5", "13.6/10", "13.6/12")
def _check_fire(position: Position, due: Due, command: FireAt) -> None:
    combat = fighting(position)
    own = (*vessels_on(position, combat.hexside, due.seat), *forts_at(position, combat.hexside, due.seat))
    enemy = ENEMY[due.seat]
    theirs = (*vessels_on(position, combat.hexside, enemy), *forts_at(position, combat.hexside, enemy))
    require(command.unit in own, "13.6/3", f"you have no {command.unit} in this combat")
    require(command.unit not in combat.fired, "13.6/5", f"{command.unit} has fired in this round")
    require(command.target in theirs, "13.6/3", f"the enemy has no {command.target} in this combat")
    vessel = position.vessels.get(command.unit)
    if vessel is not None:
        require(vessel.kind != "ntp", "13.6/10", "NTP do not fire")
        at_fort = command.target in position.forts
        require(not (vessel.kind == "ironclad" and at_fort), "13.6/12", "ironclads do not fire on forts")
    else:
        require(command.target not in position.forts, "13.6/3", "forts fire at vessels")
    aimed = shots(position, due.seat).get(command.unit, ())
    require(command.target in aimed, "13.6/10", "others of its side shield an NTP from fire")


@acw.carry_out(FireAt)
def _fire(play: Play, due: Due, command: FireAt) -> None:
    close(play)
    shoot(play, due.seat, command.unit, command.target)


@acw.check(HoldFire, "naval_action")
@rule("13.6/3")
def _check_hold(position: Position, due: Due, command: HoldFire) -> None:
    require(
        not shots(position, due.seat), "13.6/3", "a side that has not withdrawn fires with a unit that can"
    )


@acw.carry_out(HoldFire)
def _hold(play: Play, due: Due, command: HoldFire) -> None:
    close(play)
    play.emit(NavalFireHeld(due.seat))


@rule("13.6/11")
def unfinished_alone(position: Position, hexside: str) -> tuple[str, ...]:
    """Vessels under construction beside a hexside with Union vessels, no other vessel or fort with them."""
    if not vessels_on(position, hexside, UNION):
        return ()
    return tuple(
        name
        for name, vessel in sorted(position.vessels.items())
        if vessel.state == BUILDING
        and vessel.side == CONFEDERATE
        and vessel.port in BANKS[hexside]
        and not any(vessels_on(position, key, CONFEDERATE) for key in WATER_OF[vessel.port])
        and vessel.port not in forts_at(position, hexside, CONFEDERATE)
    )


def burn_unfinished(play: Play, hexside: str) -> None:
    """Take off the unfinished vessels that are left alone with the enemy beside a hexside."""
    if lost := unfinished_alone(play.position, hexside):
        play.emit(UnfinishedVesselsLost(hexside, lost))


@rule("13.6/14", "13.6/15", "13.6/16")
def _end(play: Play) -> None:
    position = play.position
    combat = fighting(position)
    left = [
        side
        for side in SIDES
        if vessels_on(position, combat.hexside, side) or forts_at(position, combat.hexside, side)
    ]
    fought = tuple(name for name in combat.entered if name in position.vessels)
    burn_unfinished(play, combat.hexside)
    for side in SIDES:
        own = [name for name in combat.withdrawn if name in position.vessels]
        names = (*vessels_on(position, combat.hexside, side), *own)
        send_for_repair(play, side, (name for name in names if position.vessels[name].side == side))
    fought = tuple(name for name in fought if name in play.position.vessels)
    play.emit(NavalCombatEnded(combat.hexside, left[0] if len(left) == 1 else "", fought))


@acw.evolves(NavalCombatBegan)
def _naval_combat_began(position: Position, event: NavalCombatBegan) -> None:
    position.naval_combat = NavalCombat(event.hexside, event.side, event.entered, event.back)


@acw.evolves(NavalRoundBegan)
def _naval_round_began(position: Position, event: NavalRoundBegan) -> None:
    combat = fighting(position)
    position.naval_combat = changed(combat, round=event.round, acting=event.first, fired=(), spoken=())


@acw.evolves(VesselsWithdrew)
def _vessels_withdrew(position: Position, event: VesselsWithdrew) -> None:
    for name, place in event.to.items():
        position.vessels[name] = moved_to(position.vessels[name], place)
    combat = fighting(position)
    position.naval_combat = changed(combat, withdrawn=(*combat.withdrawn, *event.to), acting=event.side)


@acw.evolves(NavalFireHeld)
def _naval_fire_held(position: Position, event: NavalFireHeld) -> None:
    combat = fighting(position)
    position.naval_combat = changed(
        combat, acting=ENEMY[event.side], spoken=tuple(sorted({*combat.spoken, event.side}))
    )


@acw.evolves(UnfinishedVesselsLost)
def _unfinished_vessels_lost(position: Position, event: UnfinishedVesselsLost) -> None:
    for name in event.vessels:
        position.vessels.pop(name)


@acw.evolves(NavalCombatEnded)
def _naval_combat_ended(position: Position, event: NavalCombatEnded) -> None:
    position.naval_combat = None
    for name in event.fought:
        position.vessels[name] = position.vessels[name].with_(activity=FOUGHT)


@acw.offer("naval_action")
def _offer_naval_action(position: Position, due: Due) -> Iterator[Command]:
    """Every shot; holding fire where there is none; withdrawing all, or each alone, to the closest place."""
    able = shots(position, due.seat)
    for unit, at in able.items():
        for target in at:
            yield FireAt(unit=unit, target=target)
    if not able:
        yield HoldFire()
    nearest = {name: next(iter(ways)) for name, ways in can_withdraw(position, due.seat).items()}
    if len(nearest) > 1:
        yield WithdrawVessels(to=nearest)
    for name, place in nearest.items():
        yield WithdrawVessels(to={name: place})


@acw.sample("naval_action")
def _sample_naval_action(position: Position, due: Due, random: Random) -> Command:
    """Mostly fire; sometimes a withdrawal, to any place in reach."""
    able = shots(position, due.seat)
    leaving = can_withdraw(position, due.seat)
    if leaving and (not able or random.random() < 0.2):
        to = {name: random.choice(sorted(ways)) for name, ways in leaving.items() if random.random() < 0.6}
        if to:
            return WithdrawVessels(to=to)
    if not able:
        return HoldFire()
    unit = random.choice(sorted(able))
    return FireAt(unit=unit, target=random.choice(able[unit]))


COMMANDS = (WithdrawVessels, FireAt, HoldFire)
EVENTS = (
    NavalCombatBegan, NavalRoundBegan, VesselsWithdrew, NavalFireHeld, NavalFire, UnfinishedVesselsLost,
    NavalCombatEnded,
)  # fmt: skip
