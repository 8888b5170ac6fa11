"""The computer player's command for a decision."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from ironclad.domain.games.war_between_the_states.commands import COMMANDS
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.odds.battles import declared
from ironclad.domain.games.war_between_the_states.readers.opponent.chits import chosen, margins_of, solved
from ironclad.domain.games.war_between_the_states.readers.opponent.worth import strengths, worth_of
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import (
    CommandLeader,
    CommandUnit,
    EndMovement,
    TryLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import MovePieces
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    group_of,
    on_trains,
    place_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import reached
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import (
    ChooseChit,
    DeclareAttack,
    EndCombat,
    TryAttack,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.initiative import fighting_of, in_contact
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.commands import DeclareSpans
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.spans import kept, nearest
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import supplied
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

LEAST_MARGIN = 0.25
"""What an attack has to be worth, in SP, before it is made."""
MOST_LOOKED_AT = 12
"""Attacks that are weighed, the strongest first."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same position and generator."""
    seen = see(position, due.seat)
    if seen is position:
        seen = position.copy()
    keep_answers(seen)
    return ANSWERS.get(due.kind, _usual)(seen, due, random)


def legal(position: Position, due: Due) -> Iterator[Command]:
    """The offers for a decision that the rules accept."""
    for command in wbts.offers[due.kind](position, due):
        if is_legal(position, due, command):
            yield command


def is_legal(position: Position, due: Due, command: Command) -> bool:
    """Whether the rules accept a command for a decision."""
    try:
        wbts.checks[type(command)](position, due, command)
    except Refused:
        return False
    return True


def _usual(position: Position, due: Due, random: Random) -> Command:
    """The standing answer where it is legal, else the first offer that is."""
    if isinstance(due.standing, dict):
        standing = COMMANDS.read(due.standing)
        if is_legal(position, due, standing):
            return standing
    return next(legal(position, due))


def _build(position: Position, due: Due, random: Random) -> Command:
    """An order of the strategic turn, drawn from those that are offered, or the end of it."""
    offered = list(islice(legal(position, due), 40))
    return random.choice(offered) if random.random() < 0.7 else _usual(position, due, random)


def _spans(position: Position, due: Due, random: Random) -> Command:
    """Each leader takes what is nearest."""
    full = nearest(position, due.seat)
    command = DeclareSpans(spans=full)
    if full and full != kept(position, due.seat, {}) and is_legal(position, due, command):
        return command
    return DeclareSpans()


def _move(position: Position, due: Due, random: Random) -> Command:
    """Move what is in the force; then the next leader, by command while there are any, else by his initiative."""
    if (found := _best_move(position, due)) is not None:
        return found
    phase, side = phase_of(position), due.seat
    forces: list[tuple[int, str]] = []
    for name in sorted(position.leaders):
        leader = position.leaders[name]
        if leader.side == side and leader.hex and name not in phase.trips and name not in phase.done:
            strength = sum(
                position.units[id].strength for id in force_of(position, name) if id in position.units
            )
            if strength:
                forces.append((-strength, name))
    for _, name in sorted(forces):
        command = (
            CommandLeader(leader=name) if phase.commands and not phase.initiative else TryLeader(leader=name)
        )
        if name not in phase.tried and name != phase.chief and is_legal(position, due, command):
            return command
    return _train(position, due) or EndMovement()


def _train(position: Position, due: Due) -> Command | None:
    """A command to a loaded supply train, while there are any left."""
    phase = phase_of(position)
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == due.seat and unit.load and id != phase.chief and id not in phase.trips:
            command = CommandUnit(unit=id)
            if is_legal(position, due, command):
                return command
    return None


