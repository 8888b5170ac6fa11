"""Storming a fort (11.8.3)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import ATTACKER_LIMIT
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Contingent
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    FIELD,
    FORT,
    HAVE_WORKED,
    MOVED,
    MSP,
    READY,
    Group,
    fighting_strength,
    merged,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, INTERDICTED, LANDING
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import require_no_mediation
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import begin_battle
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import BattleLeaderChosen
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import (
    FortDestroyed,
    FortSurrendered,
)
from ironclad.domain.games.american_civil_war.rules.c11_forts.sorties import Sortie, sortie_candidates
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import way_over
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

LIMIT = ATTACKER_LIMIT["fort"]


class StormFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="storm_fort"
):
    """Storm the enemy fort in a hex with some of the units besieging it (11.8.3).

    leader: who takes part, None for nobody; leaders: who goes with the stormers besides. Left out, those are
    all in the hex if no unit of theirs stays behind to besiege, else nobody.
    """

    hex: str
    units: tuple[Group, ...]
    leader: str | None = None
    leaders: tuple[str, ...] | None = None


@acw.check(StormFort, "movement")
def _check_storm(position: Position, due: Due, command: StormFort) -> None:
    stormers(position, due.seat, command)


@rule("11.7/4", "11.7/9", "11.8/1", "11.8.3/1", "11.8.3/7", "4.3/7", "9.3/2", "12.2/1")
def stormers(position: Position, seat: str, command: StormFort) -> tuple[Group, ...]:
    """The units that a command sends against a fort. Refuses if it, or they, do not allow a storm."""
    here, fort = command.hex, position.forts.get(command.hex)
    require(fort is not None and fort.side == ENEMY[seat], "11.8.3/1", f"there is no enemy fort in {here}")
    assert fort is not None
    outside = any(group.station != FORT for group in position.groups(ENEMY[seat], here))
    require(not outside, "11.7/5", "enemy units outside the fort must be attacked first")
    able = [group for group in position.groups(seat, here) if group.station == FIELD]
    units = pick(sorted(able, key=_has_stormed), command.units, "11.8.3/1")
    require(not any(group.kind == MSP for group in units), "4.3/7", "militia do not attack")
    require(strength(units, ASP), "9.2/4", "a storm takes at least one infantry strength point")
    require(
        not any(_has_stormed(group) for group in units),
        "11.7/9",
        "some of these units have stormed or worked already in this impulse",
    )
    count = fighting_strength(units)
    require(
        count <= LIMIT or fort.state != "complete",
        "11.8.3/1",
        f"at most {LIMIT} strength points storm a fort, not {count}",
    )
    require_no_mediation(position, seat, here)
    leaders = position.leaders_at(seat, here)
    for letter in (*((command.leader,) if command.leader is not None else ()), *(command.leaders or ())):
        require(letter in leaders, "9.3/2", f"no leader {letter} of yours is in {here}")
    return units


def _has_stormed(group: Group) -> bool:
    """Whether units have stormed or worked in this impulse: those that have not come first."""
    return group.activity in HAVE_WORKED


@rule("11.8.3/1", "9.10/1")
def _leaders_of(
    position: Position, seat: str, units: tuple[Group, ...], command: StormFort
) -> tuple[str, ...]:
    """The leaders who go with the stormers, even those who take no part in the fight."""
    there = position.leaders_at(seat, command.hex)
    if command.leaders is None and strength(units) == strength(position.groups(seat, command.hex)):
        return there
    going = {command.leader, *(command.leaders or ())}
    return tuple(letter for letter in there if letter in going)


@acw.carry_out(StormFort)
@rule("11.7/9", "11.8.3/1", "11.8.3/2", "11.8.3/6", "9.4/8")
def _storm(play: Play, due: Due, command: StormFort) -> None:
    """Any move ends; units that came in this impulse without a battle cross their hexside to storm."""
    units = stormers(play.position, due.seat, command)
    leaders = _leaders_of(play.position, due.seat, units, command)
    stop(play)
    close(play)
    begin_battle(play, command.hex, due.seat, _parties(play.position, command.hex, units, leaders), "storm")
    play.emit(BattleLeaderChosen(due.seat, command.leader or ""))


def _parties(
    position: Position, here: str, units: tuple[Group, ...], leaders: tuple[str, ...]
) -> tuple[Contingent, ...]:
    """The stormers by the hexsides that they crossed in this impulse; the leaders with the first of them."""
    ways: dict[tuple[str, str], list[Group]] = {}
    for group in units:
        origin = group.origin if group.activity == MOVED else ""
        crossed = _crossed(position, group, here) if origin else ""
        ways.setdefault((origin, crossed), []).append(group)
    parties = []
    for (origin, crossed), groups in sorted(ways.items()):
        parties.append(Contingent(origin, merged(groups), leaders, crossed))
        leaders = ()
    return tuple(parties)


@rule("13.2/8", "13.3.6/1", "13.4/4", "13.4.2/2")
def _crossed(position: Position, group: Group, here: str) -> str:
    """How a unit came into the fort's hex in this impulse: over a hexside, or put ashore from elsewhere."""
    if group.origin not in load_map().neighbours[here]:
        return LANDING
    crossed = way_over(position, position.player, group.origin, here, group.from_loop)
    return LANDING if crossed in (BARRED, INTERDICTED) else crossed


def storm_candidates(position: Position, seat: str) -> Iterator[StormFort]:
    """Storms that could be ordered: each fort besieged, with the most ASP that may go, led and not led."""
    for here, fort in sorted(position.forts.items()):
        ready = tuple(
            group
            for group in position.groups(seat, here)
            if group.station == FIELD and group.kind == ASP and group.activity not in HAVE_WORKED
        )
        if fort.side != seat and ready:
            room, units = LIMIT if fort.state == "complete" else strength(ready), []
            for group in ready:
                if room and (count := min(room, group.count)):
                    units.append(group.with_(count=count, activity=READY, origin=""))
                    room -= count
            for leader in (*position.leaders_at(seat, here), None):
                yield StormFort(hex=here, units=merged(units), leader=leader)


def siege_candidates(position: Position, seat: str) -> Iterator[Command]:
    """Every storm and sortie worth trying: for listing the orders of a Movement step."""
    if position.forts:
        yield from storm_candidates(position, seat)
        yield from sortie_candidates(position, seat)


COMMANDS = (StormFort, Sortie)
EVENTS = (FortDestroyed, FortSurrendered)
