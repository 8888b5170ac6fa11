"""Ships under the guns of forts: running past them, and attacking them (11.22 to 11.24)."""

from collections.abc import Iterator, Sequence

from ironclad.domain.games.war_between_the_states.board.charts import combat_band, combat_result, leaders
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.board.waters import is_upstream, load_waters
from ironclad.domain.games.war_between_the_states.position.in_progress import Sailing
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, garrison_of, stack
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    guns_of,
    held_by_forts,
    left_of,
    links_now,
    require_open,
    sailing_of,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import ShipsSailed
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.sailing import (
    require_ships,
    require_under_way,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import require_passengers
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import points_lost, ships_chosen
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import combat_ratio
from ironclad.domain.games.war_between_the_states.rules.c08_combat.taking import bear
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.commands import AttackFort, RunPast
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import (
    FortAttacked,
    FortPassed,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.sinking import sink
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.transit import (
    ALL_LOST,
    transit_die,
    transit_result,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.works import garrison_strength
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

SHIPS_TABLE = 1
"""The combat results table on which ships attack a fort."""


@wbts.check(RunPast, "movement")
@rule("11.22/1", "11.22/3", "11.22/6", "7.55/2", "11.11/1", "11.22/2")
def _check_run(position: Position, due: Due, command: RunPast) -> None:
    here = require_ships(position, due.seat, command.ships)
    for id in command.ships:
        forts = held_by_forts(position, id)
        require(forts, "11.22/2", f"{id} is under the guns of no fort that it has not passed")
        tried = sorted(set(forts) & set(sailing_of(position, id).refused))
        require(not tried, "11.22/6", f"{id} has failed to pass {', '.join(tried)} in this phase")
    require_under_way(position, due.seat, command.ships, (command.to,))
    if command.to:
        for id in command.ships:
            require(left_of(position, id) >= 1, "7.0/2", f"{id} has no MP left")
            require_passengers(position, id, water_of(command.to), 1)
        require_next(position, due.seat, command.ships, here, water_of(command.to))


def require_next(position: Position, seat: str, ships: Sequence[str], here: str, to: str) -> None:
    """Refuse a place that the ships may not go on to from here."""
    require(to in links_now(position).get(here, ()), "7.0/4", f"ships do not pass from {here} to {to}")
    require_open(position, seat, ships, to)


@wbts.carry_out(RunPast)
def _run(play: Play, due: Due, command: RunPast) -> None:
    to = water_of(command.to) if command.to else ""
    run(play, due.seat, command.ships, to, 1)


@rule("11.22/5", "11.24/1", "11.24/2", "11.24/3", "11.24/4")
def run(play: Play, seat: str, ships: tuple[str, ...], to: str, spends: int) -> bool:
    """Roll for a group at each fort that it has to pass; with `to` it sails there if it passes."""
    here = play.position.ships[ships[0]].at
    forts = tuple(dict.fromkeys(fort for id in ships for fort in held_by_forts(play.position, id)))
    groups = [[id] for id in ships] if play.position.plays("transit_roll_per_unit") else [list(ships)]
    for group in groups:
        for fort in forts:
            if group and not _roll(play, seat, group, here, fort, to):
                group.clear()
    through = tuple(id for group in groups for id in group)
    if through and to:
        fights = to in warships_at(play.position, ENEMY[seat])
        play.emit(ShipsSailed(seat, through, here, (to,), spends, fights))
    return bool(through)


def _roll(play: Play, seat: str, group: list[str], here: str, fort: str, to: str) -> bool:
    """Roll for a group at one fort; those that are lost leave the group."""
    position = play.position
    grade, garrison = position.works[fort].grade, garrison_of(position, fort)
    (die,) = play.roll(f"passing {fort}", "11.24/1")
    downstream = bool(to) and "-" in here and _leaves_downstream(here, to)
    read = transit_die(
        die,
        ironclads_only=all(position.ships[id].kind == "ironclad" for id in group),
        downstream=downstream,
        naval_leader=_naval_leader(position, seat, group),
        garrison=garrison,
    )
    result = transit_result(grade, read)
    lost = len(group) if result.lost == ALL_LOST else min(result.lost, len(group))
    play.emit(
        FortPassed(
            seat, tuple(group), here, fort, grade, garrison, downstream, die, read, result.passes, lost
        )
    )
    sink(play, seat, group[:lost], enemy_left=bool(garrison), clause="11.24/2")
    del group[:lost]
    return result.passes


def _leaves_downstream(here: str, to: str) -> bool:
    """Whether ships leave a hexside by its lower end; the sea is lower than any river."""
    return to not in load_waters().order or is_upstream(to, here)


@rule("10.0/5", "11.24/3", "10.0/6")
def _naval_leader(position: Position, side: str, ships: Sequence[str]) -> bool:
    """Whether a naval leader is aboard one of the ships (option naval_leaders)."""
    return any(
        leader.side == side and leader.ship in ships and leaders()[side, name].naval
        for name, leader in position.leaders.items()
    )


@wbts.evolves(FortPassed)
def _passed(position: Position, event: FortPassed) -> None:
    phase = phase_of(position)
    sailings = dict(phase.sailings)
    for id in event.ships:
        sailing = sailings.get(id, Sailing())
        if event.passes:
            passed = tuple(dict.fromkeys((*sailing.passed, event.fort)))
            sailings[id] = sailing.with_(passed=passed, paused=False)
        else:
            sailings[id] = sailing.with_(refused=(*sailing.refused, event.fort))
    position.phase = phase.with_(sailings=sailings)


@wbts.check(AttackFort, "movement")
@rule("11.23/1", "11.23/7", "11.23/9", "11.23/5")
def _check_attack(position: Position, due: Due, command: AttackFort) -> None:
    here, hex = require_ships(position, due.seat, command.ships), hex_of(command.hex)
    forts = guns_of(position, ENEMY[due.seat]).get(here, ())
    require(hex in forts, "11.23/9", f"no garrisoned enemy fort in {hex} lies on {here}")
    for id in command.ships:
        require(position.ships[id].warship, "11.23/1", f"{id} is no warship")
        require(not sailing_of(position, id).fired, "11.23/7", f"{id} has attacked a fort in this phase")
    require(command.away, "11.23/5", "name the water that the ships leave for if they have to")
    require_next(position, due.seat, command.ships, here, water_of(command.away))


@wbts.carry_out(AttackFort)
@rule("11.23/1", "11.23/2", "11.23/3", "11.23/4", "11.23/5", "11.23/6", "11.23/8", "13.11/1")
def _attack(play: Play, due: Due, command: AttackFort) -> None:
    """The garrison's losses are borne at once or as its owner says; the ships' own are taken first."""
    position, hex = play.position, hex_of(command.hex)
    ships = {id: position.ships[id].strength for id in command.ships}
    attack, garrison = sum(ships.values()), garrison_of(position, hex)
    defence = garrison_strength(position.works[hex].grade, garrison)
    ratio = combat_ratio(attack, defence)
    (die,) = play.roll("attack on a fort", "11.23/1")
    result = combat_result(SHIPS_TABLE, die, ratio)
    enemy = ENEMY[due.seat]
    percents = {due.seat: result.attacker_percent, enemy: result.defender_percent}
    losses = {
        due.seat: points_lost(attack, result.attacker_percent),
        enemy: points_lost(garrison, result.defender_percent),
    }
    retreats, column = result.attacker_retreats, combat_band(ratio)
    play.emit(
        FortAttacked(
            due.seat, command.ships, hex, attack, defence, ratio, column, die, percents, losses, retreats
        )
    )
    lost = ships_chosen(ships, losses[due.seat])
    sink(play, due.seat, lost, enemy_left=True, clause="11.23/3")
    left = tuple(id for id in command.ships if id not in lost)
    inside = _garrison(play.position, hex, enemy)
    if left and retreats:
        away = water_of(command.away)
        tried = any(sailing_of(play.position, id).refused for id in left)
        held = any(held_by_forts(play.position, id) for id in left)
        if held and (tried or not run(play, due.seat, left, away, 0)):
            gone = (id for id in left if id in play.position.ships)
            sink(play, due.seat, gone, enemy_left=True, clause="11.23/5")
        elif not held:
            here = play.position.ships[left[0]].at
            fights = away in warships_at(play.position, enemy)
            play.emit(ShipsSailed(due.seat, left, here, (away,), 0, fights))
    bear(play, enemy, inside, losses[enemy])


def _garrison(position: Position, hex: str, side: str) -> dict[str, int]:
    """The SP of each unit inside a fort, of a depot's garrison under the depot's name."""
    units = (id for id in stack(position, hex, side).units if position.units[id].inside)
    found = {id: position.units[id].strength for id in units if position.units[id].strength}
    depot = position.depots.get(f"{side}.{hex}")
    return {**found, **({f"{side}.{hex}": depot.garrison} if depot is not None and depot.inside else {})}


@wbts.evolves(FortAttacked)
def _attacked(position: Position, event: FortAttacked) -> None:
    phase = phase_of(position)
    sailings = dict(phase.sailings)
    for id in event.ships:
        sailings[id] = sailings.get(id, Sailing()).with_(fired=True)
    position.phase = phase.with_(sailings=sailings)


@wbts.also_offers("movement")
def _offer_forts(position: Position, due: Due) -> Iterator[Command]:
    """For the ships of a place under guns: to run past to each place beyond, and to attack each fort."""
    groups: dict[str, list[str]] = {}
    for id in sorted(position.ships, key=sort_key):
        if position.ships[id].side == due.seat and held_by_forts(position, id):
            groups.setdefault(position.ships[id].at, []).append(id)
    guns = guns_of(position, ENEMY[due.seat])
    for here in sorted(groups):
        ships = tuple(groups[here])
        beyond = links_now(position).get(here, ())
        yield from (RunPast(ships=ships, to=to) for to in beyond)
        fresh = (id for id in ships if position.ships[id].warship and not sailing_of(position, id).fired)
        warships = tuple(fresh)
        if warships:
            yield from (AttackFort(ships=warships, hex=hex, away=to) for hex in guns[here] for to in beyond)
