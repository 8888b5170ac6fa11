"""Declaring an attack (8.0, 8.2), also from march (14): who, on what, and under which leader."""

from collections.abc import Iterator, Sequence

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.battle import AttackKind, Battle
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    pace_of,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import toll
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import DeclareAttack
from ironclad.domain.games.war_between_the_states.rules.c08_combat.crossing import crosses
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import AttackDeclared
from ironclad.domain.games.war_between_the_states.rules.c08_combat.initiative import (
    fighting_of,
    in_contact,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    besieged,
    garrisons,
    held_by,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

MOST_ORIGINS = 2


def units_of(position: Position, command: DeclareAttack) -> tuple[str, ...]:
    """The units that a declaration names, rosters in the place of headquarters, in their order."""
    named = (id for id in with_rosters(position, command.units) if id not in position.headquarters)
    return tuple(sorted(named, key=sort_key))


def kind_of(position: Position, units: Sequence[str], hex: str) -> AttackKind:
    """What kind of attack units would make on a hex now."""
    there = all(position.units[id].hex == hex for id in units)
    if position.phase is not None:
        return "sortie" if there else "march"
    return "storm" if there else "field"


@wbts.check(DeclareAttack, "combat", "movement")
@rule("8.0/2", "8.13/1", "8.22/1")
def _check_attack(position: Position, due: Due, command: DeclareAttack) -> None:
    target, units = hex_of(command.hex), units_of(position, command)
    require(units, "8.0/2", "name the units that attack")
    for id in units:
        unit = position.units.get(id)
        require(unit is not None and unit.side == due.seat, "8.0/2", f"the {due.seat} has no unit {id}")
        assert unit is not None
        require(unit.attacks and unit.strength, "3.23/1", f"{id} defends, and does not attack")
        require(not unit.entrained, "6.58/2", f"{id} is on a train")
    kind = kind_of(position, units, target)
    for id in units:
        unit = position.units[id]
        out = unit.hex and unit.inside == (kind == "sortie")
        require(out, "8.11/1", f"{id} is not in the field")
    _check_leader(position, due.seat, command.leader, units)
    if kind == "sortie":
        _check_sortie(position, due.seat, command.leader, units, target)
    elif kind == "march":
        _check_march(position, due.seat, command.leader, units, target)
    else:
        _check_phase(position, command.leader, units)
    if kind == "storm":
        require(
            target in garrisons(position, ENEMY[due.seat]),
            "13.32/1",
            f"no enemy fort to storm is in {target}",
        )
    elif kind != "sortie":
        _check_ground(position, due.seat, units, target)


@rule("8.21/1", "8.21/3", "8.21/4", "10.14/2", "10.14/3", "10.1/8", "10.15/2")
def _check_leader(position: Position, seat: str, name: str, units: Sequence[str]) -> None:
    """One leader commands all; where one of his subordinates does too, that one leads."""
    leader = position.leaders.get(name)
    require(
        leader is not None and leader.side == seat and leader.hex,
        "8.21/1",
        f"the {seat} has no leader {name} on the map",
    )
    force = force_of(position, name)
    for id in units:
        require(id in force, "8.21/1", f"{id} is not under {name}'s command")
    for other in force:
        if other != name and other in position.leaders:
            whole = set(units) <= set(force_of(position, other))
            require(not whole, "10.14/2", f"the units are all {other}'s: he leads them, not {name}")


@rule("8.3/1", "8.12/1", "8.12/2")
def _check_phase(position: Position, name: str, units: Sequence[str]) -> None:
    fighting = fighting_of(position)
    require(name in fighting.active, "8.3/1", f"{name} has no initiative to attack")
    for id in units:
        require(id not in fighting.attacked, "8.12/1", f"{id} has attacked in this phase")


@rule("8.11/1", "8.21/1", "8.21/2", "8.42/1", "8.42/3", "8.0/19", "14.12/1", "13.37/1")
def _check_ground(position: Position, seat: str, units: Sequence[str], target: str) -> None:
    """From one hex or two adjacent ones, each beside the target and over ground that an attack crosses."""
    origins = origins_of(position, units)
    for hex in origins:
        require(target in load_map().neighbours[hex], "8.11/1", f"{hex} and {target} are not adjacent")
        require(crosses(position, seat, hex, target), "8.42/1", f"no attack crosses from {hex} to {target}")
    require(len(origins) <= MOST_ORIGINS, "8.21/2", "an attack comes from two hexes at most")
    joined = len(origins) == 1 or origins[1] in load_map().neighbours[origins[0]]
    require(joined, "8.21/1", f"{' and '.join(origins)} are not adjacent")
    held = target in held_by(position, ENEMY[seat])
    require(held, "8.0/19", f"no enemy combat unit is in {target}, outside a fort")


def origins_of(position: Position, units: Sequence[str]) -> tuple[str, ...]:
    """The hexes that units are in, in order."""
    return tuple(sorted({position.units[id].hex for id in units}))


@rule("14.0/1", "14.0/2", "14.13/1", "14.13/2", "14.13/3", "14.14/1", "14.15/1", "14.15/2")
@rule("6.21/2", "8.12/1", "13.37/2")
def _check_march(position: Position, seat: str, name: str, units: Sequence[str], target: str) -> None:
    """The force that moves now, beside its leader, with the MP to enter the hex if it were empty."""
    phase = phase_of(position)
    require(name in phase.force, "14.15/2", f"{name} is not in the force that moves now")
    here = position.leaders[name].hex
    require(target in load_map().neighbours[here], "8.11/1", f"{here} and {target} are not adjacent")
    for id in units:
        unit, trip = position.units[id], phase.trips.get(id, Trip())
        require(id in phase.force, "14.15/2", f"{id} is not in the force that moves now")
        require(unit.hex == here, "14.0/2", f"{id} is not with {name}")
        require(id not in phase.attacked, "8.12/1", f"{id} has attacked in this phase")
        pace = pace_of(position, id, trip.extension)
        price = toll(position, seat, pace.branch, here, (target,))
        enough = price is not None and price <= pace.left
        require(enough, "14.13/1", f"{id} has not the MP to enter {target}")


@rule("13.14/1", "13.14/3", "13.3/3", "14.15/2", "8.12/1")
def _check_sortie(position: Position, seat: str, name: str, units: Sequence[str], hex: str) -> None:
    """Besieged units attack those on top of them, beside a leader who moves now."""
    phase = phase_of(position)
    require(besieged(position, hex, seat), "13.14/1", f"{hex} is not besieged")
    require(name in phase.force, "13.14/3", f"{name} is not in the force that moves now")
    leader = position.leaders[name]
    require(leader.hex == hex and leader.inside, "13.14/1", f"{name} is not with the garrison of {hex}")
    for id in units:
        require(id in phase.force, "13.14/3", f"{id} is not in the force that moves now")
        require(id not in phase.attacked, "8.12/1", f"{id} has attacked in this phase")


@wbts.carry_out(DeclareAttack)
def _declare(play: Play, due: Due, command: DeclareAttack) -> None:
    units, target = units_of(play.position, command), hex_of(command.hex)
    kind = kind_of(play.position, units, target)
    asking.close(play, due)
    play.emit(AttackDeclared(due.seat, kind, target, command.leader, units, origins_of(play.position, units)))


@wbts.evolves(AttackDeclared)
@rule("14.2/2")
def _declared(position: Position, event: AttackDeclared) -> None:
    """After an attack from march its units, and who led them, move no more."""
    position.battle = Battle(
        event.side,  # type: ignore[arg-type]  # an event has it as text
        event.kind,  # type: ignore[arg-type]
        event.hex,
        event.units,
        event.origins,
        leaders={event.side: event.leader},
    )
    if position.phase is not None:
        phase = position.phase
        still = {id: phase.trips.get(id, Trip()).stopped_here() for id in (*event.units, event.leader)}
        position.phase = phase.with_(trips={**phase.trips, **still}, attacked=(*phase.attacked, *event.units))
    elif position.fighting is not None:
        fighting = position.fighting
        position.fighting = fighting.with_(declared=True, attacked=(*fighting.attacked, *event.units))
    elif event.kind == "siege":
        kept = position.sieges
        position.sieges = kept.with_(attacked=(*kept.attacked, event.hex))


@wbts.also_offers("combat", "movement")
def _offer_attacks(position: Position, due: Due) -> Iterator[Command]:
    """For each leader and hex that he could attack: what he has in one hex, and in two adjacent ones."""
    if position.phase is not None:
        names = [id for id in position.phase.force if id in position.leaders]
        spent = position.phase.attacked
        yield from _sorties(position, names, spent)
    else:
        names, spent = list(fighting_of(position).active), fighting_of(position).attacked
    contact = in_contact(position, due.seat)
    for name in sorted(names):
        groups: dict[tuple[str, str], list[str]] = {}
        for id in force_of(position, name):
            for target in contact.get(id, ()):
                if id not in spent:
                    groups.setdefault((target, position.units[id].hex), []).append(id)
        for target, hex in sorted(groups):
            units = groups[target, hex]
            yield DeclareAttack(hex=target, leader=name, units=tuple(sorted(units, key=sort_key)))
            for other in load_map().neighbours[hex]:
                if hex < other and target not in (hex, other) and (target, other) in groups:
                    both = sorted((*units, *groups[target, other]), key=sort_key)
                    yield DeclareAttack(hex=target, leader=name, units=tuple(both))


def _sorties(position: Position, names: Sequence[str], spent: Sequence[str]) -> Iterator[Command]:
    """For each leader in a besieged fort: all of his units there."""
    for name in sorted(names):
        leader = position.leaders[name]
        if leader.inside and besieged(position, leader.hex, leader.side):
            units = tuple(
                id
                for id in sorted(force_of(position, name), key=sort_key)
                if id in position.units and position.units[id].attacks and id not in spent
            )
            if units:
                yield DeclareAttack(hex=leader.hex, leader=name, units=units)
