"""Demoralization and retreat (9.9, 9.10): who must go, who may, and how they leave the battle hex."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Owed
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import (
    ATTACKED,
    FIELD,
    FORT,
    HAVE_ATTACKED,
    MOVED,
    MSP,
    READY,
    Group,
    fighting_strength,
    merged,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import REACTED
from ironclad.domain.games.american_civil_war.rules.c09_battle import draws
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    MAP,
    alter_force,
    battle_step,
    begin_step,
    current,
    defending_side,
    force_of,
    gone,
    move_leader,
    seen_off,
    shown,
    who_leaves,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import (
    displace_leaders,
    leaders_with,
    winner_of,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import LossesTaken, first, settle_owed
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat_ways import (
    OPTIONS,
    Path,
    bar,
    by_crossing,
    landed_among,
    own_works,
    part_to_go,
    require_way,
    require_works,
    ways,
    zones_against,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import note_ferry, way_over
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

__all__ = ["COMMANDS", "EVENTS", "OPTIONS"]


class Retreat(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="retreat"
):
    """Retreat one or two hexes, or into own works in the hex (9.10.2, 9.10.3).

    path: the hexes entered; into: "fort" or "entrenched" instead of a path. units: who goes, all if left
    out (only works that are too small part a force); leaders: who goes with them, all of theirs if left out.
    """

    path: Path = ()
    into: str = ""
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class ForceDemoralized(Event, frozen=True, tag_field="type", tag="force_demoralized"):
    """Every unit of a beaten force takes a demoralization marker and must retreat (9.9, 9.10).

    units: as they stood; halved: SP that an amphibious attacker loses before it goes (13.3.6);
    retreats: False for a sortie, which is back in its fort (11.8.2).
    """

    side: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    halved: int = 0
    retreats: bool = True
    rule: str = "9.9/1"


class ForceRetreated(Event, frozen=True, tag_field="type", tag="force_retreated"):
    """Units retreated along a path, or into works in the battle hex (9.10).

    units: as they stood; ended: their impulse is over with it (9.10.3).
    """

    side: str
    from_hex: str
    path: Path
    into: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    ended: bool
    rule: str = "9.10.3/1"


class SurrenderedForWantOfRetreat(
    Event, frozen=True, tag_field="type", tag="surrendered_for_want_of_retreat"
):
    """Units that could not retreat stay, and half of their SP, rounded down, surrender (9.10)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    count: int
    rule: str = "9.10/2"


@battle_step("retreat")
@rule("9.1/1", "9.10/1", "9.10.1/1")
def begin_retreat(play: Play) -> None:
    """Demoralize the loser, or ask both sides after a draw; then see the retreating units off."""
    battle = current(play.position)
    if settle_owed(play):
        return
    if battle.retreating:
        see_off(play)
    elif battle.retreat_side or not _begin(play, battle):
        begin_step(play, "politics")


@rule("11.8.2/2", "11.8.3/3", "11.8.3/6")
def _begin(play: Play, battle: Battle) -> bool:
    """Start the retreat that the outcome asks for or allows; False if there is none, or no more."""
    winner, defender = winner_of(battle), defending_side(battle)
    if not winner:
        return draws.ask_after_draw(play, battle)
    loser = defender if winner == battle.attacker else battle.attacker
    units = force_of(battle, loser)
    kept = battle.kept if loser == defender else None
    if not (units or kept) or (battle.kind == "storm" and loser == defender):
        return False
    leaders = leaders_with(play.position, loser)
    halved = _halved(play.position, battle, loser, who_leaves(battle, loser))
    retreats = not (battle.kind == "sortie" and loser == battle.attacker)
    play.emit(ForceDemoralized(loser, battle.hex, units, leaders, halved, retreats))
    return True


@rule("13.3.6/2", "4.3/7")
def _halved(position: Position, battle: Battle, loser: str, units: tuple[Group, ...]) -> int:
    """What an amphibious attacker forced to retreat gives up first: half its SP, rounded down.

    By option half of those who crossed, whatever the others did. Militia are not counted (4.3/7); before
    erratum "crossing-militia" they were.
    """
    if loser != battle.attacker:
        return 0
    if holds(position, "crossing-militia"):
        units = tuple(group for group in units if group.kind != MSP)
    if by_crossing(position):
        return fighting_strength(landed_among(battle, units)) // 2
    return fighting_strength(units) // 2 if battle.amphibious else 0


