"""Taking losses (9.8), and the strength points that a beaten force gives up for want of a way out (9.10,
13.3.6)."""

from collections.abc import Iterable, Iterator

from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Owed
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    CAVALRY,
    MSP,
    READY,
    Group,
    merged,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    alter_force,
    battle_step,
    begin_step,
    current,
    defending_side,
    force_of,
    gone,
    shown,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics import politics
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option


class TakeLosses(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="take_losses"
):
    """Say which strength points are lost where units differ (9.8)."""

    units: tuple[Group, ...]


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """Strength points were lost in a battle (9.8).

    cause: "battle", "amphibious" (13.3.6), "surrender" (9.10), "militia" (4.3) or "cavalry" (16.0); garrison:
    true if a fort's own strength point is gone as well.
    """

    side: str
    hex: str
    units: tuple[Group, ...]
    cause: str = "battle"
    garrison: bool = False
    rule: str = "9.8/1"


_CLAUSES = {"battle": "9.8/1", "amphibious": "13.3.6/2", "surrender": "9.10/2"}


@battle_step("losses")
def take_battle_losses(play: Play) -> None:
    """The defender's losses, then the attacker's (9.6); when all are taken, who lost must retreat."""
    if not settle_owed(play):
        begin_step(play, "retreat")


def settle_owed(play: Play) -> bool:
    """Take the first losses that are owed, or ask which units they are; False when none are owed."""
    battle = current(play.position)
    if not battle.owed:
        return False
    owed = battle.owed[0]
    if (units := forced(play.position, battle, owed)) is not None:
        _take(play, owed, units)
    else:
        kind = "attacker_losses" if owed.side == battle.attacker else "defender_losses"
        able = shown(pool(play.position, battle, owed))
        ask(play, owed.side, kind, "9.8/2", hex=battle.hex, count=owed.count, cause=owed.cause, units=able)
    return True


@rule("9.8/1", "4.3/7")
def pool(position: Position, battle: Battle, owed: Owed) -> tuple[Group, ...]:
    """The units that losses may come from: attacking militia lose nothing to the attack.

    Before erratum "crossing-militia" they could be lost to a beaten crossing.
    """
    units = owed.among or force_of(battle, owed.side)
    spared = owed.cause == "battle" or (owed.cause == "amphibious" and holds(position, "crossing-militia"))
    if spared and owed.side == battle.attacker:
        units = tuple(group for group in units if group.kind != MSP)
    return units


@rule("9.8/1")
def shares_by_kind(position: Position, units: Iterable[Group], count: int) -> dict[str, int]:
    """How many of each kind `count` losses take: all ASP before MSP, all of both before cavalry."""
    order = (
        (MSP, ASP, CAVALRY) if position.options.get("militia_lost_first") == "first" else (ASP, MSP, CAVALRY)
    )
    shares = {}
    for kind in order:
        shares[kind] = min(count, strength(units, kind))
        count -= shares[kind]
    return shares


@rule("9.8/2", "11.8.3/5")
def forced(position: Position, battle: Battle, owed: Owed) -> tuple[Group, ...] | None:
    """The units that are lost if their owner has no choice worth asking for, else None."""
    units = pool(position, battle, owed)
    lost: list[Group] = []
    for kind, count in shares_by_kind(position, units, owed.count).items():
        groups = tuple(group for group in units if group.kind == kind)
        if count < strength(groups) and count and len({group.distinct() for group in groups}) > 1:
            return None
        lost += first(groups, count)
    return merged(lost)


def first(groups: Iterable[Group], count: int) -> list[Group]:
    """`count` strength points of the groups, in their order."""
    taken = []
    for group in groups:
        if count and (part := min(count, group.count)):
            taken.append(group.with_(count=part))
            count -= part
    return taken


@rule("9.8/2", "11.8.3/5", "15.1/4")
def _take(play: Play, owed: Owed, units: tuple[Group, ...]) -> None:
    """Take the losses; what no unit is left to bear falls on the fort's garrison point, the last of all."""
    battle = current(play.position)
    garrison = battle.garrison > 0 and owed.side == defending_side(battle) and owed.count > strength(units)
    play.emit(LossesTaken(owed.side, battle.hex, units, owed.cause, garrison, _CLAUSES[owed.cause]))
    asp = strength(units, ASP)
    if owed.cause == "surrender" and owed.side == CONFEDERATE and asp:
        politics.surrender_roll(play, asp)


@acw.evolves(LossesTaken)
@rule("9.8/4", "4.1.1/3")
def _losses_taken(position: Position, event: LossesTaken) -> None:
    """The units leave the map, never a leader; Union ASP count towards the next turn's replacements."""
    alter_force(position, event.side, event.units, gone)
    battle = current(position)
    owed = battle.owed[1:] if event.cause in _CLAUSES else battle.owed
    position.battle = changed(battle, owed=owed, garrison=0 if event.garrison else battle.garrison)
    if event.side == UNION:
        position.union_asp_lost += strength(event.units, ASP)


@acw.check(TakeLosses, "defender_losses", "attacker_losses")
def _check_losses(position: Position, due: Due, command: TakeLosses) -> None:
    chosen_losses(position, command)


@rule("9.8/1", "9.8/2")
def chosen_losses(position: Position, command: TakeLosses) -> tuple[Group, ...]:
    """The units that a command gives up. Refuses unless they are as many as owed, in the order of kinds."""
    battle = current(position)
    owed = battle.owed[0]
    able = pool(position, battle, owed)
    chosen = pick(able, command.units, "9.8/2")
    total = min(owed.count, strength(able))
    require(strength(chosen) == total, "9.8/2", f"the loss is {total} SP, not {strength(chosen)}")
    for kind, count in shares_by_kind(position, able, owed.count).items():
        found = strength(chosen, kind)
        require(found == count, "9.8/1", f"of this loss {count} SP must be {kind}, not {found}")
    return chosen


@acw.carry_out(TakeLosses)
def _take_losses(play: Play, due: Due, command: TakeLosses) -> None:
    units = chosen_losses(play.position, command)
    owed = current(play.position).owed[0]
    close(play)
    _take(play, owed, units)


@acw.offer("defender_losses", "attacker_losses")
def _offer_losses(position: Position, due: Due) -> Iterator[Command]:
    """For each group that differs to its owner, the choice that takes from it first."""
    battle = current(position)
    owed = battle.owed[0]
    able = pool(position, battle, owed)
    shares = shares_by_kind(position, able, owed.count)
    groups = merged(group.with_(activity=READY) for group in able)
    seen = set()
    for start in range(len(groups)):
        order = (*groups[start:], *groups[:start])
        units = merged(
            group
            for kind, count in shares.items()
            for group in first((g for g in order if g.kind == kind), count)
        )
        if units not in seen:
            seen.add(units)
            yield TakeLosses(units=units)


OPTIONS = {
    "militia_lost_first": Option(
        "9.8/1", "Whether ASP are lost before militia, as printed, or after.", ("last", "first")
    ),
}
COMMANDS = (TakeLosses,)
EVENTS = (LossesTaken,)
