"""Amphibious assault (7.24): a landing against the enemy, a battle from ships that have not moved."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commanding import finish_force
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import with_rosters
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    barred_by_sumter,
    sailing_of,
    shores,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.commands import AssaultShore
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import (
    LandingSettled,
    LandingTried,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import aboard
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import battle_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import AttackDeclared
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import points_lost
from ironclad.domain.games.war_between_the_states.rules.c08_combat.taking import bear
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged, held_by
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c12_supply.combat_supply import own_strengths
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

FAILED = 3
"""What an assault that does not clear the hex multiplies its losses by."""


def _units_of(position: Position, command: AssaultShore) -> tuple[str, ...]:
    named = (id for id in with_rosters(position, command.units) if id not in position.headquarters)
    return tuple(sorted(named, key=sort_key))


@wbts.check(AssaultShore, "movement")
@rule("7.24/1", "7.24/2", "7.24/3", "7.24/4", "8.12/1", "7.27/2", "7.55/2")
def _check_assault(position: Position, due: Due, command: AssaultShore) -> None:
    phase, hex, units = phase_of(position), hex_of(command.hex), _units_of(position, command)
    leader = position.leaders.get(command.leader)
    own = leader is not None and leader.side == due.seat and leader.ship in position.ships
    require(own, "7.24/2", f"the {due.seat} has no leader {command.leader} aboard a ship")
    assert leader is not None
    require(command.leader not in phase.landed, "7.24/4", f"{command.leader} has tried to land in this phase")
    place = position.ships[leader.ship].at
    require(hex in beside(place) and hex in position.part.hexes, "7.24/1", f"{hex} is not at {place}")
    require(
        hex in held_by(position, ENEMY[due.seat]),
        "7.24/1",
        f"no enemy combat unit is in {hex}, outside a fort",
    )
    require(not besieged(position, hex, due.seat), "7.27/2", f"{hex} is besieged")
    require(units, "8.0/2", "name the units that land")
    force = force_of(position, command.leader)
    for id in units:
        unit = position.units.get(id)
        there = unit is not None and unit.side == due.seat and unit.ship in position.ships
        require(there, "7.24/1", f"the {due.seat} has no unit {id} aboard a ship")
        assert unit is not None
        require(unit.kind == "infantry", "7.24/1", f"{id} is no division or brigade of infantry")
        require(position.ships[unit.ship].at == place, "7.24/2", f"{id} is not where {command.leader} is")
        require(id in force, "7.24/2", f"{id} is not under {command.leader}'s command")
        require(id not in phase.attacked, "8.12/1", f"{id} has attacked in this phase")
        moved = id in phase.trips or sailing_of(position, unit.ship).moved
        require(not moved, "7.24/3", f"{id} was not in position at the start of the phase")
        require(not barred_by_sumter(position, unit.ship), "7.55/2", f"{unit.ship} has not passed the fort")


@wbts.carry_out(AssaultShore)
@rule("7.24/2", "7.24/4")
def _assault(play: Play, due: Due, command: AssaultShore) -> None:
    finish_force(play)
    value = rating(play.position, command.leader).initiative
    (die,) = play.roll(f"initiative to land of {command.leader}", "7.24/2")
    play.emit(LandingTried(due.seat, command.leader, die, value, die <= value))
    if die > value:
        return
    position, units = play.position, _units_of(play.position, command)
    place = position.ships[position.leaders[command.leader].ship].at
    asking.close(play, due)
    play.emit(AttackDeclared(due.seat, "landing", hex_of(command.hex), command.leader, units, (place,)))


@wbts.evolves(LandingTried)
def _tried(position: Position, event: LandingTried) -> None:
    phase = phase_of(position)
    position.phase = phase.with_(landed=(*phase.landed, event.leader))


@rule("7.24/8", "7.24/9", "7.24/12", "8.15/3")
def settle_landing(play: Play) -> None:
    """The defender has gone or stayed: the attackers bear their loss, threefold if he has stayed."""
    position, battle = play.position, battle_of(play.position)
    clear = battle.hex not in held_by(position, battle.defender)
    strengths = own_strengths(position, battle, battle.attacker)
    total = sum(strengths.values())
    loss = points_lost(total, battle.percent, () if clear else (FAILED,))
    play.emit(LandingSettled(battle.attacker, battle.hex, clear, total, loss))
    bear(play, battle.attacker, strengths, loss)


@wbts.evolves(LandingSettled)
def _settled(position: Position, event: LandingSettled) -> None:
    position.battle = battle_of(position).with_(stage="advance")


@rule("7.24/8")
def may_land(position: Position, battle: Battle) -> tuple[str, ...]:
    """The pieces that land after an assault that cleared the hex, headquarters with whole rosters alone."""
    fought = [id for id in battle.units if id in position.units and position.units[id].ship]
    found = [id for id in fought if not position.units[id].hq]
    ships = {position.units[id].ship for id in fought}
    for ship in sorted(ships, key=sort_key):
        for id in aboard(position, ship):
            roster = [unit for unit, piece in position.units.items() if piece.hq == id]
            if id in position.leaders or (id in position.headquarters and set(roster) <= set(fought)):
                found.append(id)
    return tuple(found)


@wbts.also_offers("movement")
def _offer_assaults(position: Position, due: Due) -> Iterator[Command]:
    """For each leader aboard and each enemy hex beside his water: all his infantry there."""
    for name in sorted(position.leaders):
        leader = position.leaders[name]
        if leader.side != due.seat or leader.ship not in position.ships:
            continue
        place = position.ships[leader.ship].at
        there = (id for id in force_of(position, name) if id in position.units and position.units[id].ship)
        units = tuple(id for id in there if position.units[id].kind == "infantry")
        for hex in shores(position, place) if units else ():
            yield AssaultShore(hex=hex, leader=name, units=units)