@rule("9.10/1", "9.10/2", "9.10.4/4", "4.3/9")
def see_off(play: Play) -> None:
    """Send the next part of the force away, or ask where to; with no way out half of it surrenders."""
    position = play.position
    battle = current(position)
    part = part_to_go(position, battle)
    paths, works = ways(position, part), own_works(position, battle, part)
    if len(paths) == 1 and not works:
        _go(play, part, Retreat(path=paths[0]))
    elif paths or works:
        about = {
            "hex": battle.hex,
            "units": shown(part),
            "steps": sorted({path[0] for path in paths}),
            "works": sorted(works),
        }
        ask(play, battle.retreat_side, "retreat_path", "9.10.4/8", **about)
    elif battle.kind == "cavalry":
        play.emit(LossesTaken(battle.retreat_side, battle.hex, part, "cavalry", False, "16.0/2"))
    elif _only_out_of_state(position, battle, part):
        play.emit(LossesTaken(battle.retreat_side, battle.hex, part, "militia", False, "4.3/9"))
    else:
        count = fighting_strength(part) // 2
        play.emit(SurrenderedForWantOfRetreat(battle.retreat_side, battle.hex, part, count))


@rule("4.3/9")
def _only_out_of_state(position: Position, battle: Battle, part: tuple[Group, ...]) -> bool:
    """Whether these are militia that could retreat, but for the border of their state."""
    if any(group.kind != MSP for group in part):
        return False
    zones = zones_against(position, battle, part)
    return any(
        (barred := bar(position, part, battle.hex, near, zones)) is not None
        and barred[0] == "4.3/5"
        and bar(position, (Group("asp"),), battle.hex, near, zones) is None
        for near in MAP.neighbours[battle.hex]
    )


@rule("9.10.3/2", "9.10.3/3", "9.10.2/1", "3.1/2", "4.3/5")
def _go(play: Play, part: tuple[Group, ...], order: Retreat) -> None:
    """Retreat: militia stop at their border, every hex entered is taken, and nobody reacts."""
    position = play.position
    battle = current(position)
    side, here = battle.retreat_side, battle.hex
    units = part if order.units is None else pick(part, order.units, "9.10.2/1")
    if order.path and any(MAP.state_of[step] != MAP.state_of[here] for step in order.path):
        units = tuple(group for group in units if group.kind != MSP) or units
    leaders = _leaders_of(position, battle, units, order)
    ended = side == position.player
    clause = "9.10.2/1" if order.into else "9.10.3/1"
    play.emit(ForceRetreated(side, here, order.path, order.into, units, leaders, ended, clause))
    for before, step in zip((here, *order.path), order.path, strict=False):
        if step in MAP.neighbours[before]:
            note_ferry(play, side, before, step, way_over(play.position, side, before, step))
        take(play, side, step, units)
        displace_leaders(play, step)


def _leaders_of(
    position: Position, battle: Battle, units: tuple[Group, ...], order: Retreat
) -> tuple[str, ...]:
    """Who leads these units away: those named, or all of theirs, but into works only with the last."""
    if order.leaders is not None:
        return order.leaders
    last = strength(units) == strength(battle.retreating)
    if order.into and not last:
        return ()
    if last or battle.retreat_side != battle.attacker:
        return battle.retreat_leaders
    origin = units[0].origin
    return tuple(
        letter
        for each in battle.contingents
        for letter in each.leaders
        if each.from_hex == origin and letter in battle.retreat_leaders
    )


