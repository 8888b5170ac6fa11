"""Storming a fort (11.8.3)."""

from collections.abc import Iterator

import msgspec

from domain.games.american_civil_war.battle import begin_battle
from domain.games.american_civil_war.charts import ATTACKER_LIMIT
from domain.games.american_civil_war.contexts import Contingent
from domain.games.american_civil_war.crossings import BARRED, LOOP, crossing
from domain.games.american_civil_war.entering import require_no_mediation
from domain.games.american_civil_war.fort_events import FortDestroyed, FortSurrendered
from domain.games.american_civil_war.marching import stop
from domain.games.american_civil_war.play import Play, acw, close
from domain.games.american_civil_war.preparing import BattleLeaderChosen
from domain.games.american_civil_war.sorties import Sortie, sortie_candidates
from domain.games.american_civil_war.state import ENEMY, Position
from domain.games.american_civil_war.units import (
    ASP,
    FIELD,
    FORT,
    MOVED,
    MSP,
    READY,
    WORKED,
    Group,
    merged,
    pick,
    strength,
)
from domain.kernel.codec import Command
from domain.kernel.rulebook import require, rule

LIMIT = ATTACKER_LIMIT["fort"]


class StormFort(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="storm_fort"
):
    """Storm the enemy fort in a hex with some of the units besieging it, led by one leader or none
    (11.8.3)."""

    hex: str
    units: tuple[Group, ...]
    leader: str | None = msgspec.field(default=None)


@acw.check(StormFort, "movement")
def _check_storm(position: Position, seat: str, command: StormFort) -> None:
    stormers(position, seat, command)


@rule("11.7/4", "11.7/9", "11.8/1", "11.8.3/1", "11.8.3/7", "4.3/7", "9.3/2", "12.2/1")
def stormers(position: Position, seat: str, command: StormFort) -> tuple[Group, ...]:
    """The units that a command sends against a fort. Refuses if it, or they, do not allow a storm."""
    here, fort = command.hex, position.forts.get(command.hex)
    require(fort is not None and fort.side == ENEMY[seat], "11.8.3/1", f"there is no enemy fort in {here}")
    assert fort is not None
    outside = any(group.station != FORT for group in position.groups(ENEMY[seat], here))
    require(not outside, "11.7/5", "enemy units outside the fort must be attacked first")
    able = tuple(group for group in position.groups(seat, here) if group.station == FIELD)
    units = pick(able, command.units, "11.8.3/1")
    require(not any(group.kind == MSP for group in units), "4.3/7", "militia do not attack")
    require(strength(units, ASP), "9.2/4", "a storm takes at least one infantry strength point")
    worked = any(group.activity == WORKED for group in units)
    require(not worked, "11.7/9", "these units have stormed or worked already in this impulse")
    most = LIMIT if fort.state == "complete" else strength(units)
    require(strength(units) <= most, "11.8.3/1", f"at most {LIMIT} strength points storm a fort")
    require_no_mediation(position, seat, here)
    leaders = position.leaders_at(seat, here)
    require(
        command.leader is None or command.leader in leaders,
        "9.3/2",
        f"no leader {command.leader} is in {here}",
    )
    return units


@acw.carry_out(StormFort)
@rule("11.7/9", "11.8.3/1", "11.8.3/2", "11.8.3/6", "9.4/8")
def _storm(play: Play, seat: str, command: StormFort) -> None:
    """Any move ends; units that came in this impulse without a battle cross their hexside to storm."""
    units = stormers(play.position, seat, command)
    leaders = () if command.leader is None else (command.leader,)
    stop(play)
    close(play)
    begin_battle(play, command.hex, seat, _parties(play.position, command.hex, units, leaders), "storm")
    play.emit(BattleLeaderChosen(seat, command.leader or ""))


def _parties(
    position: Position, here: str, units: tuple[Group, ...], leaders: tuple[str, ...]
) -> tuple[Contingent, ...]:
    """The stormers by the hexsides that they crossed in this impulse; the leader with the first of them."""
    by_origin: dict[str, list[Group]] = {}
    for group in units:
        by_origin.setdefault(group.origin if group.activity == MOVED else "", []).append(group)
    parties = []
    for origin, groups in sorted(by_origin.items()):
        crossed = crossing(position, origin, here) if origin else ""
        parties.append(Contingent(origin, merged(groups), leaders, LOOP if crossed == BARRED else crossed))
        leaders = ()
    return tuple(parties)


def storm_candidates(position: Position, seat: str) -> Iterator[StormFort]:
    """Storms that could be ordered: each fort besieged, with the most ASP that may go, led and not led."""
    for here, fort in sorted(position.forts.items()):
        ready = tuple(
            group
            for group in position.groups(seat, here)
            if group.station == FIELD and group.kind == ASP and group.activity != WORKED
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
    """Every storm and sortie worth trying: for whoever lists the orders of a Movement step."""
    if position.forts:
        yield from storm_candidates(position, seat)
        yield from sortie_candidates(position, seat)


COMMANDS = (StormFort, Sortie)
EVENTS = (FortDestroyed, FortSurrendered)