def _best_move(position: Position, due: Due) -> Command | None:
    """The move of a group of the force that is worth most more than to stay; None where none is."""
    phase = phase_of(position)
    groups: dict[str, list[str]] = {}
    for id in phase.force:
        there = id in position.units or id in position.headquarters or id in position.leaders
        if there and id not in on_trains(position) and not phase.trips.get(id, Trip()).spent:
            groups.setdefault(place_of(position, id), []).append(id)
    best: tuple[float, Command] | None = None
    for start in sorted(groups):
        if not start:
            continue
        pieces = tuple(sorted(groups[start], key=sort_key))
        moving = sum(position.units[id].strength for id in pieces if id in position.units)
        for gain, way in _ways(position, due.seat, start, pieces, moving):
            command = MovePieces(pieces=pieces, path=way)
            if (best is None or gain > best[0]) and is_legal(position, due, command):
                best = gain, command
                break
    return None if best is None else best[1]


def _ways(
    position: Position, side: str, start: str, pieces: tuple[str, ...], moving: int
) -> list[tuple[float, tuple[str, ...]]]:
    """The few best ways of a group, with what each gains over staying; those off the chain of supply last."""
    group = group_of(position, side, pieces, 0)
    if not moving:
        return _to_friends(position, side, start, group)
    stay = worth_of(position, side, start, moving, start)
    found = [
        (worth_of(position, side, reach.hex, moving, start) - stay, reach.way)
        for reach in reached(position, start, group)
    ]
    better = sorted((each for each in found if each[0] > 0.01), reverse=True)[:4]
    if better and supplied(position, side, start):
        better = [each for each in better if supplied(position, side, each[1][-1])]
    return better


def _to_friends(position: Position, side: str, start: str, group: Any) -> list[tuple[float, tuple[str, ...]]]:
    """For trains and others without strength: to the strongest stack of the side in reach."""
    own = strengths(position, side)
    here = own.get(start, 0)
    found = [
        (float(own.get(reach.hex, 0) - here), reach.way)
        for reach in reached(position, start, group)
        if own.get(reach.hex, 0) > here
    ]
    return sorted(found, reverse=True)[:2]


def _fight(position: Position, due: Due, random: Random) -> Command:
    """The attack that is worth most; before the first one initiative is rolled for, the best leaders first."""
    fighting, side = fighting_of(position), due.seat
    if not fighting.declared:
        names = [name for name in sorted(position.leaders) if _could_attack(position, side, name)]
        for name in sorted(names, key=lambda name: -rating(position, name).initiative):
            if name not in fighting.tried and name not in fighting.active:
                return TryAttack(leader=name)
    attacks = [command for command in legal(position, due) if isinstance(command, DeclareAttack)]
    attacks.sort(key=lambda command: -_strength(position, command))
    weighed = [(_margin_of(position, side, command), command) for command in attacks[:MOST_LOOKED_AT]]
    best = max(weighed, key=lambda each: each[0], default=None)
    return best[1] if best is not None and best[0] >= LEAST_MARGIN else EndCombat()


def _could_attack(position: Position, side: str, name: str) -> bool:
    leader = position.leaders[name]
    force = force_of(position, name)
    there = leader.side == side and bool(leader.hex)
    return there and not in_contact(position, side).keys().isdisjoint(force)


def _strength(position: Position, command: DeclareAttack) -> int:
    return sum(position.units[id].strength for id in command.units if id in position.units)


def _margin_of(position: Position, side: str, command: DeclareAttack) -> float:
    """What an attack is worth when both sides mix their chits."""
    try:
        return solved(margins_of(declared(position, side, command)))[2]
    except Refused:
        return 1.0  # nobody is left to fight: the hex is taken


def _chit(position: Position, due: Due, random: Random) -> Command:
    return ChooseChit(chit=chosen(position, due.seat, due.about["most"], random))


ANSWERS: dict[str, Callable[[Position, Due, Random], Command]] = {
    "spans": _spans,
    "movement": _move,
    "combat": _fight,
    "chit": _chit,
    "production": _build,
    "deployment": _build,
    "leader_pick": _build,
}
"""How each kind of decision is answered; any other by its standing answer, or what the rules offer first."""