@acw.evolves(ForceDemoralized)
@rule("9.9/1", "9.9/2", "4.3/7", "11.8.1/4")
def _force_demoralized(position: Position, event: ForceDemoralized) -> None:
    alter_force(
        position, event.side, event.units, lambda group: group.with_(demoralized=group.demoralized + 1)
    )
    battle = current(position)
    if battle.kept and event.side == defending_side(battle):  # those who held a siege go too (11.8.1/4)
        battle = changed(battle, defenders=merged((*battle.defenders, *battle.kept)), kept=())
    leaving = who_leaves(battle, event.side)
    among = landed_among(battle, leaving) if event.halved and by_crossing(position) else ()
    owed = (Owed(event.side, event.halved, "amphibious", among),) if event.halved else ()
    position.battle = changed(
        battle,
        owed=owed,
        retreat_side=event.side,
        retreating=leaving if event.retreats else (),
        retreat_leaders=event.leaders,
    )


@acw.evolves(ForceRetreated)
def _force_retreated(position: Position, event: ForceRetreated) -> None:
    battle = current(position)
    alter_force(position, event.side, event.units, gone)
    after = position.battle
    position.battle = changed(
        after,
        escaped=battle.escaped + fighting_strength(event.units),
        retreat_leaders=tuple(letter for letter in battle.retreat_leaders if letter not in event.leaders),
    )
    goal = event.path[-1] if event.path else event.from_hex
    station = event.into or FIELD
    left = bool(event.path)
    position.add(event.side, goal, (_arrived(group, station, event.ended, left) for group in event.units))
    for letter in event.leaders:
        activity = MOVED if event.ended else position.leaders[letter].activity
        move_leader(position, letter, hex=goal, activity=activity)


@rule("9.10.3/2", "5.3.4/1")
def _arrived(group: Group, station: str, ended: bool, left: bool) -> Group:
    """A group after a retreat; if its impulse is over it does nothing more in it.

    One that has left its hex in the enemy's impulse did not begin that impulse in the hex where it now is.
    """
    activity = group.activity
    if not ended:
        activity = REACTED if left else activity
    elif activity not in HAVE_ATTACKED:
        activity = MOVED
    elif left:
        activity = ATTACKED
    return group.with_(station=station, activity=activity).from_nowhere()


@acw.evolves(SurrenderedForWantOfRetreat)
def _surrendered(position: Position, event: SurrenderedForWantOfRetreat) -> None:
    battle = current(position)
    owed = (Owed(event.side, event.count, "surrender", event.units),) if event.count else ()
    after = seen_off(battle, event.units)
    if not by_crossing(position):
        after = changed(after, contingents=battle.contingents)
    position.battle = changed(after, owed=(*battle.owed, *owed))


@acw.check(Retreat, "retreat_path")
@rule("9.10.2/1", "9.10.3/1", "9.10.4/1", "9.10.4/6", "9.10.4/7", "9.10.4/8", "11.3/1")
def _check_retreat(position: Position, due: Due, command: Retreat) -> None:
    battle = current(position)
    part = part_to_go(position, battle)
    for letter in command.leaders or ():
        require(
            letter in battle.retreat_leaders, "9.10/1", f"leader {letter} does not retreat with this force"
        )
    if command.into:
        require(not command.path, "9.10.2/1", "units go into works or out of the hex, not both")
        units = part if command.units is None else pick(part, command.units, "9.10.2/1")
        require_works(position, part, command.into, strength(units))
        return
    if command.units is not None:
        units = pick(part, command.units, "9.10/1")
        require(strength(units) == strength(part), "9.10/1", "the whole force retreats together")
    require_way(position, part, command.path)


@acw.carry_out(Retreat)
def _retreat(play: Play, due: Due, command: Retreat) -> None:
    part = part_to_go(play.position, current(play.position))
    close(play)
    _go(play, part, command)


@acw.offer("retreat_path")
def _offer_retreat(position: Position, due: Due) -> Iterator[Command]:
    battle = current(position)
    part = part_to_go(position, battle)
    for work, room in sorted(own_works(position, battle, part).items()):
        if work == FORT and strength(part) > room:
            inside = merged(group.with_(activity=READY, origin="") for group in first(part, room))
            yield Retreat(into=work, units=inside)
        else:
            yield Retreat(into=work)
    for path in ways(position, part):
        yield Retreat(path=path)


COMMANDS = (*draws.COMMANDS, Retreat)
EVENTS = (*draws.EVENTS, ForceDemoralized, ForceRetreated, SurrenderedForWantOfRetreat)
